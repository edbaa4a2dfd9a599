#include "harness/prove/certificate.hpp"

#include <sys/utsname.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::prove {
namespace {

using json = nlohmann::ordered_json;

json to_json(const witness& from) {
  if (from.name.empty()) return nullptr;
  return {{"name", from.name}, {"tier", from.tier}, {"version", from.version}};
}

json to_json(const kind_counts& kinds) {
  json out = json::object();
  for (const auto& [kind, counted] : kinds)
    out[std::string(name(kind))] = {{"count", counted.count}, {"first", counted.first}};
  return out;
}

json to_json(const sweep_record& from) {
  const sweep_outcome outcome = from.outcome();
  const bool hashed = !from.chunks.empty() && from.chunks.begin()->second.root.has_value();
  json chunks = json::array();
  for (const auto& [number, chunk] : from.chunks) {
    json one = {{"number", number}};
    if (chunk.root) one["root"] = core::to_hex(*chunk.root);
    if (!chunk.kinds.empty()) one["mismatches"] = to_json(chunk.kinds);
    chunks.push_back(std::move(one));
  }
  json out = {{"function", from.function},
              {"mode", from.mode},
              {"nan_profile", from.nan_profile},
              {"saturate", from.saturate},
              {"flush_to_zero", from.flush_to_zero},
              {"denormals_are_zero", from.denormals_are_zero},
              {"exact", from.exact},
              {"tininess", from.before_rounding ? "before" : "after"},
              {"space", from.space},
              {"assumption", from.assumption},
              {"first", from.range.first},
              {"last", from.range.last},
              {"implementation", to_json(from.given)},
              {"against", to_json(from.reference)},
              {"nan", from.nans},
              {"flags", from.flags},
              {"cases", from.cases()},
              {"mismatches", outcome.mismatches()},
              {"kinds", to_json(outcome.kinds())}};
  if (hashed) {
    out["hashed"] = from.hashes_reference ? from.reference.name : from.given.name;
    out["root"] = from.is_whole() ? json(core::to_hex(outcome.root())) : json(nullptr);
  }
  out["chunk_cases"] = from.range.chunk_cases();
  out["chunks"] = std::move(chunks);
  return out;
}

json body_of(const certificate& from) {
  json sweeps = json::array();
  for (const sweep_record& each : from.sweeps) sweeps.push_back(to_json(each));
  return {{"build", from.build}, {"processor", from.processor}, {"sweeps", std::move(sweeps)}};
}

std::string digest_of(const json& body) { return core::to_hex(core::sha256_of(body.dump())); }

// What dumps JSON calls itself once a level, and a hostile file has as many as it likes.
constexpr int deepest = 16;

// What is wrong with a file, in words for people.
struct malformed {
  std::string what;
};

const json& member(const json& from, std::string_view key) {
  const auto found = from.is_object() ? from.find(key) : from.end();
  if (found == from.end()) throw malformed{fmt::format("'{}' is missing", key)};
  return *found;
}

template <class Value>
Value read(const json& from, std::string_view key) {
  const json& value = member(from, key);
  bool fits = false;
  if constexpr (std::is_same_v<Value, std::string>)
    fits = value.is_string();
  else if constexpr (std::is_same_v<Value, bool>)
    fits = value.is_boolean();
  else
    fits = value.is_number_unsigned();
  if (!fits) throw malformed{fmt::format("'{}' has the wrong type", key)};
  return value.get<Value>();
}

witness read_witness(const json& from) {
  if (from.is_null()) return {};
  return {read<std::string>(from, "name"), read<std::string>(from, "tier"), read<std::string>(from, "version")};
}

kind_counts read_kinds(const json& from, const sweep_range& range) {
  if (!from.is_object()) throw malformed{"'mismatches' of a chunk has the wrong type"};
  kind_counts out;
  for (const auto& [key, value] : from.items()) {
    const std::optional<mismatch_kind> kind = find_mismatch_kind(key);
    if (!kind) throw malformed{fmt::format("there is no kind of mismatch '{}'", core::escape(key, 40))};
    const kind_count counted{read<std::uint64_t>(value, "count"), read<std::uint64_t>(value, "first")};
    if (counted.count == 0 || counted.first < range.first || counted.first >= range.last)
      throw malformed{fmt::format("'{}' counts what is not in the range", core::escape(key, 40))};
    out[*kind] = counted;
  }
  return out;
}

sweep_record read_record(const json& from) {
  sweep_record out;
  out.function = read<std::string>(from, "function");
  out.mode = read<std::string>(from, "mode");
  out.nan_profile = read<std::string>(from, "nan_profile");
  out.saturate = read<bool>(from, "saturate");
  out.flush_to_zero = read<bool>(from, "flush_to_zero");
  out.denormals_are_zero = read<bool>(from, "denormals_are_zero");
  out.exact = read<bool>(from, "exact");
  out.before_rounding = read<std::string>(from, "tininess") == "before";
  out.space = read<std::string>(from, "space");
  out.assumption = read<std::string>(from, "assumption");
  out.range = {read<std::uint64_t>(from, "first"), read<std::uint64_t>(from, "last")};
  out.given = read_witness(member(from, "implementation"));
  out.reference = read_witness(member(from, "against"));
  out.nans = read<std::string>(from, "nan");
  out.flags = read<bool>(from, "flags");
  if (out.range.first >= out.range.last) throw malformed{"its range is empty"};
  if (read<std::uint64_t>(from, "chunk_cases") != out.range.chunk_cases())
    throw malformed{"'chunk_cases' is not what its range is cut into"};
  if (from.contains("hashed")) out.hashes_reference = read<std::string>(from, "hashed") != out.given.name;
  const json& chunks = member(from, "chunks");
  if (!chunks.is_array()) throw malformed{"'chunks' has the wrong type"};
  for (const json& each : chunks) {
    const auto number = read<std::uint64_t>(each, "number");
    if (number >= out.range.chunks()) throw malformed{fmt::format("chunk {} is not in its range", number)};
    chunk_outcome one;
    if (each.contains("root")) {
      one.root = core::digest_from_hex(read<std::string>(each, "root"));
      if (!one.root) throw malformed{fmt::format("the root of chunk {} is no SHA-256", number)};
    }
    if (each.contains("mismatches")) one.kinds = read_kinds(each["mismatches"], out.range);
    if (!out.chunks.emplace(number, std::move(one)).second)
      throw malformed{fmt::format("chunk {} is there twice", number)};
  }
  return out;
}

std::string first_line(const std::string& path, std::string_view key) {
  std::string text;
  try {
    text = core::read_file(path, 1 << 20);
  } catch (const core::request_error&) {
    return {};
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    const std::size_t colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string_view::npos) return std::string(line.substr(colon + 2));
    at = end + 1;
  }
  return {};
}

std::string numbers_of(const std::vector<std::uint64_t>& missing) {
  std::string out;
  for (std::size_t i = 0; i < missing.size() && i < 5; ++i) out += fmt::format("{}{}", i == 0 ? "" : ", ", missing[i]);
  return out + (missing.size() > 5 ? ", …" : "");
}

}  // namespace

witness witness_of(const oracle::implementation& one) {
  return {core::escape(one.name(), 500), std::string(oracle::name(one.which_tier())), core::escape(one.version(), 500)};
}

bool sweep_record::same_request(const sweep_record& other) const {
  const auto without_chunks = [](const sweep_record& from) {
    sweep_record out = from;
    out.chunks.clear();
    return to_json(out).dump();
  };
  return without_chunks(*this) == without_chunks(other);
}

std::uint64_t sweep_record::cases() const {
  std::uint64_t out = 0;
  for (const auto& [number, chunk] : chunks) out += range.cases_of(number);
  return out;
}

sweep_outcome sweep_record::outcome() const {
  sweep_outcome out;
  out.chunks = chunks;
  return out;
}

std::string build_facts() {
  static const std::string facts = [] {
    std::string program = "unknown";
    try {
      program = core::to_hex(core::sha256_of(core::read_file("/proc/self/exe"))).substr(0, 16);
    } catch (const core::request_error&) {
      // /proc is not everywhere; the other facts stand.
    }
#if defined(__clang__)
    constexpr std::string_view compiler = "";
#else
    constexpr std::string_view compiler = "GCC ";
#endif
    return fmt::format("verbatim {}, {}{}, program {}", VERBATIM_VERSION, compiler, __VERSION__, program);
  }();
  return facts;
}

std::string processor_facts() {
  static const std::string facts = [] {
    utsname about{};
    ::uname(&about);
    std::string model = first_line("/proc/cpuinfo", "model name");
    if (model.empty()) model = "unknown model";
    std::string has;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) has += " avx2";
    if (__builtin_cpu_supports("fma") != 0) has += " fma";
    if (__builtin_cpu_supports("f16c") != 0) has += " f16c";
#endif
    return fmt::format("{} {},{}; {}", about.machine, core::escape(model, 100), has.empty() ? " no extensions" : has,
                       about.sysname);
  }();
  return facts;
}

std::string to_text(const certificate& from, std::string_view schema) {
  json body = body_of(from);
  json out = {{"schema", schema}, {"sha256", digest_of(body)}};
  // A chunk a line: readable, and small differences stay small.
  std::vector<json> chunks;
  for (json& each : body["sweeps"]) {
    chunks.push_back(std::move(each["chunks"]));
    each["chunks"] = "";
  }
  out["body"] = std::move(body);
  std::string text = out.dump(1);
  std::size_t at = 0;
  for (const json& list : chunks) {
    constexpr std::string_view hole = "\"chunks\": \"\"";
    at = text.find(hole, at);
    std::string lines = "\"chunks\": [";
    for (const json& each : list) lines += (lines.back() == '[' ? "\n" : ",\n") + each.dump();
    lines += "\n]";
    text.replace(at, hole.size(), lines);
    at += lines.size();
  }
  return text + "\n";
}

read_certificate read_certificate_file(const std::string& path, std::string_view schema) {
  return read_certificate_text(core::read_file(path), path, schema);
}

read_certificate read_certificate_text(std::string_view text, const std::string& path, std::string_view schema) {
  const auto blame = [&path](std::string_view what) {
    return core::request_error(fmt::format("{} is no certificate that can be read: {}", core::escape(path, 300), what));
  };
  json file;
  try {
    file = json::parse(text, [](int depth, json::parse_event_t, const json&) {
      if (depth > deepest) throw malformed{"it is nested too deeply"};
      return true;
    });
  } catch (const json::parse_error& error) {
    throw blame(fmt::format("it is truncated or no JSON (at byte {} of {})", error.byte, text.size()));
  } catch (const json::exception&) {
    throw blame("it holds a number that no number type holds");
  } catch (const malformed& fault) {
    throw blame(fault.what);
  }
  try {
    const auto said = read<std::string>(file, "schema");
    if (said != schema) throw malformed{fmt::format("its schema is '{}', not '{}'", core::escape(said, 60), schema)};
    const json& body = member(file, "body");
    read_certificate out;
    out.intact = read<std::string>(file, "sha256") == digest_of(body);
    out.content.build = read<std::string>(body, "build");
    out.content.processor = read<std::string>(body, "processor");
    const json& sweeps = member(body, "sweeps");
    if (!sweeps.is_array() || sweeps.empty()) throw malformed{"'sweeps' is no list, or empty"};
    for (const json& each : sweeps) out.content.sweeps.push_back(read_record(each));
    // Counts and roots that are sums of others must be these sums.
    if (out.intact && digest_of(body_of(out.content)) != digest_of(body))
      throw malformed{"its totals do not follow from its chunks"};
    return out;
  } catch (const malformed& fault) {
    throw blame(fault.what);
  }
}

certificate merge(const std::vector<std::string>& paths) {
  certificate out;
  std::vector<std::map<std::uint64_t, std::string>> came_from;
  for (const std::string& path : paths) {
    const std::string shown = core::escape(path, 300);
    const read_certificate one = read_certificate_file(path, certificate_schema);
    if (!one.intact)
      throw core::request_error(fmt::format("{} was edited: its body does not have the SHA-256 it states", shown));
    if (came_from.empty()) {
      out = one.content;
      came_from.resize(out.sweeps.size());
      for (std::size_t i = 0; i < out.sweeps.size(); ++i)
        for (const auto& [number, chunk] : out.sweeps[i].chunks) came_from[i][number] = shown;
      continue;
    }
    const std::string first = core::escape(paths.front(), 300);
    if (one.content.build != out.build || one.content.processor != out.processor)
      throw core::request_error(fmt::format("{} and {} are of different builds or processors: {}; {} / {}; {}", first,
                                            shown, out.build, out.processor, one.content.build, one.content.processor));
    if (one.content.sweeps.size() != out.sweeps.size())
      throw core::request_error(fmt::format("{} and {} hold different sweeps", first, shown));
    for (std::size_t i = 0; i < out.sweeps.size(); ++i) {
      const sweep_record& more = one.content.sweeps[i];
      if (!more.same_request(out.sweeps[i]))
        throw core::request_error(fmt::format("{} and {} hold different sweeps: {} {}, {} {}", first, shown,
                                              out.sweeps[i].function, out.sweeps[i].mode, more.function, more.mode));
      for (const auto& [number, chunk] : more.chunks) {
        const auto [place, is_new] = came_from[i].emplace(number, shown);
        if (!is_new)
          throw core::request_error(fmt::format("{} and {} overlap: both hold chunk {} of {} {}", place->second, shown,
                                                number, more.function, more.mode));
        out.sweeps[i].chunks.emplace(number, chunk);
      }
    }
  }
  for (const sweep_record& each : out.sweeps) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t i = 0; i < each.range.chunks(); ++i)
      if (!each.chunks.contains(i)) missing.push_back(i);
    if (!missing.empty())
      throw core::request_error(fmt::format("the shards leave a gap: {} of {} chunks of {} {} are in none of them ({})",
                                            missing.size(), each.range.chunks(), each.function, each.mode,
                                            numbers_of(missing)));
  }
  return out;
}

}  // namespace verbatim::prove

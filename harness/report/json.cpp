// JSON (RFC 8259) for machines: everything a report holds, under "schema": "verbatim/<kind>/1".
//
// schemas/check.schema.json describes it. Keys keep the order in which they were given. Strings hold what the report
// holds, with U+FFFD for bytes that are no UTF-8; what would change a terminal (C1 and bidirectional controls) or open
// a CI runner's command is written as \uNNNN, which is the same string to every JSON parser.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <nlohmann/json.hpp>

#include "harness/core/safe_text.hpp"
#include "harness/report/forms.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::report {
namespace {

using json = nlohmann::ordered_json;
using filter = std::string (*)(std::string_view);

struct filters {
  filter key;
  filter text;
};

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const core::decoded next = core::decode_utf8(text);
    out += next.valid ? text.substr(0, next.length) : std::string_view("\xEF\xBF\xBD");
    text.remove_prefix(next.length);
  }
  return out;
}

std::string clean_key(std::string_view text) { return clean(text, 200); }  // YAML allows a key 1024 characters
std::string clean_text(std::string_view text) { return clean(text); }

constexpr filters exact{valid_utf8, valid_utf8};
constexpr filters for_lines{clean_key, clean_text};

// JSON has no NaN and no infinities; they are spelt as the canonical form spells them.
json number(double value) {
  if (std::isnan(value)) return json("nan");
  if (std::isinf(value)) return json(value > 0 ? "inf" : "-inf");
  return json(value);
}

json convert(const core::value& value, const filters& use) {
  const auto visit = [&use](const auto& data) -> json {
    using data_type = std::decay_t<decltype(data)>;
    if constexpr (std::is_same_v<data_type, double>) {
      return number(data);
    } else if constexpr (std::is_same_v<data_type, std::string>) {
      return json(use.text(data));
    } else if constexpr (std::is_same_v<data_type, core::value::list>) {
      json items = json::array();
      for (const core::value& each : data) items.push_back(convert(each, use));
      return items;
    } else if constexpr (std::is_same_v<data_type, core::value::object>) {
      json members = json::object();
      for (const auto& [key, each] : data) {
        const std::string name = use.key(key);
        if (!members.contains(name)) members[name] = convert(each, use);  // a name stands once, the first wins
      }
      return members;
    } else {
      return json(data);
    }
  };
  return std::visit(visit, value.data());
}

// Facts become members beside the fixed ones. One whose name is taken goes into "facts", so that none is lost and none
// passes for a verdict.
void add_facts(json& into, const core::value::object& facts, std::string_view reserved) {
  json displaced = json::object();
  for (const auto& [key, fact] : facts) {
    const std::string name = valid_utf8(key);
    json& target = name == "facts" || name == reserved || into.contains(name) ? displaced : into;
    if (!target.contains(name)) target[name] = convert(fact, exact);
  }
  if (!displaced.empty()) into["facts"] = std::move(displaced);
}

std::string_view name_of(core::weight kind) {
  switch (kind) {
    case core::weight::holds: return "holds";
    case core::weight::finding: return "finding";
    case core::weight::failed: return "failed";
    case core::weight::skipped: break;
  }
  return "skipped";
}

json place_json(const core::place& place) {
  json where = json::object();
  where["file"] = valid_utf8(place.file);
  where["line"] = place.line == 0 ? json(nullptr) : json(place.line);
  where["column"] = place.column == 0 ? json(nullptr) : json(place.column);
  return where;
}

json result_json(const core::result& result) {
  json out = json::object();
  out["name"] = valid_utf8(result.subject);
  out["verdict"] = valid_utf8(result.verdict);
  out["kind"] = name_of(result.kind);
  out["reason"] = valid_utf8(result.reason);
  out["where"] = result.where ? place_json(*result.where) : json(nullptr);
  json& lines = out["explanation"] = json::array();
  for (const std::string& each : result.explanation) lines.push_back(valid_utf8(each));
  out["advice"] = valid_utf8(result.advice);
  out["seconds"] = number(result.seconds);
  out["aside"] = result.aside;
  add_facts(out, result.facts, {});
  return out;
}

std::string dumped(const json& value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

void append_escaped(std::string& out, char32_t code) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (code > 0xFFFF) {
    append_escaped(out, 0xD800 + ((code - 0x10000) >> 10));
    append_escaped(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
    return;
  }
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[(code >> shift) & 0xF];
}

// `##[` and unprintable characters stand only inside strings of a dumped document, where an escape changes nothing.
std::string shown(std::string_view document) {
  std::string out;
  out.reserve(document.size() + 1);
  while (!document.empty()) {
    const core::decoded next = core::decode_utf8(document);
    const bool line_end = next.code == U'\n';
    if ((core::is_unprintable(next.code) && !line_end) || (next.code == U'[' && opens_command(out)))
      append_escaped(out, next.code);
    else
      out += document.substr(0, next.length);
    document.remove_prefix(next.length);
  }
  return out;
}

}  // namespace

std::string plain_fact_text(const core::value& fact) {
  const auto* const text = std::get_if<std::string>(&fact.data());
  return text != nullptr ? clean(*text) : fact_text(fact);
}

std::string fact_text(const core::value& fact) { return shown(dumped(convert(fact, for_lines), -1)); }

std::string to_json(const core::report& report) {
  const core::tally sums = core::count(report.results);
  json out = json::object();
  out["schema"] = "verbatim/" + valid_utf8(report.kind) + "/1";
  json& totals = out["totals"] = json::object();
  totals["total"] = sums.total();
  totals["holds"] = sums.holds;
  totals["findings"] = sums.findings;
  totals["failed"] = sums.failed;
  totals["skipped"] = sums.skipped;
  out["seconds"] = number(report.seconds);
  std::string list_name = valid_utf8(report.list_name);
  if (list_name.empty() || list_name == "facts" || out.contains(list_name)) list_name = "results";
  add_facts(out, report.facts, list_name);
  json& list = out[list_name] = json::array();
  for (const core::result& each : report.results) list.push_back(result_json(each));
  return shown(dumped(out, 2)) + "\n";
}

}  // namespace verbatim::report

// verbatim list: the models of the manifest and the state of their goldens.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/check.hpp"
#include "harness/prove/listing.hpp"

namespace verbatim::cli {
namespace {

core::value::list texts(const std::vector<std::string>& words) {
  core::value::list out;
  for (const std::string& word : words) out.emplace_back(core::escape(word));
  return out;
}

struct list_verb {
  manifest_options where;
  selection_options which;
  std::string topic = "models";
  answer_output output;

  core::exit_code run() const {
    if (topic != "models") return list_of_the_model();
    const gate::manifest from = where.load();
    core::report report;
    report.kind = "list";
    report.list_name = topic;
    report.facts.emplace_back("manifest", core::escape(from.path));
    gate::selection asked = which.selection();
    std::vector<const gate::model*> selected;
    if (!from.models.empty() || !asked.names.empty()) selected = gate::select(from, asked);
    for (const gate::model* each : selected) report.results.push_back(describe(from, *each));
    output.give(report, table(selected, report.results));
    return core::exit_code::holds;
  }

  // What the floating-point model offers; no manifest is read.
  core::exit_code list_of_the_model() const {
    const core::report report = prove::list_of(topic);
    std::size_t width = 0;
    for (const core::result& each : report.results) width = std::max(width, each.subject.size());
    std::string out;
    for (const core::result& each : report.results) {
      std::string line = fmt::format("{:<{}}  {}", each.subject, width, each.verdict);
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
    output.give(report, out);
    return core::exit_code::holds;
  }

  static core::result describe(const gate::manifest& from, const gate::model& which) {
    core::result out;
    out.subject = which.name;
    out.verdict = gate::open_golden(from, which).exists ? "golden" : "no golden";
    out.facts = {{"golden", which.golden_file()},
                 {"command", texts(which.command)},
                 {"source", core::escape(which.source)},
                 {"form", name_of(which.form)},
                 {"reruns", static_cast<std::uint64_t>(which.reruns)},
                 {"tags", texts(which.tags)},
                 {"requires", texts(which.requirements)},
                 {"golden_of", which.golden_of},
                 {"hash_only", which.hash_only}};
    return out;
  }

  static std::string table(const std::vector<const gate::model*>& models, const std::vector<core::result>& results) {
    std::size_t name_width = 4;
    std::size_t golden_width = 6;
    for (const gate::model* each : models) {
      name_width = std::max(name_width, each->name.size());
      golden_width = std::max(golden_width, each->golden_file().size());
    }
    std::string out;
    for (std::size_t i = 0; i < models.size(); ++i) {
      std::string notes = results[i].verdict == "golden" ? "" : "no golden yet";
      const auto add = [&notes](const std::string& note) { notes += (notes.empty() ? "" : ", ") + note; };
      if (!models[i]->tags.empty()) add(fmt::format("tags {}", fmt::join(models[i]->tags, " ")));
      if (!models[i]->requirements.empty()) add(fmt::format("needs {}", fmt::join(models[i]->requirements, " ")));
      if (models[i]->form != gate::output_form::canonical) add(fmt::format("form {}", name_of(models[i]->form)));
      std::string line = fmt::format("{:<{}}  {:<{}}  {}", models[i]->name, name_width, models[i]->golden_file(),
                                     golden_width, core::escape(notes));
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
    return out;
  }
};

}  // namespace

void add_list(command_line& line) {
  const auto verb = std::make_shared<list_verb>();
  options sub = line.verb("list", "List the models and their golden files, or what the floating-point model offers",
                          [verb] { return verb->run(); });
  std::vector<std::string> topics = prove::list_topics();
  topics.insert(topics.begin(), "models");
  sub.choice("TOPIC", verb->topic, "What to list", topics);
  sub.texts("--tag", verb->which.tags, "Only models with this tag", "TAG");
  verb->output.add_to(sub);
  verb->where.add_to(sub);
}

}  // namespace verbatim::cli

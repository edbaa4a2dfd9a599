// The JSON form: read back by a parser, and against its schema.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using nlohmann::json;
using report::export_report;
using report::format;

std::string exported(const core::report& made) { return export_report(made, format::json); }

core::report with(core::result result) {
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  made.results = {std::move(result)};
  return made;
}

TEST(report_json, holds_every_field) {
  const json all = json::parse(exported(report_samples::every_verdict()));
  EXPECT_EQ(all["schema"], "verbatim/check/1");
  EXPECT_EQ(all["totals"], json::parse(R"({"total":9,"holds":1,"findings":6,"failed":1,"skipped":1})"));
  EXPECT_EQ(all["seconds"], 1.5);
  EXPECT_EQ(all["manifest"], "golden/manifest.toml");
  EXPECT_FALSE(all.contains("exit_code"));
  ASSERT_EQ(all["models"].size(), 9U);
  EXPECT_EQ(all["models"][1], json::parse(R"({
    "name": "decay", "verdict": "differs", "kind": "finding", "reason": "1 of 3 lines differs, first at line 2",
    "where": {"file": "golden/decay.stdout", "line": 2, "column": 5},
    "explanation": ["--- golden", "+++ output", "@@ -1,3 +1,3 @@", " a", "-b | c", "+b | d", " e"],
    "advice": "verbatim accept decay", "seconds": 0.25, "aside": false, "digest": "44d2", "lines_differing": 1})"));
  EXPECT_EQ(all["models"][0]["where"], nullptr);
  const std::vector<std::string> kinds{"holds",   "finding", "finding", "finding", "failed",
                                       "finding", "skipped", "finding", "finding"};
  for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(all["models"][i]["kind"], kinds[i]);
}

TEST(report_json, keeps_the_order_of_keys) {
  const std::string text = exported(report_samples::every_verdict());
  EXPECT_EQ(text.rfind("{\n  \"schema\": \"verbatim/check/1\",\n  \"totals\": {", 0), 0U);
  EXPECT_LT(text.find("\"manifest\""), text.find("\"reruns\""));
  EXPECT_LT(text.find("\"digest\""), text.find("\"runs\""));
}

TEST(report_json, lets_no_fact_overwrite_a_fixed_key) {
  core::result made = report_samples::plain("a", "differs", core::weight::finding, "r");
  made.facts = {{"verdict", "match"}, {"name", "b"}, {"facts", 1}, {"own", 2}, {"own", 3}, {"own", 5}, {"where", 4}};
  core::report all = with(made);
  all.facts = {{"schema", "forged"}, {"models", 5}, {"totals", 6}, {"jobs", 7}};
  const json read = json::parse(exported(all));
  EXPECT_EQ(read["schema"], "verbatim/check/1");
  EXPECT_EQ(read["jobs"], 7);
  EXPECT_EQ(read["facts"], json::parse(R"({"schema":"forged","models":5,"totals":6})"));
  const json one = read["models"][0];
  EXPECT_EQ(one["verdict"], "differs");
  EXPECT_EQ(one["name"], "a");
  EXPECT_EQ(one["own"], 2);
  EXPECT_EQ(one["where"], nullptr);
  EXPECT_EQ(one["facts"], json::parse(R"({"verdict":"match","name":"b","facts":1,"own":3,"where":4})"));
}

TEST(report_json, names_the_list_even_where_its_name_is_taken) {
  core::report made;
  made.kind = "x";
  for (const std::string name : {"", "schema", "totals", "facts", "seconds"}) {
    made.list_name = name;
    EXPECT_TRUE(json::parse(exported(made))["results"].is_array()) << name;
  }
}

TEST(report_json, writes_every_kind_of_value) {
  using value = core::value;
  core::result made = report_samples::plain("a", "match", core::weight::holds, "");
  made.facts = {{"null", value()},
                {"true", true},
                {"least", std::numeric_limits<std::int64_t>::min()},
                {"most", std::numeric_limits<std::uint64_t>::max()},
                {"number", 0.1},
                {"minus_zero", -0.0},
                {"nan", std::nan("")},
                {"inf", std::numeric_limits<double>::infinity()},
                {"minus_inf", -std::numeric_limits<double>::infinity()},
                {"list", value::list{1, "two", value::list{}, value::object{{"k", value::list{3}}}}}};
  const json read = json::parse(exported(with(made)))["models"][0];
  EXPECT_EQ(read["null"], nullptr);
  EXPECT_EQ(read["true"], true);
  EXPECT_EQ(read["least"], std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read["most"], std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read["number"], 0.1);
  EXPECT_TRUE(std::signbit(read["minus_zero"].get<double>()));
  EXPECT_EQ(read["nan"], "nan");
  EXPECT_EQ(read["inf"], "inf");
  EXPECT_EQ(read["minus_inf"], "-inf");
  EXPECT_EQ(read["list"], json::parse(R"([1, "two", [], {"k": [3]}])"));
}

TEST(report_json, keeps_hostile_strings_and_shows_none) {
  for (const std::string& text : report_samples::hostile_texts()) {
    core::result made = report_samples::plain(text, "differs", core::weight::finding, text);
    made.facts = {{"fact", text}};
    const std::string written = exported(with(made));
    EXPECT_EQ(report_samples::flaw_of(written), "") << written;
    for (const std::string& line : report_samples::split_lines(written))
      EXPECT_FALSE(report_samples::is_runner_command(line)) << line;
    const json one = json::parse(written)["models"][0];
    if (core::is_utf8(text)) {
      EXPECT_EQ(one["name"], text);
      EXPECT_EQ(one["reason"], text);
      EXPECT_EQ(one["fact"], text);
    } else {
      EXPECT_EQ(one["name"], "broken \uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD utf8");
    }
  }
  EXPECT_EQ(json::parse(exported(report_samples::hostile()))["results"].back()["reason"].get<std::string>().size(),
            100'000U);
}

// The judge of JSON Schema 2020-12 where Python has one.
TEST(report_json, is_valid_under_its_schema) {
  if (!report_samples::works("python3 -c 'import jsonschema; jsonschema.Draft202012Validator'"))
    GTEST_SKIP() << "python3 with jsonschema is not there; report_json.fits_the_schema_by_hand checks a part of it";
  const std::string script =
      "import json, jsonschema, sys\n"
      "schema = json.load(open(sys.argv[2], encoding='utf-8'))\n"
      "jsonschema.Draft202012Validator.check_schema(schema)\n"
      "document = json.load(open(sys.argv[1], encoding='utf-8'))\n"
      "for error in jsonschema.Draft202012Validator(schema).iter_errors(document): print(error); sys.exit(1)\n";
  core::report hard = report_samples::every_verdict();
  hard.seconds = std::nan("");
  hard.results[1].where = core::place{"file", 0, 0};
  hard.results[1].facts = {{"verdict", 1}, {"facts", 2}};
  core::report none = report_samples::every_verdict();
  none.results.clear();
  for (const core::report& made : {report_samples::every_verdict(), hard, none}) {
    const auto answer = report_samples::judge(script, exported(made), report_samples::schema_path("check.schema.json"));
    EXPECT_EQ(answer.exit_code, 0) << answer.output;
  }
  core::report wrong = report_samples::every_verdict();
  wrong.results[0].verdict = "matches";
  EXPECT_EQ(report_samples::judge(script, exported(wrong), report_samples::schema_path("check.schema.json")).exit_code,
            1);
}

// Required members, types of members and enumerations, read from the schema itself.
void expect_fits(const json& schema, const json& root, const json& document, const std::string& at) {
  if (schema.contains("$ref")) {
    const std::string name = schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
    return expect_fits(root["$defs"][name], root, document, at);
  }
  const auto expect = [&at](bool fits, const char* what) { EXPECT_TRUE(fits) << at << ": " << what; };
  if (schema.contains("const")) expect(document == schema["const"], "const");
  if (schema.contains("enum")) {
    const json& known = schema["enum"];
    expect(std::find(known.begin(), known.end(), document) != known.end(), "enum");
  }
  const std::string type = schema.value("type", "");
  if (type == "object") expect(document.is_object(), "object");
  if (type == "array") expect(document.is_array(), "array");
  if (type == "string") expect(document.is_string(), "string");
  if (type == "integer") expect(document.is_number_integer(), "integer");
  for (const json& name : schema.value("required", json::array())) EXPECT_TRUE(document.contains(name)) << at << name;
  const json properties = schema.value("properties", json::object());
  for (const auto& [name, each] : properties.items()) {
    if (document.contains(name)) expect_fits(each, root, document[name], at + "." + name);
  }
  if (schema.contains("items")) {
    for (const json& each : document) expect_fits(schema["items"], root, each, at + "[]");
  }
}

TEST(report_json, fits_the_schema_by_hand) {
  std::ifstream file(std::string(VERBATIM_SOURCE_DIR) + "/harness/report/schemas/check.schema.json");
  const json schema = json::parse(file);
  expect_fits(schema, schema, json::parse(exported(report_samples::every_verdict())), "");
}

}  // namespace

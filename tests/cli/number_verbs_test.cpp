// eval, inspect, judge and the lists of the floating-point model, as a user calls them.
#include <algorithm>
#include <utility>
#include <vector>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class number_verbs : public cli {
 protected:
  /// The line that eval prints; the exit code and what went wrong where it prints none.
  [[nodiscard]] std::string eval(const words& arguments) const {
    words all{"eval"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ended how = verbatim(all);
    if (how.code != 0) return std::to_string(how.code) + ": " + how.err;
    return how.out.substr(0, how.out.find('\n'));
  }
};

TEST_F(number_verbs, eval_rounds_once_and_says_the_flags) {
  EXPECT_EQ(eval({"convert", "binary64:0x3E60000000000001", "--to", "binary16"}),
            "0x0001  5.960464477539063e-08  flags: underflow,inexact");
  EXPECT_EQ(eval({"fma", "binary16:0x520b", "f16:0x00e9", "half:0x2ff6"}), "0x3001  0.1251220703125  flags: inexact");
  EXPECT_EQ(eval({"add", "0x3c00", "1.5"}), "0x4100  2.5  flags: none");
  EXPECT_EQ(eval({"div", "1", "0", "--type", "bf16"}), "0x7f80  inf  flags: divide-by-zero");
  EXPECT_EQ(eval({"mul", "f32:65519", "f32:1", "--to", "f16"}), "0x7bff  65504.0  flags: inexact");
  EXPECT_EQ(eval({"scalbn", "1", "-24"}), "0x0001  5.960464477539063e-08  flags: none");
}

TEST_F(number_verbs, eval_takes_decimal_text_of_any_length_straight_to_the_target) {
  EXPECT_EQ(eval({"convert", "2.98023223876953125E-8", "--to", "f16"}), "0x0000  0.0  flags: underflow,inexact");
  const std::string above = "0.0000000298023223876953125" + std::string(3000, '0') + "1";
  EXPECT_EQ(eval({"convert", above, "--to", "f16"}), "0x0001  5.960464477539063e-08  flags: underflow,inexact");
  EXPECT_EQ(eval({"convert", "2^-24", "--to", "f16"}), "0x0001  5.960464477539063e-08  flags: none");
  EXPECT_EQ(eval({"convert", "f64:-2**-142", "--to", "e5m2"}), "0x80  -0.0  flags: underflow,inexact");
  EXPECT_EQ(eval({"convert", "0x1.002p0", "--to", "f16", "--mode", "rup"}), "0x3c01  1.0009765625  flags: inexact");
  EXPECT_EQ(eval({"convert", "1e99999999999999999999", "--to", "f16", "--saturate"}),
            "0x7bff  65504.0  flags: overflow,inexact");
}

TEST_F(number_verbs, eval_converts_from_and_to_integers) {
  EXPECT_EQ(eval({"convert", "i64:16842753", "--to", "binary32"}), "0x4b808000  16842752.0  flags: inexact");
  EXPECT_EQ(eval({"convert", "i32:-3", "--to", "f16"}), "0xc200  -3.0  flags: none");
  EXPECT_EQ(eval({"convert", "f16:0xc100", "--to", "i32", "--mode", "zero"}), "0xfffffffe  -2  flags: inexact");
  EXPECT_EQ(eval({"convert", "f16:inf", "--to", "u32", "--nan", "riscv"}), "0xffffffff  4294967295  flags: invalid");
  EXPECT_EQ(eval({"convert", "2.5", "--to", "i64"}), "0x0000000000000002  2  flags: inexact");
  EXPECT_EQ(eval({"convert", "18446744073709551615", "--to", "u64"}),
            "0xffffffffffffffff  18446744073709551615  flags: none");
}

TEST_F(number_verbs, negative_operands_need_no_dashes) {
  EXPECT_EQ(eval({"add", "-inf", "-1.5"}), "0xfc00  -inf  flags: none");
  EXPECT_EQ(eval({"abs", "-nan"}), "0x7e00  nan  flags: none");
  EXPECT_EQ(eval({"neg", "-snan", "--type", "f16"}), "0x7c01  nan  flags: none");
  EXPECT_EQ(eval({"mul", "-Infinity", "-.5"}), "0x7c00  inf  flags: none");
  EXPECT_EQ(eval({"add", "--type", "f16", "--", "-1", "-2"}), "0xc200  -3.0  flags: none");
  EXPECT_TRUE(has(eval({"add", "-x", "1"}), "2: verbatim: "));
}

TEST_F(number_verbs, comparisons_say_true_or_false) {
  EXPECT_EQ(eval({"lt", "-0.0", "0x0001"}), "true");
  EXPECT_EQ(eval({"eq", "-0.0", "0"}), "true");
  EXPECT_EQ(eval({"le", "1", "nan"}), "false  flags: invalid");
  EXPECT_EQ(eval({"eq", "nan", "nan"}), "false");
  EXPECT_EQ(eval({"unordered", "nan", "1"}), "true");
  EXPECT_EQ(eval({"total-order", "-0.0", "0"}), "true");
}

TEST_F(number_verbs, classes_and_distances_are_words_and_counts) {
  EXPECT_EQ(eval({"classify", "0x8001"}), "negative-subnormal");
  EXPECT_EQ(eval({"classify", "f16:snan"}), "signaling-nan");
  EXPECT_EQ(eval({"ulps", "0x8001", "0x0001"}), "2");
  EXPECT_EQ(eval({"ulps", "f64:1", "f64:1.0000000000000002"}), "1");
  EXPECT_EQ(eval({"ulps", "nan", "1"}), "nan  flags: invalid");
}

TEST_F(number_verbs, modes_flushing_saturation_and_profiles_are_heard) {
  EXPECT_EQ(eval({"convert", "465", "--to", "e4m3fn"}), "0x7f  nan  flags: overflow,inexact");
  EXPECT_EQ(eval({"convert", "465", "--to", "e4m3fn", "--saturate"}), "0x7e  448.0  flags: overflow,inexact");
  EXPECT_EQ(eval({"mul", "0x0400", "0.5", "--ftz"}), "0x0000  0.0  flags: underflow,inexact");
  EXPECT_EQ(eval({"mul", "0x0001", "65504", "--daz"}), "0x0000  0.0  flags: none");
  EXPECT_EQ(eval({"sub", "inf", "inf", "--nan", "riscv"}), "0x7e00  nan  flags: invalid");
  EXPECT_EQ(eval({"sub", "inf", "inf", "--nan", "cuda-host"}), "0x7fff  nan  flags: invalid");
  EXPECT_EQ(eval({"convert", "0x1.001p0", "--mode", "stochastic", "--random", "0xbf", "--random-bits", "8"}),
            "0x3c00  1.0  flags: inexact");
  EXPECT_EQ(eval({"convert", "0x1.001p0", "--mode", "stochastic", "--random", "192", "--random-bits", "8"}),
            "0x3c01  1.0009765625  flags: inexact");
}

// Not by --saturate, --ftz or --mode, which are of the operation.
TEST_F(number_verbs, operands_are_read_as_they_are_written) {
  EXPECT_EQ(eval({"add", "inf", "-inf", "--saturate"}), "0xfe00  nan  flags: invalid");
  EXPECT_EQ(eval({"div", "1", "inf", "--saturate"}), "0x0000  0.0  flags: none");
  EXPECT_EQ(eval({"eq", "inf", "65504", "--saturate"}), "false");
  EXPECT_EQ(eval({"mul", "0x1p-24", "1024", "--ftz"}), "0x0400  6.103515625e-05  flags: none");
  EXPECT_EQ(eval({"classify", "0x1p-24", "--ftz"}), "positive-subnormal");
  EXPECT_EQ(eval({"add", "0.1", "0", "--mode", "up"}), "0x2e66  0.0999755859375  flags: none");
  EXPECT_EQ(eval({"add", "f32:snan", "1", "--type", "f32"}), "0x7fc00001  nan  flags: invalid");
}

TEST_F(number_verbs, operands_that_change_when_read_are_named) {
  const ended how = verbatim({"eval", "add", "1e6", "0.1"});
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(has(how.err, "operand 1e6 is 0x7c00 inf in binary16 (overflow,inexact)"));
  EXPECT_TRUE(has(how.err, "operand 0.1 is 0x2e66 0.0999755859375 in binary16 (inexact)"));
  EXPECT_EQ(verbatim({"eval", "add", "1", "0.5"}).err, "");
  EXPECT_TRUE(has(eval({"add", "0.5", "nan", "--type", "e2m1fn"}), "2: verbatim: e2m1fn has no encoding for nan"));
  EXPECT_TRUE(has(eval({"abs", "-1", "--type", "e8m0fnu"}), "2: verbatim: e8m0fnu has no encoding for -1"));
  EXPECT_TRUE(has(eval({"add", "inf", "1", "--type", "e4m3fn"}), "2: verbatim: e4m3fn has no encoding for inf"));
}

TEST_F(number_verbs, what_looks_alike_is_told_apart) {
  EXPECT_TRUE(has(eval({"add", "-0x3c00", "1"}), "bits have no sign; for a number write -0x3c00p0"));
  EXPECT_TRUE(has(eval({"add",
                        "\x01"
                        "5",
                        "1"}),
                  "2: verbatim: "));
  EXPECT_EQ(eval({"add", "1", "--", "-2"}), "0xbc00  -1.0  flags: none");
  EXPECT_TRUE(has(eval({"add", "1", "2", "--mode", ""}), "--mode"));
  EXPECT_TRUE(has(eval({"add", "1", "2", "--random", "1"}), "--random is for --mode stochastic"));
  EXPECT_TRUE(has(eval({"convert", "u32:2^31"}), "'u32:2^31' is no integer"));
  EXPECT_TRUE(ends_with(verbatim({"judge", "0x3c00", "2"}), 2));
  EXPECT_TRUE(has(verbatim({"--bogus"}).err, "no option '--bogus' before a verb"));
}

TEST_F(number_verbs, eval_prints_json) {
  const ended how = verbatim({"eval", "add", "0x3c00", "f16:0.1", "--format", "json"});
  ASSERT_TRUE(ends_with(how, 0));
  const nlohmann::json answer = nlohmann::json::parse(how.out);
  EXPECT_EQ(answer["schema"], "verbatim/eval/1");
  EXPECT_EQ(answer["bits"], "0x3c66");
  EXPECT_EQ(answer["flags"], nlohmann::json::array({"inexact"}));
  EXPECT_EQ(answer["operands"].size(), 2U);
  EXPECT_EQ(answer["operations"][0]["name"], "add");
  const nlohmann::json truth = nlohmann::json::parse(verbatim({"eval", "lt", "1", "2", "--format", "json"}).out);
  EXPECT_EQ(truth["value"], true);
}

TEST_F(number_verbs, wrong_requests_exit_2_and_say_what_there_is) {
  EXPECT_TRUE(has(eval({"ad", "1", "2"}), "2: verbatim: no operation 'ad'; there are convert, add, sub"));
  EXPECT_TRUE(has(eval({"add", "1"}), "2: verbatim: add takes 2 operands (a + b), not 1"));
  EXPECT_TRUE(
      has(eval({"add", "1", "1e"}), "2: verbatim: '1e' is no number: a digit of the exponent is expected here"));
  EXPECT_TRUE(has(eval({"add", "1", ""}), "2: verbatim: '' is no number: the text is empty"));
  EXPECT_TRUE(has(eval({"add", "1", "0x"}), "a digit is expected here (byte 3"));
  EXPECT_TRUE(has(eval({"add", "1", "1.5rubbish"}), "the number ends here, and something follows (byte 4"));
  EXPECT_TRUE(has(eval({"add", "f17:1", "2"}), "no format 'f17'; there are binary64, binary32"));
  EXPECT_TRUE(has(eval({"add", "f16:0x12345", "2"}), "has more bits than binary16, which has 16"));
  EXPECT_TRUE(has(eval({"add", "f16:1", "f32:2"}), "say with --type in which to compute"));
  EXPECT_TRUE(has(eval({"convert", "1", "--to", "f17"}), "--to: no format 'f17'"));
  EXPECT_TRUE(has(eval({"convert", "1", "--mode", "sideways"}), "--mode: no mode 'sideways'; there are ties-even"));
  EXPECT_TRUE(has(eval({"convert", "1", "--nan", "mips"}), "--nan: no profile 'mips'; there are x86, 8086-sse"));
  EXPECT_TRUE(has(eval({"convert", "1", "--mode", "stochastic"}), "needs random bits: give --random"));
  EXPECT_TRUE(has(eval({"convert", "i32:4294967296"}), "does not fit in i32"));
  EXPECT_TRUE(has(eval({"lt", "1", "2", "--to", "f16"}), "--to: lt gives true or false"));
  EXPECT_TRUE(has(eval({"convert"}), "2: verbatim: "));
}

TEST_F(number_verbs, inspect_shows_fields_neighbours_and_every_format) {
  const ended how = verbatim({"inspect", "0x3001"});
  ASSERT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(has(how.out, "0x3001 in binary16: 0.1251220703125\n"));
  EXPECT_TRUE(has(how.out, "sign 0, exponent 01100 (12), fraction 0000000001"));
  EXPECT_TRUE(has(how.out, "1025 × 2^-13 = 0.1251220703125"));
  EXPECT_TRUE(has(how.out, "below     0x3000 0.125, 0.0001220703125 away"));
  EXPECT_TRUE(has(how.out, "above     0x3002 0.125244140625, 0.0001220703125 away"));
  for (const char* format : {"binary64", "tf32", "bfloat16", "e4m3fnuz", "e2m1fn", "e8m0fnu"})
    EXPECT_TRUE(has(how.out, format));
}

TEST_F(number_verbs, inspect_rounds_the_number_as_it_is_written) {
  // 1 + 2^-11 + 2^-30: through binary16 it would be 1.
  const ended how = verbatim({"inspect", "0x1.00200004p0", "--format", "json"});
  ASSERT_TRUE(ends_with(how, 0));
  const nlohmann::json answer = nlohmann::json::parse(how.out);
  EXPECT_EQ(answer["bits"], "0x3c01");
  EXPECT_EQ(answer["formats"][1]["format"], "binary32");
  EXPECT_EQ(answer["formats"][1]["modes"]["zero"]["bits"], "0x3f801000");
  EXPECT_EQ(answer["formats"][1]["modes"]["up"]["bits"], "0x3f801001");
  EXPECT_EQ(answer["formats"][1]["modes"]["up"]["flags"], nlohmann::json::array({"inexact"}));
}

TEST_F(number_verbs, inspect_shows_what_has_no_value) {
  const std::vector<std::pair<const char*, const char*>> shown{
      {"nan", "0x7e00 in binary16: nan\n  class     quiet-nan\n"},
      {"-inf", "0xfc00 in binary16: -inf\n  class     infinity\n"},
      {"snan", "0x7c01 in binary16: nan\n  class     signaling-nan\n"},
      {"e4m3fnuz:0x80", "0x80 in e4m3fnuz: nan\n  class     quiet-nan\n"},
      {"e8m0fnu:0xff", "0xff in e8m0fnu: nan\n  class     quiet-nan\n"},
      {"i64:-1", "0xbff0000000000000 in binary64: -1.0\n  class     normal\n"}};
  for (const auto& [number, start] : shown) {
    EXPECT_TRUE(has(verbatim({"inspect", number}).out, start));
    const std::string all = verbatim({"inspect", number, "--all"}).out;
    EXPECT_TRUE(has(all, start));
    EXPECT_GE(std::count(all.begin(), all.end(), '\n'), 15 * 6) << "a line for each mode in each format";
  }
  EXPECT_TRUE(has(verbatim({"inspect", "-inf"}).out, "below     nothing\n"));
  EXPECT_TRUE(nlohmann::json::parse(verbatim({"inspect", "-inf", "--format", "json"}).out)["below"].is_null());
  EXPECT_TRUE(ends_with(verbatim({"inspect", "one"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"inspect", "1", "2"}), 2));
}

TEST_F(number_verbs, judge_gives_the_articles_verdict_and_the_truth_beside_it) {
  const ended a = verbatim({"judge", "3.2e4", "65536"});
  ASSERT_TRUE(ends_with(a, 0));
  EXPECT_TRUE(has(a.out, "OVERFLOW  32000.0 × 65536.0 = 2097152000.0"));
  EXPECT_TRUE(has(a.out, "binary16: 0x7c00  inf  flags: overflow,inexact"));
  EXPECT_TRUE(has(a.out, "largest power-of-two scale that stays finite in binary16: 2^1 = 2.0"));
  const ended b = verbatim({"judge", "3.0e3", "2**-32"});
  EXPECT_TRUE(has(b.out, "UNDERFLOW  3000.0 × 2.3283064365386963e-10 = 6.984919309616089e-07"));
  EXPECT_TRUE(has(b.out, "subnormal"));
  EXPECT_TRUE(has(verbatim({"judge", "1", "65519.99"}).out, "OVERFLOW  1.0 × 65519.99"));
  EXPECT_TRUE(has(verbatim({"judge", "1", "65519.99"}).out, "0x7bff  65504.0  flags: inexact"));
  EXPECT_TRUE(has(verbatim({"judge", "-1", "65520"}).out, "0x7c00  inf"));
  EXPECT_TRUE(has(verbatim({"judge", "1", "2^-25"}).out, "0x0000  0.0"));
  EXPECT_TRUE(has(verbatim({"judge", "1", "2^15"}).out, "IN_RANGE  1.0 × 32768.0"));
  EXPECT_TRUE(has(verbatim({"judge", "0", "1"}).out, "every scale fits"));
  EXPECT_TRUE(has(verbatim({"judge", "-inf", "1"}).out, "flags: none  (infinity stays infinity)"));
  EXPECT_TRUE(has(verbatim({"judge", "1", "2**-1080"}).err, "is not a positive finite number of binary64"));
}

TEST_F(number_verbs, judge_exits_1_only_where_asked) {
  EXPECT_TRUE(ends_with(verbatim({"judge", "3.2e4", "65536", "--exit-code"}), 1));
  EXPECT_TRUE(ends_with(verbatim({"judge", "1", "1024", "--exit-code"}), 0));
  EXPECT_TRUE(has(verbatim({"judge", "5e-324", "1"}).out, "2^1023 = 8.98846567431158e+307"));
  for (const words& wrong : std::vector<words>{{"1", "2**-1080"},
                                               {"1", "0"},
                                               {"1", "-2"},
                                               {"1", "inf"},
                                               {"nan", "1"},
                                               {"x", "1"},
                                               {"1", "2**"},
                                               {"1", "2^x"},
                                               {"1"},
                                               {"1", "2", "3"}}) {
    words all{"judge"};
    all.insert(all.end(), wrong.begin(), wrong.end());
    EXPECT_TRUE(ends_with(verbatim(all), 2)) << wrong.back();
  }
}

TEST_F(number_verbs, json_is_valid_under_its_schema) {
  const std::string python = "python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null";
  if (shell(python).code != 0) GTEST_SKIP() << "python3 with jsonschema is not there";
  const std::string script =
      "import json,jsonschema,sys; s=json.load(open(sys.argv[1])); "
      "jsonschema.Draft202012Validator.check_schema(s); jsonschema.validate(json.load(sys.stdin), s)";
  const std::string judge =
      " | python3 -c '" + script + "' '" VERBATIM_SOURCE_DIR "/harness/report/schemas/answer.schema.json'";
  const std::string program = "'" VERBATIM_PROGRAM "' ";
  for (const char* arguments :
       {"eval add 1 0.1 --format json", "eval lt 1 nan --format json", "eval classify -inf --format json",
        "eval convert i64:-3 --to f16 --format json", "eval convert 2.5 --to i32 --format json",
        "inspect 0.1 --format json", "inspect -inf --format json", "inspect e4m3fnuz:0x80 --format json",
        "judge 3.0e3 2**-32 --format json", "judge 0 1 --format json", "list operations --format json"}) {
    EXPECT_TRUE(ends_with(shell(program + arguments + judge), 0)) << arguments;
  }
  EXPECT_TRUE(
      ends_with(shell("echo '3C00 3C00 4000 00' | " + program + "vectors check f16_add --format json" + judge), 0));
  EXPECT_FALSE(ends_with(shell(program + "judge 1 1 --format json | sed s/IN_RANGE/in_range/" + judge), 0));
}

TEST_F(number_verbs, lists_need_no_manifest) {
  fs::remove_all(golden());
  EXPECT_TRUE(has(verbatim({"list", "formats"}).out, "e4m3fn        8 bits,  4 of exponent, precision  4, bias    7"));
  EXPECT_TRUE(has(verbatim({"list", "modes"}).out, "ties-even   also near_even rne\n"));
  const ended how = verbatim({"list", "nan-profiles", "--format", "json"});
  ASSERT_TRUE(ends_with(how, 0));
  EXPECT_EQ(nlohmann::json::parse(how.out)["nan-profiles"].size(), 7U);
}

TEST_F(number_verbs, every_operation_is_listed_and_found_by_name) {
  const std::string operations =
      "convert add sub mul div sqrt fma rem round round-exact logb scalbn next-up next-down neg abs copysign "
      "minimum maximum minimum-number maximum-number minimum-magnitude maximum-magnitude minimum-magnitude-number "
      "maximum-magnitude-number classify ulps total-order total-order-magnitude "
      // IEEE 754-2019, tables 5.1 to 5.3.
      "eq ne lt le gt ge eq-signaling ne-signaling lt-quiet le-quiet gt-quiet ge-quiet not-lt not-le not-gt not-ge "
      "not-lt-quiet not-le-quiet not-gt-quiet not-ge-quiet unordered ordered ";
  const ended how = verbatim({"list", "operations", "--format", "json"});
  ASSERT_TRUE(ends_with(how, 0));
  const nlohmann::json list = nlohmann::json::parse(how.out);
  std::string listed;
  for (const nlohmann::json& each : list["operations"]) {
    const auto name = each["name"].get<std::string>();
    listed += name + ' ';
    words call{"eval", name};
    call.insert(call.end(), each["operands"].get<std::size_t>(), "1");
    EXPECT_TRUE(ends_with(verbatim(call), 0)) << name;
  }
  EXPECT_EQ(listed, operations);
}

}  // namespace
}  // namespace verbatim::testing

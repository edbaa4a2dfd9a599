// sweep, fingerprint and verify as their users meet them. Functions of few inputs, so that each run takes milliseconds.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

const std::string wrong = VERBATIM_WRONG_ROUTINES;
const std::string bad = VERBATIM_ROUTINES;
// Of binary32 to binary16: the cases about one, with subnormal results, and about the largest finite number.
const std::string near_one = "0x3f800000..0x3f83ffff";

nlohmann::json parsed(const ended& how) { return nlohmann::json::parse(how.out); }

class sweep : public cli {
 protected:
  [[nodiscard]] nlohmann::json read_json(const std::string& name) const {
    return nlohmann::json::parse(read_file(project() / name));
  }
  [[nodiscard]] ended python(const std::string& script) const {
    call what;
    what.argv = {"python3", "-c", script};
    what.folder = project().string();
    return run(what);
  }
  // A certificate changed by a line of Python, and its digest with it.
  [[nodiscard]] ended rewritten(const std::string& file, const std::string& change) const {
    return python("import json,hashlib\nc=json.load(open('" + file + "'))\n" + change +
                  "\nb=json.dumps(c['body'],separators=(',',':'),ensure_ascii=False)\n"
                  "c['sha256']=hashlib.sha256(b.encode()).hexdigest()\njson.dump(c,open('" +
                  file + "','w'))");
  }
  [[nodiscard]] ended sums_hold() const {
    call what;
    what.argv = {"sha256sum", "--strict", "-c", "SHA256SUMS"};
    what.folder = golden().string();
    return run(what);
  }
  // The kinds that a routine's mismatches are named, the commonest first.
  [[nodiscard]] std::vector<std::string> kinds(const std::string& function, const std::string& routine,
                                               const words& more) const {
    words all{"sweep", function, "--routine", wrong + ":" + routine, "--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    const ended how = verbatim(all);
    EXPECT_EQ(how.code, 1) << how.err;
    std::vector<std::string> out;
    const nlohmann::json report = parsed(how);
    nlohmann::json found = report["sweeps"][0]["kinds"];
    for (const auto& each : found) out.push_back(each["kind"]);
    return out;
  }
};

TEST_F(sweep, the_model_is_right_wherever_there_is_a_witness) {
  for (const std::string function : {"f16_to_f32", "f16_sqrt", "f16_roundToInt", "f16_to_i32", "e4m3fn_add", "e5m2_mul",
                                     "e2m1fn_mulAdd", "e4m3fn_rem", "f16_neg", "e5m2_lt", "bf16_sqrt"}) {
    const ended how = verbatim({"sweep", function, "--against", function == "f16_neg" ? "compiler" : "mpfr"});
    EXPECT_TRUE(ends_with(how, 0)) << function << how.out << how.err;
    EXPECT_TRUE(has(how.out, "match"));
  }
}

TEST_F(sweep, every_mode_that_both_have_is_swept) {
  const ended how = verbatim({"sweep", "f16_sqrt", "--mode", "all", "--against", "compiler", "--format", "json"});
  EXPECT_TRUE(ends_with(how, 0));
  const nlohmann::json sweeps = parsed(how)["sweeps"];
  ASSERT_EQ(sweeps.size(), 6U);
  EXPECT_EQ(sweeps[0]["verdict"], "match");
  EXPECT_EQ(sweeps[1]["verdict"], "skipped");
  EXPECT_TRUE(
      has(verbatim({"sweep", "f16_sqrt", "--mode", "up", "--against", "compiler"}).err, "f16_sqrt up: compiler"));
}

TEST_F(sweep, a_right_routine_matches) {
  EXPECT_TRUE(
      ends_with(verbatim({"sweep", "f32_to_f16", "--routine", wrong + ":f32_to_f16_right", "--range", near_one}), 0));
}

// The known faults of public reports, each behind --routine: the sweep names what is wrong.
TEST_F(sweep, the_fault_of_a_wrong_routine_is_named) {
  const struct {
    std::string routine;
    std::string range;
    std::string kind;
  } faults[] = {{"ties_away", near_one, "tie"},
                {"ties_toward_zero", "0x3f802000..0x3f843fff", "tie"},
                {"truncates", near_one, "mode ignored"},
                {"flushes", "0x33800000..0x3383ffff", "subnormal"},
                {"loses_carry", "0x3fffe000..0x3fffffff", "lost carry"},
                {"overflows_late", "0x477fe000..0x477fffff", "overflow boundary"},
                {"overflows_early", "0x477fc000..0x477fffff", "overflow boundary"},
                {"saturates", "0x47800000..0x4780ffff", "saturation"},
                {"canonical_nan", "0x7fc00000..0x7fc1ffff", "nan payload"},
                {"drops_nan_sign", "0xffc00000..0xffc1ffff", "nan sign"},
                {"keeps_signaling", "0x7f802000..0x7f81ffff", "nan quieting"},
                {"nan_is_infinity", "0x7fc00000..0x7fc1ffff", "nan lost"},
                {"infinity_is_nan", "0x7f800000..0x7f800000", "nan made"},
                {"drops_zero_sign", "0x80000000..0x80000fff", "sign of zero"},
                {"drops_sign", "0xbf800000..0xbf80ffff", "sign"},
                {"through_bf16", near_one, "double rounding"}};
  for (const auto& each : faults) {
    const std::vector<std::string> found =
        kinds("f32_to_f16", "f32_to_f16_" + each.routine, {"--range", each.range, "--nan", "exact"});
    ASSERT_FALSE(found.empty()) << each.routine;
    EXPECT_EQ(found.front(), each.kind) << each.routine;
  }
  EXPECT_EQ(kinds("f16_to_f32", "f16_to_f32_without_subnormals", {}).front(), "subnormal");
  EXPECT_EQ(kinds("f16_to_e2m1fn", "f16_to_e2m1fn_extends_sign", {}).front(), "bits above the width");
  EXPECT_EQ(kinds("f16_mulAdd", "f16_mulAdd_in_two", {"--range", "0x10000000000..0x1000003ffff"}).front(),
            "double rounding");
}

TEST_F(sweep, a_mismatch_is_explained_with_every_answer) {
  const ended how =
      verbatim({"sweep", "f32_to_f16", "--routine", wrong + ":f32_to_f16_ties_away", "--range", near_one});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "16 of 262144 cases"));
  EXPECT_TRUE(has(how.out, "tie: 16, first at case 0x3f801000"));
  EXPECT_TRUE(has(how.out, "0x3f801000"));
  EXPECT_TRUE(has(how.out, "half way; mode ties-even asks for 0x3c00"));
  EXPECT_TRUE(has(how.out, "\n      mpfr "));
}

TEST_F(sweep, what_a_routine_does_wrong_is_a_finding) {
  const auto swept = [&](const std::string& routine) {
    return verbatim({"sweep", "f32_to_f16", "--routine", bad + ":" + routine, "--range", near_one, "--timeout", "1"});
  };
  const ended crash = swept("crashes");
  EXPECT_TRUE(ends_with(crash, 1));
  EXPECT_TRUE(has(crash.out, "crashed")) << crash.out;
  const ended hang = swept("hangs");
  EXPECT_TRUE(ends_with(hang, 1));
  EXPECT_TRUE(has(hang.out, "hung")) << hang.out;
}

TEST_F(sweep, missing_routines_are_bad_requests) {
  EXPECT_TRUE(ends_with(verbatim({"sweep", "f32_to_f16", "--routine", "./none.so:f"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"sweep", "f32_to_f16", "--routine", wrong + ":nothing"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"sweep", "f32_to_f16", "--routine", wrong}), 2));
}

TEST_F(sweep, a_pipe_is_judged_too_and_one_that_ends_early_is_a_finding) {
  const std::string halve =
      "python3 -c \"import sys,struct\nwhile True:\n b=sys.stdin.buffer.read(131072)\n if not b: break\n "
      "n=len(b)//2\n sys.stdout.buffer.write(struct.pack('<%dH'%n,*[x^0x8000 for x in "
      "struct.unpack('<%dH'%n,b)]));sys.stdout.buffer.flush()\"";
  EXPECT_TRUE(ends_with(verbatim({"sweep", "f16_neg", "--pipe", halve}), 0));
  const ended how = verbatim({"sweep", "f16_neg", "--pipe", "head -c 100"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "ended early")) << how.out;
}

TEST_F(sweep, requests_that_make_no_sense_say_so) {
  for (const words& each : std::vector<words>{{"sweep"},
                                              {"sweep", "f16_ad"},
                                              {"sweep", "f32_add"},
                                              {"sweep", "f16_neg", "--impl", "x87"},
                                              {"sweep", "f16_neg", "--impl", "model", "--pipe", "cat"},
                                              {"sweep", "f16_neg", "--range", "1"},
                                              {"sweep", "f16_neg", "--range", "0..65536"},
                                              {"sweep", "f16_neg", "--range", "5..3"},
                                              {"sweep", "f16_neg", "--shard", "3/2"},
                                              {"sweep", "f16_neg", "--shard", "1/2"},
                                              {"sweep", "f16_neg", "--mode", "sideways"},
                                              {"sweep", "--merge"},
                                              {"sweep", "f16_neg", "f16_abs"},
                                              {"fingerprint"},
                                              {"fingerprint", "f32_add"},
                                              {"fingerprint", "--all-known"},
                                              {"verify", "none.json"}}) {
    const ended how = verbatim(each);
    EXPECT_TRUE(ends_with(how, 2)) << each.back();
    EXPECT_TRUE(has(how.err, "verbatim: ")) << each.back();
  }
}

TEST_F(sweep, shards_merged_are_the_whole) {
  const words base{"sweep",     "f32_to_f16", "--impl",  "model",
                   "--against", "mpfr",       "--range", "0..0xbfffff"};  // three chunks
  const auto with = [&base](const words& more) {
    words all = base;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  ASSERT_TRUE(ends_with(verbatim(with({"--certificate", "whole.json", "-j", "2"})), 0));
  for (const std::string k : {"1", "2"})
    ASSERT_TRUE(ends_with(verbatim(with({"--shard", k + "/2", "--certificate", k + ".json", "-j", "1"})), 0));
  ASSERT_TRUE(ends_with(verbatim({"sweep", "--merge", "2.json", "1.json", "--certificate", "merged.json"}), 0));
  EXPECT_EQ(read_file(project() / "merged.json"), read_file(project() / "whole.json"));
  const ended gap = verbatim({"sweep", "--merge", "2.json"});
  EXPECT_TRUE(ends_with(gap, 2));
  EXPECT_TRUE(has(gap.err, "gap: 1 of 3 chunks"));
  const ended overlap = verbatim({"sweep", "--merge", "2.json", "1.json", "2.json"});
  EXPECT_TRUE(ends_with(overlap, 2));
  EXPECT_TRUE(has(overlap.err, "overlap"));
  std::string other = read_file(project() / "2.json");
  write_file(project() / "edited.json", other.replace(other.find("ties-even"), 9, "ties-away"));
  EXPECT_TRUE(has(verbatim({"sweep", "--merge", "1.json", "edited.json"}).err, "was edited"));
}

// So that a routine's faults do not change what the certificate says of the function.
TEST_F(sweep, what_is_hashed_are_the_models_results) {
  ASSERT_TRUE(ends_with(verbatim({"sweep", "f16_to_f32", "--routine", wrong + ":f16_to_f32_without_subnormals",
                                  "--certificate", "c.json"}),
                        1));
  const nlohmann::json swept = read_json("c.json")["body"]["sweeps"][0];
  EXPECT_EQ(swept["hashed"], "model");
  EXPECT_EQ(swept["root"],
            parsed(verbatim({"fingerprint", "f16_to_f32", "--format", "json"}))["fingerprints"][0]["root"]);
}

// Both with a digest that fits: what is wrong with them is not that they were edited.
TEST_F(sweep, shards_of_another_build_are_not_merged) {
  for (const std::string k : {"1", "2"})
    ASSERT_TRUE(ends_with(verbatim({"sweep", "f32_to_f16", "--impl", "model", "--against", "mpfr", "--range",
                                    "0..0x7fffff", "--shard", k + "/2", "--certificate", k + ".json"}),
                          0));
  ASSERT_TRUE(ends_with(rewritten("2.json", "c['body']['build']='verbatim 0.0.1, another compiler'"), 0));
  const ended how = verbatim({"sweep", "--merge", "1.json", "2.json"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "different builds"));
}

TEST_F(sweep, nothing_is_accepted_in_continuous_integration) {
  manifest("");
  for (const words& each : std::vector<words>{{"fingerprint", "f16_sqrt", "--accept"},
                                              {"sweep", "f16_sqrt", "--against", "mpfr", "--accept"}}) {
    call what = calling(each);
    what.environment["CI"] = "true";
    EXPECT_TRUE(ends_with(run(what), 2));
    EXPECT_FALSE(fs::exists(golden("functions")));
    what.argv.emplace_back("--allow-ci");
    EXPECT_TRUE(ends_with(run(what), 0));
    fs::remove_all(golden("functions"));
  }
}

TEST_F(sweep, nans_are_compared_as_asked) {
  const auto swept = [this](const std::string& how) {
    return verbatim({"sweep", "f32_to_f16", "--routine", wrong + ":f32_to_f16_canonical_nan", "--range",
                     "0x7fc00000..0x7fc1ffff", "--nan", how});
  };
  EXPECT_TRUE(ends_with(swept("class"), 0));
  EXPECT_TRUE(ends_with(swept("exact"), 1));
}

TEST_F(sweep, a_certificate_is_verified_and_an_edited_or_truncated_one_is_not) {
  ASSERT_TRUE(
      ends_with(verbatim({"sweep", "f16_sqrt", "--mode", "all", "--against", "mpfr", "--certificate", "c.json"}), 0));
  EXPECT_TRUE(ends_with(verbatim({"verify", "c.json"}), 0));
  EXPECT_TRUE(ends_with(verbatim({"verify", "c.json", "--sample", "1"}), 0));
  const std::string text = read_file(project() / "c.json");
  const nlohmann::json whole = nlohmann::json::parse(text);
  EXPECT_EQ(whole["schema"], "verbatim/certificate/1");
  EXPECT_EQ(whole["body"]["sweeps"].size(), 6U);
  EXPECT_EQ(whole["body"]["sweeps"][0]["cases"], 65536);

  std::string edited = text;
  edited.replace(edited.find("\"mismatches\": 0"), 15, "\"mismatches\": 9");
  write_file(project() / "e.json", edited);
  const ended lie = verbatim({"verify", "e.json"});
  EXPECT_TRUE(ends_with(lie, 1));
  EXPECT_TRUE(has(lie.out, "edited"));
  write_file(project() / "t.json", text.substr(0, text.size() / 2));
  EXPECT_TRUE(ends_with(verbatim({"verify", "t.json"}), 2));
  write_file(project() / "s.json", "{\"schema\": \"verbatim/check/1\"}");
  EXPECT_TRUE(ends_with(verbatim({"verify", "s.json"}), 2));
  // Found by fuzz/certificate.cpp: nlohmann-json throws another exception for this than for what is no JSON.
  write_file(project() / "n.json", "{\"schema\": 84357e4357}");
  const ended number = verbatim({"verify", "n.json"});
  EXPECT_TRUE(ends_with(number, 2));
  EXPECT_TRUE(has(number.err, "a number that no number type holds"));
  write_file(project() / "d.json", "{\"body\": " + std::string(1'000'000, '['));
  const ended deep = verbatim({"verify", "d.json"});
  EXPECT_TRUE(ends_with(deep, 2));
  EXPECT_TRUE(has(deep.err, "nested too deeply"));
}

// A root that was exchanged together with the digest of the body: only running it again shows.
TEST_F(sweep, a_certificate_with_another_root_is_found_out_by_running_it) {
  ASSERT_TRUE(
      ends_with(verbatim({"sweep", "f16_sqrt", "--mode", "up", "--against", "mpfr", "--certificate", "up.json"}), 0));
  ASSERT_TRUE(ends_with(
      verbatim({"sweep", "f16_sqrt", "--mode", "down", "--against", "mpfr", "--certificate", "down.json"}), 0));
  // The mode of the one in the other.
  write_file(project() / "forged.json", read_file(project() / "up.json"));
  ASSERT_TRUE(ends_with(rewritten("forged.json", "c['body']['sweeps'][0]['mode']='down'"), 0));
  const ended verified = verbatim({"verify", "forged.json"});
  EXPECT_TRUE(ends_with(verified, 1));
  EXPECT_TRUE(has(verified.out, "1 of 1 chunks give something else"));
}

TEST_F(sweep, a_sweep_goes_on_from_its_resume_file) {
  const words base{"sweep", "f32_to_f16", "--range", "0..0xffffff", "--resume", "r.json", "--against", "model"};
  ASSERT_TRUE(ends_with(verbatim(base), 0));
  const nlohmann::json kept = read_json("r.json");
  EXPECT_EQ(kept["schema"], "verbatim/sweep-progress/1");
  EXPECT_EQ(kept["body"]["sweeps"][0]["chunks"].size(), 4U);
  EXPECT_TRUE(ends_with(verbatim(base), 0));
  // What was kept has no hashes: for a certificate it is done again.
  words certified = base;
  certified.insert(certified.end(), {"--certificate", "c.json"});
  ASSERT_TRUE(ends_with(verbatim(certified), 0));
  EXPECT_TRUE(read_json("c.json")["body"]["sweeps"][0]["root"].is_string());
  EXPECT_TRUE(ends_with(verbatim({"verify", "c.json"}), 0));
  words other = base;
  other[1] = "f32_to_bf16";
  const ended how = verbatim(other);
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "another sweep"));
  write_file(project() / "r.json", "{");
  EXPECT_TRUE(ends_with(verbatim(base), 2));
}

// Ten lines of Python that know nothing of this program.
TEST_F(sweep, a_fingerprint_is_recomputed_in_python) {
  const ended ours = verbatim({"fingerprint", "f16_to_f32", "--format", "json"});
  ASSERT_TRUE(ends_with(ours, 0));
  const ended theirs = python(
      "import hashlib,struct\n"
      "def h(b): return hashlib.sha256(b).digest()\n"
      "def root(n):\n"
      "  if len(n)==1: return n[0]\n"
      "  k=1<<(len(n)-1).bit_length()-1\n"
      "  return h(root(n[:k])+root(n[k:]))\n"
      "def widen(x):\n"
      "  s,e,f=x>>15<<31,x>>10&31,x&1023\n"
      "  if e==31: return s|0x7f800000|(f<<13)|(0x400000 if f else 0)\n"
      "  return s|struct.unpack('<I',struct.pack('<f',(f+1024 if e else f)*2.0**((e or 1)-25)))[0]\n"
      "r=b''.join(struct.pack('<I',widen(x)) for x in range(65536))\n"
      "print(root([h(r[i:i+262144]) for i in range(0,len(r),262144)]).hex())\n");
  ASSERT_EQ(theirs.code, 0) << theirs.err;
  EXPECT_EQ(parsed(ours)["fingerprints"][0]["root"].get<std::string>() + "\n", theirs.out);
}

TEST_F(sweep, trees_that_differ_name_the_first_block) {
  const words small{"fingerprint", "e4m3fn_mulAdd"};  // 2^24 results, 256 blocks
  const auto with = [&small](const words& more) {
    words all = small;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  ASSERT_TRUE(ends_with(verbatim(with({"--tree", "t.txt"})), 0));
  EXPECT_TRUE(ends_with(verbatim(with({"--compare", "t.txt"})), 0));
  std::string text = read_file(project() / "t.txt");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 258);
  std::size_t at = 0;
  for (int line = 0; line < 2 + 77; ++line) at = text.find('\n', at) + 1;
  text[at] = text[at] == '0' ? '1' : '0';
  write_file(project() / "other.txt", text);
  const ended how = verbatim(with({"--compare", "other.txt"}));
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "1 of 256 blocks differ"));
  EXPECT_TRUE(has(how.out, "block 77, cases 0x4d0000 to 0x4dffff"));
  EXPECT_TRUE(ends_with(verbatim({"fingerprint", "e5m2_mulAdd", "--compare", "t.txt"}), 2));
  write_file(project() / "cut.txt", text.substr(0, text.size() - 65));
  EXPECT_TRUE(has(verbatim(with({"--compare", "cut.txt"})).err, "there are 255 leaves"));
  write_file(project() / "cut.txt", text.substr(0, text.size() - 7));
  EXPECT_TRUE(has(verbatim(with({"--compare", "cut.txt"})).err, "truncated"));
}

TEST_F(sweep, known_roots_are_accepted_and_compared) {
  manifest("");
  ASSERT_TRUE(ends_with(verbatim({"fingerprint", "f16_sqrt", "--mode", "all", "--accept"}), 0));
  const std::string path = golden("functions/fingerprints.txt");
  const std::string roots = read_file(path);
  EXPECT_EQ(std::count(roots.begin(), roots.end(), '\n'), 6);
  EXPECT_TRUE(has(read_file(golden("SHA256SUMS")), "functions/fingerprints.txt"));
  const ended known = verbatim({"fingerprint", "f16_sqrt"});
  EXPECT_TRUE(has(known.out, "match"));
  EXPECT_TRUE(ends_with(verbatim({"fingerprint", "--all-known"}), 0));
  EXPECT_EQ(sums_hold().code, 0);
  std::string edited = roots;
  edited[edited.find(" 65536 ") + 7] ^= 1;
  write_file(path, edited);
  EXPECT_TRUE(ends_with(verbatim({"fingerprint", "--all-known"}), 1));
  EXPECT_EQ(sums_hold().code, 1);
  write_file(path, "f16_sqrt ties-even x86 65536\n");
  const ended how = verbatim({"fingerprint", "f16_sqrt"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "fingerprints.txt, line 1"));
}

TEST_F(sweep, a_certificate_is_accepted_only_where_it_holds) {
  manifest("");
  ASSERT_TRUE(ends_with(verbatim({"sweep", "f16_sqrt", "--against", "mpfr", "--accept"}), 0));
  EXPECT_TRUE(std::filesystem::exists(golden("functions/f16_sqrt.json")));
  EXPECT_TRUE(has(read_file(golden("SHA256SUMS")), "functions/f16_sqrt.json"));
  EXPECT_TRUE(ends_with(
      verbatim({"sweep", "f16_to_f32", "--routine", wrong + ":f16_to_f32_without_subnormals", "--accept"}), 2));
  EXPECT_FALSE(std::filesystem::exists(golden("functions/f16_to_f32.json")));
}

TEST_F(sweep, json_and_certificates_are_valid_under_their_schemas) {
  if (python("import jsonschema; jsonschema.Draft202012Validator").code != 0)
    GTEST_SKIP() << "python3 with jsonschema is not there";
  ASSERT_TRUE(ends_with(verbatim({"sweep", "f16_sqrt", "--against", "mpfr", "--certificate", "holds.json"}), 0));
  ASSERT_TRUE(ends_with(verbatim({"sweep", "f16_to_f32", "--routine", wrong + ":f16_to_f32_without_subnormals",
                                  "--certificate", "differs.json", "--report", "json=sweep.json"}),
                        1));
  ASSERT_TRUE(ends_with(verbatim({"fingerprint", "f16_sqrt", "--report", "json=fingerprint.json"}), 0));
  ASSERT_TRUE(ends_with(verbatim({"verify", "holds.json", "--report", "json=verify.json"}), 0));
  const auto valid = [this](const std::string& file, const std::string& schema) {
    return python("import json,jsonschema\ns=json.load(open('" VERBATIM_SOURCE_DIR "/harness/report/schemas/" + schema +
                  ".schema.json'))\njsonschema.Draft202012Validator.check_schema(s)\n"
                  "jsonschema.validate(json.load(open('" +
                  file + "')), s)");
  };
  for (const std::string file : {"holds.json", "differs.json"})
    EXPECT_TRUE(ends_with(valid(file, "certificate"), 0)) << file;
  for (const std::string file : {"sweep.json", "fingerprint.json", "verify.json"})
    EXPECT_TRUE(ends_with(valid(file, "answer"), 0)) << file;
  EXPECT_FALSE(ends_with(valid("sweep.json", "certificate"), 0));
}

TEST_F(sweep, oracles_are_listed_with_tier_and_reason) {
  const ended how = verbatim({"list", "oracles"});
  EXPECT_TRUE(ends_with(how, 0));
  for (const std::string name : {"f16c", "compiler", "binary64", "cuda-host", "cuda-device", "mpfr", "model"})
    EXPECT_TRUE(has(how.out, name)) << name;
  const nlohmann::json facts = parsed(verbatim({"list", "oracles", "--format", "json"}));
  EXPECT_EQ(facts["oracles"].size(), 8U);
}

}  // namespace
}  // namespace verbatim::testing

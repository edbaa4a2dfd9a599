// The engine behind every target that is about values: each case of an input is given to the model and to every other
// implementation that is here and has an answer, and what they say is compared, bits and, where they are given, flags.
//
// MPFR is asked about every case where there is no other witness, else about a few of each batch, flags included: it takes
// some hundred times as long as the others. An input of one case is asked about in full.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "fuzz/case_batch.hpp"
#include "fuzz/session.hpp"
#include "harness/oracle/case_class.hpp"
#include "harness/oracle/oracle.hpp"

namespace verbatim::fuzz {

/// Says whether a difference between the model and `given` is an allowed one.
using allowance = std::function<std::optional<allowed>(const oracle::question&, const oracle::operands&,
                                                       std::uint64_t model, std::uint64_t other)>;

struct witness {
  const oracle::implementation* who = nullptr;
  allowance allows;  ///< may be empty
};

struct value_target {
  std::string_view name;
  value_domain domain;
  std::vector<witness> more;  ///< besides those of oracle::all_oracles
  /// Checked of every case besides; empty text: it holds. Else what does not, in a few words.
  std::function<std::string(const oracle::question&, const oracle::operands&, std::uint64_t result)> law;
};

/// The target that this program is. Each value target's file defines it.
[[nodiscard]] const value_target& target();

class value_engine {
 public:
  explicit value_engine(const value_target& what);
  ~value_engine();
  value_engine(const value_engine&) = delete;
  value_engine& operator=(const value_engine&) = delete;

  /// What LLVMFuzzerTestOneInput does.
  void run(input_bytes input);

 private:
  struct prepared;

  const value_target& what_;
  session& session_;
  std::unordered_map<std::uint64_t, std::unique_ptr<prepared>> questions_;
  case_columns columns_;
  std::vector<std::uint64_t> results_;
  std::vector<std::uint64_t> others_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint8_t> other_flags_;

  prepared& prepare(const batch_header& header);
  void compare(prepared& asked, input_bytes input);
  void compare_flags(prepared& asked, input_bytes input, const oracle::batch& cases);
  void cover(const prepared& asked);
  void explain(prepared& asked, input_bytes input);
  void differs(prepared& asked, input_bytes input, std::size_t who, const oracle::operands& x);
};

/// For the targets' files: one engine for the process.
int run_values(const std::uint8_t* data, std::size_t size);

}  // namespace verbatim::fuzz

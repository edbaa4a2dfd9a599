// Which implementations a sweep is about, and how their answers are compared.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/oracle/foreign.hpp"
#include "harness/oracle/oracle.hpp"
#include "harness/prove/operand.hpp"

namespace verbatim::prove {

/// As on the command line; empty texts are the defaults.
struct implementation_words {
  std::string given;      ///< --impl: what is judged; default: model
  std::string routine;    ///< --routine, instead
  std::string pipe;       ///< --pipe, instead
  std::string reference;  ///< --against; default: the model, or for the model the strongest witness there is
  unsigned timeout_seconds = 10;
};

/// The implementation named by --impl, --routine or --pipe. Throws core::request_error with what there is, or with what
/// keeps it from running here.
class chosen_implementation {
 public:
  explicit chosen_implementation(const implementation_words& words);
  [[nodiscard]] const oracle::implementation& operator*() const { return *it_; }
  [[nodiscard]] const oracle::implementation* operator->() const { return it_; }

 private:
  std::unique_ptr<oracle::implementation> brought_;
  const oracle::implementation* it_ = nullptr;
};

[[nodiscard]] const oracle::implementation& implementation_named(std::string_view name, std::string_view option);

/// The first that is here, answers the question and is not `given`; MPFR last, since it is slow. nullptr where there is none.
[[nodiscard]] const oracle::implementation* strongest_witness(const oracle::question& asked,
                                                              const oracle::implementation& given);

/// Every built-in implementation that is here and answers the question.
[[nodiscard]] std::vector<const oracle::implementation*> witnesses(const oracle::question& asked);

/// What one implementation says to one case.
[[nodiscard]] fp::outcome ask(const oracle::implementation& one, const oracle::question& asked,
                              const oracle::operands& operands);

/// `verbatim list oracles`: each with its tier, version and what it offers, or why it is absent.
[[nodiscard]] core::report list_of_oracles();

}  // namespace verbatim::prove

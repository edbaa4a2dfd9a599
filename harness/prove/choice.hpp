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

/// --mode: one, or of "all" those that need no random digits. Where the mode cannot matter, ties-even.
[[nodiscard]] std::vector<fp::rounding> modes_asked(const attribute_words& words, const oracle::function& what);
/// The question in one mode.
[[nodiscard]] oracle::question asked_in(fp::rounding mode, attribute_words words, const oracle::function& what,
                                        bool exact);
/// "f32_to_f16 ties-even"
[[nodiscard]] std::string subject_of(const oracle::question& asked);
/// A mode that an implementation has not, among those of "all".
[[nodiscard]] core::result skipped_mode(const oracle::question& asked, std::string why);

/// Every built-in implementation that is here and answers the question.
[[nodiscard]] std::vector<const oracle::implementation*> witnesses(const oracle::question& asked);

/// What one implementation says to one case.
[[nodiscard]] fp::outcome ask(const oracle::implementation& one, const oracle::question& asked,
                              const oracle::operands& operands);

}  // namespace verbatim::prove

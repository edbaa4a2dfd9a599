// For tests of routines and pipes: columns of cases, and one evaluation with what it threw.
#pragma once

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/error.hpp"
#include "harness/oracle/foreign.hpp"
#include "tests/unit/routines/narrow.hpp"

namespace verbatim::testing_support {

inline oracle::question about(std::string_view function) { return {oracle::function_named(function), {}, false}; }

/// Every element distinct for a while, and far from each other.
template <class Element>
std::vector<Element> spread(std::size_t count, std::uint64_t seed) {
  std::vector<Element> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Element>((i + seed) * 0x9E3779B97F4A7C15U >> 13);
  return out;
}

template <class Result, class... Operand>
std::vector<Result> evaluate(oracle::evaluator& with, const std::vector<Operand>&... columns) {
  const std::vector<std::size_t> counts{columns.size()...};
  std::vector<Result> out(counts[0]);
  oracle::batch cases;
  cases.count = counts[0];
  std::size_t at = 0;
  ((cases.operands[at++] = columns.data()), ...);
  cases.results = out.data();
  with.evaluate(cases);
  return out;
}

inline std::vector<std::uint16_t> narrowed(const std::vector<std::uint32_t>& from) {
  std::vector<std::uint16_t> out;
  for (const std::uint32_t each : from) out.push_back(narrow(each));
  return out;
}

/// What evaluating binary32 to binary16 throws as routine_failure.
inline std::optional<oracle::routine_failure> failure_of(oracle::evaluator& with,
                                                         const std::vector<std::uint32_t>& cases) {
  try {
    (void)evaluate<std::uint16_t>(with, cases);
  } catch (const oracle::routine_failure& failure) {
    return failure;
  }
  return std::nullopt;
}

template <class Function>
std::string request_error_of(const Function& call) {
  try {
    call();
  } catch (const core::request_error& error) {
    return error.what();
  }
  return "(no request_error)";
}

inline std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* const folder = ::opendir("/proc/self/fd");
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

inline bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

}  // namespace verbatim::testing_support

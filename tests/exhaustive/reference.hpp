// What the tests of this folder take from harness/oracle/mpfr_reference.hpp, by its own names.
#pragma once

#include "harness/oracle/mpfr_reference.hpp"

namespace verbatim::testing {

using oracle::answer;
using oracle::datum;
using oracle::datum_kind;
using oracle::decode;
using oracle::grid;
using oracle::mpfr_number;
using oracle::mpfr_reference;
using oracle::predicate_meaning;

}  // namespace verbatim::testing

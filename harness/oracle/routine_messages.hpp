// What the two sides of a routine say to each other over their socket, one packet a message: the parent sends the number
// of cases (8 bytes) that wait in the shared memory; the child answers with one of these letters and a text.
#pragma once

#include <cstddef>

namespace verbatim::oracle::routine_message {

inline constexpr char ready = 'r';       ///< loaded; the library's path follows
inline constexpr char not_loaded = 'l';  ///< the dynamic linker's reason follows
inline constexpr char no_symbol = 's';   ///< the names that there are follow, or what the symbol is instead
inline constexpr char unfit = 'u';       ///< the child cannot serve; a sentence follows
inline constexpr char done = 'd';        ///< the results are there
inline constexpr char too_few = 'f';     ///< in decimal, how many results the array form wrote
inline constexpr char threw = 't';       ///< a C++ exception; its text follows

inline constexpr std::size_t longest = 4096;

}  // namespace verbatim::oracle::routine_message

// How a model program writes: lines are collected, then go to standard output in one piece, checked to the last byte.
//
// A program that loses output and still exits 0 would make a full disk look like a wrong result. Bytes are written as
// they are: UTF-8 in, UTF-8 out, LF after each line.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace verbatim::canonical {

class line_writer {
 public:
  /// Adds one line made of `parts`. Precondition: no part holds a line end.
  void line(std::initializer_list<std::string_view> parts);

  /// Writes all lines, flushes and closes standard output. Returns the exit code for `main`: 0, or 3 after a message
  /// on standard error when anything of it failed. Call it once, last.
  [[nodiscard]] int finish() const;

 private:
  std::string text_;
};

}  // namespace verbatim::canonical

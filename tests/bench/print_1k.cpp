// A model program of 1 KB of canonical output, or of as many MiB as the first argument says.
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  std::string text;
  for (int i = 0; i < 16; ++i) text += "value=0.30000000000000004 bits=0x3fd3333333333334 and more text\n";
  if (argc < 2) return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
  while (text.size() < (std::size_t{1} << 20)) text += text;
  for (long i = std::atol(argv[1]); i > 0; --i)
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return 1;
  return 0;
}

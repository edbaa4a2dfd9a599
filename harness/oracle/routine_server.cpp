// The child's side of a routine: loads the library, then answers block after block until the other side is gone. It runs
// code that nobody vouches for, so it keeps nothing that matters to the other side, and its standard input and output are
// /dev/null: what a routine prints gets lost instead of between two messages.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/core/error.hpp"
#include "harness/oracle/foreign.hpp"
#include "harness/oracle/routine_messages.hpp"
#include "harness/oracle/shared_block.hpp"

namespace verbatim::oracle {
namespace {

namespace message = routine_message;

constexpr int wrong_call = 2;
constexpr std::size_t shown_names = 12;

// ------------------------------------------------------------------------------------------------ calling the function

using loop = void (*)(void* routine, const guarded_block& block, std::size_t count);

template <class Element>
Element* elements(const guarded_block& block, std::size_t column, std::size_t count) {
  return static_cast<Element*>(static_cast<void*>(block.column(column, count)));
}

template <class Result, class... Operand, std::size_t... Index>
void call_each(void* routine, const guarded_block& block, std::size_t count, std::index_sequence<Index...>) {
  const auto call = reinterpret_cast<Result (*)(Operand...)>(routine);
  const auto columns = std::make_tuple(static_cast<const Operand*>(elements<Operand>(block, Index, count))...);
  Result* const results = elements<Result>(block, sizeof...(Operand), count);
  volatile std::uint64_t& current = block.state().case_index;
  for (std::size_t i = 0; i < count; ++i) {
    current = i;  // one store a case, so that the other side knows where it ended
    results[i] = call(std::get<Index>(columns)[i]...);
  }
}

template <class Result, class... Operand>
void scalar(void* routine, const guarded_block& block, std::size_t count) {
  call_each<Result, Operand...>(routine, block, count, std::index_sequence_for<Operand...>{});
}

#if defined(__clang__)
__attribute__((no_sanitize("function")))  // the types are the user's; see below
#endif
void array(void* routine, const guarded_block& block, std::size_t count, std::size_t operand_count) {
  std::array<const void*, 3> in{};
  for (std::size_t i = 0; i < operand_count; ++i) in[i] = block.column(i, count);
  void* const out = block.column(operand_count, count);
  // One calling convention for pointers to whatever element.
  switch (operand_count) {
    case 1: reinterpret_cast<void (*)(const void*, void*, std::size_t)>(routine)(in[0], out, count); return;
    case 2:
      reinterpret_cast<void (*)(const void*, const void*, void*, std::size_t)>(routine)(in[0], in[1], out, count);
      return;
    default:
      reinterpret_cast<void (*)(const void*, const void*, const void*, void*, std::size_t)>(routine)(in[0], in[1],
                                                                                                     in[2], out, count);
  }
}

template <class Function>
auto with_element(std::size_t bytes, const Function& then) {
  switch (bytes) {
    case 1: return then(std::uint8_t{});
    case 2: return then(std::uint16_t{});
    case 4: return then(std::uint32_t{});
    default: return then(std::uint64_t{});
  }
}

// Operands of one size, or a second one of 8 bytes (an integer). nullptr for what no function has.
loop loop_for(const block_shape& shape) {
  const std::vector<std::size_t>& bytes = shape.bytes;
  return with_element(bytes.back(), [&](auto result) {
    using r = decltype(result);
    return with_element(bytes[0], [&](auto operand) -> loop {
      using x = decltype(operand);
      if (shape.operand_count() == 1) return &scalar<r, x>;
      if (shape.operand_count() == 2 && bytes[1] == 8) return &scalar<r, x, std::uint64_t>;
      if (bytes[1] != bytes[0]) return nullptr;
      if (shape.operand_count() == 2) return &scalar<r, x, x>;
      return bytes[2] == bytes[0] ? &scalar<r, x, x, x> : nullptr;
    });
  });
}

// How many results of the array form are there: all, unless the last ones still hold what was put in both times.
std::size_t call_array(void* routine, const guarded_block& block, std::size_t count, const block_shape& shape) {
  constexpr std::array<int, 2> fills{0xA5, 0x5A};
  const std::size_t element = shape.bytes[shape.result()];
  std::byte* const results = block.column(shape.result(), count);
  std::size_t written = 0;
  for (const int fill : fills) {
    std::memset(results, fill, count * element);
    array(routine, block, count, shape.operand_count());
    std::size_t bytes = count * element;
    while (bytes > 0 && results[bytes - 1] == static_cast<std::byte>(fill)) --bytes;
    written = std::max(written, (bytes + element - 1) / element);
    if (written == count) break;
  }
  return written;
}

// ------------------------------------------------------------------------------------------------ faults

guarded_block served;  // where the handler finds it; mapped before that is installed

extern "C" void on_fault(int signal, siginfo_t* about, void*) {
  served.locate(about->si_addr);
  // The disposition is the default by now: the same instruction faults again, and a signal that was sent is sent again.
  if (about->si_code <= 0) ::raise(signal);
}

void watch_faults() {
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_RESETHAND);
  ::sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS}) ::sigaction(signal, &action, nullptr);
  // Crashing is what is expected of it.
  const rlimit none{};
  ::setrlimit(RLIMIT_CORE, &none);
}

// ------------------------------------------------------------------------------------------------ the library

const link_map* map_of(void* library) {
  link_map* found = nullptr;
  return ::dlinfo(library, RTLD_DI_LINKMAP, &found) == 0 ? found : nullptr;
}

// The functions that it exports, by its GNU hash table, which lists just these.
std::vector<std::string> exported_functions(const link_map& library) {
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  const std::uint32_t* table = nullptr;
  for (const ElfW(Dyn)* each = library.l_ld; each->d_tag != DT_NULL; ++each) {
    const auto* const there = reinterpret_cast<const void*>(each->d_un.d_ptr);
    if (each->d_tag == DT_SYMTAB) symbols = static_cast<const ElfW(Sym)*>(there);
    if (each->d_tag == DT_STRTAB) strings = static_cast<const char*>(there);
    if (each->d_tag == DT_GNU_HASH) table = static_cast<const std::uint32_t*>(there);
  }
  std::vector<std::string> found;
  if (symbols == nullptr || strings == nullptr || table == nullptr) return found;
  const std::uint32_t bucket_count = table[0];
  const std::uint32_t first_symbol = table[1];
  const std::uint32_t* const buckets = table + 4 + std::size_t{table[2]} * (sizeof(ElfW(Addr)) / sizeof *table);
  const std::uint32_t* const chains = buckets + bucket_count;
  for (std::uint32_t bucket = 0; bucket < bucket_count; ++bucket) {
    if (buckets[bucket] < first_symbol) continue;
    for (std::uint32_t i = buckets[bucket];; ++i) {
      const ElfW(Sym)& symbol = symbols[i];
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
        found.emplace_back(strings + symbol.st_name);
      if ((chains[i - first_symbol] & 1U) != 0) break;
    }
  }
  std::ranges::sort(found);
  return found;
}

std::string names_in(void* library) {
  const link_map* const map = map_of(library);
  std::vector<std::string> names = map == nullptr ? std::vector<std::string>{} : exported_functions(*map);
  std::erase_if(names, [](const std::string& each) { return each.starts_with('_'); });  // the compiler's own, and C++'s
  if (names.empty()) return "; it exports none (in C++ it takes extern \"C\")";
  const std::size_t all = names.size();
  names.resize(std::min(all, shown_names));
  return fmt::format("; it exports {}{}", fmt::join(names, ", "),
                     all > names.size() ? fmt::format(" and {} more", all - names.size()) : "");
}

bool is_variable(const void* address) {
  Dl_info about{};
  void* symbol = nullptr;
  if (::dladdr1(address, &about, &symbol, RTLD_DL_SYMENT) == 0 || symbol == nullptr) return false;
  return ELF64_ST_TYPE(static_cast<const ElfW(Sym)*>(symbol)->st_info) == STT_OBJECT;
}

// ------------------------------------------------------------------------------------------------ the conversation

class server {
 public:
  explicit server(int control) : control_(control) {}

  int run(const std::string& path, const std::string& symbol, bool in_arrays, const std::optional<block_shape>& shape,
          int memory);

 private:
  void say(char letter, std::string_view text = {}) const {
    const std::string packet = letter + std::string(text.substr(0, message::longest - 1));
    [[maybe_unused]] const ssize_t sent = ::send(control_, packet.data(), packet.size(), MSG_NOSIGNAL);
  }
  void answer(void* routine, const guarded_block& block, loop run_scalar, const block_shape& shape,
              std::size_t count) const;

  int control_;
};

int server::run(const std::string& path, const std::string& symbol, bool in_arrays,
                const std::optional<block_shape>& shape, int memory) {
  guarded_block& block = served;
  if (shape && !block.map(memory, *shape)) {
    say(message::unfit, fmt::format("cannot map its memory: {}", core::errno_text(errno)));
    return wrong_call;
  }
  if (memory >= 0) ::close(memory);
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = ::dlerror();
    say(message::not_loaded, why == nullptr ? "no reason given" : why);
    return 0;
  }
  void* const routine = ::dlsym(library, symbol.c_str());
  if (routine == nullptr || is_variable(routine)) {
    say(message::no_symbol, routine == nullptr ? names_in(library) : "; that is a variable");
    return 0;
  }
  const loop run_scalar = shape && !in_arrays ? loop_for(*shape) : nullptr;
  if (shape && !in_arrays && run_scalar == nullptr) {
    say(message::unfit, fmt::format("no scalar function has operands of these sizes ({})", shape->text()));
    return 0;
  }
  const link_map* const map = map_of(library);
  // What a program that loads it would have from here on: a library built for speed may flush subnormals.
  std::fenv_t environment;
  std::fegetenv(&environment);
  if (shape) watch_faults();
  say(message::ready, map == nullptr ? path : map->l_name);
  std::uint64_t count = 0;
  while (shape && ::recv(control_, &count, sizeof count, 0) == static_cast<ssize_t>(sizeof count) &&
         count <= block_cases) {
    if (!block.narrow(count)) {
      say(message::unfit, fmt::format("cannot protect its memory: {}", core::errno_text(errno)));
      return 0;
    }
    std::fesetenv(&environment);
    answer(routine, block, run_scalar, *shape, count);
  }
  return 0;
}

void server::answer(void* routine, const guarded_block& block, loop run_scalar, const block_shape& shape,
                    std::size_t count) const {
  try {
    if (run_scalar != nullptr) {
      run_scalar(routine, block, count);
      say(message::done);
    } else if (const std::size_t written = call_array(routine, block, count, shape); written < count) {
      say(message::too_few, fmt::format("{}", written));
    } else {
      say(message::done);
    }
  } catch (const std::exception& thrown) {
    say(message::threw, thrown.what());
  } catch (...) {
    say(message::threw, "of a type of its own");
  }
}

}  // namespace

int serve_routine(int argc, const char* const* argv) {
  if (argc != 6 || argv[1] != serve_routine_verb) return wrong_call;
  const std::string_view shape_text = argv[5];
  const std::optional<block_shape> shape = block_shape::from_text(shape_text);
  if (!shape && shape_text != "-") return wrong_call;
  // Out of the way of what a library takes for its standard input and output.
  const int control = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  const int memory = shape ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (control < 0 || nothing < 0) return wrong_call;
  if (::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(nothing, STDOUT_FILENO) < 0) return wrong_call;
  return server(control).run(argv[2], argv[3], std::string_view(argv[4]) == "array", shape, memory);
}

}  // namespace verbatim::oracle

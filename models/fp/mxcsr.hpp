// The processor's floating-point control and status register, set for a while and given back.
//
// x86's MXCSR holds the rounding direction, flush-to-zero, denormals-are-zero, the exception masks and the sticky
// exception flags (Intel SDM volume 1, 10.2.3). Code that must not follow the caller's settings, nor leave flags in
// the caller's register, runs its float instructions inside such a scope. Only where __x86_64__ is defined.
//
// To a compiler a float operation neither reads nor writes MXCSR, so it may move one over the instruction that sets the
// register. The operations therefore belong in a function of their own that is never inlined: the assembly statements
// here are volatile and clobber memory, and a call that reads or writes memory can't move over them.
#pragma once

#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__)

namespace verbatim::fp {

class mxcsr_scope {
 public:
  static constexpr std::uint32_t all_masked = 0x1f80;  ///< the default: nearest, no exception traps, no flags
  static constexpr std::uint32_t denormals_are_zero = 0x0040;
  static constexpr std::uint32_t round_down = 0x2000;
  static constexpr std::uint32_t round_up = 0x4000;
  static constexpr std::uint32_t round_to_zero = 0x6000;

  explicit mxcsr_scope(std::uint32_t value) {
    asm volatile("stmxcsr %0" : "=m"(saved_)::"memory");
    asm volatile("ldmxcsr %0" ::"m"(value) : "memory");
  }
  ~mxcsr_scope() { asm volatile("ldmxcsr %0" ::"m"(saved_) : "memory"); }
  mxcsr_scope(const mxcsr_scope&) = delete;
  mxcsr_scope& operator=(const mxcsr_scope&) = delete;

 private:
  std::uint32_t saved_ = 0;
};

}  // namespace verbatim::fp

#endif

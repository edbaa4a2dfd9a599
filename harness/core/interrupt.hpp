// SIGINT, SIGTERM, SIGHUP and SIGQUIT as a request to stop, which every wait in the program sees through a descriptor.
//
// The handler only stores the signal and writes to an eventfd. Whoever waits polls `interrupt_fd` beside its own
// descriptors, ends its child, and unwinds, so that destructors remove what was made on the way.
#pragma once

namespace verbatim::core {

/// Installs the handlers. Signals that were ignored when the program started (nohup) stay ignored.
void watch_interrupts();

/// The signal asked for, or 0.
[[nodiscard]] int interrupt_requested();

/// Readable once a stop was asked for; -1 before watch_interrupts. It is never drained: all waits see it.
[[nodiscard]] int interrupt_fd();

/// Throws `interrupted` if a stop was asked for.
void throw_if_interrupted();

}  // namespace verbatim::core

#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string>
#include <vector>

namespace vernier {

/// A program for the kernel's filter of system calls (seccomp).
using SystemCallFilter = std::vector<sock_filter>;

/// Lets through what docs/isolation.md lists and nothing else. What is refused answers EPERM, numbers that nobody knows
/// (and those of other interfaces of this machine) answer ENOSYS; the program goes on. Empty where no filter can be
/// made.
///
/// With a GroupKey the first process is a server (runtime/Server.c): whoever knows the key (as the fifth and sixth
/// argument) can make process groups and set priorities, and nobody can signal that process, its group or everybody.
SystemCallFilter systemCallFilter(std::uint64_t GroupKey = 0);

/// For compilers and linkers: less than for runs (docs/isolation.md). Empty where no filter can be made.
const SystemCallFilter &compilerFilter();

/// The filter knows the process that installs it from now on. Only system calls: it has the memory of its parent.
void nameOwnProcess(SystemCallFilter &Filter);

/// What is let through, by name, sorted; calls that depend on their arguments included.
std::vector<std::string> allowedSystemCalls();

/// What of that is not let through for compilers and linkers, sorted.
std::vector<std::string> refusedToCompilers();

} // namespace vernier

#pragma once

#include <linux/filter.h>
#include <sys/resource.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// A Landlock ruleset: everything can be read, only the directory and harmless devices can be written, no other process
/// can be signalled, no TCP port used; as far as the kernel knows these words. -1 where it has none. The caller closes
/// it.
int fileRules(const std::string &WritableDirectory);

/// A seccomp filter: no sockets but local ones, no leaving of the process group (so that a run can be ended as a
/// whole), nothing that changes other processes, the attributes of files (which Landlock does not know) or the machine.
/// Empty on machines that it does not know. Whoever may make groups takes that right from its children itself.
std::vector<sock_filter> systemCallFilter(bool MayMakeGroups = false);

/// What every run has in its environment.
std::vector<std::string> fixedEnvironment();

/// A limit as asked, but not above what this process itself may have.
std::pair<int, rlimit> limitOf(__rlimit_resource Kind, std::uint64_t Value);
/// Those of every run.
std::vector<std::pair<int, rlimit>> usualLimits();

/// Starting more than this many processes at once is no use of a tested program.
inline constexpr unsigned MostProcesses = 256;
/// How many processes this machine runs now.
unsigned processCount();

} // namespace vernier

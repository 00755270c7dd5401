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
/// Empty on machines that it does not know.
///
/// With a GroupKey the first process is a server (runtime/Server.c): whoever knows the key (as the fifth and sixth
/// argument) can make groups, and nobody can signal that process, its group or everybody.
std::vector<sock_filter> systemCallFilter(std::uint64_t GroupKey = 0);

/// Stand in a filter for the number of the process that it is installed in, and its negative.
inline constexpr std::uint32_t OwnNumber = 0x7f4e0001, OwnGroup = 0x7f4e0002;

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

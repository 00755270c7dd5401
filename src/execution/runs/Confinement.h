#pragma once

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

/// A further ruleset, about reading only: nothing but these files and what is below these directories. -1 where the
/// kernel has none.
int readRules(const std::vector<std::string> &Paths);
void addReadRule(int Ruleset, const std::string &Path);

/// Where a run finds its own scratch area (ScratchDirectory.h), instead of what everybody has there.
inline constexpr const char *PrivateTemporary = "/tmp";

/// What every run has in its environment, but for variables that the input has.
std::vector<std::string> fixedEnvironment(const std::vector<std::string> &OfInput = {});

/// A limit as asked, but not above what this process itself may have.
std::pair<int, rlimit> limitOf(__rlimit_resource Kind, std::uint64_t Value);
/// Those of every run.
std::vector<std::pair<int, rlimit>> usualLimits();

/// Starting more than this many processes at once is no use of a tested program.
inline constexpr unsigned MostProcesses = 256;
/// How many processes this machine runs now.
unsigned processCount();

} // namespace vernier

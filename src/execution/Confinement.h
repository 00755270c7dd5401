#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

namespace vernier {

/// A Landlock ruleset: everything can be read, only the directory and harmless devices can be written, no other process
/// can be signalled, no TCP port used; as far as the kernel knows these words. -1 where it has none. The caller closes
/// it.
int fileRules(const std::string &WritableDirectory);

/// A seccomp filter: no sockets but local ones, no leaving of the process group (so that a run can be ended as a
/// whole), nothing that administrates the machine. Empty on machines that it does not know.
std::vector<sock_filter> systemCallFilter();

} // namespace vernier

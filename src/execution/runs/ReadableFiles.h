#pragma once

#include "execution/runs/Descriptor.h"

#include <string>
#include <vector>

namespace vernier {

/// A Landlock ruleset for whoever runs Vernier as root: what an ordinary user could read can be read, and the given
/// directories (the cache, libraries of the program, its scratch area). None for ordinary users, who cannot read
/// anything else anyway, and where the kernel has no Landlock.
Descriptor readableFiles(const std::vector<std::string> &Also);

} // namespace vernier

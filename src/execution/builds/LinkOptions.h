#pragma once

#include <string>
#include <vector>

namespace vernier {

/// The words of a link without those that write files besides the executable, load code into the linker, or make it
/// read options from a file: maps, other outputs, dependency files, plugins, ... also inside of -Wl, and -Xlinker.
std::vector<std::string> harmlessLinkOptions(const std::vector<std::string> &Words);

} // namespace vernier

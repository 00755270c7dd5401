#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// Behind a message about a name that nobody knows: `; did you mean 'parse', 'parsed'?`, at most three, nearest first;
/// empty if nothing is near.
std::string didYouMean(std::string_view Name, const std::vector<std::string> &Known);

} // namespace vernier

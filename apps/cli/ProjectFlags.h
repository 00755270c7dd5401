#pragma once

#include "base/Result.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace vernier::cli {

/// Adds the flags of the project's file behind Arguments, as far as the verb takes them and they are not given:
/// those that stand above all sections, those of the verb's section, and those of the function named by --entry.
Status addProjectFlags(const CLI::App &Vernier, std::vector<std::string> &Arguments);

} // namespace vernier::cli

#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace vernier::cli {

/// Null if there is none.
const CLI::App *verbNamed(const CLI::App &Vernier, const std::string &Name);

/// The long names of a verb's flags, without dashes.
std::vector<std::string> longNames(const CLI::App &Verb);

/// What to tell of arguments that cannot be understood: what is wrong, what is near, where help is. One line.
std::string explainUsage(const CLI::App &Vernier, const std::vector<std::string> &Arguments,
                         const CLI::ParseError &Problem);

} // namespace vernier::cli

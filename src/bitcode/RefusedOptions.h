#pragma once

#include "base/Result.h"
#include "project/CompileCommands.h"

#include <string>
#include <vector>

namespace vernier {

/// Whoever analyses a directory without --build runs nothing of it. An entry of its compilation database that loads or
/// chooses code (a plugin, a compiler of its own, a configuration file, ...) or reads files from elsewhere is an error
/// that names the file, the option and the way out. Roots are the directories that belong to the version: its own and
/// that of the database.
Status refuseForeignCode(const CompileCommand &Command, const std::vector<std::string> &Roots);

} // namespace vernier

#pragma once

#include "base/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// One entry of a compilation database.
struct CompileCommand {
  std::string Directory;              ///< absolute
  std::string File;                   ///< absolute
  std::string Output;                 ///< as written, relative to Directory; empty if neither key nor -o says it
  std::vector<std::string> Arguments; ///< the compiler first; response files are still unread
};

/// Reads compile_commands.json ("arguments" or "command"; relative directories start at the database).
Result<std::vector<CompileCommand>> readCompileCommands(const std::string &Path);

/// DIRECTORY/compile_commands.json or DIRECTORY/build/compile_commands.json.
std::optional<std::string> findCompileCommands(const std::string &Directory);

/// Splits a command line as a POSIX shell does, without expanding anything.
std::vector<std::string> splitCommandLine(const std::string &Text);

} // namespace vernier

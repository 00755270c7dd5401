#pragma once

#include "bitcode/Program.h"
#include "selection/SlotTable.h"

#include <string>
#include <vector>

namespace vernier {

/// What records depend on, by content. A run that executed functions with these hashes, in surroundings with this one,
/// does the same in any version in which they have them too.
struct CodeHashes {
  /// For each function of the table: its code, the types that it uses, and everything that it mentions, where functions
  /// count by name and as defined or not, and variables with their contents, transitively. Not: source positions.
  std::vector<std::string> Functions;
  /// Data layout, link, assembly text, which functions run before and after main, definitions in named sections, and
  /// what replaces functions of libraries.
  std::string Surroundings;
};

CodeHashes hashCode(const Program &Version, const SlotTable &Table);

} // namespace vernier

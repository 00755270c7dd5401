#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "project/Workspace.h"

#include <set>
#include <string>
#include <vector>

namespace vernier {

/// The bitcode of one translation unit that becomes part of a program.
struct LinkUnit {
  std::string Hash; ///< at Workspace::object(Hash)
  std::string File; ///< its source, for messages
};

/// What a unit offers to and wants from the others.
struct UnitSymbols {
  std::set<std::string> Defined;   ///< strong and weak definitions that others can see
  std::set<std::string> Undefined; ///< used here, defined elsewhere; without weak references
  bool definesMain() const { return Defined.contains("main"); }
};

Result<UnitSymbols> symbolsOf(const Workspace &Space, const LinkUnit &Unit);

/// Adds those further units that define what is still undefined, as a linker takes members out of archives, in order
/// and until nothing changes; a unit with a second main is never taken.
std::vector<std::size_t> resolveLikeArchive(const std::vector<UnitSymbols> &Symbols, std::vector<std::size_t> Chosen,
                                            const std::vector<std::size_t> &Further);

/// Links the units into one module. The result is cached by the hashes of the units.
Result<Program> linkUnits(const Workspace &Space, const std::vector<LinkUnit> &Units, const std::string &Label);

} // namespace vernier

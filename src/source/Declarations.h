#pragma once

#include "source/Outline.h"

#include <set>
#include <string>
#include <vector>

namespace vernier {

/// The names through which other code notices a change of a declaration.
struct DeclaredNames {
  std::set<std::string> Values; ///< macros, variables, functions, enumerators
  std::set<std::string> Types;  ///< tags, typedefs, members
  bool Prototype = false;       ///< declares a function and nothing else
};

/// Touched are the tokens at which the region changed. All of a variable or macro is affected by any of them; of a type
/// only the members and enumerators that are touched, and enumerators that take their value from a touched one.
DeclaredNames declaredNames(const std::vector<SourceToken> &Tokens, const Region &R, const std::set<unsigned> &Touched);

} // namespace vernier

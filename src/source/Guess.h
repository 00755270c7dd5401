#pragma once

#include "source/Tokens.h"

#include <set>
#include <string>
#include <vector>

namespace vernier {

/// What names that no header defines probably are, judged by where they stand. Used only for names that Clang cannot
/// find: declarations and statements with a name of unknown kind would otherwise be dropped.
struct NameGuesses {
  std::set<std::string, std::less<>> Types;
  std::set<std::string, std::less<>> EmptyMacros;     ///< attributes: `int f (void) ATTRIBUTE_PURE;`
  std::set<std::string, std::less<>> EmptyCallMacros; ///< attributes with arguments
  std::set<std::string, std::less<>> Called;          ///< names before an argument list

  bool DefinesBool = false;                     ///< the text declares a type of that name itself
  std::set<std::string, std::less<>> Constants; ///< all capitals, or behind `case`

  void merge(const NameGuesses &Other);
};

NameGuesses guessNames(const std::vector<SourceToken> &Tokens);

} // namespace vernier

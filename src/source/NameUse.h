#pragma once

#include "source/FileDiff.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// Which names the changed files mention where, judged by their tokens.
class NameUse {
public:
  explicit NameUse(const std::vector<std::unique_ptr<FileDiff>> &Files);

  /// Names and everything whose value they go into: macros, initialisers, enumerators, array bounds.
  std::set<std::string> dependents(const std::set<std::string> &Names) const;
  /// Whether the body of any function mentions the name.
  bool inBodies(std::string_view Name) const { return BodyNames.count(Name) != 0; }
  bool isMacro(std::string_view Name) const { return Macros.count(Name) != 0; }
  /// Names that the macro Name calls, through other macros too.
  std::vector<std::string_view> calledByMacro(std::string_view Name) const;
  /// Names that a function's body calls.
  std::vector<std::string_view> calledIn(const FileDiff &File, const Region &Function) const;
  /// Whether every mention of the function Name in File is a call inside a function, and there is one.
  bool onlyCalled(const FileDiff &File, std::string_view Name) const;

private:
  std::set<std::string_view> BodyNames;
  std::map<std::string_view, std::set<std::string>> UsedBy;      ///< by name: the names whose value mentions it
  std::map<std::string_view, std::set<std::string_view>> Macros; ///< by macro: what its body mentions

  void readRegion(const FileDiff &File, const Region &R);
};

} // namespace vernier

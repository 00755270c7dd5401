#pragma once

#include "project/FileChange.h"
#include "source/Outline.h"
#include "source/Tokens.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// Tokens of the old version that have no counterpart, at the place in the new version where they were.
struct RemovedTokens {
  unsigned At = 0;       ///< before this token of the new version
  unsigned OldBegin = 0; ///< tokens of the old version
  unsigned OldEnd = 0;
};

/// A function of the new version whose text or surroundings changed.
struct FunctionChange {
  unsigned Region = 0; ///< in the outline of the new version
  bool Added = false;  ///< no counterpart in the old version
  bool Signature = false;
  bool Types = false;   ///< the signature differs in more than the names of parameters
  bool Context = false; ///< other conditional directives around it
  std::vector<RemovedTokens> Removed;
};

/// A change outside of functions.
struct DeclarationChange {
  std::string Name;                 ///< what to call it in a report
  std::optional<unsigned> Region;   ///< in the outline of the new version; nothing when it was removed
  unsigned OldRegion = 0;           ///< for removed ones
  bool Weak = false;                ///< changes code only through other files (#include and the like)
  std::set<std::string> ValueNames; ///< macros, enumerators, variables and functions whose users are changed
  std::set<std::string> TypeNames;  ///< types and members whose users are changed
};

/// What differs between the two versions of one file, comments and white space aside.
struct FileDiff {
  const FileChange *Change = nullptr;
  SourceLanguage Language = SourceLanguage::C;
  std::vector<SourceToken> OldTokens, NewTokens;
  Outline Old, New;
  std::vector<bool> Changed; ///< by token of the new version: it has no counterpart
  std::vector<FunctionChange> Functions;
  std::vector<unsigned> RemovedFunctions; ///< regions of the old outline
  std::vector<DeclarationChange> Declarations;
  unsigned ChangedLines = 0; ///< CLoC: changed lines with executable code
  std::string EmptyReason;   ///< why there is no change; empty if there is one

  bool empty() const { return Functions.empty() && RemovedFunctions.empty() && Declarations.empty(); }
};

/// The language of a path by its suffix; nothing if it is neither C nor C++.
std::optional<SourceLanguage> languageOf(const std::string &Path);
/// The same, where a header named .h is taken for C++ if its text uses words or punctuation that C does not have.
std::optional<SourceLanguage> languageOf(const FileChange &Change);
bool isHeader(const std::string &Path);

/// Compares the two versions of a file. Change must outlive the result.
FileDiff diffFile(const FileChange &Change, SourceLanguage Language);

} // namespace vernier

#pragma once

#include "base/Location.h"
#include "verdict/Verdict.h"

#include <llvm/Support/JSON.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// What SARIF, JUnit and the annotations of GitHub tell about one function: the entries of `functions` of a document
/// `vernier.check/1`, in the words of the document. These views read the document and nothing else, so that they
/// cannot disagree with it.
struct FunctionView {
  std::string Name;
  FunctionRole Role = FunctionRole::None;
  std::string Verdict; ///< equal, different, unknown
  Location Where;      ///< in the new version; in the old one for removed functions
  std::string ReasonCode, ReasonMessage;
  Location ReasonWhere;
  std::string Extent;                ///< complete, up-to-bound, none
  std::optional<std::int64_t> Bound; ///< of up-to-bound
  std::string Mode;
  std::vector<std::string> Assumptions;
  std::vector<std::string> Breakable; ///< those of them that a caller or the world can break
  std::string Input;                  ///< the witness: `price = 100, member = 0`; empty without one
  std::string Old, New;               ///< its outcomes, one line each
  double Seconds = 0;

  bool removed() const { return Role == FunctionRole::Removed; }
  /// What is unknown about code that both versions have and that changed weighs more than what is unknown about its
  /// callers, or about functions without a counterpart.
  bool aside() const {
    return Role == FunctionRole::Caller || Role == FunctionRole::Added || Role == FunctionRole::Removed;
  }
};

/// The functions of a document, or of one of its commits. Where no function carries the verdict on the whole (an
/// obstacle outside of all functions, or nothing changed at all), the last entry stands for the program.
std::vector<FunctionView> functionViews(const llvm::json::Object &Document);

/// Several lines: what is claimed, and for a difference the input with both outcomes.
std::string findingText(const FunctionView &Function);

/// The reason says that something could not be carried out, not that it could not be decided. By convention such a
/// code ends in `-failed`.
bool analysisFailed(const FunctionView &Function);

/// One of `impact.changes`.
struct ChangeView {
  std::int64_t Id = 0;
  std::string Kind; ///< added, removed, modified
  bool InOld = false;
  Location Where;
  std::string Text, OldText;
};

/// The changed statements of a function: of all functions if Name is empty.
std::vector<ChangeView> changeViews(const llvm::json::Object &Document, llvm::StringRef Name);

/// "0123abc (subject)" of the commits in which the function got this verdict; empty without `commits`.
std::vector<std::string> commitsWith(const llvm::json::Object &Document, const FunctionView &Function);

/// `OLD -> NEW`, with the labels of the versions.
std::string pairText(const llvm::json::Object &Document);

/// A field of `summary`, or nothing.
std::string summaryText(const llvm::json::Object &Document, llvm::StringRef Field);

} // namespace vernier

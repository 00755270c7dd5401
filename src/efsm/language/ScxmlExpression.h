#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <functional>
#include <optional>
#include <string>

namespace vernier::efsm {

/// An expression of a state chart in the language of models.
struct TranslatedExpression {
  std::string Text;
  bool Boolean = false;
  std::string Member; ///< it is a member of `_event.data` and nothing else
};

/// What the names in an expression are.
struct ChartNames {
  llvm::StringMap<TranslatedExpression> Data;
  /// What the parameter for a member of `_event.data` is called; nothing if there is no event.
  std::function<std::optional<TranslatedExpression>(llvm::StringRef Member)> Parameter;
  /// Called for a member that stands where only a boolean can.
  std::function<void(llvm::StringRef Member)> IsBoolean;
};

/// Translates the part of ECMAScript that means the same there: integers, booleans, data, members of `_event.data`,
/// comparisons, + - *, && || !. Nothing for anything else; Why says what does not fit. Boolean: what is wanted.
std::optional<TranslatedExpression> translate(llvm::StringRef Text, const ChartNames &Names, bool Boolean,
                                              std::string &Why);

} // namespace vernier::efsm

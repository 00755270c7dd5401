#pragma once

#include "changes/ChangeMap.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace vernier {

// Text that changed, and that our compiler leaves out. Conditions of the preprocessor may hold in the user's build that
// do not hold in ours, also through macros of unchanged headers. Pragmas and attributes may be for another compiler.

/// One file of one version.
struct ConditionalText {
  const std::vector<std::string> &Lines;
  /// Whether our compiler made code of some line from..to (from 1).
  std::function<bool(unsigned From, unsigned To)> HasCode;
};

/// The lines of A (from 1) that are not in B, stand under a condition, and of whose branch our compiler made no code;
/// also changed conditions themselves, and changed macros that such a branch names. An include guard is no condition,
/// and nobody compiles what stands under `#if 0`.
std::vector<unsigned> changedTextLeftOut(const ConditionalText &A, const ConditionalText &B);

/// Pragmas and attributes that clang ignores and gcc does not, as far as they change what a program does.
void addIgnoredByClang(const std::string &Line, std::set<std::string> &To);

/// The assumptions about such text: `inactive-code: FILE:LINE, ...`, `ignored-by-clang: NAMES`.
std::vector<std::string> conditionalTextCodes(const ChangeMap &Map);

/// The first of them: `inactive-code: FILE:LINE, ...`.
std::string inactiveCode(const std::set<std::string> &Places);

/// `CODE: NAME, NAME, ...`: a few of them.
std::string assumptionAbout(const std::string &Code, const std::set<std::string> &Names);

} // namespace vernier

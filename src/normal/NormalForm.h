#pragma once

#include "changes/ChangeMap.h"
#include "input/InputSpace.h"
#include "normal/SameCode.h"

#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// Functions of both versions that control may enter, in pairs.
using EntryPairs = std::vector<std::pair<const llvm::Function *, const llvm::Function *>>;

struct NormalFormAnswer {
  bool Equal = false;
  std::string WhyNot;                   ///< the last attempt; for people who look for the reason
  std::vector<std::string> Assumptions; ///< of an equality: codes
};

/// Brings both versions into a normal form by the same transformations and compares what is left, step by step, with
/// all functions and globals that it mentions. Equality is for every input and in every context that keeps to the
/// assumptions; the space only says how parameters pair, and which memory is there if it is not enough without.
/// What the transformations may not lose is guarded (normal/Guards.h). Functions whose normal forms are not the same
/// may be shown to do the same otherwise.
NormalFormAnswer compareNormalForms(const ChangeMap &Map, const InputSpace &Space, const EntryPairs &Entries,
                                    const FunctionProof &Otherwise = {});

} // namespace vernier

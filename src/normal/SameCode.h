#pragma once

#include "changes/ChangeMap.h"
#include "normal/SharedNames.h"

#include <llvm/IR/Module.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// What a comparison took for granted beside the code itself.
struct SameCodeFacts {
  bool Unwritten = false; ///< both use memory that nobody has written, in the same way
  bool Undefined = false; ///< both do the same that may be undefined: an access outside of its object, a wide shift
};

/// Another way to see that two functions do the same, for those whose code is not the same.
struct FunctionProof {
  /// It may take for granted that functions which share a name do the same wherever both call them with equal operands.
  /// Empty if both do the same; else why it cannot say so.
  std::function<std::string(const llvm::Function &Old, const SharedNames &OldNames, const llvm::Function &New,
                            const SharedNames &NewNames, SameCodeFacts &Facts)>
      WhyNot;
  std::function<bool()> TimeIsUp; ///< nothing more will be proved

  explicit operator bool() const { return static_cast<bool>(WhyNot); }
};

/// Whether functions of two modules do the same step by step: the same flow of control, the same effects in the same
/// order on the same operands; what has no effect may stand anywhere. Functions that they mention are compared, too.
/// The modules are copies of those of the change map, with the same names; it says which global is which.
/// Empty if all are the same; else what is not, for people who look for the reason.
std::string whyNotSameCode(const ChangeMap &Map, const llvm::Module &New,
                           std::vector<std::pair<const llvm::Function *, const llvm::Function *>> Functions,
                           SameCodeFacts &Facts, const FunctionProof &Otherwise = {});

} // namespace vernier

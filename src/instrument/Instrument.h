#pragma once

#include "abi/Sites.h"
#include "base/Result.h"
#include "instrument/MergeBranches.h"

#include <llvm/IR/Module.h>

namespace vernier {

struct InstrumentOptions {
  /// The module's main becomes vernier_program_main, which the runtime's own main calls. Else there is a vernier_call,
  /// which the harness calls.
  bool WholeProgram = true;
  bool CheckSigned = false; ///< look for signed overflow
  /// Branches whose sides only compute values become selections (instrument/MergeBranches.h), if there are at least so
  /// many of them; except for those that have to do with these instructions. 0: never.
  unsigned MergeFrom = 0;
  InstructionSet Keep = {};
  InstructionSet Marks = {};  ///< when control comes to them, traces say so (VernierVisit)
  bool NullableInputs = true; ///< pointers that a harness passes may be null
};

/// Inserts the calls of hooks (abi/Hooks.h) into a whole program that has its models and its harness. The module is
/// changed for good.
Result<Instrumentation> instrument(llvm::Module &M, const InstrumentOptions &Options);

} // namespace vernier

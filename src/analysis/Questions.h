#pragma once

#include "abi/QuestionKind.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

namespace vernier {

/// A call that asks the world.
struct Question {
  QuestionKind Kind = QuestionKind::Other;
  int Name = -1;   ///< the argument that names what is asked for, a text; -1: none does
  int Number = -1; ///< the same for a number
  int Into = -1;   ///< the argument that the answer is written to; who passes null does not ask
};

/// What a library function asks of the world (docs/design.md#world), by its name; nothing: nothing. Functions that the
/// table below says nothing about ask if the effect table says that they take something from the outside world, or read
/// the environment, a clock or random numbers.
std::optional<Question> questionOf(llvm::StringRef Function);

/// The same for a call: nobody asks who does not look at the answer. ReadsErrno: the program may look there.
std::optional<Question> questionOf(const llvm::CallBase &Call, llvm::StringRef Function, bool ReadsErrno);

} // namespace vernier

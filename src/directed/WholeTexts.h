#pragma once

#include "input/InputSpace.h"

#include <llvm/IR/Function.h>

#include <vector>

namespace vernier {

/// Inputs in which one text (an argument, a string, standard input, a file) is something that the code under the
/// entries names as a whole: string constants, options of `getopt` and its long ones, names of files of the space. Then
/// pairs of them in neighbouring arguments. Others are as in the given input. At most so many.
std::vector<InputAssignment> wholeTexts(const InputSpace &Space, llvm::ArrayRef<const llvm::Function *> Entries,
                                        const InputAssignment &Others, std::size_t Most);

/// `a`, `b` of "ab:"; nothing if the text is no list of options.
std::vector<std::string> shortOptions(llvm::StringRef List);

} // namespace vernier

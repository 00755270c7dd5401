#pragma once

#include "bitcode/Program.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

#include <string>
#include <vector>

namespace vernier {

/// Values that programs name, and those around them: where behaviour is likely to change.
struct SourceConstants {
  std::vector<llvm::APInt> Integers; ///< signed, of 64 bits
  std::vector<double> Floating;
  std::vector<std::string> Texts;
  std::string Letters; ///< bytes that code is compared with, or where a table of all bytes changes

  /// Those in the code that the functions may come to.
  static SourceConstants of(llvm::ArrayRef<const llvm::Function *> Entries);
};

} // namespace vernier

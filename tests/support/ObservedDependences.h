#pragma once

#include "bitcode/Program.h"

#include <llvm/IR/Instruction.h>

#include <string>
#include <vector>

namespace vernier::test {

/// In a real run, Read read a byte that Write had written last.
struct ObservedDependence {
  const llvm::Instruction *Write; ///< a store, or a call of a library function
  const llvm::Instruction *Read;  ///< a load, or a call of a library function
};

struct ObservedRun {
  std::vector<ObservedDependence> Dependences; ///< each pair once
  int ExitStatus = -1;                         ///< -1: a signal, or the time limit
  std::string Problem;                         ///< empty: the run could be observed
};

/// Runs `main` in a forked child, in a copy of the program with every load and store logged, and returns the memory
/// dependences that occurred. Library functions are observed from outside: what they wrote is seen by comparing memory
/// before and after; what they read is known for common string and memory functions only. What the program prints is
/// thrown away.
ObservedRun observe(const Program &P, const std::vector<std::string> &Arguments, const std::string &Input = "");

} // namespace vernier::test

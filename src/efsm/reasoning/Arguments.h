#pragma once

#include "efsm/language/Model.h"

#include "base/Random.h"

#include <llvm/ADT/ArrayRef.h>

namespace vernier::efsm {

/// Values at random that have a chance to make guards true: numbers that the machine mentions, those that its variables
/// hold at the moment, and their neighbours.
class Arguments {
public:
  Arguments(const Machine &Of, Random &Source);

  Value random(const Type &Of, llvm::ArrayRef<Value> Variables);

private:
  Integer number(llvm::ArrayRef<Value> Variables);

  Random &Source;
  std::vector<Integer> Mentioned;
};

} // namespace vernier::efsm

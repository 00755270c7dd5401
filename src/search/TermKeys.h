#pragma once

#include "search/ExecutionTree.h"

#include <llvm/ADT/DenseMap.h>

namespace vernier {

/// Names terms by what they are: equal in every process, unlike their numbers. (Where the order of operands follows the
/// numbers, equal terms may get two names: whoever looks something up then misses it, no more.)
class TermKeys {
public:
  explicit TermKeys(const TermStore &Store) : Store(Store) {}
  PathKey of(Term What);

private:
  const TermStore &Store;
  llvm::DenseMap<Term, PathKey> Known;
};

} // namespace vernier

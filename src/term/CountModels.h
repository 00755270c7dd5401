#pragma once

#include "term/LargeProduct.h"
#include "term/Term.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace vernier {

/// How many assignments there are: a number, or two that it lies between. Both have the same width, in which the size
/// of the whole space fits.
struct ModelCount {
  llvm::APInt AtLeast, AtMost;
  bool exact() const { return AtLeast == AtMost; }
};

/// A conjunction.
using TermList = std::vector<Term>;

/// Counts models of many conditions over the same variables; what it finds out about single conditions it keeps.
class ModelCounter {
public:
  explicit ModelCounter(llvm::ArrayRef<Term> Variables);
  ~ModelCounter();

  /// How many values of the variables there are (each within its bounds) that satisfy all conjuncts and none of the
  /// excluded conjunctions. A condition that mentions something else (another variable, an uninterpreted function)
  /// counts as one that may hold or not. Effort: about how many operations may be evaluated.
  ModelCount count(llvm::ArrayRef<Term> Conjuncts, llvm::ArrayRef<TermList> Excluded = {},
                   std::size_t Effort = 2'000'000);
  /// Counts that take longer are bounds only.
  void stopAt(std::chrono::steady_clock::time_point Deadline);
  /// The number of all values of the variables.
  llvm::APInt space();

private:
  class Search;
  std::unique_ptr<Search> Inner;
};

/// The same, once.
ModelCount countModels(llvm::ArrayRef<Term> Variables, llvm::ArrayRef<Term> Conjuncts,
                       llvm::ArrayRef<TermList> Excluded = {}, std::size_t Effort = 2'000'000);

/// The number of all values of the variables, in the width of a ModelCount of them.
llvm::APInt spaceOf(llvm::ArrayRef<Term> Variables);

} // namespace vernier

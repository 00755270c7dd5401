#pragma once

#include "term/Term.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>

#include <optional>
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

/// How many values of the variables there are (each within its bounds) that satisfy all conjuncts and none of the
/// excluded conjunctions. The terms mention no other variables. Effort: about how many operations may be evaluated.
ModelCount countModels(TermStore &Store, llvm::ArrayRef<Term> Variables, llvm::ArrayRef<Term> Conjuncts,
                       llvm::ArrayRef<TermList> Excluded = {}, std::size_t Effort = 2'000'000);

/// All values of the variables.
llvm::APInt spaceOf(llvm::ArrayRef<Term> Variables);

std::string decimal(const llvm::APInt &Number);

} // namespace vernier

#pragma once

#include "term/Term.h"

#include <llvm/IR/Instructions.h>

#include <optional>

namespace vernier {

// Instructions of a normal form as terms. Numbers with a point are bits: operations on them are functions that nobody
// knows, with the laws that hold for all of them. So equal means computed in the same way.

/// Bits of a value: integers, addresses, floating-point numbers.
std::optional<unsigned> widthOf(const llvm::Type &Type);

/// A type as text that is the same in both versions, whatever structures are called.
std::string typeText(const llvm::Type &Type);

/// What a pure instruction or a guarded division gives for these operands; nothing if it is not understood.
Term operationTerm(TermStore &Store, const llvm::Instruction &I, llvm::ArrayRef<Term> Operands);

/// The division does not end the program.
Term divisionIsSafe(TermStore &Store, llvm::StringRef Guard, llvm::ArrayRef<Term> Operands);

} // namespace vernier

#pragma once

#include "trace/Trace.h"

#include <llvm/ADT/APInt.h>

namespace vernier {

/// A node of which the trace and the machine say different things.
struct Mismatch {
  enum class Kind {
    Term,     ///< its term, evaluated on the input, is not what the run saw
    Step,     ///< its operation on what the run saw of its operands is not what the run saw
    Decision, ///< the condition of a decision does not hold for the input
    Unmarked, ///< computed from something symbolic and not marked so
    Input,    ///< a leaf has another value than the input
  };
  Kind What = Kind::Term;
  NodeId Node = 0;
  std::uint64_t Saw = 0;  ///< in the run (the low 64 bits)
  std::uint64_t Says = 0; ///< the trace
};

/// The engine against the machine.
struct Validation {
  std::uint64_t Nodes = 0;     ///< terms that were compared with what the run saw
  std::uint64_t Steps = 0;     ///< nodes that were computed from their operands
  std::uint64_t Decisions = 0; ///< conditions that were evaluated
  /// Differences where the program does not determine the value: which NaN an operation gives, a conversion of a number
  /// that does not fit, a shift by the width or more, and what is computed from these.
  std::uint64_t Undetermined = 0;
  std::vector<Mismatch> Wrong; ///< the first few

  bool good() const { return Wrong.empty(); }
};

/// Evaluates the term of every node that has one and the condition of every decision on the input of the run, and, as a
/// second check that makes no terms, every operation on the values that its operands had.
Validation validate(Trace &Of, llvm::ArrayRef<llvm::APInt> Input);

/// One line that names the node, its place and both values.
std::string describe(const Trace &Of, const Mismatch &Wrong);

} // namespace vernier

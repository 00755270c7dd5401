#pragma once

#include "term/Evaluate.h"
#include "term/Term.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier::test {

/// What a step of a script does: the constructors of TermStore. Where there is an operation of that name, the step
/// means just that operation on values; the others are spelled out by meaning().
enum class Make {
  Constant,
  Variable,
  Not,
  Neg,
  And,
  Or,
  Xor,
  Add,
  Sub,
  Mul,
  UDiv,
  URem,
  SDiv,
  SRem,
  Shl,
  LShr,
  AShr,
  Concat,
  Extract,
  ZExt,
  SExt,
  Ite,
  Implies,
  Eq,
  Ne,
  Ult,
  Ule,
  Slt,
  Sle,
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FSqrt,
  FFma,
  FRound,
  FNeg,
  FAbs,
  FEq,
  FLt,
  FLe,
  IsNaN,
  FConvert,
  FToSInt,
  FToUInt,
  SIntToF,
  UIntToF,
};

struct Step {
  Make What;
  unsigned Bits;
  std::vector<unsigned> Operands; ///< earlier steps
  unsigned Low = 0;
  llvm::RoundingMode Rounding = llvm::RoundingMode::NearestTiesToEven;
  llvm::APInt Value = llvm::APInt(1, 0);                               ///< of Constant
  std::optional<VariableBound> Bound = std::optional<VariableBound>(); ///< of Variable
};

/// A term as a sequence of constructions. It can be built through a store, which simplifies, and computed on concrete
/// values, which does not.
using TermScript = std::vector<Step>;
using Values = std::vector<llvm::APInt>; ///< one for each step

/// The term of each step, through the constructors of the store. Variables are named after their steps, v0, v1, ...
std::vector<Term> build(const TermScript &Script, TermStore &Store);

/// The value of each step. Inputs gives the values of the variables, at the places of their steps.
Values compute(const TermScript &Script, const Values &Inputs);

/// The steps that a step depends on, as text with their values, for messages.
std::string text(const TermScript &Script, unsigned Last, const Values &Computed);

} // namespace vernier::test

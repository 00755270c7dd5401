#include "solver/Size.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

namespace vernier {

namespace {

constexpr std::uint64_t SmallGates = 20000;
/// Of floating-point operations and functions that nobody knows.
constexpr std::uint64_t Endless = std::numeric_limits<std::uint32_t>::max();

/// A product with a constant is a sum of as many shifted copies as it has ones.
std::uint64_t multiplierRows(Term T) {
  for (Term Each : T.operands())
    if (Each.isConstant())
      return std::min(Each.value().popcount(), (-Each.value()).popcount()) + 1;
  return T.bits();
}

std::uint64_t shiftStages(Term T) {
  return T.operand(1).isConstant() ? 0 : llvm::Log2_32_Ceil(T.bits()) + 1;
}

std::uint64_t gatesOf(Term T) {
  std::uint64_t Bits = T.bits();
  switch (T.operation()) {
  case Operation::Constant:
  case Operation::Variable:
  case Operation::Not:
  case Operation::Concat:
  case Operation::Extract:
  case Operation::ZExt:
  case Operation::SExt:
    return 0;
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
  case Operation::Ite:
    return Bits;
  case Operation::Add:
    return Bits * 5 * T.operands().size();
  case Operation::Mul:
    return Bits * 6 * multiplierRows(T);
  case Operation::UDiv:
  case Operation::URem:
  case Operation::SDiv:
  case Operation::SRem:
    return Bits * Bits * 10;
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
    return Bits * shiftStages(T);
  case Operation::Eq:
  case Operation::Ult:
  case Operation::Ule:
  case Operation::Slt:
  case Operation::Sle:
    return T.operand(0).bits() * 2;
  case Operation::Apply:
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
  case Operation::FSqrt:
  case Operation::FFma:
  case Operation::FRound:
  case Operation::FEq:
  case Operation::FLt:
  case Operation::FLe:
  case Operation::FConvert:
  case Operation::FToSInt:
  case Operation::FToUInt:
  case Operation::SIntToF:
  case Operation::UIntToF:
    return Endless;
  }
  return Endless;
}

} // namespace

std::uint64_t gates(llvm::ArrayRef<Term> Conjuncts, std::uint64_t Most) {
  std::vector<Term> Open(Conjuncts.begin(), Conjuncts.end());
  llvm::DenseSet<Term> Seen;
  std::uint64_t Sum = 0;
  while (!Open.empty() && Sum <= Most) {
    Term T = Open.back();
    Open.pop_back();
    if (!Seen.insert(T).second)
      continue;
    Sum += 1 + gatesOf(T); // large terms are work, too, if they are nothing but wires
    Open.insert(Open.end(), T.operands().begin(), T.operands().end());
  }
  return Sum;
}

bool isSmall(llvm::ArrayRef<Term> Conjuncts) {
  return gates(Conjuncts, SmallGates) <= SmallGates;
}

} // namespace vernier

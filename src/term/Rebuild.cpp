#include "term/Rebuild.h"

namespace vernier {

namespace {

/// Division by the constant 0, which terms do not have; SMT-LIB's meaning.
Term quotientByZero(TermStore &Store, Operation What, Term A) {
  Term Ones = Store.constant(llvm::APInt::getAllOnes(A.bits()));
  if (What == Operation::UDiv)
    return Ones;
  if (What == Operation::SDiv)
    return Store.ite(Store.slt(A, Store.constant(A.bits(), 0)), Store.constant(A.bits(), 1), Ones);
  return A;
}

Term fold(llvm::ArrayRef<Term> Operands, llvm::function_ref<Term(Term, Term)> Join) {
  Term Result = Operands.front();
  for (Term Operand : Operands.drop_front())
    Result = Join(Result, Operand);
  return Result;
}

Term rebuildFloating(TermStore &Store, Term Before, llvm::ArrayRef<Term> In) {
  if (Before.is(Operation::FAdd))
    return Store.fadd(In[0], In[1]);
  if (Before.is(Operation::FMul))
    return Store.fmul(In[0], In[1]);
  if (Before.is(Operation::FDiv))
    return Store.fdiv(In[0], In[1]);
  if (Before.is(Operation::FRem))
    return Store.frem(In[0], In[1]);
  if (Before.is(Operation::FSqrt))
    return Store.fsqrt(In[0]);
  if (Before.is(Operation::FFma))
    return Store.fma(In[0], In[1], In[2]);
  if (Before.is(Operation::FRound))
    return Store.fround(In[0], Before.rounding());
  if (Before.is(Operation::FEq))
    return Store.feq(In[0], In[1]);
  if (Before.is(Operation::FLt))
    return Store.flt(In[0], In[1]);
  if (Before.is(Operation::FLe))
    return Store.fle(In[0], In[1]);
  if (Before.is(Operation::FConvert))
    return Store.fconvert(In[0], Before.bits());
  if (Before.is(Operation::FToSInt))
    return Store.ftosi(In[0], Before.bits());
  if (Before.is(Operation::FToUInt))
    return Store.ftoui(In[0], Before.bits());
  if (Before.is(Operation::SIntToF))
    return Store.sitof(In[0], Before.bits());
  if (Before.is(Operation::UIntToF))
    return Store.uitof(In[0], Before.bits());
  return Before;
}

} // namespace

Term rebuildTerm(TermStore &Store, Term Before, llvm::ArrayRef<Term> In) {
  switch (Before.operation()) {
  case Operation::Constant:
  case Operation::Variable:
    return Before;
  case Operation::Apply:
    return Store.apply(Before.bits(), Store.name(Before).str(), In);
  case Operation::Not:
    return Store.notTerm(In[0]);
  case Operation::And:
    return fold(In, [&](Term A, Term B) { return Store.andTerm(A, B); });
  case Operation::Or:
    return fold(In, [&](Term A, Term B) { return Store.orTerm(A, B); });
  case Operation::Xor:
    return fold(In, [&](Term A, Term B) { return Store.xorTerm(A, B); });
  case Operation::Add:
    return fold(In, [&](Term A, Term B) { return Store.add(A, B); });
  case Operation::Mul:
    return fold(In, [&](Term A, Term B) { return Store.mul(A, B); });
  case Operation::UDiv:
    return In[1].isZero() ? quotientByZero(Store, Before.operation(), In[0]) : Store.udiv(In[0], In[1]);
  case Operation::URem:
    return In[1].isZero() ? quotientByZero(Store, Before.operation(), In[0]) : Store.urem(In[0], In[1]);
  case Operation::SDiv:
    return In[1].isZero() ? quotientByZero(Store, Before.operation(), In[0]) : Store.sdiv(In[0], In[1]);
  case Operation::SRem:
    return In[1].isZero() ? quotientByZero(Store, Before.operation(), In[0]) : Store.srem(In[0], In[1]);
  case Operation::Shl:
    return Store.shl(In[0], In[1]);
  case Operation::LShr:
    return Store.lshr(In[0], In[1]);
  case Operation::AShr:
    return Store.ashr(In[0], In[1]);
  case Operation::Concat:
    return fold(In, [&](Term A, Term B) { return Store.concat(A, B); });
  case Operation::Extract:
    return Store.extract(In[0], Before.low(), Before.bits());
  case Operation::ZExt:
    return Store.zext(In[0], Before.bits());
  case Operation::SExt:
    return Store.sext(In[0], Before.bits());
  case Operation::Ite:
    return Store.ite(In[0], In[1], In[2]);
  case Operation::Eq:
    return Store.eq(In[0], In[1]);
  case Operation::Ult:
    return Store.ult(In[0], In[1]);
  case Operation::Ule:
    return Store.ule(In[0], In[1]);
  case Operation::Slt:
    return Store.slt(In[0], In[1]);
  case Operation::Sle:
    return Store.sle(In[0], In[1]);
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
    return rebuildFloating(Store, Before, In);
  }
  return Before;
}

} // namespace vernier

#include "guard/ExpressionCode.h"

#include <llvm/Support/ErrorHandling.h>

namespace vernier {

namespace {

using Op = Expression::Op;

class Code {
public:
  Code(llvm::IRBuilder<> &Builder, llvm::ArrayRef<llvm::Value *> Leaves) : Builder(Builder), Leaves(Leaves) {}

  llvm::Value *of(const Expression &What) {
    std::vector<llvm::Value *> Operands;
    for (const Expression &Each : What.Operands)
      Operands.push_back(of(Each));
    switch (What.What) {
    case Op::Constant:
      return constant(What);
    case Op::Leaf:
      return Leaves[What.LeafIndex];
    case Op::Cast:
      return cast(What, Operands[0]);
    case Op::Negate:
      return What.Floating ? Builder.CreateFNeg(Operands[0]) : Builder.CreateNeg(Operands[0]);
    case Op::Complement:
      return Builder.CreateNot(Operands[0]);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Rem:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::Shr:
      return What.Floating ? floating(What, Operands[0], Operands[1]) : arithmetic(What, Operands[0], Operands[1]);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
      return truth(comparison(What, Operands[0], Operands[1]));
    case Op::LogicalNot:
      return truth(Builder.CreateNot(isTrue(Operands[0])));
    case Op::LogicalAnd:
      return truth(Builder.CreateAnd(isTrue(Operands[0]), isTrue(Operands[1])));
    case Op::LogicalOr:
      return truth(Builder.CreateOr(isTrue(Operands[0]), isTrue(Operands[1])));
    case Op::Select:
      return Builder.CreateSelect(isTrue(Operands[0]), Operands[1], Operands[2]);
    }
    llvm_unreachable("an operation that is none");
  }

private:
  llvm::Type *typeOf(const Expression &What) {
    if (What.Floating)
      return What.Bits == 32 ? Builder.getFloatTy() : Builder.getDoubleTy();
    return Builder.getIntNTy(What.Bits);
  }

  llvm::Value *constant(const Expression &What) {
    if (!What.Floating)
      return Builder.getInt(What.Value);
    const llvm::fltSemantics &Format = What.Bits == 32 ? llvm::APFloat::IEEEsingle() : llvm::APFloat::IEEEdouble();
    return llvm::ConstantFP::get(Builder.getContext(), llvm::APFloat(Format, What.Value));
  }

  llvm::Value *isTrue(llvm::Value *V) { return Builder.CreateICmpNE(V, llvm::ConstantInt::get(V->getType(), 0)); }
  llvm::Value *truth(llvm::Value *Bit) { return Builder.CreateZExt(Bit, Builder.getInt32Ty()); }

  llvm::Value *cast(const Expression &What, llvm::Value *From) {
    const Expression &Operand = What.Operands[0];
    if (What.Floating) {
      if (Operand.Floating)
        return Builder.CreateFPCast(From, typeOf(What));
      return Operand.Signed ? Builder.CreateSIToFP(From, typeOf(What)) : Builder.CreateUIToFP(From, typeOf(What));
    }
    if (What.Bits == 1)
      return Operand.Floating ? Builder.CreateFCmpUNE(From, llvm::ConstantFP::getZero(From->getType())) : isTrue(From);
    return Builder.CreateIntCast(From, typeOf(What), Operand.Signed);
  }

  llvm::Value *floating(const Expression &What, llvm::Value *A, llvm::Value *B) {
    if (What.What == Op::Add)
      return Builder.CreateFAdd(A, B);
    if (What.What == Op::Sub)
      return Builder.CreateFSub(A, B);
    return What.What == Op::Mul ? Builder.CreateFMul(A, B) : Builder.CreateFDiv(A, B);
  }

  llvm::Value *arithmetic(const Expression &What, llvm::Value *A, llvm::Value *B) {
    if (What.What == Op::Add)
      return Builder.CreateAdd(A, B);
    if (What.What == Op::Sub)
      return Builder.CreateSub(A, B);
    if (What.What == Op::Mul)
      return Builder.CreateMul(A, B);
    if (What.What == Op::And)
      return Builder.CreateAnd(A, B);
    if (What.What == Op::Or)
      return Builder.CreateOr(A, B);
    if (What.What == Op::Xor)
      return Builder.CreateXor(A, B);
    bool Divides = What.What == Op::Div || What.What == Op::Rem;
    return Divides ? division(What, A, B) : shift(What, A, B);
  }

  /// By zero, and where the quotient is too large, as SMT-LIB has it (input/Expression.h).
  llvm::Value *division(const Expression &What, llvm::Value *A, llvm::Value *B) {
    bool Quotient = What.What == Op::Div;
    llvm::Type *Type = A->getType();
    llvm::Value *Zero = llvm::ConstantInt::get(Type, 0), *One = llvm::ConstantInt::get(Type, 1),
                *AllOnes = llvm::ConstantInt::getAllOnesValue(Type);
    llvm::Value *ByZero = Builder.CreateICmpEQ(B, Zero);
    if (!What.Signed) {
      llvm::Value *Safe = Builder.CreateSelect(ByZero, One, B);
      llvm::Value *Usual = Quotient ? Builder.CreateUDiv(A, Safe) : Builder.CreateURem(A, Safe);
      return Builder.CreateSelect(ByZero, Quotient ? AllOnes : A, Usual);
    }
    llvm::Value *ByMinusOne = Builder.CreateICmpEQ(B, AllOnes);
    llvm::Value *Safe = Builder.CreateSelect(Builder.CreateOr(ByZero, ByMinusOne), One, B);
    llvm::Value *Usual = Quotient ? Builder.CreateSDiv(A, Safe) : Builder.CreateSRem(A, Safe);
    llvm::Value *Negated = Quotient ? Builder.CreateNeg(A) : Zero;
    llvm::Value *Nothing = Quotient ? Builder.CreateSelect(Builder.CreateICmpSLT(A, Zero), One, AllOnes) : A;
    return Builder.CreateSelect(ByZero, Nothing, Builder.CreateSelect(ByMinusOne, Negated, Usual));
  }

  llvm::Value *shift(const Expression &What, llvm::Value *A, llvm::Value *B) {
    llvm::Type *Type = A->getType();
    llvm::Value *Last = llvm::ConstantInt::get(Type, What.Bits - 1), *Zero = llvm::ConstantInt::get(Type, 0);
    llvm::Value *TooFar = Builder.CreateICmpUGT(B, Last);
    llvm::Value *Safe = Builder.CreateSelect(TooFar, Last, B);
    if (What.What == Op::Shr && What.Signed)
      return Builder.CreateAShr(A, Safe);
    llvm::Value *Usual = What.What == Op::Shl ? Builder.CreateShl(A, Safe) : Builder.CreateLShr(A, Safe);
    return Builder.CreateSelect(TooFar, Zero, Usual);
  }

  llvm::Value *comparison(const Expression &What, llvm::Value *A, llvm::Value *B) {
    const Expression &Operand = What.Operands[0];
    if (What.What == Op::Equal)
      return Operand.Floating ? Builder.CreateFCmpOEQ(A, B) : Builder.CreateICmpEQ(A, B);
    if (What.What == Op::NotEqual)
      return Operand.Floating ? Builder.CreateFCmpUNE(A, B) : Builder.CreateICmpNE(A, B);
    if (What.What == Op::Less)
      return Operand.Floating ? Builder.CreateFCmpOLT(A, B)
             : Operand.Signed ? Builder.CreateICmpSLT(A, B)
                              : Builder.CreateICmpULT(A, B);
    return Operand.Floating ? Builder.CreateFCmpOLE(A, B)
           : Operand.Signed ? Builder.CreateICmpSLE(A, B)
                            : Builder.CreateICmpULE(A, B);
  }

  llvm::IRBuilder<> &Builder;
  llvm::ArrayRef<llvm::Value *> Leaves;
};

} // namespace

llvm::Value *codeOf(llvm::IRBuilder<> &Builder, const Expression &What, llvm::ArrayRef<llvm::Value *> Leaves) {
  return Code(Builder, Leaves).of(What);
}

} // namespace vernier

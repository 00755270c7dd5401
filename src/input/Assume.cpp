#include "input/Assume.h"

namespace vernier {

namespace {

class Translator {
public:
  Translator(TermStore &Store, const std::vector<Term> &Leaves) : Store(Store), Leaves(Leaves) {}

  Term translate(const Expression &E) {
    using Op = Expression::Op;
    auto Operand = [&](unsigned I) { return translate(E.Operands[I]); };
    auto Truth = [&](unsigned I) { return notZero(E.Operands[I]); };
    auto Integer = [&](Term Condition) { return Store.zext(Condition, E.Bits); };
    bool FloatOperands = !E.Operands.empty() && E.Operands[0].Floating;
    switch (E.What) {
    case Op::Constant:
      return Store.constant(E.Value);
    case Op::Leaf:
      return Leaves[E.LeafIndex];
    case Op::Cast:
      return cast(E);
    case Op::Negate:
      return E.Floating ? Store.fneg(Operand(0)) : Store.neg(Operand(0));
    case Op::Complement:
      return Store.notTerm(Operand(0));
    case Op::Add:
      return E.Floating ? Store.fadd(Operand(0), Operand(1)) : Store.add(Operand(0), Operand(1));
    case Op::Sub:
      return E.Floating ? Store.fsub(Operand(0), Operand(1)) : Store.sub(Operand(0), Operand(1));
    case Op::Mul:
      return E.Floating ? Store.fmul(Operand(0), Operand(1)) : Store.mul(Operand(0), Operand(1));
    case Op::Div:
      return E.Floating ? Store.fdiv(Operand(0), Operand(1))
             : E.Signed ? Store.sdiv(Operand(0), Operand(1))
                        : Store.udiv(Operand(0), Operand(1));
    case Op::Rem:
      return E.Signed ? Store.srem(Operand(0), Operand(1)) : Store.urem(Operand(0), Operand(1));
    case Op::And:
      return Store.andTerm(Operand(0), Operand(1));
    case Op::Or:
      return Store.orTerm(Operand(0), Operand(1));
    case Op::Xor:
      return Store.xorTerm(Operand(0), Operand(1));
    case Op::Shl:
      return Store.shl(Operand(0), Operand(1));
    case Op::Shr:
      return E.Signed ? Store.ashr(Operand(0), Operand(1)) : Store.lshr(Operand(0), Operand(1));
    case Op::Equal:
      return Integer(FloatOperands ? Store.feq(Operand(0), Operand(1)) : Store.eq(Operand(0), Operand(1)));
    case Op::NotEqual:
      return Integer(
          Store.notTerm(FloatOperands ? Store.feq(Operand(0), Operand(1)) : Store.eq(Operand(0), Operand(1))));
    case Op::Less:
      return Integer(FloatOperands          ? Store.flt(Operand(0), Operand(1))
                     : E.Operands[0].Signed ? Store.slt(Operand(0), Operand(1))
                                            : Store.ult(Operand(0), Operand(1)));
    case Op::LessEqual:
      return Integer(FloatOperands          ? Store.fle(Operand(0), Operand(1))
                     : E.Operands[0].Signed ? Store.sle(Operand(0), Operand(1))
                                            : Store.ule(Operand(0), Operand(1)));
    case Op::LogicalNot:
      return Integer(Store.notTerm(Truth(0)));
    case Op::LogicalAnd:
      return Integer(Store.andTerm(Truth(0), Truth(1)));
    case Op::LogicalOr:
      return Integer(Store.orTerm(Truth(0), Truth(1)));
    case Op::Select:
      return Store.ite(Truth(0), Operand(1), Operand(2));
    }
    return {};
  }

  Term notZero(const Expression &E) {
    Term Value = translate(E);
    return Store.ne(Value, Store.constant(llvm::APInt::getZero(Value.bits())));
  }

private:
  Term cast(const Expression &E) {
    const Expression &From = E.Operands[0];
    Term Value = translate(From);
    if (E.Bits == 1 && !E.Floating)
      return From.Floating ? Store.notTerm(Store.feq(Value, Store.constant(From.Bits, 0))) : notZero(From);
    if (E.Floating)
      return From.Floating ? Store.fconvert(Value, E.Bits)
             : From.Signed ? Store.sitof(Value, E.Bits)
                           : Store.uitof(Value, E.Bits);
    if (E.Bits <= Value.bits())
      return Store.extract(Value, 0, E.Bits);
    return From.Signed ? Store.sext(Value, E.Bits) : Store.zext(Value, E.Bits);
  }

  TermStore &Store;
  const std::vector<Term> &Leaves;
};

} // namespace

Term toTerm(TermStore &Store, const Expression &What, const std::vector<Term> &Leaves) {
  return Translator(Store, Leaves).translate(What);
}

Term allHold(TermStore &Store, const std::vector<Expression> &Expressions, const std::vector<Term> &Leaves) {
  Term All = Store.boolean(true);
  for (const Expression &Each : Expressions)
    All = Store.andTerm(All, Translator(Store, Leaves).notZero(Each));
  return All;
}

} // namespace vernier

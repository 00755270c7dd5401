#include "report/terms/TermText.h"

#include "input/PlaceNames.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

// What an expression promises: converted to an integer of the term's width, by C's rules, it has the term's bits
// (fitting). Its own type may be wider or narrower. Where the value itself matters (comparisons, divisions, extensions)
// a cast makes it exact, unless the type already says it.

namespace vernier {

using llvm::APInt;

namespace {

std::string decimal(const APInt &Value, bool Signed) {
  llvm::SmallString<40> Digits;
  Value.toString(Digits, 10, Signed);
  return Digits.str().str();
}

bool isNamed(unsigned Bits) {
  return Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128;
}

std::string typeName(unsigned Bits, bool Signed) {
  switch (Bits) {
  case 8:
    return Signed ? "signed char" : "unsigned char";
  case 16:
    return Signed ? "short" : "unsigned short";
  case 32:
    return Signed ? "int" : "unsigned";
  case 64:
    return Signed ? "long" : "unsigned long";
  case 128:
    return Signed ? "__int128" : "unsigned __int128";
  default:
    return (Signed ? "int" : "uint") + std::to_string(Bits);
  }
}

CText cast(const CText &From, unsigned Bits, bool Signed) {
  return {"(" + typeName(Bits, Signed) + ")" + From.inside(BindsUnary), BindsUnary, Bits, Signed};
}

/// In a type that has so many bits.
CText widened(const CText &From, unsigned Bits) {
  return cast(From, Bits <= 64 ? 64 : 128, From.Signed);
}

/// After C's integer promotions (also of bit-fields).
CText promoted(CText From) {
  if (From.Bits < 32)
    From.Bits = 32, From.Signed = true;
  else if (From.Bits > 32 && From.Bits < 64)
    From.Bits = 64;
  return From;
}

struct Type {
  unsigned Bits;
  bool Signed;
};

/// C's usual arithmetic conversions.
Type common(const CText &A, const CText &B) {
  CText X = promoted(A), Y = promoted(B);
  unsigned Bits = std::max(X.Bits, Y.Bits);
  bool Unsigned = (X.Bits == Bits && !X.Signed) || (Y.Bits == Bits && !Y.Signed);
  return {Bits, !Unsigned};
}

/// A literal has the first type of int, long (and unsigned ones with a suffix) that it fits into.
CText literal(const APInt &Value, bool Signed) {
  if (Signed && Value.isNegative()) {
    if (Value.getBitWidth() >= 64 && Value.isMinSignedValue()) // C has no literal for it
      return {decimal(Value + 1, true) + " - 1", BindsSum, std::max(Value.getBitWidth(), 64u), true};
    bool Fits = Value.getSignificantBits() <= 32 && Value != APInt::getSignedMinValue(32).sext(Value.getBitWidth());
    return {decimal(Value, true), BindsUnary, Fits ? 32u : std::max(64u, Value.getBitWidth()), true};
  }
  unsigned Active = Value.getActiveBits();
  if (Active < 32)
    return {decimal(Value, false), BindsPrimary, 32, true};
  if (Active < 64)
    return {decimal(Value, false), BindsPrimary, 64, true};
  return {decimal(Value, false) + "u", BindsPrimary, std::max(64u, Value.getBitWidth()), false};
}

/// In hexadecimal. Such a literal has the first type of int, unsigned, long, unsigned long that it fits into.
CText maskLiteral(const APInt &Mask) {
  if (Mask.ule(9))
    return {decimal(Mask, false), BindsPrimary, 32, true};
  llvm::SmallString<40> Digits;
  Mask.toString(Digits, 16, false, true);
  unsigned Active = Mask.getActiveBits();
  return {Digits.str().lower(), BindsPrimary, Active <= 32 ? 32u : std::max(64u, Active), Active != 32 && Active != 64};
}

bool neverNegative(Term T) {
  return T.bits() <= 64 && T->SMin >= 0;
}

/// The low bits only.
CText masked(const CText &From, unsigned Bits) {
  CText Wide = promoted(From).Bits < Bits ? widened(From, Bits) : promoted(From);
  CText Mask = maskLiteral(APInt::getLowBitsSet(Wide.Bits, Bits));
  return {Wide.inside(BindsUnary) + " & " + Mask.Text, BindsAnd, common(Wide, Mask).Bits, common(Wide, Mask).Signed};
}

} // namespace

TermText::TermText(const TermStore &Store, const InputSpace &Space, llvm::ArrayRef<Term> Leaves, unsigned Depth)
    : Store(Store), Space(Space), MostDepth(Depth) {
  for (unsigned I = 0; I < Leaves.size(); ++I)
    Numbers[Leaves[I]] = I;
}

/// Of thousands of inputs, a condition mentions a few.
const std::string &TermText::nameOf(unsigned Leaf) {
  auto [Known, New] = Names.try_emplace(Leaf);
  if (New)
    Known->second = placeName(Space, Leaf);
  return Known->second;
}

const InputLeaf *TermText::leafOf(Term T) const {
  auto Found = Numbers.find(T);
  return Found == Numbers.end() ? nullptr : &Space.Leaves[Found->second];
}

CText TermText::leftOut(unsigned Bits) {
  Whole = false;
  return {"...", BindsPrimary, Bits, true};
}

bool TermText::isText(Term T) const {
  while (T.is(Operation::SExt) || T.is(Operation::ZExt))
    T = T.operand(0);
  auto Found = Numbers.find(T);
  return Found != Numbers.end() && isTextByte(Space, Found->second);
}

std::string TermText::constantFor(Term T, const APInt &Value, bool Signed) const {
  if (isText(T) && Value.ult(127)) {
    auto Letter = static_cast<char>(Value.getZExtValue());
    if (Letter == '\'' || Letter == '\\')
      return std::string("'\\") + Letter + "'";
    if (llvm::isPrint(Letter))
      return std::string("'") + Letter + "'";
    for (auto [Which, Escape] : {std::pair('\0', '0'), {'\n', 'n'}, {'\t', 't'}, {'\r', 'r'}})
      if (Letter == Which)
        return std::string("'\\") + Escape + "'";
  }
  return literal(Value, Signed).Text;
}

bool TermText::isLong() {
  constexpr unsigned MostSteps = 5000;
  Steps = Depth == 1 ? 0 : Steps + 1;
  return Steps > MostSteps;
}

bool TermText::looksSigned(Term T) {
  if (const InputLeaf *Leaf = leafOf(T))
    return Leaf->Signed;
  unsigned Before = MostDepth;
  bool WasWhole = Whole, WasType = OnlyType;
  // Only the type is wanted: it is mostly near. Comparisons inside of it do not go deeper still.
  if (!OnlyType)
    MostDepth = std::max(MostDepth, Depth + 4);
  OnlyType = true;
  CText Made = fitting(T);
  MostDepth = Before, Whole = WasWhole, OnlyType = WasType;
  return Made.Bits <= T.bits() && promoted(Made).Signed; // the low bits of something are no number of their own
}

CText TermText::exact(Term T, bool Signed) {
  if (T.isConstant())
    return literal(T.value(), Signed);
  unsigned Bits = T.bits();
  if (T.is(Operation::Extract) && T.low() > 0 && T.low() + Bits == T.operand(0).bits() && !isFloating(T.operand(0))) {
    CText From = exact(T.operand(0), Signed); // the high bits of a number: a shift is all
    return {From.inside(BindsUnary) + " >> " + std::to_string(T.low()), BindsShift, promoted(From).Bits,
            promoted(From).Signed};
  }
  CText Made = fitting(T);
  if (Bits == 1) // a condition is 0 or 1
    return Signed ? CText{"-" + Made.inside(BindsPrimary), BindsUnary, 32, true} : Made;
  bool SameKind = Made.Signed == Signed || neverNegative(T);
  if (Made.Bits == Bits ? SameKind : Made.Bits < Bits && (!Made.Signed || SameKind))
    return Made;
  if (isNamed(Bits))
    return cast(Made, Bits, Signed);
  return Signed ? cast(Made, Bits, true) : masked(Made, Bits);
}

CText TermText::side(Term T, bool Signed) {
  CText Made = exact(T, Signed);
  if (Signed && !promoted(Made).Signed)
    return cast(Made, std::max(T.bits(), 32u), true);
  return Made;
}

CText TermText::comparison(Term A, const char *Operator, Term B, bool Signed) {
  int Level = Operator[1] == '=' && (Operator[0] == '=' || Operator[0] == '!') ? BindsEquality : BindsRelation;
  auto Text = [&](Term T, Term Other) {
    if (T.isConstant())
      return constantFor(Other, T.value(), Signed);
    return side(T, Signed).inside(BindsShift);
  };
  return {Text(A, B) + " " + Operator + " " + Text(B, A), Level, 32, true};
}

CText TermText::condition(Term T, bool Holds) {
  while (T.is(Operation::Not))
    T = T.operand(0), Holds = !Holds;
  if (T.isConstant())
    return {T.isTrue() == Holds ? "1" : "0", BindsPrimary, 32, true};
  if (++Depth > MostDepth || isLong()) {
    --Depth;
    return leftOut(1);
  }
  CText Result;
  auto Both = [&](const char *Operator, int Level) {
    CText A = condition(T.operand(0), Holds), B = condition(T.operand(1), Holds);
    auto Operand = [&](const CText &Each) { return Each.Level == Level ? Each.Text : Each.inside(BindsOr); };
    return CText{Operand(A) + " " + Operator + " " + Operand(B), Level, 32, true};
  };
  bool OfBits = !T.operands().empty() && T.operand(0).bits() == 1;
  if (T.is(Operation::And) || T.is(Operation::Or)) {
    Result = T.is(Operation::And) == Holds ? Both("&&", BindsLogicalAnd) : Both("||", BindsLogicalOr);
  } else if (T.is(Operation::Ite)) {
    Result = choice(T);
    if (!Holds)
      Result = {"!(" + Result.Text + ")", BindsUnary, 32, true};
  } else if (T.is(Operation::Eq) && OfBits) {
    CText A = condition(T.operand(0)), B = condition(T.operand(1));
    Result = {A.inside(BindsPrimary) + (Holds ? " == " : " != ") + B.inside(BindsPrimary), BindsEquality, 32, true};
  } else if (T.is(Operation::Eq)) {
    Term A = T.operand(0), B = T.operand(1);
    if (A.isConstant())
      std::swap(A, B);
    bool Signed = looksSigned(A) && (B.isConstant() || looksSigned(B));
    Result = comparison(A, Holds ? "==" : "!=", B, Signed);
  } else if (T.is(Operation::Slt) || T.is(Operation::Ult)) {
    Result = comparison(T.operand(0), Holds ? "<" : ">=", T.operand(1), T.is(Operation::Slt));
  } else if (T.is(Operation::Sle) || T.is(Operation::Ule)) {
    Result = comparison(T.operand(0), Holds ? "<=" : ">", T.operand(1), T.is(Operation::Sle));
  } else if (T.is(Operation::FEq) && T.operand(0) == T.operand(1)) {
    Result = {(Holds ? "!isnan(" : "isnan(") + floating(T.operand(0)).Text + ")", BindsUnary, 32, true};
  } else if (T.is(Operation::FEq) || T.is(Operation::FLt) || T.is(Operation::FLe)) {
    const char *Operator = T.is(Operation::FLt) ? " < " : T.is(Operation::FLe) ? " <= " : Holds ? " == " : " != ";
    std::string Text = floating(T.operand(0)).inside(BindsShift) + Operator + floating(T.operand(1)).inside(BindsShift);
    if (Holds || T.is(Operation::FEq))
      Result = {Text, T.is(Operation::FEq) ? BindsEquality : BindsRelation, 32, true};
    else // with a NaN, neither it nor its opposite holds
      Result = {"!(" + Text + ")", BindsUnary, 32, true};
  } else if (T.is(Operation::Extract) && T.low() + 1 == T.operand(0).bits() && !isFloating(T.operand(0))) {
    Result = {side(T.operand(0), true).inside(BindsShift) + (Holds ? " < 0" : " >= 0"), BindsRelation, 32, true};
  } else if (T.is(Operation::Extract)) {
    CText Bit = T.low() == 0 ? fitting(T.operand(0)) : shifted(T);
    Result = {"(" + Bit.inside(BindsUnary) + " & 1) " + (Holds ? "!=" : "==") + " 0", BindsEquality, 32, true};
  } else {
    CText Value = fittingInside(T);
    Result = Holds ? Value : CText{"!" + Value.inside(BindsUnary), BindsUnary, 32, true};
  }
  --Depth;
  return Result;
}

CText TermText::fitting(Term T) {
  if (T.bits() == 1)
    return condition(T);
  if (T.isConstant())
    return literal(T.value(), true);
  if ((++Depth > MostDepth || isLong()) && !T.is(Operation::Variable)) {
    --Depth;
    return leftOut(T.bits());
  }
  CText Result = fittingInside(T);
  --Depth;
  return Result;
}

CText TermText::fittingInside(Term T) {
  if (T.is(Operation::Variable)) {
    const InputLeaf *Leaf = leafOf(T);
    if (!Leaf)
      return {Store.name(T).str(), BindsPrimary, T.bits(), false};
    if (Leaf->Floating)
      return {"bits(" + nameOf(Numbers.lookup(T)) + ")", BindsPrimary, T.bits(), false};
    return {nameOf(Numbers.lookup(T)), BindsPrimary, Leaf->Bits, Leaf->Signed && Leaf->Bits > 1};
  }
  if (isFloating(T))
    return {"bits(" + floating(T).Text + ")", BindsPrimary, T.bits(), false};
  if (T.is(Operation::Apply)) {
    std::string Text = Store.name(T).str() + "(";
    for (Term Operand : T.operands())
      Text += (Text.back() == '(' ? "" : ", ") + fitting(Operand).Text;
    return {Text + ")", BindsPrimary, T.bits(), false};
  }
  if (T.is(Operation::Add))
    return sum(T);
  if (T.is(Operation::Mul))
    return product(T);
  if (T.is(Operation::And))
    return bitwise(T, " & ", BindsAnd);
  if (T.is(Operation::Or))
    return bitwise(T, " | ", BindsOr);
  if (T.is(Operation::Xor))
    return bitwise(T, " ^ ", BindsXor);
  if (T.is(Operation::Not)) {
    CText From = fitting(T.operand(0));
    if (From.Bits < T.bits() && T.bits() > 32)
      From = widened(From, T.bits());
    return {"~" + From.inside(BindsUnary), BindsUnary, promoted(From).Bits, promoted(From).Signed};
  }
  if (T.is(Operation::UDiv) || T.is(Operation::SDiv))
    return division(T, " / ", T.is(Operation::SDiv));
  if (T.is(Operation::URem) || T.is(Operation::SRem))
    return division(T, " % ", T.is(Operation::SRem));
  if (T.is(Operation::Extract))
    return T.low() == 0 ? fitting(T.operand(0)) : shifted(T);
  if (T.is(Operation::ZExt) || T.is(Operation::SExt))
    return exact(T.operand(0), T.is(Operation::SExt));
  if (T.is(Operation::Concat))
    return joined(T);
  if (T.is(Operation::Ite))
    return choice(T);
  if (T.is(Operation::FToSInt) || T.is(Operation::FToUInt))
    return cast(floating(T.operand(0)), T.bits(), T.is(Operation::FToSInt));
  if (T.is(Operation::Shl) || T.is(Operation::LShr) || T.is(Operation::AShr)) {
    CText From = T.is(Operation::Shl) ? fitting(T.operand(0)) : exact(T.operand(0), T.is(Operation::AShr));
    if (From.Bits < T.bits() && T.bits() > 32)
      From = widened(From, T.bits());
    return {From.inside(BindsUnary) + (T.is(Operation::Shl) ? " << " : " >> ") +
                exact(T.operand(1), false).inside(BindsUnary),
            BindsShift, promoted(From).Bits, promoted(From).Signed};
  }
  return leftOut(T.bits());
}

CText TermText::product(Term T) {
  CText A = fitting(T.operand(0));
  Term Second = T.operand(1);
  bool Wide = T.bits() > 32;
  if (Second.isConstant() && Second.value().isAllOnes()) {
    if (Wide && A.Bits < T.bits())
      A = widened(A, T.bits());
    return {"-" + A.inside(BindsUnary), BindsUnary, promoted(A).Bits, promoted(A).Signed};
  }
  CText B = fitting(Second);
  if (Wide && A.Bits < T.bits() && B.Bits < T.bits())
    A = widened(A, T.bits());
  Type Both = common(A, B);
  if (Second.isConstant()) // 8 * x
    return {B.inside(BindsPrimary) + " * " + A.inside(BindsUnary), BindsProduct, Both.Bits, Both.Signed};
  return {A.inside(BindsProduct) + " * " + B.inside(BindsUnary), BindsProduct, Both.Bits, Both.Signed};
}

CText TermText::sum(Term T) {
  struct Part {
    CText Text;
    bool Minus;
  };
  std::vector<Part> Parts;
  for (Term Operand : T.operands()) {
    bool Times = Operand.is(Operation::Mul) && Operand.operand(1).isConstant();
    if (Operand.isConstant() && Operand.value().isNegative() && !Operand.value().isMinSignedValue()) {
      Parts.push_back({literal(-Operand.value(), false), true});
    } else if (Times && Operand.operand(1).value().isAllOnes()) {
      Parts.push_back({fitting(Operand.operand(0)), true});
    } else if (Times && Operand.operand(1).value().isNegative() && !Operand.operand(1).value().isMinSignedValue()) {
      CText A = fitting(Operand.operand(0)), B = literal(-Operand.operand(1).value(), false);
      if (T.bits() > 32 && A.Bits < T.bits() && B.Bits < T.bits())
        A = widened(A, T.bits());
      Type Both = common(A, B);
      Parts.push_back({{B.Text + " * " + A.inside(BindsUnary), BindsProduct, Both.Bits, Both.Signed}, true});
    } else {
      Parts.push_back({fitting(Operand), false});
    }
  }
  std::stable_partition(Parts.begin(), Parts.end(), [](const Part &Each) { return !Each.Minus; });
  CText First = Parts.front().Text;
  if (T.bits() > 32 && First.Bits < T.bits() && (Parts.size() == 1 || Parts[1].Text.Bits < T.bits()))
    First = widened(First, T.bits());
  CText Result = promoted(First);
  Result.Text = Parts.front().Minus ? "-" + First.inside(BindsUnary) : First.inside(BindsSum);
  Result.Level = BindsSum;
  for (std::size_t I = 1; I < Parts.size(); ++I) {
    Type Both = common(Result, Parts[I].Text);
    Result.Text += (Parts[I].Minus ? " - " : " + ") + Parts[I].Text.inside(BindsProduct);
    Result.Bits = Both.Bits, Result.Signed = Both.Signed;
  }
  return Result;
}

CText TermText::bitwise(Term T, const char *Operator, int Level) {
  auto Operand = [&](Term Each) {
    if (Each.isConstant() && !Each.value().isNegative())
      return maskLiteral(Each.value());
    return fitting(Each);
  };
  CText A = Operand(T.operand(0)), B = Operand(T.operand(1));
  if (T.bits() > 32 && A.Bits < T.bits())
    A = widened(A, T.bits());
  if (T.bits() > 32 && B.Bits < T.bits() && !T.operand(1).isConstant())
    B = widened(B, T.bits());
  Type Both = common(A, B);
  auto Side = [&](const CText &Each) { return Each.Level == Level ? Each.Text : Each.inside(BindsUnary); };
  return {Side(A) + Operator + Side(B), Level, Both.Bits, Both.Signed};
}

CText TermText::division(Term T, const char *Operator, bool Signed) {
  CText A = side(T.operand(0), Signed), B = side(T.operand(1), Signed);
  if (T.bits() > 32 && A.Bits < T.bits() && B.Bits < T.bits())
    A = widened(A, T.bits());
  Type Both = common(A, B);
  return {A.inside(BindsProduct) + Operator + B.inside(BindsUnary), BindsProduct, Both.Bits, Both.Signed};
}

/// Bits from the middle of a number, down to bit 0; what is above them stays.
CText TermText::shifted(Term T) {
  CText From = fitting(T.operand(0));
  if (promoted(From).Bits < T.low() + T.bits())
    From = widened(From, T.operand(0).bits());
  return {From.inside(BindsUnary) + " >> " + std::to_string(T.low()), BindsShift, promoted(From).Bits,
          promoted(From).Signed};
}

CText TermText::joined(Term T) {
  CText High = fitting(T.operand(0)), Low = exact(T.operand(1), false);
  if (promoted(High).Bits < T.bits())
    High = widened(High, T.bits());
  Type Both = common(High, Low);
  return {High.inside(BindsUnary) + " << " + std::to_string(T.operand(1).bits()) + " | " +
              (Low.Level == BindsOr ? Low.Text : Low.inside(BindsUnary)),
          BindsOr, Both.Bits, Both.Signed};
}

CText TermText::choice(Term T) {
  CText If = condition(T.operand(0)), Then = fitting(T.operand(1)), Else = fitting(T.operand(2));
  Type Both = common(Then, Else);
  bool Mixed = Both.Bits < T.bits() && promoted(Then).Signed != promoted(Else).Signed;
  if (Mixed) { // C would make the signed one unsigned before it is extended
    Then = cast(Then, std::max(T.bits(), 32u), Then.Signed);
    Both = common(Then, Else);
  }
  return {If.inside(BindsOr) + " ? " + Then.inside(BindsOr) + " : " + Else.inside(BindsOr), BindsChoice, Both.Bits,
          Both.Signed};
}

} // namespace vernier

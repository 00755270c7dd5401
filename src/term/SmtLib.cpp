#include "term/SmtLib.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace vernier {

namespace {

std::string sortText(unsigned Bits) {
  return Bits == 1 ? "Bool" : "(_ BitVec " + std::to_string(Bits) + ")";
}

std::string constantText(const llvm::APInt &Value) {
  if (Value.getBitWidth() == 1)
    return Value.isOne() ? "true" : "false";
  llvm::SmallString<40> Digits;
  if (Value.getBitWidth() % 4 == 0) {
    Value.toStringUnsigned(Digits, 16);
    return "#x" + std::string(Value.getBitWidth() / 4 - Digits.size(), '0') + llvm::StringRef(Digits).lower();
  }
  Value.toStringUnsigned(Digits, 2);
  return "#b" + std::string(Value.getBitWidth() - Digits.size(), '0') + Digits.str().str();
}

std::string formatText(unsigned Bits) {
  return Bits == 16 ? "5 11" : Bits == 32 ? "8 24" : "11 53";
}

const char *roundingText(llvm::RoundingMode How) {
  switch (How) {
  case llvm::RoundingMode::TowardZero:
    return "RTZ";
  case llvm::RoundingMode::TowardPositive:
    return "RTP";
  case llvm::RoundingMode::TowardNegative:
    return "RTN";
  case llvm::RoundingMode::NearestTiesToAway:
    return "RNA";
  case llvm::RoundingMode::NearestTiesToEven:
  case llvm::RoundingMode::Dynamic:
  case llvm::RoundingMode::Invalid:
    break;
  }
  return "RNE";
}

/// Prints one node with the given texts for its operands.
class Printer {
public:
  explicit Printer(const TermStore &Store) : Store(Store) {}

  std::string node(Term T, const std::vector<std::string> &O) const {
    switch (T.operation()) {
    case Operation::Constant:
      return constantText(T.value());
    case Operation::Variable:
      return T.bits() == 1 ? "(= " + smtLibName(Store.name(T)) + " #b1)" : smtLibName(Store.name(T));
    case Operation::Apply:
      return O.empty() ? smtLibName(Store.name(T)) : list(smtLibName(Store.name(T)), O);
    case Operation::Not:
      return list(T.bits() == 1 ? "not" : "bvnot", O);
    case Operation::And:
      return list(T.bits() == 1 ? "and" : "bvand", O);
    case Operation::Or:
      return list(T.bits() == 1 ? "or" : "bvor", O);
    case Operation::Xor:
      return list(T.bits() == 1 ? "xor" : "bvxor", O);
    case Operation::Add: {
      std::string Sum = O[0];
      for (std::size_t I = 1; I < O.size(); ++I)
        Sum = "(bvadd " + Sum + " " + O[I] + ")";
      return Sum;
    }
    case Operation::Mul:
      return list("bvmul", O);
    case Operation::UDiv:
      return list("bvudiv", O);
    case Operation::URem:
      return list("bvurem", O);
    case Operation::SDiv:
      return list("bvsdiv", O);
    case Operation::SRem:
      return list("bvsrem", O);
    case Operation::Shl:
      return list("bvshl", O);
    case Operation::LShr:
      return list("bvlshr", O);
    case Operation::AShr:
      return list("bvashr", O);
    case Operation::Concat:
      return "(concat " + vector(T, O, 0) + " " + vector(T, O, 1) + ")";
    case Operation::Extract: {
      std::string Bits =
          "((_ extract " + std::to_string(T.low() + T.bits() - 1) + " " + std::to_string(T.low()) + ") " + O[0] + ")";
      return T.bits() == 1 ? "(= " + Bits + " #b1)" : Bits;
    }
    case Operation::ZExt:
      return extended("zero_extend", T, O);
    case Operation::SExt:
      return extended("sign_extend", T, O);
    case Operation::Ite:
      return list("ite", O);
    case Operation::Eq:
      return list("=", O);
    case Operation::Ult:
      return list("bvult", O);
    case Operation::Ule:
      return list("bvule", O);
    case Operation::Slt:
      return list("bvslt", O);
    case Operation::Sle:
      return list("bvsle", O);
    case Operation::FAdd:
      return toBits(T, "(fp.add RNE " + number(T, O, 0) + " " + number(T, O, 1) + ")");
    case Operation::FMul:
      return toBits(T, "(fp.mul RNE " + number(T, O, 0) + " " + number(T, O, 1) + ")");
    case Operation::FDiv:
      return toBits(T, "(fp.div RNE " + number(T, O, 0) + " " + number(T, O, 1) + ")");
    case Operation::FRem: // no counterpart in SMT-LIB, whose remainder is another one
      return list("fmod" + std::to_string(T.bits()), O);
    case Operation::FSqrt:
      return toBits(T, "(fp.sqrt RNE " + number(T, O, 0) + ")");
    case Operation::FFma:
      return toBits(T, "(fp.fma RNE " + number(T, O, 0) + " " + number(T, O, 1) + " " + number(T, O, 2) + ")");
    case Operation::FRound:
      return toBits(T, std::string("(fp.roundToIntegral ") + roundingText(T.rounding()) + " " + number(T, O, 0) + ")");
    case Operation::FEq:
      return "(fp.eq " + number(T, O, 0) + " " + number(T, O, 1) + ")";
    case Operation::FLt:
      return "(fp.lt " + number(T, O, 0) + " " + number(T, O, 1) + ")";
    case Operation::FLe:
      return "(fp.leq " + number(T, O, 0) + " " + number(T, O, 1) + ")";
    case Operation::FConvert:
      return toBits(T, "((_ to_fp " + formatText(T.bits()) + ") RNE " + number(T, O, 0) + ")");
    case Operation::FToSInt:
      return "((_ fp.to_sbv " + std::to_string(T.bits()) + ") RTZ " + number(T, O, 0) + ")";
    case Operation::FToUInt:
      return "((_ fp.to_ubv " + std::to_string(T.bits()) + ") RTZ " + number(T, O, 0) + ")";
    case Operation::SIntToF:
      return toBits(T, "((_ to_fp " + formatText(T.bits()) + ") RNE " + vector(T, O, 0) + ")");
    case Operation::UIntToF:
      return toBits(T, "((_ to_fp_unsigned " + formatText(T.bits()) + ") RNE " + vector(T, O, 0) + ")");
    }
    return {};
  }

private:
  static std::string list(const std::string &Head, const std::vector<std::string> &O) {
    return "(" + Head + " " + llvm::join(O, " ") + ")";
  }
  /// An operand as a bit-vector: one bit is a Bool elsewhere.
  static std::string vector(Term T, const std::vector<std::string> &O, unsigned I) {
    return T.operand(I).bits() == 1 ? "(ite " + O[I] + " #b1 #b0)" : O[I];
  }
  static std::string extended(const char *How, Term T, const std::vector<std::string> &O) {
    return std::string("((_ ") + How + " " + std::to_string(T.bits() - T.operand(0).bits()) + ") " + vector(T, O, 0) +
           ")";
  }
  static std::string number(Term T, const std::vector<std::string> &O, unsigned I) {
    return "((_ to_fp " + formatText(T.operand(I).bits()) + ") " + O[I] + ")";
  }
  /// SMT-LIB has no function from numbers to bits: the bits are those that read back as the number, NaN aside. Z3 and
  /// cvc5 both offer one under this name.
  static std::string toBits(Term T, const std::string &Number) {
    return "(let ((n " + Number + ")) (ite (fp.isNaN n) " + constantText(canonicalNaN(T.bits())) +
           " (fp.to_ieee_bv n)))";
  }

  const TermStore &Store;
};

/// The bounds of a variable, which simplification took for granted.
std::string boundText(const TermStore &Store, Term Variable) {
  auto Bound = boundOf(Variable);
  if (!Bound)
    return {};
  std::string Name = smtLibName(Store.name(Variable));
  if (Variable.bits() == 1)
    return " (= " + Name + (Bound->Min.isOne() ? " #b1)" : " #b0)");
  std::string Less = Bound->Signed ? " (bvsle " : " (bvule ";
  return Less + constantText(Bound->Min) + " " + Name + ")" + Less + Name + " " + constantText(Bound->Max) + ")";
}

} // namespace

std::string smtLibName(llvm::StringRef Name) {
  bool Simple = !Name.empty() && !llvm::isDigit(Name[0]) && llvm::all_of(Name, [](char C) {
    return llvm::isAlnum(C) || llvm::StringRef("~!@$%^&*_-+=<>.?/").contains(C);
  });
  if (Simple)
    return Name.str();
  std::string Quoted = "|";
  for (char C : Name)
    Quoted += C == '|' || C == '\\' ? '_' : C;
  return Quoted + "|";
}

std::string smtLibTerm(const TermStore &Store, Term Root) {
  std::vector<Term> Order = reachable({Root});
  llvm::DenseMap<Term, unsigned> Uses;
  for (Term Each : Order)
    for (Term Operand : Each.operands())
      ++Uses[Operand];
  Printer Print(Store);
  llvm::DenseMap<Term, std::string> Texts;
  std::string Lets;
  unsigned Bound = 0;
  for (Term Each : Order) {
    std::vector<std::string> Operands;
    for (Term Operand : Each.operands())
      Operands.push_back(Texts[Operand]);
    std::string Text = Print.node(Each, Operands);
    bool Shared = Uses.lookup(Each) > 1 || Text.size() > 400;
    if (Shared && !Each.operands().empty() && Each != Root) {
      std::string Name = "?" + std::to_string(Bound++);
      Lets += "(let ((" + Name + " " + Text + ")) ";
      Text = Name;
    }
    Texts[Each] = std::move(Text);
  }
  std::string Text = Lets + Texts[Root] + std::string(Bound, ')');
  std::string Bounds;
  for (Term Each : Order)
    if (Each.is(Operation::Variable))
      Bounds += boundText(Store, Each);
  return Bounds.empty() ? Text : "(and" + Bounds + " " + Text + ")";
}

std::string smtLibScript(const TermStore &Store, Term Root) {
  std::string Script;
  llvm::DenseMap<unsigned, bool> Declared;
  for (Term Each : reachable({Root})) {
    if (Each.is(Operation::Variable))
      Script += "(declare-const " + smtLibName(Store.name(Each)) + " (_ BitVec " + std::to_string(Each.bits()) + "))\n";
    if (Each.is(Operation::Apply) && !Declared[Each->Aux]) {
      Declared[Each->Aux] = true;
      Script += "(declare-fun " + smtLibName(Store.name(Each)) + " (";
      for (Term Operand : Each.operands())
        Script += (Operand == Each.operand(0) ? "" : " ") + sortText(Operand.bits());
      Script += ") " + sortText(Each.bits()) + ")\n";
    }
  }
  return Script + "(assert " + smtLibTerm(Store, Root) + ")\n(check-sat)\n";
}

} // namespace vernier

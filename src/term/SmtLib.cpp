#include "term/SmtLib.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cassert>
#include <set>

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

std::string vectorText(const llvm::APInt &Value) {
  return Value.getBitWidth() > 1 ? constantText(Value) : Value.isOne() ? "#b1" : "#b0";
}

std::string formatText(unsigned Bits) {
  return Bits == 16 ? "5 11" : Bits == 32 ? "8 24" : Bits == 80 ? "15 64" : "11 53";
}

std::string remainderName(unsigned Bits) {
  return "fmod" + std::to_string(Bits);
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

/// Its value is an IEEE number before it is bits.
bool givesNumber(Operation What) {
  static const Operation Those[] = {Operation::FAdd,     Operation::FMul,    Operation::FDiv,
                                    Operation::FSqrt,    Operation::FFma,    Operation::FRound,
                                    Operation::FConvert, Operation::SIntToF, Operation::UIntToF};
  return llvm::is_contained(Those, What);
}

/// Its operands are read as IEEE numbers.
bool takesNumbers(Operation What) {
  static const Operation Those[] = {Operation::FAdd, Operation::FMul,   Operation::FDiv,     Operation::FSqrt,
                                    Operation::FFma, Operation::FRound, Operation::FConvert, Operation::FEq,
                                    Operation::FLt,  Operation::FLe,    Operation::FToSInt,  Operation::FToUInt};
  return llvm::is_contained(Those, What);
}

/// Prints one node with the given texts for its operands: numbers where the node takes numbers, else bits.
class Printer {
public:
  explicit Printer(const TermStore &Store) : Store(Store) {}

  /// Bits read as a number. Those of x87 show the first bit of the significand, which must agree with the exponent:
  /// what does not is no number, but for the smallest normal ones, whose exponent may be written as zero.
  static std::string number(unsigned Bits, const std::string &Text) {
    if (Bits == 80)
      return "(let ((?w " + Text + ")) (let ((?e ((_ extract 78 64) ?w)) (?i ((_ extract 63 63) ?w))) " +
             "(ite (and (distinct ?e (_ bv0 15)) (= ?i #b0)) (_ NaN 15 64) ((_ to_fp 15 64) " +
             "(concat ((_ extract 79 79) ?w) (ite (= ?e (_ bv0 15)) ((_ zero_extend 14) ?i) ?e) " +
             "((_ extract 62 0) ?w))))))";
    return "((_ to_fp " + formatText(Bits) + ") " + Text + ")";
  }

  /// The text of what givesNumber() is a number.
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
      return list("fp.add RNE", O);
    case Operation::FMul:
      return list("fp.mul RNE", O);
    case Operation::FDiv:
      return list("fp.div RNE", O);
    case Operation::FRem: // no counterpart in SMT-LIB, whose remainder is another one
      return list(remainderName(T.bits()), O);
    case Operation::FSqrt:
      return list("fp.sqrt RNE", O);
    case Operation::FFma:
      return list("fp.fma RNE", O);
    case Operation::FRound:
      return list(std::string("fp.roundToIntegral ") + roundingText(T.rounding()), O);
    case Operation::FEq:
      return list("fp.eq", O);
    case Operation::FLt:
      return list("fp.lt", O);
    case Operation::FLe:
      return list("fp.leq", O);
    case Operation::FConvert:
      return list("(_ to_fp " + formatText(T.bits()) + ") RNE", O);
    case Operation::FToSInt:
    case Operation::FToUInt:
      return toInteger(T, O[0]);
    case Operation::SIntToF:
      return "((_ to_fp " + formatText(T.bits()) + ") RNE " + vector(T, O, 0) + ")";
    case Operation::UIntToF:
      return "((_ to_fp_unsigned " + formatText(T.bits()) + ") RNE " + vector(T, O, 0) + ")";
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
  /// What SMT-LIB leaves open (numbers that do not fit) has a value here.
  static std::string toInteger(Term T, const std::string &Number) {
    bool Signed = T.is(Operation::FToSInt);
    unsigned From = T.operand(0).bits();
    IntegralRange Fits = integralRange(From, T.bits(), Signed);
    std::string Otherwise = vectorText(valueThatDoesNotFit(T.bits(), Signed));
    std::string Bits = "(let ((?r (fp.roundToIntegral RTZ " + Number + "))) (ite (and (fp.leq " +
                       number(From, constantText(Fits.Least)) + " ?r) (fp.leq ?r " +
                       number(From, constantText(Fits.Most)) + ")) ((_ " + (Signed ? "fp.to_sbv " : "fp.to_ubv ") +
                       std::to_string(T.bits()) + ") RTZ ?r) " + Otherwise + "))";
    return T.bits() == 1 ? "(= " + Bits + " #b1)" : Bits;
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
  // Words that SMT-LIB and its commands reserve; C programs use them as names.
  static const llvm::StringRef Reserved[] = {
      "!",           "_",          "as",        "BINARY",    "DECIMAL",   "exists",    "HEXADECIMAL", "forall",
      "let",         "match",      "NUMERAL",   "par",       "STRING",    "assert",    "check-sat",   "declare-const",
      "declare-fun", "define-fun", "echo",      "exit",      "get-model", "get-value", "pop",         "push",
      "reset",       "set-info",   "set-logic", "set-option"};
  bool Simple =
      !Name.empty() && !llvm::isDigit(Name[0]) && !llvm::is_contained(Reserved, Name) &&
      llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || llvm::StringRef("~!@$%^&*_-+=<>.?/").contains(C); });
  if (Simple)
    return Name.str();
  std::string Quoted = "|";
  for (char C : Name)
    Quoted += C == '|' || C == '\\' ? '_' : C;
  return Quoted + "|";
}

namespace {

/// Writes a boolean term as a nest of bindings around its root. Every node that is used more than once is bound by
/// `let`. SMT-LIB has no function from a number to its bits (`fp.to_ieee_bv` is Z3's own, cvc5 lacks it): the bits of a
/// result that is used as bits are those that read back as the number, and the one NaN: `exists` binds them, once and
/// outermost, so that solvers take them for constants.
class Writer {
public:
  Writer(const TermStore &Store, Term Root) : Store(Store), Print(Store), Root(Root), Order(reachable({Root})) {}

  std::string write(llvm::ArrayRef<Term> Variables) {
    countUses();
    for (Term Each : Order)
      add(Each);
    std::string Bounds;
    for (Term Each : Variables)
      Bounds += boundText(Store, Each);
    llvm::DenseSet<Term> Bounded(Variables.begin(), Variables.end());
    for (Term Each : Order)
      if (Each.is(Operation::Variable) && !Bounded.contains(Each))
        Bounds += boundText(Store, Each);
    std::string Inner = Definitions.empty() ? Texts[Root] : "(and " + Definitions + Texts[Root] + ")";
    std::string Whole = Bindings + Inner + std::string(Closing, ')');
    if (!BitNames.empty())
      Whole = "(exists (" + BitNames + ") " + Whole + ")";
    return Bounds.empty() ? Whole : "(and" + Bounds + " " + Whole + ")";
  }

private:
  void countUses() {
    for (Term Each : Order)
      for (Term Operand : Each.operands()) {
        ++Uses[Operand];
        if (!takesNumbers(Each.operation()))
          ++UsesAsBits[Operand];
      }
  }

  std::string bind(const std::string &Text) {
    std::string Name = "?" + std::to_string(Bound++);
    Bindings += "(let ((" + Name + " " + Text + ")) ";
    ++Closing;
    return Name;
  }

  void add(Term Each) {
    bool Numbers = takesNumbers(Each.operation());
    std::vector<std::string> Operands;
    for (Term Operand : Each.operands())
      Operands.push_back(!Numbers                           ? Texts[Operand]
                         : givesNumber(Operand.operation()) ? NumberTexts[Operand]
                                                            : Printer::number(Operand.bits(), Texts[Operand]));
    std::string Text = Print.node(Each, Operands);
    if (givesNumber(Each.operation())) {
      NumberTexts[Each] = bind(Text);
      if (UsesAsBits.lookup(Each) > 0)
        Texts[Each] = bindBits(Each.bits(), NumberTexts[Each]);
      return;
    }
    bool Shared = Uses.lookup(Each) > 1 || Text.size() > 400;
    Texts[Each] = Shared && !Each.operands().empty() && Each != Root ? bind(Text) : Text;
  }

  std::string bindBits(unsigned Bits, const std::string &Number) {
    std::string Name = "?" + std::to_string(Bound++);
    BitNames += (BitNames.empty() ? "(" : " (") + Name + " (_ BitVec " + std::to_string(Bits) + "))";
    Definitions += "(= " + Printer::number(Bits, Name) + " " + Number + ") (=> (fp.isNaN " + Number + ") (= " + Name +
                   " " + constantText(canonicalNaN(Bits)) + ")) ";
    if (Bits == 80)
      Definitions +=
          "(= (= ((_ extract 63 63) " + Name + ") #b1) (distinct ((_ extract 78 64) " + Name + ") (_ bv0 15))) ";
    return Name;
  }

  const TermStore &Store;
  Printer Print;
  Term Root;
  std::vector<Term> Order;
  llvm::DenseMap<Term, unsigned> Uses, UsesAsBits;
  llvm::DenseMap<Term, std::string> Texts, NumberTexts;
  std::string Bindings;              ///< an open `let` after the other
  std::string BitNames, Definitions; ///< what `exists` binds, and what it says about them
  std::size_t Closing = 0;
  unsigned Bound = 0;
};

/// Declares a function once for each of its names.
void declareFunction(const std::string &Name, Term Like, std::set<std::string> &Declared, std::string &Script) {
  if (!Declared.insert(Name).second)
    return;
  std::vector<std::string> Sorts;
  for (Term Operand : Like.operands())
    Sorts.push_back(sortText(Operand.bits()));
  Script += "(declare-fun " + Name + " (" + llvm::join(Sorts, " ") + ") " + sortText(Like.bits()) + ")\n";
}

} // namespace

std::string smtLibTerm(const TermStore &Store, Term Root, llvm::ArrayRef<Term> Variables) {
  assert(Root.bits() == 1 && "a condition");
  return Writer(Store, Root).write(Variables);
}

std::string smtLibScript(const TermStore &Store, Term Root) {
  std::string Script;
  std::set<std::string> Declared;
  for (Term Each : reachable({Root})) {
    if (Each.is(Operation::Variable))
      Script += "(declare-const " + smtLibName(Store.name(Each)) + " (_ BitVec " + std::to_string(Each.bits()) + "))\n";
    if (Each.is(Operation::Apply))
      declareFunction(smtLibName(Store.name(Each)), Each, Declared, Script);
    if (Each.is(Operation::FRem))
      declareFunction(remainderName(Each.bits()), Each, Declared, Script);
  }
  return Script + "(assert " + smtLibTerm(Store, Root) + ")\n(check-sat)\n";
}

} // namespace vernier

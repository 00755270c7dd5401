#pragma once

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace vernier {

/// What a term does to its operands. All terms are bit-vectors; a boolean is one bit wide. Floating-point operations
/// take and give the bits of IEEE numbers (16, 32, 64 wide, or 80: x87), round to nearest even, and give one canonical
/// NaN.
enum class Operation : std::uint8_t {
  Constant, ///< value()
  Variable, ///< name(), variableKind()
  Apply,    ///< an uninterpreted function, name(), of its operands
  Not,
  And,
  Or,
  Xor,
  Add, ///< any number of operands
  Mul,
  UDiv, ///< all four are never built with a divisor that is the constant 0; SMT-LIB's meaning for a divisor of 0
  URem,
  SDiv,
  SRem,
  Shl, ///< a shift by the width or more gives 0 (AShr: copies of the sign)
  LShr,
  AShr,
  Concat,  ///< the first operand holds the high bits
  Extract, ///< bits() bits from low() on
  ZExt,
  SExt,
  Ite,
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,
  FAdd,
  FMul,
  FDiv,
  FRem, ///< C's fmod; only evaluated, never given to a solver
  FSqrt,
  FFma,
  FRound, ///< to an integral value; rounding() says how
  FEq,
  FLt,
  FLe,
  FConvert, ///< to the width bits()
  FToSInt,  ///< towards zero; what does not fit gives the smallest value
  FToUInt,  ///< towards zero; what does not fit gives the largest value
  SIntToF,
  UIntToF,
};

enum class VariableKind : std::uint8_t {
  Input,     ///< a leaf of the input space
  Undefined, ///< memory that nobody wrote, and other values that a run does not determine
  Address,   ///< where an object lies
};

class Term;

/// One node of the graph of terms. Lives as long as its store; equal nodes are the same node.
struct TermNode {
  Operation What;
  std::uint8_t Extra = 0; ///< VariableKind or the rounding
  unsigned Bits;
  unsigned Id;      ///< larger than the ids of all operands
  unsigned Aux = 0; ///< low bit of Extract; index into the names for Variable and Apply
  llvm::ArrayRef<Term> Operands;
  llvm::APInt Value;
  // Every value of the term lies in both intervals (only kept up to 64 bits).
  std::uint64_t UMin = 0, UMax = ~std::uint64_t(0);
  std::int64_t SMin = INT64_MIN, SMax = INT64_MAX;
};

/// A handle of a node; small, copied freely, compared by identity.
class Term {
public:
  Term() = default;
  explicit Term(const TermNode *Node) : Node(Node) {}

  explicit operator bool() const { return Node != nullptr; }
  bool operator==(const Term &) const = default;
  const TermNode *operator->() const { return Node; }
  const TermNode *node() const { return Node; }

  Operation operation() const { return Node->What; }
  unsigned bits() const { return Node->Bits; }
  unsigned id() const { return Node->Id; }
  llvm::ArrayRef<Term> operands() const { return Node->Operands; }
  Term operand(unsigned I) const { return Node->Operands[I]; }
  unsigned low() const { return Node->Aux; }
  llvm::RoundingMode rounding() const { return static_cast<llvm::RoundingMode>(static_cast<std::int8_t>(Node->Extra)); }
  VariableKind variableKind() const { return static_cast<VariableKind>(Node->Extra); }
  bool isConstant() const { return Node->What == Operation::Constant; }
  const llvm::APInt &value() const { return Node->Value; }
  bool isTrue() const { return isConstant() && Node->Bits == 1 && Node->Value.isOne(); }
  bool isFalse() const { return isConstant() && Node->Bits == 1 && Node->Value.isZero(); }
  bool isZero() const { return isConstant() && Node->Value.isZero(); }
  bool is(Operation What) const { return Node->What == What; }

private:
  const TermNode *Node = nullptr;
};

/// Makes and owns terms. Every function simplifies: what it returns means the same as the operation it names, but may
/// be another, smaller term. Both versions of a pair use one store, so that what they compute alike is one term.
class TermStore {
public:
  TermStore();
  TermStore(const TermStore &) = delete;

  Term constant(const llvm::APInt &Value);
  Term constant(unsigned Bits, std::uint64_t Value) { return constant(llvm::APInt(Bits, Value)); }
  Term boolean(bool Value) { return Value ? TrueTerm : FalseTerm; }

  /// The variable of that name, always the same. Min and Max (unsigned or signed interval) are facts that the caller
  /// guarantees to assert as well; simplification relies on them.
  Term variable(unsigned Bits, llvm::StringRef Name, VariableKind Kind);
  Term boundedVariable(unsigned Bits, llvm::StringRef Name, VariableKind Kind, bool Signed, const llvm::APInt &Min,
                       const llvm::APInt &Max);
  /// A variable that is none of those made before.
  Term fresh(unsigned Bits, llvm::StringRef Prefix, VariableKind Kind);
  Term apply(unsigned Bits, llvm::StringRef Function, llvm::ArrayRef<Term> Operands);

  Term notTerm(Term A);
  Term andTerm(Term A, Term B);
  Term orTerm(Term A, Term B);
  Term xorTerm(Term A, Term B);
  Term add(Term A, Term B);
  Term sub(Term A, Term B);
  Term neg(Term A);
  Term mul(Term A, Term B);
  Term udiv(Term A, Term B);
  Term urem(Term A, Term B);
  Term sdiv(Term A, Term B);
  Term srem(Term A, Term B);
  Term shl(Term A, Term B);
  Term lshr(Term A, Term B);
  Term ashr(Term A, Term B);
  Term concat(Term High, Term Low);
  Term extract(Term A, unsigned Low, unsigned Bits);
  Term zext(Term A, unsigned Bits);
  Term sext(Term A, unsigned Bits);
  Term ite(Term Condition, Term A, Term B);
  Term eq(Term A, Term B);
  Term ne(Term A, Term B) { return notTerm(eq(A, B)); }
  Term ult(Term A, Term B);
  Term ule(Term A, Term B);
  Term slt(Term A, Term B);
  Term sle(Term A, Term B);
  Term implies(Term A, Term B) { return orTerm(notTerm(A), B); }

  Term fadd(Term A, Term B);
  Term fsub(Term A, Term B) { return fadd(A, fneg(B)); }
  Term fmul(Term A, Term B);
  Term fdiv(Term A, Term B);
  Term frem(Term A, Term B);
  Term fsqrt(Term A);
  Term fma(Term A, Term B, Term C);
  Term fround(Term A, llvm::RoundingMode How);
  Term fneg(Term A);
  Term fabs(Term A);
  Term feq(Term A, Term B);
  Term flt(Term A, Term B);
  Term fle(Term A, Term B);
  Term isNaN(Term A);
  Term fconvert(Term A, unsigned Bits);
  Term ftosi(Term A, unsigned Bits);
  Term ftoui(Term A, unsigned Bits);
  Term sitof(Term A, unsigned Bits);
  Term uitof(Term A, unsigned Bits);

  /// One value for each range of another term: Pieces[k].Value where k is the last one with From <= Subject (signed;
  /// the first has no lower end). The store knows such terms again: what is computed of one and a constant stays one,
  /// with fewer pieces where values become equal. So the question `table[c] & mask` asks is a few ranges of c.
  struct Piece {
    llvm::APInt From;
    Term Value;
  };
  Term piecewise(Term Subject, llvm::ArrayRef<Piece> Pieces);

  llvm::StringRef name(Term VariableOrApply) const { return Names[VariableOrApply->Aux]; }
  std::size_t size() const { return Nodes.size(); }

  /// A sum as constant + coefficients * terms (none of which is a sum or a constant).
  struct Linear {
    llvm::APInt Constant;
    llvm::SmallVector<std::pair<Term, llvm::APInt>, 4> Parts; // ordered by id
  };
  Linear linear(Term A) const;
  Term fromLinear(const Linear &Sum);

private:
  struct Hash {
    std::size_t operator()(const TermNode *N) const;
  };
  struct Same {
    bool operator()(const TermNode *A, const TermNode *B) const;
  };

  Term intern(Operation What, unsigned Bits, llvm::ArrayRef<Term> Operands, unsigned Aux = 0, unsigned Extra = 0);
  Term internNode(TermNode &Candidate);
  Term binary(Operation What, unsigned Bits, Term A, Term B) { return intern(What, Bits, {A, B}); }
  Linear summands(Term A) const;
  Linear difference(Term A, Term B) const;
  Term comparison(Operation What, Term A, Term B);
  unsigned nameIndex(llvm::StringRef Name);
  std::optional<bool> decideEqual(const Linear &Difference) const;
  Term eqConstant(Term A, Term Constant);
  Term partOf(Term A, unsigned Low, unsigned Bits);
  Term equality(Term A, Term B);
  Term unsignedLess(Term A, Term B);
  Term signedLess(Term A, Term B);
  Term iteOfConstants(Operation What, Term A, Term B);

  /// The term with all of its values replaced, if it is one of few values (piecewise) and they become constants.
  Term mapPieces(Term A, llvm::function_ref<Term(Term)> Change);

  std::deque<TermNode> Nodes;
  std::deque<std::vector<Term>> OperandLists;
  std::unordered_set<const TermNode *, Hash, Same> Known;
  std::vector<std::string> Names;
  llvm::StringMap<unsigned> NameIndices;
  llvm::StringMap<unsigned> FreshCounters;
  struct Pieces {
    Term Subject;
    std::vector<Piece> List;
  };
  llvm::DenseMap<const TermNode *, Pieces> Piecewise;

  /// What goes through both operands of a term is asked of parts that they share: each is answered once, else the time
  /// doubles with every level.
  Term once(Operation What, Term A, std::uint64_t B, llvm::function_ref<Term()> Compute);
  llvm::DenseMap<std::tuple<unsigned, const TermNode *, std::uint64_t>, Term> Answers;
  Term TrueTerm, FalseTerm;
};

/// Every term reachable from the roots, operands before their users.
std::vector<Term> reachable(llvm::ArrayRef<Term> Roots);

/// The variable may have that value: it lies in the bounds that the variable was made with.
bool admits(Term Variable, const llvm::APInt &Value);
/// The bounds of a variable as conditions that do not simplify away: pairs of a comparison and its constant.
struct VariableBound {
  bool Signed = false;
  llvm::APInt Min, Max;
};
std::optional<VariableBound> boundOf(Term Variable);

/// Its IEEE format: 16, 32 and 64 bits, and x87's 80.
const llvm::fltSemantics &floatFormat(unsigned Bits);
/// The one NaN that floating-point operations give.
llvm::APInt canonicalNaN(unsigned Bits);
/// The least and the most number of a format whose integral part an integer type holds. What a number outside of them
/// becomes is for SMT-LIB to say, which does not.
struct IntegralRange {
  llvm::APInt Least, Most;
};
IntegralRange integralRange(unsigned FloatBits, unsigned Bits, bool Signed);
/// What FToSInt and FToUInt give for a number that does not fit.
llvm::APInt valueThatDoesNotFit(unsigned Bits, bool Signed);

} // namespace vernier

template <> struct llvm::DenseMapInfo<vernier::Term> {
  using Pointer = llvm::DenseMapInfo<const vernier::TermNode *>;
  static vernier::Term getEmptyKey() { return vernier::Term(Pointer::getEmptyKey()); }
  static vernier::Term getTombstoneKey() { return vernier::Term(Pointer::getTombstoneKey()); }
  static unsigned getHashValue(vernier::Term T) { return Pointer::getHashValue(T.node()); }
  static bool isEqual(vernier::Term A, vernier::Term B) { return A == B; }
};

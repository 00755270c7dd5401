#pragma once

#include "input/InputSpace.h"
#include "term/Term.h"

#include <string>
#include <vector>

namespace vernier {

/// How strongly operators of C bind.
enum Binding : int {
  BindsChoice,
  BindsLogicalOr,
  BindsLogicalAnd,
  BindsOr,
  BindsXor,
  BindsAnd,
  BindsEquality,
  BindsRelation,
  BindsShift,
  BindsSum,
  BindsProduct,
  BindsUnary,
  BindsPrimary, ///< names, numbers, calls
};

/// An expression of C with its type.
struct CText {
  std::string Text;
  int Level = BindsChoice;
  unsigned Bits = 32; ///< of its type
  bool Signed = true;

  /// As an operand of something that binds so strongly.
  std::string inside(int Least) const { return Level < Least ? "(" + Text + ")" : Text; }
};

/// Terms over the leaves of an input space as expressions of C: with C's promotions and conversions they mean the term.
/// A cast is there where the types of the leaves alone would not say it. Widths that C has no type for are spelled
/// `(int12)`. Arithmetic wraps around.
class TermText {
public:
  /// What is nested deeper than Depth is `...`.
  TermText(const TermStore &Store, const InputSpace &Space, llvm::ArrayRef<Term> Leaves, unsigned Depth);

  /// A term of one bit, or its negation, as a condition.
  CText condition(Term T, bool Holds = true);
  /// A side of a comparison: the value of the term as a signed or unsigned number, comparable with others alike.
  CText side(Term T, bool Signed);
  /// A constant that is compared with the term: a character if that is a byte of text.
  std::string constantFor(Term T, const llvm::APInt &Value, bool Signed) const;
  /// As which kind of number the source has the term: a leaf as it is declared, a sum of them as C computes it.
  bool looksSigned(Term T);

  /// Nothing was left out so far.
  bool isWhole() const { return Whole; }

private:
  CText fitting(Term T);
  CText fittingInside(Term T);
  CText exact(Term T, bool Signed);
  CText comparison(Term A, const char *Operator, Term B, bool Signed);
  CText sum(Term T);
  CText product(Term T);
  CText shifted(Term T);
  CText choice(Term T);
  CText joined(Term T);
  CText bitwise(Term T, const char *Operator, int Level);
  CText division(Term T, const char *Operator, bool Signed);
  CText floating(Term T);
  CText floatingInside(Term T);
  CText floatingConstant(Term T) const;
  CText leftOut(unsigned Bits);
  /// So much was looked at for one text that nobody would read it.
  bool isLong();

  bool isFloating(Term T) const;
  bool isText(Term T) const;
  const InputLeaf *leafOf(Term T) const;
  const std::string &nameOf(unsigned Leaf);

  const TermStore &Store;
  const InputSpace &Space;
  llvm::DenseMap<Term, unsigned> Numbers;
  llvm::DenseMap<unsigned, std::string> Names; ///< of leaves that were mentioned
  unsigned MostDepth, Depth = 0, Steps = 0;
  bool Whole = true;
  bool OnlyType = false; ///< the text that is made is not shown
};

} // namespace vernier

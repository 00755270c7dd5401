#pragma once

#include "term/Term.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace vernier {

/// Conditions as if nobody knew what floating-point operations compute: results are variables, with the laws that hold
/// for all numbers, signed zeros, infinities and NaN included (round to nearest; all NaN are one). Comparisons keep
/// their meaning, as conditions about bits. What cannot hold so, cannot hold.
class FloatAbstraction {
public:
  explicit FloatAbstraction(TermStore &Store) : Store(Store) {}

  /// The same condition about results.
  Term operator()(Term Root);
  /// What is known of all results so far.
  std::vector<Term> laws();

  /// False if there is an operation on a format that is not understood.
  bool understands() const { return Understands; }

  struct Application {
    Term Whole;                 ///< the operation that it stands for
    std::vector<Term> Operands; ///< in terms of other results
    Term Result;
  };
  const std::vector<Application> &applications() const { return Applications; }

private:
  Term replaced(Term Each, llvm::ArrayRef<Term> Operands);
  Term compared(Term Each, Term A, Term B) const;

  // Bits of numbers.
  Term sign(Term Number) const { return Store.extract(Number, Number.bits() - 1, 1); }
  Term magnitude(Term Number) const { return Store.extract(Number, 0, Number.bits() - 1); }
  Term isZero(Term Number) const { return Store.eq(magnitude(Number), Store.constant(Number.bits() - 1, 0)); }
  Term isOne(Term Number) const;
  Term isNaN(Term Number) const;
  Term isFinite(Term Number) const;
  Term negated(Term Number) const { return Store.fneg(Number); }
  Term alike(Term A, Term B) const; ///< the same but for the sign, or both NaN
  Term equal(Term A, Term B) const;
  Term less(Term A, Term B) const;

  void addOwnLaws(const Application &Of, std::vector<Term> &Laws) const;
  void addSumLaws(const Application &Of, std::vector<Term> &Laws) const;
  void addProductLaws(const Application &Of, std::vector<Term> &Laws) const;
  void addConversionLaws(const Application &Of, std::vector<Term> &Laws) const;
  void addPairLaws(const Application &First, const Application &Second, std::vector<Term> &Laws) const;
  /// Whether operands correspond by a relation, in one order or, of what commutes, in the other one.
  template <typename Relation>
  Term corresponds(const Application &First, const Application &Second, const Relation &Holds) const;

  TermStore &Store;
  llvm::DenseMap<Term, Term> Known;
  std::vector<Application> Applications;
  bool Understands = true;
};

/// Whether a condition depends on the results of floating-point operations.
bool usesFloats(llvm::ArrayRef<Term> Conjuncts);

} // namespace vernier

#pragma once

#include "term/Term.h"

#include <llvm/ADT/DenseMap.h>

#include <z3++.h>

#include <map>
#include <vector>

namespace vernier {

/// Translates terms into one Z3 context, each node once.
class Z3Terms {
public:
  Z3Terms(const TermStore &Store, z3::context &Context) : Store(Store), Context(Context) {}

  /// A term of one bit as a boolean.
  z3::expr boolean(Term Root);

  /// What the theory is that the translated terms need.
  bool usesFloats() const { return Floats; }
  bool usesFunctions() const { return Functions; }
  /// What the bounds of the variables translated so far say; simplification took them for granted.
  z3::expr bounds(std::size_t FromVariable = 0) { return boundsOf(llvm::ArrayRef(Variables).drop_front(FromVariable)); }
  z3::expr boundsOf(llvm::ArrayRef<Term> Some);
  const std::vector<Term> &variables() const { return Variables; }
  z3::expr variable(Term V) { return Translated.at(V.id()); }

private:
  void translate(Term Each);
  z3::expr node(Term Each);
  z3::expr floating(Term Each);
  z3::expr toInteger(Term Each);
  z3::expr operand(Term Each, unsigned I) { return Translated.at(Each.operand(I).id()); }
  /// An operand as a bit-vector even if it is one bit wide.
  z3::expr vectorOperand(Term Each, unsigned I);
  z3::expr number(Term Operand);
  z3::sort floatSort(unsigned Bits);
  z3::expr fromBits(const z3::expr &Bits, unsigned Width);
  z3::expr toBits(const z3::expr &Number, unsigned Width);
  z3::expr constant(const llvm::APInt &Value);
  z3::expr apply(Term Each);

  const TermStore &Store;
  z3::context &Context;
  std::map<unsigned, z3::expr> Translated;
  std::map<unsigned, z3::expr> Numbers; ///< results of floating-point operations, before they become bits
  std::vector<Term> Variables;
  bool Floats = false, Functions = false;
};

} // namespace vernier

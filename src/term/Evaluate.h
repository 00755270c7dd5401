#pragma once

#include "term/Term.h"

#include <optional>

namespace vernier {

/// One operation on concrete operands: the meaning of terms. Nothing for operations that are no function of their
/// operands' values (variables, uninterpreted functions).
std::optional<llvm::APInt> applyOperation(Operation What, unsigned Bits, unsigned Low, llvm::RoundingMode Rounding,
                                          llvm::ArrayRef<llvm::APInt> Operands);

/// Values of variables.
using Assignment = llvm::DenseMap<Term, llvm::APInt>;

/// The value of a term under an assignment. Variables that it does not mention are 0; an uninterpreted function gives
/// some value that depends on its name and operands only.
llvm::APInt evaluate(Term Root, const Assignment &Values);

/// The term under many assignments, one after the other, without walking the graph each time. Or several terms at once.
class Evaluator {
public:
  explicit Evaluator(Term Root) : Evaluator(llvm::ArrayRef(Root)) {}
  explicit Evaluator(llvm::ArrayRef<Term> Roots);
  /// The value of the one root.
  llvm::APInt operator()(const Assignment &Values);
  void run(const Assignment &Values);
  /// Of a root, or a part of one, under the assignment that was evaluated last.
  const llvm::APInt &valueOf(Term Part) const { return Slots[SlotOf.find(Part)->second]; }
  const std::vector<Term> &variables() const { return Variables; }
  std::size_t size() const { return Order.size(); }
  bool hasUninterpreted() const { return Uninterpreted; }

private:
  std::vector<Term> Order;
  llvm::DenseMap<Term, unsigned> SlotOf;
  std::vector<std::vector<unsigned>> OperandSlots;
  std::vector<llvm::APInt> Slots;
  std::vector<Term> Variables;
  bool Uninterpreted = false;
};

/// Many terms under one assignment, each evaluated when it is asked for, common parts once.
class Valuation {
public:
  explicit Valuation(const Assignment &Values) : Values(Values) {}
  const llvm::APInt &valueOf(Term Root);
  bool holds(Term Condition) { return valueOf(Condition).isOne(); }

private:
  const Assignment &Values;
  llvm::DenseMap<Term, llvm::APInt> Known;
};

} // namespace vernier

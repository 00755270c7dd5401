#include "input/LeafTerms.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

std::vector<Term> leafTerms(TermStore &Store, const InputSpace &Space) {
  std::vector<Term> Leaves;
  for (const InputLeaf &Leaf : Space.Leaves)
    if (Leaf.Min && Leaf.Max)
      Leaves.push_back(
          Store.boundedVariable(Leaf.Bits, Leaf.Name, VariableKind::Input, Leaf.Signed, *Leaf.Min, *Leaf.Max));
    else
      Leaves.push_back(Store.variable(Leaf.Bits, Leaf.Name, VariableKind::Input));
  return Leaves;
}

InputAssignment inputOf(const std::vector<Term> &Leaves, const Assignment &Model) {
  InputAssignment Result;
  for (Term Leaf : Leaves) {
    auto Found = Model.find(Leaf);
    llvm::APInt Value = Found == Model.end() ? llvm::APInt::getZero(Leaf.bits()) : Found->second;
    if (!admits(Leaf, Value)) // a variable that the query did not mention
      Value = llvm::APInt(Leaf.bits(), Leaf->SMin >= 0 ? Leaf->UMin : static_cast<std::uint64_t>(Leaf->SMin), true);
    Result.push_back(std::move(Value));
  }
  return Result;
}

Term isInput(TermStore &Store, const std::vector<Term> &Leaves, const InputAssignment &Input) {
  Term Result = Store.boolean(true);
  for (std::size_t I = 0; I < Leaves.size(); ++I)
    Result = Store.andTerm(Result, Store.eq(Leaves[I], Store.constant(Input[I])));
  return Result;
}

bool dependsOnInputsOnly(Term Root) {
  return llvm::none_of(reachable({Root}), [](Term Part) {
    return Part.is(Operation::Apply) || (Part.is(Operation::Variable) && Part.variableKind() != VariableKind::Input);
  });
}

Assignment assignmentOf(const std::vector<Term> &Leaves, const InputAssignment &Input) {
  assert(Leaves.size() == Input.size());
  Assignment Values;
  for (std::size_t I = 0; I < Leaves.size(); ++I)
    Values[Leaves[I]] = Input[I];
  return Values;
}

} // namespace vernier

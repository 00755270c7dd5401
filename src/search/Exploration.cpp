#include "search/Exploration.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

using llvm::APInt;

Assignment assignmentOf(const SymbolicInput &Space, const InputAssignment &Values) {
  Assignment Result;
  for (std::size_t I = 0; I < Space.Leaves.size(); ++I)
    Result[Space.Leaves[I]] = Values[I];
  return Result;
}

bool admits(const SymbolicInput &Space, const InputAssignment &Values) {
  if (Values.size() != Space.Leaves.size())
    return false;
  for (std::size_t I = 0; I < Values.size(); ++I)
    if (Values[I].getBitWidth() != Space.Leaves[I].bits() || !admits(Space.Leaves[I], Values[I]))
      return false;
  return !Space.Admitted || evaluate(Space.Admitted, assignmentOf(Space, Values)).isOne();
}

InputAssignment zeros(const SymbolicInput &Space) {
  InputAssignment Result;
  for (Term Leaf : Space.Leaves) {
    APInt Zero = APInt::getZero(Leaf.bits());
    if (auto Bound = boundOf(Leaf); Bound && !admits(Leaf, Zero))
      // Zero lies on one side of the interval. Signed: below a positive one, or above a negative one.
      Zero = Bound->Signed && Bound->Max.isNegative() ? Bound->Max : Bound->Min;
    Result.push_back(std::move(Zero));
  }
  return Result;
}

std::size_t Exploration::coveredEdges() const {
  return static_cast<std::size_t>(llvm::count_if(Coverage, [](std::uint8_t Edge) { return Edge != 0; }));
}

} // namespace vernier

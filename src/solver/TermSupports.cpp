#include "solver/TermSupports.h"

#include <algorithm>

namespace vernier {

static constexpr Tie FunctionTie = Tie(1) << 32, RemainderTie = Tie(1) << 33;

const Support *TermSupports::own(Term Part) {
  if (Part.is(Operation::Variable))
    return shared({{Part.id()}, false});
  if (Part.is(Operation::FRem))
    return shared({{RemainderTie}, false});
  if (Part.is(Operation::Apply))
    return shared({{FunctionTie | Part->Aux}, true});
  return shared({});
}

const Support *TermSupports::united(const Support *First, const Support *Second) {
  if (First == Second)
    return First;
  auto [Answer, New] = Unions.try_emplace(std::minmax(First, Second));
  if (!New)
    return Answer->second;
  Support Both;
  Both.Uninterpreted = First->Uninterpreted || Second->Uninterpreted;
  std::set_union(First->Ties.begin(), First->Ties.end(), Second->Ties.begin(), Second->Ties.end(),
                 std::back_inserter(Both.Ties));
  Answer->second = shared(std::move(Both));
  return Answer->second;
}

const Support &TermSupports::of(Term Root) {
  llvm::SmallVector<Term, 32> Open{Root};
  while (!Open.empty()) {
    Term Part = Open.back();
    if (ByTerm.contains(Part.node())) {
      Open.pop_back();
      continue;
    }
    std::size_t Waiting = Open.size();
    for (Term Operand : Part.operands())
      if (!ByTerm.contains(Operand.node()))
        Open.push_back(Operand);
    if (Open.size() != Waiting)
      continue;
    Open.pop_back();
    const Support *Whole = own(Part);
    for (Term Operand : Part.operands())
      Whole = united(Whole, ByTerm.lookup(Operand.node()));
    ByTerm[Part.node()] = Whole;
  }
  return *ByTerm.lookup(Root.node());
}

} // namespace vernier

#include "bounded/Classes.h"

#include "input/LeafTerms.h"
#include "term/SmtLib.h"

namespace vernier {

BoundedPartition ClassMaker::make(Answer What, Reason Why, Term Condition, std::vector<std::string> Assumptions,
                                  std::optional<InputAssignment> Example) const {
  Term Whole = Store->andTerm(Condition, Assumed);
  if (!dependsOnInputsOnly(Whole))
    Whole = Store->boolean(What == Answer::Unknown);
  BoundedPartition Result;
  Result.What = What;
  Result.Why = std::move(Why);
  Result.Condition = smtLibTerm(*Store, Whole, Leaves);
  Result.Example = std::move(Example);
  Result.Assumptions = std::move(Assumptions);
  Result.WholeSpace = Whole.isTrue();
  Result.Contains = [Whole, Leaves = Leaves, Keep = Store](const InputAssignment &Values) {
    for (std::size_t I = 0; I < Leaves.size(); ++I)
      if (!admits(Leaves[I], Values[I]))
        return false;
    return evaluate(Whole, assignmentOf(Leaves, Values)).isOne();
  };
  return Result;
}

} // namespace vernier

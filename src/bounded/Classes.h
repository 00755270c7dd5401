#pragma once

#include "bounded/Bounded.h"

#include <memory>

namespace vernier {

/// Makes the classes of a proof from conditions over the leaves. The classes keep the store that their terms are in.
class ClassMaker {
public:
  ClassMaker(std::shared_ptr<TermStore> Store, std::vector<Term> Leaves, Term Assumed)
      : Store(std::move(Store)), Leaves(std::move(Leaves)), Assumed(Assumed) {}

  /// The inputs that satisfy the condition, among those that are assumed. Where it mentions more than inputs, nothing
  /// is known about which inputs it holds: a class that claims something has none then, an unknown one has all.
  BoundedPartition make(Answer What, Reason Why, Term Condition, std::vector<std::string> Assumptions = {},
                        std::optional<InputAssignment> Example = {}) const;

private:
  std::shared_ptr<TermStore> Store;
  std::vector<Term> Leaves;
  Term Assumed;
};

} // namespace vernier

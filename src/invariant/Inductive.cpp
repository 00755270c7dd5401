#include "invariant/Inductive.h"

#include "invariant/Replacement.h"

#include <llvm/ADT/STLExtras.h>

#include <deque>

namespace vernier {

namespace {

class Houdini {
public:
  Houdini(TermStore &Store, llvm::ArrayRef<Step> Steps, std::vector<std::vector<Term>> Candidates, Entailment &Follows)
      : Store(Store), Steps(Steps), Kept(std::move(Candidates)), Follows(Follows) {}

  std::vector<std::vector<Term>> run() {
    std::deque<unsigned> Open;
    for (unsigned I = 0; I != Steps.size(); ++I)
      Open.push_back(I);
    while (!Open.empty()) {
      unsigned Index = Open.front();
      Open.pop_front();
      bool Dropped = check(Steps[Index]);
      if (Follows.exhausted())
        return std::vector<std::vector<Term>>(Kept.size());
      if (!Dropped)
        continue;
      for (unsigned I = 0; I != Steps.size(); ++I)
        if (Steps[I].From == Steps[Index].To && !llvm::is_contained(Open, I))
          Open.push_back(I);
    }
    return std::move(Kept);
  }

private:
  /// Drops what the step does not give.
  bool check(const Step &Each) {
    std::vector<Term> &After = Kept[Each.To];
    if (After.empty())
      return false;
    Replacement Stepped(Store);
    for (auto [Variable, Value] : Each.Next)
      Stepped.set(Variable, Value);
    std::vector<Term> Goals, Facts = Kept[Each.From];
    for (Term Candidate : After)
      Goals.push_back(Stepped(Candidate));
    llvm::append_range(Facts, Each.Conditions);
    std::vector<bool> Holds = Follows.which(Facts, Goals);
    std::vector<Term> Left;
    for (std::size_t I = 0; I != After.size(); ++I)
      if (Holds[I])
        Left.push_back(After[I]);
    bool Dropped = Left.size() != After.size();
    After = std::move(Left);
    return Dropped;
  }

  TermStore &Store;
  llvm::ArrayRef<Step> Steps;
  std::vector<std::vector<Term>> Kept;
  Entailment &Follows;
};

} // namespace

std::vector<std::vector<Term>> largestInductive(TermStore &Store, llvm::ArrayRef<Step> Steps,
                                                std::vector<std::vector<Term>> Candidates, Entailment &Follows) {
  return Houdini(Store, Steps, std::move(Candidates), Follows).run();
}

} // namespace vernier

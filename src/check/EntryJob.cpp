#include "check/EntryJob.h"

#include "check/ClaimReview.h"
#include "input/LeafTerms.h"
#include "term/SmtLib.h"

namespace vernier {

void EntryJob::setExample(VerifiedPartition &Part, const InputAssignment &Values) const {
  Part.Example = describe(Into.Space, Values);
  Part.ExampleTexts = describeTexts(Into.Space, Values);
  Part.Values = Values;
}

void EntryJob::addWhole(Verdict Judged, Rung Evidence) {
  TermStore Store;
  Into.Judged = std::move(Judged);
  VerifiedPartition Part;
  Part.Id = 1;
  Part.What = Answer::Equal;
  Part.Why = Into.Judged.Why;
  Part.Condition = smtLibTerm(Store, Store.boolean(true), leafTerms(Store, Into.Space));
  if (Input.Assume.empty())
    Part.Size = spaceSize(Into.Space);
  Part.Assumptions = Into.Judged.Assumptions;
  Part.Evidence = Evidence;
  Into.Partitions.push_back(std::move(Part));
  Into.Complete = true;
  Into.EqualFraction = 1;
}

Error EntryJob::noInput() const {
  return usageError("--assume: no input of '" + Input.Entry + "' satisfies " +
                    (Into.Space.Assume.size() == 1 ? "'" + Into.Space.Assume.front() + "'" : "all of them together") +
                    "; there is nothing to compare");
}

Status EntryJob::sampleClaims(const std::vector<SampledClass> &Classes, TermStore &Store,
                              const std::vector<Term> &Leaves) {
  SpotCheckOptions Wanted;
  Wanted.PerClass = Options.SpotChecks;
  Wanted.Seed = Options.Exploration.Seed;
  Wanted.Runs = Options.Runs;
  Wanted.Observed = Options.Observed;
  Wanted.Interrupt = Options.Exploration.Search.Interrupt;
  auto Checked = spotCheck(Maps, Spaces, Classes, Store, Leaves, Wanted, Place);
  if (!Checked)
    return Checked.takeError();
  for (const SpotContradiction &Each : Checked->Contradictions)
    withdraw(Each, Store, Leaves);
  Into.Spots = std::move(*Checked);
  return Done{};
}

/// A claim that does not hold for one of its inputs is none; but there is an input that is known to differ.
void EntryJob::withdraw(const SpotContradiction &Contradicted, TermStore &Store, const std::vector<Term> &Leaves) {
  ClaimReview Review(Into, Store, Leaves, Maps.size() > 1);
  std::size_t Index = Contradicted.Partition - 1;
  Reason Why{"spot-check-failed", "it was claimed " + std::string(toString(Contradicted.Claimed)) +
                                      ", and plain builds contradict that on one of its inputs"};
  VerifiedPartition Wrong = Into.Partitions[Index];
  if (Contradicted.Claimed != Answer::Different || !Wrong.Shown || !Wrong.Values)
    return Review.takeBack(Index, Why, Contradicted.Input, Contradicted.Shown);
  Review.takeBack(Index, Why);
  Review.addSingle(*Wrong.Values, *Wrong.Shown, Wrong);
}

} // namespace vernier

#include "check/ClassSizes.h"

#include "base/Budget.h"
#include "term/CountModels.h"
#include "term/Shares.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

class ClassCounter {
public:
  ClassCounter(const PartitionResult &Explored, std::chrono::milliseconds Patience, VerifyResult &Into)
      : Explored(Explored), Into(Into), Count(Explored.Leaves), Left(Patience), Whole(Count.space()),
        Sums{none(), none(), none()} {
    Count.stopAt(std::chrono::steady_clock::now() + Patience);
    if (!Explored.Admitted)
      return;
    Admitted.push_back(Explored.Admitted);
    ModelCount Size = Count.count(Admitted);
    WholeKnown = Size.exact();
    Whole = Size.AtMost;
  }

  void run() {
    // An input that is known to differ counts as that, also inside of a class that is open.
    for (bool Single : {true, false})
      for (VerifiedPartition &Part : Into.Partitions)
        if ((Part.Basis == PartitionBasis::Input) == Single)
          countOne(Part);
    llvm::erase_if(Into.Partitions, [&](const VerifiedPartition &Part) { return Empty.contains(Part.Id); });
    setShares();
  }

private:
  llvm::APInt none() const { return llvm::APInt(Whole.getBitWidth(), 0); }
  llvm::APInt &sumOf(Answer What) { return Sums[static_cast<unsigned>(What)]; }

  /// Both exclude each other as formulas that are negations of one another.
  bool excludes(const VerifiedPartition &Part, const llvm::DenseSet<Term> &Before) const {
    return llvm::any_of(Part.Conjuncts,
                        [&](const Conjunct &Each) { return Before.contains(Explored.Store->notTerm(Each.Holds)); });
  }

  void countOne(VerifiedPartition &Part) {
    TermList Terms = Admitted;
    llvm::DenseSet<Term> Set;
    for (const Conjunct &Each : Part.Conjuncts) {
      Terms.push_back(Each.Holds);
      Set.insert(Each.Holds);
    }
    std::vector<TermList> Overlapping;
    for (std::size_t I = 0; I != Sets.size(); ++I)
      if (!excludes(Part, Sets[I]))
        Overlapping.push_back(Lists[I]);
    Sets.push_back(std::move(Set));
    Lists.push_back(Terms);
    if (Left.exhausted()) {
      Exact[static_cast<unsigned>(Part.What)] = false;
      return;
    }
    ModelCount Size = Count.count(Terms, Overlapping);
    // Its witness is one input of it.
    if (Size.AtLeast.isZero() && !Size.exact() && Part.What == Answer::Different && Overlapping.empty())
      Size.AtLeast = 1;
    if (Size.exact())
      Part.Size = decimal(Size.AtLeast);
    else
      Part.SizeBounds = {decimal(Size.AtLeast), decimal(Size.AtMost)};
    Exact[static_cast<unsigned>(Part.What)] &= Size.exact();
    sumOf(Part.What) += Size.AtLeast;
    // What differs has a witness: it is not empty, whatever its condition says.
    if (Size.AtMost.isZero() && Part.What != Answer::Different && Count.count(Terms).AtMost.isZero())
      Empty.insert(Part.Id);
  }

  bool decidedAs(Answer What) const {
    return llvm::all_of(Into.Partitions, [&](const VerifiedPartition &Each) { return Each.What == What; });
  }

  /// What is not known to be equal or different counts as undecided.
  void setShares() {
    bool AllDecided = Explored.Found.Covered && llvm::none_of(Into.Partitions, [](const VerifiedPartition &Each) {
                        return Each.What == Answer::Unknown;
                      });
    CountedInputs Counted{Whole, sumOf(Answer::Equal), sumOf(Answer::Different), WholeKnown};
    auto &[Equal, Different, Unknown] = Exact;
    if (AllDecided && decidedAs(Answer::Equal))
      Counted.Equal = Whole;
    else if (AllDecided && decidedAs(Answer::Different))
      Counted.Different = Whole;
    else if (AllDecided && WholeKnown && Different) // the rest is equal, however hard that is to count
      Counted.Equal = Whole - Counted.Different;
    else if (AllDecided && WholeKnown && Equal)
      Counted.Different = Whole - Counted.Equal;
    else
      Counted.Exact &= Equal && Different && (AllDecided || Unknown);
    // Classes that overlap where nobody saw it: numbers that contradict each other say nothing.
    llvm::APInt Decided = Counted.Equal.zext(Whole.getBitWidth() + 1) + Counted.Different.zext(Whole.getBitWidth() + 1);
    if (Decided.ugt(Whole.zext(Whole.getBitWidth() + 1)))
      return;
    Into.Counted = Counted;
    Into.EqualFraction = fractionOf(Counted.Equal, Whole);
    Into.DifferentFraction = fractionOf(Counted.Different, Whole);
    Into.UnknownFraction = AllDecided ? 0 : fractionOf(Counted.open(), Whole);
    Into.FractionsExact = Counted.Exact;
  }

  const PartitionResult &Explored;
  VerifyResult &Into;
  ModelCounter Count;
  Budget Left;
  TermList Admitted;
  llvm::APInt Whole;
  bool WholeKnown = true;
  llvm::APInt Sums[3];                         ///< by answer
  std::array<bool, 3> Exact{true, true, true}; ///< by answer
  std::vector<llvm::DenseSet<Term>> Sets;      ///< the conditions of the classes that were counted
  std::vector<TermList> Lists;
  std::set<unsigned> Empty; ///< ids
};

} // namespace

void countClasses(const PartitionResult &Explored, std::chrono::milliseconds Patience, VerifyResult &Into) {
  ClassCounter(Explored, Patience, Into).run();
}

} // namespace vernier

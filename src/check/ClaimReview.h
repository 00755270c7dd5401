#pragma once

#include "check/Verify.h"

#include <functional>

namespace vernier {

/// Takes back claims about classes of inputs that runs of plain builds contradict. Store and Leaves are those of the
/// conditions, or of their own where the conditions have none.
class ClaimReview {
public:
  ClaimReview(VerifyResult &Into, TermStore &Store, const std::vector<Term> &Leaves, bool ManyVersions)
      : Into(Into), Store(Store), Leaves(Leaves), ManyVersions(ManyVersions) {}

  /// What is claimed of the class does not hold on an input of it, and nothing is known instead.
  void takeBack(std::size_t Index, const Reason &Why);
  /// Beside that: the input is known to differ, and becomes a class of its own. Shown: of each version.
  void takeBack(std::size_t Index, const Reason &Why, const InputAssignment &Differs,
                const std::vector<Outcome> &Shown);
  /// An input that differs, as a class that says nothing about others.
  void addSingle(const InputAssignment &Input, Witness Shown, const VerifiedPartition &Like);

private:
  VerifyResult &Into;
  TermStore &Store;
  const std::vector<Term> &Leaves;
  bool ManyVersions;
};

/// An equal class with inputs that stand for it.
struct ReplayedClass {
  std::size_t Index = 0;               ///< in VerifyResult::Partitions
  std::vector<InputAssignment> Inputs; ///< inside of it
  std::vector<Outcome> Traced;         ///< what the traced runs of each version showed on the first; empty: nothing ran
};

/// Inputs within a class, to replay: an empty one, one with full texts, a few by chance.
std::vector<InputAssignment> inputsWithin(const InputSpace &Space,
                                          const std::function<bool(const InputAssignment &)> &Contains);

/// The inputs of a space that its --assume admits.
std::function<bool(const InputAssignment &)> admittedBy(const InputSpace &Space);

/// Runs plain builds of all versions on inputs of classes that are claimed equal, and takes back what they contradict:
/// the versions differ there, or they do something else than the traced runs. What could not be built or run
/// contradicts nothing.
void replayClasses(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                   const std::vector<ReplayedClass> &Classes, ClaimReview &Review, VerifyResult &Into,
                   const VerifyOptions &Options, const Workspace &Place);

/// The same for a bounded proof of the whole input space. A contradiction makes it different.
void replayProof(const ChangeMap &Map, const VerifyOptions &Options, const Workspace &Place, VerifyResult &Proved);

/// Every run that was replayed crashed, and in the same way in all versions: nothing is claimed of such a harness.
void refuseCrashes(VerifyResult &Into);

} // namespace vernier

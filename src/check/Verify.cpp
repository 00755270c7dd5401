#include "check/Verify.h"

#include "check/Ladder.h"
#include "input/CommonSpaces.h"
#include "term/LargeProduct.h"

#include <llvm/ADT/SmallString.h>

namespace vernier {

unsigned rankOf(DifferenceKind Kind) {
  switch (Kind) {
  case DifferenceKind::Output:
    return 0;
  case DifferenceKind::Definedness:
    return 1;
  case DifferenceKind::Memory:
    return 2;
  case DifferenceKind::Message:
    break;
  }
  return 3;
}

const Witness *VerifyResult::witness() const {
  const Witness *Best = nullptr;
  for (const VerifiedPartition &Each : Partitions)
    if (Each.Shown && (!Best || rankOf(differenceKind(*Each.Shown)) < rankOf(differenceKind(*Best))))
      Best = &*Each.Shown;
  return Best;
}

bool VerifyResult::isMessagesOnly() const {
  const Witness *Shown = Judged.What == Answer::Different ? witness() : nullptr;
  return Shown && differenceKind(*Shown) == DifferenceKind::Message;
}

bool VerifyResult::hasEnough(const PartitionOptions &Wanted) const {
  return Judged.What == Answer::Different && Wanted.StopAtDifference && (Wanted.StopAtMessage || !isMessagesOnly());
}

std::optional<Rung> VerifyResult::evidence() const {
  if (Judged.What == Answer::Unknown)
    return Judged.Reach == Extent::UpToBound ? std::optional(Rung::Bounded) : std::nullopt;
  for (const VerifiedPartition &Each : Partitions)
    if (Each.What == Judged.What)
      return Each.Evidence;
  return std::nullopt;
}

std::string spaceSize(const InputSpace &Space) {
  unsigned Bits = 2;
  for (const InputLeaf &Leaf : Space.Leaves)
    Bits += Leaf.Bits + 1;
  LargeProduct Size;
  for (const InputLeaf &Leaf : Space.Leaves)
    if (Leaf.Min && Leaf.Max)
      Size.multiply((*Leaf.Max - *Leaf.Min).zext(Leaf.Bits + 1) + 1);
    else
      Size.multiplyByPowerOfTwo(Leaf.Bits);
  return decimal(Size.value(Bits));
}

namespace {

using std::chrono::milliseconds;

/// With little time, what comes behind the exploration gets less, and a run that hangs may not take most of it.
VerifyOptions withinTime(VerifyOptions Options) {
  constexpr milliseconds LeastFinishing(200);
  Options.Finishing = std::min(Options.Finishing, std::max(Options.Time / 20, LeastFinishing));
  // What is kept in a store depends on how long runs may take; and who says how long gets that.
  if (Options.Runs.Time == RunLimits().Time && Options.Exploration.Store.empty())
    Options.Runs.Time = std::min(Options.Runs.Time, std::max(Options.Time / 12, LeastFinishing));
  return Options;
}

} // namespace

Result<VerifyResult> verifyEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                                 const Workspace &Place) {
  return verifyVersions({&Map}, Input, Options, Place);
}

Result<VerifyResult> verifyVersions(llvm::ArrayRef<const ChangeMap *> Maps, const InputOptions &Input,
                                    const VerifyOptions &Options, const Workspace &Place) {
  bool Many = Maps.size() > 1;
  if (Many && (!Options.Use.Partitions || Options.Instead))
    return usageError("more than two versions are compared by partitions only");
  auto Spaces = commonSpaces(Maps, Input);
  if (!Spaces)
    return Spaces.takeError();
  VerifyResult Result;
  Result.Space = Spaces->back();
  VerifyOptions Wanted = withinTime(Options);
  if (Many) {
    Wanted.Use.Bounded = false;
    Result.Versions.push_back(Maps.front()->oldProgram().label());
    for (const ChangeMap *Map : Maps)
      Result.Versions.push_back(Map->newProgram().label());
  }
  EntryJob Job(Maps, *Spaces, Input, Wanted, Place, Result);
  if (Status Climbed = climb(Job); !Climbed)
    return Climbed.takeError();
  return Result;
}

Status exploreEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                    const Workspace &Place, VerifyResult &Proved) {
  VerifyOptions Wanted = withinTime(Options);
  Wanted.HasProof = true;
  const ChangeMap *Only = &Map;
  InputSpace Space = Proved.Space;
  EntryJob Job(Only, Space, Input, Wanted, Place, Proved);
  return climbOn(Job);
}

} // namespace vernier

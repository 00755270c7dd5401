#include "check/Verify.h"

#include "check/Ladder.h"
#include "input/CommonSpaces.h"

#include <llvm/ADT/SmallString.h>

namespace vernier {

const Witness *VerifyResult::witness() const {
  for (const VerifiedPartition &Each : Partitions)
    if (Each.Shown)
      return &*Each.Shown;
  return nullptr;
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
  llvm::APInt Size(Bits, 1);
  for (const InputLeaf &Leaf : Space.Leaves) {
    llvm::APInt Values = llvm::APInt::getOneBitSet(Bits, Leaf.Bits);
    if (Leaf.Min && Leaf.Max)
      Values = (*Leaf.Max - *Leaf.Min).zext(Bits) + 1;
    Size *= Values;
  }
  llvm::SmallString<64> Digits;
  Size.toStringUnsigned(Digits);
  return std::string(Digits);
}

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
  VerifyOptions Wanted = Options;
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
  VerifyOptions Wanted = Options;
  Wanted.HasProof = true;
  const ChangeMap *Only = &Map;
  InputSpace Space = Proved.Space;
  EntryJob Job(Only, Space, Input, Wanted, Place, Proved);
  return climbOn(Job);
}

} // namespace vernier

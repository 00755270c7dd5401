#include "input/PlaceNames.h"
#include "input/SpaceBuilder.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

namespace vernier {

namespace {

/// A number that fits a leaf, in its signedness; character literals are handy for bytes.
Result<llvm::APInt> parseBound(const InputLeaf &Leaf, const std::string &Text) {
  llvm::StringRef Digits = Text;
  auto Bad = [&](const std::string &Why) { return usageError("--bound " + Leaf.Name + ": '" + Text + "' " + Why); };
  if (Digits.size() == 3 && Digits.front() == '\'' && Digits.back() == '\'')
    return llvm::APInt(64, static_cast<unsigned char>(Digits[1])).zextOrTrunc(Leaf.Bits);
  bool Negative = Digits.consume_front("-");
  llvm::APInt Value;
  if (Digits.empty() || Digits.getAsInteger(0, Value))
    return Bad("is not a whole number");
  Value = Value.zext(std::max(Value.getBitWidth(), Leaf.Bits) + 1);
  if (Negative)
    Value.negate();
  bool Fits = Leaf.Signed ? Value.getSignificantBits() <= Leaf.Bits : Value.isNonNegative() && Value.isIntN(Leaf.Bits);
  if (!Fits)
    return Bad("does not fit its " + std::to_string(Leaf.Bits) + (Leaf.Signed ? " signed bits" : " unsigned bits"));
  return Value.trunc(Leaf.Bits);
}

} // namespace

std::string SpaceBuilder::namesThereAre() const {
  constexpr std::size_t Most = 12;
  std::vector<std::string> All;
  std::set<unsigned> Grouped;
  for (const auto &[Name, Leaves] : Groups) {
    All.push_back(Name);
    Grouped.insert(Leaves.begin(), Leaves.end());
  }
  for (unsigned I = 0; I != Space.Leaves.size(); ++I)
    if (!Grouped.contains(I))
      All.push_back(Space.Leaves[I].Name);
  std::string Text;
  for (std::size_t I = 0; I != All.size() && I != Most; ++I)
    Text += (I ? ", " : "") + All[I];
  if (All.size() > Most)
    Text += ", and " + std::to_string(All.size() - Most) + " more";
  return All.empty() ? "the entry has no inputs" : "there are: " + Text;
}

/// A leaf that may stand for nothing can be zero, whatever its range is.
void SpaceBuilder::restrictLeaf(unsigned Index, const llvm::APInt &Low, const llvm::APInt &High) {
  InputLeaf &Leaf = Space.Leaves[Index];
  auto Guard = llvm::find_if(Space.Guards, [&](const InputGuard &Each) { return Each.Leaf == Index; });
  bool HoldsZero = Leaf.Signed ? !Low.isStrictlyPositive() && !High.isNegative() : Low.isZero();
  if (Guard == Space.Guards.end() || HoldsZero) {
    Leaf.Min = Low;
    Leaf.Max = High;
  } else {
    Guard->Min = Low;
    Guard->Max = High;
  }
}

Status SpaceBuilder::applyBound(const std::string &Name, const std::string &Min, const std::string &Max) {
  std::vector<unsigned> Leaves;
  for (unsigned I = 0; I != Space.Leaves.size(); ++I)
    if (Space.Leaves[I].Name == Name || placeName(Space, I) == Name) // reports print both
      Leaves.push_back(I);
  if (auto Group = Groups.find(Name); Leaves.empty() && Group != Groups.end())
    Leaves = Group->second;
  if (Leaves.empty())
    return usageError("--bound: there is no input '" + Name + "'; " + namesThereAre());
  for (unsigned Index : Leaves) {
    InputLeaf &Leaf = Space.Leaves[Index];
    if (Leaf.Floating)
      return usageError("--bound " + Name + ": floating-point inputs cannot be bounded");
    auto Low = parseBound(Leaf, Min), High = parseBound(Leaf, Max);
    if (!Low)
      return Low.takeError();
    if (!High)
      return High.takeError();
    if (Leaf.Signed ? Low->sgt(*High) : Low->ugt(*High))
      return usageError("--bound " + Name + "=" + Min + ".." + Max + ": the first number is larger than the second");
    restrictLeaf(Index, *Low, *High);
  }
  return Done{};
}

Status SpaceBuilder::applyBounds() {
  for (const auto &[Name, Range] : Options.Bounds)
    if (auto Applied = applyBound(Name, Range.first, Range.second); !Applied)
      return Applied;
  return Done{};
}

Result<unsigned> SpaceBuilder::objectNamed(const std::string &Name, const std::string &Flag) const {
  std::string Others;
  for (unsigned I : Pointed) {
    if (Space.Objects[I].Name == Name)
      return I;
    Others += (Others.empty() ? "" : ", ") + Space.Objects[I].Name;
  }
  return usageError(Flag + ": there is no pointer '" + Name + "'; " +
                    (Others.empty() ? "the entry takes no pointers" : "there are: " + Others));
}

Status SpaceBuilder::applyNullable() {
  for (const std::string &Name : Options.Nullable) {
    auto Object = objectNamed(Name, "--nullable");
    if (!Object)
      return Object.takeError();
    if (Space.Objects[*Object].NullLeaf)
      continue;
    InputLeaf Leaf;
    Leaf.Name = Name + "_null";
    Leaf.Bits = 1;
    Leaf.Signed = false;
    Space.Objects[*Object].NullLeaf = addLeaf(std::move(Leaf));
  }
  return Done{};
}

Status SpaceBuilder::applyAliases() {
  for (const auto &[First, Second] : Options.MayAlias) {
    auto A = objectNamed(First, "--may-alias"), B = objectNamed(Second, "--may-alias");
    if (!A)
      return A.takeError();
    if (!B)
      return B.takeError();
    if (*A == *B)
      return usageError("--may-alias " + First + "," + Second + ": these are the same pointer");
    if (!AliasPairs.insert({std::min(*A, *B), std::max(*A, *B)}).second)
      continue;
    // The larger object is the one that exists, so that what each pointer is said to point to is there.
    auto [Into, From] = Space.Objects[*A].Size >= Space.Objects[*B].Size ? std::pair(*A, *B) : std::pair(*B, *A);
    if (Space.Objects[From].Alias && Space.Objects[From].Size == Space.Objects[Into].Size)
      std::swap(Into, From);
    bool Cycle = false;
    for (unsigned At = Into; Space.Objects[At].Alias; At = Space.Objects[At].Alias->second)
      Cycle |= Space.Objects[At].Alias->second == From;
    if (Cycle || Space.Objects[From].Alias)
      return usageError("--may-alias " + First + "," + Second +
                        ": a pointer can be declared to alias one other only; choose the pairs that matter");
    InputLeaf Leaf;
    Leaf.Name = Space.Objects[From].Name + "_is_" + Space.Objects[Into].Name;
    Leaf.Bits = 1;
    Leaf.Signed = false;
    Space.Objects[From].Alias = {addLeaf(std::move(Leaf)), Into};
  }
  return Done{};
}

void SpaceBuilder::notePointerAssumptions(unsigned MoreMemory) {
  if (Pointed.empty())
    return;
  std::size_t Count = Pointed.size();
  if (MoreMemory || AliasPairs.size() < Count * (Count - 1) / 2)
    assume("no-alias");
  // Equal pointers, not ones into the middle of each other's object.
  auto IsArray = [&](const std::pair<unsigned, unsigned> &Pair) {
    return Space.Objects[Pair.first].Cells.size() > 1 || Space.Objects[Pair.second].Cells.size() > 1;
  };
  if (llvm::any_of(AliasPairs, IsArray))
    assume("no-partial-overlap");
  if (llvm::any_of(Pointed, [&](unsigned I) { return !Space.Objects[I].NullLeaf && !Space.Objects[I].Reference; }))
    assume("not-null");
  assume("bounded-lengths");
}

} // namespace vernier

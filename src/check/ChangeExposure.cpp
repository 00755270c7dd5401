#include "check/ChangeExposure.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>

namespace vernier {

namespace {

unsigned progressOf(bool Reached, bool Infected, bool Exposed) {
  return Exposed ? 3 : Infected ? 2 : Reached ? 1 : 0;
}

/// Of two reasons for the same progress, one that says what was tried says more.
bool saysMore(const Reason &New, const Reason &Known) {
  auto Weight = [](const Reason &Why) {
    return Why.Code.empty() || Why.Code == toString(Unexposed::NoWay) ? 0
           : Why.Code == toString(Unexposed::Budget)                  ? 1
                                                                      : 2;
  };
  return Weight(New) > Weight(Known);
}

} // namespace

Reason ChangeExposure::noTimeLeft() {
  return {std::string(toString(Unexposed::Budget)), "its share of the time was used up (vernier expose goes on)", {}};
}

ChangeExposure::ChangeExposure(llvm::ArrayRef<ChangedStatement> All) {
  for (const ChangedStatement &Each : All)
    Changes.push_back({Each.Id, false, false, false, {}, {}, {}});
}

ChangeProgress *ChangeExposure::find(unsigned Id) {
  auto Known = llvm::find_if(Changes, [&](const ChangeProgress &Each) { return Each.Id == Id; });
  return Known == Changes.end() ? nullptr : &*Known;
}

bool ChangeExposure::isExposed(unsigned Id) const {
  return llvm::any_of(Changes, [&](const ChangeProgress &Each) { return Each.Id == Id && Each.Exposed; });
}

std::size_t ChangeExposure::count(bool ChangeProgress::*State) const {
  return static_cast<std::size_t>(llvm::count_if(Changes, [&](const ChangeProgress &Each) { return Each.*State; }));
}

void ChangeExposure::settleEqual(unsigned Id, std::string Proof) {
  ChangeProgress *Known = find(Id);
  if (!Known || !Settled.insert(Id).second)
    return;
  if (!Known->Exposed)
    Known->Why = {std::string(toString(Unexposed::Equal)), std::move(Proof), {}};
}

void ChangeExposure::explainOpen(const Reason &Why) {
  for (ChangeProgress &Each : Changes)
    if (!Settled.contains(Each.Id) && Each.Why.Code.empty())
      Each.Why = Why;
}

void ChangeExposure::add(const ExposeResult &Found, const std::string &Entry) {
  std::vector<std::optional<std::size_t>> Index(Found.Tests.size());
  auto Keep = [&](std::size_t Test) {
    if (!Index[Test]) {
      const ExposeTest &From = Found.Tests[Test];
      Index[Test] = Tests.size();
      Tests.push_back({Entry,
                       Found.Space.WholeProgram,
                       {describe(Found.Space, From.Input), describeTexts(Found.Space, From.Input), From.Old, From.New,
                        From.OldUndefined, From.NewUndefined},
                       From.Differs,
                       From.Compared,
                       From.Executed,
                       From.Exposes});
    }
    return *Index[Test];
  };
  for (const ExposedChange &Each : Found.Changes) {
    ChangeProgress *Known = find(Each.Change.Id);
    if (!Known || Settled.contains(Each.Change.Id))
      continue;
    unsigned Before = progressOf(Known->Reached, Known->Infected, Known->Exposed);
    unsigned Now = progressOf(Each.Reached, Each.Infected, Each.Exposed);
    Reason Why{std::string(toString(Each.Why)), std::string(meaningOf(Each.Why)), {}};
    if (Each.Why == Unexposed::Budget)
      Why = noTimeLeft();
    if (!Each.Detail.empty())
      Why.Message += " (" + Each.Detail + ")";
    if (Now < Before || (Now == Before && !Known->Entry.empty() && !saysMore(Why, Known->Why)))
      continue;
    *Known = {Each.Change.Id, Each.Reached, Each.Infected, Each.Exposed, Entry, {}, std::move(Why)};
    if (auto Test = Each.Exposed ? Each.ExposedBy : Each.ReachedBy)
      Known->Test = Keep(*Test);
    if (Each.Exposed)
      Settled.insert(Each.Change.Id);
  }
}

InputAssignment carriedOver(const InputSpace &From, const InputAssignment &Values, const InputSpace &To) {
  llvm::StringMap<std::size_t> Known;
  for (std::size_t I = 0; I != From.Leaves.size() && I != Values.size(); ++I)
    Known.try_emplace(From.Leaves[I].Name, I);
  InputAssignment Result;
  for (const InputLeaf &Leaf : To.Leaves) {
    auto At = Known.find(Leaf.Name);
    bool Fits = At != Known.end() && From.Leaves[At->second].Bits == Leaf.Bits;
    Result.push_back(Fits ? Values[At->second] : Leaf.Min.value_or(llvm::APInt(Leaf.Bits, 0)));
  }
  settle(To, Result);
  return Result;
}

} // namespace vernier

#include "replay/Golden.h"

#include "input/ReadInput.h"
#include "replay/Replay.h"

namespace vernier {

std::string_view toString(ChangeClass What) {
  switch (What) {
  case ChangeClass::Progression:
    return "progression";
  case ChangeClass::Regression:
    return "regression";
  case ChangeClass::Intermediate:
    return "intermediate";
  case ChangeClass::Unclassified:
    return "unclassified";
  }
  return "unclassified";
}

namespace {

/// The same input in a space whose leaves have the same names in another order, or other names in the same order.
Result<InputAssignment> inSpace(const InputSpace &To, const InputSpace &From, const InputAssignment &Input) {
  std::vector<InputValue> Named = describe(From, Input);
  for (std::size_t I = 0; I != Named.size(); ++I)
    Named[I].Value = exactValueText(Input[I], Named[I].Signed, Named[I].Floating);
  auto ByName = readInput(To, Named);
  if (ByName || !sameTypes(To, From))
    return ByName;
  return Input;
}

} // namespace

Result<GoldenJudge::Compared> GoldenJudge::compared(const Program &Version, const std::string &Entry,
                                                    const Program &Golden, const std::string &GoldenEntry,
                                                    const InputOptions &Input, const Workspace &Place) {
  InputOptions Layout = layoutOf(Input);
  Layout.Entry = GoldenEntry;
  Layout.OldEntry = Entry == GoldenEntry ? "" : Entry;
  auto Space = inputSpace(Version, Golden, Layout);
  if (!Space)
    return Space.takeError();
  auto Own = PlainBuild::create(Version, Golden, Side::Old, *Space, Place);
  auto Other = PlainBuild::create(Version, Golden, Side::New, *Space, Place);
  if (!Own || !Other)
    return Own ? Other.takeError() : Own.takeError();
  return Compared{std::move(*Space), std::move(*Own), std::move(*Other)};
}

Result<GoldenJudge> GoldenJudge::make(const Program &Old, const Program &New, const Program &Golden,
                                      const InputSpace &Space, const InputOptions &Input, const RunLimits &Limits,
                                      const Observation &Observed, const Workspace &Place) {
  GoldenJudge Result(Space, Limits, Observed);
  std::string Entry = Space.NewEntry;
  if (!findEntry(Golden, Entry) && findEntry(Golden, Space.OldEntry))
    Entry = Space.OldEntry;
  for (const auto &[Version, Own] : {std::pair(&Old, &Space.OldEntry), std::pair(&New, &Space.NewEntry)}) {
    auto Pair = compared(*Version, *Own, Golden, Entry, Input, Place);
    if (!Pair) {
      Error Why = Pair.takeError();
      Why.Message = "--golden " + Golden.label() + ": " + Why.Message;
      return Why;
    }
    InputAssignment Zeros;
    for (const InputLeaf &Leaf : Space.Leaves)
      Zeros.push_back(llvm::APInt::getZero(Leaf.Bits));
    if (auto Fits = inSpace(Pair->Space, Space, Zeros); !Fits)
      return usageError("--golden " + Golden.label() + ": '" + Entry +
                        "' takes other inputs there than in the versions that are compared: " + Fits.error().Message);
    Result.Pairs.push_back(std::move(*Pair));
  }
  return Result;
}

std::optional<bool> GoldenJudge::behavesAlike(const Compared &With, const InputAssignment &Input,
                                              ClassifiedChange &To) const {
  auto Values = inSpace(With.Space, Space, Input);
  if (!Values) {
    To.Why = Values.error().Message;
    return std::nullopt;
  }
  Outcome Own = With.Own.run(*Values, Limits), Golden = With.Golden.run(*Values, Limits);
  To.Golden = Golden;
  if (!Own.comparable() || !Golden.comparable()) {
    To.Why = "a run " + outcomeText(Own.comparable() ? Golden : Own);
    return std::nullopt;
  }
  if (!sameBehaviour(Golden, With.Golden.run(*Values, Limits), Observed)) {
    To.Why = "two runs of the golden version on this input differ";
    return std::nullopt;
  }
  return sameBehaviour(Own, Golden, Observed);
}

ClassifiedChange GoldenJudge::classify(const InputAssignment &Input) const {
  ClassifiedChange Result;
  auto Before = behavesAlike(Pairs[0], Input, Result), After = behavesAlike(Pairs[1], Input, Result);
  if (!Before || !After)
    return Result;
  if (*Before && *After)
    Result.Why = "the golden version behaves as both of them: what differs is not compared with it";
  else
    Result.What = *After ? ChangeClass::Progression : *Before ? ChangeClass::Regression : ChangeClass::Intermediate;
  return Result;
}

} // namespace vernier

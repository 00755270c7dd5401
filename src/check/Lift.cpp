#include "check/Lift.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// Less is not worth a question.
constexpr milliseconds LeastStep{50};
/// Elements behind a pointer, and bytes of a string.
struct Lengths {
  unsigned Elements, Bytes;
};
constexpr Lengths Longer{16, 32}, One{1, 1}, None{0, 0};

/// Pointers that a caller chooses; of those, the ones that may be null.
std::vector<std::string> pointersOf(const InputSpace &Space, bool MayBeNull = false) {
  std::vector<std::string> Names;
  for (const InputArgument &Argument : Space.NewArguments) {
    if (Argument.What != InputArgument::Kind::Object)
      continue;
    const InputObject &Object = Space.Objects[Argument.Index];
    if (Object.Chosen && !(MayBeNull && Object.Reference) && !llvm::is_contained(Names, Object.Name))
      Names.push_back(Object.Name);
  }
  return Names;
}

class Lifting {
public:
  Lifting(const ChangeMap &Map, const InputOptions &Input, bool KnownEqual, const VerifyOptions &Options,
          const Workspace &Place, const std::function<milliseconds()> &TimeLeft)
      : Map(Map), Options(Options), Place(Place), TimeLeft(TimeLeft), KnownEqual(KnownEqual) {
    Result.Input = Input;
  }

  Lifted run(const InputSpace &Space) {
    std::vector<std::string> Names = pointersOf(Space);
    tryNull(pointersOf(Space, /*MayBeNull=*/true));
    tryEqual(Space, Names);
    tryLengths(Longer, "only with longer arrays or strings than usual (" + std::to_string(Longer.Elements) +
                           " elements, " + std::to_string(Longer.Bytes) + " bytes)");
    tryLengths(One, "only with arrays and strings of one element");
    tryLengths(None, "only with empty arrays and strings");
    return std::move(Result);
  }

private:
  void tryNull(const std::vector<std::string> &Names) {
    if (Names.empty())
      return;
    InputOptions Wanted = Result.Input;
    Wanted.Nullable = Names;
    step(Wanted, /*Explore=*/true, /*Adopt=*/true, [](const VerifyResult &Found, const InputAssignment &Values) {
      std::vector<std::string> Null;
      for (const InputObject &Object : Found.Space.Objects)
        if (Object.NullLeaf && Values[*Object.NullLeaf].isOne())
          Null.push_back(Object.Name);
      return Null.empty() ? "" : "only if " + llvm::join(Null, " and ") + (Null.size() == 1 ? " is" : " are") + " NULL";
    });
  }

  /// Each with the next one of the same size: a pointer can be declared to alias one other only.
  void tryEqual(const InputSpace &Space, const std::vector<std::string> &Names) {
    InputOptions Wanted = Result.Input;
    auto Size = [&](const std::string &Name) {
      return llvm::find_if(Space.Objects, [&](const InputObject &Each) { return Each.Name == Name; })->Size;
    };
    for (std::size_t I = 0; I + 1 < Names.size(); ++I)
      if (Size(Names[I]) == Size(Names[I + 1]))
        Wanted.MayAlias.push_back({Names[I], Names[I + 1]});
    if (Wanted.MayAlias.empty())
      return;
    step(Wanted, /*Explore=*/true, /*Adopt=*/true, [](const VerifyResult &Found, const InputAssignment &Values) {
      std::vector<std::string> Same;
      for (const InputObject &Object : Found.Space.Objects)
        if (Object.Alias && Values[Object.Alias->first].isOne())
          Same.push_back(Found.Space.Objects[Object.Alias->second].Name + " and " + Object.Name + " are the same");
      return Same.empty() ? "" : "only if " + llvm::join(Same, " and ");
    });
  }

  /// One length is no more than another: what is equal there is not adopted, and the assumption stays.
  void tryLengths(Lengths Given, const std::string &OnlyIf) {
    InputOptions Wanted = Result.Input;
    Wanted.DefaultLength = Given.Elements;
    Wanted.DefaultString = Given.Bytes;
    step(Wanted, /*Explore=*/false, /*Adopt=*/false,
         [&](const VerifyResult &, const InputAssignment &) { return OnlyIf; });
  }

  using Explanation = llvm::function_ref<std::string(const VerifyResult &, const InputAssignment &)>;

  void step(const InputOptions &Wanted, bool Explore, bool Adopt, Explanation OnlyIf) {
    VerifyOptions Step = Options;
    Step.Time = TimeLeft();
    if (Result.Different || Step.Time < LeastStep)
      return;
    Step.Use.Partitions &= Explore;
    Step.Use.Runs &= Explore; // who else would judge what they show?
    Step.Exploration.Search.StopAtDifference = Step.Exploration.Search.StopAtMessage = true;
    auto Found = verifyEntry(Map, Wanted, Step, Place);
    if (!Found)
      return; // there is no such space
    auto Kept = std::make_shared<VerifyResult>(std::move(*Found));
    if (Kept->Judged.What == Answer::Different)
      acceptDifference(Wanted, Kept, OnlyIf);
    else if (Adopt && KnownEqual && Kept->Judged.What == Answer::Equal && Kept->Complete) {
      Result.Equal = Kept;
      Result.Input = Wanted;
    }
  }

  void acceptDifference(const InputOptions &Wanted, const std::shared_ptr<VerifyResult> &Found, Explanation OnlyIf) {
    for (const VerifiedPartition &Part : Found->Partitions)
      if (Part.Shown && Part.Values) {
        Result.Different = Found;
        Result.Input = Wanted;
        if (KnownEqual)
          Result.OnlyIf = OnlyIf(*Found, *Part.Values);
        return;
      }
  }

  const ChangeMap &Map;
  const VerifyOptions &Options;
  const Workspace &Place;
  const std::function<milliseconds()> &TimeLeft;
  bool KnownEqual;
  Lifted Result;
};

} // namespace

bool takesPointers(const InputSpace &Space) {
  return !Space.WholeProgram && (!pointersOf(Space).empty() || !Space.Contents.empty());
}

Lifted liftAssumptions(const ChangeMap &Map, const InputOptions &Input, const InputSpace &Space, bool KnownEqual,
                       const VerifyOptions &Options, const Workspace &Place,
                       const std::function<milliseconds()> &TimeLeft) {
  return Lifting(Map, Input, KnownEqual, Options, Place, TimeLeft).run(Space);
}

} // namespace vernier

#include "check/Check.h"

#include "bitcode/Locations.h"
#include "check/ArgumentCount.h"
#include "check/ClaimReview.h"
#include "check/Composition.h"
#include "check/KnownValues.h"
#include "check/Lift.h"
#include "check/OwnState.h"
#include "impact/BlockFlow.h"
#include "input/CommonSpaces.h"
#include "input/EnvironmentNames.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <map>
#include <set>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Errors of an input space end with the flag of `verify` that helps; `check` has none of these.
std::string withoutAdvice(const std::string &Message) {
  return Message.substr(0, Message.rfind("; "));
}

/// Arguments of a whole program that nobody has said anything about: how many, and how long.
constexpr unsigned UsualArguments = 2, UsualLength = 4;
/// So that the report is not late: for counting the inputs of partitions, and again for small witnesses.
constexpr milliseconds Finishing{1000};
/// Less is not worth the builds.
constexpr milliseconds LeastExploration{200};
/// One step of lifting an assumption takes at most that.
constexpr milliseconds LongestLift{2000};
/// Of the time, for inputs that show changes; less where a difference is known already.
constexpr int ExposureShare = 6;
constexpr std::size_t MostKnownInputs = 24; ///< of classes, that it begins with
constexpr milliseconds LongestExposure{10000}, LongestExposureOfKnown{3000};
constexpr unsigned MostRunsOfKnown = 100;
/// Beside a search for inputs, arguments and standard input of a whole program are longer than a proof could bear.
constexpr unsigned WideArguments = 3, WideLength = 8;
/// Variables of the environment that are input of a whole program without being asked for.
constexpr std::size_t MostVariables = 3;

/// Decides functions one after the other, and shares the time among those that are left.
class Checker {
public:
  Checker(const ChangeMap &Map, const CheckOptions &Options, const Workspace &Place, const ProgramAnalysis &New,
          CheckResult &Result, Clock::time_point Deadline)
      : Map(Map), Options(Options), Place(Place), New(New), Result(Result), Parts(Map, New.calls()),
        Deadline(Deadline) {
    if (Options.Expose)
      KeptForExposure = std::min(Options.Time / ExposureShare, LongestExposure);
  }

  void run() {
    findFunctions();
    for (std::size_t I = 0; I < Work.size(); ++I)
      decide(*Work[I].F, Result.Functions[Work[I].Index], Work.size() - I + 1);
    decideOthers();
    if (Parts.whyNotTheProgram())
      proveProgram();
    tellInterim();
    for (std::size_t I = 0; I < ToExplore.size(); ++I)
      explore(ToExplore[I], ToExplore.size() - I);
    for (std::size_t I = 0; I < Tried.size(); ++I)
      lift(Tried[I], Tried.size() - I);
    expose();
    for (const Unsettled &Each : Tried)
      replay(Each);
    for (const Unsettled &Each : Tried)
      nameState(Each);
    if (Program && anyOnItsOwn())
      lookForConfirmation();
    tellConfirmation();
    if (Program)
      addProgram();
    decideWhole();
    llvm::stable_sort(Result.Functions,
                      [](const FunctionVerdict &A, const FunctionVerdict &B) { return rank(A) < rank(B); });
  }

private:
  struct Item {
    const llvm::Function *F;
    std::size_t Index;
    unsigned Order; ///< changed functions before callers, small before large
  };

  /// What the bounded proof leaves undecided or finds different. Rows stay where they are until all are explored.
  struct Unsettled {
    CheckedFunction *Row;
    InputOptions Input;
    std::shared_ptr<VerifyResult> Proved;
  };

  static int rankOf(FunctionRole Role) {
    switch (Role) {
    case FunctionRole::Program:
      return 0;
    case FunctionRole::Changed:
      return 1;
    case FunctionRole::Caller:
      return 2;
    case FunctionRole::Added:
    case FunctionRole::Removed:
    case FunctionRole::None:
      break;
    }
    return 3;
  }

  static int rank(const FunctionVerdict &V) {
    int Verdict = V.Judged.What == Answer::Different ? 0 : V.Judged.What == Answer::Unknown ? 1 : 2;
    return Verdict * 4 + rankOf(V.Role);
  }

  /// What is known when all proofs are done.
  void tellInterim() {
    if (!Options.Interim)
      return;
    Verdict Before = Result.Whole;
    decideWhole();
    Options.Interim(Result);
    Result.Whole = std::move(Before);
  }

  /// Static functions of two files may have one name and stand in the same line.
  static std::string rowOf(const std::string &Name, const Location &Where) {
    return Name + ":" + Where.File + ":" + std::to_string(Where.Line);
  }

  void findFunctions() {
    std::map<const llvm::Function *, std::vector<const llvm::Function *>> Callers;
    for (const llvm::Function *F : Parts.changed())
      for (const CallGraph::Site &Site : New.calls().callsOf(*F))
        Callers[Site.Call->getFunction()].push_back(F);
    std::map<std::string, std::size_t> Rows; // functions have their rows from the judgement of the map
    for (std::size_t I = 0; I < Result.Functions.size(); ++I)
      Rows.emplace(rowOf(Result.Functions[I].Name, Result.Functions[I].Where), I);
    for (const llvm::Function &F : Map.newProgram().module()) {
      auto Row = Rows.find(rowOf(sourceName(F), locationOf(F)));
      if (F.isDeclaration() || Row == Rows.end())
        continue;
      FunctionVerdict &Verdict = Result.Functions[Row->second];
      bool IsChanged = Parts.isChanged(F), IsCaller = Callers.contains(&F) && Map.counterpart(F);
      Verdict.Role = IsChanged            ? FunctionRole::Changed
                     : IsCaller           ? FunctionRole::Caller
                     : Map.counterpart(F) ? FunctionRole::None
                                          : FunctionRole::Added;
      if ((IsChanged || IsCaller) && F.getName() != "main") {
        Work.push_back({&F, Row->second, (IsChanged ? 0 : 1u << 20) + F.getInstructionCount()});
        if (IsCaller)
          Calls[&F] = Callers[&F];
      }
      if (!IsChanged && Map.counterpart(F) && (!IsCaller || F.getName() == "main"))
        Others.push_back({&F, Row->second, 0});
    }
    for (FunctionVerdict &Verdict : Result.Functions)
      if (Verdict.Judged.Why.Code == reason::Removed)
        Verdict.Role = FunctionRole::Removed;
    llvm::stable_sort(Work, [](const Item &A, const Item &B) { return A.Order < B.Order; });
  }

  bool interrupted() const {
    const std::atomic<bool> *Flag = Options.Verify.Exploration.Search.Interrupt;
    return Flag && *Flag;
  }

  milliseconds timeLeft() const { return std::chrono::duration_cast<milliseconds>(Deadline - Clock::now()); }

  milliseconds share(std::size_t Left) const {
    if (interrupted())
      return milliseconds(0);
    return std::min(Options.Verify.Time, std::max(milliseconds(0), timeLeft() - KeptForExposure) /
                                             static_cast<int>(std::max<std::size_t>(Left, 1)) * 2);
  }

  void decide(const llvm::Function &F, CheckedFunction &Verdict, std::size_t Left) {
    auto Start = Clock::now();
    // Unchanged itself, and what it calls is the same for every caller: there is nothing left to prove.
    bool OnlyProved = Verdict.Role == FunctionRole::Caller && Parts.followsFromCallees(F);
    if (OnlyProved) {
      acceptCallees(Verdict);
      Parts.addProved(F);
    } else if (milliseconds Time = share(Left); Time < milliseconds(20)) {
      Verdict.Judged.Why = notReached();
    } else {
      prove(F, Verdict, Time);
    }
    Verdict.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
    if (Options.Decided)
      Options.Decided(Verdict);
  }

  Reason notReached() const {
    if (interrupted())
      return {"interrupted", "it was interrupted before its turn", {}};
    return {"budget", "the time was used up before its turn (--time gives more)", {}};
  }

  /// Functions that reach a change through others are not tried; they are proved where all that they reach is.
  void decideOthers() {
    for (const Item &Each : Others)
      if (Parts.followsFromCallees(*Each.F))
        acceptCallees(Result.Functions[Each.Index]);
  }

  static void acceptCallees(FunctionVerdict &Verdict) {
    Verdict.Judged = {Answer::Equal,
                      {reason::CalleesProved,
                       "it is unchanged, and every changed function that it reaches is proved equal for all callers",
                       {}},
                      {},
                      Extent::Complete,
                      0};
    Verdict.Mode = VerifyMode::Bounded;
    Verdict.ForAllCallers = true;
  }

  InputOptions inputFor(const llvm::Function &F) const {
    InputOptions Input;
    Input.Entry = F.getName().str();
    Input.OldEntry = Map.counterpart(F)->getName().str();
    return Input;
  }

  /// Partitions get a turn of their own when all proofs are done, so proofs leave half of the time to them.
  VerifyOptions proofOptions(milliseconds Time) const {
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = Options.Verify.Use.Partitions ? Time / 2 : Time;
    Wanted.Use.Partitions = false;
    Wanted.Use.Runs = false; // partitions have to judge what runs show
    Wanted.Replay = false;   // when everything else is done
    return Wanted;
  }

  void prove(const llvm::Function &F, CheckedFunction &Verdict, milliseconds Time) {
    InputOptions Input = inputFor(F);
    VerifyOptions Wanted = proofOptions(Time);
    Verdict.Mode = VerifyMode::Bounded;
    // In every context first: any values in the globals. Then as the program starts.
    Input.AllGlobalsSymbolic = true;
    auto Any = verifyEntry(Map, Input, Wanted, Place);
    if (!Any) {
      Verdict.Judged = noSpace(Any.error());
      return;
    }
    // Partitions assume that runs end: they never prove something for all callers.
    if (Parts.holdsForAllCallers(Any->Judged, Any->Space)) {
      auto AnyContext = std::make_shared<VerifyResult>(std::move(*Any));
      accept(Verdict, AnyContext);
      Verdict.ForAllCallers = true;
      Verdict.Judged.Why.Message += ", for all callers";
      Parts.addProved(F, Verdict.Judged.Assumptions);
      Tried.push_back({&Verdict, Input, AnyContext});
      return;
    }
    bool DiffersElsewhere = Any->Judged.What == Answer::Different;
    bool SymbolicGlobals = !Any->Space.Globals.empty();
    auto Found = std::make_shared<VerifyResult>(std::move(*Any));
    if (SymbolicGlobals) {
      Input.AllGlobalsSymbolic = false;
      if (auto Initial = verifyEntry(Map, Input, Wanted, Place))
        Found = std::make_shared<VerifyResult>(std::move(*Initial));
    }
    settle(Verdict, Input, Found);
    if (SymbolicGlobals && Verdict.Judged.What == Answer::Equal && DiffersElsewhere)
      Verdict.Judged.Why.Message += "; with other values in the globals it differs (--symbolic-global shows how)";
  }

  static Verdict noSpace(const Error &Why) {
    return {Answer::Unknown, {"no-input-space", withoutAdvice(Why.Message), {}}, {}, Extent::None, 0};
  }

  /// Takes the proof, and remembers what partitions may find out beyond it.
  void settle(CheckedFunction &Row, const InputOptions &Input, const std::shared_ptr<VerifyResult> &Found) {
    accept(Row, Found);
    Tried.push_back({&Row, Input, Found});
    bool Enough = Found->Judged.What == Answer::Equal && Found->Complete;
    Enough |= Found->hasEnough(Options.Verify.Exploration.Search);
    // Partitions of the same inputs do not reach it either.
    Enough |= Found->Judged.Why.Code == reason::NoInputReachesChange;
    if (Options.Verify.Use.Partitions && !Enough)
      ToExplore.push_back({&Row, Input, Found});
  }

  /// A difference that is known already needs its classes less than an open question needs an answer.
  void explore(const Unsettled &Each, std::size_t Left) {
    auto Start = Clock::now();
    CheckedFunction &Row = *Each.Row;
    Verdict ByProof = Row.Judged;
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = ByProof.What == Answer::Different ? std::min(share(Left), Wanted.Time / 2) : share(Left);
    if (Row.Role == FunctionRole::Program && ByProof.What == Answer::Different)
      Wanted.Time = std::min(Wanted.Time, LongestLift);
    for (const VerifiedPartition &Known : Each.Proved->Partitions)
      if (Known.What == Answer::Different && Known.Values)
        Wanted.Exploration.Search.Seeds.push_back(*Known.Values);
    Wanted.Finishing = std::min(Wanted.Finishing, Finishing);
    Wanted.Whole = Budget(Deadline);
    if (Wanted.Time < LeastExploration)
      return;
    if (!exploreEntry(Map, Each.Input, Wanted, Place, *Each.Proved) || !Each.Proved->Explored)
      return; // what the proof says stands
    // A difference that was shown stays as it was, with fewer assumptions; partitions only say where else there are
    // some. And up to a bound is more than nothing.
    bool More = ByProof.What == Answer::Unknown &&
                (Each.Proved->Judged.What != Answer::Unknown || ByProof.Reach != Extent::UpToBound);
    if (More) {
      accept(Row, Each.Proved);
    }
    Row.Seconds += std::chrono::duration<double>(Clock::now() - Start).count();
    if (Options.Decided && Row.Judged.What != ByProof.What)
      Options.Decided(Row);
  }

  /// What the harness of a changed function assumes of its pointers is tried without. What differs then is a finding.
  void lift(Unsettled &Each, std::size_t Left) {
    CheckedFunction &Row = *Each.Row;
    if (Row.Role != FunctionRole::Changed || Row.Judged.What == Answer::Different || !Row.Verified ||
        !takesPointers(Row.Verified->Space))
      return;
    auto Start = Clock::now();
    bool KnownEqual = Row.Judged.What == Answer::Equal;
    Lifted Found = liftAssumptions(Map, Each.Input, Row.Verified->Space, KnownEqual, Options.Verify, Place,
                                   [&] { return std::min(share(Left), LongestLift); });
    if (auto Better = Found.Different ? Found.Different : Found.Equal) {
      accept(Row, Better);
      Each.Input = Found.Input;
      Each.Proved = Better;
      if (Found.Different && !Found.OnlyIf.empty())
        Row.Judged.Why.Message = Found.OnlyIf + ": " + Row.Judged.Why.Message;
    }
    Row.Seconds += std::chrono::duration<double>(Clock::now() - Start).count();
    if (Options.Decided && Found.Different)
      Options.Decided(Row);
  }

  // ---- inputs for the changes that nothing has shown yet (src/exposure) ----

  void expose() {
    KeptForExposure = milliseconds(0);
    if (!Options.Expose || interrupted())
      return;
    Result.Exposure = ChangeExposure(Result.Touched.Changes);
    settleProved();
    if (Program && Program->Verified && Result.Exposure.isOpen())
      exposeIn(*Program, 1);
    std::vector<Unsettled *> Open;
    for (Unsettled &Each : Tried)
      if (Each.Row->Role == FunctionRole::Changed && Each.Row->Judged.What != Answer::Equal)
        Open.push_back(&Each);
    for (std::size_t I = 0; I != Open.size() && Result.Exposure.isOpen(); ++I)
      exposeIn(*Open[I]->Row, Open.size() - I, Open[I]);
    Result.Exposure.explainOpen(ChangeExposure::noTimeLeft());
  }

  /// Changes about which nothing is left to be shown.
  void settleProved() {
    bool Whole = !Parts.whyNotTheProgram();
    bool SameForm = Program && Program->Judged.What == Answer::Equal && Program->Verified &&
                    Program->Verified->Mode == VerifyMode::NormalForm;
    std::set<std::string> Proved;
    for (const FunctionVerdict &Row : Result.Functions)
      if (Row.Judged.What == Answer::Equal && Row.ForAllCallers)
        Proved.insert(Row.Name);
    for (const ChangedStatement &Each : Result.Touched.Changes)
      if (Whole || SameForm)
        Result.Exposure.settleEqual(Each.Id, "both versions are proved equal");
      else if (Proved.contains(Each.Place.Function))
        Result.Exposure.settleEqual(Each.Id,
                                    "the function " + Each.Place.Function + " is proved equal for all callers");
  }

  /// Of a function, only its own changes are looked for: the others are looked for in theirs.
  std::set<unsigned> settledFor(const FunctionVerdict &Row) const {
    std::set<unsigned> Settled = Result.Exposure.settled();
    for (const ChangedStatement &Each : Result.Touched.Changes)
      if (Row.Role != FunctionRole::Program && Each.Place.Function != Row.Name && Each.OldPlace.Function != Row.Name)
        Settled.insert(Each.Id);
    return Settled;
  }

  void exposeIn(CheckedFunction &Row, std::size_t Left, Unsettled *Function = nullptr) {
    auto Start = Clock::now();
    bool Known = Row.Judged.What == Answer::Different;
    ExposeOptions Wanted;
    Wanted.Settled = settledFor(Row);
    milliseconds Rest = std::min(timeLeft() / 2, Known ? LongestExposureOfKnown : LongestExposure);
    Wanted.Time = Rest / static_cast<int>(Left);
    if (Wanted.Settled.size() == Result.Touched.Changes.size() || *Wanted.Time < LeastExploration || interrupted())
      return;
    InputOptions Input = Function ? Function->Input : wideInput();
    if (!Function)
      chooseVariables(Input);
    auto Spaces = commonSpaces(&Map, Input);
    if (!Spaces)
      return;
    const InputSpace &Space = Spaces->back();
    if (Known)
      Wanted.MostRuns = MostRunsOfKnown;
    Wanted.Whole = Budget(*Wanted.Time);
    Wanted.QueryTime = std::min(Options.Verify.QueryTime, Wanted.QueryTime);
    Wanted.RunTime = std::min(Options.Verify.Runs.Time, Wanted.RunTime);
    Wanted.RunMemory = Options.Verify.Runs.Memory;
    Wanted.Observed = Options.Verify.Observed;
    Wanted.Interrupt = Options.Verify.Exploration.Search.Interrupt;
    Wanted.Tests = knownInputs(*Row.Verified, Space);
    auto Found = exposeChanges(Map, Space, Wanted, Place);
    if (!Found)
      return;
    Result.Exposure.add(*Found, Row.Role == FunctionRole::Program ? std::string("main") : Row.Name);
    judgeExposed(Row, Input, *Found, Function);
    Row.Seconds += std::chrono::duration<double>(Clock::now() - Start).count();
  }

  /// Inputs of the classes that are known: what differs first.
  static std::vector<InputAssignment> knownInputs(const VerifyResult &Verified, const InputSpace &Space) {
    std::vector<InputAssignment> Inputs;
    for (Answer What : {Answer::Different, Answer::Unknown, Answer::Equal})
      for (const VerifiedPartition &Each : Verified.Partitions)
        if (Each.What == What && Each.Values && Inputs.size() < MostKnownInputs)
          Inputs.push_back(carriedOver(Verified.Space, *Each.Values, Space));
    return Inputs;
  }

  /// What shows a difference is one for the other engines too, which judge it as any other input that differs.
  void judgeExposed(CheckedFunction &Row, const InputOptions &Input, const ExposeResult &Found, Unsettled *Function) {
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = std::min(share(1), LongestLift);
    Wanted.Exploration.Search.StopAtDifference = Wanted.Exploration.Search.StopAtMessage = true;
    Wanted.Finishing = std::min(Wanted.Finishing, Finishing);
    Wanted.Whole = Budget(Deadline);
    for (const ExposeTest &Test : Found.Tests)
      if (Test.Differs)
        Wanted.Exploration.Search.Seeds.push_back(Test.Input);
    if (Row.Judged.What == Answer::Different || Wanted.Exploration.Search.Seeds.empty() ||
        Wanted.Time < LeastExploration)
      return;
    if (Function) {
      if (exploreEntry(Map, Input, Wanted, Place, *Function->Proved) &&
          Function->Proved->Judged.What == Answer::Different)
        accept(Row, Function->Proved);
    } else if (auto Judged = verifyEntry(Map, Input, Wanted, Place);
               Judged && Judged->Judged.What == Answer::Different) {
      accept(Row, std::make_shared<VerifyResult>(std::move(*Judged)));
    }
    if (Options.Decided && Row.Judged.What == Answer::Different)
      Options.Decided(Row);
  }

  /// Inputs of what the bounded proof calls equal, on plain builds, as far as there is time.
  void replay(const Unsettled &Each) {
    CheckedFunction &Row = *Each.Row;
    if (Row.Judged.What != Answer::Equal || Row.Verified != Each.Proved || share(1) < LeastExploration)
      return;
    replayProof(Map, Options.Verify, Place, *Each.Proved);
    if (Each.Proved->Judged.What == Answer::Equal)
      return;
    // Both versions may do something undefined, which those engines notice that look at inputs.
    std::shared_ptr<VerifyResult> Contradicted = Each.Proved;
    if (Contradicted->Mode == VerifyMode::NormalForm) {
      VerifyOptions Others = Options.Verify;
      Others.Use.NormalForm = Others.Use.Induction = false;
      Others.Time = share(1);
      if (auto Again = verifyEntry(Map, Each.Input, Others, Place))
        Contradicted = std::make_shared<VerifyResult>(std::move(*Again));
    }
    accept(Row, Contradicted);
    if (Row.ForAllCallers)
      takeBackCallers();
    Row.ForAllCallers = false;
  }

  /// What rests on a proof that plain builds contradict is open again.
  void takeBackCallers() {
    Parts.forgetProofs();
    for (FunctionVerdict &Each : Result.Functions)
      if (Each.Judged.Why.Code == reason::CalleesProved) {
        Each.Judged = {Answer::Unknown,
                       {reason::ChangeReached, "a changed function that it reaches is not equal", {}},
                       {},
                       Extent::None,
                       0};
        Each.ForAllCallers = false;
      }
  }

  /// A difference that was seen in a state that the program may never be in is one of the function on its own.
  void nameState(const Unsettled &Each) {
    CheckedFunction &Row = *Each.Row;
    if (Row.Judged.What != Answer::Different || Row.Role == FunctionRole::Program || !Row.Verified || !Row.Shown)
      return;
    Row.OwnState = stateBehind(Map, Each.Input, *Row.Verified, Options.Verify, Place);
    if (Row.OwnState.empty() || Options.Strict)
      return;
    Row.Judged.What = Answer::Unknown;
    Row.Judged.Reach = Extent::None;
    Row.Judged.Why = {reason::DiffersOnItsOwn,
                      "it differs on its own, in a state that the program may never be in (" +
                          llvm::join(Row.OwnState, ", ") + ")",
                      {}};
  }

  /// Whether the whole program is known to show something.
  void tellConfirmation() {
    for (FunctionVerdict &Row : Result.Functions)
      if (Row.Judged.Why.Code == reason::DiffersOnItsOwn)
        Row.Judged.Why.Message += Program && Program->Judged.What == Answer::Different
                                      ? "; the program differs, too"
                                      : "; no input of the whole program is known to show it";
  }

  bool anyOnItsOwn() const {
    return Program->Judged.What != Answer::Different &&
           llvm::any_of(Result.Functions, [](const FunctionVerdict &Each) { return !Each.OwnState.empty(); });
  }

  /// The whole program with longer arguments and standard input where the user has not said which.
  InputOptions wideInput() const {
    InputOptions Input = Options.Input;
    Input.Entry = "main";
    if (!Input.Argv && Input.ArgvBefore.empty() && Input.ArgvAfter.empty())
      Input.Argv = {argumentsThatReachAChange(Map, WideArguments), WideLength};
    if (!Input.Stdin && readsInput(Map.newProgram(), "main"))
      Input.Stdin = WideLength;
    return Input;
  }

  /// One more look at the whole program.
  void lookForConfirmation() {
    InputOptions Input = wideInput();
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = std::min(share(1), LongestLift * 2);
    Wanted.Exploration.Search.StopAtDifference = Wanted.Exploration.Search.StopAtMessage = true;
    if (Input == Options.Input || Wanted.Time < LeastExploration)
      return;
    auto Found = verifyEntry(Map, Input, Wanted, Place);
    if (Found && Found->Judged.What == Answer::Different) {
      accept(*Program, std::make_shared<VerifyResult>(std::move(*Found)));
      Program->Mode = Program->Verified->Mode;
    }
  }

  static void accept(CheckedFunction &Row, const std::shared_ptr<VerifyResult> &Found) {
    Row.Judged = Found->Judged;
    Row.Mode = Found->Mode;
    Row.Verified = Found;
    if (const Witness *Shown = Found->witness())
      Row.Shown = *Shown;
  }

  void decideWhole() {
    std::optional<Reason> Open = Parts.whyNotTheProgram();
    if (!Open) {
      Result.Whole = {Answer::Equal,
                      {"functions-proved", "every changed function is proved equal for all callers", {}},
                      Parts.assumptions(),
                      Extent::Complete,
                      0};
      return;
    }
    if (ProgramByForm) {
      Result.Whole = *ProgramByForm;
      return;
    }
    if (Result.Whole.Why.Code == reason::ChangeReached && interrupted())
      Result.Whole.Why = {"interrupted", "it was interrupted, and not everything is decided", {}};
    else if (Result.Whole.Why.Code == reason::ChangeReached) {
      Result.Whole.Why = std::move(*Open);
      if (!ProvedOnlyFor.empty())
        Result.Whole.Why.Message = ProvedOnlyFor;
    }
    if (const FunctionVerdict *First = Result.firstDifference()) {
      bool Program = First->Role == FunctionRole::Program;
      Result.Whole = First->Judged;
      Result.Whole.Why = {"witness",
                          Program ? "the program behaves differently"
                                  : "the function " + First->Name + " behaves differently" + onlyIf(*First),
                          First->Where};
      return;
    }
  }

  /// ", only if p is NULL"
  static std::string onlyIf(const FunctionVerdict &Row) {
    llvm::StringRef Message = Row.Judged.Why.Message;
    return Message.starts_with("only ") ? ", " + Message.split(": ").first.str() : "";
  }

  /// Variables of the environment that the program names are input, if there are few: each may double the classes.
  void chooseVariables(InputOptions &Input) const {
    InputOptions Named = Input;
    Named.NamedVariables = true;
    addNamedVariables(Named, Map.oldProgram(), Map.newProgram());
    if (Input.NamedVariables || (Input.Environment.empty() && Named.Environment.size() <= MostVariables))
      Input = std::move(Named);
  }

  /// As many arguments as it takes to come to a change, where the user has not said how many.
  void chooseArguments(InputOptions &Input) const {
    if (Input.Argv || !Input.ArgvBefore.empty() || !Input.ArgvAfter.empty())
      return;
    if (unsigned Count = argumentsThatReachAChange(Map, UsualArguments); Count != UsualArguments)
      Input.Argv = {Count, UsualLength};
  }

  /// What tells functions apart, as arguments of the program: cheap, and often enough.
  std::shared_ptr<VerifyResult> tryKnownValues(const InputOptions &Input) const {
    std::vector<std::string> Words;
    for (const FunctionVerdict &Row : Result.Functions)
      if (Row.Shown)
        llvm::append_range(Words, wordsOf(*Row.Shown));
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = std::min(share(1), LongestLift);
    auto Seen = std::make_shared<VerifyResult>();
    if (Words.empty())
      return nullptr;
    auto Spaces = commonSpaces(&Map, Input);
    return Spaces && tryArguments(Map, Spaces->back(), std::move(Words), Wanted, Place, *Seen) ? Seen : nullptr;
  }

  void proveProgram() {
    const llvm::Function *Main = Map.newProgram().module().getFunction("main");
    const llvm::Function *Before = Map.oldProgram().module().getFunction("main");
    if (!Main || !Before || Main->isDeclaration() || Before->isDeclaration())
      return;
    Program.emplace();
    Program->Name = "main";
    Program->Role = FunctionRole::Program;
    Program->Where = locationOf(*Main);
    Program->Mode = VerifyMode::Bounded;
    auto Start = Clock::now();
    InputOptions Input = Options.Input;
    Input.Entry = "main";
    chooseArguments(Input);
    chooseVariables(Input);
    if (auto Seen = tryKnownValues(Input)) {
      settle(*Program, Input, Seen);
    } else if (auto Found = verifyEntry(Map, Input, proofOptions(share(1)), Place)) {
      settle(*Program, Input, std::make_shared<VerifyResult>(std::move(*Found)));
    } else {
      Program->Judged = noSpace(Found.error());
    }
    Program->Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
    if (Options.Decided)
      Options.Decided(*Program);
  }

  /// It replaces the row of main as a function.
  void addProgram() {
    if (Program->Judged.What == Answer::Equal && Program->Verified->Mode == VerifyMode::NormalForm) {
      ProgramByForm = Program->Judged;
    } else if (Program->Judged.What == Answer::Equal) {
      std::string Input = inputText(Program->Verified->Space);
      Program->Judged.Assumptions.push_back("bounded-input");
      Program->Judged.Why.Message += ", for " + Input;
      if (Result.Whole.Why.Code == reason::ChangeReached)
        ProvedOnlyFor = "the program is proved equal only for " + Input + " (--argv and --stdin choose others)";
    }
    if (Program->Judged.Why.Code == reason::NoInputReachesChange) {
      Program->Judged.Why.Message += " (" + inputText(Program->Verified->Space) + ")";
      if (Result.Whole.Why.Code == reason::ChangeReached)
        ProvedOnlyFor = Program->Judged.Why.Message + "; --argv and --stdin choose others";
    }
    llvm::erase_if(Result.Functions, [](const FunctionVerdict &V) { return V.Name == "main"; });
    Result.Functions.push_back(std::move(*Program));
  }

  static std::string inputText(const InputSpace &Space) {
    std::size_t Longest = 0;
    for (const auto &Each : Space.Program.Arguments)
      Longest = std::max(Longest, Each.Leaves.size());
    std::size_t Number = Space.Program.Arguments.size(), Input = Space.Program.StdinLeaves.size();
    std::string Text = Number == 0 ? "no arguments"
                                   : std::to_string(Number) + (Number == 1 ? " argument" : " arguments") +
                                         " of at most " + std::to_string(Longest) + " bytes";
    return Text + (Input == 0 ? " and no standard input"
                              : " and at most " + std::to_string(Input) + " bytes of standard input");
  }

  const ChangeMap &Map;
  const CheckOptions &Options;
  const Workspace &Place;
  const ProgramAnalysis &New;
  CheckResult &Result;
  Composition Parts;
  Clock::time_point Deadline;
  std::vector<Item> Work;
  std::vector<Item> Others; ///< reach a change through others only
  std::map<const llvm::Function *, std::vector<const llvm::Function *>> Calls;
  std::vector<Unsettled> ToExplore;
  std::vector<Unsettled> Tried;           ///< all that an engine was asked about
  std::optional<CheckedFunction> Program; ///< as a whole
  std::optional<Verdict> ProgramByForm;   ///< it has the same normal form in both versions
  milliseconds KeptForExposure{0};        ///< of the time, until its turn
  std::string ProvedOnlyFor;              ///< short inputs: what is known of the program then
};

} // namespace

const FunctionVerdict *CheckResult::firstDifference() const {
  const FunctionVerdict *Best = nullptr;
  for (const FunctionVerdict &Each : Functions)
    if (Each.Judged.What == Answer::Different && (!Best || Each.Role == FunctionRole::Program))
      Best = &Each;
  return Best;
}

CheckResult checkPair(const ChangeMap &Map, const CheckOptions &Options, const Workspace &Place) {
  CheckResult Result;
  auto Deadline = Clock::now() + Options.Time;
  AnalysisOptions InTime;
  InTime.Time = Options.Impact.Time;
  ProgramAnalysis Old(Map.oldProgram(), InTime), New(Map.newProgram(), InTime);
  Result.Touched = computeImpact(Map, Old, New, Options.Impact);
  UnreachedJudgement Unreached = judgeUnreached(Map, Old, New);
  Result.Whole = std::move(Unreached.Whole);
  for (FunctionVerdict &Each : Unreached.Functions)
    Result.Functions.push_back({std::move(Each), nullptr});
  Result.EqualFunctions = Unreached.EqualFunctions;
  if (Options.Interim)
    Options.Interim(Result);
  Result.ChangeComplexity = cyclomaticChangeComplexity(blockSequences(blockFlow(Map, New)));
  Result.ChangedLines =
      static_cast<unsigned>(std::count_if(Result.Touched.Changes.begin(), Result.Touched.Changes.end(),
                                          [](const ChangedStatement &S) { return S.Where == Side::New; }));
  if (Options.Bounded && Result.Whole.What != Answer::Equal)
    Checker(Map, Options, Place, New, Result, Deadline).run();
  for (const CheckedFunction &Each : Result.Functions)
    if (Each.Verified)
      addSurroundings(Result.World, Each.Verified->World);
  return Result;
}

} // namespace vernier

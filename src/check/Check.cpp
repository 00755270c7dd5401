#include "check/Check.h"

#include "bitcode/Locations.h"
#include "impact/BlockFlow.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <map>
#include <set>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

bool hasChange(const ChangeMap &Map, const llvm::Function &F) {
  for (const llvm::BasicBlock &B : F) {
    for (const llvm::BasicBlock *Next : llvm::successors(&B))
      if (Map.isChangedEdge(B, *Next))
        return true;
    if (llvm::any_of(B, [&](const llvm::Instruction &I) { return Map.isChanged(I); }))
      return true;
  }
  return false;
}

/// Errors of an input space end with the flag of `verify` that helps; `check` has none of these.
std::string withoutAdvice(const std::string &Message) {
  return Message.substr(0, Message.rfind("; "));
}

/// Decides functions one after the other, and shares the time among those that are left.
class Checker {
public:
  Checker(const ChangeMap &Map, const CheckOptions &Options, const Workspace &Place, const ProgramAnalysis &New,
          CheckResult &Result)
      : Map(Map), Options(Options), Place(Place), New(New), Result(Result), Deadline(Clock::now() + Options.Time) {}

  void run() {
    findFunctions();
    for (std::size_t I = 0; I < Work.size(); ++I)
      decide(*Work[I].F, Result.Functions[Work[I].Index], Work.size() - I + 1);
    decideOthers();
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

  static int rank(const FunctionVerdict &V) {
    int Verdict = V.Judged.What == Answer::Different ? 0 : V.Judged.What == Answer::Unknown ? 1 : 2;
    return Verdict * 4 + (V.Role == "program" ? 0 : V.Role == "changed" ? 1 : V.Role == "caller" ? 2 : 3);
  }

  /// Static functions of two files may have one name and stand in the same line.
  static std::string rowOf(const std::string &Name, const Location &Where) {
    return Name + ":" + Where.File + ":" + std::to_string(Where.Line);
  }

  void findFunctions() {
    std::set<const llvm::Function *> Changed;
    for (const llvm::Function &F : Map.newProgram().module()) {
      const llvm::Function *Before = Map.counterpart(F);
      if (Before && !F.isDeclaration() && !Before->isDeclaration() && (hasChange(Map, F) || hasChange(Map, *Before)))
        Changed.insert(&F);
    }
    std::map<const llvm::Function *, std::vector<const llvm::Function *>> Callers;
    for (const llvm::Function *F : Changed)
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
      bool IsChanged = Changed.contains(&F), IsCaller = Callers.contains(&F) && Map.counterpart(F);
      Verdict.Role = IsChanged ? "changed" : IsCaller ? "caller" : Map.counterpart(F) ? "" : "added";
      if ((IsChanged || IsCaller) && F.getName() != "main") {
        Work.push_back({&F, Row->second, (IsChanged ? 0 : 1u << 20) + F.getInstructionCount()});
        if (IsCaller)
          Calls[&F] = Callers[&F];
      }
      if (IsChanged)
        ChangedFunctions.push_back(&F);
      else if (Map.counterpart(F) && (!IsCaller || F.getName() == "main"))
        Others.push_back({&F, Row->second, 0});
    }
    for (FunctionVerdict &Verdict : Result.Functions)
      if (Verdict.Judged.Why.Code == "removed")
        Verdict.Role = "removed";
    llvm::stable_sort(Work, [](const Item &A, const Item &B) { return A.Order < B.Order; });
  }

  milliseconds share(std::size_t Left) const {
    auto Rest = std::chrono::duration_cast<milliseconds>(Deadline - Clock::now());
    return std::min(Options.Verify.Time,
                    std::max(milliseconds(0), Rest) / static_cast<int>(std::max<std::size_t>(Left, 1)) * 2);
  }

  void decide(const llvm::Function &F, FunctionVerdict &Verdict, std::size_t Left) {
    auto Start = Clock::now();
    // Unchanged itself, and what it calls is the same for every caller: there is nothing left to prove.
    bool OnlyProved = Verdict.Role == "caller" && reachesOnlyProved(F);
    if (OnlyProved) {
      acceptCallees(Verdict);
      Proved.insert(&F);
    } else if (milliseconds Time = share(Left); Time < milliseconds(20)) {
      Verdict.Judged.Why = {"budget", "the time was used up before its turn (--time gives more)", {}};
    } else {
      prove(F, Verdict, Time);
    }
    Verdict.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
    if (Options.Decided)
      Options.Decided(Verdict);
  }

  /// Functions that reach a change through others are not tried; they are proved where all that they reach is.
  void decideOthers() {
    for (const Item &Each : Others)
      if (reachesOnlyProved(*Each.F))
        acceptCallees(Result.Functions[Each.Index]);
  }

  static void acceptCallees(FunctionVerdict &Verdict) {
    Verdict.Judged = {Answer::Equal,
                      {"callees-proved",
                       "it is unchanged, and every changed function that it reaches is proved equal for all callers",
                       {}},
                      {},
                      Extent::Complete,
                      0};
    Verdict.Mode = "bounded";
    Verdict.ForAllCallers = true;
  }

  /// Everything changed that can be reached from the function is proved for all callers.
  bool reachesOnlyProved(const llvm::Function &F) {
    std::set<const llvm::Function *> Seen;
    std::vector<const llvm::Function *> Open{&F};
    while (!Open.empty()) {
      const llvm::Function *Each = Open.back();
      Open.pop_back();
      if (!Seen.insert(Each).second || Proved.contains(Each))
        continue;
      if (hasChange(Map, *Each) || !Map.counterpart(*Each) || hasChange(Map, *Map.counterpart(*Each)))
        return false;
      for (const CallGraph::Site &Site : New.calls().callsFrom(*Each))
        Open.push_back(Site.Callee);
    }
    return Map.obstacles().empty();
  }

  InputOptions inputFor(const llvm::Function &F) const {
    InputOptions Input;
    Input.Entry = F.getName().str();
    Input.OldEntry = Map.counterpart(F)->getName().str();
    return Input;
  }

  void prove(const llvm::Function &F, FunctionVerdict &Verdict, milliseconds Time) {
    InputOptions Input = inputFor(F);
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = Time;
    Verdict.Mode = "bounded";
    // In every context first: any values in the globals. Then as the program starts.
    Input.AllGlobalsSymbolic = true;
    auto Any = verifyEntry(Map, Input, Wanted, Place);
    if (!Any) {
      Verdict.Judged = {
          Answer::Unknown, {"no-input-space", withoutAdvice(Any.error().Message), {}}, {}, Extent::None, 0};
      return;
    }
    bool SymbolicGlobals = !Any->Space.Globals.empty();
    if (Any->Judged.What == Answer::Equal && Any->Judged.Reach == Extent::Complete && inEveryContext(Any->Judged) &&
        startAlike(Any->Space)) {
      accept(Verdict, *Any);
      Verdict.ForAllCallers = true;
      Verdict.Judged.Why.Message += ", for all callers";
      Proved.insert(&F);
      return;
    }
    if (!SymbolicGlobals)
      return accept(Verdict, *Any);
    Input.AllGlobalsSymbolic = false;
    auto Initial = verifyEntry(Map, Input, Wanted, Place);
    if (!Initial)
      return accept(Verdict, *Any);
    accept(Verdict, *Initial);
    if (Initial->Judged.What == Answer::Equal && Any->Judged.What == Answer::Different)
      Verdict.Judged.Why.Message += "; with other values in the globals it differs (--symbolic-global shows how)";
  }

  /// Nothing is assumed that a caller could break; a caller can also tell one NaN from another.
  static bool inEveryContext(const Verdict &Judged) { return Judged.Assumptions.empty(); }

  /// "Any value, but the same in both versions" is true of a global only if it also starts alike: then every function
  /// keeps it so. One with another initialiser has no counterpart in the map.
  bool startAlike(const InputSpace &Space) const {
    return llvm::all_of(Space.Globals, [&](const auto &Each) {
      const llvm::GlobalVariable *InOld = Map.oldProgram().module().getGlobalVariable(Each.first, true);
      const llvm::GlobalVariable *InNew = Map.newProgram().module().getGlobalVariable(Each.first, true);
      return InOld && InNew && Map.counterpart(*InNew) == InOld;
    });
  }

  static void accept(FunctionVerdict &Verdict, const VerifyResult &Found) {
    Verdict.Judged = Found.Judged;
    if (const Witness *Shown = Found.witness())
      Verdict.Shown = *Shown;
  }

  /// Every change lies in functions that are proved for all callers, or in code that only they can reach.
  bool changesAreProved() {
    if (!Map.obstacles().empty() || ChangedFunctions.empty())
      return false;
    return llvm::all_of(ChangedFunctions, [&](const llvm::Function *F) { return Proved.contains(F); });
  }

  void decideWhole() {
    if (changesAreProved()) {
      Result.Whole = {Answer::Equal,
                      {"functions-proved", "every changed function is proved equal for all callers", {}},
                      {},
                      Extent::Complete,
                      0};
      return;
    }
    if (Result.Whole.Why.Code == "change-reached")
      Result.Whole.Why.Message = "changed statements can be executed, and not all of them are proved equal";
    const llvm::Function *Main = Map.newProgram().module().getFunction("main");
    const llvm::Function *Before = Map.oldProgram().module().getFunction("main");
    if (Main && Before && !Main->isDeclaration() && !Before->isDeclaration())
      decideProgram(*Main);
    if (const FunctionVerdict *First = Result.firstDifference()) {
      bool Program = First->Role == "program";
      Result.Whole = First->Judged;
      Result.Whole.Why = {"witness",
                          Program ? "the program behaves differently"
                                  : "the function " + First->Name + " behaves differently",
                          First->Where};
      return;
    }
  }

  void decideProgram(const llvm::Function &Main) {
    FunctionVerdict Verdict;
    Verdict.Name = "main";
    Verdict.Role = "program";
    Verdict.Where = locationOf(Main);
    Verdict.Mode = "bounded";
    // It replaces the row of main as a function.
    llvm::erase_if(Result.Functions, [](const FunctionVerdict &V) { return V.Name == "main"; });
    auto Start = Clock::now();
    InputOptions Input = Options.Input;
    Input.Entry = "main";
    VerifyOptions Wanted = Options.Verify;
    Wanted.Time = share(1);
    auto Found = verifyEntry(Map, Input, Wanted, Place);
    if (!Found)
      Verdict.Judged = {
          Answer::Unknown, {"no-input-space", withoutAdvice(Found.error().Message), {}}, {}, Extent::None, 0};
    else
      accept(Verdict, *Found);
    if (Verdict.Judged.What == Answer::Equal) {
      Verdict.Judged.Assumptions.push_back("bounded-input");
      Verdict.Judged.Why.Message += ", for " + inputText(Found->Space);
      if (Result.Whole.Why.Code == "change-reached")
        Result.Whole.Why.Message =
            "the program is proved equal only for " + inputText(Found->Space) + " (--argv and --stdin choose others)";
    }
    Verdict.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
    if (Options.Decided)
      Options.Decided(Verdict);
    Result.Functions.push_back(std::move(Verdict));
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
  Clock::time_point Deadline;
  std::vector<Item> Work;
  std::vector<Item> Others; ///< reach a change through others only
  std::map<const llvm::Function *, std::vector<const llvm::Function *>> Calls;
  std::vector<const llvm::Function *> ChangedFunctions;
  std::set<const llvm::Function *> Proved; ///< equal for all callers
};

} // namespace

const FunctionVerdict *CheckResult::firstDifference() const {
  const FunctionVerdict *Best = nullptr;
  for (const FunctionVerdict &Each : Functions)
    if (Each.Judged.What == Answer::Different && (!Best || Each.Role == "program"))
      Best = &Each;
  return Best;
}

CheckResult checkPair(const ChangeMap &Map, const CheckOptions &Options, const Workspace &Place) {
  CheckResult Result;
  ProgramAnalysis Old(Map.oldProgram()), New(Map.newProgram());
  Result.Touched = computeImpact(Map, Old, New, Options.Impact);
  UnreachedJudgement Unreached = judgeUnreached(Map, Old, New);
  Result.Whole = std::move(Unreached.Whole);
  Result.Functions = std::move(Unreached.Functions);
  Result.EqualFunctions = Unreached.EqualFunctions;
  Result.ChangeComplexity = cyclomaticChangeComplexity(blockSequences(blockFlow(Map, New)));
  Result.ChangedLines =
      static_cast<unsigned>(std::count_if(Result.Touched.Changes.begin(), Result.Touched.Changes.end(),
                                          [](const ChangedStatement &S) { return S.Where == Side::New; }));
  if (Options.Bounded && Result.Whole.What != Answer::Equal)
    Checker(Map, Options, Place, New, Result).run();
  return Result;
}

} // namespace vernier

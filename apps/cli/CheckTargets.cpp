#include "CheckTargets.h"
#include "Supervise.h"

#include "bitcode/BuildTargets.h"
#include "bitcode/Linking.h"
#include "check/BuildAssumptions.h"
#include "check/NotCompared.h"
#include "project/CompileCommands.h"
#include "project/Tree.h"
#include "report/CheckReport.h"
#include "report/Json.h"
#include "report/TargetsReport.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

#include <iostream>

namespace vernier::cli {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Both builds with all of their targets.
struct InventoryPair {
  BuildInventory Old, New;
};

bool hasTargets(const VersionSpec &Spec, const CommonOptions &Options) {
  switch (Spec.What) {
  case VersionSpec::Kind::Files:
  case VersionSpec::Kind::Bitcode:
    return false;
  case VersionSpec::Kind::Directory:
    return !Options.Build.BuildCommand.empty() || findCompileCommands(Spec.Directory);
  case VersionSpec::Kind::Revision:
    return true;
  }
  return false;
}

/// Nothing if the versions have no build to look at. What goes wrong is told when the versions are built.
std::optional<InventoryPair> inventories(const VersionPair &Specs, const CommonOptions &Options,
                                         const Workspace &Place) {
  if (!hasTargets(Specs.Old, Options) || !hasTargets(Specs.New, Options))
    return std::nullopt;
  BuildOptions Build = Options.Build;
  if (Options.Verbose)
    Build.Progress = [](const std::string &Line) { std::cerr << "vernier: " << Line << std::endl; };
  Building Now(Options.Clock);
  auto Old = takeInventory(Specs.Old, Build, Place);
  if (!Old)
    return std::nullopt;
  auto New = takeInventory(Specs.New, Build, Place);
  if (!New)
    return std::nullopt;
  return InventoryPair{std::move(*Old), std::move(*New)};
}

/// `checkText` ends with the verdict, which is told behind everything else here.
std::string withoutVerdict(std::string Text) {
  std::size_t At = Text.rfind("\nverdict ");
  return At == std::string::npos ? Text : Text.substr(0, At + 1);
}

/// The files that versions without targets are made of.
std::vector<std::string> filesReadBy(const ComparedPair &Pair) {
  std::vector<std::string> Read;
  for (const Program *Version : {Pair.Old.get(), Pair.New.get()})
    if (Version->Facts)
      for (const CompiledFile &Each : Version->Facts->Compiled)
        llvm::append_range(Read, Each.Read);
  return Read;
}

/// Compares targets one after the other; the time that is left is shared among those that are left.
class TargetChecker {
public:
  TargetChecker(const CommonOptions &Options, const CheckOptions &Wanted, const Workspace &Place, bool Page)
      : Options(Options), Wanted(Wanted), Place(Place), Page(Page), Deadline(Clock::now() + Wanted.Time) {}

  Status check(const std::string &Name, std::string Kind, std::size_t Left) {
    CommonOptions Mine = Options;
    if (!Name.empty())
      Mine.Build.Target = Name;
    Stopwatch Watch;
    auto Before = Options.Clock->used();
    auto Pair = comparePair(Mine);
    if (!Pair)
      return Pair.takeError();
    CheckOptions Share = Wanted;
    Share.Time = std::max(Share.Time - (Options.Clock->used() - Before), Share.Time / 10);
    if (Left > 1 || !Summary.Compared.empty()) {
      auto Rest = std::chrono::duration_cast<milliseconds>(Deadline - Clock::now());
      Share.Time = std::max(Rest, milliseconds(1)) / static_cast<int>(std::max<std::size_t>(Left, 1));
      Share.Verify.Time = std::min(Share.Verify.Time, Share.Time);
    }
    Share.Impact.Time = Budget(Share.Time / 4);
    if (Left == 1 && Summary.Compared.empty())
      Share.Interim = [&](const CheckResult &Now) { keepDraft(*Pair, Now); };
    CheckResult Found = checkPair(Pair->Map, Share, Place);
    applyBuild(Pair->Map, Found, Share.Verify.CheckOverflow ? SignedOverflow::LookedFor : SignedOverflow::Wraps);
    ComparedTarget Target{Name, std::move(Kind), Found.Whole, withoutVerdict(checkText(Found)), {}, {}};
    Target.Document = jsonDocument("check", Pair->Old.get(), Pair->New.get(), Watch.seconds());
    vernier::addCheck(Target.Document, Found);
    Target.PageDocument = Target.Document;
    if (Page)
      addPageData(Target.PageDocument, Found, Pair->Map);
    Lines.push_back(lineOf(Found));
    Summary.Compared.push_back(std::move(Target));
    if (Read.empty())
      Read = filesReadBy(*Pair);
    return Done{};
  }

  CheckedTargets finish(double Seconds) {
    std::vector<std::pair<std::string, Verdict>> Verdicts;
    for (const ComparedTarget &Each : Summary.Compared)
      Verdicts.emplace_back(Each.Name, Each.Judged);
    Summary.Whole = joinVerdicts(Verdicts);
    limitVerdict(Summary.Whole, Summary.Outside);
    CheckedTargets Result;
    Result.Whole = Summary.Whole;
    Result.Text = targetsText(Summary);
    Result.Line =
        Lines.size() == 1 && Summary.Whole.Why.Code != reason::NotCompared ? Lines.front() : Summary.Whole.Why.Message;
    for (bool ForPage : {false, true}) {
      llvm::json::Object &To = ForPage ? Result.PageDocument : Result.Document;
      To = mergedDocument(Summary, ForPage);
      addTargets(To, Summary);
      To["seconds"] = Seconds;
    }
    return Result;
  }

  TargetsSummary Summary;
  std::vector<std::string> Read; ///< files that the first target is made of

private:
  /// Of the only target.
  void keepDraft(const ComparedPair &Pair, const CheckResult &Now) {
    KnownSoFar Draft{0, checkText(Now), {}};
    llvm::json::Object Document =
        jsonDocument("check", Pair.Old.get(), Pair.New.get(), Options.Clock->used().count() / 1000.0);
    vernier::addCheck(Document, Now);
    addBuildTime(Options, Document);
    Draft.Code = static_cast<int>(Now.Whole.What);
    Draft.Json = printed(std::move(Document));
    Options.Clock->keep(Draft);
  }

  static std::string lineOf(const CheckResult &Result) {
    std::string Line = Result.Whole.Why.Message;
    if (const FunctionVerdict *First = Result.firstDifference())
      return decidedText(*First);
    if (Result.Whole.What == Answer::Unknown)
      for (const FunctionVerdict &Each : llvm::reverse(Result.Functions))
        if (Each.Judged.What == Answer::Unknown && Each.Role != FunctionRole::None)
          Line = decidedText(Each);
    return Line;
  }

  const CommonOptions &Options;
  const CheckOptions &Wanted;
  const Workspace &Place;
  bool Page;
  Clock::time_point Deadline;
  std::vector<std::string> Lines;
};

std::string kindOf(const BuildInventory &Version, const std::string &Name) {
  const BuildTarget *Target = Version.find(Name);
  return Target ? std::string(toString(Target->Kind)) : "";
}

Status checkBuild(const InventoryPair &Both, const CommonOptions &Options, const Workspace &Place,
                  TargetChecker &Checker) {
  TargetChoice Choice = chooseTargets(Both.Old, Both.New, Place);
  std::vector<std::string> Compare = Choice.Compare;
  if (!Options.Build.Target.empty()) {
    const BuildTarget *Named = Both.New.findCalled(Options.Build.Target);
    Compare = {Named ? Named->Name : Options.Build.Target};
    llvm::erase(Choice.Unchanged, Compare.front());
    llvm::erase(Choice.Tests, Compare.front());
  } else if (Compare.empty()) {
    // Nothing has to be compared; one of them is, for the document that tells so.
    Compare = {Choice.Unchanged.empty() ? std::string() : Choice.Unchanged.front()};
    if (!Choice.Unchanged.empty())
      Choice.Unchanged.erase(Choice.Unchanged.begin());
  }
  for (std::size_t I = 0; I != Compare.size(); ++I)
    if (Status Done = Checker.check(Compare[I], kindOf(Both.New, Compare[I]), Compare.size() - I); !Done)
      return Done;
  auto Changed = changedSources(Both.Old, Both.New);
  if (!Changed)
    return Changed.takeError();
  Checker.Summary.Outside = findNotCompared(Both.Old, Both.New, Choice, Compare, *Changed);
  Checker.Summary.Unchanged = Choice.Unchanged;
  Checker.Summary.Tests = Choice.Tests;
  return Done{};
}

/// Sources of two revisions that were named one by one.
Status checkNamedSources(const VersionPair &Specs, const Workspace &Place, TargetChecker &Checker) {
  if (Status Checked = Checker.check("", "", 1); !Checked)
    return Checked;
  if (Specs.Old.What != VersionSpec::Kind::Revision || Specs.New.What != VersionSpec::Kind::Revision)
    return Done{};
  auto Changed = changedFiles(Place.checkout(Specs.Old.Commit), Place.checkout(Specs.New.Commit), TreeFilter());
  if (!Changed)
    return Changed.takeError();
  // Names of what was read are relative to the directory that all named sources have in common.
  NotCompared Outside = findNotRead(*Changed, Checker.Read);
  llvm::erase_if(Outside.Items, [&](const NotComparedItem &Item) {
    return llvm::any_of(Checker.Read, [&](const std::string &File) { return Item.Name.ends_with("/" + File); });
  });
  Checker.Summary.Outside = std::move(Outside);
  return Done{};
}

Result<VersionPair> pairOf(const CommonOptions &Options) {
  if (Options.Versions.size() > 2)
    return usageError("expected OLD NEW, REV1..REV2 or REV, got " + std::to_string(Options.Versions.size()) +
                      " arguments; several files of one version are written old/a.c,old/b.c");
  return parseVersions(Options.Versions, {}, Options.Paths);
}

bool defines(const BuildTarget &Target, const std::string &Function, const Workspace &Place) {
  return llvm::any_of(Target.Units, [&](const std::string &Hash) {
    auto Symbols = symbolsOf(Place, {Hash, Target.Name});
    return Symbols && Symbols->Defined.contains(Function);
  });
}

} // namespace

Result<CheckedTargets> checkTargets(CommonOptions Options, const CheckOptions &Wanted, const Workspace &Place,
                                    bool Page) {
  Stopwatch Watch;
  auto Specs = pairOf(Options);
  if (!Specs)
    return Specs.takeError();
  std::optional<InventoryPair> Both = inventories(*Specs, Options, Place);
  TargetChecker Checker(Options, Wanted, Place, Page);
  Status Checked = Both ? checkBuild(*Both, Options, Place, Checker) : checkNamedSources(*Specs, Place, Checker);
  if (!Checked)
    return Checked.takeError();
  return Checker.finish(Watch.seconds());
}

Result<std::vector<std::string>> chooseTargetOf(CommonOptions &Options, const std::string &Entry,
                                                const Workspace &Place) {
  std::vector<std::string> Others;
  if (!Options.Build.Target.empty() || Options.Versions.size() > 2)
    return Others;
  auto Specs = parseVersions(Options.Versions, {}, Options.Paths);
  if (!Specs)
    return Specs.takeError();
  std::optional<InventoryPair> Both = inventories(*Specs, Options, Place);
  if (!Both || Both->New.Targets.size() < 2)
    return Others;
  TargetChoice Choice = chooseTargets(Both->Old, Both->New, Place);
  for (const std::vector<std::string> *Names : {&Choice.Compare, &Choice.Tests, &Choice.Unchanged}) {
    for (const std::string &Name : *Names)
      if (defines(*Both->New.find(Name), Entry, Place))
        Others.push_back(Name);
    if (!Others.empty())
      break;
  }
  if (Others.empty()) // a static function, or one with another name in its symbol: any that contains a change
    Others = Choice.Compare;
  if (Others.empty())
    return Others;
  Options.Build.Target = Others.front();
  Others.erase(Others.begin());
  return Others;
}

} // namespace vernier::cli

#include "CheckTargets.h"
#include "Common.h"
#include "Inputs.h"
#include "SearchFlags.h"
#include "Supervise.h"
#include "base/TextFile.h"

#include "check/Check.h"
#include "project/Git.h"
#include "project/Workspace.h"
#include "report/CheckReport.h"
#include "report/Json.h"
#include "report/Picture.h"
#include "report/views/GithubAnnotations.h"
#include "report/views/Junit.h"
#include "report/views/Page.h"
#include "report/views/Sarif.h"

#include <llvm/ADT/STLExtras.h>

#include <unistd.h>

#include <iostream>

namespace vernier::cli {

namespace {

struct CheckFlags {
  InputFlags Input;
  bool NoBounded = false, NoExpose = false, NoNormalForm = false, NoInduction = false, Each = false, Strict = false;
  std::string Format = "text", Html, Sarif, Junit;
};

Result<CheckOptions> checkOptions(const CommonOptions &Options, const CheckFlags &Flags) {
  CheckOptions Wanted;
  Wanted.Impact.Paths = Options.Paths;
  Wanted.Bounded = !Flags.NoBounded;
  Wanted.Expose = !Flags.NoExpose;
  Wanted.Strict = Flags.Strict;
  auto Time = timeOf(Options);
  if (!Time)
    return Time.takeError();
  Wanted.Time = Time->value_or(Wanted.Time);
  auto Verify = verifyOptions(Flags.Input);
  if (!Verify)
    return Verify.takeError();
  Wanted.Verify = *Verify;
  Wanted.Verify.Use.Runs = true;
  Wanted.Verify.Use.NormalForm = !Flags.NoNormalForm;
  Wanted.Verify.Use.Induction = !Flags.NoInduction;
  Wanted.Verify.Time = std::min(std::chrono::milliseconds(10000), Wanted.Time);
  auto Input = inputOptions(Flags.Input);
  if (!Input)
    return Input.takeError();
  Wanted.Input = *Input;
  if (Options.Verbose || (!Options.Quiet && isatty(STDERR_FILENO) && Flags.Format == "text"))
    Wanted.Decided = [](const FunctionVerdict &Verdict) {
      std::cerr << "vernier: " << decidedText(Verdict) << std::endl;
    };
  return Wanted;
}

/// The views that were asked for, all of one document.
Status writeViews(const CheckFlags &Flags, const llvm::json::Object &Document) {
  struct View {
    const std::string &Path;
    std::string (*Text)(const llvm::json::Object &);
  };
  for (const View &Each : {View{Flags.Html, pageText}, View{Flags.Sarif, sarifText}, View{Flags.Junit, junitText}})
    if (!Each.Path.empty())
      if (Status Written = writeTextFile(Each.Path, Each.Text(Document)); !Written)
        return Written;
  return Done{};
}

Status showView(CommonOptions &Options, const CheckFlags &Flags, const llvm::json::Object &Document,
                const std::string &Text) {
  if (Options.Quiet || Options.Json == "-")
    return Done{};
  if (Flags.Format == "text")
    std::cout << Text;
  else if (Flags.Format == "json")
    std::cout << printed(llvm::json::Object(Document));
  else if (Flags.Format == "sarif")
    std::cout << sarifText(Document);
  else if (Flags.Format == "junit")
    std::cout << junitText(Document);
  else if (Flags.Format == "github")
    std::cout << githubText(Document);
  else
    std::cout << pageText(Document);
  std::cout << std::flush;
  if (!std::cout)
    return analysisError("cannot write to standard output");
  return Done{};
}

int finish(CommonOptions &Options, const CheckFlags &Flags, llvm::json::Object Document,
           llvm::json::Object PageDocument, const std::string &Text, int Code) {
  bool Page = Flags.Format == "html";
  if (Status Shown = showView(Options, Flags, Page ? PageDocument : Document, Text); !Shown)
    return fail(Shown.error());
  if (Status Written = writeViews(Flags, PageDocument); !Written)
    return fail(Written.error());
  return writeJson(Options, std::move(Document), Code);
}

int runPair(CommonOptions &Options, const CheckFlags &Flags, const CheckOptions &Wanted, const Workspace &Place) {
  CheckOptions Stoppable = Wanted; // builds end by themselves when they are interrupted
  Stoppable.Verify.Exploration.Search.Interrupt = &stopOnInterrupt();
  auto Checked = checkTargets(Options, Stoppable, Place, !Flags.Html.empty() || Flags.Format == "html");
  if (!Checked)
    return fail(Checked.error());
  return finish(Options, Flags, std::move(Checked->Document), std::move(Checked->PageDocument), Checked->Text,
                exitCodeOf(Options, Checked->Whole.What));
}

/// One commit of a range against its first parent.
struct CommitOutcome {
  CommitInfo Commit;
  Answer What = Answer::Unknown;
  std::string Line;
  llvm::json::Object Row;
};

CommitOutcome checkCommit(CommonOptions Options, const CheckOptions &Wanted, const Workspace &Place,
                          const CommitInfo &Commit) {
  CommitOutcome Done;
  Done.Commit = Commit;
  Done.Row["id"] = Commit.Id;
  Done.Row["subject"] = jsonText(Commit.Subject);
  Options.Versions = {Commit.Parents.front() + ".." + Commit.Id};
  auto Checked = checkTargets(Options, Wanted, Place, /*Page=*/false);
  if (!Checked) {
    Done.Line = "not analysed: " + Checked.error().Message;
    Done.Row["verdict"] = "unknown";
    Done.Row["reason"] = llvm::json::Object{{"code", "build-failed"}, {"message", jsonText(Checked.error().Message)}};
    Done.Row["functions"] = llvm::json::Array();
    return Done;
  }
  for (const char *Field : {"verdict", "reason", "functions", "summary", "complexity", "not_compared", "targets"})
    if (const llvm::json::Value *Value = Checked->Document.get(Field))
      Done.Row[Field] = *Value;
  Done.What = Checked->Whole.What;
  Done.Line = Checked->Line;
  return Done;
}

/// A commit whose turn did not come.
CommitOutcome notReached(const CommitInfo &Commit) {
  CommitOutcome Open;
  Open.Commit = Commit;
  Open.Line = "not computed: it was interrupted";
  Open.Row["id"] = Commit.Id;
  Open.Row["subject"] = jsonText(Commit.Subject);
  Open.Row["verdict"] = "unknown";
  Open.Row["reason"] = llvm::json::Object{{"code", "interrupted"}, {"message", "it was interrupted before its turn"}};
  Open.Row["functions"] = llvm::json::Array();
  return Open;
}

int runEach(CommonOptions &Options, const CheckFlags &Flags, const CheckOptions &Wanted, const Workspace &Place) {
  if (Options.Versions.size() != 1)
    return fail(usageError("--each wants a range of commits: REV1..REV2"));
  auto Repository = GitRepository::open(".");
  if (!Repository)
    return fail(Repository.error());
  CommitQuery Query;
  Query.Revision = Options.Versions.front();
  Query.FirstParentOnly = true;
  Query.Paths = Options.Paths;
  auto Commits = Repository->commits(Query);
  if (!Commits)
    return fail(Commits.error());
  if (Commits->empty())
    return fail(usageError("there is no commit in " + Query.Revision));
  std::string Text;
  llvm::json::Array Rows;
  bool Different = false, Unknown = false;
  CheckOptions Stoppable = Wanted;
  const std::atomic<bool> &Interrupted = stopOnInterrupt();
  Stoppable.Verify.Exploration.Search.Interrupt = &Interrupted;
  for (const CommitInfo &Commit : *Commits) {
    if (Commit.Parents.empty())
      continue; // the first commit has nothing to be compared with
    CommitOutcome One = Interrupted ? notReached(Commit) : checkCommit(Options, Stoppable, Place, Commit);
    std::string Line = Commit.Id.substr(0, 10) + "  " + std::string(toString(One.What)) +
                       std::string(11 - toString(One.What).size(), ' ') + Commit.Subject + "\n            " + One.Line +
                       "\n";
    Text += Line;
    if (Options.Verbose)
      std::cerr << Line << std::flush;
    Different |= One.What == Answer::Different;
    Unknown |= One.What == Answer::Unknown;
    Rows.push_back(std::move(One.Row));
  }
  // The document of the whole range, with its commits.
  auto Checked = checkTargets(Options, Stoppable, Place, !Flags.Html.empty() || Flags.Format == "html");
  if (!Checked)
    return fail(Checked.error());
  Checked->Document["commits"] = llvm::json::Array(Rows);
  Checked->PageDocument["commits"] = std::move(Rows);
  Different |= Checked->Whole.What == Answer::Different;
  Unknown |= Checked->Whole.What == Answer::Unknown;
  Answer All = Different ? Answer::Different : Unknown ? Answer::Unknown : Answer::Equal;
  return finish(Options, Flags, std::move(Checked->Document), std::move(Checked->PageDocument),
                Text + "\nthe whole range\n" + Checked->Text, exitCodeOf(Options, All));
}

int runCheck(CommonOptions &Options, const CheckFlags &Flags) {
  auto Wanted = checkOptions(Options, Flags);
  if (!Wanted)
    return fail(Wanted.error());
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  return Flags.Each ? runEach(Options, Flags, *Wanted, *Place) : runPair(Options, Flags, *Wanted, *Place);
}

/// Nothing is decided: it had to be ended.
int reportUnfinished(CommonOptions &Options, const CheckFlags &Flags, const Reason &Why,
                     const std::optional<KnownSoFar> &Known) {
  bool Views = Flags.Format != "text" || !Flags.Html.empty() || !Flags.Sarif.empty() || !Flags.Junit.empty();
  if (Known && !Views) { // as it is: there is no time to read it again
    if (!Options.Quiet)
      std::cerr << "vernier: warning: " << Why.Message << "; this is what was known before" << std::endl;
    tell(Options, Known->Text);
    return writeJson(Options, Known->Json, exitCodeOf(Options, static_cast<Answer>(Known->Code)));
  }
  if (auto Document = Known ? llvm::json::parse(Known->Json) : llvm::json::Value(nullptr);
      Document && Document->getAsObject()) {
    if (!Options.Quiet)
      std::cerr << "vernier: warning: " << Why.Message << "; this is what was known before" << std::endl;
    return finish(Options, Flags, *Document->getAsObject(), *Document->getAsObject(), Known->Text,
                  exitCodeOf(Options, static_cast<Answer>(Known->Code)));
  } else if (!Document) {
    llvm::consumeError(Document.takeError());
  }
  CheckResult Nothing;
  Nothing.Whole.Why = Why;
  llvm::json::Object Document = jsonDocument("check", nullptr, nullptr, 0);
  vernier::addCheck(Document, Nothing);
  Document.erase("seconds");
  llvm::json::Object PageDocument = Document;
  return finish(Options, Flags, std::move(Document), std::move(PageDocument), checkText(Nothing),
                exitCodeOf(Options, Answer::Unknown));
}

} // namespace

void addCheck(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<CheckFlags>();
  auto *Verb =
      Vernier.add_subcommand("check", "The main job: what changed, what differs, what is proved, in one report");
  addPairOfVersions(*Verb, Options);
  Verb->add_flag("--each", Flags->Each,
                 "Check each commit of a range against its parent, and name the one that differs");
  Verb->add_option("--format", Flags->Format, "What to print: text, json, html, sarif, junit, github")
      ->check(CLI::IsMember({"text", "json", "html", "sarif", "junit", "github"}))
      ->capture_default_str();
  Verb->add_option("--html", Flags->Html, "Write the report as one HTML page")->type_name("FILE");
  Verb->add_option("--sarif", Flags->Sarif, "Write SARIF 2.1.0")->type_name("FILE");
  Verb->add_option("--junit", Flags->Junit, "Write JUnit XML")->type_name("FILE");
  Verb->add_flag("--strict", Flags->Strict,
                 "What a function does on its own is a finding, also in a state that the program may never be in");
  Verb->add_flag("--no-expose", Flags->NoExpose, "Without looking for inputs that show the changes that are left")
      ->group("Proof");
  Verb->add_flag("--no-normal-form", Flags->NoNormalForm, "Without comparing normal forms")->group("Proof");
  Verb->add_flag("--no-induction", Flags->NoInduction, "Without induction over both versions")->group("Proof");
  Verb->add_flag("--no-bounded", Flags->NoBounded, "Only what the change map decides: no proofs")->group("Proof");
  addInputFlags(*Verb, Flags->Input, false);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("Examples:\n  vernier check old.c new.c --html report.html\n"
               "  vernier check --build make                                 # HEAD against the working tree\n"
               "  vernier check main..HEAD --build make --json report.json   # every target that contains a change\n"
               "  vernier check main..HEAD --build make --target prog\n"
               "  vernier check v1.0..HEAD --each --build make --target prog");
  Verb->callback([&Options, &Code, Flags] {
    auto Otherwise = [&](const Reason &Why, const std::optional<KnownSoFar> &Known) {
      return reportUnfinished(Options, *Flags, Why, Known);
    };
    auto Run = [&] { return runCheck(Options, *Flags); };
    Code = Flags->Each ? runWithinMemory(Options, Run) // each commit has its time
                       : runWithin(Options, CheckOptions().Time, Run, Otherwise);
  });
}

} // namespace vernier::cli

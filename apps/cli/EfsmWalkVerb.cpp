// The command of `efsm` that makes a suite for a model.

#include "EfsmCommands.h"
#include "base/TextFile.h"

#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/reasoning/Walks.h"
#include "report/EfsmReport.h"
#include "report/Picture.h"

#include <iostream>

namespace vernier::cli {

namespace {

struct WalkArguments {
  std::string Model, Like, Write;
  efsm::WalkOptions Walk;
};

int runWalk(const CommonOptions &Options, const WalkArguments &Given) {
  Stopwatch Watch;
  auto Model = efsmModel(Options, Given.Model);
  if (!Model)
    return fail(Model.error());
  efsm::WalkOptions How = Given.Walk;
  if (!Given.Like.empty()) {
    auto Tests = efsm::readTests(Given.Like, *Model);
    if (!Tests)
      return fail(Tests.error());
    How.Starts = Tests->Starts;
  }
  efsm::Suite Made = efsm::walk(*Model, How);
  if (Made.Tests.empty() && How.Count > 0)
    return fail(analysisError("no test of " + Given.Model + " was found that completes"));
  std::string Text = efsm::printTests(Made, *Model);
  if (Given.Write.empty())
    tell(Options, Text);
  else if (Status Written = writeTextFile(Given.Write, Text); !Written)
    return fail(Written.error());
  if (Made.Tests.size() < How.Count && !Options.Quiet)
    std::cerr << "vernier: only " << Made.Tests.size() << " different tests were found\n";
  llvm::json::Object Document = efsmDocument("walk", Given.Model, "", Watch.seconds());
  Document["tests"] = static_cast<std::int64_t>(Made.Tests.size());
  Document["text"] = Text;
  return writeJson(Options, std::move(Document), NothingToReport);
}

} // namespace

void addEfsmWalk(CLI::App &Efsm, CommonOptions &Options, int &Code) {
  auto *Verb = Efsm.add_subcommand("walk", "Tests of a model: random walks that complete, with the outputs it gives");
  auto Given = std::make_shared<WalkArguments>();
  addCommonOptions(*Verb, Options);
  Verb->add_option("MODEL", Given->Model, "A model (.efsm), or a state chart (.scxml)")->required();
  Verb->add_option("--count", Given->Walk.Count, "Tests (default 100)")->type_name("N");
  Verb->add_option("--length", Given->Walk.Length, "Inputs of a test on average (default 20)")->type_name("N");
  Verb->add_option("--seed", Given->Walk.Seed, "The same seed gives the same tests (default 1)")->type_name("N");
  Verb->add_option("--shared", Given->Walk.Shared, "Percent that begin like an earlier one (default 50)")
      ->check(CLI::Range(0, 100));
  Verb->add_option("--like", Given->Like, "Start as these tests do")->type_name("TESTS");
  Verb->add_option("--write", Given->Write, "Write the tests here")->type_name("FILE");
  Verb->footer("Example:\n  vernier efsm walk bank.efsm --count 500 --like tests.efsm --write suite.efsm");
  Verb->callback([&Options, &Code, Given] { Code = runWithin(Options, [&] { return runWalk(Options, *Given); }); });
}

} // namespace vernier::cli

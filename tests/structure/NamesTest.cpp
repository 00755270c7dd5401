// Members are named after what they hold. Words that only say what role a thing has in a sentence (`What`, `Found`)
// make a reader look up the type each time.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace fs = std::filesystem;

namespace {

const std::set<std::string> SayNothing = {"What", "Each", "Of", "Found", "Place", "Kept", "Ask", "Beside", "How"};

/// Those that are left. What is renamed is taken out of the list; nothing is put into it.
const std::set<std::string> Left = {
    "apps/cli/Check.cpp: Each",
    "apps/cli/Check.cpp: What",
    "apps/cli/CheckTargets.cpp: Place",
    "apps/cli/ReducedVersions.cpp: Place",
    "apps/cli/Select.cpp: How",
    "apps/cli/Select.cpp: Place",
    "apps/cli/SelectRuns.h: Place",
    "apps/cli/Verify.cpp: Found",
    "apps/cli/Verify.cpp: Place",
    "src/abi/Run.h: Place",
    "src/analysis/CallGraph.h: Of",
    "src/analysis/Distance.h: Found",
    "src/analysis/Effects.h: How",
    "src/analysis/Effects.h: What",
    "src/analysis/ManySlices.cpp: Of",
    "src/analysis/PointsTo.h: Found",
    "src/analysis/Reachability.h: Found",
    "src/bitcode/CompilerCommand.h: What",
    "src/bitcode/RecordedBuild.cpp: Place",
    "src/bitcode/RecordedTree.h: Place",
    "src/bounded/Bounded.cpp: Ask",
    "src/bounded/Bounded.h: What",
    "src/bounded/Compare.cpp: What",
    "src/bounded/Executor.h: What",
    "src/bounded/Judge.h: Ask",
    "src/bounded/Premises.cpp: Ask",
    "src/bounded/Prepare.cpp: Found",
    "src/changes/ChangeMap.h: Place",
    "src/changes/Validator.cpp: Found",
    "src/changes/Validator.cpp: What",
    "src/changes/Validator.h: What",
    "src/check/Check.cpp: Place",
    "src/check/EntryJob.h: Place",
    "src/check/Lift.cpp: Place",
    "src/check/NotCompared.h: What",
    "src/check/OwnState.cpp: Place",
    "src/check/PairReplay.h: Place",
    "src/check/Recheck.h: What",
    "src/check/SpotCheck.cpp: Ask",
    "src/check/SpotCheck.h: What",
    "src/check/Verify.h: What",
    "src/csg/RepeatingInteractions.cpp: Of",
    "src/efsm/language/Print.cpp: Of",
    "src/efsm/language/Source.h: Found",
    "src/efsm/language/Syntax.h: What",
    "src/efsm/language/TypeCheck.h: Of",
    "src/efsm/language/WellFormed.cpp: Found",
    "src/efsm/language/WellFormed.cpp: Of",
    "src/efsm/reasoning/Baselines.cpp: Of",
    "src/efsm/reasoning/Checks.cpp: Found",
    "src/efsm/reasoning/Checks.cpp: Of",
    "src/efsm/reasoning/Compatibility.h: Of",
    "src/efsm/reasoning/Dependence.cpp: Of",
    "src/efsm/reasoning/Interface.h: What",
    "src/efsm/reasoning/Observability.cpp: Of",
    "src/efsm/reasoning/Observability.h: Of",
    "src/efsm/reasoning/Observability.h: What",
    "src/efsm/reasoning/Search.cpp: Of",
    "src/efsm/reasoning/Select.cpp: Of",
    "src/efsm/reasoning/SuiteBuilder.h: Of",
    "src/efsm/reasoning/Symbolic.h: Of",
    "src/efsm/reasoning/Walks.cpp: Kept",
    "src/efsm/reasoning/Walks.cpp: Of",
    "src/execution/builds/Executable.cpp: Place",
    "src/execution/builds/InstrumentedBuild.h: Place",
    "src/execution/builds/PlainBuild.h: Place",
    "src/execution/builds/SanitizedBuild.h: Place",
    "src/execution/runs/Exchange.h: Place",
    "src/execution/runs/ForkServer.h: Place",
    "src/execution/runs/LeftMemory.h: Place",
    "src/explore/Explore.h: Found",
    "src/explore/ProgramConstants.cpp: Found",
    "src/exposure/EffectTree.cpp: Of",
    "src/guard/Counterexamples.h: Place",
    "src/guard/Guard.cpp: Place",
    "src/guard/Guard.h: What",
    "src/guard/Proof.h: What",
    "src/guard/TestRuns.h: Place",
    "src/induction/FunctionCode.h: What",
    "src/induction/Product.cpp: Kept",
    "src/induction/Product.cpp: What",
    "src/induction/SampleRuns.h: Place",
    "src/input/EntryShape.h: What",
    "src/input/Expression.h: What",
    "src/input/ExpressionTypes.h: What",
    "src/input/Fields.h: What",
    "src/input/InputSpace.h: What",
    "src/input/KnownClass.h: What",
    "src/input/TextInputs.h: Kept",
    "src/input/Tokens.h: What",
    "src/instrument/MergeBranches.cpp: Kept",
    "src/instrument/TableCoverage.cpp: Of",
    "src/interaction/Configurations.h: Place",
    "src/interaction/Interact.cpp: Place",
    "src/invariant/Candidates.h: What",
    "src/invariant/Inductive.cpp: Kept",
    "src/normal/LoopOrder.cpp: Of",
    "src/normal/NormalForm.cpp: Kept",
    "src/partition/Minimise.cpp: What",
    "src/partition/Partition.h: Found",
    "src/partition/PartitionExplorer.h: Ask",
    "src/partition/PartitionExplorer.h: Found",
    "src/partition/Partitions.h: How",
    "src/partition/Partitions.h: Kept",
    "src/partition/Partitions.h: What",
    "src/partition/RemovedCode.cpp: Found",
    "src/project/Git.h: What",
    "src/project/VersionSpec.h: What",
    "src/replay/Golden.h: What",
    "src/replay/Replay.h: Place",
    "src/replay/Replay.h: What",
    "src/report/EfsmReport.h: Of",
    "src/report/EfsmSelection.h: Found",
    "src/report/EfsmSelection.h: Of",
    "src/report/SelectReport.h: What",
    "src/report/tests/GoogleTests.cpp: What",
    "src/search/ExecutionTree.h: What",
    "src/search/Exploration.h: Kept",
    "src/search/Explored.h: What",
    "src/search/Explorer.h: Ask",
    "src/search/Explorer.h: Found",
    "src/search/Strategy.cpp: What",
    "src/search/Strategy.h: What",
    "src/selection/RecordSaved.cpp: Place",
    "src/selection/RecordSuite.cpp: How",
    "src/selection/RecordSuite.cpp: Place",
    "src/selection/RecordingBuild.h: Place",
    "src/solver/IndependenceSolver.cpp: Kept",
    "src/solver/SmtScript.h: What",
    "src/solver/Solver.h: What",
    "src/term/Enumeration.cpp: What",
    "src/term/Enumeration.h: Found",
    "src/term/Term.h: What",
    "src/trace/Check.cpp: Found",
    "src/trace/Decision.h: What",
    "src/trace/Difference.h: What",
    "src/trace/Slice.cpp: Found",
    "src/trace/Slice.cpp: Of",
    "src/trace/Step.cpp: Of",
    "src/trace/Terms.cpp: Of",
    "src/trace/Validate.cpp: Found",
    "src/trace/Validate.cpp: Of",
    "src/trace/Validate.h: What",
    "src/traced/TracedVersion.h: Place",
    "src/verdict/Verdict.h: What",
};

/// The same lines without comments, texts, characters and directives.
std::string codeOf(const std::string &Text) {
  static const std::regex NoCode(
      R"((//[^\n]*)|(/\*[^*]*\*+([^/*][^*]*\*+)*/)|("([^"\\\n]|\\.)*")|('([^'\\\n]|\\.)+')|(#[^\n]*(\\\n[^\n]*)*))");
  return std::regex_replace(Text, NoCode, "");
}

enum class Scope { Names, Class, Other };

Scope scopeAfter(const std::string &Head) {
  static const std::regex Class(R"((^|\s)(class|struct|union)\s[^()=;]*$)"),
      Names(R"((^|\s)(namespace|extern)\b[^()=;]*$)");
  if (std::regex_search(Head, Names))
    return Scope::Names;
  return std::regex_search(Head, Class) && Head.find("enum") == std::string::npos ? Scope::Class : Scope::Other;
}

/// The names of the variables that a declaration of a class declares; none if it declares a function.
std::vector<std::string> declared(std::string Declaration) {
  std::vector<std::string> Result;
  Declaration = std::regex_replace(Declaration, std::regex(R"(<[^<>;]*>)"), " ");
  static const std::regex Type(R"(\s*(class|struct|union|enum( class)?)\s+\w+\s*(:.*)?)");
  static const std::regex Variable(R"([\s*&}]([A-Za-z_]\w*)\s*(\[[^\]]*\]\s*)*(=[^,]*)?(,|$))");
  std::string Front = Declaration.substr(0, Declaration.find('='));
  if (Front.find('(') != std::string::npos || std::regex_search(Front, std::regex(R"(\b(using|friend|typedef)\b)")) ||
      std::regex_match(Declaration, Type))
    return Result;
  for (std::sregex_iterator It(Declaration.begin(), Declaration.end(), Variable), End; It != End; ++It)
    Result.push_back((*It)[1]);
  return Result;
}

/// Names of data members, in the order of the text.
std::vector<std::string> members(const std::string &Text) {
  std::vector<std::string> Result;
  std::vector<Scope> Around = {Scope::Names};
  std::vector<std::string> Heads = {""};
  for (char C : codeOf(Text)) {
    if (C == '{') {
      Around.push_back(scopeAfter(Heads.back()));
      Heads.emplace_back();
    } else if (C == '}' && Around.size() > 1) {
      Around.pop_back();
      Heads.pop_back();
      Heads.back() =
          Around.back() == Scope::Class && Heads.back().find('(') == std::string::npos ? Heads.back() + " " : "";
    } else if (C == ';') {
      if (Around.back() == Scope::Class)
        for (std::string &Name : declared(" " + Heads.back()))
          Result.push_back(std::move(Name));
      Heads.back().clear();
    } else if (C == ':' && (Heads.back().ends_with("public") || Heads.back().ends_with("private") ||
                            Heads.back().ends_with("protected"))) {
      Heads.back().clear();
    } else {
      Heads.back() += C;
    }
  }
  return Result;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> Result;
  for (const char *Top : {"src", "apps"})
    for (const auto &Entry : fs::recursive_directory_iterator(fs::path(VERNIER_SOURCE_DIR) / Top))
      if (Entry.path().extension() == ".cpp" || Entry.path().extension() == ".h")
        Result.push_back(Entry.path());
  return Result;
}

} // namespace

TEST(Names, MembersAreFoundInEveryForm) {
  const char *Text = "namespace n {\n"
                     "struct A {\n"
                     "  enum class Kind { One, /* ; */ Two } What = Kind::One; // Kept;\n"
                     "  const std::map<int, std::pair<int, int>> &Found;\n"
                     "  unsigned Groups = 0, Kept{3};\n"
                     "  int call(int Each) const { int Of = Each; return Of; }\n"
                     "  A(int Place) : Number(Place) {}\n"
                     "  using Ask = int;\n"
                     "  struct Beside;\n"
                     "  struct How : Beside { int Ask; };\n"
                     "private:\n"
                     "  Kind *Place = nullptr, Beside[3];\n"
                     "  std::function<int(int How)> Number;\n"
                     "};\n"
                     "int Each;\n"
                     "}\n";
  EXPECT_EQ(members(Text),
            (std::vector<std::string>{"What", "Found", "Groups", "Kept", "Ask", "Place", "Beside", "Number"}));
}

TEST(Names, MembersSayWhatTheyHold) {
  std::size_t Count = 0;
  std::set<std::string> Seen;
  for (const fs::path &File : sources()) {
    std::ifstream Stream(File);
    std::stringstream Text;
    Text << Stream.rdbuf();
    for (const std::string &Name : members(Text.str())) {
      ++Count;
      if (SayNothing.contains(Name))
        Seen.insert(fs::relative(File, VERNIER_SOURCE_DIR).string() + ": " + Name);
    }
  }
  EXPECT_EQ(Seen, Left) << "a member says nothing about what it holds, or one that did not is named better now";
  EXPECT_GT(Count, 3000u) << "members are not seen any more";
}

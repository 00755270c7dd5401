// What bench/efsm-selection runs: cost of selection against the other approaches, net savings, scaling.

#include "Oracle.h"
#include "Subjects.h"
#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/reasoning/Baselines.h"

#include <llvm/ADT/STLExtras.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

/// Of a step of a test on the real system. The source's Con: 2152.31 s for 1000 tests of 78 steps (table 3.1).
constexpr double SecondsPerStep = 2152.31 / (1000 * 78);

struct Settings {
  unsigned SampledTests = 6, SampledChanges = 3;
  unsigned Scaling = 100000;
  std::string Only; ///< one model
};

class Stopwatch {
public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count(); }

private:
  std::chrono::steady_clock::time_point Begin = std::chrono::steady_clock::now();
};

struct Cost {
  std::size_t Queries = 0;
  double Seconds = 0;

  void add(std::size_t MoreQueries, double MoreSeconds) {
    Queries += MoreQueries;
    Seconds += MoreSeconds;
  }
};

/// Every so many, so that all parts are in.
template <class T> std::vector<T> sample(const std::vector<T> &From, std::size_t Count) {
  std::vector<T> Result;
  for (std::size_t I = 0; I < std::min(Count, From.size()); ++I)
    Result.push_back(From[I * From.size() / Count]);
  return Result;
}

/// Tests next to each other when they are sorted by their inputs: they share beginnings as those of the whole suite do.
std::vector<Test> block(const Suite &From, std::size_t Count) {
  std::vector<Test> Sorted = From.Tests;
  auto Inputs = [&](const Test &Of) {
    std::vector<unsigned> Result = {Of.Start};
    for (unsigned Each : Of.Steps)
      Result.push_back(From.Steps[Each].Input);
    return Result;
  };
  llvm::sort(Sorted, [&](const Test &A, const Test &B) { return Inputs(A) < Inputs(B); });
  std::size_t First = (Sorted.size() - std::min(Count, Sorted.size())) / 2;
  return {Sorted.begin() + static_cast<std::ptrdiff_t>(First),
          Sorted.begin() + static_cast<std::ptrdiff_t>(std::min(First + Count, Sorted.size()))};
}

Selection timedSelect(const Variant &Pair, const MachineDiff &Changes, const Suite &Tests, bool SolverAlways,
                      CompatibilityStore &Store, Cost &Into) {
  Stopwatch Watch;
  Reasoner Solver;
  SelectOptions Options;
  Options.SolverAlways = SolverAlways;
  Selection Result = select(Pair.Old, Pair.New, Changes, Tests, Solver, Store, Options);
  Into.add(Solver.statistics().Queries, Watch.seconds());
  return Result;
}

/// One row of the comparison with the other approaches, on the same tests and changes for all.
struct Comparison {
  Cost Select, Always, Sym, Dep, Everything;
  std::size_t Wrong = 0; ///< decisions that are not what running both machines says
};

void compareOne(const Variant &Pair, const Suite &Tests, CompatibilityStore &Store, Comparison &Into) {
  Oracle Runs(Pair.Old, Pair.New, Tests);
  const MachineDiff &Changes = Runs.changes();
  Selection Evaluated = timedSelect(Pair, Changes, Tests, false, Store, Into.Select);
  timedSelect(Pair, Changes, Tests, true, Store, Into.Always);
  Reasoner Solver;
  BaselineResult Sym = executeSymbolically(Pair.Old, Pair.New, Changes, Tests, Solver);
  Into.Sym.add(Sym.Queries, Sym.Seconds);
  BaselineResult Dep = selectByDependence(Pair.Old, Pair.New, Changes, Tests);
  Into.Dep.add(Dep.Queries, Dep.Seconds);
  BaselineResult Everything = runEverything(Pair.Old, Pair.New, Changes, Tests);
  Into.Everything.add(0, Everything.Seconds);
  for (unsigned I = 0; I < Tests.Tests.size(); ++I)
    if (!Runs.disagreement(Evaluated.Decisions[I], Runs.truth(I)).empty())
      ++Into.Wrong;
}

/// All changes with the whole suite.
struct Savings {
  std::size_t Steps = 0;
  double Parsing = 0, Analysis = 0; ///< seconds; of a change on average
  double SelectedTests = 0, UnusableTests = 0, SelectedSteps = 0, Undecided = 0;
  std::size_t Queries = 0;

  double all() const { return SecondsPerStep * static_cast<double>(Steps); }
  double percent() const { return 100 * (all() - (SecondsPerStep * SelectedSteps + Parsing + Analysis)) / all(); }
};

Savings measureSavings(const std::vector<Variant> &Changes, const Suite &Tests, double Parsing) {
  Savings Result;
  Result.Parsing = Parsing;
  for (const Test &Each : Tests.Tests)
    Result.Steps += Each.Steps.size();
  Cost Spent;
  CompatibilityStore Store;
  double Share = 1.0 / static_cast<double>(Changes.size());
  for (const Variant &Each : Changes) {
    Selection Selected = timedSelect(Each, diff(Each.Old, Each.New), Tests, false, Store, Spent);
    for (const Decision &One : Selected.Decisions) {
      // What is undecided has to be run.
      bool Run = One.Kind == DecisionKind::Selected || One.Kind == DecisionKind::Undecided;
      Result.SelectedTests += Share * (One.Kind == DecisionKind::Selected);
      Result.UnusableTests += Share * (One.Kind == DecisionKind::Unusable);
      Result.Undecided += Share * (One.Kind == DecisionKind::Undecided);
      Result.SelectedSteps += Run ? Share * static_cast<double>(Tests.Tests[One.Test].Steps.size()) : 0;
    }
  }
  Result.Analysis = Spent.Seconds * Share;
  Result.Queries = Spent.Queries;
  return Result;
}

struct Row {
  std::string Name;
  std::size_t Transitions = 0, Changes = 0, Tests = 0;
  Comparison Compared;
  Savings Saved;
};

Suite reread(const std::string &Text, const Machine &Model, double &Seconds) {
  Stopwatch Watch;
  Diagnostics Problems("walks.efsm", Text);
  auto Read = parseTests(Model, Problems);
  if (!Read) {
    std::fprintf(stderr, "%s", Problems.render().c_str());
    std::exit(3);
  }
  Seconds = Watch.seconds();
  return std::move(*Read);
}

Row measure(const Subject &Of, const Settings &Asked) {
  Machine Model = readModel(Of);
  double Parsing = 0;
  Suite Tests = reread(printTests(walk(Model, walkOptions(Of, Model, Of.Tests, Of.Length)), Model), Model, Parsing);
  std::vector<Variant> Changes = singleChanges(Model);
  Row Result{Of.Name, Model.Transitions.size(), Changes.size(), Tests.Tests.size(), {}, {}};
  Result.Saved = measureSavings(Changes, Tests, Parsing);
  // Symbolic execution of tests of full length takes too long for a benchmark.
  Suite Few = walk(Model, walkOptions(Of, Model, Of.Tests, 10));
  Few.Tests = block(Few, Asked.SampledTests);
  // Compatibility is computed once for a model and kept; the first change pays for it.
  CompatibilityStore Store;
  for (const Variant &Each : sample(Changes, Asked.SampledChanges))
    compareOne(Each, Few, Store, Result.Compared);
  return Result;
}

double ratio(double Of, double To) {
  return Of / std::max(To, 1e-9);
}

void printComparison(const std::vector<Row> &Rows, const Settings &Asked) {
  std::printf("\nThe same %u tests (of about 10 inputs) and %u changes of each model for all approaches; solver "
              "queries / seconds in total.\n\n",
              Asked.SampledTests, Asked.SampledChanges);
  std::printf(
      "| model | transitions | select | select, solver always | SYM | DEP | run everything | SYM : select, queries "
      "| time | SYM : solver always, queries | time |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Row &Each : Rows) {
    const Comparison &C = Each.Compared;
    std::printf(
        "| %s | %zu | %zu / %.4f | %zu / %.2f | %zu / %.2f | %.3f | %.4f | %.0f | %.0f | %.1f | %.1f |\n",
        Each.Name.c_str(), Each.Transitions, C.Select.Queries, C.Select.Seconds, C.Always.Queries, C.Always.Seconds,
        C.Sym.Queries, C.Sym.Seconds, C.Dep.Seconds, C.Everything.Seconds,
        ratio(double(C.Sym.Queries), std::max(1.0, double(C.Select.Queries))), ratio(C.Sym.Seconds, C.Select.Seconds),
        ratio(double(C.Sym.Queries), std::max(1.0, double(C.Always.Queries))), ratio(C.Sym.Seconds, C.Always.Seconds));
  }
}

void printSavings(const std::vector<Row> &Rows) {
  std::printf("\nAll additions and deletions of one transition, the whole suite; a step costs %.1f ms. Per change on "
              "average.\n\n",
              SecondsPerStep * 1000);
  std::printf(
      "| model | tests | steps | changes | selected | unusable | undecided | C1 s | C2 s | C3 s | queries of all "
      "changes | net savings |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  double Total = 0;
  for (const Row &Each : Rows) {
    const Savings &S = Each.Saved;
    std::printf("| %s | %zu | %zu | %zu | %.0f | %.0f | %.0f | %.1f | %.1f | %.3f | %zu | %.1f %% |\n",
                Each.Name.c_str(), Each.Tests, S.Steps, Each.Changes, S.SelectedTests, S.UnusableTests, S.Undecided,
                S.all(), SecondsPerStep * S.SelectedSteps, S.Parsing + S.Analysis, S.Queries, S.percent());
    Total += S.percent();
  }
  std::printf("\nOn average: %.1f %%\n", Total / double(Rows.size()));
}

/// Parsing and selection for many tests; seconds.
double printScaling(unsigned Count) {
  Subject Of = subjects()[3];
  Machine Model = readModel(Of);
  WalkOptions Options = walkOptions(Of, Model, Count, 20);
  Options.Shared = 95;
  std::string Text = printTests(walk(Model, Options), Model);
  double Parsing = 0;
  Suite Tests = reread(Text, Model, Parsing);
  Variant Change = singleChanges(Model)[23];
  Cost Spent;
  CompatibilityStore Store;
  Selection Selected = timedSelect(Change, diff(Change.Old, Change.New), Tests, false, Store, Spent);
  std::printf("\nScaling: %s, %s: %zu tests, %zu steps, %zu nodes of the trie, %.1f MB of text: parsing %.2f s, "
              "selection %.2f s (%zu selected, %zu discarded, %zu unusable)\n",
              Of.Name.c_str(), Change.What.c_str(), Tests.Tests.size(), Selected.Statistics.TestSteps,
              Selected.Statistics.TrieNodes, double(Text.size()) / 1e6, Parsing, Spent.Seconds,
              Selected.count(DecisionKind::Selected), Selected.count(DecisionKind::Discarded),
              Selected.count(DecisionKind::Unusable));
  return Parsing + Spent.Seconds;
}

/// What the numbers have to show; each line that fails is printed.
unsigned failedTargets(const std::vector<Row> &Rows, double ScalingSeconds) {
  unsigned Failed = 0;
  auto Need = [&](bool Holds, const std::string &What) {
    if (!Holds)
      std::printf("FAILED: %s\n", What.c_str()), ++Failed;
  };
  double Queries = 0, Time = 0;
  for (const Row &Each : Rows) {
    Need(Each.Compared.Wrong == 0, Each.Name + ": a decision is not what running says");
    Need(Each.Saved.percent() > 0, Each.Name + ": no net savings");
    Queries += ratio(double(Each.Compared.Sym.Queries), std::max(1.0, double(Each.Compared.Select.Queries)));
    Time += ratio(Each.Compared.Sym.Seconds, Each.Compared.Select.Seconds);
  }
  Queries /= double(Rows.size());
  Time /= double(Rows.size());
  std::printf("\nSYM : select on average: %.0f times the queries, %.0f times the time\n", Queries, Time);
  Need(Queries >= 20, "20 times fewer queries than SYM");
  Need(Time >= 10, "10 times less time than SYM");
  Need(ScalingSeconds < 10, "the big suite in less than 10 s");
  return Failed;
}

} // namespace

int main(int Count, char **Arguments) {
  Settings Asked;
  for (int I = 1; I + 1 < Count; I += 2) {
    std::string Name = Arguments[I], Value = Arguments[I + 1];
    if (Name == "--model")
      Asked.Only = Value;
    else if (Name == "--tests")
      Asked.SampledTests = static_cast<unsigned>(std::stoul(Value));
    else if (Name == "--changes")
      Asked.SampledChanges = static_cast<unsigned>(std::stoul(Value));
    else if (Name == "--scaling")
      Asked.Scaling = static_cast<unsigned>(std::stoul(Value));
  }
  std::vector<Row> Rows;
  for (const Subject &Each : subjects())
    if (Asked.Only.empty() || Asked.Only == Each.Name) {
      std::fprintf(stderr, "%s ...\n", Each.Name.c_str());
      Rows.push_back(measure(Each, Asked));
    }
  if (Rows.empty()) {
    std::fprintf(stderr, "no such model: %s\n", Asked.Only.c_str());
    return 2;
  }
  printComparison(Rows, Asked);
  printSavings(Rows);
  return failedTargets(Rows, printScaling(Asked.Scaling)) ? 1 : 0;
}

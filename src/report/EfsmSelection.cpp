#include "report/EfsmSelection.h"

#include "efsm/language/Print.h"
#include "report/Json.h"
#include "report/Text.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

namespace vernier {

using namespace efsm;

namespace {

std::vector<std::string> pathOf(const Path &Taken, const Machine &Of) {
  std::vector<std::string> Result;
  for (const auto &Step : steps(Taken)) {
    std::string Names;
    for (unsigned Each : Step)
      Names += (Names.empty() ? "" : " ") + Of.Transitions[Each].Name;
    Result.push_back(Names);
  }
  return Result;
}

/// `t1, t2 t9 t11, t7`: nothing for the start if nothing happened there.
std::string pathText(const Path &Taken, const Machine &Of) {
  std::string Text;
  std::vector<std::string> Steps = pathOf(Taken, Of);
  for (std::size_t I = 0; I < Steps.size(); ++I)
    if (I > 0 || !Steps[I].empty())
      Text += (Text.empty() ? "" : ", ") + (Steps[I].empty() ? "-" : Steps[I]);
  return Text;
}

llvm::json::Array pathJson(const Path &Taken, const Machine &Of) {
  llvm::json::Array Result;
  for (const auto &Step : steps(Taken)) {
    llvm::json::Array Names;
    for (unsigned Each : Step)
      Names.push_back(jsonText(Of.Transitions[Each].Name));
    Result.push_back(std::move(Names));
  }
  return Result;
}

std::string inputsText(const std::vector<TestInput> &Inputs, const Machine &Of) {
  std::string Text;
  for (const TestInput &Each : Inputs)
    Text += (Text.empty() ? "" : ", ") + toString(Each, Of);
  return Text.empty() ? "no further input" : Text;
}

std::string transitionName(const Decision &Of, const EfsmSelection &In) {
  if (!Of.Transition)
    return {};
  return (Of.TransitionIsNew ? In.New : In.Old).Transitions[*Of.Transition].Name;
}

std::string evidenceText(const Decision &Of, const EfsmSelection &In) {
  std::string Text;
  if (Of.Why.Old)
    Text += "    old: " + pathText(Of.Why.Old, In.Old) + "\n";
  if (Of.Why.New)
    Text += "    new: " + pathText(Of.Why.New, In.New) + "\n";
  if (Of.Reason == DecisionReason::Incomplete)
    Text += "    completes with: " + inputsText(Of.Why.Completion, In.New) + "\n";
  if (!Of.Why.Formula.empty())
    Text += "    formula:\n" + Of.Why.Formula;
  return Text;
}

std::string seconds(double Time) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.3f s", Time);
  return Text;
}

llvm::json::Object baselineJson(const BaselineResult &Of, const EfsmSelection &In) {
  llvm::json::Array Names;
  for (std::size_t I = 0; I < Of.Selected.size(); ++I)
    if (Of.Selected[I])
      Names.push_back(jsonText(In.Tests.Tests[I].Name));
  return llvm::json::Object{{"selected", std::move(Names)},
                            {"undecided", Of.Undecided},
                            {"solver_queries", static_cast<std::int64_t>(Of.Queries)},
                            {"steps", static_cast<std::int64_t>(Of.Steps)},
                            {"seconds", Of.Seconds}};
}

llvm::json::Object decisionJson(const Decision &Of, const EfsmSelection &In) {
  llvm::json::Object Result{{"name", jsonText(In.Tests.Tests[Of.Test].Name)},
                            {"decision", toString(Of.Kind)},
                            {"reason", toString(Of.Reason)},
                            {"detail", jsonText(Of.Detail)},
                            {"transition", nullptr},
                            {"step", nullptr}};
  if (Of.Transition) {
    Result["transition"] = jsonText(transitionName(Of, In));
    Result["machine"] = Of.TransitionIsNew ? "new" : "old";
    Result["step"] = *Of.Step;
  }
  if (Of.FailedStep)
    Result["failed_step"] = *Of.FailedStep;
  llvm::json::Object Evidence{{"old", pathJson(Of.Why.Old, In.Old)}, {"new", pathJson(Of.Why.New, In.New)}};
  if (!Of.Why.Formula.empty())
    Evidence["formula"] = jsonText(Of.Why.Formula);
  if (Of.Reason == DecisionReason::Incomplete) {
    llvm::json::Array Inputs;
    for (const TestInput &Each : Of.Why.Completion)
      Inputs.push_back(jsonText(toString(Each, In.New)));
    Evidence["completion"] = std::move(Inputs);
  }
  Result["evidence"] = std::move(Evidence);
  return Result;
}

} // namespace

std::string efsmSelectText(const EfsmSelection &Of, bool All, bool Evidence) {
  const Selection &Found = Of.Found;
  std::string Text;
  for (DecisionKind Kind :
       {DecisionKind::Selected, DecisionKind::Unusable, DecisionKind::Undecided, DecisionKind::Discarded})
    for (const Decision &Each : Found.Decisions)
      if (Each.Kind == Kind && (All || Kind != DecisionKind::Discarded))
        Text += toString(Kind) + " " + Of.Tests.Tests[Each.Test].Name + " (" + toString(Each.Reason) +
                "): " + Each.Detail + "\n" + (Evidence ? evidenceText(Each, Of) : "");
  Text += counted(Found.Decisions.size(), "test") + ": " + std::to_string(Found.count(DecisionKind::Selected)) +
          " selected, " + std::to_string(Found.count(DecisionKind::Unusable)) + " unusable, " +
          std::to_string(Found.count(DecisionKind::Discarded)) + " discarded, " +
          std::to_string(Found.count(DecisionKind::Undecided)) + " undecided\n";
  Text += std::to_string(Found.Statistics.TestSteps) + " steps in " +
          counted(Found.Statistics.TrieNodes, "shared step") + ", " +
          counted(Of.Solver.Queries, "solver query", "solver queries") +
          (Of.Baselines.empty() ? "" : ", " + seconds(Of.Seconds)) + "\n";
  for (const auto &[Name, Result] : Of.Baselines)
    Text += "compared with " + Name + ": " + std::to_string(llvm::count(Result.Selected, true)) + " selected, " +
            counted(Result.Queries, "solver query", "solver queries") + ", " + seconds(Result.Seconds) + "\n";
  return Text;
}

void addEfsmSelection(llvm::json::Object &Document, const EfsmSelection &Of) {
  llvm::json::Array Tests;
  for (const Decision &Each : Of.Found.Decisions)
    Tests.push_back(decisionJson(Each, Of));
  Document["tests"] = std::move(Tests);
  const SelectStatistics &Statistics = Of.Found.Statistics;
  auto Number = [](std::size_t Value) { return static_cast<std::int64_t>(Value); };
  Document["stats"] = llvm::json::Object{{"tests", Number(Statistics.Tests)},
                                         {"test_steps", Number(Statistics.TestSteps)},
                                         {"trie_nodes", Number(Statistics.TrieNodes)},
                                         {"pruned_nodes", Number(Statistics.NodesPruned)},
                                         {"evaluated_steps", Number(Statistics.Evaluated)},
                                         {"symbolic_steps", Number(Statistics.Symbolic)},
                                         {"completions", Number(Statistics.Completions)},
                                         {"compatibilities", Number(Statistics.Compatibilities)},
                                         {"solver_queries", Of.Solver.Queries},
                                         {"solver_seconds", Of.Solver.Seconds}};
  if (Of.Baselines.empty())
    return;
  llvm::json::Object Baselines;
  for (const auto &[Name, Result] : Of.Baselines)
    Baselines[Name] = baselineJson(Result, Of);
  Document["baselines"] = std::move(Baselines);
}

namespace {

std::string toString(Observable What) {
  switch (What) {
  case Observable::Yes:
    return "yes";
  case Observable::No:
    return "no";
  case Observable::Unknown:
    return "unknown";
  }
  return {};
}

llvm::json::Array namesJson(const std::vector<unsigned> &Transitions, const Machine &Of) {
  llvm::json::Array Names;
  for (unsigned Each : Transitions)
    Names.push_back(jsonText(Of.Transitions[Each].Name));
  return Names;
}

std::string namesText(const std::vector<unsigned> &Transitions, const Machine &Of) {
  std::string Text;
  for (unsigned Each : Transitions)
    Text += (Text.empty() ? "" : ", ") + Of.Transitions[Each].Name;
  return Text;
}

llvm::json::Object graphJson(const TransitionGraph &Graph, const Machine &Of) {
  llvm::json::Array Levels, Edges;
  for (const auto &Level : Graph.Levels)
    Levels.push_back(namesJson(Level, Of));
  for (const TransitionGraph::Edge &Each : Graph.Edges)
    Edges.push_back(llvm::json::Object{{"level", Each.Level},
                                       {"from", Each.From ? jsonText(Of.Transitions[*Each.From].Name) : "start"},
                                       {"to", jsonText(Of.Transitions[Each.To].Name)},
                                       {"strong", Each.Label == Compatible::Always}});
  return llvm::json::Object{{"matching", std::move(Levels)}, {"edges", std::move(Edges)}};
}

} // namespace

std::string efsmObservableText(const EfsmObservations &Of, bool All) {
  std::string Text;
  std::size_t Counts[3] = {};
  for (std::size_t I = 0; I < Of.Found.size(); ++I) {
    const Observation &Each = Of.Found[I];
    ++Counts[static_cast<unsigned>(Each.What)];
    const std::string &Name = Of.Tests.Tests[I].Name;
    if (Each.What != Observable::Yes)
      Text += (Each.What == Observable::No ? "not observable " : "undecided ") + Name + ": " + Each.Why + "\n";
    else if (All)
      Text += "observable " + Name + ": " + namesText(Each.Path, Of.Of) + "\n";
    if (I >= Of.Graphs.size())
      continue;
    for (std::size_t Level = 0; Level < Of.Graphs[I].Levels.size(); ++Level)
      Text +=
          "  input " + std::to_string(Level + 1) + " matches {" + namesText(Of.Graphs[I].Levels[Level], Of.Of) + "}\n";
    Text += toString(Of.Graphs[I].reduced(), Of.Of);
  }
  return Text + counted(Of.Found.size(), "test") + ": " + std::to_string(Counts[0]) + " fully observable, " +
         std::to_string(Counts[1]) + " not, " + std::to_string(Counts[2]) + " undecided\n";
}

void addEfsmObservations(llvm::json::Object &Document, const EfsmObservations &Of) {
  llvm::json::Array Tests;
  for (std::size_t I = 0; I < Of.Found.size(); ++I) {
    const Observation &Each = Of.Found[I];
    llvm::json::Object One{{"name", jsonText(Of.Tests.Tests[I].Name)},
                           {"observable", toString(Each.What)},
                           {"path", namesJson(Each.Path, Of.Of)},
                           {"reason", jsonText(Each.Why)}};
    if (I < Of.Graphs.size())
      One["graph"] = graphJson(Of.Graphs[I], Of.Of);
    Tests.push_back(std::move(One));
  }
  Document["tests"] = std::move(Tests);
  Document["stats"] = llvm::json::Object{{"solver_queries", Of.Solver.Queries}, {"solver_seconds", Of.Solver.Seconds}};
}

namespace {

std::string changeText(const Change &Of, const EfsmGenerated &In) {
  std::string Name = Of.New ? In.New.Transitions[*Of.New].Name : In.Old.Transitions[*Of.Old].Name;
  return toString(Of.Kind) + " " + Name;
}

} // namespace

std::string efsmGeneratedText(const EfsmGenerated &Of) {
  std::string Text;
  for (const GeneratedTest &Each : Of.Tests) {
    std::string What = changeText(Of.Changes.Changes[Each.Change], Of);
    if (Each.End == SearchEnd::Found)
      Text += "# " + What + ", on the " + (Each.OnNew ? "new" : "old") + " machine\n" +
              printTests(Each.Tests, Each.OnNew ? Of.New : Of.Old) + "\n";
    else
      Text += "# " + What + ": no test (" + Each.Why + ")\n\n";
  }
  return Text;
}

void addEfsmGenerated(llvm::json::Object &Document, const EfsmGenerated &Of) {
  llvm::json::Array Tests;
  for (const GeneratedTest &Each : Of.Tests) {
    const Change &What = Of.Changes.Changes[Each.Change];
    llvm::json::Object One{
        {"change", toString(What.Kind)},
        {"transition", jsonText(What.New ? Of.New.Transitions[*What.New].Name : Of.Old.Transitions[*What.Old].Name)},
        {"result", Each.End == SearchEnd::Found  ? "found"
                   : Each.End == SearchEnd::None ? "none"
                                                 : "unknown"},
        {"reason", jsonText(Each.Why)}};
    if (Each.End == SearchEnd::Found) {
      One["machine"] = Each.OnNew ? "new" : "old";
      One["name"] = jsonText(Each.Tests.Tests[0].Name);
      One["test"] = jsonText(printTests(Each.Tests, Each.OnNew ? Of.New : Of.Old));
    }
    Tests.push_back(std::move(One));
  }
  Document["tests"] = std::move(Tests);
}

namespace {

std::string stateText(const Overlap &Of, const Machine &In) {
  std::string Text = "state " + In.States[Of.At.State].Name;
  for (std::size_t I = 0; I < In.Variables.size(); ++I)
    Text += ", " + In.Variables[I].Name + " = " + toString(Of.At.Variables[I], *In.Variables[I].Type);
  return Text + (Of.Input ? ", input " + toString(*Of.Input, In) : "");
}

} // namespace

std::string efsmChecksText(const ModelChecks &Of, const Machine &In) {
  std::string Text;
  for (const Overlap &Each : Of.Overlaps)
    Text += "not deterministic: " + In.Transitions[Each.First].Name + " and " + In.Transitions[Each.Second].Name +
            " are enabled at once in " + stateText(Each, In) + "\n";
  for (unsigned Each : Of.NeverEnabled)
    Text += "not consistent: the guard of " + In.Transitions[Each].Name + " never holds\n";
  for (const auto *Open : {&Of.UndecidedOverlaps, &Of.UndecidedGuards})
    for (const std::string &Each : *Open)
      Text += "undecided: " + Each + "\n";
  if (Of.deterministic())
    Text += "deterministic: no two transitions are ever enabled at once\n";
  if (Of.consistent())
    Text += "consistent: every guard can hold\n";
  return Text;
}

void addEfsmChecks(llvm::json::Object &Document, const ModelChecks &Of, const Machine &In) {
  llvm::json::Array Overlaps, Never, Open;
  for (const Overlap &Each : Of.Overlaps) {
    llvm::json::Object Values;
    for (std::size_t I = 0; I < In.Variables.size(); ++I)
      Values[In.Variables[I].Name] = jsonText(toString(Each.At.Variables[I], *In.Variables[I].Type));
    llvm::json::Object One{{"transitions", namesJson({Each.First, Each.Second}, In)},
                           {"state", jsonText(In.States[Each.At.State].Name)},
                           {"variables", std::move(Values)},
                           {"input", nullptr}};
    if (Each.Input)
      One["input"] = jsonText(toString(*Each.Input, In));
    Overlaps.push_back(std::move(One));
  }
  for (unsigned Each : Of.NeverEnabled)
    Never.push_back(jsonText(In.Transitions[Each].Name));
  for (const auto *Each : {&Of.UndecidedOverlaps, &Of.UndecidedGuards})
    for (const std::string &One : *Each)
      Open.push_back(jsonText(One));
  // Nothing is said of what the solver gave no answer to.
  auto Claim = [](bool Refuted, bool Proved) -> llvm::json::Value {
    return Refuted || Proved ? llvm::json::Value(Proved) : llvm::json::Value(nullptr);
  };
  Document["deterministic"] = Claim(!Of.Overlaps.empty(), Of.deterministic());
  Document["consistent"] = Claim(!Of.NeverEnabled.empty(), Of.consistent());
  Document["overlaps"] = std::move(Overlaps);
  Document["never_enabled"] = std::move(Never);
  Document["undecided"] = std::move(Open);
}

} // namespace vernier

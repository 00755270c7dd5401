#include "report/EfsmReport.h"

#include "efsm/language/Print.h"
#include "report/Json.h"
#include "report/Text.h"

#include <algorithm>

namespace vernier {

using namespace efsm;

llvm::json::Object efsmDocument(const std::string &Command, const std::string &Old, const std::string &New,
                                double Seconds) {
  llvm::json::Object Document = jsonDocument("efsm", nullptr, nullptr, Seconds);
  Document["command"] = Command;
  Document["old"] = llvm::json::Object{{"label", jsonText(Old)}};
  if (!New.empty())
    Document["new"] = llvm::json::Object{{"label", jsonText(New)}};
  return Document;
}

namespace {

std::string verdictOf(const TestRun &Run) {
  if (Run.passed())
    return "passed";
  bool Open = Run.End == TestEnd::Unknown || (Run.End == TestEnd::Complete && !Run.MismatchedStep);
  return Open ? "unknown" : "failed";
}

/// The transitions of a step, `t2 t9 t10`; a long row of the same one as `t10 (3 times)`.
std::string transitionsText(const StepOutcome &Step, const Machine &Of) {
  std::string Result;
  const auto &All = Step.Transitions;
  for (std::size_t I = 0; I < All.size();) {
    std::size_t Next = I;
    while (Next < All.size() && All[Next].Transition == All[I].Transition)
      ++Next;
    Result += (Result.empty() ? "" : " ") + Of.Transitions[All[I].Transition].Name;
    if (Next - I > 1)
      Result += " (" + std::to_string(Next - I) + " times)";
    I = Next;
  }
  return Result;
}

std::string pathText(const TestRun &Run, const Machine &Of) {
  std::string Result;
  for (const StepOutcome &Step : Run.Outcomes)
    if (!Step.Transitions.empty())
      Result += (Result.empty() ? "" : ", ") + transitionsText(Step, Of);
  return Result;
}

} // namespace

std::size_t countRuns(const EfsmRuns &Runs, const std::string &Verdict) {
  return std::count_if(Runs.Runs.begin(), Runs.Runs.end(),
                       [&](const TestRun &Run) { return verdictOf(Run) == Verdict; });
}

std::string efsmRunText(const EfsmRuns &Runs, bool All) {
  TextTable Table({"test", "result", "transitions", "why"});
  for (std::size_t I = 0; I < Runs.Runs.size(); ++I) {
    const TestRun &Run = Runs.Runs[I];
    const Test &Which = Runs.Tests.Tests[I];
    if (All || !Run.passed())
      Table.add({Which.Name, verdictOf(Run), pathText(Run, Runs.Of),
                 Run.passed() ? "" : describe(Run, Runs.Tests, Which, Runs.Of)});
  }
  std::string Result = Table.empty() ? "" : Table.print(200) + "\n";
  Result += counted(Runs.Runs.size(), "test") + ": " + std::to_string(countRuns(Runs, "passed")) + " passed, " +
            std::to_string(countRuns(Runs, "failed")) + " failed";
  std::size_t Unknown = countRuns(Runs, "unknown");
  return Result + (Unknown ? ", " + std::to_string(Unknown) + " unknown\n" : "\n");
}

namespace {

llvm::json::Array stepsJson(const TestRun &Run, const EfsmRuns &Runs, const Test &Which) {
  llvm::json::Array Steps;
  for (std::size_t I = 0; I < Run.Outcomes.size(); ++I) {
    llvm::json::Array Transitions, Outputs;
    for (const Fired &Each : Run.Outcomes[I].Transitions) {
      Transitions.push_back(Runs.Of.Transitions[Each.Transition].Name);
      for (const Output &Sent : Each.Outputs)
        Outputs.push_back(toString(Sent, Runs.Of));
    }
    llvm::json::Value Input = nullptr; // what happens before the first input
    if (I > 0)
      Input = toString(Runs.Tests.Inputs[Runs.Tests.Steps[Which.Steps[I - 1]].Input], Runs.Of);
    Steps.push_back(llvm::json::Object{{"step", I},
                                       {"input", std::move(Input)},
                                       {"transitions", std::move(Transitions)},
                                       {"outputs", std::move(Outputs)}});
  }
  return Steps;
}

} // namespace

void addEfsmRuns(llvm::json::Object &Document, const EfsmRuns &Runs) {
  llvm::json::Array Tests;
  for (std::size_t I = 0; I < Runs.Runs.size(); ++I) {
    const Test &Which = Runs.Tests.Tests[I];
    const TestRun &Run = Runs.Runs[I];
    Tests.push_back(llvm::json::Object{{"name", Which.Name},
                                       {"result", verdictOf(Run)},
                                       {"reason", describe(Run, Runs.Tests, Which, Runs.Of)},
                                       {"complete", Run.End == TestEnd::Complete},
                                       {"steps", stepsJson(Run, Runs, Which)}});
  }
  Document["tests"] = std::move(Tests);
}

namespace {

std::string localityText(Locality What) {
  switch (What) {
  case Locality::LocalByOld:
    return "local: the old guard implies the new one";
  case Locality::LocalByNew:
    return "local: the new guard implies the old one";
  case Locality::LocalByBoth:
    return "local: enabled in the same states";
  case Locality::NonLocal:
    return "not local";
  case Locality::Unknown:
    break;
  }
  return "whether local: the solver gave no answer";
}

std::string changeText(const Change &Of, Locality Where, const Machine &Old, const Machine &New) {
  std::string Result = toString(Of.Kind);
  if (Of.Kind == ChangeKind::Replaced)
    Result += " (" + localityText(Where) + ")";
  Result += "\n";
  if (Of.Old)
    Result += "  - " + toString(Old.Transitions[*Of.Old], Old) + "\n";
  if (Of.New)
    Result += "  + " + toString(New.Transitions[*Of.New], New) + "\n";
  return Result;
}

} // namespace

std::string efsmDiffText(const MachineDiff &Difference, const std::vector<Locality> &Places, const Machine &Old,
                         const Machine &New) {
  std::string Result;
  for (std::size_t I = 0; I < Difference.Changes.size(); ++I)
    Result += changeText(Difference.Changes[I], Places[I], Old, New);
  for (const DeclarationChange &Each : Difference.Declarations) {
    Result += Each.Kind + " " + Each.Name + "\n";
    if (!Each.Old.empty())
      Result += "  - " + Each.Old + "\n";
    if (!Each.New.empty())
      Result += "  + " + Each.New + "\n";
  }
  return Result + counted(Difference.Changes.size(), "changed transition") + ", " +
         counted(Difference.Declarations.size(), "changed declaration") + ", " +
         counted(Difference.Same.size(), "transition") + " unchanged\n";
}

void addEfsmDiff(llvm::json::Object &Document, const MachineDiff &Difference, const std::vector<Locality> &Places,
                 const Machine &Old, const Machine &New) {
  llvm::json::Array Changes, Declarations;
  for (std::size_t I = 0; I < Difference.Changes.size(); ++I) {
    const Change &Each = Difference.Changes[I];
    llvm::json::Object One{{"kind", toString(Each.Kind)}};
    if (Each.Kind == ChangeKind::Replaced)
      One["local"] = Places[I] == Locality::Unknown ? llvm::json::Value(nullptr) : isLocal(Places[I]);
    if (Each.Old) {
      One["old"] = Old.Transitions[*Each.Old].Name;
      One["old_text"] = toString(Old.Transitions[*Each.Old], Old);
    }
    if (Each.New) {
      One["new"] = New.Transitions[*Each.New].Name;
      One["new_text"] = toString(New.Transitions[*Each.New], New);
    }
    Changes.push_back(std::move(One));
  }
  for (const DeclarationChange &Each : Difference.Declarations)
    Declarations.push_back(
        llvm::json::Object{{"kind", Each.Kind}, {"name", Each.Name}, {"old", Each.Old}, {"new", Each.New}});
  Document["changes"] = std::move(Changes);
  Document["declarations"] = std::move(Declarations);
  Document["unchanged"] = Difference.Same.size();
}

std::string efsmSummary(const Machine &Of) {
  std::size_t Internal = std::count_if(Of.Transitions.begin(), Of.Transitions.end(),
                                       [](const Transition &Each) { return Each.internal(); });
  std::string Result =
      Of.Name + ": " + counted(Of.States.size(), "state") + ", " + counted(Of.Transitions.size(), "transition");
  if (Internal)
    Result += " (" + std::to_string(Internal) + " internal)";
  return Result + ", " + counted(Of.Variables.size(), "variable") + ", " + counted(Of.Inputs.size(), "input") + ", " +
         counted(Of.Outputs.size(), "output");
}

llvm::json::Array toJson(const std::vector<Diagnostic> &All, const std::string &File) {
  llvm::json::Array Result;
  for (const Diagnostic &Each : All)
    Result.push_back(llvm::json::Object{{"severity", Each.Kind == Severity::Error ? "error" : "warning"},
                                        {"message", jsonText(Each.Message)},
                                        {"location", toJson(Location{File, Each.Where.Line, Each.Where.Column, ""})}});
  return Result;
}

} // namespace vernier

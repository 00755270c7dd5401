#include "efsm/drawing/Draw.h"

#include "efsm/language/Print.h"

#include <llvm/ADT/StringMap.h>

namespace vernier::efsm {

namespace {

std::string labelOf(const Transition &Of, const Machine &In) {
  if (!Of.Input)
    return Of.Name;
  std::string Result = Of.Name + " " + In.Inputs[*Of.Input].Name + "(";
  for (std::size_t I = 0; I < Of.Parameters.size(); ++I)
    Result += (I ? ", " : "") + Of.Parameters[I];
  return Result + ")";
}

/// Collects states by their names, so that both machines share them.
class DrawingBuilder {
public:
  void states(const Machine &Of, Mark Missing) {
    for (const State &Each : Of.States) {
      auto [Found, New] = Numbers.try_emplace(Each.Name, static_cast<unsigned>(Result.States.size()));
      if (New)
        Result.States.push_back({Each.Name, Each.Initial, Missing});
    }
  }

  void transition(const Transition &Which, const Machine &In, Mark Change) {
    Result.Transitions.push_back({Numbers[In.States[Which.From].Name], Numbers[In.States[Which.To].Name],
                                  labelOf(Which, In), toString(Which, In), Which.internal(), Change});
  }

  Drawing Result;

private:
  llvm::StringMap<unsigned> Numbers;
};

std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

std::string dotColour(Mark Change) {
  if (Change == Mark::Added)
    return ", color=\"#1a7f37\", fontcolor=\"#1a7f37\"";
  return Change == Mark::Deleted ? ", color=\"#cf222e\", fontcolor=\"#cf222e\"" : "";
}

std::string sign(Mark Change) {
  return Change == Mark::Added ? "+ " : Change == Mark::Deleted ? "- " : "";
}

} // namespace

Drawing drawingOf(const Machine &Of) {
  DrawingBuilder Builder;
  Builder.Result.Title = Of.Name;
  Builder.states(Of, Mark::Same);
  for (const Transition &Each : Of.Transitions)
    Builder.transition(Each, Of, Mark::Same);
  return std::move(Builder.Result);
}

Drawing drawingOf(const Machine &Old, const Machine &New, const MachineDiff &Difference) {
  DrawingBuilder Builder;
  Builder.Result.Title = Old.Name == New.Name ? Old.Name : Old.Name + " -> " + New.Name;
  Builder.states(New, Mark::Added);
  for (DrawnState &Each : Builder.Result.States)
    if (Old.findState(Each.Name))
      Each.Change = Mark::Same;
  Builder.states(Old, Mark::Deleted);
  // The new machine in its order; what was deleted stands before what replaces it, the rest at the end.
  std::vector<bool> Added = Difference.added(New);
  for (unsigned I = 0; I < New.Transitions.size(); ++I) {
    for (const Change &Each : Difference.Changes)
      if (Each.Old && Each.New == I)
        Builder.transition(Old.Transitions[*Each.Old], Old, Mark::Deleted);
    Builder.transition(New.Transitions[I], New, Added[I] ? Mark::Added : Mark::Same);
  }
  for (const Change &Each : Difference.Changes)
    if (Each.Kind == ChangeKind::Deleted)
      Builder.transition(Old.Transitions[*Each.Old], Old, Mark::Deleted);
  return std::move(Builder.Result);
}

std::string toDot(const Drawing &Of) {
  std::string Result = "digraph " + quoted(Of.Title) +
                       " {\n  rankdir=LR;\n  node [shape=ellipse, fontname=sans];\n"
                       "  edge [fontname=sans, fontsize=10];\n";
  for (const DrawnState &Each : Of.States)
    Result += "  " + quoted(Each.Name) + " [label=" + quoted(sign(Each.Change) + Each.Name) +
              (Each.Initial ? ", peripheries=2" : "") + dotColour(Each.Change) + "];\n";
  for (const DrawnTransition &Each : Of.Transitions)
    Result += "  " + quoted(Of.States[Each.From].Name) + " -> " + quoted(Of.States[Each.To].Name) +
              " [label=" + quoted(sign(Each.Change) + Each.Label) + ", tooltip=" + quoted(Each.Text) +
              (Each.Internal ? ", style=dashed" : "") + dotColour(Each.Change) + "];\n";
  return Result + "}\n";
}

} // namespace vernier::efsm

#include "efsm/drawing/Draw.h"

#include "efsm/language/Print.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/raw_ostream.h>

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

/// The text as Graphviz reads it inside of <...>.
std::string escaped(const std::string &Text) {
  std::string Result;
  llvm::raw_string_ostream Stream(Result);
  llvm::printHTMLEscaped(Text, Stream);
  return Result;
}

const char *colourOf(Mark Change) {
  switch (Change) {
  case Mark::Same:
    return "black";
  case Mark::Added:
    return "#1a7f37";
  case Mark::Deleted:
    return "#cf222e";
  }
  return "";
}

std::string coloured(Mark Change) {
  std::string Colour = quoted(colourOf(Change));
  return Change == Mark::Same ? "" : ", color=" + Colour + ", fontcolor=" + Colour;
}

std::string sign(Mark Change) {
  return Change == Mark::Added ? "+ " : Change == Mark::Deleted ? "- " : "";
}

std::string line(Mark Change, const std::string &Text, const char *Break) {
  return std::string("<font color=") + quoted(colourOf(Change)) + ">" + escaped(sign(Change) + Text) + "</font>" +
         Break;
}

/// All transitions from one state to another at one arrow: several loops would strike through each other's labels.
struct Arrow {
  unsigned From, To;
  bool Internal;
  std::vector<const DrawnTransition *> Transitions;

  bool has(const DrawnTransition &Which) const {
    return From == Which.From && To == Which.To && Internal == Which.Internal;
  }
};

std::vector<Arrow> arrowsOf(const Drawing &Picture) {
  std::vector<Arrow> Result;
  for (const DrawnTransition &Which : Picture.Transitions) {
    auto Same = llvm::find_if(Result, [&](const Arrow &Known) { return Known.has(Which); });
    if (Same == Result.end())
      Same = Result.insert(Same, {Which.From, Which.To, Which.Internal, {}});
    Same->Transitions.push_back(&Which);
  }
  return Result;
}

std::string toDot(const Arrow &Which, const Drawing &Picture) {
  std::string Label, Tooltip;
  Mark Change = Which.Transitions.front()->Change;
  for (const DrawnTransition *Transition : Which.Transitions) {
    Label += line(Transition->Change, Transition->Label, Transition == Which.Transitions.back() ? "" : "<br/>");
    Tooltip += (Tooltip.empty() ? "" : "\n") + Transition->Text;
    if (Transition->Change != Change)
      Change = Mark::Same;
  }
  return "  " + quoted(Picture.States[Which.From].Name) + " -> " + quoted(Picture.States[Which.To].Name) + " [label=<" +
         Label + ">, tooltip=" + quoted(Tooltip) + (Which.Internal ? ", style=dashed" : "") + coloured(Change) + "];\n";
}

/// Below the graph, all transitions in full.
std::string legend(const Drawing &Picture) {
  constexpr const char *Left = "<br align=\"left\"/>";
  std::string Result = "  label=<<b>" + escaped(Picture.Title) + "</b>" + Left +
                       "double line: initial state; dashed arrow: internal transitions; + added, - deleted" + Left;
  for (const DrawnTransition &Which : Picture.Transitions)
    Result += line(Which.Change, Which.Text, Left);
  return Result + ">;\n  labeljust=l;\n  fontname=monospace;\n  fontsize=10;\n";
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

std::string toDot(const Drawing &Picture) {
  std::string Result = "digraph " + quoted(Picture.Title) +
                       " {\n  rankdir=LR;\n  node [shape=ellipse, fontname=sans];\n"
                       "  edge [fontname=sans, fontsize=10];\n" +
                       legend(Picture);
  for (const DrawnState &Each : Picture.States)
    Result += "  " + quoted(Each.Name) + " [label=" + quoted(sign(Each.Change) + Each.Name) +
              (Each.Initial ? ", peripheries=2" : "") + coloured(Each.Change) + "];\n";
  for (const Arrow &Which : arrowsOf(Picture))
    Result += toDot(Which, Picture);
  return Result + "}\n";
}

} // namespace vernier::efsm

#include "efsm/drawing/Draw.h"
#include "efsm/drawing/Layout.h"

#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

namespace vernier::efsm {

namespace {

std::string escaped(const std::string &Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '&')
      Result += "&amp;";
    else if (C == '<')
      Result += "&lt;";
    else if (C == '>')
      Result += "&gt;";
    else if (C == '"')
      Result += "&quot;";
    else
      Result += C;
  }
  return Result;
}

const char *className(Mark Change) {
  switch (Change) {
  case Mark::Same:
    return "same";
  case Mark::Added:
    return "added";
  case Mark::Deleted:
    return "deleted";
  }
  return "";
}

/// Colours are not the only sign.
const char *sign(Mark Change) {
  return Change == Mark::Added ? "+ " : Change == Mark::Deleted ? "\xE2\x88\x92 " : "";
}

std::string number(double Value) {
  return llvm::formatv("{0:F1}", Value).str();
}

constexpr double Margin = 16, TitleHeight = 26, ListLineHeight = 16;

class SvgWriter {
public:
  explicit SvgWriter(const Drawing &Of) : Of(Of), Places(layoutOf(Of)) {}

  std::string write() {
    double Width = std::max(Places.Bounds.Right - Places.Bounds.Left, listWidth()) + 2 * Margin;
    ListTop = Places.Bounds.Bottom + Margin + ListLineHeight;
    double Top = Places.Bounds.Top - Margin - TitleHeight, Bottom = ListTop + listHeight() + Margin;
    double Left = Places.Bounds.Left - Margin;
    Result = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"" + escaped(Of.Title) +
             "\" width=\"" + number(Width) + "\" height=\"" + number(Bottom - Top) + "\" viewBox=\"" + number(Left) +
             " " + number(Top) + " " + number(Width) + " " + number(Bottom - Top) + "\">\n";
    definitions();
    Result += "<rect class=\"page\" x=\"" + number(Left) + "\" y=\"" + number(Top) + "\" width=\"" + number(Width) +
              "\" height=\"" + number(Bottom - Top) + "\"/>\n";
    Result += "<text class=\"title\" x=\"" + number(Places.Bounds.Left) + "\" y=\"" + number(Top + TitleHeight) +
              "\">" + escaped(Of.Title) + "</text>\n";
    for (const PlacedArrow &Each : Places.Arrows)
      arrow(Each);
    for (std::size_t I = 0; I < Of.States.size(); ++I)
      state(I);
    for (const PlacedArrow &Each : Places.Arrows)
      label(Each);
    list();
    return Result + "</svg>\n";
  }

private:
  double listHeight() const { return ListLineHeight * static_cast<double>(Of.Transitions.size() + 1); }
  double listWidth() const {
    double Widest = 420; // of the line that explains the signs
    for (const DrawnTransition &Each : Of.Transitions)
      Widest = std::max(Widest, 7.4 * static_cast<double>(Each.Text.size() + 3));
    return Widest;
  }

  void definitions() {
    Result += "<style>\n"
              ".page { fill: #ffffff; }\n"
              "text { font: 12px ui-monospace, 'DejaVu Sans Mono', monospace; fill: #24292f; }\n"
              ".title { font: bold 16px sans-serif; }\n"
              ".name { text-anchor: middle; dominant-baseline: central; font: 13px sans-serif; }\n"
              ".state { fill: #f6f8fa; stroke: #57606a; stroke-width: 1.3; }\n"
              ".inner { fill: none; stroke: #57606a; }\n"
              ".arrow { fill: none; stroke: #57606a; stroke-width: 1.3; }\n"
              ".internal { stroke-dasharray: 5 4; }\n"
              ".back { fill: #ffffff; fill-opacity: 0.88; }\n"
              ".label { text-anchor: middle; font-size: 11.5px; }\n"
              ".note { fill: #57606a; font: 12px sans-serif; }\n"
              "text.added { fill: #1a7f37; } text.deleted { fill: #cf222e; }\n"
              ".arrow.added, .state.added { stroke: #1a7f37; stroke-width: 2; }\n"
              ".arrow.deleted, .state.deleted { stroke: #cf222e; stroke-width: 2; }\n"
              "</style>\n<defs>\n";
    const std::pair<const char *, const char *> Heads[] = {
        {"same", "#57606a"}, {"added", "#1a7f37"}, {"deleted", "#cf222e"}};
    for (auto [Name, Colour] : Heads)
      Result += llvm::formatv("<marker id=\"head-{0}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" "
                              "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1 10 5 0 "
                              "9z\" fill=\"{1}\"/></marker>\n",
                              Name, Colour);
    Result += "</defs>\n";
  }

  /// Of an arrow: of all its transitions, if they agree.
  Mark markOf(const PlacedArrow &Arrow) const {
    Mark First = Of.Transitions[Arrow.Transitions[0]].Change;
    bool Agree = std::all_of(Arrow.Transitions.begin(), Arrow.Transitions.end(),
                             [&](unsigned I) { return Of.Transitions[I].Change == First; });
    return Agree ? First : Mark::Same;
  }

  void arrow(const PlacedArrow &Each) {
    bool Internal = std::all_of(Each.Transitions.begin(), Each.Transitions.end(),
                                [&](unsigned I) { return Of.Transitions[I].Internal; });
    const char *Class = className(markOf(Each));
    Result += std::string("<path class=\"arrow ") + Class + (Internal ? " internal" : "") +
              "\" marker-end=\"url(#head-" + Class + ")\" d=\"M" + number(Each.Begin.X) + " " + number(Each.Begin.Y) +
              " C" + number(Each.ControlA.X) + " " + number(Each.ControlA.Y) + " " + number(Each.ControlB.X) + " " +
              number(Each.ControlB.Y) + " " + number(Each.End.X) + " " + number(Each.End.Y) + "\"/>\n";
  }

  void ellipse(const PlacedState &Place, const std::string &Class, double Inset) {
    Result += "<ellipse class=\"" + Class + "\" cx=\"" + number(Place.Center.X) + "\" cy=\"" + number(Place.Center.Y) +
              "\" rx=\"" + number(Place.HalfWidth - Inset) + "\" ry=\"" + number(Place.HalfHeight - Inset) + "\"/>\n";
  }

  void state(std::size_t I) {
    const DrawnState &Which = Of.States[I];
    const PlacedState &Place = Places.States[I];
    ellipse(Place, std::string("state ") + className(Which.Change), 0);
    if (Which.Initial)
      ellipse(Place, "inner", 4);
    Result += std::string("<text class=\"name ") + className(Which.Change) + "\" x=\"" + number(Place.Center.X) +
              "\" y=\"" + number(Place.Center.Y) + "\">" + escaped(Which.Name) + "</text>\n";
  }

  void label(const PlacedArrow &Each) {
    Result += "<rect class=\"back\" x=\"" + number(Each.Label.Left) + "\" y=\"" + number(Each.Label.Top) +
              "\" width=\"" + number(Each.Label.Right - Each.Label.Left) + "\" height=\"" +
              number(Each.Label.Bottom - Each.Label.Top) + "\" rx=\"3\"/>\n";
    double Y = Each.Label.Top + LabelLineHeight - 2;
    for (unsigned I : Each.Transitions) {
      const DrawnTransition &Which = Of.Transitions[I];
      Result += std::string("<text class=\"label ") + className(Which.Change) + "\" x=\"" +
                number((Each.Label.Left + Each.Label.Right) / 2) + "\" y=\"" + number(Y) + "\"><title>" +
                escaped(Which.Text) + "</title>" + sign(Which.Change) + escaped(Which.Label) + "</text>\n";
      Y += LabelLineHeight;
    }
  }

  void list() {
    double Y = ListTop;
    Result +=
        "<text class=\"note\" x=\"" + number(Places.Bounds.Left) + "\" y=\"" + number(Y) +
        "\">double line: initial state; dashed arrow: internal transitions; + added, \xE2\x88\x92 deleted</text>\n";
    for (const DrawnTransition &Each : Of.Transitions) {
      Y += ListLineHeight;
      Result += std::string("<text class=\"") + className(Each.Change) + "\" x=\"" + number(Places.Bounds.Left) +
                "\" y=\"" + number(Y) + "\">" + sign(Each.Change) + escaped(Each.Text) + "</text>\n";
    }
  }

  const Drawing &Of;
  Layout Places;
  double ListTop = 0;
  std::string Result;
};

} // namespace

std::string toSvg(const Drawing &Of) {
  return SvgWriter(Of).write();
}

} // namespace vernier::efsm

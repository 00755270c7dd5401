#include "verdict/Definedness.h"

#include "verdict/Outcome.h"

#include <algorithm>

namespace vernier {

std::string_view toString(DifferenceKind Kind) {
  switch (Kind) {
  case DifferenceKind::Output:
    return "output";
  case DifferenceKind::Memory:
    return "memory";
  case DifferenceKind::Message:
    return "message";
  case DifferenceKind::Definedness:
    return "definedness";
  }
  return "output";
}

namespace {

/// Usage text is a message, wherever it is printed.
bool isUsage(const Outcome &Shown) {
  constexpr std::string_view Start = "usage:";
  return Shown.Stdout.size() >= Start.size() &&
         std::equal(Start.begin(), Start.end(), Shown.Stdout.begin(),
                    [](char A, char B) { return A == (B >= 'A' && B <= 'Z' ? B - 'A' + 'a' : B); });
}

} // namespace

DifferenceKind differenceKind(const Outcome &Old, const Outcome &New, const Observation &Observed) {
  Observation Rest = Observed;
  Rest.Memory = Rest.Stderr = false;
  Rest.Stdout = Observed.Stdout && !(isUsage(Old) && isUsage(New));
  if (!sameBehaviour(Old, New, Rest))
    return DifferenceKind::Output;
  Rest.Memory = Observed.Memory;
  return sameBehaviour(Old, New, Rest) ? DifferenceKind::Message : DifferenceKind::Memory;
}

std::string undefinedText(const UndefinedUse &Use) {
  std::string Place = Use.Where.File.empty() ? "" : " (" + Use.Where.File + ":" + std::to_string(Use.Where.Line) + ")";
  return Use.Code + ": " + Use.Text + Place;
}

} // namespace vernier

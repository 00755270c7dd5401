#include "verdict/Definedness.h"

#include "verdict/Outcome.h"

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

DifferenceKind differenceKind(const Outcome &Old, const Outcome &New, const Observation &Observed) {
  Observation Rest = Observed;
  Rest.Memory = Rest.Stderr = false;
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

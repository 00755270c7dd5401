#include "efsm/reasoning/Decision.h"

#include <algorithm>

namespace vernier::efsm {

std::string toString(DecisionKind Kind) {
  switch (Kind) {
  case DecisionKind::Selected:
    return "selected";
  case DecisionKind::Discarded:
    return "discarded";
  case DecisionKind::Unusable:
    return "unusable";
  case DecisionKind::Undecided:
    return "undecided";
  }
  return {};
}

std::string toString(DecisionReason Reason) {
  switch (Reason) {
  case DecisionReason::Exercises:
    return "exercises";
  case DecisionReason::AdverseImpact:
    return "adverse-impact";
  case DecisionReason::NotExercised:
    return "not-exercised";
  case DecisionReason::Interface:
    return "interface";
  case DecisionReason::Incomplete:
    return "incomplete";
  case DecisionReason::OutputMismatch:
    return "output-mismatch";
  case DecisionReason::UnknownValues:
    return "unknown-values";
  case DecisionReason::Nondeterministic:
    return "not-deterministic";
  case DecisionReason::NoRest:
    return "internal-transitions";
  case DecisionReason::Solver:
    return "solver";
  case DecisionReason::Bound:
    return "bound";
  }
  return {};
}

std::vector<std::vector<unsigned>> steps(const Path &Of) {
  std::vector<std::vector<unsigned>> Result;
  for (const PathLink *Link = Of.get(); Link; Link = Link->Before.get())
    Result.emplace_back(Link->Transitions.begin(), Link->Transitions.end());
  std::reverse(Result.begin(), Result.end());
  return Result;
}

} // namespace vernier::efsm

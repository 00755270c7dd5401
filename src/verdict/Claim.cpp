#include "verdict/Claim.h"

#include "verdict/Codes.h"

#include <algorithm>

namespace vernier {

std::string_view toString(ClaimState State) {
  switch (State) {
  case ClaimState::Proved:
    return "proved";
  case ClaimState::ProvedUnderAssumptions:
    return "proved-under-assumptions";
  case ClaimState::Open:
    return "open";
  case ClaimState::Different:
    return "different";
  }
  return "open";
}

bool isBreakable(std::string_view Assumption) {
  const AssumptionCode *Row = findAssumption(Assumption);
  return !Row || Row->Breakable;
}

std::vector<std::string> breakableOf(const std::vector<std::string> &Assumptions) {
  std::vector<std::string> Result;
  std::copy_if(Assumptions.begin(), Assumptions.end(), std::back_inserter(Result),
               [](const std::string &Code) { return isBreakable(Code); });
  return Result;
}

ClaimState stateOf(Answer What, const std::vector<std::string> &Assumptions) {
  switch (What) {
  case Answer::Different:
    return ClaimState::Different;
  case Answer::Unknown:
    return ClaimState::Open;
  case Answer::Equal:
    break;
  }
  return breakableOf(Assumptions).empty() ? ClaimState::Proved : ClaimState::ProvedUnderAssumptions;
}

ClaimState stateOf(const Verdict &Judged) {
  return stateOf(Judged.What, Judged.Assumptions);
}

} // namespace vernier

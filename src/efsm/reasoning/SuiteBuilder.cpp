#include "efsm/reasoning/SuiteBuilder.h"

#include "efsm/language/Print.h"

namespace vernier::efsm {

std::string SuiteBuilder::text(const Expectation &Expected) const {
  std::string Result;
  for (const OutputCall &Each : Expected)
    Result += toString(Each, Of) + "\n";
  return Result;
}

unsigned SuiteBuilder::start(const TestStart &Which) {
  for (unsigned I = 0; I < Made.Starts.size(); ++I)
    if (Made.Starts[I].State == Which.State && Made.Starts[I].Values == Which.Values &&
        text(Made.Starts[I].Expected) == text(Which.Expected))
      return I;
  Made.Starts.push_back(Which);
  return static_cast<unsigned>(Made.Starts.size() - 1);
}

unsigned SuiteBuilder::input(const TestInput &Which) {
  auto [Found, New] = Inputs.try_emplace({Which.Message, Which.Arguments}, static_cast<unsigned>(Made.Inputs.size()));
  if (New)
    Made.Inputs.push_back(Which);
  return Found->second;
}

unsigned SuiteBuilder::step(unsigned Input, const Expectation &Expected) {
  auto [Found, New] = Steps.try_emplace({Input, text(Expected)}, static_cast<unsigned>(Made.Steps.size()));
  if (New)
    Made.Steps.push_back({Input, Expected});
  return Found->second;
}

void SuiteBuilder::test(unsigned Start, std::vector<unsigned> Steps) {
  unsigned Number = static_cast<unsigned>(Made.Tests.size() + 1);
  Made.Tests.push_back({"walk" + std::to_string(Number), Start, std::move(Steps), Number});
}

} // namespace vernier::efsm

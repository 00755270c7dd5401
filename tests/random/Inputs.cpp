#include "base/Random.h"
#include "random/Execution.h"

#include <csignal>
#include <cstring>
#include <set>

namespace vernier::test {

bool Outcome::sameBehaviour(const Outcome &Other) const {
  return End == Other.End && Code == Other.Code && Returned == Other.Returned && Events == Other.Events &&
         Stdout == Other.Stdout && Truncated == Other.Truncated;
}

std::string Outcome::text() const {
  std::string Out;
  for (const OutputEvent &E : Events)
    Out += (E.Char ? "'" : "") + std::to_string(E.Value) + " ";
  if (!Stdout.empty())
    Out += "stdout \"" + Stdout + "\" ";
  switch (End) {
  case Ending::Returned:
    return Out + "returned " + std::to_string(Returned);
  case Ending::Exited:
    return Out + "exit " + std::to_string(Code);
  case Ending::Signalled:
    return Out + "signal " + strsignal(Code);
  case Ending::TimedOut:
    return Out + "timed out";
  case Ending::Failed:
    return Out + "failed to run";
  }
  return Out;
}

std::string text(const Input &In) {
  std::string Out;
  for (std::int64_t Value : In)
    Out += (Out.empty() ? "" : " ") + std::to_string(Value);
  return "(" + Out + ")";
}

std::vector<Input> allInputs(const std::vector<InputParameter> &Parameters) {
  std::vector<Input> All = {{}};
  for (const InputParameter &P : Parameters) {
    std::vector<Input> Longer;
    for (const Input &In : All)
      for (std::int64_t Value = P.Min; Value <= P.Max; ++Value) {
        Longer.push_back(In);
        Longer.back().push_back(Value);
      }
    All = std::move(Longer);
  }
  return All;
}

std::vector<Input> sampleInputs(const std::vector<InputParameter> &Parameters, std::size_t Count, std::uint64_t Seed) {
  std::uint64_t Space = 1;
  for (const InputParameter &P : Parameters)
    Space *= P.size();
  if (Space <= Count)
    return allInputs(Parameters);
  Random Rng(Seed);
  std::set<Input> Chosen;
  auto Boundary = [&](const InputParameter &P) {
    const std::int64_t Values[] = {P.Min, P.Max, 0, 1, -1, P.Min + 1, P.Max - 1};
    std::int64_t Value = Values[Rng.below(7)];
    return Value < P.Min || Value > P.Max ? P.Min : Value;
  };
  auto Add = [&](auto Choose) {
    Input In;
    for (const InputParameter &P : Parameters)
      In.push_back(Choose(P));
    Chosen.insert(std::move(In));
  };
  Add([](const InputParameter &P) { return P.Min; });
  Add([](const InputParameter &P) { return P.Max; });
  for (std::size_t Tries = 0; Tries < 4 * Count && Chosen.size() < Count / 3; ++Tries)
    Add(Boundary);
  while (Chosen.size() < Count)
    Add([&](const InputParameter &P) { return Rng.between(P.Min, P.Max); });
  return {Chosen.begin(), Chosen.end()};
}

} // namespace vernier::test

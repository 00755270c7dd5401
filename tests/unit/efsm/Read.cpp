#include "Read.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace vernier::efsm::test {

Machine machine(const std::string &Text) {
  Diagnostics Problems("model.efsm", Text);
  auto Read = parseMachine(Problems);
  if (!Read)
    throw std::runtime_error(Problems.render());
  return std::move(*Read);
}

Suite tests(const Machine &For, const std::string &Text) {
  Diagnostics Problems("tests.efsm", Text);
  auto Read = parseTests(For, Problems);
  if (!Read)
    throw std::runtime_error(Problems.render());
  return std::move(*Read);
}

Machine exampleMachine(const std::string &File) {
  auto Read = readMachine(VERNIER_SOURCE_DIR "/examples/efsm/" + File);
  if (!Read)
    throw std::runtime_error(Read.error().Message + "\n" + Read.error().Output);
  return std::move(*Read);
}

Suite exampleTests(const Machine &For, const std::string &File) {
  auto Read = readTests(VERNIER_SOURCE_DIR "/examples/efsm/" + File, For);
  if (!Read)
    throw std::runtime_error(Read.error().Message + "\n" + Read.error().Output);
  return std::move(*Read);
}

const Test &named(const Suite &In, const std::string &Name) {
  for (const Test &Each : In.Tests)
    if (Each.Name == Name)
      return Each;
  throw std::runtime_error("no test " + Name);
}

std::string path(const TestRun &Run, const Machine &Of) {
  std::string Result;
  for (std::size_t I = 0; I < Run.Outcomes.size(); ++I) {
    Result += I ? "|" : "";
    for (std::size_t J = 0; J < Run.Outcomes[I].Transitions.size(); ++J)
      Result += (J ? " " : "") + Of.Transitions[Run.Outcomes[I].Transitions[J].Transition].Name;
  }
  return Result;
}

} // namespace vernier::efsm::test

#pragma once

#include "efsm/language/Test.h"

#include <map>

namespace vernier::efsm {

/// Puts a suite together: equal inputs, equal steps and equal starts get equal numbers.
class SuiteBuilder {
public:
  explicit SuiteBuilder(const Machine &Of) : Of(Of) {}

  unsigned start(const TestStart &Which);
  unsigned input(const TestInput &Which);
  unsigned step(unsigned Input, const Expectation &Expected);
  /// Named by its number.
  void test(unsigned Start, std::vector<unsigned> Steps);

  std::size_t size() const { return Made.Tests.size(); }
  Suite take() { return std::move(Made); }

private:
  std::string text(const Expectation &Of) const;

  const Machine &Of;
  Suite Made;
  std::map<std::pair<unsigned, std::vector<Value>>, unsigned> Inputs;
  std::map<std::pair<unsigned, std::string>, unsigned> Steps;
};

} // namespace vernier::efsm

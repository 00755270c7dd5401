#include "efsm/reasoning/Interface.h"

#include <algorithm>

namespace vernier::efsm {

namespace {

/// The same parameters in another order: values at the old positions would silently mean something else.
bool isReordered(const Message &Old, const Message &New) {
  std::vector<std::string> OldNames, NewNames;
  for (const Parameter &Each : Old.Parameters)
    OldNames.push_back(Each.Name);
  for (const Parameter &Each : New.Parameters)
    NewNames.push_back(Each.Name);
  if (OldNames == NewNames)
    return false;
  std::sort(OldNames.begin(), OldNames.end());
  std::sort(NewNames.begin(), NewNames.end());
  return OldNames == NewNames;
}

class Translator {
public:
  Translator(const Machine &From, const Machine &To) : From(From), To(To) {}

  std::string input(const TestInput &Old, TestInput &New) {
    const Message &Was = From.Inputs[Old.Message];
    auto Now = To.findInput(Was.Name);
    if (!Now)
      return "the new machine has no input '" + Was.Name + "'";
    New.Message = *Now;
    if (std::string Why = parameters("input", Was, To.Inputs[*Now]); !Why.empty())
      return Why;
    for (std::size_t I = 0; I < Old.Arguments.size(); ++I) {
      const Parameter &Meant = To.Inputs[*Now].Parameters[I];
      auto Argument = convert(Old.Arguments[I], *Was.Parameters[I].Type, *Meant.Type);
      if (!Argument)
        return "'" + toString(Old.Arguments[I], *Was.Parameters[I].Type) + "' is no value of parameter '" + Meant.Name +
               "' of input '" + Was.Name + "' in the new machine";
      New.Arguments.push_back(std::move(*Argument));
    }
    return {};
  }

  std::string start(const TestStart &Old, TestStart &New) {
    auto State = To.findState(From.States[Old.State].Name);
    if (!State)
      return "the new machine has no state '" + From.States[Old.State].Name + "'";
    New.State = *State;
    for (const auto &[Number, Known] : Old.Values) {
      const Variable &Was = From.Variables[Number];
      auto Now = To.findVariable(Was.Name);
      if (!Now)
        return "the new machine has no variable '" + Was.Name + "'";
      auto Converted = convert(Known, *Was.Type, *To.Variables[*Now].Type);
      if (!Converted)
        return "'" + toString(Known, *Was.Type) + "' is no value of variable '" + Was.Name + "' in the new machine";
      New.Values.emplace_back(*Now, std::move(*Converted));
    }
    std::sort(New.Values.begin(), New.Values.end(), [](const auto &A, const auto &B) { return A.first < B.first; });
    return expectation(Old.Expected, New.Expected);
  }

  std::string expectation(const Expectation &Old, Expectation &New) {
    for (const OutputCall &Call : Old) {
      const Message &Was = From.Outputs[Call.Message];
      auto Now = To.findOutput(Was.Name);
      if (!Now)
        return "the new machine has no output '" + Was.Name + "'";
      if (std::string Why = parameters("output", Was, To.Outputs[*Now]); !Why.empty())
        return Why;
      OutputCall Translated{*Now, {}, Call.Where};
      for (std::size_t I = 0; I < Call.Arguments.size(); ++I) {
        std::string Why;
        Translated.Arguments.push_back(
            argument(*Call.Arguments[I], *Was.Parameters[I].Type, To.Outputs[*Now].Parameters[I].Type, Why));
        if (!Why.empty())
          return Why;
      }
      New.push_back(std::move(Translated));
    }
    return {};
  }

private:
  static std::string parameters(const std::string &What, const Message &Old, const Message &New) {
    if (Old.Parameters.size() != New.Parameters.size() || isReordered(Old, New))
      return "the parameters of " + What + " '" + Old.Name + "' have changed";
    return {};
  }

  ExpressionRef argument(const Expression &Old, const Type &Was, const TypeRef &Now, std::string &Why) {
    if (Old.Op == Operator::Literal) {
      if (auto Constant = convert(Old.Constant, Was, *Now))
        return literal(std::move(*Constant), Now, Old.Where);
      Why = "'" + toString(Old.Constant, Was) + "' is no value of the output's parameter in the new machine";
      return truth();
    }
    if (!sameType(Was, *Now) && !(isNumber(Was) && isNumber(*Now)))
      Why = "a parameter of an expected output has another type in the new machine";
    return expression(Old, Why);
  }

  ExpressionRef expression(const Expression &Old, std::string &Why) {
    auto New = std::make_shared<Expression>(Old);
    if (Old.Op == Operator::Variable) {
      const Variable &Was = From.Variables[Old.Index];
      auto Now = To.findVariable(Was.Name);
      if (!Now)
        Why = "the new machine has no variable '" + Was.Name + "'";
      else if (!sameType(*Was.Type, *To.Variables[*Now].Type) &&
               !(isNumber(*Was.Type) && isNumber(*To.Variables[*Now].Type)))
        Why = "variable '" + Was.Name + "' has another type in the new machine";
      else
        New->Index = *Now;
    }
    for (ExpressionRef &Operand : New->Operands)
      Operand = expression(*Operand, Why);
    return New;
  }

  const Machine &From, &To;
};

} // namespace

std::optional<TranslatedSuite::Problem> TranslatedSuite::problemOf(const Test &Which) const {
  if (!StartProblems[Which.Start].empty())
    return Problem{0, StartProblems[Which.Start]};
  for (std::size_t I = 0; I < Which.Steps.size(); ++I)
    if (const std::string &Why = StepProblems[Which.Steps[I]]; !Why.empty())
      return Problem{static_cast<unsigned>(I + 1), Why};
  return std::nullopt;
}

TranslatedSuite translate(const Suite &Tests, const Machine &From, const Machine &To) {
  Translator Words(From, To);
  TranslatedSuite Result;
  Result.Tests.File = Tests.File;
  Result.Tests.Tests = Tests.Tests;
  for (const TestInput &Each : Tests.Inputs)
    Result.InputProblems.push_back(Words.input(Each, Result.Tests.Inputs.emplace_back()));
  for (const TestStep &Each : Tests.Steps) {
    TestStep &New = Result.Tests.Steps.emplace_back();
    New.Input = Each.Input;
    std::string Why = Words.expectation(Each.Expected, New.Expected);
    Result.StepProblems.push_back(Result.InputProblems[Each.Input].empty() ? Why : Result.InputProblems[Each.Input]);
  }
  for (const TestStart &Each : Tests.Starts)
    Result.StartProblems.push_back(Words.start(Each, Result.Tests.Starts.emplace_back()));
  return Result;
}

} // namespace vernier::efsm

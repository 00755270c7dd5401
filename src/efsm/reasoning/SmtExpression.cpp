// Expressions, guards and actions as terms. Evaluation (Interpret.h) is what they must mean.

#include "efsm/reasoning/Smt.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier::efsm {

namespace {

std::string call(const std::string &Head, const std::string &A, const std::string &B) {
  return "(" + Head + " " + A + " " + B + ")";
}

class Encoder {
public:
  Encoder(const SmtVariables &Variables, const std::vector<SmtTerms> &Parameters, std::vector<std::string> &Facts)
      : Variables(Variables), Parameters(Parameters), Facts(Facts) {}

  SmtExpression encode(const Expression &Of) {
    if (Of.Op == Operator::Literal)
      return {Constants.constant(Of.Constant, *Of.Type, "literal")};
    if (Of.Op == Operator::Variable)
      return {Variables[Of.Index]};
    if (Of.Op == Operator::Parameter)
      return {Parameters[Of.Index]};
    std::vector<SmtExpression> Operands;
    for (const ExpressionRef &Each : Of.Operands)
      Operands.push_back(encode(*Each));
    return {apply(Of, Operands), defined(Of, Operands)};
  }

private:
  static const Type &operandType(const Expression &Of, unsigned I) { return *Of.Operands[I]->Type; }

  /// And, Or and IfThenElse do not evaluate every operand.
  static std::string defined(const Expression &Of, const std::vector<SmtExpression> &Operands) {
    if (Of.Op == Operator::And)
      return smtAnd({Operands[0].Defined, smtImplies(Operands[0].Terms[0], Operands[1].Defined)});
    if (Of.Op == Operator::Or)
      return smtAnd({Operands[0].Defined, smtOr({Operands[0].Terms[0], Operands[1].Defined})});
    if (Of.Op == Operator::IfThenElse)
      return smtAnd({Operands[0].Defined, smtImplies(Operands[0].Terms[0], Operands[1].Defined),
                     smtOr({Operands[0].Terms[0], Operands[2].Defined})});
    std::vector<std::string> Parts;
    for (const SmtExpression &Each : Operands)
      Parts.push_back(Each.Defined);
    if (Of.Op == Operator::Div || Of.Op == Operator::Mod)
      Parts.push_back(smtNot(call("=", Operands[1].Terms[0], "0")));
    if (Of.Op == Operator::Head || Of.Op == Operator::Pop)
      Parts.push_back(call("<", "0", Operands[0].Terms[1]));
    if (Of.Op == Operator::Fit)
      Parts.push_back(smtMember(*Of.Type, Operands[0].Terms));
    return smtAnd(Parts);
  }

  SmtTerms apply(const Expression &Of, const std::vector<SmtExpression> &Operands) {
    auto Term = [&](unsigned I) { return Operands[I].Terms[0]; };
    auto Infix = [&](const char *Head) -> SmtTerms { return {call(Head, Term(0), Term(1))}; };
    switch (Of.Op) {
    case Operator::Literal:
    case Operator::Variable:
    case Operator::Parameter:
      return {};
    case Operator::Not:
      return {smtNot(Term(0))};
    case Operator::Negate:
      return {"(- " + Term(0) + ")"};
    case Operator::And:
      return {smtAnd({Term(0), Term(1)})};
    case Operator::Or:
      return {smtOr({Term(0), Term(1)})};
    case Operator::Equal:
      return {smtEqual(operandType(Of, 0), Operands[0].Terms, Operands[1].Terms)};
    case Operator::NotEqual:
      return {smtNot(smtEqual(operandType(Of, 0), Operands[0].Terms, Operands[1].Terms))};
    case Operator::Less:
      return Infix("<");
    case Operator::LessEqual:
      return Infix("<=");
    case Operator::Greater:
      return Infix(">");
    case Operator::GreaterEqual:
      return Infix(">=");
    case Operator::Add:
      return Infix("+");
    case Operator::Subtract:
      return Infix("-");
    case Operator::Multiply:
      return Infix("*");
    case Operator::Div:
      return Infix("div");
    case Operator::Mod:
      return Infix("mod");
    case Operator::IfThenElse:
      return chosen(Of, Operands);
    case Operator::Select:
      return read(*Of.Type, Operands[0].Terms, Term(1));
    case Operator::Store:
      return stored(Operands[0].Terms, Term(1), Operands[2].Terms);
    case Operator::GetField:
      return field(operandType(Of, 0), Operands[0].Terms, Of.Index);
    case Operator::SetField:
      return withField(*Of.Type, Operands[0].Terms, Of.Index, Operands[1].Terms);
    case Operator::IsEmpty:
      return {call("=", Operands[0].Terms[1], "0")};
    case Operator::Head:
      return read(*Of.Type, behindHead(Operands[0].Terms), Term(0));
    case Operator::Length:
      return {Operands[0].Terms[1]};
    case Operator::Push:
      return pushed(Operands[0].Terms, Operands[1].Terms);
    case Operator::Pop:
      return popped(Operands[0].Terms);
    case Operator::MakeMap:
      return map(Of, Operands);
    case Operator::MakeRecord:
      return concatenated(Operands);
    case Operator::MakeQueue:
      return queue(Of, Operands);
    case Operator::Fit:
      return Operands[0].Terms;
    }
    return {};
  }

  /// Branches of a queue type may have their heads at different positions; the whole queue is chosen leaf by leaf, so
  /// that they stay together.
  static SmtTerms chosen(const Expression &, const std::vector<SmtExpression> &Operands) {
    SmtTerms Result;
    for (std::size_t I = 0; I < Operands[1].Terms.size(); ++I)
      Result.push_back("(ite " + Operands[0].Terms[0] + " " + Operands[1].Terms[I] + " " + Operands[2].Terms[I] + ")");
    return Result;
  }

  SmtTerms read(const Type &Element, const SmtTerms &Arrays, const std::string &Index) {
    SmtTerms Result;
    for (const std::string &Array : Arrays)
      Result.push_back(call("select", Array, Index));
    if (std::string Member = smtMember(Element, Result); Member != "true")
      Facts.push_back(Member);
    return Result;
  }

  static SmtTerms stored(const SmtTerms &Arrays, const std::string &Index, const SmtTerms &Element) {
    SmtTerms Result;
    for (std::size_t I = 0; I < Arrays.size(); ++I)
      Result.push_back("(store " + Arrays[I] + " " + Index + " " + Element[I] + ")");
    return Result;
  }

  static SmtTerms behindHead(const SmtTerms &Queue) { return {Queue.begin() + 2, Queue.end()}; }

  static SmtTerms pushed(const SmtTerms &Queue, const SmtTerms &Element) {
    SmtTerms Arrays = stored(behindHead(Queue), call("+", Queue[0], Queue[1]), Element);
    SmtTerms Result = {Queue[0], call("+", Queue[1], "1")};
    llvm::append_range(Result, Arrays);
    return Result;
  }

  static SmtTerms popped(const SmtTerms &Queue) {
    SmtTerms Result = {call("+", Queue[0], "1"), call("-", Queue[1], "1")};
    llvm::append_range(Result, behindHead(Queue));
    return Result;
  }

  static std::size_t fieldBegin(const Type &Record, unsigned Index) {
    std::size_t Begin = 0;
    for (unsigned I = 0; I < Index; ++I)
      Begin += smtSorts(*Record.Fields[I].FieldType).size();
    return Begin;
  }

  static SmtTerms field(const Type &Record, const SmtTerms &Terms, unsigned Index) {
    auto Begin = Terms.begin() + static_cast<std::ptrdiff_t>(fieldBegin(Record, Index));
    return {Begin, Begin + static_cast<std::ptrdiff_t>(smtSorts(*Record.Fields[Index].FieldType).size())};
  }

  static SmtTerms withField(const Type &Record, SmtTerms Terms, unsigned Index, const SmtTerms &New) {
    llvm::copy(New, Terms.begin() + static_cast<std::ptrdiff_t>(fieldBegin(Record, Index)));
    return Terms;
  }

  SmtTerms map(const Expression &Of, const std::vector<SmtExpression> &Operands) {
    SmtTerms Result = Constants.constant(Of.Type->Default, *Of.Type, "literal");
    for (std::size_t I = 0; I + 1 < Operands.size(); I += 2)
      Result = stored(Result, Operands[I].Terms[0], Operands[I + 1].Terms);
    return Result;
  }

  SmtTerms queue(const Expression &Of, const std::vector<SmtExpression> &Operands) {
    SmtTerms Result = Constants.constant(Of.Type->Default, *Of.Type, "literal");
    for (const SmtExpression &Each : Operands)
      Result = pushed(Result, Each.Terms);
    return Result;
  }

  static SmtTerms concatenated(const std::vector<SmtExpression> &Operands) {
    SmtTerms Result;
    for (const SmtExpression &Each : Operands)
      llvm::append_range(Result, Each.Terms);
    return Result;
  }

  const SmtVariables &Variables;
  const std::vector<SmtTerms> &Parameters;
  std::vector<std::string> &Facts;
  SmtText Constants; ///< literals are known: nothing is ever declared in it
};

} // namespace

SmtExpression encode(const Expression &Of, const SmtVariables &Variables, const std::vector<SmtTerms> &Parameters,
                     std::vector<std::string> &Facts) {
  return Encoder(Variables, Parameters, Facts).encode(Of);
}

SmtGuard encodeGuard(SmtText &Script, const Expression &Guard, const SmtVariables &Variables,
                     const std::vector<SmtTerms> &Parameters) {
  std::vector<std::string> Facts;
  SmtExpression Condition = encode(Guard, Variables, Parameters, Facts);
  for (const std::string &Fact : Facts)
    Script.require(Fact);
  return {smtAnd({Condition.Defined, Condition.Terms[0]}), smtNot(Condition.Defined)};
}

SmtAction encodeActions(SmtText &Script, const Machine &Of, const Transition &Which, SmtVariables Before,
                        const std::vector<SmtTerms> &Parameters) {
  SmtAction Result;
  Result.After = std::move(Before);
  // A fault leaves a value outside of its range behind; what is read after it is no fact any more.
  auto Encode = [&](const Expression &Each) {
    std::vector<std::string> Facts;
    SmtExpression Encoded = encode(Each, Result.After, Parameters, Facts);
    for (const std::string &Fact : Facts)
      Script.require(smtImplies(Result.Defined, Fact));
    Result.Defined = smtAnd({Result.Defined, Encoded.Defined});
    return Encoded.Terms;
  };
  for (const Assignment &Each : Which.Actions) {
    const Variable &Target = Of.Variables[Each.Variable];
    SmtTerms New = Encode(*Each.Value);
    Result.After[Each.Variable] = Script.define(*Target.Type, New, Target.Name);
  }
  for (const OutputCall &Each : Which.Outputs) {
    Result.Outputs.emplace_back();
    for (const ExpressionRef &Argument : Each.Arguments)
      Result.Outputs.back().push_back(Encode(*Argument));
  }
  return Result;
}

SmtVariables declareVariables(SmtText &Script, const Machine &Of, const std::string &Suffix) {
  SmtVariables Result;
  for (const Variable &Each : Of.Variables)
    Result.push_back(Script.declare(*Each.Type, Each.Name + Suffix));
  return Result;
}

SmtVariables constantVariables(SmtText &Script, const Machine &Of, const std::vector<Value> &Known) {
  SmtVariables Result;
  for (std::size_t I = 0; I < Of.Variables.size(); ++I)
    Result.push_back(Script.constant(Known[I], *Of.Variables[I].Type, Of.Variables[I].Name));
  return Result;
}

std::vector<SmtTerms> declareArguments(SmtText &Script, const Message &Of) {
  std::vector<SmtTerms> Result;
  for (const Parameter &Each : Of.Parameters)
    Result.push_back(Script.declare(*Each.Type, Each.Name));
  return Result;
}

std::vector<SmtTerms> declareParameters(SmtText &Script, const Machine &Of, const Transition &Which) {
  return Which.Input ? declareArguments(Script, Of.Inputs[*Which.Input]) : std::vector<SmtTerms>();
}

std::vector<SmtTerms> constantArguments(SmtText &Script, const Machine &Of, const TestInput &Input) {
  std::vector<SmtTerms> Result;
  const Message &Called = Of.Inputs[Input.Message];
  for (std::size_t I = 0; I < Input.Arguments.size(); ++I)
    Result.push_back(Script.constant(Input.Arguments[I], *Called.Parameters[I].Type, Called.Parameters[I].Name));
  return Result;
}

} // namespace vernier::efsm

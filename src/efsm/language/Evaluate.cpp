#include "efsm/language/Interpret.h"

#include <cassert>

namespace vernier::efsm {

std::string toString(FaultKind Kind) {
  switch (Kind) {
  case FaultKind::DivisionByZero:
    return "division by zero";
  case FaultKind::EmptyQueue:
    return "empty queue";
  case FaultKind::OutOfRange:
    return "out of range";
  case FaultKind::Unknown:
    return "unknown value";
  }
  return {};
}

namespace {

/// Evaluates over one valuation; the first fault ends it.
class Evaluation {
public:
  Evaluation(llvm::ArrayRef<Value> Variables, llvm::ArrayRef<Value> Parameters, Fault &Why)
      : Variables(Variables), Parameters(Parameters), Why(Why) {}

  std::optional<Value> of(const Expression &What) {
    switch (What.Op) {
    case Operator::Literal:
      return What.Constant;
    case Operator::Variable:
      return known(Variables[What.Index], What);
    case Operator::Parameter:
      return known(Parameters[What.Index], What);
    case Operator::And:
    case Operator::Or:
      return lazily(What);
    case Operator::IfThenElse:
      return choice(What);
    case Operator::Not:
    case Operator::Negate:
    case Operator::Equal:
    case Operator::NotEqual:
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::Greater:
    case Operator::GreaterEqual:
    case Operator::Add:
    case Operator::Subtract:
    case Operator::Multiply:
    case Operator::Div:
    case Operator::Mod:
    case Operator::Fit:
      return scalar(What);
    case Operator::Select:
    case Operator::Store:
    case Operator::GetField:
    case Operator::SetField:
    case Operator::MakeMap:
    case Operator::MakeRecord:
      return aggregate(What);
    case Operator::IsEmpty:
    case Operator::Head:
    case Operator::Length:
    case Operator::Push:
    case Operator::Pop:
    case Operator::MakeQueue:
      return queue(What);
    }
    return std::nullopt;
  }

private:
  std::nullopt_t fault(FaultKind Kind, const Expression &What, std::string Detail) {
    Why = {Kind, What.Where, std::move(Detail)};
    return std::nullopt;
  }

  std::optional<Value> known(const Value &Of, const Expression &What) {
    if (Of.isUnknown())
      return fault(FaultKind::Unknown, What, "a variable without a value is read");
    return Of;
  }

  std::optional<Value> lazily(const Expression &What) {
    auto First = of(*What.Operands[0]);
    bool Decides = What.Op == Operator::Or;
    if (!First || First->asBool() == Decides)
      return First;
    return of(*What.Operands[1]);
  }

  std::optional<Value> choice(const Expression &What) {
    auto Condition = of(*What.Operands[0]);
    return Condition ? of(*What.Operands[Condition->asBool() ? 1 : 2]) : std::nullopt;
  }

  std::optional<Value> scalar(const Expression &What) {
    auto A = of(*What.Operands[0]);
    if (!A)
      return std::nullopt;
    if (What.Op == Operator::Not)
      return Value::boolean(!A->asBool());
    if (What.Op == Operator::Negate)
      return Value::integer(-A->asInteger());
    if (What.Op == Operator::Fit) {
      if (isMember(*A, *What.Type))
        return A;
      return fault(FaultKind::OutOfRange, What,
                   toString(A->asInteger()) + " is outside of " + toString(*What.Type, true));
    }
    auto B = of(*What.Operands[1]);
    if (!B)
      return std::nullopt;
    if (What.Op == Operator::Equal || What.Op == Operator::NotEqual)
      return Value::boolean((*A == *B) == (What.Op == Operator::Equal));
    return arithmetic(What, A->asInteger(), B->asInteger());
  }

  std::optional<Value> arithmetic(const Expression &What, const Integer &A, const Integer &B) {
    Operator Op = What.Op;
    if (Op == Operator::Less)
      return Value::boolean(A < B);
    if (Op == Operator::LessEqual)
      return Value::boolean(A <= B);
    if (Op == Operator::Greater)
      return Value::boolean(A > B);
    if (Op == Operator::GreaterEqual)
      return Value::boolean(A >= B);
    if (Op == Operator::Add)
      return Value::integer(A + B);
    if (Op == Operator::Subtract)
      return Value::integer(A - B);
    if (Op == Operator::Multiply)
      return Value::integer(A * B);
    if (B == 0)
      return fault(FaultKind::DivisionByZero, What, "division by zero");
    return Value::integer(Op == Operator::Div ? divide(A, B) : remainder(A, B));
  }

  bool all(const Expression &What, Value::List &Into) {
    Into.reserve(What.Operands.size());
    for (const ExpressionRef &Operand : What.Operands) {
      auto Part = of(*Operand);
      if (!Part)
        return false;
      Into.push_back(std::move(*Part));
    }
    return true;
  }

  std::optional<Value> aggregate(const Expression &What) {
    Value::List Parts;
    if (!all(What, Parts))
      return std::nullopt;
    if (What.Op == Operator::MakeRecord)
      return Value::record(std::move(Parts));
    if (What.Op == Operator::Select)
      return select(Parts[0], Parts[1], *What.Operands[0]->Type);
    if (What.Op == Operator::Store)
      return store(Parts[0], Parts[1], Parts[2], *What.Type);
    if (What.Op == Operator::GetField)
      return Parts[0].elements()[What.Index];
    if (What.Op == Operator::SetField) {
      Value::List Fields = Parts[0].elements();
      Fields[What.Index] = Parts[1];
      return Value::record(std::move(Fields));
    }
    assert(What.Op == Operator::MakeMap);
    Value Result = What.Type->Default;
    for (std::size_t I = 0; I < Parts.size(); I += 2)
      Result = store(Result, Parts[I], Parts[I + 1], *What.Type);
    return Result;
  }

  std::optional<Value> queue(const Expression &What) {
    Value::List Parts;
    if (!all(What, Parts))
      return std::nullopt;
    if (What.Op == Operator::MakeQueue)
      return Value::queue(std::move(Parts));
    const Value::List &Elements = Parts[0].elements();
    if (What.Op == Operator::IsEmpty)
      return Value::boolean(Elements.empty());
    if (What.Op == Operator::Length)
      return Value::integer(static_cast<int64_t>(Elements.size()));
    if (What.Op == Operator::Push) {
      Value::List Longer = Elements;
      Longer.push_back(Parts[1]);
      return Value::queue(std::move(Longer));
    }
    bool Head = What.Op == Operator::Head;
    if (Elements.empty())
      return fault(FaultKind::EmptyQueue, What, std::string(Head ? "head" : "pop") + " of an empty queue");
    return Head ? Elements.front() : Value::queue(Value::List(Elements.begin() + 1, Elements.end()));
  }

  llvm::ArrayRef<Value> Variables, Parameters;
  Fault &Why;
};

} // namespace

std::optional<Value> evaluate(const Expression &Of, llvm::ArrayRef<Value> Variables, llvm::ArrayRef<Value> Parameters,
                              Fault &Why) {
  return Evaluation(Variables, Parameters, Why).of(Of);
}

} // namespace vernier::efsm

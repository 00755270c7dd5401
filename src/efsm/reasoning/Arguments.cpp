#include "efsm/reasoning/Arguments.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier::efsm {

namespace {

void collect(const Value &From, std::vector<Integer> &Into) {
  switch (From.kind()) {
  case ValueKind::Integer:
    Into.push_back(From.asInteger());
    return;
  case ValueKind::Map:
    for (const auto &[Key, Element] : From.entries()) {
      collect(Key, Into);
      collect(Element, Into);
    }
    return;
  case ValueKind::Record:
  case ValueKind::Queue:
    for (const Value &Each : From.elements())
      collect(Each, Into);
    return;
  case ValueKind::Unknown:
  case ValueKind::Bool:
  case ValueKind::Label:
    return;
  }
}

void collect(const Expression &From, std::vector<Integer> &Into) {
  visit(From, [&](const Expression &Each) {
    if (Each.Op == Operator::Literal)
      collect(Each.Constant, Into);
  });
}

} // namespace

Arguments::Arguments(const Machine &Of, Random &Source) : Source(Source) {
  for (const Variable &Each : Of.Variables)
    if (Each.Initial)
      collect(*Each.Initial, Mentioned);
  for (const Transition &Each : Of.Transitions)
    collect(*Each.Guard, Mentioned);
  llvm::sort(Mentioned);
  Mentioned.erase(std::unique(Mentioned.begin(), Mentioned.end()), Mentioned.end());
}

Integer Arguments::number(llvm::ArrayRef<Value> Variables) {
  std::uint64_t Way = Source.below(10);
  Integer Near(Source.chance(60) ? 0 : Source.between(-1, 1));
  if (Way < 3 && !Mentioned.empty())
    return Mentioned[Source.below(Mentioned.size())] + Near;
  if (Way < 6 && !Variables.empty()) {
    // A variable first, then one of its numbers: a big map must not hide the others.
    std::vector<Integer> Held;
    for (unsigned Try = 0; Try < 4 && Held.empty(); ++Try)
      collect(Variables[Source.below(Variables.size())], Held);
    if (!Held.empty())
      return Held[Source.below(Held.size())] + Near;
  }
  return Integer(Way < 9 ? Source.between(0, 10) : Source.between(-5, 120));
}

Value Arguments::random(const Type &Of, llvm::ArrayRef<Value> Variables) {
  switch (Of.Kind) {
  case TypeKind::Bool:
    return Value::boolean(Source.chance(50));
  case TypeKind::Int:
    return Value::integer(number(Variables));
  case TypeKind::Range: {
    Integer Size = Of.High - Of.Low + Integer(1), Number = number(Variables);
    if (Size <= Integer(400) && Source.chance(70))
      return Value::integer(Of.Low + Integer(static_cast<std::int64_t>(
                                         Source.below(static_cast<std::uint64_t>(static_cast<std::int64_t>(Size))))));
    return Value::integer(std::min(std::max(Number, Of.Low), Of.High));
  }
  case TypeKind::Enum:
    return Value::label(static_cast<unsigned>(Source.below(Of.Labels.size())));
  case TypeKind::Map:
    return store(Of.Default, random(*Of.Key, Variables), random(*Of.Element, Variables), Of);
  case TypeKind::Record: {
    Value::List Fields;
    for (const Field &Each : Of.Fields)
      Fields.push_back(random(*Each.FieldType, Variables));
    return Value::record(std::move(Fields));
  }
  case TypeKind::Queue: {
    Value::List Elements;
    for (std::uint64_t Left = Source.below(3); Left > 0; --Left)
      Elements.push_back(random(*Of.Element, Variables));
    return Value::queue(std::move(Elements));
  }
  }
  return {};
}

} // namespace vernier::efsm

#include "efsm/language/Model.h"

namespace vernier::efsm {

ExpressionRef literal(Value Constant, TypeRef Of, SourceRange Where) {
  auto Made = std::make_shared<Expression>();
  Made->Type = std::move(Of);
  Made->Constant = std::move(Constant);
  Made->Where = Where;
  return Made;
}

ExpressionRef truth() {
  static const ExpressionRef True = literal(Value::boolean(true), boolType());
  return True;
}

bool isTrue(const Expression &Of) {
  return Of.Op == Operator::Literal && Of.Type->Kind == TypeKind::Bool && Of.Constant.asBool();
}

namespace {

template <class Named> std::optional<unsigned> find(const std::vector<Named> &In, llvm::StringRef Called) {
  for (unsigned I = 0; I < In.size(); ++I)
    if (Called == In[I].Name)
      return I;
  return std::nullopt;
}

} // namespace

std::optional<unsigned> Machine::findVariable(llvm::StringRef Called) const {
  return find(Variables, Called);
}
std::optional<unsigned> Machine::findInput(llvm::StringRef Called) const {
  return find(Inputs, Called);
}
std::optional<unsigned> Machine::findOutput(llvm::StringRef Called) const {
  return find(Outputs, Called);
}
std::optional<unsigned> Machine::findState(llvm::StringRef Called) const {
  return find(States, Called);
}
std::optional<unsigned> Machine::findTransition(llvm::StringRef Called) const {
  return find(Transitions, Called);
}

} // namespace vernier::efsm

#include "efsm/reasoning/Guard.h"

#include "efsm/language/Interpret.h"

namespace vernier::efsm {

namespace {

void addConjuncts(const Expression &Of, std::vector<const Expression *> &Found) {
  if (Of.Op != Operator::And) {
    Found.push_back(&Of);
    return;
  }
  for (const ExpressionRef &Operand : Of.Operands)
    addConjuncts(*Operand, Found);
}

} // namespace

std::vector<const Expression *> conjuncts(const Expression &Guard) {
  std::vector<const Expression *> Found;
  addConjuncts(Guard, Found);
  return Found;
}

bool mentionsVariables(const Expression &Of) {
  bool Found = false;
  visit(Of, [&](const Expression &Each) { Found |= Each.Op == Operator::Variable; });
  return Found;
}

bool isTotal(const Expression &Of) {
  bool Total = true;
  visit(Of, [&](const Expression &Each) {
    Total &= Each.Op != Operator::Div && Each.Op != Operator::Mod && Each.Op != Operator::Head &&
             Each.Op != Operator::Pop && Each.Op != Operator::Fit;
  });
  return Total;
}

bool mayMatch(const Transition &Which, const TestInput &Input) {
  if (Which.Input != Input.Message)
    return false;
  for (const Expression *Each : conjuncts(*Which.Guard)) {
    if (!isTotal(*Each))
      return true; // a fault counts before what comes after it
    if (mentionsVariables(*Each))
      continue;
    Fault Ignored;
    auto Holds = evaluate(*Each, {}, Input.Arguments, Ignored);
    if (Holds && Holds->kind() == ValueKind::Bool && !Holds->asBool())
      return false;
  }
  return true;
}

} // namespace vernier::efsm

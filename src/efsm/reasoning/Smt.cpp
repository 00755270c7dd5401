#include "efsm/reasoning/Smt.h"

#include <llvm/ADT/StringExtras.h>

namespace vernier::efsm {

namespace {

std::string call(const std::string &Head, const std::vector<std::string> &Items) {
  return "(" + Head + " " + llvm::join(Items, " ") + ")";
}

std::string selected(const std::string &Array, const std::string &Index) {
  return call("select", {Array, Index});
}

SmtTerms selectedAll(const SmtTerms &Arrays, const std::string &Index) {
  SmtTerms Result;
  for (const std::string &Array : Arrays)
    Result.push_back(selected(Array, Index));
  return Result;
}

/// The arrays behind the head and the length of a queue.
SmtTerms arraysOf(const SmtTerms &Queue) {
  return {Queue.begin() + 2, Queue.end()};
}

std::string keySort(const Type &Map) {
  return Map.Key->Kind == TypeKind::Bool ? "Bool" : "Int";
}

bool hasQueue(const Type &Of) {
  if (Of.Kind == TypeKind::Queue)
    return true;
  if (Of.Kind == TypeKind::Map)
    return hasQueue(*Of.Element);
  for (const Field &Each : Of.Fields)
    if (hasQueue(*Each.FieldType))
      return true;
  return false;
}

std::size_t leaves(const Type &Of) {
  return smtSorts(Of).size();
}

/// The terms of one field.
SmtTerms fieldOf(const Type &Record, const SmtTerms &Terms, unsigned Index) {
  std::size_t Begin = 0;
  for (unsigned I = 0; I < Index; ++I)
    Begin += leaves(*Record.Fields[I].FieldType);
  std::size_t End = Begin + leaves(*Record.Fields[Index].FieldType);
  return {Terms.begin() + static_cast<std::ptrdiff_t>(Begin), Terms.begin() + static_cast<std::ptrdiff_t>(End)};
}

/// A bound variable of a quantifier; nested ones differ by the types they are for.
std::string equalForAll(const std::string &Sort, const std::string &Domain, const std::string &Name,
                        const std::string &Body) {
  return "(forall ((" + Name + " " + Sort + ")) " + smtOr({smtNot(Domain), Body}) + ")";
}

std::string quantifiedName(const std::string &Inside) {
  unsigned Depth = 0;
  while (Inside.find("each!" + std::to_string(Depth)) != std::string::npos)
    ++Depth;
  return "each!" + std::to_string(Depth);
}

std::string equalQueues(const Type &Of, const SmtTerms &A, const SmtTerms &B) {
  std::string Each = quantifiedName(llvm::join(A, " ") + llvm::join(B, " "));
  std::string Body = smtEqual(*Of.Element, selectedAll(arraysOf(A), call("+", {A[0], Each})),
                              selectedAll(arraysOf(B), call("+", {B[0], Each})));
  return smtAnd({call("=", {A[1], B[1]}),
                 equalForAll("Int", call("and", {call("<=", {"0", Each}), call("<", {Each, A[1]})}), Each, Body)});
}

std::string equalMaps(const Type &Of, const SmtTerms &A, const SmtTerms &B) {
  if (!hasQueue(*Of.Element)) {
    std::vector<std::string> Parts;
    for (std::size_t I = 0; I < A.size(); ++I)
      Parts.push_back(call("=", {A[I], B[I]}));
    return smtAnd(Parts);
  }
  // Equal queues may stand at different positions of their arrays.
  std::string Each = quantifiedName(llvm::join(A, " ") + llvm::join(B, " "));
  return equalForAll(keySort(Of), smtMember(*Of.Key, {Each}), Each,
                     smtEqual(*Of.Element, selectedAll(A, Each), selectedAll(B, Each)));
}

} // namespace

std::vector<std::string> smtSorts(const Type &Of) {
  std::vector<std::string> Sorts;
  switch (Of.Kind) {
  case TypeKind::Bool:
    return {"Bool"};
  case TypeKind::Int:
  case TypeKind::Range:
  case TypeKind::Enum:
    return {"Int"};
  case TypeKind::Record:
    for (const Field &Each : Of.Fields)
      llvm::append_range(Sorts, smtSorts(*Each.FieldType));
    return Sorts;
  case TypeKind::Map:
    for (const std::string &Sort : smtSorts(*Of.Element))
      Sorts.push_back("(Array " + keySort(Of) + " " + Sort + ")");
    return Sorts;
  case TypeKind::Queue:
    Sorts = {"Int", "Int"};
    for (const std::string &Sort : smtSorts(*Of.Element))
      Sorts.push_back("(Array Int " + Sort + ")");
    return Sorts;
  }
  return Sorts;
}

std::string smtInteger(const Integer &Number) {
  std::string Digits = toString(Number);
  return Digits.front() == '-' ? "(- " + Digits.substr(1) + ")" : Digits;
}

std::string smtNot(const std::string &Formula) {
  if (Formula == "true")
    return "false";
  return Formula == "false" ? "true" : "(not " + Formula + ")";
}

namespace {

std::string combined(const std::string &Head, const std::string &Neutral, const std::string &Absorbing,
                     const std::vector<std::string> &Formulas) {
  std::vector<std::string> Kept;
  for (const std::string &Each : Formulas) {
    if (Each == Absorbing)
      return Absorbing;
    if (Each != Neutral)
      Kept.push_back(Each);
  }
  if (Kept.empty())
    return Neutral;
  return Kept.size() == 1 ? Kept.front() : call(Head, Kept);
}

} // namespace

std::string smtAnd(const std::vector<std::string> &Formulas) {
  return combined("and", "true", "false", Formulas);
}

std::string smtOr(const std::vector<std::string> &Formulas) {
  return combined("or", "false", "true", Formulas);
}

std::string smtEqual(const Type &Of, const SmtTerms &A, const SmtTerms &B) {
  if (Of.Kind == TypeKind::Queue)
    return equalQueues(Of, A, B);
  if (Of.Kind == TypeKind::Map)
    return equalMaps(Of, A, B);
  if (Of.Kind != TypeKind::Record)
    return call("=", {A[0], B[0]});
  std::vector<std::string> Parts;
  for (unsigned I = 0; I < Of.Fields.size(); ++I)
    Parts.push_back(smtEqual(*Of.Fields[I].FieldType, fieldOf(Of, A, I), fieldOf(Of, B, I)));
  return smtAnd(Parts);
}

std::string smtMember(const Type &Of, const SmtTerms &Terms) {
  if (Of.Kind == TypeKind::Range)
    return call("<=", {smtInteger(Of.Low), Terms[0], smtInteger(Of.High)});
  if (Of.Kind == TypeKind::Enum)
    return call("<=", {"0", Terms[0], std::to_string(Of.Labels.size() - 1)});
  if (Of.Kind == TypeKind::Queue)
    return call("<=", {"0", Terms[1]});
  std::vector<std::string> Parts;
  for (unsigned I = 0; I < Of.Fields.size(); ++I)
    Parts.push_back(smtMember(*Of.Fields[I].FieldType, fieldOf(Of, Terms, I)));
  return smtAnd(Parts);
}

std::string SmtText::fresh(const std::string &Hint) {
  std::string Name = Hint + "!" + std::to_string(Names++);
  return Name.find('\'') == std::string::npos ? Name : "|" + Name + "|";
}

std::string SmtText::declare(const std::string &Sort, const std::string &Hint) {
  std::string Name = fresh(Hint);
  Text += "(declare-const " + Name + " " + Sort + ")\n";
  return Name;
}

std::string SmtText::define(const std::string &Sort, const std::string &Term, const std::string &Hint) {
  std::string Name = fresh(Hint);
  Text += "(define-fun " + Name + " () " + Sort + " " + Term + ")\n";
  return Name;
}

void SmtText::require(const std::string &Formula) {
  if (Formula != "true")
    Text += "(assert " + Formula + ")\n";
}

SmtTerms SmtText::declare(const Type &Of, const std::string &Hint) {
  SmtTerms Terms;
  for (const std::string &Sort : smtSorts(Of))
    Terms.push_back(declare(Sort, Hint));
  require(smtMember(Of, Terms));
  return Terms;
}

SmtTerms SmtText::define(const Type &Of, const SmtTerms &Terms, const std::string &Hint) {
  SmtTerms Named;
  std::vector<std::string> Sorts = smtSorts(Of);
  for (std::size_t I = 0; I < Terms.size(); ++I)
    Named.push_back(define(Sorts[I], Terms[I], Hint));
  return Named;
}

namespace {

std::string constantArray(const std::string &Sort, const std::string &Everywhere) {
  return "((as const " + Sort + ") " + Everywhere + ")";
}

std::string stored(const std::string &Array, const std::string &Index, const std::string &Element) {
  return call("store", {Array, Index, Element});
}

} // namespace

SmtTerms SmtText::constant(const Value &Known, const Type &Of, const std::string &Hint) {
  if (Known.isUnknown())
    return declare(Of, Hint);
  SmtTerms Terms;
  switch (Of.Kind) {
  case TypeKind::Bool:
    return {Known.asBool() ? "true" : "false"};
  case TypeKind::Int:
  case TypeKind::Range:
    return {smtInteger(Known.asInteger())};
  case TypeKind::Enum:
    return {std::to_string(Known.asLabel())};
  case TypeKind::Record:
    for (std::size_t I = 0; I < Of.Fields.size(); ++I)
      llvm::append_range(Terms, constant(Known.elements()[I], *Of.Fields[I].FieldType, Hint));
    return Terms;
  case TypeKind::Map: {
    std::vector<std::string> Sorts = smtSorts(Of);
    SmtTerms Default = constant(Of.Element->Default, *Of.Element, Hint);
    for (std::size_t I = 0; I < Sorts.size(); ++I)
      Terms.push_back(constantArray(Sorts[I], Default[I]));
    for (const auto &[Key, Element] : Known.entries()) {
      std::string Index = constant(Key, *Of.Key, Hint)[0];
      SmtTerms Parts = constant(Element, *Of.Element, Hint);
      for (std::size_t I = 0; I < Terms.size(); ++I)
        Terms[I] = stored(Terms[I], Index, Parts[I]);
    }
    return Terms;
  }
  case TypeKind::Queue: {
    std::vector<std::string> Sorts = smtSorts(Of);
    SmtTerms Default = constant(Of.Element->Default, *Of.Element, Hint);
    Terms = {"0", std::to_string(Known.elements().size())};
    for (std::size_t I = 0; I < Default.size(); ++I)
      Terms.push_back(constantArray(Sorts[I + 2], Default[I]));
    for (std::size_t At = 0; At < Known.elements().size(); ++At) {
      SmtTerms Parts = constant(Known.elements()[At], *Of.Element, Hint);
      for (std::size_t I = 0; I < Parts.size(); ++I)
        Terms[I + 2] = stored(Terms[I + 2], std::to_string(At), Parts[I]);
    }
    return Terms;
  }
  }
  return Terms;
}

} // namespace vernier::efsm

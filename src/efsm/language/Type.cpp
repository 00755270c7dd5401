#include "efsm/language/Type.h"

#include <algorithm>
#include <cassert>

namespace vernier::efsm {

TypeRef boolType() {
  static const TypeRef Made = [] {
    Type New;
    New.Kind = TypeKind::Bool;
    New.Default = Value::boolean(false);
    return std::make_shared<const Type>(std::move(New));
  }();
  return Made;
}

TypeRef intType() {
  static const TypeRef Made = [] {
    Type New;
    New.Default = Value::integer(0);
    return std::make_shared<const Type>(std::move(New));
  }();
  return Made;
}

TypeRef rangeType(const Integer &Low, const Integer &High) {
  assert(Low <= High && "an empty range has no values");
  Type New;
  New.Kind = TypeKind::Range;
  New.Low = Low;
  New.High = High;
  Integer Zero;
  New.Default = Value::integer(Low > Zero ? Low : High < Zero ? High : Zero);
  return std::make_shared<const Type>(std::move(New));
}

TypeRef enumType(std::vector<std::string> Labels) {
  assert(!Labels.empty() && "an empty enumeration has no values");
  Type New;
  New.Kind = TypeKind::Enum;
  New.Labels = std::move(Labels);
  New.Default = Value::label(0);
  return std::make_shared<const Type>(std::move(New));
}

TypeRef mapType(TypeRef Key, TypeRef Element) {
  Type New;
  New.Kind = TypeKind::Map;
  New.Key = std::move(Key);
  New.Element = std::move(Element);
  New.Default = Value::map({});
  return std::make_shared<const Type>(std::move(New));
}

TypeRef recordType(std::vector<Field> Fields) {
  Type New;
  New.Kind = TypeKind::Record;
  Value::List Defaults;
  for (const Field &Each : Fields)
    Defaults.push_back(Each.FieldType->Default);
  New.Fields = std::move(Fields);
  New.Default = Value::record(std::move(Defaults));
  return std::make_shared<const Type>(std::move(New));
}

TypeRef queueType(TypeRef Element) {
  Type New;
  New.Kind = TypeKind::Queue;
  New.Element = std::move(Element);
  New.Default = Value::queue({});
  return std::make_shared<const Type>(std::move(New));
}

TypeRef namedType(const std::string &Name, const Type &Meaning) {
  Type New = Meaning;
  New.Name = Name;
  return std::make_shared<const Type>(std::move(New));
}

bool sameType(const Type &A, const Type &B) {
  if (&A == &B)
    return true;
  if (A.Kind != B.Kind)
    return false;
  switch (A.Kind) {
  case TypeKind::Bool:
  case TypeKind::Int:
    return true;
  case TypeKind::Range:
    return A.Low == B.Low && A.High == B.High;
  case TypeKind::Enum:
    return A.Labels == B.Labels;
  case TypeKind::Map:
    return sameType(*A.Key, *B.Key) && sameType(*A.Element, *B.Element);
  case TypeKind::Record:
    return std::equal(
        A.Fields.begin(), A.Fields.end(), B.Fields.begin(), B.Fields.end(),
        [](const Field &X, const Field &Y) { return X.Name == Y.Name && sameType(*X.FieldType, *Y.FieldType); });
  case TypeKind::Queue:
    return sameType(*A.Element, *B.Element);
  }
  return false;
}

bool isNumber(const Type &Of) {
  return Of.Kind == TypeKind::Int || Of.Kind == TypeKind::Range;
}

namespace {

/// The texts with commas between them.
template <class List, class Text> std::string joined(const List &Of, const Text &TextOf) {
  std::string Result;
  for (const auto &Each : Of)
    Result += (Result.empty() ? "" : ", ") + TextOf(Each);
  return Result;
}

} // namespace

std::string toString(const Type &Of, bool Expand) {
  if (!Of.Name.empty() && !Expand)
    return Of.Name;
  switch (Of.Kind) {
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Int:
    return "int";
  case TypeKind::Range:
    return toString(Of.Low) + ".." + toString(Of.High);
  case TypeKind::Enum:
    return "{" + joined(Of.Labels, [](const std::string &Label) { return Label; }) + "}";
  case TypeKind::Map:
    return "map[" + toString(*Of.Key, Expand) + "] " + toString(*Of.Element, Expand);
  case TypeKind::Record:
    return "record { " +
           joined(Of.Fields, [&](const Field &Each) { return Each.Name + ": " + toString(*Each.FieldType, Expand); }) +
           " }";
  case TypeKind::Queue:
    return "queue of " + toString(*Of.Element, Expand);
  }
  return {};
}

namespace {

std::string recordText(const Value &Of, const Type &In) {
  std::string Result;
  for (std::size_t I = 0; I < In.Fields.size(); ++I)
    Result += (I ? ", " : "") + In.Fields[I].Name + ": " + toString(Of.elements()[I], *In.Fields[I].FieldType);
  return "{" + Result + "}";
}

} // namespace

std::string toString(const Value &Of, const Type &In) {
  if (Of.isUnknown())
    return "?";
  switch (In.Kind) {
  case TypeKind::Bool:
    return Of.asBool() ? "true" : "false";
  case TypeKind::Int:
  case TypeKind::Range:
    return toString(Of.asInteger());
  case TypeKind::Enum:
    return In.Labels[Of.asLabel()];
  case TypeKind::Map:
    return "{" +
           joined(Of.entries(),
                  [&](const auto &Each) {
                    return toString(Each.first, *In.Key) + ": " + toString(Each.second, *In.Element);
                  }) +
           "}";
  case TypeKind::Record:
    return recordText(Of, In);
  case TypeKind::Queue:
    return "[" + joined(Of.elements(), [&](const Value &Each) { return toString(Each, *In.Element); }) + "]";
  }
  return {};
}

namespace {

bool areMembers(const Value &Of, const Type &In) {
  if (Of.kind() != ValueKind::Record || Of.elements().size() != In.Fields.size())
    return false;
  for (std::size_t I = 0; I < In.Fields.size(); ++I)
    if (!isMember(Of.elements()[I], *In.Fields[I].FieldType))
      return false;
  return true;
}

} // namespace

bool isMember(const Value &Of, const Type &In) {
  if (Of.isUnknown())
    return true;
  switch (In.Kind) {
  case TypeKind::Bool:
    return Of.kind() == ValueKind::Bool;
  case TypeKind::Int:
    return Of.kind() == ValueKind::Integer;
  case TypeKind::Range:
    return Of.kind() == ValueKind::Integer && Of.asInteger() >= In.Low && Of.asInteger() <= In.High;
  case TypeKind::Enum:
    return Of.kind() == ValueKind::Label && Of.asLabel() < In.Labels.size();
  case TypeKind::Map:
    return Of.kind() == ValueKind::Map && std::all_of(Of.entries().begin(), Of.entries().end(), [&](const auto &Each) {
             return isMember(Each.first, *In.Key) && isMember(Each.second, *In.Element);
           });
  case TypeKind::Record:
    return areMembers(Of, In);
  case TypeKind::Queue:
    return Of.kind() == ValueKind::Queue && std::all_of(Of.elements().begin(), Of.elements().end(),
                                                        [&](const Value &Each) { return isMember(Each, *In.Element); });
  }
  return false;
}

namespace {

std::optional<Value> convertLabel(const Value &Of, const Type &From, const Type &To) {
  auto Found = std::find(To.Labels.begin(), To.Labels.end(), From.Labels[Of.asLabel()]);
  if (Found == To.Labels.end())
    return std::nullopt;
  return Value::label(static_cast<unsigned>(Found - To.Labels.begin()));
}

std::optional<Value> convertMap(const Value &Of, const Type &From, const Type &To) {
  // What is not stored has the default, which must mean the same as well.
  auto Default = convert(From.Element->Default, *From.Element, *To.Element);
  if (!Default || !(*Default == To.Element->Default))
    return std::nullopt;
  Value Result = To.Default;
  for (const auto &[Key, Element] : Of.entries()) {
    auto NewKey = convert(Key, *From.Key, *To.Key), NewElement = convert(Element, *From.Element, *To.Element);
    if (!NewKey || !NewElement)
      return std::nullopt;
    Result = store(Result, *NewKey, *NewElement, To);
  }
  return Result;
}

std::optional<Value> convertRecord(const Value &Of, const Type &From, const Type &To) {
  if (From.Fields.size() != To.Fields.size())
    return std::nullopt;
  Value::List Result;
  for (const Field &Wanted : To.Fields) {
    auto Found = std::find_if(From.Fields.begin(), From.Fields.end(),
                              [&](const Field &Each) { return Each.Name == Wanted.Name; });
    if (Found == From.Fields.end())
      return std::nullopt;
    auto Part = convert(Of.elements()[Found - From.Fields.begin()], *Found->FieldType, *Wanted.FieldType);
    if (!Part)
      return std::nullopt;
    Result.push_back(std::move(*Part));
  }
  return Value::record(std::move(Result));
}

std::optional<Value> convertQueue(const Value &Of, const Type &From, const Type &To) {
  Value::List Result;
  for (const Value &Each : Of.elements()) {
    auto Part = convert(Each, *From.Element, *To.Element);
    if (!Part)
      return std::nullopt;
    Result.push_back(std::move(*Part));
  }
  return Value::queue(std::move(Result));
}

} // namespace

std::optional<Value> convert(const Value &Of, const Type &From, const Type &To) {
  if (Of.isUnknown() || sameType(From, To))
    return Of;
  if (isNumber(From) && isNumber(To))
    return isMember(Of, To) ? std::optional(Of) : std::nullopt;
  if (From.Kind != To.Kind)
    return std::nullopt;
  if (From.Kind == TypeKind::Enum)
    return convertLabel(Of, From, To);
  if (From.Kind == TypeKind::Map)
    return convertMap(Of, From, To);
  if (From.Kind == TypeKind::Record)
    return convertRecord(Of, From, To);
  if (From.Kind == TypeKind::Queue)
    return convertQueue(Of, From, To);
  return Of;
}

Value select(const Value &Map, const Value &Key, const Type &MapType) {
  auto Found = Map.entries().find(Key);
  return Found == Map.entries().end() ? MapType.Element->Default : Found->second;
}

Value store(const Value &Map, const Value &Key, const Value &Element, const Type &MapType) {
  Value::Entries Changed = Map.entries();
  if (Element == MapType.Element->Default)
    Changed.erase(Key);
  else
    Changed.insert_or_assign(Key, Element);
  return Value::map(std::move(Changed));
}

} // namespace vernier::efsm

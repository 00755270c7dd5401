#include "efsm/language/Value.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <cassert>
#include <limits>

namespace vernier::efsm {

std::string toString(const Integer &Number) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Stream << Number;
  return Text;
}

std::optional<Integer> parseInteger(llvm::StringRef Text) {
  bool Negative = Text.consume_front("-");
  if (Text.empty() || !llvm::all_of(Text, llvm::isDigit))
    return std::nullopt;
  // Eighteen digits at a time always fit into 64 bits.
  Integer Result;
  while (!Text.empty()) {
    llvm::StringRef Part = Text.take_front(18);
    Text = Text.drop_front(Part.size());
    int64_t Number = 0, Scale = 1;
    for (char Digit : Part) {
      Number = Number * 10 + (Digit - '0');
      Scale *= 10;
    }
    Result = Result * Integer(Scale) + Integer(Number);
  }
  return Negative ? -Result : Result;
}

Integer remainder(const Integer &Dividend, const Integer &Divisor) {
  // mod of the library is for a positive divisor, and then never negative; the sign of the divisor does not matter.
  return mod(Dividend, abs(Divisor));
}

Integer divide(const Integer &Dividend, const Integer &Divisor) {
  return (Dividend - remainder(Dividend, Divisor)) / Divisor;
}

namespace {

bool fits(const Integer &Number) {
  return Number >= Integer(std::numeric_limits<int64_t>::min()) &&
         Number <= Integer(std::numeric_limits<int64_t>::max());
}

} // namespace

Value Value::boolean(bool Truth) {
  Value Made;
  Made.Content.emplace<bool>(Truth);
  return Made;
}

Value Value::integer(const Integer &Number) {
  Value Made;
  // A number that came out of a wide operation stays wide; small ones are kept in their quick representation.
  Made.Content.emplace<Integer>(fits(Number) ? Integer(static_cast<int64_t>(Number)) : Number);
  return Made;
}

Value Value::label(unsigned Ordinal) {
  Value Made;
  Made.Content.emplace<Label>(Label{Ordinal});
  return Made;
}

Value Value::map(Entries Exceptions) {
  Value Made;
  Made.Content = std::make_shared<const Entries>(std::move(Exceptions));
  return Made;
}

Value Value::record(List Fields) {
  Value Made;
  Made.Content = std::make_shared<const RecordBody>(RecordBody{std::move(Fields)});
  return Made;
}

Value Value::queue(List Elements) {
  Value Made;
  Made.Content = std::make_shared<const QueueBody>(QueueBody{std::move(Elements)});
  return Made;
}

const Value::List &Value::elements() const {
  if (kind() == ValueKind::Record)
    return std::get<std::shared_ptr<const RecordBody>>(Content)->Fields;
  return std::get<std::shared_ptr<const QueueBody>>(Content)->Elements;
}

bool Value::operator==(const Value &Other) const {
  if (kind() != Other.kind())
    return false;
  switch (kind()) {
  case ValueKind::Unknown:
    return true;
  case ValueKind::Bool:
    return asBool() == Other.asBool();
  case ValueKind::Integer:
    return asInteger() == Other.asInteger();
  case ValueKind::Label:
    return asLabel() == Other.asLabel();
  case ValueKind::Map:
    return &entries() == &Other.entries() || entries() == Other.entries();
  case ValueKind::Record:
  case ValueKind::Queue:
    return &elements() == &Other.elements() || elements() == Other.elements();
  }
  return false;
}

bool Value::operator<(const Value &Other) const {
  if (kind() != Other.kind())
    return kind() < Other.kind();
  switch (kind()) {
  case ValueKind::Unknown:
    return false;
  case ValueKind::Bool:
    return asBool() < Other.asBool();
  case ValueKind::Integer:
    return asInteger() < Other.asInteger();
  case ValueKind::Label:
    return asLabel() < Other.asLabel();
  case ValueKind::Map:
    return std::lexicographical_compare(
        entries().begin(), entries().end(), Other.entries().begin(), Other.entries().end(),
        [](const auto &A, const auto &B) { return A.first < B.first || (A.first == B.first && A.second < B.second); });
  case ValueKind::Record:
  case ValueKind::Queue:
    return std::lexicographical_compare(elements().begin(), elements().end(), Other.elements().begin(),
                                        Other.elements().end());
  }
  return false;
}

std::size_t Value::hash() const {
  llvm::hash_code Code = llvm::hash_value(static_cast<int>(kind()));
  switch (kind()) {
  case ValueKind::Unknown:
    break;
  case ValueKind::Bool:
    return llvm::hash_combine(Code, asBool());
  case ValueKind::Integer:
    return fits(asInteger()) ? llvm::hash_combine(Code, static_cast<int64_t>(asInteger()))
                             : llvm::hash_combine(Code, toString(asInteger()));
  case ValueKind::Label:
    return llvm::hash_combine(Code, asLabel());
  case ValueKind::Map:
    for (const auto &[Key, Element] : entries())
      Code = llvm::hash_combine(Code, Key.hash(), Element.hash());
    break;
  case ValueKind::Record:
  case ValueKind::Queue:
    for (const Value &Element : elements())
      Code = llvm::hash_combine(Code, Element.hash());
    break;
  }
  return Code;
}

} // namespace vernier::efsm

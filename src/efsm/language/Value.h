#pragma once

#include <llvm/ADT/DynamicAPInt.h>
#include <llvm/ADT/StringRef.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vernier::efsm {

/// Integers are mathematical: they never overflow.
using Integer = llvm::DynamicAPInt;

std::string toString(const Integer &Number);
/// Decimal digits with an optional minus sign; nothing for any other text.
std::optional<Integer> parseInteger(llvm::StringRef Text);
/// Quotient and remainder as SMT-LIB defines them: the remainder is never negative. Divisor is not 0.
Integer divide(const Integer &Dividend, const Integer &Divisor);
Integer remainder(const Integer &Dividend, const Integer &Divisor);

enum class ValueKind { Unknown, Bool, Integer, Label, Map, Record, Queue };

/// A value of any type of a model, immutable and cheap to copy. Equal values compare equal however they came about:
/// integers are kept small where they fit, and a map never holds an entry that equals the default of its type.
class Value {
public:
  using Entries = std::map<Value, Value>;
  using List = std::vector<Value>;

  /// The value that nobody has said: of a variable that a test leaves open.
  Value() = default;
  static Value boolean(bool Truth);
  static Value integer(const Integer &Number);
  static Value integer(int64_t Number) { return integer(Integer(Number)); }
  /// One of an enumeration, by its number in the list of labels.
  static Value label(unsigned Ordinal);
  /// Only the entries that differ from the default of the element type.
  static Value map(Entries Exceptions);
  static Value record(List Fields);
  /// The head is the first element.
  static Value queue(List Elements);

  ValueKind kind() const { return static_cast<ValueKind>(Content.index()); }
  bool isUnknown() const { return kind() == ValueKind::Unknown; }
  bool asBool() const { return std::get<bool>(Content); }
  const Integer &asInteger() const { return std::get<Integer>(Content); }
  unsigned asLabel() const { return std::get<Label>(Content).Ordinal; }
  const Entries &entries() const { return *std::get<std::shared_ptr<const Entries>>(Content); }
  /// Of a record its fields, of a queue its elements.
  const List &elements() const;

  bool operator==(const Value &Other) const;
  bool operator<(const Value &Other) const;
  std::size_t hash() const;

private:
  struct Label {
    unsigned Ordinal = 0;
  };
  struct RecordBody {
    List Fields;
  };
  struct QueueBody {
    List Elements;
  };
  // In the order of ValueKind.
  std::variant<std::monostate, bool, Integer, Label, std::shared_ptr<const Entries>, std::shared_ptr<const RecordBody>,
               std::shared_ptr<const QueueBody>>
      Content;
};

} // namespace vernier::efsm

// From the values of a model back to values of a machine.

#include "efsm/reasoning/Smt.h"

#include <set>

namespace vernier::efsm {

namespace {

using Leaf = std::optional<SmtValue>;

Leaf elementOf(const Leaf &Array, const std::string &Index) {
  const SmtValue *At = Array ? &*Array : nullptr;
  while (At && At->Head == "store" && At->Items[1].Head != Index)
    At = &At->Items[0];
  if (!At || At->Items.empty())
    return std::nullopt;
  return At->Head == "store" ? At->Items[2] : At->Items[0];
}

void addIndices(const Leaf &Array, std::set<std::string> &Indices) {
  const SmtValue *At = Array ? &*Array : nullptr;
  for (; At && At->Head == "store"; At = &At->Items[0])
    Indices.insert(At->Items[1].Head);
}

Integer numberOf(const Leaf &Of) {
  auto Number = Of ? parseInteger(Of->Head) : std::nullopt;
  return Number ? *Number : Integer(0);
}

class Reader {
public:
  explicit Reader(const SmtAnswer &Answer) {
    // Where an array of the model is not the default everywhere, a map can only be told for some keys: the numbers that
    // the model speaks of and the small ones are where it is read, as a rule.
    for (const auto &[Name, Each] : Answer.Values)
      if (parseInteger(Each.Head))
        Numbers.insert(Each.Head);
    for (int I = 0; I < 4; ++I)
      Numbers.insert(std::to_string(I));
  }

  Value read(const Type &Of, const std::vector<Leaf> &Leaves) {
    std::size_t Next = 0;
    return read(Of, Leaves, Next);
  }

private:
  static constexpr std::size_t MostElements = 1000;

  Value read(const Type &Of, const std::vector<Leaf> &Leaves, std::size_t &Next) {
    switch (Of.Kind) {
    case TypeKind::Bool:
      return truth(Leaves[Next++]);
    case TypeKind::Int:
    case TypeKind::Range:
      return number(Of, Leaves[Next++]);
    case TypeKind::Enum:
      return label(Of, Leaves[Next++]);
    case TypeKind::Record: {
      Value::List Fields;
      for (const Field &Each : Of.Fields)
        Fields.push_back(read(*Each.FieldType, Leaves, Next));
      return Value::record(std::move(Fields));
    }
    case TypeKind::Map:
      return map(Of, Leaves, Next);
    case TypeKind::Queue:
      return queue(Of, Leaves, Next);
    }
    return Of.Default;
  }

  static Value truth(const Leaf &Of) { return Value::boolean(Of && Of->Head == "true"); }

  static Value number(const Type &Of, const Leaf &From) {
    if (!From)
      return Of.Default;
    Value Read = Value::integer(numberOf(From));
    return isMember(Read, Of) ? Read : Of.Default; // an element that nobody reads
  }

  static Value label(const Type &Of, const Leaf &From) {
    Integer Ordinal = numberOf(From);
    for (unsigned I = 0; I < Of.Labels.size(); ++I)
      if (Ordinal == Integer(I))
        return Value::label(I);
    return Of.Default;
  }

  Value map(const Type &Of, const std::vector<Leaf> &Leaves, std::size_t &Next) {
    std::size_t Count = smtSorts(*Of.Element).size();
    std::set<std::string> Indices = keys(*Of.Key);
    for (std::size_t I = 0; I < Count; ++I)
      addIndices(Leaves[Next + I], Indices);
    Value Result = Of.Default;
    for (const std::string &Index : Indices) {
      Value Key = read(*Of.Key, {SmtValue{Index}});
      if (Of.Key->Kind != TypeKind::Bool && toString(keyNumber(Key)) != Index)
        continue; // outside of the type
      std::vector<Leaf> Element;
      for (std::size_t I = 0; I < Count; ++I)
        Element.push_back(elementOf(Leaves[Next + I], Index));
      Result = store(Result, Key, read(*Of.Element, Element), Of);
    }
    Next += Count;
    return Result;
  }

  static Integer keyNumber(const Value &Key) {
    return Key.kind() == ValueKind::Label ? Integer(Key.asLabel()) : Key.asInteger();
  }

  std::set<std::string> keys(const Type &Key) const {
    std::set<std::string> Result = Numbers;
    if (Key.Kind == TypeKind::Bool)
      return {"false", "true"};
    if (Key.Kind == TypeKind::Enum)
      for (unsigned I = 0; I < Key.Labels.size(); ++I)
        Result.insert(std::to_string(I));
    if (Key.Kind == TypeKind::Range && Key.High - Key.Low < Integer(MostElements))
      for (Integer I = Key.Low; I <= Key.High; ++I)
        Result.insert(toString(I));
    return Result;
  }

  Value queue(const Type &Of, const std::vector<Leaf> &Leaves, std::size_t &Next) {
    std::size_t Count = smtSorts(*Of.Element).size();
    Integer Head = numberOf(Leaves[Next]), Length = numberOf(Leaves[Next + 1]);
    Value::List Elements;
    for (Integer I(0); I < Length && Elements.size() < MostElements; ++I) {
      std::vector<Leaf> Element;
      for (std::size_t J = 0; J < Count; ++J)
        Element.push_back(elementOf(Leaves[Next + 2 + J], toString(Head + I)));
      Elements.push_back(read(*Of.Element, Element));
    }
    Next += 2 + Count;
    return Value::queue(std::move(Elements));
  }

  std::set<std::string> Numbers;
};

} // namespace

Value valueOf(const Type &Of, const SmtTerms &Names, const SmtAnswer &Answer) {
  std::vector<Leaf> Leaves;
  for (std::string Name : Names) {
    if (Name.front() == '|')
      Name = Name.substr(1, Name.size() - 2);
    auto Found = Answer.Values.find(Name);
    Leaves.push_back(Found == Answer.Values.end() ? Leaf() : Leaf(Found->second));
  }
  return Reader(Answer).read(Of, Leaves);
}

} // namespace vernier::efsm

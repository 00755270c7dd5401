#include "input/ExpressionTypes.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <map>

namespace vernier {

namespace {

using Op = Expression::Op;

constexpr unsigned IntBits = 32;

Expression typeOf(unsigned Bits, bool Signed, bool Floating = false) {
  Expression Type;
  Type.Bits = Bits;
  Type.Signed = Signed;
  Type.Floating = Floating;
  return Type;
}

Expression node(Op What, const Expression &Type, std::vector<Expression> Operands) {
  Expression Result = typeOf(Type.Bits, Type.Signed, Type.Floating);
  Result.What = What;
  Result.Operands = std::move(Operands);
  return Result;
}

Expression truthNode(Op What, std::vector<Expression> Operands) {
  return node(What, typeOf(IntBits, true), std::move(Operands));
}

/// Types narrower than int become int.
Expression promoted(Expression Value) {
  if (Value.Floating || Value.Bits >= IntBits)
    return Value;
  return node(Op::Cast, typeOf(IntBits, true), {std::move(Value)});
}

Expression commonType(const Expression &A, const Expression &B) {
  if (A.Floating || B.Floating) {
    unsigned Bits = std::max(A.Floating ? A.Bits : 0, B.Floating ? B.Bits : 0);
    return typeOf(Bits, true, true);
  }
  if (A.Bits != B.Bits)
    return A.Bits > B.Bits ? typeOf(A.Bits, A.Signed) : typeOf(B.Bits, B.Signed);
  return typeOf(A.Bits, A.Signed && B.Signed);
}

Expression integerLiteral(const llvm::APInt &Value, bool Unsigned, bool Long, bool Decimal) {
  unsigned Bits = Long ? 64 : IntBits;
  bool Signed = !Unsigned;
  // The first of int, long (and their unsigned forms, unless it is decimal without u) that holds it.
  auto Fits = [&] { return Value.getActiveBits() <= Bits - (Signed ? 1 : 0); };
  if (!Fits() && Signed && !Decimal)
    Signed = false;
  if (!Fits()) {
    Bits = 64;
    Signed = !Unsigned;
    if (!Fits())
      Signed = false;
  }
  Expression Literal = typeOf(Bits, Signed);
  Literal.Value = Value.zextOrTrunc(Bits);
  return Literal;
}

std::optional<Expression> floatingLiteral(llvm::StringRef Text) {
  bool Single = Text.consume_back("f") || Text.consume_back("F");
  llvm::APFloat Value(Single ? llvm::APFloat::IEEEsingle() : llvm::APFloat::IEEEdouble());
  auto Read = Value.convertFromString(Text, llvm::APFloat::rmNearestTiesToEven);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return std::nullopt;
  }
  Expression Literal = typeOf(Single ? 32 : 64, true, true);
  Literal.Value = Value.bitcastToAPInt();
  return Literal;
}

const std::map<std::string, std::pair<unsigned, bool>> &namedTypes() {
  static const std::map<std::string, std::pair<unsigned, bool>> Types = {
      {"int8_t", {8, true}},    {"uint8_t", {8, false}},   {"int16_t", {16, true}},  {"uint16_t", {16, false}},
      {"int32_t", {32, true}},  {"uint32_t", {32, false}}, {"int64_t", {64, true}},  {"uint64_t", {64, false}},
      {"size_t", {64, false}},  {"ssize_t", {64, true}},   {"intptr_t", {64, true}}, {"uintptr_t", {64, false}},
      {"ptrdiff_t", {64, true}}};
  return Types;
}

Built problem(const std::string &Why) {
  return {{}, Why};
}

} // namespace

Expression intConstant(std::int64_t Value) {
  Expression Literal = typeOf(IntBits, true);
  Literal.Value = llvm::APInt(64, static_cast<std::uint64_t>(Value)).trunc(IntBits);
  return Literal;
}

Expression leafExpression(const InputSpace &Space, unsigned Leaf) {
  const InputLeaf &Type = Space.Leaves[Leaf];
  Expression Result = typeOf(Type.Bits, Type.Signed, Type.Floating);
  Result.What = Op::Leaf;
  Result.LeafIndex = Leaf;
  return Result;
}

std::optional<Expression> numberLiteral(const std::string &Text) {
  llvm::StringRef Rest = Text;
  bool Hexadecimal = Rest.starts_with_insensitive("0x"), Binary = Rest.starts_with_insensitive("0b");
  bool Floating = Rest.contains('.') || (Hexadecimal ? Rest.contains_insensitive("p") : Rest.contains_insensitive("e"));
  if (Floating && !Binary)
    return floatingLiteral(Rest);
  bool Unsigned = false, Long = false;
  while (!Rest.empty() && llvm::StringRef("uUlL").contains(Rest.back())) {
    bool IsU = Rest.back() == 'u' || Rest.back() == 'U';
    (IsU ? Unsigned : Long) = true;
    Rest = Rest.drop_back();
  }
  llvm::APInt Value;
  bool Octal = Rest.size() > 1 && Rest.front() == '0' && !Hexadecimal && !Binary;
  if (Octal ? Rest.getAsInteger(8, Value) : Rest.getAsInteger(0, Value))
    return std::nullopt;
  if (Value.getActiveBits() > 64)
    return std::nullopt;
  return integerLiteral(Value, Unsigned, Long, !Octal && !Hexadecimal && !Binary);
}

std::optional<Expression> characterLiteral(const std::string &Text) {
  if (Text.size() == 1 && Text != "\\")
    return intConstant(static_cast<signed char>(Text.front()));
  if (Text.size() < 2 || Text.front() != '\\')
    return std::nullopt;
  static const std::map<char, char> Simple = {{'n', '\n'},  {'t', '\t'},  {'r', '\r'}, {'a', '\a'},
                                              {'b', '\b'},  {'f', '\f'},  {'v', '\v'}, {'e', 27},
                                              {'\\', '\\'}, {'\'', '\''}, {'"', '"'},  {'?', '?'}};
  if (auto Found = Simple.find(Text[1]); Text.size() == 2 && Found != Simple.end())
    return intConstant(Found->second);
  unsigned Code = 0;
  llvm::StringRef Digits = llvm::StringRef(Text).drop_front();
  bool Bad = Digits.consume_front("x") ? Digits.getAsInteger(16, Code) : Digits.getAsInteger(8, Code);
  if (Bad || Code > 255)
    return std::nullopt;
  return intConstant(static_cast<signed char>(Code));
}

bool isTypeWord(const std::string &Word) {
  static const std::vector<std::string> Words = {"char",     "short", "int",  "long",  "signed",
                                                 "unsigned", "_Bool", "bool", "float", "double"};
  return llvm::is_contained(Words, Word) || namedTypes().contains(Word);
}

std::optional<Expression> typeNamed(const std::vector<std::string> &Words) {
  if (Words.size() == 1)
    if (auto Known = namedTypes().find(Words.front()); Known != namedTypes().end())
      return typeOf(Known->second.first, Known->second.second);
  auto Count = [&](const char *Word) { return llvm::count(Words, Word); };
  auto Total = static_cast<std::ptrdiff_t>(Words.size());
  if (Total == 1 && (Count("_Bool") || Count("bool")))
    return typeOf(1, false);
  if (Total == 1 && (Count("float") || Count("double")))
    return typeOf(Count("float") ? 32 : 64, true, true);
  auto Signs = Count("signed") + Count("unsigned");
  auto Sizes = Count("char") + Count("short") + Count("long"), Ints = Count("int");
  bool Sensible = Signs <= 1 && Ints <= 1 && Signs + Sizes + Ints == Total && (Sizes <= 1 || Count("long") == 2) &&
                  Sizes <= 2 && !(Count("char") && Ints);
  if (!Sensible)
    return std::nullopt;
  unsigned Bits = Count("char") ? 8 : Count("short") ? 16 : Count("long") ? 64 : IntBits;
  return typeOf(Bits, !Count("unsigned"));
}

Built convert(Expression From, const Expression &Type) {
  if (From.Floating && !Type.Floating && Type.Bits != 1)
    return problem("a floating-point value cannot be turned into an integer here");
  if (From.Floating && Type.Bits == 1)
    From = asTruth(std::move(From));
  if (From.Bits == Type.Bits && From.Signed == Type.Signed && From.Floating == Type.Floating)
    return {std::move(From), {}};
  return {node(Op::Cast, Type, {std::move(From)}), {}};
}

Expression asTruth(Expression Value) {
  if (!Value.Floating)
    return Value;
  Expression Zero = typeOf(Value.Bits, true, true);
  Zero.Value = llvm::APInt(Value.Bits, 0);
  return truthNode(Op::NotEqual, {std::move(Value), std::move(Zero)});
}

Built unary(const std::string &Operator, Expression Operand) {
  if (Operator == "!")
    return {truthNode(Op::LogicalNot, {asTruth(std::move(Operand))}), {}};
  Operand = promoted(std::move(Operand));
  if (Operator == "+")
    return {std::move(Operand), {}};
  if (Operator == "~" && Operand.Floating)
    return problem("'~' is for integers");
  Expression Type = typeOf(Operand.Bits, Operand.Signed, Operand.Floating);
  return {node(Operator == "-" ? Op::Negate : Op::Complement, Type, {std::move(Operand)}), {}};
}

Built binary(const std::string &Operator, Expression Left, Expression Right) {
  if (Operator == "&&" || Operator == "||")
    return {truthNode(Operator == "&&" ? Op::LogicalAnd : Op::LogicalOr,
                      {asTruth(std::move(Left)), asTruth(std::move(Right))}),
            {}};
  Left = promoted(std::move(Left));
  Right = promoted(std::move(Right));
  static const std::map<std::string, Op> Arithmetic = {{"+", Op::Add},  {"-", Op::Sub}, {"*", Op::Mul}, {"/", Op::Div},
                                                       {"%", Op::Rem},  {"&", Op::And}, {"|", Op::Or},  {"^", Op::Xor},
                                                       {"<<", Op::Shl}, {">>", Op::Shr}};
  static const std::map<std::string, Op> Comparisons = {{"==", Op::Equal}, {"!=", Op::NotEqual},
                                                        {"<", Op::Less},   {"<=", Op::LessEqual},
                                                        {">", Op::Less},   {">=", Op::LessEqual}};
  bool Shift = Operator == "<<" || Operator == ">>";
  bool ForIntegers = Shift || Operator == "%" || Operator == "&" || Operator == "|" || Operator == "^";
  if (ForIntegers && (Left.Floating || Right.Floating))
    return problem("'" + Operator + "' is for integers");
  Expression Type = Shift ? typeOf(Left.Bits, Left.Signed) : commonType(Left, Right);
  Left = convert(std::move(Left), Type).What;
  // The count of a shift has the width of what is shifted; how C types it does not matter.
  Right = convert(std::move(Right), Shift ? typeOf(Type.Bits, false) : Type).What;
  if (auto Found = Arithmetic.find(Operator); Found != Arithmetic.end())
    return {node(Found->second, Type, {std::move(Left), std::move(Right)}), {}};
  Op What = Comparisons.at(Operator);
  if (Operator.front() == '>')
    std::swap(Left, Right);
  return {truthNode(What, {std::move(Left), std::move(Right)}), {}};
}

Built conditional(Expression Condition, Expression Then, Expression Else) {
  Then = promoted(std::move(Then));
  Else = promoted(std::move(Else));
  Expression Type = commonType(Then, Else);
  Then = convert(std::move(Then), Type).What;
  Else = convert(std::move(Else), Type).What;
  return {node(Op::Select, Type, {asTruth(std::move(Condition)), std::move(Then), std::move(Else)}), {}};
}

} // namespace vernier

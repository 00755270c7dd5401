#include "input/Expression.h"

#include "input/ExpressionTypes.h"
#include "input/Tokens.h"

#include <llvm/ADT/STLExtras.h>

#include <map>
#include <variant>

namespace vernier {

namespace {

/// A name with what was done to it: `p->x[2]`. Which leaf it is shows only at the end.
struct Path {
  struct Step {
    bool Index = false;
    std::uint64_t Number = 0;
    std::string Field;
  };
  std::string Base;
  std::vector<Step> Steps;
  std::size_t Column = 0;

  std::string text() const {
    std::string Text = Base;
    for (const Step &Each : Steps)
      Text += Each.Index ? "[" + std::to_string(Each.Number) + "]" : "." + Each.Field;
    return Text;
  }
};

using Parsed = std::variant<Expression, Path>;

/// All ways to spell a path as a name of a leaf: an object of one structure has no index in the names of its fields,
/// others have, and `p->x` does not say which it is.
std::vector<std::string> spellings(const Path &What) {
  std::vector<std::string> Names{What.Base};
  for (std::size_t I = 0; I != What.Steps.size(); ++I) {
    const Path::Step &Step = What.Steps[I];
    bool AfterIndex = I > 0 && What.Steps[I - 1].Index;
    std::vector<std::string> Longer;
    for (const std::string &Name : Names) {
      if (Step.Index) {
        Longer.push_back(Name + "_" + std::to_string(Step.Number));
        if (Step.Number == 0)
          Longer.push_back(Name);
      } else {
        Longer.push_back(Name + "." + Step.Field);
        if (!AfterIndex)
          Longer.push_back(Name + "_0." + Step.Field);
      }
    }
    Names = std::move(Longer);
  }
  return Names;
}

/// By precedence, as in C.
int precedence(const std::string &Operator) {
  static const std::map<std::string, int> Levels = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9}, {"-", 9},  {"<<", 8},
                                                    {">>", 8}, {"<", 7},  {"<=", 7}, {">", 7}, {">=", 7}, {"==", 6},
                                                    {"!=", 6}, {"&", 5},  {"^", 4},  {"|", 3}, {"&&", 2}, {"||", 1}};
  auto Found = Levels.find(Operator);
  return Found == Levels.end() ? 0 : Found->second;
}

class Parser {
public:
  Parser(const std::string &Text, std::vector<Token> Tokens, const InputSpace &Space)
      : Text(Text), Tokens(std::move(Tokens)), Space(Space) {}

  Result<Expression> parse() {
    Expression Whole = ternary();
    if (!Problem && peek().What != Token::Kind::End)
      fail(peek().Column, "'" + peek().Text + "' is not expected here");
    if (Problem)
      return *Problem;
    return asTruth(std::move(Whole));
  }

private:
  const Token &peek(std::size_t Ahead = 0) const { return Tokens[std::min(Next + Ahead, Tokens.size() - 1)]; }
  bool isOperator(const char *Which, std::size_t Ahead = 0) const {
    return peek(Ahead).What == Token::Kind::Operator && peek(Ahead).Text == Which;
  }
  bool accept(const char *Which) {
    if (!isOperator(Which))
      return false;
    ++Next;
    return true;
  }
  void expect(const char *Which) {
    if (!accept(Which))
      fail(peek().Column, std::string("'") + Which + "' is missing");
  }
  void fail(std::size_t Column, const std::string &Message) {
    if (!Problem)
      Problem = expressionError(Text, Column, Message);
  }
  Expression take(Built What, std::size_t Column) {
    if (!What.Problem.empty())
      fail(Column, What.Problem);
    return std::move(What.What);
  }
  /// Deep nesting must not exhaust the stack.
  bool tooDeep() {
    if (Depth > 200)
      fail(peek().Column, "this is nested too deeply");
    return Problem.has_value();
  }

  Expression ternary() { return value(place()); }

  /// A whole expression; without any operator it is still a place: `(*p).x`, `(p)[1]`.
  Parsed place() {
    if (tooDeep())
      return Expression{};
    ++Depth;
    Parsed Condition = binaryFrom(1);
    std::size_t Column = peek().Column;
    if (!Problem && accept("?")) {
      Expression Decides = value(std::move(Condition)), Then = ternary();
      expect(":");
      Expression Else = ternary();
      Condition = take(conditional(std::move(Decides), std::move(Then), std::move(Else)), Column);
    }
    --Depth;
    return Condition;
  }

  Parsed binaryFrom(int Lowest) {
    Parsed Left = prefixed();
    while (!Problem && peek().What == Token::Kind::Operator) {
      std::string Operator = peek().Text;
      std::size_t Column = peek().Column;
      int Level = precedence(Operator);
      if (Level == 0 || Level < Lowest)
        break;
      ++Next;
      Expression First = value(std::move(Left)), Second = value(binaryFrom(Level + 1));
      Left = Problem ? Expression{} : take(binary(Operator, std::move(First), std::move(Second)), Column);
    }
    return Left;
  }

  Parsed prefixed() {
    if (tooDeep())
      return Expression{};
    ++Depth;
    Parsed Result = prefixedInside();
    --Depth;
    return Result;
  }

  Parsed prefixedInside() {
    std::size_t Column = peek().Column;
    for (const char *Operator : {"-", "+", "!", "~"})
      if (accept(Operator))
        return take(unary(Operator, value(prefixed())), Column);
    if (accept("*"))
      return dereferenced(prefixed(), Column);
    if (isOperator("(") && peek(1).What == Token::Kind::Name && isTypeWord(peek(1).Text)) {
      ++Next;
      auto Type = typeName();
      expect(")");
      Expression Operand = value(prefixed());
      return Type ? take(convert(std::move(Operand), *Type), Column) : Expression{};
    }
    return postfixed();
  }

  Parsed dereferenced(Parsed What, std::size_t Column) {
    auto *Name = std::get_if<Path>(&What);
    if (!Name) {
      fail(Column, "'*' needs a pointer");
      return Expression{};
    }
    Name->Steps.push_back({true, 0, {}});
    return What;
  }

  std::optional<Expression> typeName() {
    std::size_t Column = peek().Column;
    std::vector<std::string> Words;
    for (; peek().What == Token::Kind::Name; ++Next)
      Words.push_back(peek().Text);
    auto Type = typeNamed(Words);
    if (!Type)
      fail(Column, "this is no type that is supported here");
    return Type;
  }

  Parsed postfixed() {
    Parsed What = primary();
    while (!Problem) {
      std::size_t Column = peek().Column;
      bool Field = isOperator(".") || isOperator("->"), Index = isOperator("[");
      if (!Field && !Index)
        break;
      ++Next;
      auto *Name = std::get_if<Path>(&What);
      if (!Name) {
        fail(Column, "only inputs have elements and fields");
        break;
      }
      Field ? addField(*Name) : addIndex(*Name);
    }
    return What;
  }

  void addField(Path &Name) {
    if (peek().What != Token::Kind::Name)
      return fail(peek().Column, "the name of a field is missing");
    Name.Steps.push_back({false, 0, peek().Text});
    ++Next;
  }

  void addIndex(Path &Name) {
    std::size_t Column = peek().Column;
    Expression Index = ternary();
    expect("]");
    if (Problem)
      return;
    if (!isConstant(Index) || Index.Floating)
      return fail(Column, "an index has to be a constant");
    Name.Steps.push_back({true, evaluate(Index, {}).getZExtValue(), {}});
  }

  static bool isConstant(const Expression &What) {
    return What.What != Expression::Op::Leaf && llvm::all_of(What.Operands, isConstant);
  }

  Parsed primary() {
    const Token Here = peek();
    if (accept("(")) {
      Parsed Inside = place();
      expect(")");
      return Inside;
    }
    ++Next;
    std::optional<Expression> Literal;
    switch (Here.What) {
    case Token::Kind::Name:
      return named(Here);
    case Token::Kind::Number:
      Literal = numberLiteral(Here.Text);
      break;
    case Token::Kind::Character:
      Literal = characterLiteral(Here.Text);
      break;
    case Token::Kind::Operator:
    case Token::Kind::End:
      fail(Here.Column, Here.Text.empty() ? "something is missing" : "'" + Here.Text + "' is not expected here");
      return Expression{};
    }
    if (!Literal)
      fail(Here.Column, "'" + Here.Text + "' is no number or character that fits");
    return Literal.value_or(Expression{});
  }

  Parsed named(const Token &Here) {
    if (Here.Text == "NULL" || Here.Text == "false")
      return intConstant(0);
    if (Here.Text == "true")
      return intConstant(1);
    for (const char *Word : {"struct", "union", "enum", "sizeof", "const"})
      if (Here.Text == Word)
        fail(Here.Column, std::string("'") + Word + "' is not supported here");
    Path Name;
    Name.Base = Here.Text;
    Name.Column = Here.Column;
    return Name;
  }

  Expression value(Parsed What) {
    if (auto *Ready = std::get_if<Expression>(&What))
      return std::move(*Ready);
    return resolve(std::get<Path>(What));
  }

  Expression resolve(const Path &Name) {
    if (Problem)
      return {};
    for (const std::string &Spelling : spellings(Name))
      for (unsigned I = 0; I != Space.Leaves.size(); ++I)
        if (Space.Leaves[I].Name == Spelling)
          return leafExpression(Space, I);
    for (const std::string &Spelling : spellings(Name))
      for (const InputObject &Object : Space.Objects)
        if (Object.Name == Spelling)
          return pointer(Object, Name);
    fail(Name.Column, "there is no input '" + Name.text() + "'" + similar(Name));
    return {};
  }

  /// Whether it is null is all that can be asked about a pointer.
  Expression pointer(const InputObject &Object, const Path &Name) {
    if (Object.NullLeaf)
      return take(unary("!", leafExpression(Space, *Object.NullLeaf)), Name.Column);
    fail(Name.Column, "'" + Name.text() + "' is a pointer or an array; write " + Name.text() +
                          "[0] for an element, or allow it to be null with --nullable");
    return {};
  }

  std::string similar(const Path &Name) const {
    constexpr std::size_t Most = 8;
    std::string Text;
    std::size_t Count = 0;
    for (const InputLeaf &Leaf : Space.Leaves)
      if (Name.Steps.empty() || llvm::StringRef(Leaf.Name).starts_with(Name.Base))
        if (++Count <= Most)
          Text += (Text.empty() ? "; there are: " : ", ") + Leaf.Name;
    return Count > Most ? Text + ", and " + std::to_string(Count - Most) + " more" : Text;
  }

  const std::string &Text;
  std::vector<Token> Tokens;
  const InputSpace &Space;
  std::size_t Next = 0;
  std::size_t Depth = 0;
  std::optional<Error> Problem;
};

} // namespace

Result<Expression> parseExpression(const std::string &Text, const InputSpace &Space) {
  auto Tokens = tokensOf(Text);
  if (!Tokens)
    return Tokens.takeError();
  return Parser(Text, std::move(*Tokens), Space).parse();
}

} // namespace vernier

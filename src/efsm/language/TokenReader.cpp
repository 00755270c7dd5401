#include "efsm/language/TokenReader.h"

namespace vernier::efsm {

using syntax::Kind;
using syntax::Node;
using syntax::NodeRef;

namespace {

constexpr unsigned DeepestNesting = 400;

NodeRef made(Kind What, llvm::StringRef Text, SourceRange Where) {
  auto Result = std::make_unique<Node>();
  Result->What = What;
  Result->Text = Text.str();
  Result->Where = Where;
  return Result;
}

SourceRange covering(const SourceRange &From, const SourceRange &To) {
  return {From.Line, From.Column, To.EndLine, To.EndColumn};
}

bool isComparison(const Token &Of) {
  return Of.is("==") || Of.is("!=") || Of.is("<") || Of.is("<=") || Of.is(">") || Of.is(">=");
}

std::string shown(const Token &Of) {
  if (Of.Kind == TokenKind::End)
    return "the end of the file";
  if (Of.Kind == TokenKind::Keyword)
    return "the keyword '" + Of.Text.str() + "'";
  if (Of.Kind == TokenKind::Invalid && static_cast<unsigned char>(Of.Text.front()) < 0x20)
    return "a control character";
  return "'" + Of.Text.str() + "'";
}

} // namespace

Token TokenReader::take() {
  Last = Ahead[0];
  Ahead[0] = Ahead[1];
  Ahead[1] = Source.next();
  return Last;
}

void TokenReader::restart() {
  Ahead[0] = Source.next();
  Ahead[1] = Source.next();
}

bool TokenReader::accept(llvm::StringRef Symbol) {
  if (!peek().is(Symbol))
    return false;
  take();
  return true;
}

void TokenReader::unexpected(llvm::StringRef Expected) {
  bool LineEnded = peek().FirstOnLine || atEnd();
  if (!LineEnded || Last.Line == 0)
    return unexpectedHere(Expected);
  SourceRange Behind = Last.range();
  Behind.Column = Behind.EndColumn;
  Problems.error(Behind, "expected " + Expected.str() + ", found the end of the " + (atEnd() ? "file" : "line"));
}

void TokenReader::unexpectedHere(llvm::StringRef Expected) {
  Problems.error(peek().range(), "expected " + Expected.str() + ", found " + shown(peek()));
}

bool TokenReader::expect(llvm::StringRef Symbol, llvm::StringRef Where) {
  if (accept(Symbol))
    return true;
  unexpected("'" + Symbol.str() + "' " + Where.str());
  return false;
}

bool TokenReader::identifier(syntax::Identifier &Into, llvm::StringRef What) {
  if (peek().Kind != TokenKind::Identifier || atTransition()) {
    unexpected(What);
    return false;
  }
  Token Taken = take();
  Into = {Taken.Text.str(), Taken.range()};
  return true;
}

bool TokenReader::fieldName(syntax::Identifier &Into) {
  ++Braces;
  bool Good = identifier(Into, "the name of a field");
  --Braces;
  return Good;
}

SourceRange TokenReader::since(const Token &Begin) const {
  return covering(Begin.range(), Last.range());
}

NodeRef TokenReader::finished(NodeRef Made) {
  for (const NodeRef &Operand : Made->Operands)
    Made->Depth = std::max(Made->Depth, Operand->Depth + 1);
  if (Made->Depth <= DeepestNesting)
    return Made;
  Problems.error(peek().range(), "the expression is nested too deeply (more than " + std::to_string(DeepestNesting) +
                                     " levels); assign a part of it to a variable first");
  return nullptr;
}

NodeRef TokenReader::binary(const Token &Operator, NodeRef Left, NodeRef Right) {
  NodeRef Result = made(Kind::Binary, Operator.Text, covering(Left->Where, Right->Where));
  Result->Operands.push_back(std::move(Left));
  Result->Operands.push_back(std::move(Right));
  return finished(std::move(Result));
}

NodeRef TokenReader::expression() {
  if (Nesting >= DeepestNesting) {
    Problems.error(peek().range(), "the expression is nested too deeply (more than " + std::to_string(DeepestNesting) +
                                       " levels); assign a part of it to a variable first");
    return nullptr;
  }
  ++Nesting;
  NodeRef Result = peek().is("if") ? conditional() : disjunction();
  --Nesting;
  return Result;
}

NodeRef TokenReader::conditional() {
  Token Begin = take();
  NodeRef Result = made(Kind::If, "if", {});
  NodeRef Condition = expression();
  if (!Condition || !expect("then", "behind the condition"))
    return nullptr;
  NodeRef Then = expression();
  if (!Then || !expect("else", "behind the value of 'then'"))
    return nullptr;
  NodeRef Else = expression();
  if (!Else)
    return nullptr;
  Result->Where = since(Begin);
  Result->Operands.push_back(std::move(Condition));
  Result->Operands.push_back(std::move(Then));
  Result->Operands.push_back(std::move(Else));
  return finished(std::move(Result));
}

NodeRef TokenReader::disjunction() {
  NodeRef Left = conjunction();
  while (Left && peek().is("or")) {
    Token Operator = take();
    NodeRef Right = conjunction();
    if (!Right)
      return nullptr;
    Left = binary(Operator, std::move(Left), std::move(Right));
  }
  return Left;
}

NodeRef TokenReader::conjunction() {
  NodeRef Left = negation();
  while (Left && peek().is("and")) {
    Token Operator = take();
    NodeRef Right = negation();
    if (!Right)
      return nullptr;
    Left = binary(Operator, std::move(Left), std::move(Right));
  }
  return Left;
}

NodeRef TokenReader::negation() {
  // A loop, because a chain of them must not exhaust the stack.
  std::vector<Token> Operators;
  while (peek().is("not"))
    Operators.push_back(take());
  NodeRef Result = comparison();
  for (auto It = Operators.rbegin(); Result && It != Operators.rend(); ++It) {
    NodeRef Outer = made(Kind::Unary, "not", covering(It->range(), Result->Where));
    Outer->Operands.push_back(std::move(Result));
    Result = finished(std::move(Outer));
  }
  return Result;
}

NodeRef TokenReader::comparison() {
  NodeRef Left = sum();
  if (!Left || !isComparison(peek()))
    return Left;
  Token Operator = take();
  NodeRef Right = sum();
  if (!Right)
    return nullptr;
  if (isComparison(peek())) {
    Problems.error(peek().range(), "comparisons do not chain; write 'a <= b and b < c'");
    return nullptr;
  }
  return binary(Operator, std::move(Left), std::move(Right));
}

NodeRef TokenReader::sum() {
  NodeRef Left = product();
  while (Left && (peek().is("+") || peek().is("-"))) {
    Token Operator = take();
    NodeRef Right = product();
    if (!Right)
      return nullptr;
    Left = binary(Operator, std::move(Left), std::move(Right));
  }
  return Left;
}

NodeRef TokenReader::product() {
  NodeRef Left = unary();
  while (Left && (peek().is("*") || peek().is("div") || peek().is("mod"))) {
    Token Operator = take();
    NodeRef Right = unary();
    if (!Right)
      return nullptr;
    Left = binary(Operator, std::move(Left), std::move(Right));
  }
  return Left;
}

NodeRef TokenReader::unary() {
  std::vector<Token> Operators;
  while (peek().is("-"))
    Operators.push_back(take());
  NodeRef Result = postfix();
  for (auto It = Operators.rbegin(); Result && It != Operators.rend(); ++It) {
    NodeRef Outer = made(Kind::Unary, "-", covering(It->range(), Result->Where));
    Outer->Operands.push_back(std::move(Result));
    Result = finished(std::move(Outer));
  }
  return Result;
}

NodeRef TokenReader::postfix() {
  NodeRef Result = primary();
  while (Result && (peek().is("[") || peek().is("."))) {
    bool Index = take().is("[");
    NodeRef Outer = made(Index ? Kind::Index : Kind::Member, "", Result->Where);
    Outer->Operands.push_back(std::move(Result));
    if (Index) {
      NodeRef Key = expression();
      if (!Key || !expect("]", "behind the key"))
        return nullptr;
      Outer->Operands.push_back(std::move(Key));
    } else {
      syntax::Identifier Field;
      if (!identifier(Field, "the name of a field"))
        return nullptr;
      Outer->Text = Field.Text;
    }
    Outer->Where = covering(Outer->Where, Last.range());
    Result = finished(std::move(Outer));
  }
  return Result;
}

NodeRef TokenReader::primary() {
  if (peek().is("(")) {
    take();
    NodeRef Inner = expression();
    return Inner && expect(")", "that closes the parenthesis") ? std::move(Inner) : nullptr;
  }
  if (peek().is("{"))
    return braces();
  if (peek().is("["))
    return list();
  if (peek().is("true") || peek().is("false")) {
    Token Taken = take();
    return made(Kind::Truth, Taken.Text, Taken.range());
  }
  if (peek().Kind == TokenKind::Number) {
    Token Taken = take();
    return made(Kind::Number, Taken.Text, Taken.range());
  }
  if (peek().Kind == TokenKind::Identifier && !atTransition()) {
    Token Name = take();
    return peek().is("(") ? call(Name) : made(Kind::Name, Name.Text, Name.range());
  }
  unexpected("an expression");
  return nullptr;
}

bool TokenReader::arguments(Node &Into, llvm::StringRef Close) {
  if (accept(Close))
    return true;
  do {
    NodeRef Argument = expression();
    if (!Argument)
      return false;
    Into.Operands.push_back(std::move(Argument));
  } while (accept(","));
  return expect(Close, "or ','");
}

NodeRef TokenReader::call(const Token &Name) {
  NodeRef Result = made(Kind::Call, Name.Text, {});
  take();
  if (!arguments(*Result, ")"))
    return nullptr;
  Result->Where = since(Name);
  return finished(std::move(Result));
}

NodeRef TokenReader::list() {
  Token Begin = take();
  NodeRef Result = made(Kind::List, "", {});
  if (!arguments(*Result, "]"))
    return nullptr;
  Result->Where = since(Begin);
  return finished(std::move(Result));
}

bool TokenReader::pairs(Node &Into) {
  while (!peek().is("}")) {
    NodeRef Key = expression();
    if (!Key || !expect(":", "between key and value"))
      return false;
    NodeRef Element = expression();
    if (!Element)
      return false;
    Into.Operands.push_back(std::move(Key));
    Into.Operands.push_back(std::move(Element));
    if (!accept(","))
      break;
  }
  return expect("}", "or ','");
}

NodeRef TokenReader::braces() {
  Token Begin = take();
  NodeRef Result = made(Kind::Braces, "", {});
  ++Braces;
  bool Good = pairs(*Result);
  --Braces;
  if (!Good)
    return nullptr;
  Result->Where = since(Begin);
  return finished(std::move(Result));
}

} // namespace vernier::efsm

#pragma once

#include "efsm/Lexer.h"
#include "efsm/Syntax.h"

#include <string>

namespace vernier::efsm {

/// Reads tokens with two of lookahead, and the expressions that models and tests share. A function that returns null or
/// false has reported what it expected; the caller goes on behind the declaration.
class TokenReader {
public:
  TokenReader(llvm::StringRef Text, Diagnostics &Problems) : Source(Text), Problems(Problems) {
    Ahead[0] = Source.next();
    Ahead[1] = Source.next();
  }

  const Token &peek(unsigned Distance = 0) const { return Ahead[Distance]; }
  Token take();
  bool accept(llvm::StringRef Symbol);
  bool expect(llvm::StringRef Symbol, llvm::StringRef Where);
  /// What names the thing that is expected: `the name of a state`.
  bool identifier(syntax::Identifier &Into, llvm::StringRef What);
  bool atEnd() const { return peek().Kind == TokenKind::End; }
  /// Reports that Expected should stand where the next token is.
  void unexpected(llvm::StringRef Expected);

  syntax::NodeRef expression();
  /// A name with what follows it: `B[i].f`, `ack(1)`.
  syntax::NodeRef postfix();

  /// From Begin to the last token that was taken.
  SourceRange since(const Token &Begin) const;
  std::size_t lastEnd() const { return Last.Offset + Last.Text.size(); }

  Lexer &lexer() { return Source; }
  /// Continues with whatever the lexer reads next.
  void restart();

private:
  syntax::NodeRef disjunction();
  syntax::NodeRef conjunction();
  syntax::NodeRef negation();
  syntax::NodeRef comparison();
  syntax::NodeRef sum();
  syntax::NodeRef product();
  syntax::NodeRef unary();
  syntax::NodeRef primary();
  syntax::NodeRef conditional();
  syntax::NodeRef call(const Token &Name);
  syntax::NodeRef braces();
  syntax::NodeRef list();
  bool arguments(syntax::Node &Into, llvm::StringRef Close);
  syntax::NodeRef binary(const Token &Operator, syntax::NodeRef Left, syntax::NodeRef Right);
  /// Refuses what is nested so deeply that walking it could exhaust the stack.
  syntax::NodeRef finished(syntax::NodeRef Made);

  Lexer Source;
  Diagnostics &Problems;
  Token Ahead[2];
  Token Last;
  unsigned Nesting = 0;
};

} // namespace vernier::efsm

#pragma once

#include "efsm/language/Lexer.h"
#include "efsm/language/Syntax.h"

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
  /// The name of a field: a colon follows it, also at the beginning of a line.
  bool fieldName(syntax::Identifier &Into);
  bool atEnd() const { return peek().Kind == TokenKind::End; }
  /// Reports that Expected should stand where the next token is, or behind the last one if that ended its line.
  void unexpected(llvm::StringRef Expected);
  /// The same, always at the next token: for what begins a line.
  void unexpectedHere(llvm::StringRef Expected);
  /// A name and a colon begin the line: that is the next transition, whatever may be missing before it.
  bool atTransition() const {
    return Braces == 0 && peek().FirstOnLine && peek().Kind == TokenKind::Identifier && peek(1).is(":");
  }

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
  bool pairs(syntax::Node &Into);
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
  unsigned Braces = 0; ///< that are open: keys are followed by colons as well
};

} // namespace vernier::efsm

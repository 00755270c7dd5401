#pragma once

#include "efsm/language/Source.h"

#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <vector>

namespace vernier::efsm {

enum class TokenKind { End, Identifier, Keyword, Number, Symbol, Invalid };

struct Token {
  TokenKind Kind = TokenKind::End;
  llvm::StringRef Text; ///< in the text that is read
  std::size_t Offset = 0;
  unsigned Line = 0, Column = 0;
  bool FirstOnLine = false;

  bool is(llvm::StringRef Spelling) const {
    return (Kind == TokenKind::Symbol || Kind == TokenKind::Keyword) && Text == Spelling;
  }
  SourceRange range() const { return {Line, Column, Line, Column + static_cast<unsigned>(Text.size())}; }
};

/// A comment as it stands in the text.
struct CommentToken {
  unsigned Line = 0;
  bool OwnLine = false;
  llvm::StringRef Text; ///< behind `#`, without surrounding white space
};

bool isKeyword(llvm::StringRef Word);
/// A name that the language can write: not a keyword.
bool isIdentifier(llvm::StringRef Word);

/// Splits a text into tokens, one at a time. The text must outlive it.
class Lexer {
public:
  explicit Lexer(llvm::StringRef Text);

  Token next();
  /// Continues at the end of a line whose first token is At, as if everything on it had been read.
  void skipLine(const Token &At);
  /// Goes back to a token that was read before.
  void rewind(const Token &To);
  /// From the token to the end of its line, without a comment and white space at the end.
  llvm::StringRef restOfLine(const Token &From) const;

  const std::vector<CommentToken> &comments() const { return Comments; }

private:
  void skipBlank();
  std::size_t lengthOf(std::size_t From, TokenKind &Kind) const;

  llvm::StringRef Text;
  std::size_t At = 0, LineStart = 0;
  unsigned Line = 1;
  bool AtLineStart = true;
  std::vector<CommentToken> Comments;
};

} // namespace vernier::efsm

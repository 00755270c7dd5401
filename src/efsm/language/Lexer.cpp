#include "efsm/language/Lexer.h"

#include <llvm/ADT/StringExtras.h>

namespace vernier::efsm {

namespace {

constexpr llvm::StringLiteral Keywords[] = {
    "and", "bool", "div", "else",   "false", "from",   "if",    "initial", "input", "int",  "map",  "machine", "mod",
    "not", "of",   "or",  "output", "queue", "record", "state", "test",    "then",  "true", "type", "var",     "with"};

// Longer ones first.
constexpr llvm::StringLiteral Symbols[] = {":=", "->", "..", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*",
                                           "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";", ":", "/", "=", "."};

bool startsWord(char C) {
  return llvm::isAlpha(C) || C == '_';
}
bool continuesWord(char C) {
  return llvm::isAlnum(C) || C == '_';
}

std::size_t wordLength(llvm::StringRef Text) {
  std::size_t Length = 0;
  while (Length < Text.size() && continuesWord(Text[Length]))
    ++Length;
  // Primes, as in t12', mark a new version of something.
  while (Length < Text.size() && Text[Length] == '\'')
    ++Length;
  return Length;
}

} // namespace

bool isKeyword(llvm::StringRef Word) {
  for (llvm::StringRef Each : Keywords)
    if (Each == Word)
      return true;
  return false;
}

bool isIdentifier(llvm::StringRef Word) {
  return !Word.empty() && startsWord(Word.front()) && wordLength(Word) == Word.size() && !isKeyword(Word);
}

Lexer::Lexer(llvm::StringRef Text) : Text(Text) {
  if (Text.starts_with("\xEF\xBB\xBF"))
    At = LineStart = 3;
}

void Lexer::skipBlank() {
  while (At < Text.size()) {
    char C = Text[At];
    if (C == '\n') {
      ++At;
      ++Line;
      LineStart = At;
      AtLineStart = true;
    } else if (C == ' ' || C == '\t' || C == '\r') {
      ++At;
    } else if (C == '#') {
      std::size_t End = std::min(Text.find('\n', At), Text.size());
      // A token that is read twice (rewind) has its comments once.
      if (Comments.empty() || Comments.back().Line < Line)
        Comments.push_back({Line, AtLineStart, Text.slice(At + 1, End).trim()});
      At = End;
    } else {
      return;
    }
  }
}

std::size_t Lexer::lengthOf(std::size_t From, TokenKind &Kind) const {
  llvm::StringRef Rest = Text.substr(From);
  if (startsWord(Rest.front())) {
    std::size_t Length = wordLength(Rest);
    Kind = isKeyword(Rest.take_front(Length)) ? TokenKind::Keyword : TokenKind::Identifier;
    return Length;
  }
  if (llvm::isDigit(Rest.front())) {
    Kind = TokenKind::Number;
    return Rest.find_if_not(llvm::isDigit) == llvm::StringRef::npos ? Rest.size() : Rest.find_if_not(llvm::isDigit);
  }
  Kind = TokenKind::Symbol;
  for (llvm::StringRef Each : Symbols)
    if (Rest.starts_with(Each))
      return Each.size();
  Kind = TokenKind::Invalid;
  // All bytes of a character that is not ASCII.
  std::size_t Length = 1;
  while (Length < Rest.size() && (static_cast<unsigned char>(Rest[Length]) & 0xC0) == 0x80)
    ++Length;
  return Length;
}

Token Lexer::next() {
  skipBlank();
  Token Result;
  Result.Offset = At;
  Result.Line = Line;
  Result.Column = static_cast<unsigned>(At - LineStart) + 1;
  Result.FirstOnLine = AtLineStart;
  if (At == Text.size())
    return Result;
  AtLineStart = false;
  std::size_t Length = lengthOf(At, Result.Kind);
  Result.Text = Text.substr(At, Length);
  At += Length;
  return Result;
}

void Lexer::skipLine(const Token &Of) {
  rewind(Of);
  AtLineStart = false;
  At = Of.Offset + restOfLine(Of).size();
}

void Lexer::rewind(const Token &To) {
  At = To.Offset;
  LineStart = To.Offset - (To.Column - 1);
  Line = To.Line;
  AtLineStart = To.FirstOnLine;
}

llvm::StringRef Lexer::restOfLine(const Token &From) const {
  llvm::StringRef Rest = Text.slice(From.Offset, std::min(Text.find('\n', From.Offset), Text.size()));
  return Rest.take_front(Rest.find('#')).rtrim();
}

} // namespace vernier::efsm

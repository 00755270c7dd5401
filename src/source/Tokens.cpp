#include "source/Tokens.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace vernier {

namespace {

clang::LangOptions languageOptions(SourceLanguage Language) {
  clang::LangOptions Options;
  Options.LineComment = true;
  Options.C99 = Options.C11 = Options.C17 = true;
  Options.GNUMode = true;
  Options.DollarIdents = true;
  if (Language == SourceLanguage::Cxx) {
    Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus14 = Options.CPlusPlus17 = Options.CPlusPlus20 = true;
    Options.RawStringLiterals = true;
  }
  return Options;
}

TokenKind kindOf(const clang::Token &Token) {
  if (Token.is(clang::tok::raw_identifier))
    return TokenKind::Identifier;
  if (Token.is(clang::tok::numeric_constant))
    return TokenKind::Number;
  if (clang::tok::isLiteral(Token.getKind()))
    return TokenKind::Text;
  if (clang::tok::getPunctuatorSpelling(Token.getKind()))
    return TokenKind::Punctuation;
  return TokenKind::Other;
}

} // namespace

std::vector<SourceToken> lexTokens(std::string_view Text, SourceLanguage Language) {
  std::vector<unsigned> LineStarts{0};
  for (std::size_t I = 0; I != Text.size(); ++I)
    if (Text[I] == '\n')
      LineStarts.push_back(static_cast<unsigned>(I + 1));
  // The lexer relies on a final NUL.
  std::string Buffer(Text);
  clang::LangOptions Options = languageOptions(Language);
  clang::Lexer Lexer(clang::SourceLocation(), Options, Buffer.data(), Buffer.data(), Buffer.data() + Buffer.size());
  std::vector<SourceToken> Tokens;
  bool InDirective = false;
  for (clang::Token Token;;) {
    Lexer.LexFromRawLexer(Token);
    if (Token.is(clang::tok::eof))
      return Tokens;
    SourceToken Next;
    Next.Offset = static_cast<unsigned>(Lexer.getBufferLocation() - Buffer.data()) - Token.getLength();
    Next.Text = Text.substr(Next.Offset, Token.getLength());
    Next.Kind = kindOf(Token);
    auto Line = std::upper_bound(LineStarts.begin(), LineStarts.end(), Next.Offset) - 1;
    Next.Line = static_cast<unsigned>(Line - LineStarts.begin()) + 1;
    Next.Column = Next.Offset - *Line + 1;
    Next.StartsLine = Token.isAtStartOfLine();
    if (Next.StartsLine)
      InDirective = Token.is(clang::tok::hash);
    Next.InDirective = InDirective;
    Tokens.push_back(Next);
  }
}

} // namespace vernier

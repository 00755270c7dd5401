#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

enum class TokenKind { Identifier, Number, Text, Punctuation, Other };

/// One token of a file as it is written: comments and white space are gone, macros are not expanded, keywords are
/// identifiers.
struct SourceToken {
  std::string_view Text; ///< part of the file's contents, which must outlive it
  TokenKind Kind = TokenKind::Other;
  unsigned Offset = 0;
  unsigned Line = 0;
  unsigned Column = 0;
  bool InDirective = false; ///< belongs to a preprocessor directive
  bool StartsLine = false;  ///< first on its (logical) line; a directive starts with such a '#'

  bool is(std::string_view Other) const { return Text == Other; }
  bool isIdentifier() const { return Kind == TokenKind::Identifier; }
};

enum class SourceLanguage { C, Cxx };

std::vector<SourceToken> lexTokens(std::string_view Text, SourceLanguage Language);

} // namespace vernier

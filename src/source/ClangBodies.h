#pragma once

// Private to ClangFlow.cpp and ClangBodies.cpp: the only headers of this folder that show Clang's types.

#include "source/BodyFlow.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <vector>

namespace vernier {

/// Finds tokens by their offset in the file.
class TokenPlaces {
public:
  explicit TokenPlaces(const std::vector<SourceToken> &TheTokens) : Tokens(TheTokens) {}
  /// The token at Offset, or the first one behind it.
  unsigned tokenAt(unsigned Offset) const {
    auto Found = std::lower_bound(Tokens.begin(), Tokens.end(), Offset, [](const SourceToken &Token, unsigned Where) {
      return Token.Offset + Token.Text.size() <= Where;
    });
    return static_cast<unsigned>(Found - Tokens.begin());
  }
  unsigned count() const { return static_cast<unsigned>(Tokens.size()); }
  const SourceToken &operator[](unsigned Token) const { return Tokens[Token]; }

private:
  const std::vector<SourceToken> &Tokens;
};

/// The control flow of every function that has a body in the main file. Templates and functions that Clang marks as
/// invalid are left out.
std::vector<BodyFlow> readClangBodies(clang::ASTContext &Context, const TokenPlaces &Places);

} // namespace vernier

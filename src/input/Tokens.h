#pragma once

#include "base/Result.h"

#include <string>
#include <vector>

namespace vernier {

/// A piece of a C expression.
struct Token {
  enum class Kind { End, Name, Number, Character, Operator } What = Kind::End;
  std::string Text;       ///< as written; of Character: what stands between the quotes
  std::size_t Column = 0; ///< counting from 0
};

/// The last one is End. Errors are made by expressionError.
Result<std::vector<Token>> tokensOf(const std::string &Text);

/// "--assume: MESSAGE, at column N of 'TEXT'", with the place shown in Output.
Error expressionError(const std::string &Text, std::size_t Column, const std::string &Message);

} // namespace vernier

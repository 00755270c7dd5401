#pragma once

#include "base/Result.h"
#include "input/Expression.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

// How C makes one expression out of others: promotions, usual arithmetic conversions, types of literals.

Expression intConstant(std::int64_t Value);
Expression leafExpression(const InputSpace &Space, unsigned Leaf);
/// An integer or floating literal with its suffix; none if it is no literal.
std::optional<Expression> numberLiteral(const std::string &Text);
/// What stands between single quotes, escapes included.
std::optional<Expression> characterLiteral(const std::string &Text);

/// The type that a sequence of words names (`unsigned long`, `uint8_t`), as an expression without value.
std::optional<Expression> typeNamed(const std::vector<std::string> &Words);
bool isTypeWord(const std::string &Word);

// Errors are texts; empty: it worked.
struct Built {
  Expression What;
  std::string Problem;
};
Built convert(Expression From, const Expression &Type);
Built unary(const std::string &Operator, Expression Operand);
Built binary(const std::string &Operator, Expression Left, Expression Right);
Built conditional(Expression Condition, Expression Then, Expression Else);
/// An integer that is not zero where the value is.
Expression asTruth(Expression Value);

} // namespace vernier

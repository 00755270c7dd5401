#pragma once

#include "base/Result.h"
#include "guard/Points.h"
#include "input/Expression.h"

#include <cstddef>
#include <string>

namespace vernier {

/// Something that holds whenever control comes to a point: a C expression over what is in scope there.
struct Property {
  std::size_t Point = 0;
  std::string Text;
  Expression InBase;                   ///< over the variables of the point in the base, by their numbers
  std::optional<Expression> InUpgrade; ///< over those of the upgrade; nothing: it has not all of them

  const Expression *in(Side Which) const { return Which == Side::Old ? &InBase : InUpgrade ? &*InUpgrade : nullptr; }
};

/// Reads an expression over the variables of a point. An error says what is not understood, and where.
Result<Property> readProperty(const std::vector<MonitoredPoint> &Points, std::size_t Point, const std::string &Text);

} // namespace vernier

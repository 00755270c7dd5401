#pragma once

#include "guard/MonitoredBuild.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// How much has to be seen before something is guessed from it.
struct InferenceLimits {
  unsigned Visits = 2;  ///< of a point, for anything
  unsigned Values = 4;  ///< different ones of a number, for its least and its greatest
  unsigned Pairs = 6;   ///< different ones of two numbers, for how they compare
  unsigned SetSize = 3; ///< values of a number that are told one by one
  std::size_t PerPoint = 60;
};

/// A condition that held in every visit, as a C expression over the variables of the point.
struct GuessedProperty {
  std::string Text;
  /// Another one that implies it, by its position: of interest only if that one does not hold.
  std::optional<std::size_t> ImpliedBy = std::nullopt;
};

/// What held in every visit. These are guesses. What others imply is left out: of equal variables only the first is
/// looked at further, constants are not compared.
std::vector<GuessedProperty> inferProperties(const std::vector<PointVariable> &Variables, const PointRows &Seen,
                                             const InferenceLimits &Limits = {});

} // namespace vernier

#pragma once

#include <cstdint>
#include <string_view>

namespace vernier {

/// Kinds of evidence, the cheapest first (docs/design.md#ladder). Each claim names the one that it rests
/// on.
enum class Rung : std::uint8_t {
  ChangeMap,  ///< no changed statement can be executed
  Runs,       ///< plain builds showed it on an input
  NormalForm, ///< both versions have the same normal form
  Induction,  ///< the loops of both versions go together
  Bounded,    ///< one formula over all paths
  Partitions, ///< classes of inputs that behave like their runs
  Baseline,   ///< a search of others (--strategy)
};

/// `change-map`, `runs`, ...
std::string_view toString(Rung Evidence);

/// Which of them may be used.
struct Rungs {
  bool Runs = false;
  bool NormalForm = false;
  bool Induction = false;
  bool Bounded = true;
  bool Partitions = true;
};

} // namespace vernier

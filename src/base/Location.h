#pragma once

#include <compare>
#include <string>

namespace vernier {

/// A place in the source of one version. File is relative to the version's root where it lies below it.
struct Location {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Function;

  auto operator<=>(const Location &) const = default;
};

} // namespace vernier

#pragma once

#include "random/RandomPair.h"

namespace vernier::test {

/// A random pair that reads tables: elements of 1, 2, 4 and 8 bytes, structures, rows of rows, indices that begin in
/// the middle, casts, signed characters, tables that point into tables, tables that are written. They have more
/// elements than a lookup of what depends on the input may have, or fewer. One number is not the same in both versions.
/// No index leaves its table. It has the form of generatePair.
RandomPair generateTablePair(std::uint64_t Seed);

} // namespace vernier::test

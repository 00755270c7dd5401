#pragma once

#include <cstdint>

namespace vernier {

/// Bytes of memory that this process holds.
std::uint64_t residentBytes();

} // namespace vernier

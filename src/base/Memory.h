#pragma once

#include <cstdint>

namespace vernier {

/// Bytes of memory that this process holds.
std::uint64_t residentBytes();

/// Bytes of addresses that it has asked for.
std::uint64_t addressedBytes();

/// Of the machine.
std::uint64_t machineBytes();

/// The most that this process and those that it makes of itself may hold. The system keeps the number (as RLIMIT_RSS,
/// which Linux does not enforce) and hands it on to children; whoever takes much memory asks for it.
std::uint64_t residentLimit();
void setResidentLimit(std::uint64_t Bytes);

/// Half of what the machine has.
std::uint64_t usualResidentLimit();

} // namespace vernier

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// Code as records name it: a function of an executable with the hash of what it says (selection/CodeHashes.h), or,
/// without a name, the surroundings of the executable.
struct CodeName {
  std::string Executable, Function, Hash;
  auto operator<=>(const CodeName &) const = default;
};

/// What a test executed of one function, or that it ran the executable at all (no slots).
struct CodeHits {
  std::uint32_t Code = 0;            ///< number of a CodeName
  std::vector<std::uint8_t> Slots{}; ///< eight to a byte, the lowest bit first

  bool has(unsigned Slot) const { return Slot / 8 < Slots.size() && (Slots[Slot / 8] >> Slot % 8 & 1); }
  bool operator==(const CodeHits &) const = default;
};

/// Everything that a test executed, sorted by code. Many tests share one.
using HitProfile = std::vector<CodeHits>;

/// How a test is told from others and from itself in other words.
struct TestIdentity {
  std::string Suite; ///< the command that it is part of, or where saved tests lie
  std::string Name;
  std::string Contents; ///< a hash of what else decides what it does, as far as it is known
  auto operator<=>(const TestIdentity &) const = default;
};

struct TestRecord {
  std::shared_ptr<const HitProfile> Profile; ///< empty: it ran no executable that is recorded
  double Seconds = 0;
  bool Passed = true;
  std::string Ended; ///< how, if it did not pass
};

} // namespace vernier

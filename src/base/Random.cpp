#include "base/Random.h"

namespace vernier {

std::uint64_t Random::next() {
  State += 0x9e3779b97f4a7c15ull;
  std::uint64_t Z = State;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
  return Z ^ (Z >> 31);
}

std::uint64_t Random::below(std::uint64_t Bound) {
  if (Bound == 0)
    return 0;
  // Reject the incomplete last interval, so that small values are not favoured.
  std::uint64_t Limit = UINT64_MAX - UINT64_MAX % Bound;
  std::uint64_t Value;
  do
    Value = next();
  while (Value >= Limit);
  return Value % Bound;
}

std::int64_t Random::between(std::int64_t Low, std::int64_t High) {
  std::uint64_t Width = static_cast<std::uint64_t>(High) - static_cast<std::uint64_t>(Low);
  if (Width == UINT64_MAX)
    return static_cast<std::int64_t>(next());
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(Low) + below(Width + 1));
}

} // namespace vernier

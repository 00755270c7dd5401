#include "base/Budget.h"

#include <charconv>
#include <cmath>

namespace vernier {

std::string_view toString(StopReason Reason) {
  switch (Reason) {
  case StopReason::None:
    return "none";
  case StopReason::Time:
    return "time";
  case StopReason::Interrupted:
    return "interrupted";
  case StopReason::Runs:
    return "runs";
  case StopReason::Memory:
    return "memory";
  }
  return "none";
}

std::optional<std::chrono::milliseconds> Budget::left() const {
  if (!End)
    return std::nullopt;
  auto Now = Clock::now();
  if (Now >= *End)
    return std::chrono::milliseconds(0);
  return std::chrono::duration_cast<std::chrono::milliseconds>(*End - Now);
}

Budget Budget::part(std::chrono::milliseconds Limit) const {
  Budget Part(Limit);
  return End && *End < *Part.End ? *this : Part;
}

std::optional<std::chrono::milliseconds> parseDuration(std::string_view Text) {
  double Number = 0;
  auto [Rest, Failure] = std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  if (Failure != std::errc() || !std::isfinite(Number) || Number < 0)
    return std::nullopt;
  std::string_view Unit = Text.substr(Rest - Text.data());
  double Milliseconds = 0;
  if (Unit.empty() || Unit == "s")
    Milliseconds = Number * 1000;
  else if (Unit == "ms")
    Milliseconds = Number;
  else if (Unit == "m")
    Milliseconds = Number * 60'000;
  else if (Unit == "h")
    Milliseconds = Number * 3'600'000;
  else
    return std::nullopt;
  if (Milliseconds > 1e12)
    return std::nullopt;
  return std::chrono::milliseconds(static_cast<long long>(Milliseconds));
}

} // namespace vernier

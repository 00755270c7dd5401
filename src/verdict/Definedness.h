#pragma once

#include "base/Location.h"

#include <string>
#include <string_view>

namespace vernier {

struct Observation;
struct Outcome;

/// What one run of one version did that has no meaning, as a sanitizer would say it.
struct UndefinedUse {
  std::string Code{}; ///< `heap-buffer-overflow`, ...; empty: the run did nothing undefined
  std::string Text{}; ///< "a read of 1 byte, 0 bytes behind a block of 8 bytes"
  Location Where{};

  bool operator==(const UndefinedUse &) const = default;
};

/// In what two versions differ. The names are those of the JSON.
enum class DifferenceKind {
  Output,      ///< returned or printed values, exit status, signal, calls
  Memory,      ///< what is left behind pointers and in globals, and nothing else
  Message,     ///< standard error, and nothing else
  Definedness, ///< one version does something undefined where the other does not
};

/// `output`, `memory`, `message`, `definedness`.
std::string_view toString(DifferenceKind Kind);

/// The kind of a difference between two outcomes that both mean something.
DifferenceKind differenceKind(const Outcome &Old, const Outcome &New, const Observation &Observed);

/// "heap-buffer-overflow: a read of ... (f.c:3)".
std::string undefinedText(const UndefinedUse &Use);

} // namespace vernier

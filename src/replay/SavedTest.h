#pragma once

#include "input/InputSpace.h"
#include "verdict/Outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// One input that is kept: everything that it takes to run it again, on this or on another version.
struct SavedTest {
  std::string Name; ///< of its file, or where it stands in a larger document
  /// What made the space. Bounds and assumptions are kept for readers; a replay needs neither.
  InputOptions Space;
  std::vector<InputValue> Input; ///< by name; numbers that are no number with their bits (input/ReadInput.h)
  std::vector<InputText> Texts;  ///< for people
  std::optional<Outcome> Recorded;
  /// Of a test of two versions that differ: what the newer one showed. Recorded is of the older one then.
  std::optional<Outcome> RecordedNew = std::nullopt;
  std::string About = {}; ///< for people: what it stands for
  std::string FoundOn;    ///< the version, as the user named it
  std::string Path;       ///< which path of the program it takes
  std::vector<std::string> Findings;
};

} // namespace vernier

#pragma once

#include "base/Location.h"

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

enum class Answer { Equal, Different, Unknown };

std::string_view toString(Answer What);

/// Why an answer is unknown, or what an equality rests on. The code is short and stable, for scripts.
struct Reason {
  std::string Code;
  std::string Message;
};

struct Verdict {
  Answer What = Answer::Unknown;
  Reason Why;
  std::vector<std::string> Assumptions; ///< codes: "defined-behaviour", ...
};

/// The verdict on one function of both versions.
struct FunctionVerdict {
  std::string Name; ///< in the new version; in the old one for removed functions
  Location Where;
  Verdict Judged;
};

} // namespace vernier

#pragma once

#include "base/Location.h"
#include "verdict/Outcome.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vernier {

enum class Answer { Equal, Different, Unknown };

std::string_view toString(Answer What);

/// How far an `equal` reaches. Proved and "proved up to a bound" are different things and stay apart in every report.
enum class Extent {
  None,      ///< nothing is proved
  UpToBound, ///< for the inputs on which no loop and no recursion goes beyond Verdict::Bound
  Complete,  ///< for the whole input space
};

std::string_view toString(Extent What);

/// Why an answer is unknown, or what an equality rests on. The code is short and stable, for scripts.
struct Reason {
  std::string Code;
  std::string Message;
  Location Where{}; ///< empty where no place is to blame
};

struct Verdict {
  Answer What = Answer::Unknown;
  Reason Why;
  std::vector<std::string> Assumptions; ///< codes: "defined-behaviour", ...
  Extent Reach = Extent::None;
  unsigned Bound = 0; ///< of Extent::UpToBound
};

/// The verdict on one function of both versions.
struct FunctionVerdict {
  std::string Name; ///< in the new version; in the old one for removed functions
  Location Where;
  Verdict Judged;
  std::string Role{};             ///< "changed", "caller", "added", "removed", "program"; empty: none of these
  std::string Mode{};             ///< which engine said so: "change-map", "bounded", "sliced"; empty: none
  bool ForAllCallers = false;     ///< the equality holds in every context (docs/composition.md)
  std::optional<Witness> Shown{}; ///< replayed on plain builds of both versions
  /// Of a difference that was seen in a state that the program may never be in: variables, standard input.
  std::vector<std::string> OwnState{};
  double Seconds = 0;
};

} // namespace vernier

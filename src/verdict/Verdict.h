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

/// What a function is to the change.
enum class FunctionRole {
  None, ///< nothing but a way to a change
  Changed,
  Caller, ///< unchanged, and calls a changed function
  Added,
  Removed,
  Program, ///< no function: the program as a whole
};

/// `changed`, `caller`, ...; empty for None.
std::string_view toString(FunctionRole Role);
/// None for any other text.
FunctionRole roleNamed(std::string_view Text);

/// Which engine an answer is from.
enum class VerifyMode { None, NormalForm, Bounded, Sliced, Path, Dart, Express, Random };

/// `bounded`, `sliced`, ...; empty for None.
std::string_view toString(VerifyMode Mode);

/// The verdict on one function of both versions.
struct FunctionVerdict {
  std::string Name; ///< in the new version; in the old one for removed functions
  Location Where;
  Verdict Judged;
  FunctionRole Role = FunctionRole::None;
  VerifyMode Mode = VerifyMode::None;
  bool ForAllCallers = false;     ///< the equality holds in every context (docs/composition.md)
  std::optional<Witness> Shown{}; ///< replayed on plain builds of both versions
  /// Of a difference that was seen in a state that the program may never be in: variables, standard input.
  std::vector<std::string> OwnState{};
  double Seconds = 0;
};

} // namespace vernier

#pragma once

#include "bounded/Bounded.h"

#include <string>

namespace vernier::test {

/// The bounded proof of two texts, with witnesses confirmed on machine code of both.
struct Proof {
  InputSpace Space;
  BoundedResult Result;
  std::vector<std::string> Witness; ///< values of the confirmed difference

  bool equal() const { return Result.Judged.What == Answer::Equal && Result.Judged.Reach == Extent::Complete; }
  bool different() const { return Result.Judged.What == Answer::Different && Result.Difference; }
  /// For messages of failing tests.
  std::string text() const;
};

struct ProofOptions {
  InputOptions Input;
  unsigned Bound = 0;
  bool CheckOverflow = false;
  std::chrono::milliseconds Time{20000};
};

Proof prove(const std::string &OldText, const std::string &NewText, const std::string &Entry = "f",
            ProofOptions Options = {});

} // namespace vernier::test

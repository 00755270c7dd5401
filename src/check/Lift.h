#pragma once

#include "check/Verify.h"

#include <functional>
#include <memory>
#include <string>

namespace vernier {

/// What came out of trying a function without the assumptions that its harness makes of pointers.
struct Lifted {
  /// The largest space that is proved equal, with fewer assumptions; nothing: no more than what was known.
  std::shared_ptr<VerifyResult> Equal;
  /// A space in which it differs; nothing: none was found.
  std::shared_ptr<VerifyResult> Different;
  InputOptions Input; ///< of Different, else of Equal
  std::string OnlyIf; ///< of Different: "only if p is NULL"; empty: nobody knows
};

/// Tries null pointers, equal pointers, and other lengths than those that were given, one after the other; what is
/// proved stays lifted for the next. Space is what is known so far, and KnownEqual whether it is equal there. TimeLeft
/// says how long one step may take; nothing is tried any more when that is nothing. Stops at the first difference.
Lifted liftAssumptions(const ChangeMap &Map, const InputOptions &Input, const InputSpace &Space, bool KnownEqual,
                       const VerifyOptions &Options, const Workspace &Place,
                       const std::function<std::chrono::milliseconds()> &TimeLeft);

/// Whether there is anything to lift.
bool takesPointers(const InputSpace &Space);

} // namespace vernier

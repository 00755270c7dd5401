#pragma once

#include "check/Verify.h"

#include <string>
#include <vector>

namespace vernier {

/// What plain builds of both versions show on the input that stands for a class.
struct ObservedClass {
  const VerifiedPartition *Part = nullptr;
  Outcome Old, New;
  bool Deterministic = true; ///< both show the same when they are run again
};

struct ObservedClasses {
  std::vector<ObservedClass> All;
  std::vector<std::string> LeftOut; ///< classes without an input that was run: "class 7: why"
};

/// Runs both versions on the input of each class, twice. An error: the builds cannot be made, or they contradict what
/// is claimed of a class.
Result<ObservedClasses> observeClasses(const ChangeMap &Map, const VerifyResult &Verified, const VerifyOptions &Options,
                                       const Workspace &Place);

} // namespace vernier

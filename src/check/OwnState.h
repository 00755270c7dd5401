#pragma once

#include "check/Verify.h"

#include <string>
#include <vector>

namespace vernier {

/// The parts of a program's state that a difference of one function depends on, and in which the harness put something
/// that the program may never have there: variables that other code sets, standard input. Empty: the difference shows
/// whatever the state is, or the function looks at none.
///
/// Globals that nobody writes have one value only. Where all others are plain data, the witness is run again with other
/// values in them: if it always shows, they do not matter.
std::vector<std::string> stateBehind(const ChangeMap &Map, const InputOptions &Input, const VerifyResult &Different,
                                     const VerifyOptions &Options, const Workspace &Place);

/// Whether a program may read standard input.
bool readsInput(const Program &Version, const std::string &Entry);

} // namespace vernier

#pragma once

#include "check/Verify.h"

namespace vernier {

/// A function may leave pointers to other functions to its caller: it returns them, stores them, makes objects with
/// virtual functions. Where these do something else in the other version, the caller sees it when it calls them. Claims
/// of equality name them (`left-functions: NAME, ...`): each is for a claim of its own.
void nameLeftFunctions(const ChangeMap &Map, VerifyResult &Into);

} // namespace vernier

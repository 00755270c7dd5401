#pragma once

#include "input/InputSpace.h"

namespace vernier {

/// --env auto: makes every variable of the environment that a version names in a call of getenv input, if that was
/// asked for. Which names a program makes up as it runs nobody knows: what it asks for with those is an assumption.
void addNamedVariables(InputOptions &To, const Program &Old, const Program &New);

} // namespace vernier

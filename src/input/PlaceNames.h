#pragma once

#include "input/InputSpace.h"

#include <string>

namespace vernier {

/// The name of a leaf as C spells the place: `s[0]` for `s_0`, `argv[1][0]` for `argv_1_0`; scalars keep theirs.
std::string placeName(const InputSpace &Space, unsigned Leaf);

/// A byte of text: of a string, an argument, standard input, a file, or the environment.
bool isTextByte(const InputSpace &Space, unsigned Leaf);

} // namespace vernier

#pragma once

#include <string>
#include <vector>

namespace vernier {

/// The options that give every source file of every version the same, defined meaning (docs/design.md#representation):
/// unpromoted IR with debug information, no type-based aliasing, no contraction of floating-point operations, a fixed
/// date. They come after the user's own options, so that an -O3 or -ffast-math of the build does not count. Arithmetic
/// wraps when a module is loaded (bitcode/SignedArithmetic.h); whether the build says -fwrapv can still be seen.
std::vector<std::string> meaningFlags();

/// Behind them: what is undefined and is no wrapping of signed arithmetic ends a run and is named.
std::vector<std::string> sanitizerFlags();

/// For C sources that a foreign build compiles: what the distribution's cc only warns about (and clang 19 refuses)
/// stays a warning, so that older code builds. They come before the build's own options, which may still ask for
/// errors.
std::vector<std::string> leniencyFlags();

} // namespace vernier

#pragma once

#include "base/Result.h"
#include "input/InputSpace.h"

#include <string>
#include <vector>

namespace vernier {

/// The inverse of valueText. A NaN with its bits is `nan:7fc00001`; `nan` alone is the usual quiet one.
Result<llvm::APInt> readValue(const std::string &Text, unsigned Bits, bool Signed, bool Floating);

/// As valueText, but a NaN is written with its bits, so that readValue makes the same number of it.
std::string exactValueText(const llvm::APInt &Bits, bool Signed, bool Floating);

/// The inverse of describe: values by their names. An error if a name is not one of the space, has another type there,
/// or has no value: the inputs of the entry are no longer those that the values were made for. Bits of 0 stand for a
/// value whose type was not written down. Bounds and assumptions are not checked.
Result<InputAssignment> readInput(const InputSpace &Space, const std::vector<InputValue> &Values);

} // namespace vernier

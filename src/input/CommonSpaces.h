#pragma once

#include "changes/ChangeMap.h"
#include "input/InputSpace.h"

#include <llvm/ADT/ArrayRef.h>

namespace vernier {

/// The input space of each pair of neighbours in a list of versions. An error: they have no inputs, or do not show the
/// same things, that all versions share; it says what differs.
Result<std::vector<InputSpace>> commonSpaces(llvm::ArrayRef<const ChangeMap *> Maps, const InputOptions &Options);

} // namespace vernier

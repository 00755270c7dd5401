#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>

#include <vector>

namespace vernier {

/// Factors of columns whose sum is 0 in every row, modulo a power of two.
struct LinearRelation {
  std::vector<std::pair<unsigned, llvm::APInt>> Factors; ///< column and factor, the last one is the dependent column
};

/// For each column that depends linearly on those before it: how. All values have the same width. Relations with large
/// factors are chance, and left out.
std::vector<LinearRelation> linearRelations(llvm::ArrayRef<std::vector<llvm::APInt>> Columns);

} // namespace vernier

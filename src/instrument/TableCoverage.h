#pragma once

#include "instrument/HookTable.h"

#include <llvm/IR/Module.h>

namespace vernier {

/// Programs that are driven by tables come to something new where they read another entry, not another instruction: a
/// read of a constant table covers the range of equal entries that it lies in. The program is instrumented by now; what
/// is inserted leaves no trace but the coverage, from the byte First on. How many bytes that takes.
unsigned coverTables(llvm::Module &M, HookTable &Hooks, unsigned First);

} // namespace vernier

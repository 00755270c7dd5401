#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

namespace vernier {

/// The number of an instruction that numberSites gave it; 0 for what lowering added.
unsigned siteOf(const llvm::Instruction &I);
void setSite(llvm::Instruction &I, unsigned Site);

/// Says the same in fewer kinds of instructions, so that the pass has less to know: no phis, no atomic operations, no
/// intrinsics for what a few operations do, no loads and stores of whole structures, library calls of memory functions
/// as intrinsics. New instructions take the site of what they replace.
void lower(llvm::Module &M);

/// The assignment that stands for an edge into a phi. It has the site of the phi, but lies in the block before.
bool assignsPhi(const llvm::Instruction &I);

} // namespace vernier

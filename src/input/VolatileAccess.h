#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

namespace vernier {

/// What stands behind a volatile access.
enum class VolatileKind {
  None,      ///< the access is not volatile
  Private,   ///< a local variable whose address goes nowhere: nobody else can change it
  Memory,    ///< memory, if nothing outside of the program changes it (the assumption `volatile-as-memory`)
  Device,    ///< its address is an integer, or may be one: a register of a device
  Disturbed, ///< a handler of signals or a thread of the program may change it
};

/// Which volatile accesses of a program are accesses to memory. Ask about the whole program: of a part of it, handlers
/// and threads are not known.
class VolatileAccesses {
public:
  explicit VolatileAccesses(const llvm::Module &M);

  VolatileKind kindOf(const llvm::Instruction &I);

private:
  VolatileKind kindBehind(const llvm::Value &Pointer);
  bool isWrittenAsynchronously(const llvm::GlobalVariable &Variable);

  bool Disturbed;                                            ///< the program installs handlers or starts threads
  bool HasIntegerAddresses;                                  ///< some pointer is made of an integer
  llvm::DenseMap<const llvm::Function *, bool> Asynchronous; ///< what handlers and threads may run
  llvm::DenseMap<const llvm::GlobalVariable *, bool> Written;
};

} // namespace vernier

#pragma once

#include "analysis/CallGraph.h"

#include <vector>

namespace vernier {

/// What may be read and written. The unknown cell in a set stands for all escaped cells (PointsTo::expanded).
struct MemoryAccess {
  CellSet Reads;
  CellSet Writes;
};

/// What each instruction and each function may read and write, streams and other hidden state of the library included.
class ModRef {
public:
  ModRef(const llvm::Module &M, const PointsTo &Pointers, const CallGraph &Calls);

  /// What the instruction itself does; for a call: what a library function does, or unknown code, and the passing of
  /// variable and by-value arguments, but not what a defined callee does.
  const MemoryAccess &own(const llvm::Instruction &I) const;
  /// The same with everything that defined callees do, also those that the library or unknown code calls.
  MemoryAccess whole(const llvm::Instruction &I) const;
  /// Only what defined callees do.
  MemoryAccess callees(const llvm::CallBase &Call) const;
  /// What a call of a defined function may do to memory that exists before or after it.
  const MemoryAccess &of(const llvm::Function &F) const;

  /// The call may show something to the outside world: an output of the library, or unknown code.
  bool isOutput(const llvm::CallBase &Call) const;

  /// A local that only the activation that made it can access: no pointer to it leaves its frame. Library functions
  /// that do not retain pointers may access it on behalf of that activation.
  bool isPrivate(ObjectId Object) const { return Private[Object]; }
  /// May change between any two instructions (written by handlers or threads).
  const CellSet &asyncCells() const { return AsyncCells; }

  const PointsTo &pointers() const { return Pointers; }
  const CallGraph &calls() const { return Calls; }

private:
  void findPrivate(const llvm::Module &M);
  void summarise();
  MemoryAccess compute(const llvm::Instruction &I) const;
  void addCall(const llvm::CallBase &Call, MemoryAccess &Out) const;
  void addEffect(const llvm::CallBase &Call, const Effect &What, MemoryAccess &Out) const;
  void addAccess(const llvm::CallBase &Call, const Effect::Access &What, CellSet &Out) const;
  void addStreams(const llvm::CallBase &Call, const Effect &What, MemoryAccess &Out) const;
  /// The streams that the library takes from its variables.
  CellSet variableStreams(const Effect &What) const;
  void addStatus(const CellSet &Streams, const Effect &What, MemoryAccess &Out) const;
  CellSet streamArguments(const llvm::CallBase &Call, const Effect &What) const;
  void addArguments(const llvm::CallBase &Call, const llvm::Function &Callee, MemoryAccess &Out) const;
  CellSet behind(const llvm::Value &Pointer, Effect::Depth How, std::uint64_t Size) const;
  void wireStreams(CellSet &Cells) const;

  const llvm::Module &M;
  const PointsTo &Pointers;
  const CallGraph &Calls;
  bool Rewired = false;
  std::vector<bool> Private;
  CellSet AsyncCells;
  llvm::DenseMap<const llvm::Instruction *, MemoryAccess> Own;
  llvm::DenseMap<const llvm::Function *, MemoryAccess> Summaries;
};

} // namespace vernier

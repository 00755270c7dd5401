#pragma once

#include "analysis/PointsTo.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <vector>

namespace vernier {

/// Who calls whom, functions that the library calls back included, and which calls may not come back.
class CallGraph {
public:
  CallGraph(const llvm::Module &M, const PointsTo &Pointers);

  struct Site {
    const llvm::CallBase *Call;
    const llvm::Function *Callee;
    bool Indirectly; ///< the library or unknown code calls it, with arguments of its own
  };
  /// The calls in a function to defined functions.
  const std::vector<Site> &callsFrom(const llvm::Function &F) const;
  /// The calls of a defined function.
  const std::vector<Site> &callsOf(const llvm::Function &F) const;

  /// Defined functions, callees before callers; the members of one cycle stand next to each other.
  const std::vector<std::vector<const llvm::Function *>> &components() const { return Components; }
  /// A second activation may start before the first has ended.
  bool isRecursive(const llvm::Function &F) const { return Recursive.contains(&F); }
  /// Runs at times that the program's own calls do not determine: handlers, threads, and what they call.
  bool isAsync(const llvm::Function &F) const { return Async.contains(&F); }
  const llvm::DenseSet<const llvm::Function *> &asyncFunctions() const { return Async; }

  /// Control may not come back from the function (exit, abort, longjmp, an exception, unknown code). Endless loops do
  /// not count.
  bool mayNotReturn(const llvm::Function &F) const;
  bool mayNotReturn(const llvm::CallBase &Call) const { return LeavingCalls.contains(&Call); }
  /// The callee never comes back from this call.
  bool neverReturns(const llvm::CallBase &Call) const;
  /// A call that may end in a longjmp, or unknown code.
  bool mayJump(const llvm::CallBase &Call) const;

private:
  void connect(const llvm::Function &F);
  void findComponents(const llvm::Module &M);
  void findAsync();
  void findLeaving();
  bool leaves(const llvm::CallBase &Call) const;
  bool jumps(const llvm::CallBase &Call) const;

  const PointsTo &Pointers;
  llvm::DenseMap<const llvm::Function *, std::vector<Site>> From;
  llvm::DenseMap<const llvm::Function *, std::vector<Site>> Of;
  std::vector<std::vector<const llvm::Function *>> Components;
  llvm::DenseSet<const llvm::Function *> Recursive;
  llvm::DenseSet<const llvm::Function *> Async;
  llvm::DenseSet<const llvm::Function *> Leaving;
  llvm::DenseSet<const llvm::Function *> Jumping;
  llvm::DenseSet<const llvm::CallBase *> LeavingCalls;
};

} // namespace vernier

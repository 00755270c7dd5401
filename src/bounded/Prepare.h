#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "bounded/Executor.h"
#include "changes/ChangeMap.h"

#include <map>
#include <memory>
#include <string>

namespace vernier {

/// A version as the executor wants it: a copy with models of library functions linked in, locals promoted to SSA names,
/// and values that leave a loop passed through phis. Statements and changes keep their meaning in the original.
class PreparedVersion {
public:
  static Result<PreparedVersion> prepare(const Program &Version, const std::string &Entry, bool CheckOverflow = false);
  const llvm::Module &module() const { return *Copy; }
  llvm::Module &module() { return *Copy; }
  /// What the locals of a function took on the stack before they were promoted.
  std::uint64_t frameBytes(const llvm::Function &F) const;
  /// The instruction of the version that this one is a copy of; null if it is none.
  const llvm::Instruction *original(const llvm::Instruction &I) const { return Originals.lookup(&I); }

private:
  std::unique_ptr<llvm::Module> Copy;
  std::map<const llvm::Function *, std::uint64_t> Frames;
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *> Originals;
};

/// Functions that are the same in both versions, with all that they call, and that compute a scalar from scalars and
/// plain globals. Calls of them with equal operands give equal results.
class Abstractions {
public:
  Abstractions(const ChangeMap &Map, const PreparedVersion &Old, const PreparedVersion &New);

  /// Adds the entry itself: a call of it inside of it then stands for its result, which is the induction step of a
  /// proof for runs that end. False if it computes more than a scalar from scalars.
  bool addRecursion(const InputSpace &Space, const PreparedVersion &Old, const PreparedVersion &New);

  const Abstraction *find(const llvm::Function &F) const;
  bool empty() const { return Known.empty(); }

private:
  std::map<const llvm::Function *, Abstraction> Known;
};

} // namespace vernier

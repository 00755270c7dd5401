#pragma once

#include "analysis/Distance.h"
#include "analysis/Slice.h"
#include "bitcode/Program.h"

#include <memory>

namespace vernier {

/// All analyses of one program, which must outlive them. Each part is made when it is first asked for, and then kept;
/// not for several threads at once.
class ProgramAnalysis {
public:
  explicit ProgramAnalysis(const Program &P, AnalysisOptions Options = {})
      : ProgramAnalysis(P.module(), std::move(Options)) {}
  explicit ProgramAnalysis(const llvm::Module &M, AnalysisOptions Options = {}) : M(M), Options(std::move(Options)) {}

  const llvm::Module &module() const { return M; }
  const PointsTo &pointers() const;
  const CallGraph &calls() const;
  const ModRef &modRef() const;
  /// Of a defined function.
  const FlowGraph &flow(const llvm::Function &F) const { return postDominators(F).flow(); }
  const PostDominators &postDominators(const llvm::Function &F) const { return control(F).postDominators(); }
  const ControlDependence &control(const llvm::Function &F) const;
  const DependenceGraph &dependences() const;

  Slice backwardSlice(llvm::ArrayRef<const llvm::Instruction *> Criterion) const {
    return Slice(dependences(), Criterion, SliceDirection::Backward);
  }
  Slice forwardSlice(llvm::ArrayRef<const llvm::Instruction *> Criterion) const {
    return Slice(dependences(), Criterion, SliceDirection::Forward);
  }
  /// What may behave differently when these instructions are replaced by others: their forward slice, where a jump that
  /// only passes control on (`break`, `goto`) may go somewhere else, so that everything it leads to is touched as well.
  /// What it led to in the other version is found there: the effect of a change is the union over both versions.
  Slice affectedBy(llvm::ArrayRef<const llvm::Instruction *> Changed) const;
  Distance distanceTo(llvm::ArrayRef<const llvm::Instruction *> Targets) const {
    return Distance(Targets, calls(), controlOfAll());
  }

private:
  const Distance::ControlMap &controlOfAll() const;

  const llvm::Module &M;
  AnalysisOptions Options;
  mutable std::unique_ptr<PointsTo> Pointers;
  mutable std::unique_ptr<CallGraph> Calls;
  mutable std::unique_ptr<ModRef> Memory;
  mutable std::vector<std::unique_ptr<FlowGraph>> Flows;
  mutable std::vector<std::unique_ptr<PostDominators>> After;
  mutable Distance::ControlMap Control;
  mutable bool ControlDone = false;
  mutable std::unique_ptr<DependenceGraph> Dependences;
};

} // namespace vernier

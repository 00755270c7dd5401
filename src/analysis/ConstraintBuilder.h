#pragma once

#include "analysis/PointsTo.h"
#include "analysis/PointsToSolver.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <tuple>

namespace vernier {

struct PointsTo::Solution {
  explicit Solution(Objects &Memory) : Solver(Memory) {}

  PointsToSolver Solver;
  llvm::DenseMap<const llvm::Value *, PointsToSolver::Node> NodeOf;
};

/// Turns a module into inclusion constraints. Calls are connected to their callees while the solver finds them.
class ConstraintBuilder {
public:
  ConstraintBuilder(const llvm::Module &M, PointsTo &Out);

  void build(const AnalysisOptions &Options);

private:
  using Node = PointsToSolver::Node;

  /// One node for all values that hold the same: in unpromoted IR, most loads and addresses repeat others of their
  /// function.
  Node nodeOf(const llvm::Value &V);
  Node shared(const llvm::Value &V);
  /// Asked once for each load, answered once for each variable: the answer walks all its users.
  bool isPlain(const llvm::AllocaInst &Local);
  Node returnOf(const llvm::Function &F);
  void constant(Node N, const llvm::Constant &C);
  void initialiser(const llvm::Constant &C, ObjectId Object, std::uint64_t Offset);
  void global(const llvm::GlobalVariable &G);
  void roots(const AnalysisOptions &Options);
  void root(const llvm::Function &F);
  void unknownIsPresent();
  std::uint64_t sizeOf(llvm::Type *T) const { return M.getDataLayout().getTypeStoreSize(T); }

  /// Variables and constants get their nodes where they are used: a library function may access their memory though no
  /// constraint comes from its call.
  void operands(const llvm::Instruction &I);
  void instruction(const llvm::Instruction &I);
  void call(const llvm::CallBase &Call);
  void connect(const llvm::CallBase &Call, CellId Target);
  void connectDefined(const llvm::CallBase &Call, const llvm::Function &F);
  void connectUnknown(const llvm::CallBase &Call);
  void connectLibrary(const llvm::CallBase &Call, const Effect &What);
  void flows(const llvm::CallBase &Call, const Effect &What);
  void callback(const llvm::CallBase &Call, const Effect::Callback &Back);
  void connectCallback(const llvm::CallBase &Call, const Effect::Callback &Back, CellId Target);
  void variableArgumentStart(const llvm::CallBase &Call);
  /// A node that holds the pointers an origin stands for.
  Node origin(const llvm::CallBase &Call, const Effect::Origin &From);
  Node argument(const llvm::CallBase &Call, unsigned Index);
  std::uint64_t sizeArgument(const llvm::CallBase &Call, int Index) const;
  /// Where the function's variables that the library defines live.
  std::optional<ObjectId> libraryVariable(llvm::StringRef Name) const;

  const llvm::Module &M;
  PointsTo &Out;
  Objects &Memory;
  PointsToSolver &Solver;
  llvm::DenseMap<const llvm::Value *, Node> &NodeOf;
  llvm::DenseMap<const llvm::Function *, Node> Returns;
  llvm::DenseSet<std::pair<const llvm::CallBase *, CellId>> Connected;
  llvm::DenseMap<std::pair<Node, std::uint64_t>, Node> Loads; ///< by pointer and size
  std::map<std::tuple<Node, std::int64_t, std::uint64_t, std::uint64_t, std::uint64_t>, Node>
      Moves; ///< by pointer and step
  llvm::DenseMap<const llvm::AllocaInst *, bool> Plain;
  bool UnknownPresent = false;
};

/// An intrinsic that only computes with its arguments: its result may carry their pointers.
bool combinesArguments(const llvm::Function &F);

} // namespace vernier

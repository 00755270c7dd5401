#pragma once

#include "base/Location.h"
#include "base/Side.h"
#include "bitcode/Program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// The change map of a pair (docs/design.md#change-map): a one-to-one matching of functions, globals and instructions.
/// What it does not match is changed. Once validate() (changes/Validator.h) has accepted it, this holds:
///
///   an input whose runs execute no changed instruction and traverse no changed edge, in P and in P', behaves equally
///   in both.
///
/// Some instructions have no meaning of their own and are *transparent*: neither matched nor changed (isTransparent).
class ChangeMap {
public:
  using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;

  /// Entry names the function that both versions are started at; empty: main, or any visible function of a library.
  ChangeMap(const Program &Old, const Program &New, std::string Entry = {})
      : Old(&Old), New(&New), Entry(std::move(Entry)) {}

  const Program &oldProgram() const { return *Old; }
  const Program &newProgram() const { return *New; }
  const std::string &entry() const { return Entry; }

  // The counterpart in the other version (works in both directions); null where there is none.
  const llvm::Function *counterpart(const llvm::Function &F) const;
  const llvm::GlobalVariable *counterpart(const llvm::GlobalVariable &G) const;
  const llvm::Instruction *counterpart(const llvm::Instruction &I) const;

  /// Some instruction or edge of the function is changed.
  bool hasChange(const llvm::Function &F) const;
  /// One of the edges that leave the block is.
  bool hasChangedEdge(const llvm::BasicBlock &From) const;
  /// The instruction has no counterpart, and it is not transparent.
  bool isChanged(const llvm::Instruction &I) const;
  /// Going from one block directly to the other counts as executing a change.
  bool isChangedEdge(const llvm::BasicBlock &From, const llvm::BasicBlock &To) const {
    return ChangedEdges.contains({&From, &To});
  }
  const llvm::DenseSet<Edge> &changedEdges() const { return ChangedEdges; }

  /// A difference outside of all instructions that no set of changed instructions can stand for (another data layout,
  /// other libraries). While there is one, nothing may be claimed equal.
  struct Obstacle {
    std::string Code;    ///< short and stable, for scripts: "data-layout", "libraries", ...
    std::string Message; ///< for people
  };
  const std::vector<Obstacle> &obstacles() const { return Obstacles; }

  /// Other functions run before or after main, or in another order. Those that do begin with a change each, so that no
  /// run avoids it; but the change is not one of theirs.
  bool startupDiffers() const { return StartupDiffers; }

  /// No changed instruction, no changed edge, no obstacle.
  bool empty() const;

  // How the map is made (and, in tests, damaged).
  void match(const llvm::Function &OldF, const llvm::Function &NewF) { matchValues(OldF, NewF); }
  void match(const llvm::GlobalVariable &OldG, const llvm::GlobalVariable &NewG) { matchValues(OldG, NewG); }
  void match(const llvm::Instruction &OldI, const llvm::Instruction &NewI) { matchValues(OldI, NewI); }
  /// Takes the function, global or instruction out of the map, and its counterpart too.
  void unmatch(const llvm::Value &V);
  void addChangedEdge(const llvm::BasicBlock &From, const llvm::BasicBlock &To) { ChangedEdges.insert({&From, &To}); }
  void setStartupDiffers() { StartupDiffers = true; }
  void addObstacle(std::string Code, std::string Message) {
    Obstacles.push_back({std::move(Code), std::move(Message)});
  }

private:
  void matchValues(const llvm::Value &OldV, const llvm::Value &NewV);

  const Program *Old;
  const Program *New;
  std::string Entry;
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> Counterparts; // both directions
  llvm::DenseSet<Edge> ChangedEdges;
  std::vector<Obstacle> Obstacles;
  bool StartupDiffers = false;
};

/// Debug intrinsics, lifetime markers and the allocation of locals declare storage: their place in the function does
/// not matter, and what uses storage without a counterpart is changed itself. An unconditional branch does nothing;
/// where it leads elsewhere, its edge is changed.
bool isTransparent(const llvm::Instruction &I);

/// A store that may change places with its neighbours of the same sort: a plain store of a constant or a parameter into
/// a local variable. So `int a = 1; int b = 2;` may be declared in any order.
bool isCommutingStore(const llvm::Instruction &I);

/// The commuting stores from I on, up to the first other instruction or the second store into the same local.
std::vector<const llvm::Instruction *> commutingRun(const llvm::Instruction &I);

/// An error when no function of one version has a counterpart in the other: these are not two versions of one program.
Status somethingInCommon(const ChangeMap &Map);

/// Computes the change map of a pair; the result has passed the validator.
ChangeMap computeChangeMap(const Program &Old, const Program &New, std::string Entry = {});

enum class ChangeKind { Added, Removed, Modified };

/// Changed instructions of one function and one source line, as a reader of the source sees them.
struct ChangedStatement {
  unsigned Id = 0;
  ChangeKind Kind = ChangeKind::Modified;
  Side Where = Side::New; ///< Old for removed statements, New otherwise
  Location Place;         ///< in the version that Where names
  std::string Text;       ///< the source line, trimmed; empty if the source is not at hand
  Location OldPlace;      ///< for modified statements: the old one
  std::string OldText;    ///< likewise
  std::vector<const llvm::Instruction *> OldInstructions; ///< changed ones of P
  std::vector<const llvm::Instruction *> NewInstructions; ///< changed ones of P'
};

/// The changed statements of a map, ordered by location, with ids 1, 2, ...
std::vector<ChangedStatement> changedStatements(const ChangeMap &Map);

} // namespace vernier

#pragma once

#include "analysis/Effects.h"
#include "analysis/Layout.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace vernier {

using ObjectId = unsigned;
/// One part of one object: the grain at which memory is analysed.
using CellId = unsigned;
using CellSet = llvm::SparseBitVector<>;

enum class ObjectKind {
  Local,     ///< an alloca, or the callee's copy of an argument that is passed by value
  Global,    ///< a variable with static storage
  Code,      ///< a function
  Heap,      ///< everything that one call site allocates
  Arguments, ///< the variable arguments of a function
  Library,   ///< state inside the library
  Unknown,   ///< memory that only unknown code knows; as a pointer: anywhere in escaped objects
};

struct MemoryObject {
  ObjectKind Kind;
  const llvm::Value *Site = nullptr; ///< alloca, argument, global, function or call; null for Library and Unknown
  LibraryState State = LibraryState::Other;
  const Layout *Shape = nullptr;
  CellId First = 0;

  unsigned size() const { return Shape->parts().size(); }
  bool contains(CellId Cell) const { return Cell >= First && Cell < First + size(); }
};

/// All abstract objects of a program and their cells. Object 0 is the unknown one, with cell 0 as its only cell.
class Objects {
public:
  explicit Objects(const llvm::Module &M);

  static constexpr ObjectId UnknownObject = 0;
  static constexpr CellId UnknownCell = 0;

  const MemoryObject &operator[](ObjectId Id) const { return All[Id]; }
  std::size_t size() const { return All.size(); }
  std::size_t cellCount() const { return CellOwners.size(); }

  ObjectId objectOf(CellId Cell) const { return CellOwners[Cell]; }
  const MemoryObject &owner(CellId Cell) const { return All[CellOwners[Cell]]; }
  unsigned partOf(CellId Cell) const { return Cell - owner(Cell).First; }

  /// The object of an alloca, a global, a function, a by-value argument; nothing for other values.
  std::optional<ObjectId> find(const llvm::Value &Site) const;
  ObjectId library(LibraryState State) const { return FirstLibrary + static_cast<unsigned>(State); }
  CellId libraryCell(LibraryState State) const { return All[library(State)].First; }
  /// The variable arguments of a function with `...`.
  std::optional<ObjectId> variableArguments(const llvm::Function &F) const;
  /// What a call allocates; made on first use, since a call through a pointer may turn out to allocate.
  ObjectId heap(const llvm::CallBase &Call);
  std::optional<ObjectId> findHeap(const llvm::CallBase &Call) const;

  /// For people and tests: `f.x`, `g`, `heap@f#12`, `f.x+8`, `<stdout>`.
  std::string name(CellId Cell) const;

private:
  ObjectId add(ObjectKind Kind, const llvm::Value *Site, const Layout *Shape);
  const Layout *shapeOf(llvm::Type *T);
  const Layout *heapShape(const llvm::CallBase &Call);

  const llvm::Module &M;
  std::vector<MemoryObject> All;
  std::vector<ObjectId> CellOwners;
  std::vector<std::unique_ptr<Layout>> Shapes;
  llvm::DenseMap<llvm::Type *, const Layout *> ShapeOfType;
  const Layout *Flat;
  llvm::DenseMap<const llvm::Value *, ObjectId> BySite;
  llvm::DenseMap<const llvm::Function *, ObjectId> VarArgs;
  llvm::DenseMap<const llvm::CallBase *, ObjectId> Heaps;
  ObjectId FirstLibrary = 0;
};

} // namespace vernier

#pragma once

#include "base/Location.h"
#include "base/Side.h"
#include "changes/ChangeMap.h"

#include <string>
#include <vector>

namespace vernier {

/// A value that properties of a point can name.
struct PointVariable {
  enum class Holder {
    Slot,    ///< a local or a parameter; Value is its place on the stack
    Global,  ///< Value is the variable
    Value,   ///< Value itself: what the statement has read or written, or what is returned
    AtEntry, ///< what Value, a parameter or a global, was when the function was called
  };
  std::string Name; ///< as the source writes it; `return`; `entry_x` for x at entry
  Holder Where = Holder::Slot;
  const llvm::Value *Value = nullptr;
  unsigned Bits = 32;
  bool Signed = true;
  bool Floating = false;
  bool Pointer = false;
};

/// A point in one version: in front of an instruction.
struct PointAnchor {
  const llvm::Instruction *Before = nullptr;
  Location Where;
  std::vector<PointVariable> Variables;

  const PointVariable *find(const std::string &Name) const;
};

/// Behind an unchanged statement: in both versions.
struct MonitoredPoint {
  PointAnchor Base, Upgrade;
  bool InChangedFunction = false;

  const PointAnchor &anchor(Side Which) const { return Which == Side::Old ? Base : Upgrade; }
  const llvm::Function &function(Side Which) const { return *anchor(Which).Before->getFunction(); }
};

/// Where a change is looked at (Pastore et al. 2014, section 5): unchanged statements of changed functions, of those
/// that call them, and of those that they call.
struct MonitoredScope {
  std::vector<MonitoredPoint> Points;
  /// Functions of the base, with a counterpart.
  std::vector<const llvm::Function *> Changed;
  /// Direct callers of changed functions, and changed functions that nobody calls; of the base, with a counterpart.
  std::vector<const llvm::Function *> Roots;
};

MonitoredScope monitoredScope(const ChangeMap &Map);

} // namespace vernier

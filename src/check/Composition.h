#pragma once

#include "analysis/CallGraph.h"
#include "changes/ChangeMap.h"
#include "input/InputSpace.h"
#include "verdict/Verdict.h"

#include <optional>
#include <set>
#include <vector>

namespace vernier {

/// From functions to callers to the program: the one place where equal parts make an equal whole. What has to hold for
/// that is written down in docs/composition.md.
class Composition {
public:
  Composition(const ChangeMap &Map, const CallGraph &Calls);

  /// Some instruction or edge of the function, in either version, is changed.
  bool isChanged(const llvm::Function &InNew) const { return Changed.contains(&InNew); }
  const std::set<const llvm::Function *> &changed() const { return Changed; }

  /// Whether the proof of a function holds for every caller. The space is the one that it was proved for.
  bool holdsForAllCallers(const Verdict &Judged, const InputSpace &Space) const;
  /// A function of the new version is equal for all callers. What the proof assumes, the program assumes.
  void addProved(const llvm::Function &InNew, const std::vector<std::string> &Assuming = {});
  /// Nothing is proved any more: plain builds contradict something.
  void forgetProofs();
  /// Of all functions that are proved; none of them is about callers.
  const std::vector<std::string> &assumptions() const { return Assumptions; }

  /// The function itself is unchanged, and everything changed that it reaches is proved for all callers.
  bool followsFromCallees(const llvm::Function &InNew) const;
  /// Why the program is not equal although functions are; nothing if it is.
  std::optional<Reason> whyNotTheProgram() const;

private:
  bool startsAlike(const InputSpace &Space) const;
  /// Functions that reach a change which is not proved. Found for all of them at once: one after the other, long chains
  /// of calls would be walked for each of their members.
  std::set<const llvm::Function *> open() const;

  const ChangeMap &Map;
  const CallGraph &Calls;
  std::set<const llvm::Function *> Changed;
  std::set<const llvm::Function *> Proved;
  mutable std::optional<std::set<const llvm::Function *>> Open; ///< open(), until something else is proved
  std::vector<std::string> Assumptions;
};

} // namespace vernier

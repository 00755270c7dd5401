#pragma once

#include "efsm/language/Model.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier::efsm {

enum class ChangeKind { Added, Deleted, Replaced };
std::string toString(ChangeKind Kind);

/// One changed transition (Guo 2017, section 3.3.1). Replaced: both.
struct Change {
  ChangeKind Kind = ChangeKind::Added;
  std::optional<unsigned> Old, New; ///< in Transitions of the old and of the new machine
};

struct DeclarationChange {
  std::string Kind; ///< `variable`, `input`, `output`, `state`
  std::string Name;
  std::string Old, New; ///< as declared; empty where it does not exist
};

struct MachineDiff {
  std::vector<Change> Changes; ///< in the order of the old machine, then what was added
  std::vector<DeclarationChange> Declarations;
  /// Unchanged transitions, old with new.
  std::vector<std::pair<unsigned, unsigned>> Same;

  bool empty() const { return Changes.empty() && Declarations.empty(); }
  std::vector<bool> deleted(const Machine &Old) const;
  std::vector<bool> added(const Machine &New) const;
};

/// Transitions are paired by their names (t12' is a new version of t12 where nothing else is called so), then by equal
/// content: a transition that was only renamed is the same. A pair is unchanged if its signatures (Print.h) are equal:
/// a changed type of a variable changes the transitions that mention it.
MachineDiff diff(const Machine &Old, const Machine &New);

} // namespace vernier::efsm

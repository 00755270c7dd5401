#pragma once

#include "efsm/language/Diff.h"
#include "efsm/language/Model.h"

#include <string>
#include <vector>

namespace vernier::efsm {

enum class Mark { Same, Added, Deleted };

struct DrawnState {
  std::string Name;
  bool Initial = false;
  Mark Change = Mark::Same;
};

struct DrawnTransition {
  unsigned From = 0, To = 0;
  std::string Label; ///< name and input
  std::string Text;  ///< everything
  bool Internal = false;
  Mark Change = Mark::Same;
};

/// What a picture shows: one machine, or two with what differs marked. A replaced transition is there twice, deleted
/// and added.
struct Drawing {
  std::string Title;
  std::vector<DrawnState> States;
  std::vector<DrawnTransition> Transitions;
};

Drawing drawingOf(const Machine &Of);
Drawing drawingOf(const Machine &Old, const Machine &New, const MachineDiff &Difference);

/// Graphviz text: all transitions between two states at one arrow, and below the graph the list of them in full.
std::string toDot(const Drawing &Picture);

} // namespace vernier::efsm

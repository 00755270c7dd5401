#pragma once

#include "base/Random.h"
#include "efsm/language/Diff.h"
#include "efsm/language/Test.h"
#include "efsm/reasoning/Walks.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier::efsm::test {

/// A model of examples/efsm with the size of its generated suite: as many tests, as long on average, as Guo 2017,
/// table 3.1, has for its model of that name (table 3.1).
struct Subject {
  std::string Name;
  unsigned Tests = 0, Length = 0;
};
const std::vector<Subject> &subjects();

Machine readModel(const Subject &Of);
/// Seeded by the name.
WalkOptions walkOptions(const Subject &Of, const Machine &Model, unsigned Tests, unsigned Length);

/// Two machines that differ in some transitions. Both understand the tests of the model they were made from.
struct Variant {
  std::string What;
  Machine Old, New;
};

/// Every addition (the old machine has one transition less) and every deletion of one transition.
std::vector<Variant> singleChanges(const Machine &Model);

/// The new machine does not know the input any more, nor has it the transitions that process it.
Variant inputGone(const Machine &Model, unsigned Input);

/// As many changed transitions: added, deleted or replaced (another guard, other actions, outputs or target). A message
/// that no transition is left for may go as well. Not every such machine is deterministic.
Variant severalChanges(const Machine &Model, unsigned Changes, Random &Source);

} // namespace vernier::efsm::test

#pragma once

#include "efsm/language/Test.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace vernier::efsm {

/// The test suite tree of Guo 2017, section 3.6: tests that start alike share what their inputs have in common. Node 0
/// of each start stands before the first input. Nodes are numbered so that a child comes after its parent.
class Trie {
public:
  struct Node {
    unsigned Input = 0; ///< in Suite::Inputs; of a root without meaning
    unsigned Parent = 0;
    unsigned Depth = 0; ///< inputs up to here
    std::vector<unsigned> Children;
    std::vector<unsigned> Tests; ///< that end here, in Suite::Tests
  };
  struct Root {
    unsigned Start = 0; ///< in Suite::Starts
    unsigned Node = 0;
  };

  /// Of these tests of the suite.
  Trie(const Suite &Tests, const std::vector<unsigned> &Which);

  const std::vector<Node> &nodes() const { return Nodes; }
  const std::vector<Root> &roots() const { return Roots; }
  /// Of all tests together: what a trie without sharing would have.
  std::size_t steps() const { return Steps; }

private:
  std::vector<Node> Nodes;
  std::vector<Root> Roots;
  std::size_t Steps = 0;
};

} // namespace vernier::efsm

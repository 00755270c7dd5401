#pragma once

#include "csg/SequenceGraph.h"

#include <set>
#include <string>

namespace vernier::test {

/// The edges of a graph as "a-b", nodes named by their labels.
inline std::set<std::string> edgeNames(const SequenceGraph &Graph) {
  std::set<std::string> Names;
  for (auto [From, To] : Graph.Edges)
    Names.insert(Graph.Nodes[From].Label + "-" + Graph.Nodes[To].Label);
  return Names;
}

} // namespace vernier::test

#include "csg/SequenceGraph.h"

#include <algorithm>
#include <numeric>

namespace vernier {

std::string_view toString(SequenceNodeKind Kind) {
  switch (Kind) {
  case SequenceNodeKind::Entry:
    return "entry";
  case SequenceNodeKind::Exit:
    return "exit";
  case SequenceNodeKind::Change:
    return "change";
  case SequenceNodeKind::Removal:
    return "removal";
  case SequenceNodeKind::Declaration:
    return "declaration";
  case SequenceNodeKind::Interaction:
    return "interaction";
  case SequenceNodeKind::Output:
    return "output";
  }
  return "change";
}

void SequenceGraph::finish() {
  std::sort(Edges.begin(), Edges.end());
  Edges.erase(std::unique(Edges.begin(), Edges.end()), Edges.end());
}

namespace {

/// Union-find over node numbers.
class Components {
public:
  explicit Components(std::size_t Count) : Parent(Count) { std::iota(Parent.begin(), Parent.end(), 0u); }
  unsigned find(unsigned Node) {
    while (Parent[Node] != Node)
      Node = Parent[Node] = Parent[Parent[Node]];
    return Node;
  }
  void unite(unsigned A, unsigned B) { Parent[find(A)] = find(B); }

private:
  std::vector<unsigned> Parent;
};

std::string escape(std::string_view Text) {
  std::string Escaped;
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Escaped += '\\';
    if (C == '\n')
      Escaped += "\\n";
    else if (static_cast<unsigned char>(C) >= 0x20)
      Escaped += C;
  }
  return Escaped;
}

std::string nodeText(const SequenceNode &Node) {
  std::string Text = Node.Label;
  if (!Node.Where.File.empty()) {
    std::string Place = Node.Where.File + ":" + std::to_string(Node.Where.Line);
    if (!Node.Where.Function.empty())
      Place = Node.Where.Function + "\n" + Place;
    Text = Text.empty() ? Place : Place + "\n" + Text;
  }
  return Text;
}

std::string_view shape(SequenceNodeKind Kind) {
  switch (Kind) {
  case SequenceNodeKind::Entry:
  case SequenceNodeKind::Exit:
    return "shape=circle";
  case SequenceNodeKind::Change:
    return "shape=box, style=filled, fillcolor=lightgrey";
  case SequenceNodeKind::Removal:
    return "shape=box, style=\"filled,dashed\", fillcolor=lightgrey";
  case SequenceNodeKind::Declaration:
    return "shape=folder, style=filled, fillcolor=lightgrey";
  case SequenceNodeKind::Interaction:
    return "shape=diamond";
  case SequenceNodeKind::Output:
    return "shape=box, peripheries=2";
  }
  return "shape=box";
}

} // namespace

unsigned cyclomaticChangeComplexity(const SequenceGraph &Graph) {
  if (Graph.empty())
    return 0;
  std::vector<bool> Touched(Graph.Nodes.size(), false);
  Components Parts(Graph.Nodes.size());
  for (auto [From, To] : Graph.Edges) {
    Touched[From] = Touched[To] = true;
    Parts.unite(From, To);
  }
  long Nodes = 0, Connected = 0;
  for (unsigned I = 0; I != Graph.Nodes.size(); ++I) {
    if (!Touched[I] && (I == SequenceGraph::Entry || I == SequenceGraph::Exit))
      continue;
    ++Nodes;
    Connected += Parts.find(I) == I;
  }
  // A graph has at least N - P edges, so that this is never below P.
  return static_cast<unsigned>(static_cast<long>(Graph.Edges.size()) - Nodes + 2 * Connected);
}

std::string toDot(const SequenceGraph &Graph, std::string_view Title) {
  std::string Dot = "digraph \"" + escape(Title) + "\" {\n  node [fontname=\"sans-serif\", fontsize=10];\n";
  if (!Title.empty())
    Dot += "  label=\"" + escape(Title) + "\";\n  labelloc=t;\n";
  for (unsigned I = 0; I != Graph.Nodes.size(); ++I)
    Dot += "  n" + std::to_string(I) + " [label=\"" + escape(nodeText(Graph.Nodes[I])) + "\", " +
           std::string(shape(Graph.Nodes[I].Kind)) + "];\n";
  for (auto [From, To] : Graph.Edges)
    Dot += "  n" + std::to_string(From) + " -> n" + std::to_string(To) + ";\n";
  return Dot + "}\n";
}

} // namespace vernier

#pragma once

#include "term/Term.h"
#include "trace/Decision.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// Names a sequence of decisions by their sites and sides, in every run of one build: 128 bits, taken to be unique.
struct PathKey {
  std::uint64_t High = 0x6a09e667f3bcc908, Low = 0xbb67ae8584caa73b;

  PathKey then(std::uint64_t Word) const;
  PathKey then(const Decision &Next) const { return then(Next.Site).then(Next.Side); }
  /// 32 hexadecimal digits.
  std::string text() const;
  auto operator<=>(const PathKey &) const = default;
};

using NodeId = std::uint32_t;

/// What the runs decided, as a tree. A node stands for a sequence of decisions (its prefix); its children are the sides
/// that some run took there. Whether there is another side is one question for all kinds of decisions: the prefix, and
/// none of the sides known so far.
///
/// An execution is complete below a node when every node there is Closed and no run was cut off.
class ExecutionTree {
public:
  enum class State : std::uint8_t {
    Undecided, ///< every run ended here so far
    Open,      ///< there may be another side
    Pending,   ///< an input for another side is on its way
    Closed,    ///< there is no other side
    Hole,      ///< nobody knows whether there is another side; ends when a run happens to show that there is none
  };

  explicit ExecutionTree(TermStore &Store);

  struct Inserted {
    NodeId End = 0;              ///< the last node of the tree that the run went through
    PathKey Path;                ///< of all of its decisions
    std::size_t FirstNew = 0;    ///< the decisions before this one were known, with their sides
    std::vector<NodeId> Through; ///< the node of each decision, as far as the run is in the tree
    std::vector<NodeId> Opened;  ///< nodes that became Open, or are Open and got another side, by depth
    bool PassedExpected = false;
    /// The run contradicts what other runs of the same decisions said: the program, or its trace, is no function of the
    /// input. A code, and where; empty: it does not.
    std::string Contradiction;
    std::uint32_t ContradictionSite = 0;
  };

  /// Adds what a run decided. Whole: its trace goes on to the end of the run. RunIndex is kept with the nodes that it
  /// is the first to reach. Expected: the node that the input was made to find another side of, when it had KnownSides.
  Inserted insert(const std::vector<Decision> &Path, bool Whole, unsigned RunIndex,
                  std::optional<NodeId> Expected = std::nullopt, std::size_t KnownSides = 0);

  /// The condition of being at the node, without what is always true.
  std::vector<Term> prefix(NodeId At) const;
  /// No known side is taken there.
  Term otherSide(NodeId At) const { return Nodes[At].Rest; }

  State state(NodeId At) const { return Nodes[At].Now; }
  void mark(NodeId At, State Now);
  DecisionKind kind(NodeId At) const { return Nodes[At].What; }
  std::uint32_t site(NodeId At) const { return Nodes[At].Site; }
  unsigned depth(NodeId At) const { return Nodes[At].Depth; }
  std::size_t sides(NodeId At) const { return Nodes[At].Children.size(); }
  std::uint64_t side(NodeId At, std::size_t Index) const { return Nodes[At].Children[Index].Side; }
  /// A run that came by.
  unsigned witness(NodeId At) const { return Nodes[At].Witness; }
  /// Names the question whether there is another side: the prefix and the sides that are known.
  PathKey question(NodeId At) const;

  std::size_t size() const { return Nodes.size(); }
  /// Open or Pending.
  std::size_t frontier() const { return Frontier; }

private:
  struct Child {
    std::uint64_t Side;
    Term Taken;
    NodeId Below;
  };
  struct Node {
    NodeId Parent = 0;
    unsigned Depth = 0;
    Term Reached; ///< the side that leads here; nothing for the root
    PathKey Key;
    unsigned Witness = 0;
    bool Ended = false;  ///< a run ended here
    bool CutOff = false; ///< only runs whose trace was cut off did
    State Now = State::Undecided;
    DecisionKind What = DecisionKind::Branch;
    std::uint32_t Site = 0;
    Term Rest; ///< none of the children's sides
    std::vector<Child> Children;
  };

  static bool counts(State Now) { return Now == State::Open || Now == State::Pending; }
  bool decide(NodeId At, const Decision &First, unsigned RunIndex);
  std::size_t childFor(NodeId At, const Decision &Next, std::size_t Position, Inserted &Result);
  void finish(NodeId At, bool Whole, Inserted &Result);
  static void contradict(Inserted &Result, const char *Code, std::uint32_t Site);

  TermStore &Store;
  std::vector<Node> Nodes;
  std::size_t Frontier = 0;
};

} // namespace vernier

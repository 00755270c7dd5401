#pragma once

#include "term/Term.h"

#include <deque>
#include <map>

namespace vernier {

/// A condition under which a point of the program is reached, as a chain of literals: a node adds its literal to those
/// of its ancestors. Equal chains are the same node. Where two chains meet again, their common beginning remains, so
/// that a program with a thousand branches one after the other has short conditions everywhere.
struct PathNode {
  const PathNode *Parent = nullptr;
  Term Literal; ///< none in the root
  Term All;     ///< the whole condition
  unsigned Depth = 0;
};

class Paths {
public:
  explicit Paths(TermStore &Store);

  const PathNode *root() const { return Root; }
  /// Null if the condition cannot hold.
  const PathNode *extend(const PathNode *Path, Term Literal);

  struct Join {
    const PathNode *Path;
    Term First; ///< where Path holds: this says that the first one does
  };
  /// The condition that one of two conditions holds that exclude each other.
  Join join(const PathNode *A, const PathNode *B);
  /// How many literals the two have in common.
  static unsigned common(const PathNode *A, const PathNode *B);

private:
  TermStore &Store;
  std::deque<PathNode> Nodes;
  std::map<std::pair<const PathNode *, const TermNode *>, const PathNode *> Known;
  const PathNode *Root;
};

} // namespace vernier

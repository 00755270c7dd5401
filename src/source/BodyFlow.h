#pragma once

#include "csg/BlockSequences.h"
#include "source/Outline.h"
#include "source/Tokens.h"

#include <string>
#include <vector>

namespace vernier {

/// How a block of a function's body ends, as far as placing removed code needs it.
enum class BlockEnd {
  Plain,
  Branch, ///< a condition; its first successor is the side that is taken, or the body of a loop
  Switch,
  Jump, ///< break, continue, goto, return
};

struct BodyBlock {
  std::vector<unsigned> Successors;
  FlowLeave Leave = FlowLeave::None;
  BlockEnd End = BlockEnd::Plain;
};

/// The control flow of one function's body, with the block that each token belongs to. Two readers produce it: Clang's
/// own control-flow graph, and one that works on tokens alone.
struct BodyFlow {
  static constexpr unsigned NoBlock = ~0u;

  std::vector<BodyBlock> Blocks;
  unsigned Entry = 0;
  unsigned Begin = 0;          ///< the token '{'
  unsigned End = 0;            ///< behind the token '}'
  std::vector<unsigned> Owner; ///< by token - Begin; NoBlock for tokens that execute nothing

  unsigned ownerOf(unsigned Token) const { return Token >= Begin && Token < End ? Owner[Token - Begin] : NoBlock; }
};

/// Control flow read off the tokens of a body: statements, loops, switches, labels. Short-circuit operators do not
/// branch, alternatives of conditional directives follow each other, a name with arguments before a block is taken as
/// a loop. For bodies that Clang cannot make sense of.
BodyFlow readBody(const std::vector<SourceToken> &Tokens, unsigned Begin, unsigned End);

} // namespace vernier

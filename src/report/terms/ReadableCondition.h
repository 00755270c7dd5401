#pragma once

#include "input/InputSpace.h"
#include "term/Term.h"

#include <string>

namespace vernier {

struct ReadableOptions {
  unsigned MostConjuncts = 12; ///< of the text; what is beyond them is counted
  unsigned Depth = 8;          ///< what is nested deeper is `...`
  bool Chains = true;          ///< `0 <= i <= 9`, which is no C, for `0 <= i && i <= 9`
};

struct ReadableCondition {
  std::string Text;  ///< `i > 0 && s[0] == 'a'`; `true` if nothing is required
  bool Whole = true; ///< nothing is left out: what the text says, as C means it, is the condition
};

/// Terms of one bit that all hold, over the leaves of an input space, as a reviewer reads them. What conditions say
/// about one value is one range; what its bounds imply is not said. Signed where the source is; a cast is shown where a
/// comparison disagrees with that.
ReadableCondition readableCondition(const TermStore &Store, const InputSpace &Space, llvm::ArrayRef<Term> Leaves,
                                    llvm::ArrayRef<Term> Conjuncts, const ReadableOptions &Options = {});

} // namespace vernier

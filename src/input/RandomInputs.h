#pragma once

#include "base/Random.h"
#include "input/InputSpace.h"
#include "input/SourceConstants.h"

namespace vernier {

/// Inputs whose texts are as long as they can be, of a few letters, and whose other values are the given ones: from
/// there, programs that read texts show more than from empty ones.
std::vector<InputAssignment> fullTexts(const InputSpace &Space, const InputAssignment &Others);

/// Random inputs within the bounds of a space: a mixture of values from the whole range, small values and borders; of
/// texts, printable characters up to an end. With constants of the source, half of the values are such.
class RandomInputs {
public:
  RandomInputs(const InputSpace &Space, std::uint64_t Seed, SourceConstants Known = {});

  InputAssignment next();
  /// Like an input, except for one value.
  InputAssignment near(InputAssignment Input);

private:
  llvm::APInt bits(unsigned Width);
  llvm::APInt uniform(const InputLeaf &Leaf);
  llvm::APInt small(const InputLeaf &Leaf);
  llvm::APInt border(const InputLeaf &Leaf);
  llvm::APInt known(const InputLeaf &Leaf);
  llvm::APInt value(const InputLeaf &Leaf);
  unsigned char letter();
  std::string knownText();
  void repeat(InputAssignment &Input);
  void fillText(const std::vector<unsigned> &Leaves, InputAssignment &To);

  const InputSpace &Space;
  Random Choose;
  SourceConstants Known;
  std::vector<std::vector<unsigned>> Texts; ///< the leaves of each, in order
  std::string Alphabet;                     ///< of the texts of one input; empty: all printable characters
};

} // namespace vernier

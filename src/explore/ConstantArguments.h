#pragma once

#include "input/InputSpace.h"
#include "search/Suggestions.h"

#include <llvm/IR/Module.h>

#include <deque>
#include <string>
#include <vector>

namespace vernier {

/// Texts that the program compares with, as whole arguments of inputs that covered something new: an option whose name
/// has many characters is one suggestion, where a solver has to find it character by character.
class ConstantArguments : public Suggestions {
public:
  ConstantArguments(const llvm::Module &M, const InputSpace &Space);

  std::optional<InputAssignment> next() override;
  void ran(const InputAssignment &Input, std::size_t NewEdges) override;

private:
  /// An input, and how many of the arguments and texts were tried on it.
  struct Base {
    InputAssignment Input;
    std::size_t Tried = 0;
  };

  std::vector<std::vector<unsigned>> Arguments; ///< leaves of each that is not fixed
  std::vector<std::string> Texts;
  std::deque<Base> Bases; ///< in turn; the newest first
};

} // namespace vernier

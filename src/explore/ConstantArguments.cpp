#include "explore/ConstantArguments.h"

#include "explore/ProgramConstants.h"

namespace vernier {

ConstantArguments::ConstantArguments(const llvm::Module &M, const InputSpace &Space) {
  if (!Space.WholeProgram)
    return;
  std::size_t Longest = 0;
  for (const ProgramInput::Argument &Each : Space.Program.Arguments)
    if (!Each.Fixed && !Each.Leaves.empty()) {
      Arguments.push_back(Each.Leaves);
      Longest = std::max(Longest, Each.Leaves.size());
    }
  if (Arguments.empty())
    return;
  Texts = argumentConstants(M, static_cast<unsigned>(Longest));
  for (const ProgramInput::File &Each : Space.Program.Files)
    Texts.push_back(Each.Name);
}

void ConstantArguments::ran(const InputAssignment &Input, std::size_t NewEdges) {
  if (NewEdges != 0 && !Texts.empty())
    Bases.push_front({Input});
}

std::optional<InputAssignment> ConstantArguments::next() {
  while (!Bases.empty()) {
    Base Now = std::move(Bases.front());
    Bases.pop_front();
    if (Now.Tried == Texts.size() * Arguments.size())
      continue;
    const std::string &Text = Texts[Now.Tried / Arguments.size()];
    const std::vector<unsigned> &Leaves = Arguments[Now.Tried % Arguments.size()];
    ++Now.Tried;
    InputAssignment Changed = Now.Input;
    bool Fits = Text.size() <= Leaves.size();
    for (std::size_t I = 0; Fits && I != Leaves.size(); ++I)
      Changed[Leaves[I]] = I < Text.size() ? static_cast<unsigned char>(Text[I]) : 0;
    Bases.push_back(std::move(Now));
    if (Fits)
      return Changed;
  }
  return std::nullopt;
}

} // namespace vernier

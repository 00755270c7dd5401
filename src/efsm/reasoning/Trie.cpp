#include "efsm/reasoning/Trie.h"

namespace vernier::efsm {

Trie::Trie(const Suite &Tests, const std::vector<unsigned> &Which) {
  llvm::DenseMap<unsigned, unsigned> RootOf;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> ChildOf;
  for (unsigned Number : Which) {
    const Test &Each = Tests.Tests[Number];
    auto [Root, NewRoot] = RootOf.try_emplace(Each.Start, static_cast<unsigned>(Nodes.size()));
    if (NewRoot) {
      Roots.push_back({Each.Start, Root->second});
      Nodes.emplace_back();
    }
    unsigned At = Root->second;
    for (unsigned Step : Each.Steps) {
      unsigned Input = Tests.Steps[Step].Input;
      auto [Child, NewChild] = ChildOf.try_emplace({At, Input}, static_cast<unsigned>(Nodes.size()));
      if (NewChild) {
        Nodes[At].Children.push_back(Child->second);
        Node &Made = Nodes.emplace_back();
        Made.Input = Input;
        Made.Parent = At;
        Made.Depth = Nodes[At].Depth + 1;
      }
      At = Child->second;
    }
    Nodes[At].Tests.push_back(Number);
    Steps += Each.Steps.size();
  }
}

} // namespace vernier::efsm

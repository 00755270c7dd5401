#include "directed/SiteMap.h"

#include "traced/ChangedCode.h"

namespace vernier {

SiteMap::SiteMap(const llvm::Module &M, const Instrumentation &Build)
    : Build(&Build), Instructions(instructionsOfSites(M, Build)) {
  for (std::uint32_t Site = 1; Site < Instructions.size(); ++Site)
    if (Instructions[Site])
      Sites[Instructions[Site]] = Site;
  for (unsigned I = 0; I != Build.Blocks.size(); ++I)
    if (const llvm::Instruction *First = instruction(Build.Blocks[I]))
      Spots[First->getParent()] = Build.Edges + I;
}

std::optional<unsigned> SiteMap::spot(const llvm::BasicBlock &Block) const {
  auto Known = Spots.find(&Block);
  if (Known == Spots.end())
    return std::nullopt;
  return Known->second;
}

} // namespace vernier

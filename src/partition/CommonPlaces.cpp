#include "partition/CommonPlaces.h"

#include <map>
#include <string>

namespace vernier {

namespace {

/// The branches and blocks of one function.
struct Skeleton {
  std::vector<std::pair<unsigned, unsigned>> Branches; ///< how many edges, and the byte of the first
  std::vector<unsigned> Blocks;                        ///< bytes
};

std::map<std::string, Skeleton> skeletons(const Instrumentation &Build) {
  std::map<std::string, Skeleton> Result;
  for (const Site &Each : Build.Sites)
    if (Each.Successors != 0)
      Result[Each.Function].Branches.emplace_back(Each.Successors, Each.FirstEdge);
  for (unsigned I = 0; I != Build.Blocks.size(); ++I)
    Result[Build.Sites[Build.Blocks[I]].Function].Blocks.push_back(Build.Edges + I);
  return Result;
}

bool areAlike(const Skeleton &Old, const Skeleton &New) {
  if (Old.Branches.size() != New.Branches.size() || Old.Blocks.size() != New.Blocks.size())
    return false;
  for (std::size_t I = 0; I != Old.Branches.size(); ++I)
    if (Old.Branches[I].first != New.Branches[I].first)
      return false;
  return true;
}

} // namespace

CommonPlaces commonPlaces(const Instrumentation &Old, const Instrumentation &New) {
  CommonPlaces Result;
  std::map<std::string, Skeleton> Before = skeletons(Old);
  for (const auto &[Function, Now] : skeletons(New)) {
    auto Then = Before.find(Function);
    if (Then == Before.end() || !areAlike(Then->second, Now))
      continue;
    for (std::size_t I = 0; I != Now.Branches.size(); ++I)
      for (unsigned Edge = 0; Edge != Now.Branches[I].first; ++Edge)
        Result.emplace_back(Then->second.Branches[I].second + Edge, Now.Branches[I].second + Edge);
    for (std::size_t I = 0; I != Now.Blocks.size(); ++I)
      Result.emplace_back(Then->second.Blocks[I], Now.Blocks[I]);
  }
  return Result;
}

} // namespace vernier

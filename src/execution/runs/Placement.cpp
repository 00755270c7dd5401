#include "execution/runs/Placement.h"

#include "execution/builds/LibraryPaths.h"
#include "execution/runs/Confinement.h"
#include "execution/runs/ReadableFiles.h"
#include "execution/runs/ScratchDirectory.h"

#include <algorithm>
#include <filesystem>

namespace vernier {

void placeInScratch(SpawnPlan &Plan, const std::string &Directory) {
  Plan.Directory = Directory;
  std::string Area = scratchArea(Directory);
  if (Area.empty())
    return;
  std::vector<std::string> Libraries = libraryDirectories(Plan.Executable);
  std::string Below = std::string(PrivateTemporary) + "/";
  bool Needed = std::ranges::any_of(Libraries, [&](const std::string &Path) { return Path.starts_with(Below); });
  if (canHideTemporary() && !Needed) {
    Plan.Temporary = Area;
    Plan.Directory = Below + std::filesystem::path(Directory).filename().string();
  }
  // Scratch areas lie in a directory of the cache (project/Workspace.h), where executables are, too.
  // Under its other name the area belongs to nothing but itself.
  Libraries.push_back(std::filesystem::path(Area).parent_path().parent_path());
  Libraries.push_back(Area);
  Plan.Readable = readableFiles(Libraries);
}

std::string writablePart(const std::string &Directory) {
  std::string Area = scratchArea(Directory);
  return Area.empty() ? Directory : Area;
}

} // namespace vernier

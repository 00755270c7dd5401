#include "project/Intact.h"

#include "base/TextFile.h"
#include "project/Hash.h"
#include "project/Tree.h"

namespace vernier {

namespace {

const TreeFilter Everything{.SkipObjects = false, .Except = {}};

std::string sealOf(const std::string &Path) {
  return Path + ".seal";
}

} // namespace

bool hasContents(const std::string &Path, std::string_view Hash) {
  auto Text = readTextFile(Path);
  return Text && hashText(*Text) == Hash;
}

Status writeSealed(const Workspace &Space, const std::string &Path, std::string_view Contents) {
  if (Status Written = Space.write(sealOf(Path), hashText(Contents)); !Written)
    return Written;
  return Space.write(Path, Contents);
}

bool isSealedFile(const std::string &Path) {
  auto Seal = readTextFile(sealOf(Path));
  return Seal && hasContents(Path, *Seal);
}

Status sealDirectory(const Workspace &Space, const std::string &Directory, const std::string &Seal) {
  auto Hash = hashTree(Directory, Everything);
  if (!Hash)
    return Hash.takeError();
  return Space.write(Seal, *Hash);
}

bool isSealedDirectory(const std::string &Directory, const std::string &Seal) {
  auto Expected = readTextFile(Seal);
  if (!Expected)
    return false;
  auto Hash = hashTree(Directory, Everything);
  return Hash && *Hash == *Expected;
}

} // namespace vernier

#include "execution/runs/ReadableFiles.h"

#include "execution/runs/Confinement.h"

#include <filesystem>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// How many names are looked at, at most: what is not reached cannot be read.
constexpr unsigned MostNames = 20000;

/// How deep a directory of the root is looked at; what is below belongs to nobody else. 0: as a whole.
int depthOf(const std::string &Name) {
  if (Name == "etc")
    return 8;
  if (Name == "var" || Name == "run" || Name == "home" || Name == "srv" || Name == "root")
    return 4;
  return 0;
}

/// Finds what everybody can read, in as few directories as possible.
class ReadableSearch {
public:
  std::vector<std::string> Paths;

  /// True if everybody can read all of it; else the parts that can be read are in Paths.
  bool search(const fs::path &Path, int Depth) {
    struct stat Is;
    if (++Names > MostNames || lstat(Path.c_str(), &Is) != 0)
      return false;
    if (S_ISLNK(Is.st_mode))
      return true; // where it leads to decides
    if (!S_ISDIR(Is.st_mode))
      return Is.st_mode & S_IROTH;
    if (!(Is.st_mode & S_IXOTH))
      return false;
    bool All = Is.st_mode & S_IROTH;
    return Depth == 0 ? All : searchBelow(Path, Depth) && All;
  }

private:
  bool searchBelow(const fs::path &Path, int Depth) {
    std::vector<std::string> Whole;
    bool All = true;
    std::error_code Failure;
    for (fs::directory_iterator It(Path, Failure), End; !Failure && It != End; It.increment(Failure)) {
      if (search(It->path(), Depth - 1))
        Whole.push_back(It->path());
      else
        All = false;
    }
    if (!All)
      Paths.insert(Paths.end(), Whole.begin(), Whole.end());
    return All && !Failure;
  }

  unsigned Names = 0;
};

std::vector<std::string> readablePaths() {
  ReadableSearch Search;
  std::error_code Failure;
  for (fs::directory_iterator It("/", Failure), End; !Failure && It != End; It.increment(Failure))
    if (Search.search(It->path(), depthOf(It->path().filename())))
      Search.Paths.push_back(It->path());
  return Search.Paths;
}

} // namespace

Descriptor readableFiles(const std::vector<std::string> &Also) {
  if (geteuid() != 0)
    return {};
  static std::mutex Guard;
  static const std::vector<std::string> Everybodys = readablePaths();
  static std::set<std::string> Added;
  static Descriptor Ruleset;
  std::lock_guard Held(Guard);
  // Rules cannot be taken out again, and areas of runs come and go.
  constexpr std::size_t MostAdded = 64;
  if (!Ruleset || Added.size() > MostAdded) {
    Added.clear();
    Ruleset = Descriptor(readRules(Everybodys));
  }
  for (const std::string &Path : Also)
    if (Ruleset && Added.insert(Path).second)
      addReadRule(Ruleset.get(), Path);
  return Descriptor(fcntl(Ruleset.get(), F_DUPFD_CLOEXEC, 3));
}

} // namespace vernier

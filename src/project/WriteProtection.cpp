#include "project/WriteProtection.h"

#include "project/SystemCallFilter.h"

#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <linux/seccomp.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vernier {

namespace {

// Landlock's interface grows; the headers of older systems lack the newer words.
constexpr long CreateRuleset = 444, AddRule = 445, RestrictSelf = 446;
constexpr std::uint64_t Execute = 1 << 0, WriteFile = 1 << 1, ReadFile = 1 << 2, ReadDirectory = 1 << 3;
constexpr std::uint64_t MakeCharacterDevice = 1 << 6, MakeBlockDevice = 1 << 11;
constexpr int PathBeneath = 1;

struct RulesetAttributes {
  std::uint64_t Files, Network;
};

struct [[gnu::packed]] PathRule {
  std::uint64_t Allowed;
  std::int32_t Parent;
};

void allow(int Ruleset, const std::string &Path, std::uint64_t Rights) {
  int Parent = open(Path.c_str(), O_PATH | O_CLOEXEC);
  if (Parent < 0)
    return;
  PathRule Rule{Rights, Parent};
  syscall(AddRule, Ruleset, PathBeneath, &Rule, 0);
  close(Parent);
}

/// Where programs come from that are nobody's under test.
std::vector<std::string> programDirectories(const std::string &Program) {
  std::vector<std::string> Directories = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt"};
  const char *Path = std::getenv("PATH");
  std::istringstream Parts(Path ? Path : "");
  for (std::string Part; std::getline(Parts, Part, ':');)
    if (Part.starts_with("/"))
      Directories.push_back(Part);
  std::error_code Ignored;
  for (const std::filesystem::path &Where :
       {std::filesystem::path(Program), std::filesystem::canonical(Program, Ignored)})
    if (Where.is_absolute())
      Directories.push_back(Where.parent_path());
  return Directories;
}

/// Which files can be written and run.
void restrictFiles(const std::vector<std::string> &Writable, const std::string &Program) {
  long Version = syscall(CreateRuleset, nullptr, 0, 1);
  if (Version < 1)
    return;
  unsigned Bits = Version >= 5 ? 16 : Version >= 3 ? 15 : Version >= 2 ? 14 : 13;
  RulesetAttributes Attributes{(std::uint64_t(1) << Bits) - 1, 3}; // binding and connecting TCP
  std::size_t Size = Version >= 4 ? sizeof Attributes : sizeof Attributes.Files;
  int Ruleset = static_cast<int>(syscall(CreateRuleset, &Attributes, Size, 0));
  if (Ruleset < 0)
    return;
  allow(Ruleset, "/", ReadFile | ReadDirectory);
  allow(Ruleset, "/dev/null", ReadFile | WriteFile);
  for (const std::string &Directory : programDirectories(Program))
    allow(Ruleset, Directory, Execute | ReadFile | ReadDirectory);
  for (const std::string &Directory : Writable)
    allow(Ruleset, Directory, Attributes.Files & ~(Execute | MakeCharacterDevice | MakeBlockDevice));
  syscall(RestrictSelf, Ruleset, 0);
  close(Ruleset);
}

void restrictSystemCalls() {
  SystemCallFilter Filter = compilerFilter();
  sock_fprog Program{static_cast<unsigned short>(Filter.size()), Filter.data()};
  if (!Filter.empty())
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program, 0, 0);
}

} // namespace

void protectFromThisThread(const std::vector<std::string> &Writable, const std::string &Program) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return;
  restrictFiles(Writable, Program);
  restrictSystemCalls();
}

} // namespace vernier

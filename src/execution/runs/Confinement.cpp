#include "execution/runs/Confinement.h"

#include "execution/runs/Sandbox.h"
#include "execution/runs/Spawn.h"
#include "project/SystemCallFilter.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace vernier {

namespace {

// Landlock's interface grows; the headers of older systems lack the newer words.
constexpr long CreateRuleset = 444, AddRule = 445;
constexpr std::uint64_t Execute = 1 << 0, ReadFile = 1 << 2, ReadDirectory = 1 << 3, WriteFile = 1 << 1;
constexpr std::uint64_t MakeCharacterDevice = 1 << 6, MakeSocket = 1 << 9, MakeBlockDevice = 1 << 11;
constexpr std::uint64_t Truncate = 1 << 14;
constexpr int PathBeneath = 1;

struct RulesetAttributes {
  std::uint64_t Files, Network, Scope;
};

struct [[gnu::packed]] PathRule {
  std::uint64_t Allowed;
  std::int32_t Parent;
};

int landlockVersion() {
  static const int Version = static_cast<int>(syscall(CreateRuleset, nullptr, 0, 1));
  return Version;
}

/// All rights over files that this version of the interface knows.
std::uint64_t fileRights(int Version) {
  std::uint64_t Bits = 13; // version 1
  if (Version >= 2)
    ++Bits; // linking across directories
  if (Version >= 3)
    ++Bits; // truncation
  if (Version >= 5)
    ++Bits; // device controls
  return (std::uint64_t(1) << Bits) - 1;
}

constexpr std::uint64_t Reading = Execute | ReadFile | ReadDirectory;

/// A rule for a file cannot have rights that only directories have.
bool allow(int Ruleset, const char *Path, std::uint64_t Rights) {
  int Parent = open(Path, O_PATH | O_CLOEXEC);
  if (Parent < 0)
    return false;
  PathRule Rule{Rights, Parent};
  bool Added = syscall(AddRule, Ruleset, PathBeneath, &Rule, 0) == 0;
  close(Parent);
  return Added;
}

} // namespace

int fileRules(const std::string &WritableDirectory) {
  int Version = landlockVersion();
  if (Version < 1)
    return -1;
  std::uint64_t All = fileRights(Version);
  RulesetAttributes Attributes{All, 0, 0};
  std::size_t Size = sizeof(std::uint64_t);
  if (Version >= 4) {
    Attributes.Network = 3; // binding and connecting TCP
    Size = 2 * sizeof(std::uint64_t);
  }
  if (Version >= 6) {
    Attributes.Scope = 3; // abstract sockets and signals stay inside
    Size = sizeof Attributes;
  }
  int Ruleset = static_cast<int>(syscall(CreateRuleset, &Attributes, Size, 0));
  if (Ruleset < 0)
    return -1;
  std::uint64_t Write = WriteFile | ReadFile | (All & Truncate);
  allow(Ruleset, "/dev/null", Write); // where there is none, nobody needs it
  // A device that it makes itself would be a way to everything.
  std::uint64_t Own = All & ~(MakeCharacterDevice | MakeSocket | MakeBlockDevice);
  if (allow(Ruleset, "/", Reading) && allow(Ruleset, WritableDirectory.c_str(), Own))
    return Ruleset;
  close(Ruleset);
  return -1;
}

int readRules(const std::vector<std::string> &Paths) {
  if (landlockVersion() < 1)
    return -1;
  RulesetAttributes Attributes{Reading, 0, 0};
  int Ruleset = static_cast<int>(syscall(CreateRuleset, &Attributes, sizeof Attributes.Files, 0));
  if (Ruleset < 0)
    return -1;
  fcntl(Ruleset, F_SETFD, FD_CLOEXEC);
  for (const std::string &Path : Paths)
    addReadRule(Ruleset, Path);
  return Ruleset;
}

void addReadRule(int Ruleset, const std::string &Path) {
  // What is gone by now needs no rule.
  if (!allow(Ruleset, Path.c_str(), Reading))
    allow(Ruleset, Path.c_str(), Execute | ReadFile);
}

std::vector<std::string> fixedEnvironment(const std::vector<std::string> &OfInput) {
  std::vector<std::string> Variables = {"LC_ALL=C", "PATH=/usr/bin:/bin",
                                        "HOME=" + std::string(PrivateTemporary) + "/home"};
  std::erase_if(Variables, [&](const std::string &Text) {
    return std::ranges::find(OfInput, Text.substr(0, Text.find('='))) != OfInput.end();
  });
  return Variables;
}

std::pair<int, rlimit> limitOf(__rlimit_resource Kind, std::uint64_t Value) {
  rlimit Own;
  auto Wanted = static_cast<rlim_t>(Value);
  if (getrlimit(Kind, &Own) == 0)
    Wanted = std::min(Wanted, Own.rlim_max);
  return {Kind, {Wanted, Wanted}};
}

std::vector<std::pair<int, rlimit>> usualLimits() {
  constexpr std::uint64_t LargestFile = 64 << 20, StackSize = 8 << 20, Descriptors = 256;
  return {limitOf(RLIMIT_CORE, 0), limitOf(RLIMIT_FSIZE, LargestFile), limitOf(RLIMIT_STACK, StackSize),
          limitOf(RLIMIT_NOFILE, Descriptors),
          // All processes of the user count, and for root none does: runs are watched besides.
          limitOf(RLIMIT_NPROC, processCount() + 2 * MostProcesses)};
}

unsigned processCount() {
  struct sysinfo Now;
  return sysinfo(&Now) == 0 ? Now.procs : 0;
}

std::vector<std::string> missingProtections() {
  std::vector<std::string> Missing;
  if (landlockVersion() < 1)
    Missing.push_back("no Landlock: runs can write wherever this user can, and read the memory of other processes");
  if (landlockVersion() < 6)
    Missing.push_back("no Landlock scopes: runs can signal other processes of this user");
  if (!canHideTemporary())
    Missing.push_back("no mount namespaces: programs find no home directory and a read-only /tmp");
  if (systemCallFilter().empty())
    Missing.push_back("no system call filter for this machine: runs can use the network");
  return Missing;
}

} // namespace vernier

#pragma once

#include "execution/runs/Descriptor.h"
#include "project/SystemCallFilter.h"

#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// A process to start, with what confines it. Everything is prepared before: between its birth and its program there
/// are only system calls.
struct SpawnPlan {
  std::string Executable;
  std::vector<std::string> Arguments;
  std::vector<std::string> Environment;
  std::string Directory;
  int Input = -1, Output = -1, Errors = -1;
  std::vector<std::pair<int, int>> Extra; ///< further descriptors and the numbers they get (beyond all of ours)
  std::vector<std::pair<int, rlimit>> Limits;
  int Ruleset = -1;    ///< of Landlock; -1: none
  Descriptor Readable; ///< a further one, which is about reading
  /// What it sees as /tmp, in a mount namespace of its own; empty: what everybody sees. Directory is a name in there.
  std::string Temporary;
  SystemCallFilter Filter;
};

struct Spawned {
  pid_t Process = -1; ///< leader of its own session and process group
  int Failure = 0;    ///< errno, if there is no process
};

/// Whether this user can be given a mount namespace.
bool canHideTemporary();

/// Starts it without copying this process, however large that is.
Spawned spawn(const SpawnPlan &Plan);

} // namespace vernier

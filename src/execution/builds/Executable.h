#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "project/Hash.h"
#include "project/Workspace.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vernier {

std::string bitcodeOf(const llvm::Module &M);

/// Machine code in a form that can be linked.
struct ObjectFile {
  const char *Name;
  std::string_view Bytes;
};

/// Links the object files of a version, with the harness if it needs it, into Directory/program. What neither the
/// program nor its libraries define is defined so that calls are recorded (MissingFunctions.h); Directory/missing lists
/// it.
Status makeExecutable(const Program &Version, llvm::ArrayRef<ObjectFile> Code, bool Harness, const Workspace &Place,
                      const std::string &Directory);

/// What of a version decides how it is linked.
void addLinking(ContentHash &Key, const Program &Version);

/// Makes a build unless it is there; whether it was made now.
Result<bool> publishBuild(const Workspace &Place, const std::string &Home,
                          const std::function<Status(const std::string &Directory)> &Make);

/// The names that a published build found missing.
Result<std::vector<std::string>> missingOf(const std::string &Home);

} // namespace vernier

#pragma once

#include "base/Result.h"
#include "bitcode/BuildFacts.h"
#include "bitcode/CompilerCommand.h"
#include "bitcode/Trace.h"
#include "project/Workspace.h"

#include <map>
#include <string>
#include <vector>

namespace vernier {

// What the compiler wrapper leaves in the directory that VERNIER_RECORD names, and how it is read back:
//   units/HASH.bc      bitcode of each source
//   links/ID.json      each link
//   compiled/ID.json   each compilation: what it read, and settings that its bitcode does not show
//   failures/ID.json   each source whose bitcode could not be made, with what the compiler said

/// One link of a build.
struct LinkRecord {
  std::string Id;
  std::string Output; ///< absolute
  std::string Directory;
  std::vector<std::string> Words; ///< the command line after the compiler's name
  bool CPlusPlus = false;
  bool Relocatable = false;
  /// Inputs (absolute paths, or -lNAME) all of whose bitcode is known: they are in the note of the output, or in
  /// Libraries.
  std::vector<std::string> Own;
  std::vector<std::string> Plain; ///< objects, archives or members without a note
  TraceNote Libraries;            ///< the notes of the build's own shared libraries among the inputs
};

struct RecordedFailure {
  std::string File;
  std::string Output;
};

/// One invocation of the wrapper that succeeded.
struct RecordedInvocation {
  const CompilerCommand &Command;
  const std::vector<std::string> &Words;
  std::string Directory;
  std::string StandardInput; ///< the file with what standard input held; empty if it was not read
  std::string Root;          ///< of the tree that is built
};

/// Makes the bitcode of the sources and marks what the compiler has produced. Never fails: what goes wrong is recorded.
void recordInvocation(const std::string &RecordDirectory, const Workspace &Space, const RecordedInvocation &Invocation);

/// Programs that configure scripts make to ask the compiler questions.
bool isProbe(const CompilerCommand &Command, const std::string &Directory);

std::map<std::string, LinkRecord> readLinkRecords(const std::string &RecordDirectory);
/// In the order of their names.
std::vector<CompiledFile> readCompiledFiles(const std::string &RecordDirectory);
std::vector<RecordedFailure> readFailures(const std::string &RecordDirectory);
bool hasRecordedUnits(const std::string &RecordDirectory);

} // namespace vernier

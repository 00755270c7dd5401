#pragma once

#include "base/Result.h"
#include "csg/SequenceGraph.h"
#include "project/FileChange.h"
#include "source/ClangFlow.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier {

struct ComplexityOptions {
  /// Read control flow off the tokens alone, without Clang.
  bool TokensOnly = false;
  /// Parse at most this many C++ files of one commit; the standard headers make each of them slow. Control flow of the
  /// others is read off their tokens.
  unsigned MostCxxFiles = 16;
  /// What the files of several commits share; may be null.
  std::shared_ptr<StandardHeaders> Headers = nullptr;
};

/// A file or a fact with what there is to say about it.
struct ComplexityNote {
  std::string Path;
  std::string Text;
};

/// The complexity of a set of changes (Böhme 2014, definitions 13 to 15), from the changed files alone.
struct CommitComplexity {
  unsigned Cycc = 0;
  unsigned Cloc = 0;
  std::vector<std::string> Files;      ///< C and C++ files with changed code
  std::vector<std::string> Functions;  ///< functions with changed blocks, "path:name"
  std::vector<ComplexityNote> Skipped; ///< files that are not part of the graph, each with its reason
  /// What makes the result less certain: headers that are missing, code that does not parse, functions in other files.
  std::vector<ComplexityNote> Problems;
  unsigned CalledElsewhere = 0; ///< functions that changed code calls and that lie in files which were not read
  SequenceGraph Graph;
  std::string EmptyReason; ///< why the graph is empty; empty if it is not
};

/// Measures the changes of one commit. Read gives other files of the new version, for the headers that changed files
/// include; it may be empty.
Result<CommitComplexity> measure(const std::vector<FileChange> &Changes, const SourceReader &Read,
                                 const ComplexityOptions &Options = {});

} // namespace vernier

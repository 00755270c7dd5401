#pragma once

#include "analysis/Slice.h"
#include "base/Location.h"
#include "base/Result.h"
#include "bitcode/Program.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// The instructions of the line that the user named; File may be the end of a path. An error names the nearest lines
/// with code, or the files that there are.
Result<std::vector<const llvm::Instruction *>> criterionAt(const llvm::Module &M, const Location &Place);

/// The lines of a slice with the functions they are in, in order.
std::vector<Location> sliceLines(const Slice &Found);

/// The fields of `vernier.slice/1` beyond the common ones.
void addSlice(llvm::json::Object &Document, const Slice &Found, const Location &Place, SliceDirection Direction);

/// For the terminal: each line with its text.
std::string sliceText(const Slice &Found, const Location &Place, SliceDirection Direction, const Program &Version);

/// Graphviz text: the lines of the slice and the dependences among them (dashed: control).
std::string sliceDot(const Slice &Found, const DependenceGraph &Graph, const Location &Place, const Program &Version);

} // namespace vernier

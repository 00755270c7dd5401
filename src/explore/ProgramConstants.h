#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace vernier {

/// Texts of at most so many bytes that the program may compare its arguments with, each once, what is known to be an
/// option first: letters and names of tables that getopt is given (`-x`, `--name`, or as much of a name as fits), texts
/// that functions compare with, texts in constant tables, texts given to functions of the program.
std::vector<std::string> argumentConstants(const llvm::Module &M, unsigned MostBytes);

} // namespace vernier

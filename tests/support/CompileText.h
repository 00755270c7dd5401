#pragma once

#include "bitcode/Program.h"

#include <string>

namespace vernier::test {

/// Compiles the text of one file, within this process; aborts the test program with clang's message if it does not
/// compile. FileName decides the language and is the file of all locations.
Program compileText(const std::string &Text, const std::string &FileName = "test.c");

/// Parses textual LLVM IR.
Program parseIr(const std::string &Text);

} // namespace vernier::test

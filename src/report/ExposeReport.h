#pragma once

#include "exposure/Expose.h"
#include "replay/SavedTest.h"
#include "report/tests/TestFiles.h"

#include <llvm/Support/JSON.h>

namespace vernier {

/// Which changes are reached, infected and exposed, by which inputs, and why others are not.
std::string exposeText(const ExposeResult &Result, bool Verbose);

/// The fields of `vernier.expose/1` beyond the common ones.
void addExpose(llvm::json::Object &Document, const ExposeResult &Result, const InputOptions &Input);

/// One for each test that plain builds were run on, or that reaches a change.
Result<TestFiles> writeExposeTests(const std::string &Directory, const Program &Old, const Program &New,
                                   const ExposeResult &Result, const InputOptions &Input);

/// What is left to say of the pair: something is exposed, or it is decided that nothing can be, or neither.
Answer answerOf(const ExposeResult &Result);

} // namespace vernier

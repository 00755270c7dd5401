#pragma once

#include "base/Result.h"
#include "input/InputSpace.h"
#include "replay/SavedTest.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// The fields of `vernier.test/1`.
llvm::json::Object toJson(const SavedTest &Test);

/// `input`: every name with its value; `nan_bits`: the bits of numbers that are no number, which are all `nan` there.
void addInputJson(llvm::json::Object &To, const std::vector<InputValue> &Input);

/// The flags of an input space, and back. What is not there has its default; what is there and not understood is an
/// error.
llvm::json::Object toJson(const InputOptions &Options);
Result<InputOptions> readInputOptions(const llvm::json::Object &Space);

/// An outcome as toJson(Outcome) writes it. Also reads those that people write: what is missing has its default.
Result<Outcome> readOutcome(const llvm::json::Object &From);

/// The tests in a document: a `vernier.test/1`, the tests of a `vernier.explore/1`, or the witnesses of a
/// `vernier.verify/1`. Name is what messages call the document.
Result<std::vector<SavedTest>> readSavedTests(const std::string &Text, const std::string &Name);

/// The same for a file, or for all files `*.json` of a directory that are `vernier.test/1` (in the order of their
/// names). An error if there are none.
Result<std::vector<SavedTest>> loadSavedTests(const std::string &Path);

} // namespace vernier

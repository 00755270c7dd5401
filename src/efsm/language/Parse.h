#pragma once

#include "base/Result.h"
#include "efsm/language/Model.h"
#include "efsm/language/Source.h"
#include "efsm/language/Test.h"

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace vernier::efsm {

/// Reads a model (docs/efsm.md has the grammar). Problems holds the text and the name of the file; nothing comes back
/// if it has errors afterwards. All errors of a file are found, not just the first.
std::optional<Machine> parseMachine(Diagnostics &Problems);
/// Reads tests for a machine.
std::optional<Suite> parseTests(const Machine &For, Diagnostics &Problems);

/// The same from a file; the error's output has all messages. A model that ends in .scxml is imported. Warnings, if
/// wanted, are rendered as they are to be shown.
Result<Machine> readMachine(const std::string &Path, std::string *Warnings = nullptr);
Result<Suite> readTests(const std::string &Path, const Machine &For);

/// Expressions over the variables of a machine, for tools that make models: as in a guard.
std::optional<ExpressionRef> parsePredicate(const Machine &Over, Diagnostics &Problems);

} // namespace vernier::efsm

#pragma once

#include "base/Location.h"
#include "bitcode/Program.h"

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// What every document begins with: schema, tool, the versions and how long it took. New may be null.
llvm::json::Object jsonDocument(const std::string &Verb, const Program *Old, const Program *New, double Seconds);

llvm::json::Object toJson(const Location &Where);

/// A string that is valid in JSON whatever bytes the source has.
std::string jsonText(llvm::StringRef Text);

/// Indented, with a final line break.
std::string printed(llvm::json::Value Document);

/// Vernier's own version number.
std::string toolVersion();

} // namespace vernier

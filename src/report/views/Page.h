#pragma once

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// A document `vernier.check/1` as one HTML page that needs nothing else: style, script and data are inside. Beyond
/// the plain document it shows `sources` (`{old: [{file, text}], new: [...]}`) and `csg_svg`, where they are there.
std::string pageText(const llvm::json::Object &Document);

} // namespace vernier

#pragma once

#include "base/Result.h"

#include <string>

namespace vernier {

/// Writes a text file that the user named; an error names the file and the reason.
Status writeFile(const std::string &Path, const std::string &Contents);

/// Renders Graphviz text as SVG with `dot`.
Status writeSvg(const std::string &Path, const std::string &Dot);

/// The SVG text itself.
Result<std::string> svgText(const std::string &Dot);

} // namespace vernier

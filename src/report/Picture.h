#pragma once

#include "base/Result.h"

#include <string>

namespace vernier {

/// Renders Graphviz text as SVG with `dot`.
Status writeSvg(const std::string &Path, const std::string &Dot);

/// The SVG text itself.
Result<std::string> svgText(const std::string &Dot);

} // namespace vernier

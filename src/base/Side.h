#pragma once

namespace vernier {

/// Which version of a pair.
enum class Side { Old, New };

} // namespace vernier

#pragma once

namespace vernier {

/// The files of apps/web, embedded by cmake/EmbedPage.cmake.
extern const char PageTemplate[]; ///< index.html, with @NAME@ where something has to be put in
extern const char PageStyle[];
extern const char PageScript[]; ///< all modules, joined

} // namespace vernier

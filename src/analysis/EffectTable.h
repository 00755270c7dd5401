#pragma once

namespace vernier {

/// One row: library functions that share their effects, and the effects in the notation of EffectTable.cpp.
struct EffectRow {
  const char *Names;
  const char *Effects;
};

extern const EffectRow EffectRows[];
extern const unsigned EffectRowCount;

} // namespace vernier

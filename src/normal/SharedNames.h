#pragma once

#include "changes/ChangeMap.h"

#include <llvm/IR/GlobalValue.h>

#include <string>

namespace vernier {

/// The globals of a copy of one version, by names that both versions share.
class SharedNames {
public:
  SharedNames(const ChangeMap &Map, Side Which) : Map(Map), IsNew(Which == Side::New) {}

  std::string of(const llvm::GlobalValue &Global) const;

private:
  const ChangeMap &Map;
  bool IsNew;
};

} // namespace vernier

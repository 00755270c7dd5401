#pragma once

#include "execution/InstrumentedBuild.h"

#include <map>

namespace vernier {

/// Instrumented builds that several explorations of one pair share, one after the other: instrumenting takes longer
/// than exploring a small function. The explorations have the change map, the entry and the workspace in common; bounds
/// and mode may differ.
class SharedBuilds {
public:
  template <class Make>
  Result<InstrumentedBuild> get(Side Which, unsigned MergeFrom, const InputSpace &Space, Make Build) {
    auto Known = Made.find({Which, MergeFrom});
    if (Known == Made.end()) {
      Result<InstrumentedBuild> New = Build();
      if (!New)
        return New;
      Known = Made.emplace(std::pair(Which, MergeFrom), std::move(*New)).first;
    }
    return Known->second.withSpace(Space);
  }

private:
  std::map<std::pair<Side, unsigned>, InstrumentedBuild> Made;
};

} // namespace vernier

#pragma once

#include "execution/builds/InstrumentedBuild.h"

#include <map>
#include <memory>

namespace vernier {

struct AnalysedVersion;

/// Instrumented builds, and what is known about their code, that several explorations of one pair share, one after the
/// other: instrumenting and analysing take longer than exploring a small function. The explorations have the change
/// map, the entry and the workspace in common; bounds and mode may differ.
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

  /// What was found out about the build of that side.
  template <class Make> std::shared_ptr<const AnalysedVersion> analysis(Side Which, unsigned MergeFrom, Make Analyse) {
    std::shared_ptr<const AnalysedVersion> &Known = Analysed[{Which, MergeFrom}];
    if (!Known)
      Known = Analyse();
    return Known;
  }

private:
  std::map<std::pair<Side, unsigned>, InstrumentedBuild> Made;
  std::map<std::pair<Side, unsigned>, std::shared_ptr<const AnalysedVersion>> Analysed;
};

} // namespace vernier

#pragma once

#include "exposure/Expose.h"
#include "unit/partition/SmallVersions.h"

#include <gtest/gtest.h>

namespace vernier::test {

/// A pair of versions of a function `f`, and what `expose` says of it.
struct Exposures {
  explicit Exposures(const std::string &Old, const std::string &New, const std::vector<InputAssignment> &Tests = {},
                     bool Merge = false)
      : Versions({Old, New}), Space(Versions.space()) {
    ExposeOptions Options;
    Options.Time = std::chrono::seconds(30);
    Options.Tests = Tests;
    Options.Merge = Merge;
    auto Made = exposeChanges(*Versions.Maps.front(), Space, Options, temporaryCache());
    EXPECT_TRUE(Made) << (Made ? "" : Made.error().Message);
    if (Made)
      Result = std::move(*Made);
  }

  /// Numbers of 32 bits.
  static InputAssignment input(const std::vector<int> &Values) {
    InputAssignment Result;
    for (int Value : Values)
      Result.push_back(llvm::APInt(32, static_cast<std::uint64_t>(static_cast<std::int64_t>(Value)), true));
    return Result;
  }

  /// The value of a leaf in the test that exposes the only change.
  std::int64_t exposing(std::size_t Leaf = 0) const {
    if (Result.Changes.size() != 1 || !Result.Changes[0].Exposed) {
      ADD_FAILURE() << "not exposed";
      return 0;
    }
    return Result.Tests[*Result.Changes[0].ExposedBy].Input[Leaf].getSExtValue();
  }

  bool exposed() const {
    return !Result.Changes.empty() &&
           llvm::all_of(Result.Changes, [](const ExposedChange &Each) { return Each.Exposed; });
  }

  /// The kind of leaf that had to be overcome for the exposing test.
  std::optional<LeafKind> through() const { return Result.Tests[*Result.Changes.at(0).ExposedBy].Through; }

  SmallVersions Versions;
  InputSpace Space;
  ExposeResult Result;
};

} // namespace vernier::test

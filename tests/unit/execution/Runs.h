#pragma once

#include "execution/builds/PlainBuild.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

namespace vernier::test {

/// A cache that lives as long as the test program.
inline const Workspace &temporaryCache() {
  struct Temporary {
    std::string Path = testing::TempDir() + "vernier-execution-" + std::to_string(getpid());
    Result<Workspace> Place = Workspace::at(Path);
    ~Temporary() {
      std::error_code Ignored;
      std::filesystem::remove_all(Path, Ignored);
    }
  };
  static const Temporary Cache;
  return *Cache.Place;
}

inline InputOptions entry(const std::string &Name) {
  InputOptions Options;
  Options.Entry = Name;
  return Options;
}

/// One program against itself, built and ready to run.
struct Runnable {
  Program Version;
  InputSpace Space;
  std::optional<PlainBuild> Build;

  Runnable(const std::string &Text, const InputOptions &Options, const std::string &File = "test.c")
      : Version(compileText(Text, File)) {
    auto Found = inputSpace(Version, Version, Options);
    EXPECT_TRUE(Found) << Found.error().Message;
    if (!Found)
      return;
    Space = *Found;
    auto Made = PlainBuild::create(Version, Version, Side::New, Space, temporaryCache());
    EXPECT_TRUE(Made) << Made.error().Message << "\n" << Made.error().Output;
    if (Made)
      Build.emplace(std::move(*Made));
  }

  /// All zero but the named ones.
  InputAssignment input(const std::map<std::string, std::int64_t> &Named = {}) const {
    InputAssignment Values;
    std::size_t Used = 0;
    for (const InputLeaf &Leaf : Space.Leaves) {
      auto Given = Named.find(Leaf.Name);
      Used += Given != Named.end();
      std::int64_t Value = Given == Named.end() ? 0 : Given->second;
      Values.push_back(llvm::APInt(64, static_cast<std::uint64_t>(Value)).sextOrTrunc(Leaf.Bits));
    }
    EXPECT_EQ(Used, Named.size()) << "a name that is no input";
    return Values;
  }

  Outcome run(const std::map<std::string, std::int64_t> &Named = {}, const RunLimits &Limits = {}) const {
    return Build ? Build->run(input(Named), Limits) : Outcome{};
  }
};

inline Outcome run(const std::string &Text, const InputOptions &Options,
                   const std::map<std::string, std::int64_t> &Named = {}, const std::string &File = "test.c") {
  return Runnable(Text, Options, File).run(Named);
}

inline std::string memoryText(const Outcome &What) {
  std::string Text;
  for (const NamedValue &Each : What.Memory)
    Text += (Text.empty() ? "" : " ") + Each.Name + "=" + Each.Value;
  return Text;
}

} // namespace vernier::test

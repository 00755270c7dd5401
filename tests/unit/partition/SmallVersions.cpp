#include "unit/partition/SmallVersions.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace vernier::test {

const Workspace &temporaryCache() {
  struct Temporary {
    std::string Path = testing::TempDir() + "vernier-partition-" + std::to_string(getpid());
    Result<Workspace> Place = Workspace::at(Path);
    ~Temporary() {
      std::error_code Ignored;
      std::filesystem::remove_all(Path, Ignored);
    }
  };
  static const Temporary Cache;
  return *Cache.Place;
}

SmallVersions::SmallVersions(const std::vector<std::string> &Texts, const std::string &Entry,
                             const std::string &FileName)
    : Entry(Entry) {
  for (const std::string &Text : Texts)
    Programs.push_back(std::make_unique<Program>(compileText(Text, FileName)));
  for (std::size_t I = 1; I < Programs.size(); ++I)
    Maps.push_back(std::make_unique<ChangeMap>(computeChangeMap(*Programs[I - 1], *Programs[I], Entry)));
}

std::vector<const Program *> SmallVersions::programs() const {
  std::vector<const Program *> Result;
  for (const auto &Each : Programs)
    Result.push_back(Each.get());
  return Result;
}

std::vector<const ChangeMap *> SmallVersions::maps() const {
  std::vector<const ChangeMap *> Result;
  for (const auto &Each : Maps)
    Result.push_back(Each.get());
  return Result;
}

InputSpace SmallVersions::space(InputOptions Options) const {
  Options.Entry = Entry;
  auto Space = inputSpace(*Programs.front(), *Programs.back(), Options);
  EXPECT_TRUE(Space) << (Space ? "" : Space.error().Message);
  return Space ? *Space : InputSpace{};
}

} // namespace vernier::test

#include "selection/VersionsUnderTest.h"

#include "bitcode/RecordedTree.h"

#include <llvm/ADT/STLExtras.h>

#include <map>
#include <tuple>

namespace vernier {

namespace {

class Comparison {
public:
  Comparison(const TestedVersions &Versions, const Workspace &Space) : Versions(Versions), Space(Space) {}

  Result<VersionsUnderTest> compare() {
    bool Tree = !Versions.Options.BuildCommand.empty();
    if (Status Fine = Versions.Suite && Tree ? compareTrees() : Status(Done{}); !Fine)
      return Fine.takeError();
    if (Status Fine = (Versions.Suite && !Tree) || !Versions.Entries.empty() ? compareTarget(!Tree) : Status(Done{});
        !Fine)
      return Fine.takeError();
    return std::move(Made);
  }

private:
  Result<std::shared_ptr<Program>> build(const VersionSpec &Spec, const std::string &Target) {
    BuildOptions Only = Versions.Options;
    Only.Target = Target;
    auto Built = buildVersion(Spec, Only, Space);
    if (!Built)
      return Built.takeError();
    for (const std::string &Warning : Built->Warnings)
      Made.Warnings.push_back(Built->label() + ": " + Warning);
    return std::make_shared<Program>(std::move(*Built));
  }

  Status compareTarget(bool ForSuite) {
    auto Old = build(Versions.Old, Versions.Options.Target);
    if (!Old)
      return Old.takeError();
    auto New = build(Versions.New, Versions.Options.Target);
    if (!New)
      return New.takeError();
    if (Versions.Suite && ForSuite)
      if (Status Fine = add("", *Old, *New); !Fine)
        return Fine;
    for (const std::string &Entry : Versions.Entries) {
      Made.OfEntry[Entry] = static_cast<unsigned>(Made.Code.size());
      if (Status Fine = add(Versions.Options.Target + "@" + Entry, *Old, *New, Entry); !Fine)
        return Fine;
    }
    return Done{};
  }

  Status compareTrees() {
    auto Old = recordedTree(Versions.Old, Versions.Options, Space);
    if (!Old)
      return Old.takeError();
    auto New = recordedTree(Versions.New, Versions.Options, Space);
    if (!New)
      return New.takeError();
    for (const RecordedExecutable &Executable : Old->Executables) {
      auto OldProgram = build(Versions.Old, Executable.Name);
      if (!OldProgram) {
        Made.Problems.push_back("'" + Executable.Name + "': " + OldProgram.error().Message);
        continue;
      }
      auto HasName = [&](const RecordedExecutable &Other) { return Other.Name == Executable.Name; };
      std::shared_ptr<Program> NewProgram;
      if (llvm::any_of(New->Executables, HasName)) {
        auto Built = build(Versions.New, Executable.Name);
        if (!Built)
          return Built.takeError();
        NewProgram = std::move(*Built);
      }
      if (Status Fine = add(Executable.Name, *OldProgram, NewProgram); !Fine)
        return Fine;
    }
    return Done{};
  }

  /// Entry: what the executable is started at.
  Status add(const std::string &Name, const std::shared_ptr<Program> &Old, const std::shared_ptr<Program> &New,
             const std::string &Entry = "main") {
    Made.Code.emplace_back(Name, Old);
    ComparedExecutable Executable;
    Executable.Name = Name;
    Executable.Gone = !New;
    std::shared_ptr<ChangeMap> Map;
    if (New) {
      Map = std::make_shared<ChangeMap>(computeChangeMap(*Old, *New, Entry == "main" ? "" : Entry));
      if (Status Common = somethingInCommon(*Map); !Common)
        return Common;
      Executable.Points = changePoints(*Map, Made.Code.back().table());
      for (const ChangedStatement &Change : Executable.Points.Changes)
        Executable.Changes.push_back(numberOf(Change));
    }
    Made.Compared.push_back(std::move(Executable));
    Made.New.push_back(New);
    Made.Maps.push_back(std::move(Map));
    return Done{};
  }

  unsigned numberOf(const ChangedStatement &Change) {
    auto Key = std::tuple(Change.Where, Change.Kind, Change.Place.File, Change.Place.Line, Change.Place.Column,
                          Change.Place.Function);
    auto [At, New] = Numbers.try_emplace(Key, static_cast<unsigned>(Made.Changes.size()));
    if (New) {
      Made.Changes.push_back(Change);
      Made.Changes.back().Id = At->second + 1;
    }
    return At->second;
  }

  const TestedVersions &Versions;
  const Workspace &Space;
  VersionsUnderTest Made;
  std::map<std::tuple<Side, ChangeKind, std::string, unsigned, unsigned, std::string>, unsigned> Numbers;
};

} // namespace

Result<VersionsUnderTest> compareExecutables(const TestedVersions &Versions, const Workspace &Space) {
  return Comparison(Versions, Space).compare();
}

} // namespace vernier

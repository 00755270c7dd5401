#include "ReducedVersions.h"
#include "Supervise.h"

#include "base/TextFile.h"
#include "interaction/SourceEdits.h"

#include <filesystem>

namespace fs = std::filesystem;

namespace vernier::cli {

namespace {

class Reducer {
public:
  Reducer(const CommonOptions &Options, const ComparedPair &Pair, const Workspace &Place)
      : Options(Options), Changes(changedStatements(Pair.Map)), Place(Place), OldRoot(Pair.Old->SourceRoot),
        NewRoot(Pair.New->SourceRoot) {}

  /// False: a text is not at hand.
  bool read(const VersionSpec &Old, const VersionSpec &New) {
    for (std::size_t I = 0; I != New.Files.size(); ++I) {
      auto OldText = readTextFile(Old.Files[I]), NewText = readTextFile(New.Files[I]);
      if (!OldText || !NewText)
        return false;
      Files.push_back({Old.Files[I], New.Files[I], SourceEdits(*OldText, *NewText)});
    }
    return true;
  }

  std::optional<ReducedVersion> operator()(const std::set<unsigned> &Ids) const {
    std::set<std::pair<std::size_t, std::size_t>> Left;
    for (const ChangedStatement &Change : Changes)
      if (Ids.contains(Change.Id)) {
        auto Edit = editOf(Change);
        if (!Edit)
          return std::nullopt;
        Left.insert(*Edit);
      }
    ReducedVersion Result;
    for (const ChangedStatement &Change : Changes)
      if (auto Edit = editOf(Change); Edit && Left.contains(*Edit))
        Result.Without.insert(Change.Id);
    Result.Version = build(Left);
    return Result;
  }

private:
  struct File {
    std::string Old, New;
    SourceEdits Edits;
  };

  /// File and edit.
  std::optional<std::pair<std::size_t, std::size_t>> editOf(const ChangedStatement &Change) const {
    auto At = [&](const std::string &Root, const Location &Where, bool IsNew) {
      std::string Path = (fs::path(Root) / Where.File).lexically_normal().string();
      for (std::size_t I = 0; I != Files.size(); ++I)
        if ((IsNew ? Files[I].New : Files[I].Old) == Path)
          if (auto Edit = IsNew ? Files[I].Edits.editAtNew(Where.Line) : Files[I].Edits.editAtOld(Where.Line))
            return std::optional(std::pair(I, *Edit));
      return std::optional<std::pair<std::size_t, std::size_t>>();
    };
    if (Change.Where == Side::Old)
      return At(OldRoot, Change.Place, false);
    auto Edit = At(NewRoot, Change.Place, true);
    return Edit || Change.OldPlace.File.empty() ? Edit : At(OldRoot, Change.OldPlace, false);
  }

  std::unique_ptr<Program> build(const std::set<std::pair<std::size_t, std::size_t>> &Left) const {
    auto Directory = Place.scratchDirectory();
    if (!Directory)
      return nullptr;
    VersionSpec Spec;
    Spec.Label = "without changes";
    BuildOptions Wanted = Options.Build;
    Wanted.Progress = nullptr;
    for (std::size_t I = 0; I != Files.size(); ++I) {
      std::set<std::size_t> Edits;
      for (auto [File, Edit] : Left)
        if (File == I)
          Edits.insert(Edit);
      fs::path Path = fs::path(*Directory) / fs::path(Files[I].New).lexically_relative(NewRoot);
      if (!Place.write(Path.string(), Files[I].Edits.without(Edits)))
        return nullptr;
      Spec.Files.push_back(Path.string());
      Wanted.CompilerOptions.push_back("-iquote");
      Wanted.CompilerOptions.push_back(fs::path(Files[I].New).parent_path().string());
    }
    Building Now(Options.Clock);
    auto Built = buildVersion(Spec, Wanted, Place);
    (void)static_cast<bool>(Place.remove(*Directory));
    return Built ? std::make_unique<Program>(std::move(*Built)) : nullptr;
  }

  const CommonOptions &Options;
  std::vector<ChangedStatement> Changes;
  const Workspace &Place;
  std::string OldRoot, NewRoot;
  std::vector<File> Files;
};

} // namespace

BuildWithout reducedVersions(const CommonOptions &Options, const ComparedPair &Pair, const Workspace &Place) {
  auto Specs = parseVersions(Options.Versions, {}, Options.Paths);
  if (!Specs || Specs->Old.What != VersionSpec::Kind::Files || Specs->New.What != VersionSpec::Kind::Files ||
      Specs->Old.Files.size() != Specs->New.Files.size())
    return {};
  auto Made = std::make_shared<Reducer>(Options, Pair, Place);
  if (!Made->read(Specs->Old, Specs->New))
    return {};
  return [Made](const std::set<unsigned> &Ids) { return (*Made)(Ids); };
}

} // namespace vernier::cli

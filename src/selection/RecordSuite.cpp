#include "selection/RecordSuite.h"

#include "project/Hash.h"
#include "selection/RecordHits.h"
#include "suite/NewPrograms.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// A record of the test that holds for this version.
std::optional<TestRecord> validRecord(const RecordStore &Store, const KnownCode &Code, const TestIdentity &Test) {
  for (const TestRecord &Record : Store.records(Test))
    if (!Record.Profile->empty() && Code.isValid(*Record.Profile))
      return Record;
  return std::nullopt;
}

std::string contentsOf(const SuiteContents &Contents, const SuiteTest &Test) {
  ContentHash Hash;
  Hash.add(Contents.Data).add(Test.Definition);
  if (isDefinedByBuildFiles(Test.Kind))
    Hash.add(Contents.BuildFiles);
  return Hash.text();
}

/// Runs tests on instrumented executables, one after the other.
class SuiteRecorder {
public:
  SuiteRecorder(const SuitePlace &Place, HitsDirectory Directory, const std::vector<RecordedCode> &Code,
                RecordStore &Store, const RecordingOptions &How)
      : Place(Place), Directory(std::move(Directory)), Code(Code), Store(Store), How(How) {
    if (Place.isTree())
      Programs.emplace(Place.directory());
    for (const RecordedCode &Executable : Code)
      Keys.push_back(Executable.key());
  }

  Status record(const SuiteTest &Test, SelectableTest &To) {
    if (Status Cleared = Directory.clear(); !Cleared)
      return Cleared;
    auto Ran = runSuiteTest(Place, Test, How.TestTime, {{"VERNIER_HITS", Directory.path()}});
    if (!Ran)
      return Ran.takeError();
    auto Profile = profile();
    if (!Profile)
      return Profile.takeError();
    TestRecord Record{std::make_shared<HitProfile>(std::move(*Profile)), Ran->Seconds, Ran->passed(),
                      Ran->passed() ? "" : Ran->describe()};
    noticeNewPrograms();
    if (Ran->TimedOut)
      notRecorded(To, "it did not end within " + std::to_string(How.TestTime.count() / 1000) + " s");
    else if (!Doubt.empty())
      notRecorded(To, "the suite makes '" + Doubt + "' itself, which is not recorded; make it with --build");
    else if (!Record.Profile->empty())
      if (Status Added = Store.add(To.Test, Record); !Added)
        return Added;
    To.Record = std::move(Record);
    return Done{};
  }

private:
  Result<HitProfile> profile() {
    HitProfile Whole;
    auto Left = Directory.read(Keys);
    for (const RecordedCode &Executable : Code)
      if (auto Bytes = Left.find(Executable.key()); Bytes != Left.end()) {
        auto Part = Executable.profileOf(Bytes->second, Store);
        if (!Part)
          return Part.takeError();
        llvm::append_range(Whole, std::move(*Part));
      }
    llvm::sort(Whole, [](const CodeHits &A, const CodeHits &B) { return A.Code < B.Code; });
    return Whole;
  }

  /// From the first one on, later tests may run it too.
  void noticeNewPrograms() {
    if (Doubt.empty() && Programs)
      if (auto New = Programs->find(); !New.empty())
        Doubt = New.front();
  }

  static void notRecorded(SelectableTest &To, std::string Why) {
    To.Decided = SelectReason::NotRecorded;
    To.Why = std::move(Why);
  }

  const SuitePlace &Place;
  HitsDirectory Directory;
  const std::vector<RecordedCode> &Code;
  RecordStore &Store;
  const RecordingOptions &How;
  std::vector<std::string> Keys;
  std::optional<NewPrograms> Programs;
  std::string Doubt;
};

} // namespace

Result<std::vector<SuiteTest>> testsOf(const SuitePlace &Place, const std::vector<std::string> &Commands) {
  std::vector<SuiteTest> All;
  for (const std::string &Command : Commands) {
    auto Tests = listTests(Place, Command);
    if (!Tests)
      return Tests.takeError();
    llvm::append_range(All, std::move(*Tests));
  }
  return All;
}

std::string hitsDirectoryFor(const BuildOptions &Options, const Workspace &Space) {
  return Space.buildPlace(hashText(Options.BuildCommand)) + "/hits";
}

Result<RecordedSuite> recordSuite(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                                  const std::vector<std::string> &Commands, const SuiteContents &Contents,
                                  const std::vector<RecordedCode> &Code, RecordStore &Store,
                                  const RecordingOptions &How) {
  RecordedSuite Suite;
  bool Tree = !Options.BuildCommand.empty();
  {
    auto Place = SuitePlace::prepare(Spec, Options, Space, {});
    if (!Place)
      return Place.takeError();
    auto Tests = testsOf(**Place, Commands);
    if (!Tests)
      return Tests.takeError();
    Suite.Tests = std::move(*Tests);
  }
  KnownCode Known(Code, Store);
  std::vector<std::size_t> Missing;
  for (const SuiteTest &Test : Suite.Tests) {
    SelectableTest One{{Test.Suite, Test.Name, contentsOf(Contents, Test)}, {}, false, {}};
    if (Tree)
      One.Record = validRecord(Store, Known, One.Test);
    One.Reused = One.Record.has_value();
    Suite.Reused += One.Reused;
    if (!One.Reused)
      Missing.push_back(Suite.Selectable.size());
    Suite.Selectable.push_back(std::move(One));
  }
  if (Missing.empty())
    return Suite;
  std::string Directory;
  if (Tree)
    Directory = hitsDirectoryFor(Options, Space);
  else if (auto Scratch = Space.scratchDirectory())
    Directory = *Scratch;
  else
    return Scratch.takeError();
  auto Place = SuitePlace::prepare(Spec, Options, Space,
                                   [&](const std::string &Executable, const Program &, llvm::Module &Copy) {
                                     return recordHits(Copy, {hashText(Executable), Tree ? Directory : ""});
                                   });
  if (!Place)
    return Place.takeError();
  SuiteRecorder Recorder(**Place, HitsDirectory(Directory), Code, Store, How);
  Status Fine = Done{};
  for (std::size_t I : Missing) {
    if (How.Time.exhausted()) {
      Suite.Selectable[I].Decided = SelectReason::NotRecorded;
      Suite.Selectable[I].Why = "--time was used up before it was recorded";
      continue;
    }
    if (How.Progress)
      How.Progress("recording " + std::to_string(++Suite.Ran) + " of " + std::to_string(Missing.size()) + ": " +
                   Suite.Tests[I].Name);
    else
      ++Suite.Ran;
    if (Fine = Recorder.record(Suite.Tests[I], Suite.Selectable[I]); !Fine)
      break;
  }
  (void)Space.remove(Directory);
  if (!Fine)
    return Fine.takeError();
  return Suite;
}

} // namespace vernier

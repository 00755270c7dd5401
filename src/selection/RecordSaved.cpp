#include "selection/RecordSaved.h"

#include "input/ReadInput.h"
#include "replay/Replay.h"
#include "selection/RecordingBuild.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace vernier {

namespace {

bool defines(const Program &Version, const std::string &Function) {
  const llvm::Function *F = Version.module().getFunction(Function);
  return F && !F->isDeclaration();
}

/// Input spaces of one version, each made once.
class Spaces {
public:
  explicit Spaces(const Program &Version) : Version(Version) {}

  const Result<InputSpace> &of(const InputOptions &Options) {
    for (const auto &[Known, Space] : Made)
      if (Known == Options)
        return Space;
    Made.emplace_back(Options, inputSpace(Version, Version, Options));
    return Made.back().second;
  }

private:
  const Program &Version;
  std::vector<std::pair<InputOptions, Result<InputSpace>>> Made;
};

class SavedRecorder {
public:
  SavedRecorder(const RecordedCode &Code, const Program &New, RecordStore &Store, const Workspace &Place,
                const RunLimits &Limits)
      : Code(Code), New(New), Store(Store), Place(Place), Limits(Limits), OldSpaces(Code.version()), NewSpaces(New) {}

  /// What both versions say to it without running it.
  void judge(const SavedTest &Test, SelectableTest &To) {
    InputOptions Layout = layoutOf(Test.Space);
    std::string WhyNotNew = whyNot(New, NewSpaces, Layout, Test),
                WhyNotOld = whyNot(Code.version(), OldSpaces, Layout, Test);
    // Parameters may have other names in the new version.
    if (!WhyNotNew.empty() && WhyNotOld.empty() && defines(New, Layout.Entry))
      if (const auto &A = OldSpaces.of(Layout), &B = NewSpaces.of(Layout); A && B && sameTypes(*A, *B))
        WhyNotNew.clear();
    if (!WhyNotNew.empty())
      decide(To, SelectReason::Obsolete, WhyNotNew);
    else if (!WhyNotOld.empty())
      decide(To, SelectReason::Added, "the old version cannot run it: " + WhyNotOld);
  }

  Status record(const SavedTest &Test, SelectableTest &To) {
    InputOptions Layout = layoutOf(Test.Space);
    auto Build = buildFor(Layout);
    if (!Build)
      return Build.takeError();
    auto Input = readInput(*OldSpaces.of(Layout), Test.Input);
    if (!Input)
      return Input.takeError();
    Stopwatch Watch;
    auto Ran = (*Build)->run(*Input, Limits);
    if (!Ran)
      return Ran.takeError();
    double Seconds = Watch.seconds();
    auto Profile = Code.profileOf(Ran->Hits, Store);
    if (!Profile)
      return Profile.takeError();
    bool AnyFunction = Profile->size() > 1;
    llvm::sort(*Profile, [](const CodeHits &A, const CodeHits &B) { return A.Code < B.Code; });
    if (!AnyFunction || !Ran->Shown.comparable()) {
      decide(To, SelectReason::NotRecorded, "its run " + outcomeText(Ran->Shown));
      return Done{};
    }
    To.Record = TestRecord{std::make_shared<HitProfile>(std::move(*Profile)), Seconds, true, ""};
    return Store.add(To.Test, *To.Record);
  }

private:
  static void decide(SelectableTest &To, SelectReason Reason, std::string Why) {
    To.Decided = Reason;
    To.Why = std::move(Why);
  }

  static std::string whyNot(const Program &Version, Spaces &Of, const InputOptions &Layout, const SavedTest &Test) {
    if (!defines(Version, Layout.Entry))
      return "there is no '" + Layout.Entry + "'";
    const auto &Space = Of.of(Layout);
    if (!Space)
      return Space.error().Message;
    auto Input = readInput(*Space, Test.Input);
    return Input ? std::string() : Input.error().Message;
  }

  Result<const RecordingBuild *> buildFor(const InputOptions &Layout) {
    for (const auto &[Known, Build] : Builds)
      if (Known == Layout)
        return Build.get();
    auto Built = RecordingBuild::create(Code.version(), *OldSpaces.of(Layout), Place);
    if (!Built)
      return Built.takeError();
    Builds.emplace_back(Layout, std::make_unique<RecordingBuild>(std::move(*Built)));
    return Builds.back().second.get();
  }

  const RecordedCode &Code;
  const Program &New;
  RecordStore &Store;
  const Workspace &Place;
  const RunLimits &Limits;
  Spaces OldSpaces, NewSpaces;
  std::vector<std::pair<InputOptions, std::unique_ptr<RecordingBuild>>> Builds;
};

} // namespace

Result<RecordedTests> recordSaved(const RecordedCode &Code, const Program &New, const std::vector<SavedTestFile> &Tests,
                                  const std::string &Suite, RecordStore &Store, const Workspace &Space,
                                  const RunLimits &Limits, const RecordingOptions &How, bool RunMissing) {
  RecordedTests Result;
  KnownCode Known(llvm::ArrayRef(&Code, 1), Store);
  SavedRecorder Recorder(Code, New, Store, Space, Limits);
  for (const SavedTestFile &File : Tests) {
    SelectableTest One{{Suite, File.Test.Name, File.Hash}, {}, false, {}};
    Recorder.judge(File.Test, One);
    if (!One.Decided) {
      for (const TestRecord &Record : Store.records(One.Test))
        if (!Record.Profile->empty() && Known.isValid(*Record.Profile)) {
          One.Record = Record;
          One.Reused = true;
          ++Result.Reused;
          break;
        }
      if (!One.Record && RunMissing) {
        if (How.Time.exhausted()) {
          One.Decided = SelectReason::NotRecorded;
          One.Why = "--time was used up before it was recorded";
        } else {
          ++Result.Ran;
          if (How.Progress)
            How.Progress("recording " + File.Test.Name);
          if (Status Recorded = Recorder.record(File.Test, One); !Recorded)
            return Recorded.takeError();
        }
      }
    }
    Result.Selectable.push_back(std::move(One));
  }
  return Result;
}

} // namespace vernier

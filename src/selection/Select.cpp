#include "selection/Select.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace vernier {

namespace {

/// What a profile says about the changes; the same for all tests that share it.
struct Coverage {
  std::vector<unsigned> Changes;
  std::vector<unsigned> Elements; ///< change points and sequences that are executed, by number; sorted
  std::string Everywhere;         ///< not empty: a difference that no place stands for
  std::string Gone;               ///< an executable that the new version does not have
};

class Selector {
public:
  explicit Selector(const SelectionInput &Input) : Input(Input) {
    for (const ComparedExecutable &Executable : Input.Executables) {
      FirstElement.push_back(Elements);
      Elements += static_cast<unsigned>(Executable.Points.Points.size());
    }
    FirstSequence = Elements;
  }

  Selection select() {
    for (const SelectableTest &Test : Input.Tests)
      judge(Test);
    order();
    findUncovered();
    return std::move(Result);
  }

private:
  const Coverage &coverageOf(const std::shared_ptr<const HitProfile> &Profile) {
    auto [At, New] = Known.try_emplace(Profile.get());
    if (New)
      At->second = compute(*Profile);
    return At->second;
  }

  Coverage compute(const HitProfile &Profile) const {
    Coverage Found;
    std::set<unsigned> Changes;
    for (const CodeHits &Hits : Profile) {
      CodePlace Place = Input.Code[Hits.Code];
      if (Place.Executable == CodePlace::None)
        continue; // valid records have none of these
      const ComparedExecutable &Executable = Input.Executables[Place.Executable];
      if (Executable.Gone)
        Found.Gone = Executable.Name;
      if (!Executable.Points.Everywhere.empty())
        Found.Everywhere = Executable.Points.Everywhere.front();
      if (Place.Function != CodePlace::None)
        addPoints(Hits, Place, Found, Changes);
    }
    Found.Changes.assign(Changes.begin(), Changes.end());
    for (unsigned I = 0; I != Input.Sequences.size(); ++I)
      if (Changes.contains(Input.Sequences[I].first) && Changes.contains(Input.Sequences[I].second))
        Found.Elements.push_back(FirstSequence + I);
    llvm::sort(Found.Elements);
    return Found;
  }

  void addPoints(const CodeHits &Hits, CodePlace Place, Coverage &Found, std::set<unsigned> &Changes) const {
    const ComparedExecutable &Executable = Input.Executables[Place.Executable];
    const auto &Points = Executable.Points.Points;
    auto At = llvm::lower_bound(Points, ChangePoint{Place.Function, 0, 0});
    for (; At != Points.end() && At->Function == Place.Function; ++At)
      if (Hits.has(At->Slot)) {
        Changes.insert(Executable.Changes[At->Change]);
        Found.Elements.push_back(FirstElement[Place.Executable] + static_cast<unsigned>(At - Points.begin()));
      }
  }

  void judge(const SelectableTest &Test) {
    SelectedTest To;
    To.Test = &Test;
    if (Test.Record)
      judgeRecord(*Test.Record, To);
    if (Test.Decided && (!isSelecting(To.Reason) || !isSelecting(*Test.Decided) || !Test.Record)) {
      To.Reason = *Test.Decided;
      To.Why = Test.Why;
    }
    Result.Tests.push_back(std::move(To));
  }

  void judgeRecord(const TestRecord &Record, SelectedTest &To) {
    const Coverage &Found = coverageOf(Record.Profile);
    To.Changes = Found.Changes;
    if (Record.Profile->empty()) {
      To.Reason = SelectReason::NotRecorded;
      To.Why = "it runs no executable of the build";
    } else if (!Found.Gone.empty()) {
      To.Reason = SelectReason::Everywhere;
      To.Why = "the new version has no executable '" + Found.Gone + "'";
    } else if (!Found.Changes.empty()) {
      To.Reason = SelectReason::ExecutesChange;
    } else if (!Found.Everywhere.empty()) {
      To.Reason = SelectReason::Everywhere;
      To.Why = Found.Everywhere;
    }
  }

  /// Greedy: the most that is new for each second. What a test gains only shrinks while others are taken, so that an
  /// old gain is a bound, and only the one that seems best has to be counted again.
  void order() {
    constexpr double ShortestSeconds = 0.001;
    struct Candidate {
      double Rate;
      unsigned Test;
      bool operator<(const Candidate &Other) const {
        return std::tie(Rate, Other.Test) < std::tie(Other.Rate, Test); // the earlier one if equal
      }
    };
    std::vector<bool> Covered(FirstSequence + Input.Sequences.size());
    auto Gains = [&](unsigned Test) {
      const auto &Record = Result.Tests[Test].Test->Record;
      if (!Record)
        return 0u;
      return static_cast<unsigned>(
          llvm::count_if(coverageOf(Record->Profile).Elements, [&](unsigned Element) { return !Covered[Element]; }));
    };
    auto Rate = [&](unsigned Test, unsigned Gained) {
      const auto &Record = Result.Tests[Test].Test->Record;
      return Gained / std::max(Record ? Record->Seconds : 0.0, ShortestSeconds);
    };
    std::priority_queue<Candidate> Waiting;
    std::vector<unsigned> Order;
    for (unsigned I = 0; I != Result.Tests.size(); ++I)
      if (isSelecting(Result.Tests[I].Reason))
        Waiting.push({Rate(I, Gains(I)), I});
    std::vector<unsigned> Rest;
    while (!Waiting.empty()) {
      Candidate Best = Waiting.top();
      Waiting.pop();
      unsigned Gained = Gains(Best.Test);
      if (double Now = Rate(Best.Test, Gained); Gained && Now < Best.Rate) {
        Waiting.push({Now, Best.Test});
        continue;
      }
      SelectedTest &Taken = Result.Tests[Best.Test];
      Taken.Gains = Gained;
      if (!Gained) {
        Taken.Dropped = Input.Minimal && Taken.Reason == SelectReason::ExecutesChange;
        Rest.push_back(Best.Test);
        continue;
      }
      for (unsigned Element : coverageOf(Taken.Test->Record->Profile).Elements)
        Covered[Element] = true;
      Order.push_back(Best.Test);
    }
    arrange(Order, Rest);
  }

  /// Those that cover something, then what is not known, then what others cover, then what need not run.
  void arrange(std::vector<unsigned> Order, const std::vector<unsigned> &Rest) {
    auto Append = [&](auto Wanted) {
      std::vector<unsigned> Sorted;
      llvm::copy_if(Rest, std::back_inserter(Sorted), Wanted);
      llvm::sort(Sorted);
      llvm::append_range(Order, Sorted);
    };
    auto Executes = [&](unsigned I) { return Result.Tests[I].Reason == SelectReason::ExecutesChange; };
    Append([&](unsigned I) { return !Executes(I); });
    Append([&](unsigned I) { return Executes(I) && !Result.Tests[I].Dropped; });
    Append([&](unsigned I) { return Executes(I) && Result.Tests[I].Dropped; });
    for (unsigned I = 0; I != Result.Tests.size(); ++I)
      if (!isSelecting(Result.Tests[I].Reason))
        Order.push_back(I);
    std::vector<SelectedTest> Arranged;
    for (unsigned I : Order)
      Arranged.push_back(std::move(Result.Tests[I]));
    Result.Tests = std::move(Arranged);
  }

  void findUncovered() {
    std::vector<bool> Executed(Input.Changes);
    for (const SelectedTest &Test : Result.Tests)
      for (unsigned Change : Test.Changes)
        Executed[Change] = true;
    for (unsigned I = 0; I != Input.Changes; ++I)
      if (!Executed[I])
        Result.Uncovered.push_back(I);
  }

  const SelectionInput &Input;
  std::vector<unsigned> FirstElement;
  unsigned Elements = 0, FirstSequence = 0;
  std::map<const HitProfile *, Coverage> Known;
  Selection Result;
};

} // namespace

std::string_view toString(SelectReason Reason) {
  switch (Reason) {
  case SelectReason::ExecutesChange:
    return "executes-change";
  case SelectReason::Everywhere:
    return "everywhere";
  case SelectReason::MayReach:
    return "may-reach";
  case SelectReason::NotRecorded:
    return "not-recorded";
  case SelectReason::DataChanged:
    return "data-changed";
  case SelectReason::Added:
    return "added";
  case SelectReason::Unaffected:
    return "unaffected";
  case SelectReason::CannotReach:
    return "cannot-reach";
  case SelectReason::Obsolete:
    return "obsolete";
  }
  return {};
}

bool isSelecting(SelectReason Reason) {
  switch (Reason) {
  case SelectReason::ExecutesChange:
  case SelectReason::Everywhere:
  case SelectReason::MayReach:
  case SelectReason::NotRecorded:
  case SelectReason::DataChanged:
  case SelectReason::Added:
    return true;
  case SelectReason::Unaffected:
  case SelectReason::CannotReach:
  case SelectReason::Obsolete:
    return false;
  }
  return true;
}

Selection selectTests(const SelectionInput &Input) {
  return Selector(Input).select();
}

} // namespace vernier

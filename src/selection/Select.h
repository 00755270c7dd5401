#pragma once

#include "selection/ChangePoints.h"
#include "selection/RecordedCode.h"
#include "selection/TestRecord.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// Why a test is to be run, or not.
enum class SelectReason {
  ExecutesChange, ///< it executes a change point
  Everywhere,     ///< it runs an executable with a difference that no single place stands for
  MayReach,       ///< no record: by the call graph, it may come to a change
  NotRecorded,    ///< it ran nothing that is recorded, or could not be run
  DataChanged,    ///< files that are no code differ, and it may read them
  Added,          ///< the old version does not have it
  Unaffected,     ///< it executes nothing that has changed
  CannotReach,    ///< no record: by the call graph, it comes to no change
  Obsolete,       ///< the new version cannot run it
};

/// `executes-change`, ...
std::string_view toString(SelectReason Reason);
/// Reasons to run it.
bool isSelecting(SelectReason Reason);

/// An executable of the old version, compared with the one of the same name in the new version.
struct ComparedExecutable {
  std::string Name;
  bool Gone = false; ///< the new version does not have it
  ChangePoints Points;
  std::vector<unsigned> Changes = {}; ///< of each of its changes, the index among all: executables share code
};

/// A test as selection sees it.
struct SelectableTest {
  TestIdentity Test;
  std::optional<TestRecord> Record;
  bool Reused = false;                 ///< the record is of another version, and still true
  std::optional<SelectReason> Decided; ///< by something else than its record
  std::string Why = {};                ///< of Decided, for people
};

struct SelectedTest {
  const SelectableTest *Test = nullptr;
  SelectReason Reason = SelectReason::Unaffected;
  std::string Why;
  std::vector<unsigned> Changes; ///< indices of all changes, sorted
  unsigned Gains = 0;            ///< what of the change it covers that no test before it covers
  bool Dropped = false;          ///< a smaller set covers the same
  bool selected() const { return isSelecting(Reason) && !Dropped; }
};

struct Selection {
  std::vector<SelectedTest> Tests; ///< in the order to run: selected ones first
  std::vector<unsigned> Uncovered; ///< changes that no test executes; only if all tests have records
};

struct SelectionInput {
  const std::vector<ComparedExecutable> &Executables; ///< in the order of the code that is known
  const KnownCode &Code;
  const std::vector<SelectableTest> &Tests;
  unsigned Changes = 0; ///< of all executables
  /// Pairs of changes that follow each other in the change sequence graph; a test that executes both covers it.
  std::vector<std::pair<unsigned, unsigned>> Sequences = {};
  bool Minimal = false; ///< leave out what covers nothing that others do not
};

/// Selected are all tests that may behave differently in the new version, given that they are deterministic: those that
/// execute a change point, and those of which that cannot be told. Their order is by what of the change they cover that
/// is not covered before, for each second that they take.
Selection selectTests(const SelectionInput &Input);

} // namespace vernier

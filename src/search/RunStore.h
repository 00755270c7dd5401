#pragma once

#include "base/Budget.h"
#include "base/Result.h"
#include "input/InputSpace.h"
#include "search/ExecutionTree.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// What makes an exploration another one: names and values, in the words of the user ("program", "inputs", ...).
using ExplorationIdentity = std::vector<std::pair<std::string, std::string>>;

/// What the input space adds to it: the entry, its inputs, what is fixed, what is assumed.
ExplorationIdentity identityOfInputs(const InputSpace &Space);

/// Bits of the leaves of inputs.
std::vector<unsigned> widthsOf(const InputSpace &Space);

/// The memory of an exploration: one SQLite file, from which an exploration goes on that was stopped or killed
/// (docs/design.md#stopping).
///
/// It holds what cannot be found again cheaply: the input of every run, and every answer to "is there another side?"
/// that led to no run. Conditions are not kept: a run of a stored input gives them again, without a solver.
/// Records are committed in batches, in the order in which they were made; a kill loses the last batch only, and a
/// settled question is never there without the runs that it is about.
class RunStore {
public:
  struct StoredRun {
    InputAssignment Input;
    PathKey Path;
  };
  struct Settled {
    std::string Hole; ///< empty: there is no other side
    std::string Detail;
  };

  /// Widths: those of the input space. Resume: the file may exist, and then belongs to this exploration; else it
  /// must not. An error says what is wrong with the file and what to do.
  static Result<std::unique_ptr<RunStore>> open(const std::string &File, const ExplorationIdentity &Identity,
                                                std::vector<unsigned> Widths, bool Resume);
  /// Commits what it can.
  ~RunStore();
  RunStore(const RunStore &) = delete;

  /// What was there when it was opened.
  const std::vector<StoredRun> &runs() const { return Runs; }
  const std::map<PathKey, Settled> &settled() const { return Questions; }

  // An error means that the record, and others since the last commit, may not be there; what was committed before is.
  Status addRun(const InputAssignment &Input, const PathKey &Path);
  Status addSettled(const PathKey &Question, const Settled &Answer);
  Status commit();
  /// Commits a batch that is large or old enough; to be called now and then.
  Status commitIfDue();

  /// A batch is committed when it has so many records or is a second old.
  void setBatch(unsigned Records) { MostRecords = Records; }
  const std::string &file() const { return File; }

private:
  struct Database;

  RunStore(std::string File, std::vector<unsigned> Widths, std::unique_ptr<Database> Opened);
  Status begin();
  Status recorded(bool Fine);
  Status check(const ExplorationIdentity &Identity);
  bool whole();
  Status create(const ExplorationIdentity &Identity);
  Status compare(const ExplorationIdentity &Identity);
  Status load();
  Status prepare();
  Error problem(const std::string &What) const;

  std::string File;
  std::vector<unsigned> Widths;
  std::unique_ptr<Database> Open;
  std::vector<StoredRun> Runs;
  std::map<PathKey, Settled> Questions;
  unsigned MostRecords = 256, Waiting = 0;
  Stopwatch SinceBegin;
};

} // namespace vernier

#pragma once

#include "exposure/Expose.h"
#include "verdict/Verdict.h"

namespace vernier {

/// How far inputs come with one change, in the entry where they come furthest.
struct ChangeProgress {
  unsigned Id = 0; ///< of the changed statement
  bool Reached = false, Infected = false, Exposed = false;
  std::string Entry;               ///< in which they come so far; empty: none was searched
  std::optional<std::size_t> Test; ///< index: the test that exposes it, else one that executes it
  Reason Why;                      ///< of a change that is not exposed
};

/// An input of an entry that executes changes, or shows them.
struct ChangeTest {
  std::string Entry;
  bool WholeProgram = false;
  Witness Shown;
  bool Differs = false, Compared = false; ///< ExposeTest
  std::vector<unsigned> Executed, Exposes;
};

/// What is known of all changes of a pair, from several entries.
class ChangeExposure {
public:
  explicit ChangeExposure(llvm::ArrayRef<ChangedStatement> All = {});

  /// What a search from one entry has found.
  void add(const ExposeResult &Found, const std::string &Entry);
  /// A proof says that there is nothing to be shown.
  void settleEqual(unsigned Id, std::string Proof);
  /// Of the changes that no search came to, why there was none.
  void explainOpen(const Reason &Why);
  /// Exposed, or settled.
  const std::set<unsigned> &settled() const { return Settled; }
  bool isExposed(unsigned Id) const;
  static Reason noTimeLeft();
  bool isOpen() const { return Settled.size() < Changes.size(); }
  std::size_t count(bool ChangeProgress::*State) const;

  std::vector<ChangeProgress> Changes;
  std::vector<ChangeTest> Tests;

private:
  ChangeProgress *find(unsigned Id);

  std::set<unsigned> Settled;
};

/// The same values in another space, by the names of the leaves; what it has beyond that is zero, or as small as it may
/// be.
InputAssignment carriedOver(const InputSpace &From, const InputAssignment &Values, const InputSpace &To);

} // namespace vernier

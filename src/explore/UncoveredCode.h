#pragma once

#include "abi/Sites.h"
#include "search/Explored.h"
#include "trace/Trace.h"

#include <string>
#include <vector>

namespace vernier {

/// What the runs of an exploration have not covered yet, in the terms of their traces, and what it depends on.
class UncoveredCode {
public:
  /// Entry: the symbol of the function where runs begin. Code in its file is worth more than that of libraries.
  UncoveredCode(const Instrumentation &Build, const std::string &Entry);

  /// What a run has covered.
  void add(llvm::ArrayRef<std::uint8_t> Coverage);
  /// It is a branch or switch of the program with a side that no run has taken.
  bool isOpen(std::uint32_t Site) const { return Site < OpenSides.size() && OpenSides[Site] != 0; }
  /// How many tries it is worth to get to the other sides of one branch.
  unsigned importance(std::uint32_t Site) const { return OfEntry[Site] ? 4 : 1; }

  /// Fills in what the run came by that is open, and which of its decisions that depends on: by value, or by what was
  /// or was not assigned under them, also where the branch itself is decided without a look at the input. What only
  /// decides about coming there is left out: to go another way there leads away.
  void addLeads(Trace &Left, Run &To) const;

private:
  static constexpr std::size_t MostGoals = 64; ///< bits of Run::Leads
  std::vector<std::uint32_t> goalsOf(const Trace &Left) const;
  static std::vector<std::uint64_t> spread(const Trace &Left, llvm::ArrayRef<std::uint32_t> Goals);

  std::vector<std::uint8_t> Covered;     ///< edges
  std::vector<std::uint32_t> SiteOfEdge; ///< 0: of a model
  std::vector<unsigned> OpenSides;       ///< by site
  std::vector<bool> OfEntry;             ///< by site
};

} // namespace vernier

#pragma once

#include "input/RandomInputs.h"
#include "input/TextInputs.h"
#include "partition/Scout.h"
#include "search/Suggestions.h"

#include <llvm/ADT/DenseSet.h>

#include <deque>
#include <set>

namespace vernier {

/// Looks for inputs on which the versions differ by runs whose traces nobody reads: texts of what the sources name, and
/// variations of those that came to new places or showed something new. Most programs that read texts reject almost all
/// of them, and a run that is only looked at costs a fraction of one whose conditions are read. What comes to a change
/// is handed on to who reads them.
class TextProbes : public Suggestions {
public:
  TextProbes(const SymbolicInput &Space, const InputSpace &Names, ScoutedPrograms &Versions,
             const SourceConstants &Known, std::uint64_t Seed)
      : Space(Space), Versions(Versions), Texts(Names, Seed, Known), Draw(Names, Seed, Known) {}

  /// There are no texts in the space.
  bool empty() const { return Texts.empty(); }
  /// Goes on for some runs. An input on which the versions differ, if one of them did.
  std::optional<InputAssignment> look(unsigned Runs);
  std::uint64_t runs() const { return Runs; }

  std::optional<InputAssignment> next() override;
  void ran(const InputAssignment &Input, std::size_t NewEdges) override;

private:
  std::optional<InputAssignment> lookTogether(unsigned Count);
  /// True if it is one on which the versions differ.
  bool note(const InputAssignment &Input, const ProbedRun &Ran);
  InputAssignment nextInput();

  const SymbolicInput &Space;
  ScoutedPrograms &Versions;
  TextInputs Texts;
  RandomInputs Draw;
  llvm::DenseSet<std::uint64_t> Places, Diverging; ///< of the coverage that some run has hit
  std::set<std::string> Lines;                     ///< that the newest version printed, whatever their numbers
  std::deque<InputAssignment> Reaching;
  std::uint64_t Runs = 0;
};

} // namespace vernier

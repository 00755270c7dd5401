#pragma once

#include "bounded/Executor.h"
#include "changes/ChangeMap.h"

#include <map>
#include <utility>
#include <vector>

namespace vernier {

/// Some type of the program has bytes or bits that mean nothing, or more than one meaning.
bool hasPadding(const llvm::Module &M);

/// Compares what two runs left in memory as graphs: same contents, same sizes of blocks, same shape. Addresses do not
/// count; memory that both made themselves corresponds if it is reached in the same way, one to one.
class MemoryGraph {
public:
  /// The map, if there is one, says which globals and functions correspond to each other; else they do by their names.
  MemoryGraph(TermStore &Store, const InputSpace &Space, const ChangeMap *Map, const llvm::Module &OldModule,
              const llvm::Module &NewModule, Executor &Old, Executor &New, const State &OldAt, const State &NewAt,
              bool Padding)
      : Store(Store), Space(Space), Map(Map), OldModule(OldModule), NewModule(NewModule), Old(Old), New(New),
        OldAt(OldAt), NewAt(NewAt), Padding(Padding), False(Store.boolean(false)) {}

  /// Equal as data, or pointers to corresponding objects.
  Term sameValue(Term A, Term B);
  /// Something differs that a caller can reach: objects of the input, globals that one of them wrote, errno.
  Term callerSeesDifference();
  /// A global was written that the other version lacks.
  bool writesUnpaired();
  /// One of the runs wrote something that a caller can reach.
  bool wroteAnything();
  /// What was said to differ so far does, for each input that satisfies the condition. Else it may differ in bytes that
  /// mean nothing (padding, what nobody wrote), or in which of several equal blocks is which.
  bool isExact() const { return Exact; }

private:
  using Pair = std::pair<unsigned, unsigned>;

  Term objectsDiffer(Pair Objects);
  Term contentsDiffer(Pair Objects);
  Term bothAsAtStart(Pair Objects, const Contents::Piece &Piece);
  bool isDense(unsigned InNew) const;
  void completeCycles(std::size_t First);
  Term sameTarget(const Executor::Target &X, const Executor::Target &Y);
  bool arePartners(unsigned InOld, unsigned InNew);
  bool correspond(const Object &A, const Object &B) const;
  const llvm::GlobalVariable *oldCounterpart(const llvm::GlobalVariable &InNew) const;
  Term globalsDiffer();
  Term errorNumber(const Executor &Run, const State &At);
  bool isGlobal(std::size_t Index) const;
  static std::optional<unsigned> written(const Executor &Run, const State &At, const llvm::GlobalVariable &G);
  bool wroteAnything(const Executor &Run, const State &At) const;

  TermStore &Store;
  const InputSpace &Space;
  const ChangeMap *Map;
  const llvm::Module &OldModule, &NewModule;
  Executor &Old, &New;
  const State &OldAt, &NewAt;
  const bool Padding; ///< one of the modules hasPadding
  Term False;
  std::map<Pair, Term> Compared;
  std::vector<Pair> Order; ///< in which pairs were completed
  std::vector<Pair> Open;  ///< that are being compared
  bool Cyclic = false;     ///< one of these was met again
  std::map<unsigned, unsigned> NewPartner, OldPartner;
  bool Exact = true;
};

} // namespace vernier

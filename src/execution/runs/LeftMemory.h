#pragma once

#include "execution/runs/ContentsReader.h"
#include "input/EntryShape.h"
#include "verdict/Outcome.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// A scalar, a pointer or a run of bytes in a block.
struct LeftCell {
  std::uint64_t Offset = 0;
  unsigned Bits = 8;
  std::uint8_t Mask = WholeByte; ///< of one byte: the bits that count
  std::uint64_t Count = 0;       ///< not 0: so many bytes, shown as text
  bool Signed = false;
  bool Floating = false;
  std::string Name;                  ///< by the way that leads there: `return->next->value`
  std::optional<std::string> Target; ///< of a pointer: where it leads, without addresses
  bool Contents = false;             ///< it is told by its contents, and Target is their text

  std::uint64_t size() const { return Count ? Count : (Bits + 7) / 8; }
};

/// Bits of a byte that are padding if the block holds what the type of the pointer says. Code may have another use for
/// them: a text behind a header, for one.
struct LikelyPadding {
  std::uint64_t Offset = 0;
  std::uint8_t Mask = WholeByte;
  bool Uncertain = false; ///< it need not be padding even if one version does not write it
  bool Unwritten = false; ///< nobody wrote it
};

/// Memory that is neither an object of the input nor an observed global, and that can be reached when a function has
/// returned. Blocks are numbered in the order in which the ways lead to them, so that two runs that leave the same
/// graph have the same list, wherever the blocks lie.
struct LeftBlock {
  unsigned Observed = 0; ///< its number in a trace (VernierObserved)
  std::string Name;
  std::string Kind; ///< "heap", "static", "constant"
  std::uint64_t Size = 0;
  std::vector<LeftCell> Cells;
  std::vector<LikelyPadding> Padding; ///< in none of the cells
  std::string Bytes;
  std::string Filled;    ///< for each byte 1 if it is as memory of the heap is before anybody writes
  std::string Unwritten; ///< for each byte 1 if nobody wrote it; empty until runs with two fillings were compared

  bool isUnwritten(const LeftCell &Cell) const;
};

/// Bytes of observed memory: the number of the memory, the offset in it.
using ObservedByte = std::pair<std::uint64_t, std::uint64_t>;

/// What a function left behind when it returned, as a graph.
struct LeftMemory {
  std::vector<NamedValue> Roots; ///< pointers in the result, in objects and globals; what callers can ask for
  std::vector<LeftBlock> Blocks;
  std::vector<LeftContents> Contents;
  std::optional<std::string> ReturnTarget;    ///< of a text that is returned: where it lies
  unsigned FirstBlock = 0;                    ///< the number of the first block in a trace...
  unsigned RawBlocks = 0;                     ///< ...and how many there are, of which Blocks are told by themselves
  std::map<ObservedByte, std::uint8_t> Masks; ///< of bytes outside of Blocks of which some bits do not count
  std::size_t Others = 0;                     ///< of Outcome::Memory: what comes before the blocks
  std::string NotCompared;                    ///< why there is more than this; empty: there is not

  bool hasHeap() const;
  /// For people, and for comparing: equal exactly if the graphs are.
  void describe(std::vector<NamedValue> &Into) const;
};

/// Which bits of what was left are looked at. Of memory that belongs to a string or a vector, those are its contents.
class ComparedBits {
public:
  explicit ComparedBits(const LeftMemory &Left);
  /// Of a byte.
  std::uint8_t mask(std::uint64_t Observed, std::uint64_t Offset) const;

private:
  std::uint64_t FirstBlock, Blocks;
  std::set<std::uint64_t> Whole;
  std::set<ObservedByte> Bytes, OfContents;
  std::map<ObservedByte, std::uint8_t> Masks;
};

/// Two runs of one version on one input with different fillings of memory that nobody wrote: finds out which bytes
/// nobody wrote, and shows them as such in the first. No: the runs differ in something else.
bool mergeFillings(Outcome &First, LeftMemory &Left, const Outcome &Second, const LeftMemory &Other);

/// Memory as the harness left it.
struct RawBlock {
  std::uint64_t Address = 0, Size = 0;
  std::optional<unsigned> Place; ///< nothing: of the heap
  std::string Bytes, Filled;
};

/// Memory that has a name of its own and is compared by that.
struct NamedRegion {
  std::uint64_t Address = 0, Size = 0;
  std::string Name;
  bool Ends = false; ///< a pointer to its end belongs to it
};

/// Follows pointers. What it is asked about first gets the smaller numbers.
class LeftMemoryReader {
public:
  LeftMemoryReader(const std::vector<ReachablePlace> &Places, std::vector<std::uint64_t> Addresses,
                   std::vector<NamedRegion> Regions, std::vector<RawBlock> Raw, std::vector<MemoryArea> Areas,
                   unsigned FirstNumber, std::pair<std::uint64_t, std::uint64_t> Stack)
      : Places(Places), Addresses(std::move(Addresses)), Regions(std::move(Regions)), Raw(std::move(Raw)),
        FirstNumber(FirstNumber), Stack(Stack), Reader(withBlocks(std::move(Areas)), Stack) {}
  LeftMemoryReader(const LeftMemoryReader &) = delete;

  /// Where a pointer leads. What lies there becomes part of the graph.
  std::string target(std::uint64_t Address, const llvm::DIType *Pointee, const std::string &Name);
  /// The contents of an object of a class that is told by them, as text; they are compared.
  std::string contents(const MemoryArea &In, std::uint64_t Offset, const llvm::DIType *Type, const std::string &Name,
                       bool OfResult = false);
  /// The text that begins there, if it is a constant or lies on the heap and ends in its block.
  std::optional<std::string> text(std::uint64_t Address) const;
  bool isOnHeap(std::uint64_t Address) const;
  /// Nothing but the code that returns such a pointer says that it leads to this type.
  void doubt(const llvm::DIType *Type) { Guessed = Type; }
  /// Everything that can be reached from what was asked about.
  LeftMemory finish(std::vector<NamedValue> Roots);

private:
  const RawBlock *rawAt(std::uint64_t Address) const;
  std::string blockTarget(const RawBlock &Block, std::uint64_t Address, const llvm::DIType *Pointee,
                          const std::string &Name);
  void addCells(LeftBlock &Block, const RawBlock &From, const llvm::DIType *Pointee, std::uint64_t Offset,
                const std::string &Name);
  bool addTyped(LeftBlock &Block, const RawBlock &From, const llvm::DIType *Pointee, std::uint64_t Offset,
                const std::string &Name);
  void addBytes(LeftBlock &Block, const RawBlock &From, std::uint64_t Begin, std::uint64_t End,
                const std::string &Name);
  bool isKnown(std::uint64_t Address) const;
  std::vector<MemoryArea> withBlocks(std::vector<MemoryArea> Areas) const;
  unsigned numberOf(const RawBlock &Block) const { return FirstNumber + static_cast<unsigned>(&Block - Raw.data()); }

  struct Numbered {
    unsigned Raw;
    const llvm::DIType *Pointee;
    std::uint64_t Offset;
    std::string Name;
  };

  const std::vector<ReachablePlace> &Places;
  std::vector<std::uint64_t> Addresses; ///< of the places
  std::vector<NamedRegion> Regions;
  std::vector<RawBlock> Raw;
  unsigned FirstNumber;
  std::pair<std::uint64_t, std::uint64_t> Stack;
  ContentsReader Reader;
  std::vector<LeftContents> Contents;
  std::vector<Numbered> Order;
  const llvm::DIType *Guessed = nullptr;
  std::string Problem;
};

} // namespace vernier

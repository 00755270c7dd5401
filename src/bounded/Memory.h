#pragma once

#include "term/Term.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// What an object holds: cells of any sizes, each with the term that was stored last. Bytes without a cell hold the
/// background.
class Contents {
public:
  enum class Background { Undefined, Zero };

  explicit Contents(Background Rest = Background::Undefined) : Rest(Rest) {}

  /// Bytes from Offset on, as one little-endian number.
  Term load(TermStore &Store, std::uint64_t Offset, unsigned Bytes) const;
  /// The same if all of them are constants and there are at most 8.
  std::optional<std::uint64_t> constantAt(std::uint64_t Offset, unsigned Bytes) const;
  void store(TermStore &Store, std::uint64_t Offset, Term Value);
  /// Choose ? A : B, for each byte.
  static Contents merge(TermStore &Store, Term Choose, const Contents &A, const Contents &B);
  /// Everything becomes undefined, or zero.
  void clear(Background With) {
    Cells.clear();
    Rest = With;
  }

  struct Piece {
    std::uint64_t Offset;
    unsigned Bytes;
  };
  /// Ranges that cover all cells of both, such that no cell of either crosses a border.
  static std::vector<Piece> pieces(const Contents &A, const Contents &B);
  Background background() const { return Rest; }
  bool sameAs(const Contents &Other) const { return Rest == Other.Rest && Cells == Other.Cells; }

private:
  /// Makes borders at both ends of the range and drops what lies inside.
  void clearRange(TermStore &Store, std::uint64_t Offset, std::uint64_t Bytes);
  void split(TermStore &Store, std::uint64_t At);
  Term background(TermStore &Store, unsigned Bytes) const;

  Background Rest;
  std::map<std::uint64_t, Term> Cells; // ordered by offset, without overlap
};

enum class StorageKind { Global, Constant, Stack, Heap, Input, Function, Stream };

/// Something that a pointer can point to.
struct Object {
  std::string Name;
  StorageKind Kind = StorageKind::Global;
  std::uint64_t Size = 0;
  Term Address;
  std::shared_ptr<const Contents> Initial;  ///< what a state holds that does not mention the object
  const void *Origin = nullptr;             ///< the llvm::Function or llvm::GlobalVariable
  const llvm::Instruction *Maker = nullptr; ///< of a local: what made it
};

/// The memory of one state: only what differs from the initial contents. Copies share until one of them is written.
class Memory {
public:
  using ObjectId = unsigned;

  const Contents *find(ObjectId Id) const;
  Contents &write(ObjectId Id, const std::shared_ptr<const Contents> &Initial);
  void put(ObjectId Id, Contents What);
  void erase(ObjectId Id);
  /// The object was freed, or its function returned.
  bool isGone(ObjectId Id) const { return Map && Map->contains(Id) && !Map->at(Id); }

  bool sharesAll(const Memory &Other) const { return Map == Other.Map; }
  using Table = std::map<ObjectId, std::shared_ptr<Contents>>;
  const Table &table() const;

private:
  Table &own();
  std::shared_ptr<Table> Map;
};

} // namespace vernier

#pragma once

#include "bitcode/Program.h"
#include "selection/CodeHashes.h"
#include "selection/Hits.h"
#include "selection/RecordStore.h"
#include "selection/SlotTable.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier {

/// One executable of the version whose tests are recorded.
class RecordedCode {
public:
  RecordedCode(std::string Name, std::shared_ptr<const Program> Version);

  const std::string &name() const { return Name; }
  const Program &version() const { return *Version; }
  const SlotTable &table() const { return Table; }
  /// The name of its file of hits.
  std::string key() const;

  /// Code as records name it: a function, or the surroundings.
  CodeName codeName(unsigned Function) const {
    return {Name, Table.functions()[Function].Id, Hashes.Functions[Function]};
  }
  CodeName surroundings() const { return {Name, {}, Hashes.Surroundings}; }

  /// What these bytes say, with the surroundings first.
  Result<HitProfile> profileOf(const SlotBytes &Bytes, RecordStore &Store) const;

private:
  std::string Name;
  std::shared_ptr<const Program> Version;
  SlotTable Table;
  CodeHashes Hashes;
};

/// The function of an executable that a number of the store stands for, if it is one of this version.
struct CodePlace {
  static constexpr unsigned None = ~0u;
  unsigned Executable = None; ///< None: the code is of another version
  unsigned Function = None;   ///< None: its surroundings
};

/// Which numbers of a store are code of a version.
class KnownCode {
public:
  KnownCode(llvm::ArrayRef<RecordedCode> Executables, const RecordStore &Store);

  CodePlace operator[](std::uint32_t Number) const { return Number < Places.size() ? Places[Number] : CodePlace(); }
  /// All of it is code of the version: the test would do the same again.
  bool isValid(const HitProfile &Profile) const;

private:
  std::vector<CodePlace> Places;
};

} // namespace vernier

#pragma once

#include "abi/Run.h"
#include "execution/runs/SharedMemory.h"
#include "input/InputSpace.h"

#include <string>
#include <sys/stat.h>
#include <vector>

namespace vernier {

/// The memory that a server takes the input of its next run from (abi/Run.h). Only the explorer can write to it, and
/// where things are in it does not depend on the values.
class RunMemory {
public:
  /// Memory: bytes that a run may have. The space has to live longer. Without whole program there are only limits.
  static Result<RunMemory> create(const InputSpace &Space, std::uint64_t Memory);

  int descriptor() const { return Memory.descriptor(); }
  /// Files: as they were made for this run, in the order of the space.
  void fill(const InputAssignment &Values, const std::vector<struct stat> &Files) { fillAt(0, Values, Files); }
  /// The input of run Number of several (VernierProbes).
  void fillProbe(std::uint32_t Number, const InputAssignment &Values) { fillAt(Number * Planned.size(), Values, {}); }

private:
  std::uint64_t reserve(std::uint64_t Size);
  VernierBytes planText(const std::string &Prefix, const std::vector<unsigned> &Leaves);
  VernierBytes planVariable(const ProgramInput::Variable &Variable);
  VernierStream planStream(const std::vector<unsigned> &Leaves, std::optional<unsigned> Length,
                           const std::string &Fixed);
  void plan(std::uint64_t Most);
  template <class T> std::uint64_t table(const std::vector<T> &Rows);
  void fillAt(std::uint64_t Start, const InputAssignment &Values, const std::vector<struct stat> &Files);
  VernierStream &stream(std::uint64_t At) { return *reinterpret_cast<VernierStream *>(Memory.data() + At); }
  void fillStream(std::uint64_t At, std::optional<unsigned> Length, const InputAssignment &Values);

  /// A byte of the memory that is a leaf.
  struct Byte {
    std::uint64_t At;
    unsigned Leaf;
  };

  const InputSpace *Space = nullptr;
  std::string Planned;
  std::vector<Byte> Bytes;
  SharedMemory Memory;
};

} // namespace vernier

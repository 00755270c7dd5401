#pragma once

#include "random/Execution.h"

namespace vernier::test {

/// The fixed part of what a run leaves; events and standard output follow it.
struct RunRecord {
  std::uint32_t Events = 0;
  std::uint32_t StdoutBytes = 0;
  std::int32_t Code = 0;
  std::uint8_t End = 0;
  std::uint8_t Changed = 0;
  std::uint8_t Truncated = 0;
  std::uint8_t Unused = 0;
  std::int64_t Returned = 0;
};

/// Memory that the processes of a chunk share. Records lie one after the other; the last one is being written while a
/// run goes on, so that what a crashing program did before its end is there. The reader trusts no size in it.
class RunArena {
public:
  RunArena();
  ~RunArena();
  RunArena(const RunArena &) = delete;
  RunArena &operator=(const RunArena &) = delete;

  // The writers' side.
  void begin();
  void finish();
  void event(OutputEvent Event);
  /// Appends the contents of a file, which must be the last thing in a record.
  void output(int Descriptor, std::size_t Size);
  RunRecord &current();
  bool inRun() const;
  std::size_t done() const;

  std::vector<Outcome> outcomes() const;

private:
  struct Header;
  Header &header() const { return *reinterpret_cast<Header *>(Memory); }
  char *Memory = nullptr;
};

} // namespace vernier::test

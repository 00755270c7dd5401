#include "random/RunArena.h"

#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace vernier::test {

namespace {

constexpr std::size_t MaxEvents = 2000;
constexpr std::size_t MaxStdout = 32 * 1024;
constexpr std::size_t ArenaSize = 64u << 20; ///< holds 1024 runs of the greatest size; only touched pages cost anything

} // namespace

struct RunArena::Header {
  std::uint64_t Done = 0;
  std::uint64_t Current = 0; ///< offset of the record being written, 0 outside of a run
  std::uint64_t Free = 0;    ///< offset behind the last record
};

RunArena::RunArena() {
  void *Mapped = mmap(nullptr, ArenaSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Mapped == MAP_FAILED)
    throw std::bad_alloc();
  Memory = static_cast<char *>(Mapped);
  new (Memory) Header;
  header().Free = sizeof(Header);
}

RunArena::~RunArena() {
  munmap(Memory, ArenaSize);
}

void RunArena::begin() {
  header().Current = header().Free;
  new (Memory + header().Current) RunRecord;
}

void RunArena::finish() {
  const RunRecord &Run = current();
  std::uint64_t Size = sizeof(RunRecord) + Run.Events * sizeof(OutputEvent) + Run.StdoutBytes;
  header().Free = (header().Current + Size + 7) / 8 * 8;
  header().Current = 0;
  ++header().Done;
}

RunRecord &RunArena::current() {
  return *reinterpret_cast<RunRecord *>(Memory + header().Current);
}

bool RunArena::inRun() const {
  return header().Current != 0;
}

std::size_t RunArena::done() const {
  return header().Done;
}

void RunArena::event(OutputEvent Event) {
  RunRecord &Run = current();
  if (Run.Events == MaxEvents) {
    Run.Truncated = 1;
    return;
  }
  std::memcpy(Memory + header().Current + sizeof(RunRecord) + Run.Events * sizeof(Event), &Event, sizeof(Event));
  ++Run.Events;
}

void RunArena::output(int Descriptor, std::size_t Size) {
  RunRecord &Run = current();
  Run.Truncated |= Size > MaxStdout;
  char *To = Memory + header().Current + sizeof(RunRecord) + Run.Events * sizeof(OutputEvent);
  ssize_t Read = pread(Descriptor, To, std::min(Size, MaxStdout), 0);
  Run.StdoutBytes = Read > 0 ? static_cast<std::uint32_t>(Read) : 0;
}

std::vector<Outcome> RunArena::outcomes() const {
  std::vector<Outcome> All;
  std::size_t At = sizeof(Header);
  for (std::uint64_t K = 0; K < header().Done && At + sizeof(RunRecord) <= ArenaSize; ++K) {
    RunRecord Run;
    std::memcpy(&Run, Memory + At, sizeof(Run));
    std::size_t Events = At + sizeof(Run), Text = Events + Run.Events * sizeof(OutputEvent);
    std::size_t End = Text + Run.StdoutBytes;
    if (End > ArenaSize || Run.End > static_cast<std::uint8_t>(Ending::Failed))
      break;
    Outcome Out;
    Out.End = static_cast<Ending>(Run.End);
    Out.Code = Run.Code;
    Out.Returned = Run.Returned;
    Out.Changed = Run.Changed != 0;
    Out.Truncated = Run.Truncated != 0;
    Out.Events.resize(Run.Events);
    for (std::size_t E = 0; E < Run.Events; ++E)
      std::memcpy(&Out.Events[E], Memory + Events + E * sizeof(OutputEvent), sizeof(OutputEvent));
    Out.Stdout.assign(Memory + Text, Run.StdoutBytes);
    All.push_back(std::move(Out));
    At = (End + 7) / 8 * 8;
  }
  return All;
}

} // namespace vernier::test

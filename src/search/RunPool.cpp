#include "search/RunPool.h"

namespace vernier {

RunPool::RunPool(std::vector<Explored *> Programs) : Slots(Programs.size()) {
  for (std::size_t I = 0; I < Programs.size(); ++I)
    Slots[I].Program = Programs[I];
  if (Slots.size() > 1)
    for (Slot &Each : Slots)
      Each.Worker = std::thread([this, &Each] { work(Each); });
}

RunPool::~RunPool() {
  {
    std::lock_guard Lock(Guard);
    Leaving = true;
  }
  Changed.notify_all();
  for (Slot &Each : Slots)
    if (Each.Worker.joinable())
      Each.Worker.join();
}

void RunPool::work(Slot &Own) {
  std::unique_lock Lock(Guard);
  while (true) {
    Changed.wait(Lock, [&] { return Leaving || Own.Now == Phase::Running; });
    if (Leaving)
      return;
    Lock.unlock();
    Status Executed = Own.Program->execute(Own.Input);
    Lock.lock();
    Own.Executed = std::move(Executed);
    Own.Now = Phase::Ended;
    Changed.notify_all();
  }
}

std::optional<std::size_t> RunPool::find(Phase Wanted) const {
  for (std::size_t I = 0; I < Slots.size(); ++I)
    if (Slots[I].Now == Wanted)
      return I;
  return std::nullopt;
}

std::optional<std::size_t> RunPool::idle() {
  std::lock_guard Lock(Guard);
  return find(Phase::Idle);
}

void RunPool::start(std::size_t Program, InputAssignment Input) {
  Slot &Own = Slots[Program];
  if (Slots.size() == 1) {
    Own.Executed = Own.Program->execute(Input);
    Own.Now = Phase::Ended;
    return;
  }
  {
    std::lock_guard Lock(Guard);
    Own.Input = std::move(Input);
    Own.Now = Phase::Running;
  }
  Changed.notify_all();
}

std::optional<std::size_t> RunPool::ended(bool Wait) {
  std::unique_lock Lock(Guard);
  if (Wait)
    Changed.wait(Lock, [&] { return find(Phase::Ended) || !find(Phase::Running); });
  return find(Phase::Ended);
}

Result<Run> RunPool::take(std::size_t Program) {
  Slot &Own = Slots[Program];
  Result<Run> What = Own.Executed ? Own.Program->finished() : Result<Run>(Own.Executed.error());
  std::lock_guard Lock(Guard);
  Own.Now = Phase::Idle;
  return What;
}

} // namespace vernier

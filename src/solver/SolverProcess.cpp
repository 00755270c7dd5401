#include "solver/SolverProcess.h"

#include "base/Memory.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// The solver notices most limits itself, and then it can say more than that it was ended.
constexpr milliseconds Grace(50);
/// Less than that is not enough to begin with.
constexpr std::uint64_t LeastMemory = std::uint64_t(128) << 20;

/// What goes through the pipe: the length of the rest, then numbers and texts one after the other. Terms are their ids.
class Message {
public:
  void number(std::uint64_t Value) { Text.append(reinterpret_cast<const char *>(&Value), sizeof Value); }
  void text(const std::string &Value) {
    number(Value.size());
    Text += Value;
  }
  void value(const llvm::APInt &Value) {
    number(Value.getBitWidth());
    for (unsigned I = 0; I < Value.getNumWords(); ++I)
      number(Value.getRawData()[I]);
  }
  const std::string &whole() const { return Text; }

private:
  std::string Text;
};

class Reader {
public:
  explicit Reader(llvm::StringRef Text) : Rest(Text) {}
  bool Good = true;

  std::uint64_t number() {
    std::uint64_t Value = 0;
    if (Rest.size() < sizeof Value) {
      Good = false;
      return 0;
    }
    std::memcpy(&Value, Rest.data(), sizeof Value);
    Rest = Rest.drop_front(sizeof Value);
    return Value;
  }
  /// How many things of at least a number each follow.
  std::uint64_t count() {
    std::uint64_t Many = number();
    if (Many > Rest.size() / sizeof Many)
      Good = false;
    return Good ? Many : 0;
  }
  std::string text() {
    std::uint64_t Length = number();
    if (Length > Rest.size()) {
      Good = false;
      return {};
    }
    std::string Value = Rest.take_front(Length).str();
    Rest = Rest.drop_front(Length);
    return Value;
  }
  llvm::APInt value() {
    std::uint64_t Bits = number();
    if (Bits == 0 || Bits / 64 > Rest.size() / 8)
      Good = false;
    if (!Good)
      return llvm::APInt();
    std::vector<std::uint64_t> Words((Bits + 63) / 64);
    for (std::uint64_t &Each : Words)
      Each = number();
    return llvm::APInt(static_cast<unsigned>(Bits), Words);
  }

private:
  llvm::StringRef Rest;
};

std::string encode(const SolverAnswer &Answer) {
  Message Body;
  Body.number(static_cast<std::uint64_t>(Answer.What));
  Body.text(Answer.Why);
  Body.number(Answer.Model.size());
  for (const auto &[Variable, Value] : Answer.Model) {
    Body.number(Variable.id());
    Body.value(Value);
  }
  Body.number(Answer.Core.size());
  for (Term Each : Answer.Core)
    Body.number(Each.id());
  Message Framed;
  Framed.text(Body.whole());
  return Framed.whole();
}

void sendAll(int Pipe, llvm::StringRef Text) {
  while (!Text.empty()) {
    ssize_t Written = write(Pipe, Text.data(), Text.size());
    if (Written < 0 && errno != EINTR)
      return;
    Text = Text.drop_front(static_cast<std::size_t>(std::max<ssize_t>(Written, 0)));
  }
}

std::uint64_t allowance(unsigned Share) {
  std::uint64_t Limit = residentLimit(), Held = residentBytes();
  return std::max((Limit > Held ? Limit - Held : 0) / std::max(Share, 1u), LeastMemory);
}

/// Destructors and buffers are those of the one who asks.
[[noreturn]] void vanish() {
  while (true)
    kill(getpid(), SIGKILL);
}

/// In the copy, before anything else: it ends with the one who asks, keeps nothing else open, and takes no more memory
/// than it may.
void confine(pid_t Asking, int Pipe, std::uint64_t Memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Asking)
    vanish();
  signal(SIGINT, SIG_IGN); // is for whoever asks
  syscall(SYS_close_range, 3, Pipe - 1, 0);
  syscall(SYS_close_range, Pipe + 1, ~0u, 0);
  rlimit Addresses = {}, None = {};
  getrlimit(RLIMIT_AS, &Addresses);
  Addresses.rlim_cur = std::min<rlim_t>(addressedBytes() + Memory, Addresses.rlim_max);
  setrlimit(RLIMIT_AS, &Addresses);
  setrlimit(RLIMIT_CORE, &None);
}

} // namespace

SolverProcess::SolverProcess(llvm::ArrayRef<Term> Conjuncts, milliseconds Limit, std::function<SolverAnswer()> Ask,
                             unsigned Share)
    : Conjuncts(Conjuncts.vec()), Deadline(Clock::now() + Limit + Grace) {
  start(Ask, Share);
}

void SolverProcess::start(const std::function<SolverAnswer()> &Ask, unsigned Share) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return;
  std::uint64_t Memory = allowance(Share);
  pid_t Asking = getpid();
  Process = fork();
  if (Process == 0) {
    confine(Asking, Ends[1], Memory);
    sendAll(Ends[1], encode(Ask()));
    vanish();
  }
  close(Ends[1]);
  Pipe = Ends[0];
  fcntl(Pipe, F_SETFL, O_NONBLOCK);
  if (Process < 0)
    end();
}

bool SolverProcess::receive() {
  char Buffer[65536];
  while (true) {
    ssize_t Count = read(Pipe, Buffer, sizeof Buffer);
    if (Count > 0)
      Received.append(Buffer, static_cast<std::size_t>(Count));
    else if (Count == 0 || (errno != EINTR && errno != EAGAIN))
      return false;
    else if (errno == EAGAIN)
      return true;
  }
}

bool SolverProcess::isWhole() const {
  std::uint64_t Length = 0;
  if (Received.size() < sizeof Length)
    return false;
  std::memcpy(&Length, Received.data(), sizeof Length);
  return Received.size() - sizeof Length >= Length;
}

std::optional<SolverAnswer> SolverProcess::poll() {
  if (Process < 0)
    return unknown("no process for the solver could be made");
  bool More = receive();
  if (isWhole()) {
    end();
    return decode();
  }
  if (!More) {
    end();
    return unknown("the solver crashed");
  }
  if (Clock::now() < Deadline)
    return std::nullopt;
  end();
  return unknown("timeout");
}

SolverAnswer SolverProcess::wait() {
  while (true) {
    if (auto Answer = poll())
      return std::move(*Answer);
    auto Left = std::chrono::ceil<milliseconds>(Deadline - Clock::now());
    pollfd Waiting = {Pipe, POLLIN, 0};
    ::poll(&Waiting, 1, static_cast<int>(std::clamp<std::int64_t>(Left.count(), 1, 60'000)));
  }
}

SolverAnswer SolverProcess::decode() {
  llvm::DenseMap<unsigned, Term> ById;
  for (Term Each : reachable(Conjuncts))
    ById[Each.id()] = Each;
  Reader Body(llvm::StringRef(Received).drop_front(sizeof(std::uint64_t)));
  SolverAnswer Answer;
  std::uint64_t What = Body.number();
  if (What > static_cast<std::uint64_t>(Satisfiable::Unknown))
    return unknown("the solver gave no answer");
  Answer.What = static_cast<Satisfiable>(What);
  Answer.Why = Body.text();
  for (std::uint64_t Left = Body.count(); Left && Body.Good; --Left) {
    auto Variable = ById.find(static_cast<unsigned>(Body.number()));
    llvm::APInt Value = Body.value();
    if (Variable == ById.end() || !Body.Good || Value.getBitWidth() != Variable->second.bits())
      return unknown("the solver gave no answer");
    Answer.Model[Variable->second] = std::move(Value);
  }
  for (std::uint64_t Left = Body.count(); Left && Body.Good; --Left)
    if (auto Conjunct = ById.find(static_cast<unsigned>(Body.number())); Conjunct != ById.end())
      Answer.Core.push_back(Conjunct->second);
    else
      return unknown("the solver gave no answer");
  return Body.Good ? Answer : unknown("the solver gave no answer");
}

SolverAnswer SolverProcess::unknown(const char *Why) {
  SolverAnswer Answer;
  Answer.Why = Why;
  return Answer;
}

void SolverProcess::end() {
  if (Process > 0) {
    kill(Process, SIGKILL);
    while (waitpid(Process, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  if (Pipe >= 0)
    close(Pipe);
  Process = Pipe = -1;
}

} // namespace vernier

#include "random/Execution.h"

#include "random/RunArena.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vernier::test {

namespace {

constexpr std::size_t ChunkSize = 1024; ///< inputs per process that loads the program

/// The state of the process that runs a program; only such processes ever touch it.
RunArena *Arena = nullptr;
std::jmp_buf LeaveRun;

void hostOutInt(int Value) {
  Arena->event({false, Value});
}
void hostOutChar(int Value) {
  Arena->event({true, Value});
}
void hostMark() {
  Arena->current().Changed = 1;
}
[[noreturn]] void hostExit(int Code) {
  Arena->current().End = static_cast<std::uint8_t>(Ending::Exited);
  Arena->current().Code = Code & 0xff;
  std::longjmp(LeaveRun, 1);
}

/// A run that dies takes what is still in the buffer with it. The process goes on with the next run: forking one for
/// each run that dies would take most of the time of brute force.
[[noreturn]] void hostDie(int Signal) {
  Arena->current().End = static_cast<std::uint8_t>(Ending::Signalled);
  Arena->current().Code = Signal;
  __fpurge(stdout);
  std::longjmp(LeaveRun, 1);
}
[[noreturn]] void hostAbort() {
  hostDie(SIGABRT);
}

struct LoadedProgram {
  std::unique_ptr<llvm::orc::LLJIT> Jit;
  std::int64_t (*Entry)(const std::int64_t *) = nullptr;
  void (*Reset)() = nullptr;
};

template <class F> llvm::orc::ExecutorSymbolDef hostSymbol(F *Function) {
  return {llvm::orc::ExecutorAddr::fromPtr(Function), llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
}

/// The program finds its own functions first, then ours, then those of the C library.
llvm::Error addHost(llvm::orc::LLJIT &Jit) {
  auto Host = Jit.createJITDylib("host");
  if (!Host)
    return Host.takeError();
  llvm::orc::SymbolMap Symbols;
  Symbols[Jit.mangleAndIntern("out_int")] = hostSymbol(&hostOutInt);
  Symbols[Jit.mangleAndIntern("out_char")] = hostSymbol(&hostOutChar);
  Symbols[Jit.mangleAndIntern("vernier_observe_byte")] = hostSymbol(&hostOutInt);
  Symbols[Jit.mangleAndIntern("exit")] = hostSymbol(&hostExit);
  Symbols[Jit.mangleAndIntern("abort")] = hostSymbol(&hostAbort);
  Symbols[Jit.mangleAndIntern("vernier_mark_changed")] = hostSymbol(&hostMark);
  if (auto Problem = Host->define(llvm::orc::absoluteSymbols(std::move(Symbols))))
    return Problem;
  auto Process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(Jit.getDataLayout().getGlobalPrefix());
  if (!Process)
    return Process.takeError();
  Host->addGenerator(std::move(*Process));
  Jit.getMainJITDylib().addToLinkOrder(*Host);
  return llvm::Error::success();
}

llvm::Expected<LoadedProgram> load(const CompiledProgram &Program) {
  // Constructors are called by our own entry, so the JIT needs no platform for them.
  auto Jit = llvm::orc::LLJITBuilder()
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!Jit)
    return Jit.takeError();
  if (auto Problem = addHost(**Jit))
    return Problem;
  if (auto Problem = (*Jit)->addObjectFile(llvm::MemoryBuffer::getMemBuffer(Program.Object, "program", false)))
    return Problem;
  LoadedProgram Loaded;
  auto Entry = (*Jit)->lookup("vernier_entry");
  if (!Entry)
    return Entry.takeError();
  auto Reset = (*Jit)->lookup("vernier_reset");
  if (!Reset)
    return Reset.takeError();
  Loaded.Entry = Entry->toPtr<std::int64_t (*)(const std::int64_t *)>();
  Loaded.Reset = Reset->toPtr<void (*)()>();
  Loaded.Jit = std::move(*Jit);
  return Loaded;
}

void limitProcess() {
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF, SIGTRAP})
    ::signal(Signal, SIG_DFL);
  // Only program code divides; memory that a wild store has damaged is no place to go on in.
  struct sigaction Division{};
  Division.sa_handler = hostDie;
  Division.sa_flags = SA_NODEFER;
  sigaction(SIGFPE, &Division, nullptr);
  rlimit None{0, 0}, Files{1 << 20, 1 << 20};
  setrlimit(RLIMIT_CORE, &None);
  setrlimit(RLIMIT_FSIZE, &Files);
  long Pages = 0;
  if (std::FILE *Statm = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(Statm, "%ld", &Pages) != 1)
      Pages = 0;
    std::fclose(Statm);
  }
  rlim_t Most = static_cast<rlim_t>(Pages) * 4096 + (512u << 20);
  rlimit Memory{Most, Most};
  if (Pages)
    setrlimit(RLIMIT_AS, &Memory);
}

/// Processor time, not wall time: a busy machine is no reason for another outcome.
void startTimer(std::chrono::milliseconds Limit) {
  itimerval Timer{};
  Timer.it_value.tv_sec = Limit.count() / 1000;
  Timer.it_value.tv_usec = Limit.count() % 1000 * 1000;
  setitimer(ITIMER_PROF, &Timer, nullptr);
}

/// Standard output of the program is a file in memory. Takes what is in it, and empties it.
void takeStdout() {
  off_t Size = lseek(STDOUT_FILENO, 0, SEEK_END);
  if (Size <= 0)
    return;
  Arena->output(STDOUT_FILENO, static_cast<std::size_t>(Size));
  if (ftruncate(STDOUT_FILENO, 0) == 0)
    lseek(STDOUT_FILENO, 0, SEEK_SET);
}

/// Runs inputs one after the other, until there are no more or one of them ends this process.
[[noreturn]] void work(const LoadedProgram &Loaded, const std::vector<Input> &Inputs, std::size_t End,
                       const RunLimits &Limits, bool OneOnly) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limitProcess();
  // volatile: it has to survive the jump out of a run.
  for (volatile std::size_t Next = Arena->done(); Next < End; Next = Next + 1) {
    Arena->begin();
    startTimer(Limits.CpuPerInput);
    if (setjmp(LeaveRun) == 0) {
      Loaded.Reset();
      Arena->current().Returned = Loaded.Entry(Inputs[Next].data());
      Arena->current().End = static_cast<std::uint8_t>(Ending::Returned);
    }
    std::fflush(stdout);
    startTimer(std::chrono::milliseconds(0));
    takeStdout();
    Arena->finish();
    if (OneOnly)
      break;
  }
  _exit(0);
}

/// What a worker that ended inside a run tells about that run.
void completeRecord(int Status) {
  RunRecord &Run = Arena->current();
  if (WIFSIGNALED(Status)) {
    bool Time = WTERMSIG(Status) == SIGPROF;
    Run.End = static_cast<std::uint8_t>(Time ? Ending::TimedOut : Ending::Signalled);
    Run.Code = WTERMSIG(Status);
  } else {
    Run.End = static_cast<std::uint8_t>(Ending::Exited);
    Run.Code = WEXITSTATUS(Status);
  }
  takeStdout();
  Arena->finish();
}

/// Puts a file in memory in the place of standard input or output.
bool redirect(int Descriptor, const char *Contents) {
  int File = memfd_create("program", 0);
  if (File < 0)
    return false;
  if (write(File, Contents, std::char_traits<char>::length(Contents)) < 0 || dup2(File, Descriptor) < 0)
    return false;
  return close(File) == 0;
}

/// Loads the program and runs inputs in workers until all records are there.
[[noreturn]] void loadAndRun(const CompiledProgram &Program, const std::vector<Input> &Inputs, std::size_t End,
                             const RunLimits &Limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!redirect(STDIN_FILENO, Limits.Stdin.c_str()) || !redirect(STDOUT_FILENO, ""))
    _exit(3);
  auto Loaded = load(Program);
  if (!Loaded) {
    llvm::errs() << "cannot load a test program: " << llvm::toString(Loaded.takeError()) << "\n";
    _exit(3);
  }
  bool OneOnly = Limits.ForkPerInput || !Program.Resettable;
  while (Arena->done() < End) {
    lseek(STDIN_FILENO, 0, SEEK_SET);
    std::size_t Before = Arena->done();
    pid_t Worker = fork();
    if (Worker < 0)
      _exit(3);
    if (Worker == 0)
      work(*Loaded, Inputs, End, Limits, OneOnly);
    int Status = 0;
    waitpid(Worker, &Status, 0);
    if (Arena->inRun())
      completeRecord(Status);
    else if (Arena->done() == Before)
      _exit(3); // the worker did nothing: trying again would not help
  }
  _exit(0);
}

void runChunk(const CompiledProgram &Program, const std::vector<Input> &Inputs, const RunLimits &Limits,
              std::vector<Outcome> &Into) {
  RunArena Shared;
  Arena = &Shared;
  std::fflush(nullptr); // else the child would print our buffers as well
  pid_t Loader = fork();
  if (Loader == 0)
    loadAndRun(Program, Inputs, Inputs.size(), Limits);
  if (Loader > 0)
    waitpid(Loader, nullptr, 0);
  Arena = nullptr;
  std::vector<Outcome> Outcomes = Shared.outcomes();
  Outcomes.resize(Inputs.size());
  Into.insert(Into.end(), Outcomes.begin(), Outcomes.end());
}

} // namespace

std::vector<Outcome> runAll(const CompiledProgram &Program, const std::vector<Input> &Inputs, const RunLimits &Limits) {
  std::vector<Outcome> Outcomes;
  for (std::size_t From = 0; From < Inputs.size(); From += ChunkSize) {
    std::size_t To = std::min(From + ChunkSize, Inputs.size());
    std::vector<Input> Chunk(Inputs.begin() + static_cast<std::ptrdiff_t>(From),
                             Inputs.begin() + static_cast<std::ptrdiff_t>(To));
    runChunk(Program, Chunk, Limits, Outcomes);
  }
  return Outcomes;
}

Outcome run(const CompiledProgram &Program, const Input &In, const RunLimits &Limits) {
  return runAll(Program, {In}, Limits).front();
}

Comparison bruteForce(const CompiledProgram &Old, const CompiledProgram &New, const std::vector<Input> &Inputs,
                      const RunLimits &Limits) {
  Comparison Result;
  std::vector<Outcome> OfOld = runAll(Old, Inputs, Limits), OfNew = runAll(New, Inputs, Limits);
  for (std::size_t K = 0; K < Inputs.size(); ++K) {
    if (!OfOld[K].comparable() || !OfNew[K].comparable())
      Result.Undecided.push_back(Inputs[K]);
    else if (OfOld[K].sameBehaviour(OfNew[K]))
      ++Result.Equal;
    else
      Result.Different.push_back(Inputs[K]);
  }
  return Result;
}

} // namespace vernier::test

#include "traced/TracedVersion.h"

#include "analysis/Effects.h"
#include "bitcode/Locations.h"
#include "input/VolatileAccess.h"
#include "trace/Difference.h"
#include "traced/LeftState.h"
#include "traced/UndefinedUses.h"
#include "verdict/Codes.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>

namespace vernier {

/// What a device, a handler or another thread leaves in a volatile variable is not for one run to say.
static Reason volatileAccess(const Program &Version, const std::string &Entry) {
  const llvm::Function *Start = Version.module().getFunction(Entry);
  if (!Start)
    return {};
  ProgramAnalysis Analysis(Version);
  VolatileAccesses Accesses(Version.module());
  std::vector<const llvm::Function *> Open{Start};
  llvm::DenseSet<const llvm::Function *> Seen{Start};
  while (!Open.empty()) {
    const llvm::Function *F = Open.back();
    Open.pop_back();
    if (F->isDeclaration())
      continue;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (VolatileKind Kind = Accesses.kindOf(I); Kind == VolatileKind::Device || Kind == VolatileKind::Disturbed)
        return {reason::Volatile,
                Kind == VolatileKind::Device ? "a volatile access may be one to a device"
                                             : "a handler or a thread of the program may change a volatile variable",
                locationOf(I).value_or(Location{})};
    for (const CallGraph::Site &Call : Analysis.calls().callsFrom(*F))
      if (Seen.insert(Call.Callee).second)
        Open.push_back(Call.Callee);
  }
  return {};
}

static void addNumbers(const llvm::Module &M, llvm::ArrayRef<const llvm::Instruction *> Meant, InstructionSet &To) {
  llvm::DenseSet<const llvm::Instruction *> Touched(Meant.begin(), Meant.end());
  for (const llvm::Function &F : M) {
    unsigned Ordinal = 0;
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      if (Touched.contains(&I))
        To.insert({F.getName().str(), Ordinal});
      ++Ordinal;
    }
  }
}

Result<std::unique_ptr<TracedVersion>> TracedVersion::make(const Source &From, const RunLimits &Limits,
                                                           const Workspace &Place) {
  std::unique_ptr<TracedVersion> Made(new TracedVersion());
  Made->From = From;
  Made->Limit = Limits;
  Made->Place.emplace(Place);
  const Program &Version = Made->program();
  auto Create = [&] {
    InstrumentedBuildOptions Wanted;
    Wanted.MergeFrom = From.MergeFrom;
    Wanted.Overflow = From.CheckOverflow ? VernierStopAtOverflow : VernierOverflowWraps;
    if (From.MergeFrom)
      for (const NeighbourMap &Each : From.Maps)
        addNumbers(Version.module(), touchedInstructions(Version.module(), *Each.Map), Wanted.Keep);
    addNumbers(Version.module(), From.Marks, Wanted.Marks);
    if (From.MergeFrom)
      Wanted.Keep.insert(Wanted.Marks.begin(), Wanted.Marks.end());
    return InstrumentedBuild::create(*From.Old, *From.New, From.Which, *From.Space, Place, Wanted);
  };
  auto Build = From.Builds ? From.Builds->get(From.Which, From.MergeFrom, *From.Space, Create) : Create();
  if (!Build)
    return Build.takeError();
  Made->Build.emplace(std::move(*Build));
  auto Server = Made->Build->serve(Limits);
  if (!Server)
    return Server.takeError();
  Made->Server = std::move(*Server);
  auto Analyse = [&] {
    return std::make_shared<const AnalysedVersion>(
        AnalysedVersion{ChangedCode(Version, Made->instrumentation(), From.Maps),
                        modelledLeavers(*Version.module().getFunction(From.Space->entry(From.Which)),
                                        Made->instrumentation().Externals),
                        volatileAccess(Version, From.Space->entry(From.Which))});
  };
  Made->Analysed = From.Builds ? From.Builds->analysis(From.Which, From.MergeFrom, Analyse) : Analyse();
  const ProgramInput &Input = From.Space->Program;
  for (const ProgramInput::Variable &Each : Input.Environment)
    Made->SymbolicNames.Variables.push_back(Each.Name);
  for (const ProgramInput::File &Each : Input.Files)
    Made->SymbolicNames.Files.push_back(Each.Name);
  Made->Kind.Whole = From.Space->WholeProgram;
  Made->Kind.Streams = Input.StdinLength || !Input.Files.empty() || !Input.Environment.empty();
  return Made;
}

Location TracedVersion::at(std::uint32_t Site) const {
  const auto &Sites = instrumentation().Sites;
  return Site < Sites.size() ? Sites[Site].Where : Location{};
}

/// What a model does is done by whoever called it.
Location TracedVersion::at(const VernierFinding &Found) const {
  const auto &Sites = instrumentation().Sites;
  bool InModel = Found.Site >= Sites.size() || Found.Site == 0 || Sites[Found.Site].Model;
  return at(InModel ? Found.Caller : Found.Site);
}

/// The library's own code decides by what is in the environment (TZ), or changes it, and no trace shows it.
static bool usesEnvironment(const Trace &Of) {
  return llvm::any_of(Of.externals(), [](const ExternalUse &Use) {
    llvm::StringRef Name = Use.Function;
    if (Name == "getenv" || Name == "secure_getenv")
      return false;
    const Effect *Known = libraryEffect(Name);
    return llvm::is_contained(llvm::ArrayRef<llvm::StringRef>{"setenv", "putenv", "unsetenv", "clearenv"}, Name) ||
           (Known && llvm::is_contained(Known->StateReads, LibraryState::Environment));
  });
}

Reason TracedVersion::problemOf(VersionRun &What) const {
  switch (What.Shown.End) {
  case Ending::TimedOut:
    return {"time-limit", "a run did not end in time (--run-time gives it more)"};
  case Ending::Failed:
    return {"run-failed", "a run could not be carried out: " + What.Shown.Note};
  case Ending::Returned:
  case Ending::Exited:
  case Ending::Signalled:
    break;
  }
  if (What.Shown.Truncated)
    return {"output-limit", "a run printed more than is kept"};
  if (!Analysed->Undetermined.Code.empty())
    return Analysed->Undetermined;
  const Trace &Left = *What.Left;
  if (std::string Code = frozenCode(Left.frozen()); !Code.empty())
    return {Code, std::string(meaningOfReason(Code)), Left.frozenAt().Where};
  if (!From.Space->Program.Environment.empty() && usesEnvironment(Left))
    return {"environment-used", "a library function reads or changes the environment, a variable of which is input"};
  for (const VernierFinding &Found : Left.findings()) {
    What.Undefined = undefinedUse(Found, at(Found));
    if (What.Undefined.Code.empty())
      continue;
    bool Outside = Found.Kind == VernierTrapBounds;
    return {reason::UndefinedBehaviour,
            Outside ? "an access outside of its object has no meaning that could be compared"
                    : What.Undefined.Code + ": " + What.Undefined.Text,
            at(Found)};
  }
  for (const Gap &Each : gapsOf(Left, instrumentation(), Kind)) {
    if (Each.Reason == reason::UnknownFunction)
      return {Each.Reason, "nobody knows the effects of '" + llvm::demangle(Each.Detail) + "'"};
    if (Each.Reason == reason::ConstructorReadsInput || Each.Reason == reason::ExternalReadsInput)
      return {Each.Reason, std::string(meaningOfReason(Each.Reason))};
    return {Each.Reason, Each.Detail, at(Each.Site)};
  }
  return {};
}

RunResult TracedVersion::execute(const InputAssignment &Input) {
  Server->setFill(VernierFillZero);
  return Server->run(Input);
}

std::vector<ProbeResult> TracedVersion::probe(std::span<const InputAssignment> Inputs, std::chrono::milliseconds Time) {
  Server->setFill(VernierFillZero);
  return Server->probe(Inputs, Time);
}

VersionRun TracedVersion::run(const InputAssignment &Input, TermStore &Store, const std::vector<Term> &Leaves) {
  VersionRun Result;
  RunResult Ran = execute(Input);
  Result.Shown = Ran.Shown;
  Result.Memory = std::move(Ran.Left);
  auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Ran.Trace.data()), Ran.Trace.size()}, instrumentation(),
                        Store, Leaves);
  if (!Read) {
    Result.Problem = {"corrupt-trace", "a run destroyed its trace: " + Read.error().Message};
    return Result;
  }
  Result.Left.emplace(std::move(*Read));
  Result.Left->decisions(); // finds problems
  Result.World = surroundingsOf(*Result.Left, SymbolicNames);
  Result.Problem = problemOf(Result);
  if (Result.Problem.Code.empty())
    runAgain(Input, Store, Leaves, Result);
  return Result;
}

/// The filling alone decides which of both is shown: not the time, nor anything else that changes between runs.
bool TracedVersion::isFilling(const InputAssignment &Input, const Outcome &Zero, const Outcome &Negative) {
  if (!Zero.comparable() || !Negative.comparable() || !(execute(Input).Shown == Zero))
    return false;
  Server->setFill(VernierFillNegative);
  return Server->run(Input).Shown == Negative;
}

/// The same run with other contents of memory that nobody wrote must say the same, for all inputs that go this way.
void TracedVersion::runAgain(const InputAssignment &Input, TermStore &Store, const std::vector<Term> &Leaves,
                             VersionRun &First) {
  Server->setFill(VernierFillNegative);
  RunResult Ran = Server->run(Input);
  auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Ran.Trace.data()), Ran.Trace.size()}, instrumentation(),
                        Store, Leaves);
  if (!Read || !mergeFillings(First.Shown, First.Memory, Ran.Shown, Ran.Left)) {
    First.Problem = {"undefined-read", "two runs on one input differ: memory that nobody wrote is read, or the program "
                                       "is not determined by its input"};
    if (Read && isFilling(Input, First.Shown, Ran.Shown))
      First.Undefined = unwrittenUse({});
    return;
  }
  ComparedBits Compared(First.Memory);
  auto Differs = differentTerms(*First.Left, *Read, [&](std::uint32_t Descriptor, std::uint64_t Offset) {
    return Compared.mask(Descriptor - VernierObserved, Offset);
  });
  if (!Differs)
    return;
  if (Differs->Certain) {
    First.Problem = {"undefined-read",
                     "memory that nobody wrote is read, and what it holds matters (" + Differs->Text + ")",
                     at(Differs->Site)};
    return;
  }
  First.MustAgree = std::move(Differs->Terms);
  First.MustAgreeAt = at(Differs->Site);
}

Result<Outcome> TracedVersion::runPlain(const InputAssignment &Input) {
  if (!Plain) {
    auto Made = PlainBuild::create(*From.Old, *From.New, From.Which, *From.Space, *Place);
    if (!Made)
      return Made.takeError();
    Plain.emplace(std::move(*Made));
  }
  return Plain->run(Input, Limit);
}

} // namespace vernier

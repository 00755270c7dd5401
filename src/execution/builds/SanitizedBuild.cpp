#include "execution/builds/SanitizedBuild.h"

#include "bitcode/QuietContext.h"
#include "execution/builds/Executable.h"
#include "execution/builds/Link.h"
#include "execution/builds/ObjectCode.h"
#include "execution/builds/PassAnalyses.h"
#include "execution/runs/ScratchDirectory.h"
#include "project/Hash.h"
#include "project/Subprocess.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Support/Program.h>
#include <llvm/Transforms/Instrumentation/AddressSanitizer.h>

namespace vernier {

namespace {

void addAddressSanitizer(llvm::Module &M) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && !F.hasFnAttribute(llvm::Attribute::Naked))
      F.addFnAttr(llvm::Attribute::SanitizeAddress);
  llvm::PassBuilder Passes;
  PassAnalyses Analyses(Passes);
  llvm::AddressSanitizerPass(llvm::AddressSanitizerOptions()).run(M, Analyses.Modules);
}

Status makeSanitized(const Program &Version, const std::string &Bitcode, const Workspace &Place,
                     const std::string &Directory) {
  llvm::LLVMContext Context;
  returnOnErrors(Context);
  auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "sanitized"), Context);
  if (!Copy)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
  addAddressSanitizer(**Copy);
  auto Code = objectCode(**Copy);
  if (!Code)
    return Code.takeError();
  std::string Object = Directory + "/program.o";
  if (auto Written = Place.write(Object, *Code); !Written)
    return Written;
  LinkJob Job;
  Job.Objects = {Object};
  Job.Output = Directory + "/program";
  Job.Link = &Version.Link;
  Job.CPlusPlus = Version.Link.CPlusPlus;
  Job.Sanitized = true;
  auto Answer = linkExecutable(Job);
  if (!Answer)
    return Answer.takeError();
  if (!Answer->Linked)
    return analysisError("--sanitize: these functions are defined nowhere: " + llvm::join(Answer->Undefined, ", ") +
                         "; is libclang-rt-19-dev installed?");
  return Place.write(Directory + "/missing", "");
}

/// The first line that holds the phrase, behind it.
std::optional<llvm::StringRef> behind(llvm::StringRef Text, llvm::StringRef Phrase) {
  std::size_t At = Text.find(Phrase);
  if (At == llvm::StringRef::npos)
    return std::nullopt;
  return Text.substr(At + Phrase.size()).take_until([](char C) { return C == '\n'; });
}

/// What `dir/f.c:3:5` says; of files below the root, the name in it.
Location placeIn(llvm::StringRef Text, const std::string &Root) {
  Location Where;
  auto [Front, Column] = Text.rsplit(':');
  auto [File, Line] = Front.rsplit(':');
  Where.File = File.str();
  for (const std::string &Front : {Root, std::string("./")})
    if (Where.File.starts_with(Front))
      Where.File.erase(0, Front.size());
  if (Line.getAsInteger(10, Where.Line))
    return {};
  Column.getAsInteger(10, Where.Column);
  return Where;
}

} // namespace

Result<SanitizedBuild> SanitizedBuild::create(const Program &Version, const InputSpace &Space, const Workspace &Place) {
  if (!Space.WholeProgram)
    return usageError("--sanitize is for whole programs; without --entry, with --argv or --stdin");
  SanitizedBuild Build(Space, Place);
  std::string Bitcode = bitcodeOf(Version.module());
  ContentHash Key;
  Key.add("sanitized 1").add(LLVM_VERSION_STRING).add(Bitcode);
  addLinking(Key, Version);
  std::string Home = Place.plainBuild(Key.text());
  Build.Executable = Home + "/program";
  Build.Root = Version.SourceRoot + "/";
  auto Fresh = publishBuild(
      Place, Home, [&](const std::string &Directory) { return makeSanitized(Version, Bitcode, Place, Directory); });
  if (!Fresh)
    return Fresh.takeError();
  return Build;
}

UndefinedUse SanitizedBuild::run(const InputAssignment &Input, const RunLimits &Limits) const {
  auto Directory = ScratchDirectory::create(Place);
  if (!Directory)
    return {};
  SandboxRequest Request;
  Request.Executable = Executable;
  Request.Directory = Directory->path();
  Request.Time = Limits.Time * 5;
  Request.Output = Limits.Output; // no limit of memory: the shadow of all addresses is reserved
  ProgramTexts Texts = programTexts(Space, Input);
  Request.Arguments = Texts.Arguments;
  Request.Input = Texts.Stdin;
  for (const ProgramInput::Variable &Variable : Space.Program.Environment)
    Request.Variables.push_back(Variable.Name);
  for (auto &[Name, Value] : Texts.Environment)
    Request.Environment.push_back(Name + "=" + Value);
  Request.Environment.push_back("ASAN_OPTIONS=detect_leaks=0:symbolize=0:abort_on_error=0:exitcode=99:"
                                "detect_stack_use_after_return=1:allocator_may_return_null=1");
  Request.Environment.push_back("UBSAN_OPTIONS=halt_on_error=1:symbolize=0:print_stacktrace=0");
  for (auto &[Name, Contents] : Texts.Files)
    if (auto Put = Directory->put({Name, Contents}); !Put)
      return {};
  auto Ran = runInSandbox(Request);
  if (!Ran)
    return {};
  llvm::StringRef Said = Ran->Errors;
  if (auto Undefined = behind(Said, ": runtime error: ")) {
    llvm::StringRef Front = Said.substr(0, Said.find(": runtime error: "));
    llvm::StringRef Line = Front.contains('\n') ? Front.rsplit('\n').second : Front;
    return {"undefined-behavior", Undefined->str(), placeIn(Line, Root)};
  }
  auto Kind = behind(Said, "ERROR: AddressSanitizer: ");
  if (!Kind)
    return {};
  std::string Code = Kind->take_until([](char C) { return C == ' '; }).str();
  std::string Text;
  for (llvm::StringRef Phrase : {"READ of size ", "WRITE of size "})
    if (auto Size = behind(Said, Phrase))
      Text = std::string(Phrase.starts_with("READ") ? "a read of " : "a write of ") +
             Size->take_until([](char C) { return C == ' '; }).str() + " bytes";
  return {Code, Text, placeOf(Ran->Errors)};
}

/// The first place of the program's own sources among the frames of a report.
Location SanitizedBuild::placeOf(const std::string &Report) const {
  auto Symbolizer = llvm::sys::findProgramByName("llvm-symbolizer-19");
  if (!Symbolizer)
    Symbolizer = llvm::sys::findProgramByName("llvm-symbolizer", {VERNIER_LLVM_TOOLS});
  if (!Symbolizer)
    return {};
  ProcessRequest Request;
  Request.Arguments = {*Symbolizer, "--no-demangle", "--obj=" + Executable};
  constexpr std::size_t MostFrames = 8;
  llvm::StringRef Rest = Report;
  for (std::size_t I = 0; I != MostFrames; ++I) {
    auto Offset = behind(Rest, "/program+0x");
    if (!Offset)
      break;
    Request.Arguments.push_back("0x" + Offset->take_while(llvm::isHexDigit).str());
    Rest = Rest.substr(Rest.find("/program+0x") + 1);
  }
  auto Named = runProcess(Request);
  if (!Named || !Named->succeeded())
    return {};
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Named->Output).split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    Location Where = placeIn(Line, Root);
    if (Where.Line && !llvm::StringRef(Where.File).contains("compiler-rt") && !Where.File.starts_with("?"))
      return Where;
  }
  return {};
}

} // namespace vernier

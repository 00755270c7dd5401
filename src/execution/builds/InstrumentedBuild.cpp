#include "execution/builds/InstrumentedBuild.h"

#include "bitcode/QuietContext.h"
#include "execution/builds/Executable.h"
#include "execution/builds/HarnessModule.h"
#include "execution/builds/ObjectCode.h"
#include "instrument/Instrument.h"
#include "models/Models.h"
#include "runtime/LinkRuntime.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>

namespace vernier {

namespace {

/// The module of one version on its way to an executable.
struct Work {
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  Instrumentation Made;
};

Status copyOf(const Program &Version, Work &Into) {
  returnOnErrors(Into.Context);
  std::string Bitcode = bitcodeOf(Version.module());
  auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "instrumented"), Into.Context);
  if (!Copy)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
  Into.M = std::move(*Copy);
  return Done{};
}

Status instrumentWith(Work &What, const InstrumentOptions &Options, ErrorNumberReader Reader) {
  if (Status Linked = linkModels(*What.M, ModelSet::Engine, Reader); !Linked)
    return Linked;
  std::vector<std::string> Bypassing = functionsOnOtherStreams(*What.M);
  auto Made = instrument(*What.M, Options);
  if (!Made)
    return Made.takeError();
  What.Made = std::move(*Made);
  for (const std::string &Name : Bypassing)
    What.Made.Notes.push_back("'" + Name + "' uses streams of the C library behind the back of their models");
  if (Status Linked = linkRuntime(*What.M); !Linked)
    return Linked;
  // Locations are in the sites now.
  llvm::StripDebugInfo(*What.M);
  return Done{};
}

/// The runtime's own names are not the program's business.
Status checkMissing(const std::vector<std::string> &Names) {
  auto Own = llvm::find_if(Names, [](const std::string &Name) { return Name.starts_with("vernier"); });
  if (Own != Names.end())
    return analysisError("the instrumented program lacks '" + *Own + "' of the runtime");
  return Done{};
}

} // namespace

Result<InstrumentedBuild> InstrumentedBuild::create(const Program &Old, const Program &New, Side Which,
                                                    const InputSpace &Space, const Workspace &Place,
                                                    const InstrumentedBuildOptions &Options) {
  const Program &Version = Which == Side::Old ? Old : New;
  InstrumentedBuild Build(Which, Space, Place);
  Build.Overflow = Options.Overflow;
  if (!Old.module().getFunction(Space.OldEntry) || !New.module().getFunction(Space.NewEntry))
    return analysisError("the input space is not one of these versions: there is no '" + Space.entry(Which) + "'");
  Work What;
  if (Status Copied = copyOf(Version, What); !Copied)
    return Copied.takeError();
  if (!Space.WholeProgram) {
    Build.Shape = entryShape(Old, New, Which, Space);
    addHarness(*What.M, Space.entry(Which), Build.Shape.symbols(), /*Main=*/false);
  }
  bool CheckSigned = Options.Overflow != VernierOverflowWraps;
  bool Nullable = llvm::any_of(Space.Objects, [](const InputObject &Object) { return Object.NullLeaf.has_value(); });
  if (Status Done = instrumentWith(
          What, {Space.WholeProgram, CheckSigned, Options.MergeFrom, Options.Keep, Options.Marks, Nullable},
          Space.WholeProgram ? ErrorNumberReader::Module : ErrorNumberReader::Caller);
      !Done)
    return Done.takeError();
  ContentHash Key;
  Key.add("instrumented 2").add(LLVM_VERSION_STRING).add(harnessObject()).add(runtimeObject()).add(bitcodeOf(*What.M));
  addLinking(Key, Version);
  std::string Home = Place.plainBuild(Key.text());
  auto Fresh = publishBuild(Place, Home, [&](const std::string &Directory) -> Status {
    auto Code = objectCode(*What.M, /*Optimise=*/true);
    if (!Code)
      return Code.takeError();
    return makeExecutable(Version, {{"program.o", *Code}, {"runtime.o", runtimeObject()}}, !Space.WholeProgram, Place,
                          Directory);
  });
  if (!Fresh)
    return Fresh.takeError();
  auto Missing = missingOf(Home);
  if (!Missing)
    return Missing.takeError();
  if (Status Fine = checkMissing(*Missing); !Fine)
    return Fine.takeError();
  Build.Executable = Home + "/program";
  Build.Missing = std::move(*Missing);
  Build.Fresh = *Fresh;
  Build.Made = std::make_shared<Instrumentation>(std::move(What.Made));
  return Build;
}

InstrumentedBuild InstrumentedBuild::withSpace(const InputSpace &Other) const {
  InstrumentedBuild Same = *this;
  Same.Space = Other;
  return Same;
}

Result<std::unique_ptr<ForkServer>> InstrumentedBuild::serve(const RunLimits &Limits, const TraceLimits &Traces) const {
  ServedProgram What;
  What.Executable = Executable;
  What.Which = Which;
  What.Space = Space;
  What.Shape = Shape;
  What.Missing = !Missing.empty();
  What.Constructors = Made->Constructors;
  What.Edges = static_cast<std::uint32_t>(Made->coverageSize());
  What.Externals = static_cast<std::uint32_t>(Made->Externals.size());
  TraceLimits Given = Traces;
  Given.Overflow = Overflow;
  return ForkServer::start(std::move(What), Place, Limits, Given);
}

} // namespace vernier

#include "bitcode/Linking.h"

#include "bitcode/OptionalDefinitions.h"
#include "bitcode/QuietContext.h"
#include "project/Hash.h"
#include "project/Intact.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

#include <map>

namespace vernier {

namespace {

/// Collects what the linker has to say, instead of letting it end the process.
struct Complaints {
  std::string Text;
  static void collect(const llvm::DiagnosticInfo *Info, void *Self) {
    if (Info->getSeverity() != llvm::DS_Error)
      return;
    llvm::raw_string_ostream Stream(static_cast<Complaints *>(Self)->Text);
    llvm::DiagnosticPrinterRawOStream Printer(Stream);
    Info->print(Printer);
    Stream << "\n";
  }
};

Result<std::unique_ptr<llvm::Module>> loadUnit(const Workspace &Space, const LinkUnit &Unit, llvm::LLVMContext &Context,
                                               bool Lazily) {
  auto Damaged = [&](const std::string &Why) {
    return analysisError("the cached bitcode of '" + Unit.File + "' cannot be read (" + Why + "); delete '" +
                         Space.object(Unit.Hash) + "' and run again");
  };
  auto Buffer = llvm::MemoryBuffer::getFile(Space.object(Unit.Hash));
  if (!Buffer)
    return Damaged(Buffer.getError().message());
  auto Module = Lazily ? llvm::getOwningLazyBitcodeModule(std::move(*Buffer), Context)
                       : llvm::parseBitcodeFile((*Buffer)->getMemBufferRef(), Context);
  if (!Module)
    return Damaged(llvm::toString(Module.takeError()));
  return std::move(*Module);
}

bool isStrongDefinition(const llvm::GlobalValue &Value) {
  return !Value.isDeclaration() && Value.hasExternalLinkage() && !Value.getName().starts_with("llvm.");
}

/// The linker would say it too, but not in which files.
std::optional<Error> defineTwice(std::map<std::string, std::string> &Definitions, const llvm::Module &Module,
                                 const LinkUnit &Unit) {
  for (const llvm::GlobalValue &Value : Module.global_values())
    if (isStrongDefinition(Value)) {
      auto [At, New] = Definitions.emplace(Value.getName().str(), Unit.File);
      if (!New)
        return analysisError("'" + Value.getName().str() + "' is defined twice, in '" + At->second + "' and in '" +
                             Unit.File + "'; these files do not make one program (choose with --target)");
    }
  return std::nullopt;
}

std::string programKey(const std::vector<LinkUnit> &Units) {
  ContentHash Key;
  Key.add("program 2").add(LLVM_VERSION_STRING);
  for (const LinkUnit &Unit : Units)
    Key.add(Unit.Hash);
  return Key.text();
}

Status linkInto(const Workspace &Space, const std::vector<LinkUnit> &Units, const std::string &Path) {
  llvm::LLVMContext Context;
  Complaints Said;
  Context.setDiagnosticHandlerCallBack(Complaints::collect, &Said);
  llvm::Module Whole("program", Context);
  llvm::Linker Linker(Whole);
  std::map<std::string, std::string> Definitions;
  for (const LinkUnit &Unit : Units) {
    auto Module = loadUnit(Space, Unit, Context, /*Lazily=*/false);
    if (!Module)
      return Module.takeError();
    if (auto Twice = defineTwice(Definitions, **Module, Unit))
      return *Twice;
    keepOptionalDefinitions(**Module, Whole);
    if (Linker.linkInModule(std::move(*Module)))
      return analysisError("'" + Unit.File + "' cannot be linked with the other files of this version", Said.Text);
  }
  Whole.setSourceFileName("program");
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(Whole, Stream);
  return writeSealed(Space, Path, Stream.str());
}

} // namespace

Result<UnitSymbols> symbolsOf(const Workspace &Space, const LinkUnit &Unit) {
  llvm::LLVMContext Context;
  returnOnErrors(Context);
  auto Module = loadUnit(Space, Unit, Context, /*Lazily=*/true);
  if (!Module)
    return Module.takeError();
  UnitSymbols Symbols;
  for (const llvm::GlobalValue &Value : (*Module)->global_values()) {
    if (Value.hasLocalLinkage() || Value.getName().starts_with("llvm."))
      continue;
    if (!Value.isDeclarationForLinker())
      Symbols.Defined.insert(Value.getName().str());
    else if (!Value.hasExternalWeakLinkage())
      Symbols.Undefined.insert(Value.getName().str());
  }
  return Symbols;
}

std::vector<std::size_t> resolveLikeArchive(const std::vector<UnitSymbols> &Symbols, std::vector<std::size_t> Chosen,
                                            const std::vector<std::size_t> &Further) {
  std::set<std::string> Defined, Wanted;
  auto Take = [&](std::size_t Unit) {
    Defined.insert(Symbols[Unit].Defined.begin(), Symbols[Unit].Defined.end());
    Wanted.insert(Symbols[Unit].Undefined.begin(), Symbols[Unit].Undefined.end());
  };
  for (std::size_t Unit : Chosen)
    Take(Unit);
  std::set<std::size_t> Taken(Chosen.begin(), Chosen.end());
  auto Helps = [&](std::size_t Unit) {
    if (Symbols[Unit].definesMain() && Defined.contains("main"))
      return false;
    return llvm::any_of(Symbols[Unit].Defined,
                        [&](const std::string &Name) { return Wanted.contains(Name) && !Defined.contains(Name); });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (std::size_t Unit : Further)
      if (!Taken.contains(Unit) && Helps(Unit)) {
        Take(Unit);
        Taken.insert(Unit);
        Chosen.push_back(Unit);
        Changed = true;
      }
  }
  return Chosen;
}

Result<Program> linkUnits(const Workspace &Space, const std::vector<LinkUnit> &Units, const std::string &Label) {
  std::string Path = Space.program(programKey(Units));
  // The first run reads back what it wrote, so that a run that finds it in the cache sees exactly the same module.
  for (bool Again : {false, true}) {
    if (Again || !isSealedFile(Path))
      if (auto Linked = linkInto(Space, Units, Path); !Linked)
        return Linked.takeError();
    auto Loaded = loadBitcodeFile(Path, Label);
    if (Loaded || Again) {
      if (Loaded)
        Loaded->module().setModuleIdentifier("program");
      return Loaded;
    }
  }
  llvm_unreachable("the second round returns");
}

} // namespace vernier

#include "bitcode/Trace.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace vernier {

namespace {

std::optional<std::string> sectionText(const llvm::object::ObjectFile &Object) {
  for (const llvm::object::SectionRef &Section : Object.sections()) {
    auto Name = Section.getName();
    if (!Name) {
      llvm::consumeError(Name.takeError());
      continue;
    }
    if (*Name != TraceNote::Section)
      continue;
    auto Contents = Section.getContents();
    if (Contents)
      return Contents->str();
    llvm::consumeError(Contents.takeError());
  }
  return std::nullopt;
}

/// A position-independent executable is a shared object with an interpreter, or a static one that says so.
template <class ElfType> bool isExecutable(const llvm::object::ELFObjectFile<ElfType> &Object) {
  auto Headers = Object.getELFFile().program_headers();
  if (!Headers) {
    llvm::consumeError(Headers.takeError());
    return false;
  }
  for (const auto &Header : *Headers)
    if (Header.p_type == llvm::ELF::PT_INTERP)
      return true;
  auto Entries = Object.getELFFile().dynamicEntries();
  if (!Entries) {
    llvm::consumeError(Entries.takeError());
    return false;
  }
  for (const auto &Entry : *Entries)
    if (Entry.d_tag == llvm::ELF::DT_FLAGS_1 && (Entry.d_un.d_val & llvm::ELF::DF_1_PIE))
      return true;
  return false;
}

BinaryKind kindOf(const llvm::object::ELFObjectFileBase &Object) {
  if (Object.getEType() == llvm::ELF::ET_REL)
    return BinaryKind::Object;
  bool Executable = Object.getEType() == llvm::ELF::ET_EXEC;
  if (const auto *Elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(&Object))
    Executable |= isExecutable(*Elf);
  else if (const auto *Elf = llvm::dyn_cast<llvm::object::ELF32LEObjectFile>(&Object))
    Executable |= isExecutable(*Elf);
  return Executable ? BinaryKind::Executable : BinaryKind::SharedLibrary;
}

TracedBinary readArchive(const llvm::object::Archive &Archive) {
  TracedBinary Found{BinaryKind::Archive, {}, {}};
  llvm::Error Stopped = llvm::Error::success();
  for (const llvm::object::Archive::Child &Child : Archive.children(Stopped)) {
    auto Member = Child.getAsBinary();
    if (!Member) {
      llvm::consumeError(Member.takeError());
      continue;
    }
    const auto *Object = llvm::dyn_cast<llvm::object::ObjectFile>(Member->get());
    auto Text = Object ? sectionText(*Object) : std::nullopt;
    if (Text)
      Found.Note.add(TraceNote::parse(*Text));
    else
      Found.Untraced.push_back((*Member)->getFileName().str());
  }
  llvm::consumeError(std::move(Stopped));
  return Found;
}

Status overwrite(const std::string &Path, llvm::StringRef Contents) {
  std::error_code Failure;
  llvm::raw_fd_ostream Stream(Path, Failure, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::FA_Write,
                              llvm::sys::fs::OF_None);
  if (!Failure) {
    Stream << Contents;
    Stream.close();
    Failure = Stream.error();
    Stream.clear_error();
  }
  if (Failure)
    return analysisError("cannot write '" + Path + "': " + Failure.message());
  return Done{};
}

} // namespace

void TraceNote::add(const TraceNote &Other) {
  for (const auto &Unit : Other.Units)
    if (!llvm::is_contained(Units, Unit))
      Units.push_back(Unit);
  llvm::append_range(Missing, Other.Missing);
  llvm::append_range(Links, Other.Links);
}

std::string TraceNote::text() const {
  std::string Text;
  for (const auto &[Hash, File] : Units)
    Text += "unit " + Hash + " " + File + "\n";
  for (const std::string &File : Missing)
    Text += "missing " + File + "\n";
  for (const std::string &Link : Links)
    Text += "link " + Link + "\n";
  return Text;
}

TraceNote TraceNote::parse(std::string_view Text) {
  TraceNote Note;
  std::string Clean(Text);
  std::replace(Clean.begin(), Clean.end(), '\0', '\n'); // linkers may pad
  for (llvm::StringRef Line : llvm::split(Clean, '\n')) {
    auto [Word, Rest] = Line.split(' ');
    if (Word == "unit") {
      auto [Hash, File] = Rest.split(' ');
      TraceNote One;
      One.Units.emplace_back(Hash.str(), File.str());
      Note.add(One);
    } else if (Word == "missing") {
      Note.Missing.push_back(Rest.str());
    } else if (Word == "link") {
      Note.Links.push_back(Rest.str());
    }
  }
  return Note;
}

std::optional<TracedBinary> readTrace(const std::string &Path) {
  auto Binary = llvm::object::createBinary(Path);
  if (!Binary) {
    llvm::consumeError(Binary.takeError());
    return std::nullopt;
  }
  if (const auto *Archive = llvm::dyn_cast<llvm::object::Archive>(Binary->getBinary()))
    return readArchive(*Archive);
  const auto *Object = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(Binary->getBinary());
  if (!Object)
    return std::nullopt;
  TracedBinary Found{kindOf(*Object), {}, {}};
  if (auto Text = sectionText(*Object))
    Found.Note = TraceNote::parse(*Text);
  return Found;
}

Status appendTrace(const std::string &Path, const TraceNote &Note) {
  auto Failed = [&](llvm::Error Why) {
    return analysisError("cannot add a section to '" + Path + "': " + llvm::toString(std::move(Why)));
  };
  // Not mapped: the file is overwritten below.
  auto Buffer = llvm::MemoryBuffer::getFile(Path, false, false, /*IsVolatile=*/true);
  if (!Buffer)
    return analysisError("cannot read '" + Path + "': " + Buffer.getError().message());
  auto Binary = llvm::object::createBinary((*Buffer)->getMemBufferRef());
  if (!Binary)
    return Failed(Binary.takeError());
  const auto *Object = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(Binary->get());
  if (!Object)
    return analysisError("'" + Path + "' is no ELF file");

  auto Before = sectionText(*Object);
  std::string Text = Before.value_or("") + "\n" + Note.text();
  llvm::objcopy::ConfigManager Config;
  Config.Common.InputFilename = Path;
  Config.Common.OutputFilename = Path;
  auto &Where = Before ? Config.Common.UpdateSection : Config.Common.AddSection;
  Where.push_back({TraceNote::Section, llvm::MemoryBuffer::getMemBufferCopy(Text)});
  llvm::SmallVector<char, 0> Contents;
  llvm::raw_svector_ostream Stream(Contents);
  if (auto Why = llvm::objcopy::executeObjcopyOnBinary(Config, **Binary, Stream))
    return Failed(std::move(Why));
  return overwrite(Path, Stream.str());
}

} // namespace vernier

#include "execution/builds/LinkOptions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace vernier {

namespace {

struct DroppedOption {
  llvm::StringRef Name;
  bool NextIsValue; ///< if nothing follows behind `=`
};

/// As linkers write them, without dashes: one or two are the same.
constexpr DroppedOption Dropped[] = {
    {"Map", true},
    {"o", true},
    {"output", true},
    {"dependency-file", true},
    {"reproduce", true},
    {"out-implib", true},
    {"cref", false},
    {"M", false},
    {"print-map", false},
    {"t", false},
    {"trace", false},
    {"y", true},
    {"trace-symbol", true},
    {"print-gc-sections", false},
    {"print-symbol-order", true},
    {"print-archive-stats", true},
    {"why-extract", true},
    {"time-trace", false},
    {"time-trace-file", true},
    {"save-temps", false},
    {"stats", false},
    {"lto-obj-path", true},
    {"lto-emit-asm", false},
    {"thinlto-index-only", false},
    {"thinlto-cache-dir", true},
    {"thinlto-emit-imports-files", false},
    {"opt-remarks-filename", true},
    {"plugin", true},
    {"plugin-opt", true},
    {"load-pass-plugin", true},
    {"mllvm", true},
    {"emit-gdb-index", false},
};

/// One-letter options whose value follows at once.
bool isJoined(llvm::StringRef Word) {
  return Word.starts_with("-y") ||
         (Word.starts_with("-o") && Word.size() > 2 && !Word.starts_with("-omagic") && !Word.starts_with("-oformat"));
}

const DroppedOption *droppedBy(llvm::StringRef Word) {
  llvm::StringRef Name = Word;
  if (!Name.consume_front("--") && !Name.consume_front("-"))
    return nullptr;
  Name = Name.take_until([](char C) { return C == '='; });
  const auto *At = llvm::find_if(Dropped, [&](const DroppedOption &Option) { return Option.Name == Name; });
  return At == std::end(Dropped) ? nullptr : At;
}

/// Words as the linker sees them, with what belongs to each of them.
class LinkerWords {
public:
  /// False: this word is dropped.
  bool keep(llvm::StringRef Word) {
    if (IsValue) {
      IsValue = false;
      return false;
    }
    if (Word.starts_with("@"))
      return false;
    if (const DroppedOption *Option = droppedBy(Word)) {
      IsValue = Option->NextIsValue && !Word.contains('=');
      return false;
    }
    return !isJoined(Word);
  }

private:
  bool IsValue = false;
};

} // namespace

std::vector<std::string> harmlessLinkOptions(const std::vector<std::string> &Words) {
  std::vector<std::string> Kept;
  LinkerWords Linker;
  for (std::size_t I = 0; I < Words.size(); ++I) {
    llvm::StringRef Word = Words[I];
    if (Word.consume_front("-Wl,")) {
      llvm::SmallVector<llvm::StringRef> Parts;
      Word.split(Parts, ',');
      llvm::erase_if(Parts, [&](llvm::StringRef Part) { return !Linker.keep(Part); });
      if (!Parts.empty())
        Kept.push_back("-Wl," + llvm::join(Parts, ","));
    } else if (Word == "-Xlinker" && I + 1 < Words.size()) {
      if (Linker.keep(Words[++I]))
        llvm::append_values(Kept, std::string("-Xlinker"), Words[I]);
    } else if (!Word.starts_with("@")) {
      Kept.push_back(Words[I]);
    }
  }
  return Kept;
}

} // namespace vernier

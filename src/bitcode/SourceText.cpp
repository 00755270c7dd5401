#include "bitcode/SourceText.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

namespace vernier {

namespace {

std::vector<std::string> split(llvm::StringRef Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Lines.push_back(Line.rtrim('\r').str());
    Text = Rest;
  }
  return Lines;
}

} // namespace

const std::vector<std::string> &SourceText::lines(const std::string &File) {
  auto [It, Inserted] = Files.try_emplace(File);
  if (!Inserted)
    return It->second;
  if (auto Given = Version.Texts.find(File); Given != Version.Texts.end())
    return It->second = split(Given->second);
  llvm::SmallString<256> Path;
  if (llvm::sys::path::is_relative(File)) {
    if (Version.SourceRoot.empty())
      return It->second;
    Path = Version.SourceRoot;
  }
  llvm::sys::path::append(Path, File);
  if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
    It->second = split((*Buffer)->getBuffer());
  return It->second;
}

const std::string &SourceText::line(const std::string &File, unsigned Number) {
  static const std::string None;
  const auto &All = lines(File);
  return Number >= 1 && Number <= All.size() ? All[Number - 1] : None;
}

} // namespace vernier

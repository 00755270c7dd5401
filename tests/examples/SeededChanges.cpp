#include "SeededChanges.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace vernier::test {

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path &File) {
  std::ifstream Stream(File);
  EXPECT_TRUE(Stream) << File;
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

} // namespace

std::string SeededExample::text() const {
  return read(Folder / File);
}

std::vector<SeededChange> seededChanges(const SeededExample &Example) {
  std::vector<SeededChange> All;
  for (const auto &Entry : fs::directory_iterator(Example.Folder / "changes")) {
    SeededChange Change{Entry.path().filename().string(), {}};
    std::istringstream Lines(read(Entry.path()));
    for (std::string Line; std::getline(Lines, Line);)
      Change.Fields[Line.substr(0, Line.find(": "))] = Line.substr(Line.find(": ") + 2);
    All.push_back(std::move(Change));
  }
  std::sort(All.begin(), All.end(), [](const SeededChange &A, const SeededChange &B) { return A.Name < B.Name; });
  return All;
}

std::string applied(const SeededExample &Example, const SeededChange &Change) {
  std::istringstream Lines(Example.text());
  std::string Result;
  unsigned Number = 0;
  for (std::string Line; std::getline(Lines, Line);) {
    bool Here = std::to_string(++Number) == Change.Fields.at("line");
    if (Here)
      EXPECT_EQ(Line, Change.Fields.at("old")) << Change.Name;
    Result += (Here ? Change.Fields.at("new") : Line) + "\n";
  }
  return Result;
}

void expectThatTheScriptAgrees(const SeededExample &Example, const SeededChange &Change) {
  fs::path Made = fs::temp_directory_path() / ("vernier-applied-" + std::to_string(getpid()) + ".c");
  std::string Command = "'" + (Example.Folder / "apply").string() + "' '" +
                        (Example.Folder / "changes" / Change.Name).string() + "' > '" + Made.string() + "'";
  ASSERT_EQ(std::system(Command.c_str()), 0) << Command;
  EXPECT_EQ(read(Made), applied(Example, Change)) << Change.Name;
  fs::remove(Made);
}

std::string quoted(std::istream &Stream) {
  char Next = 0;
  EXPECT_TRUE(Stream >> Next);
  EXPECT_EQ(Next, '"');
  std::string Text;
  while (Stream.get(Next) && Next != '"') {
    if (Next == '\\') {
      Stream.get(Next);
      if (Next == 'n') {
        Next = '\n';
      } else if (Next == 'x') {
        std::string Digits(2, '0');
        Stream.read(Digits.data(), 2);
        Next = static_cast<char>(std::stoi(Digits, nullptr, 16));
      }
    }
    Text += Next;
  }
  return Text;
}

Machine::Machine(const std::string &Text, const std::map<std::string, void *> &Replaced) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  Program P = compileText(Text, "example.c");
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(P.module(), Stream);
  llvm::orc::ThreadSafeContext Context(std::make_unique<llvm::LLVMContext>());
  auto Copy = llvm::cantFail(llvm::parseBitcodeFile({Stream.str(), "example"}, *Context.getContext()));
  Jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  llvm::orc::SymbolMap Symbols;
  for (auto &[Name, Function] : Replaced)
    Symbols[Jit->mangleAndIntern(Name)] = {llvm::orc::ExecutorAddr::fromPtr(Function),
                                           llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  llvm::cantFail(Jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(Symbols)));
  llvm::cantFail(Jit->addIRModule({std::move(Copy), Context}));
}

} // namespace vernier::test

#include "suite/SuiteTest.h"

#include "base/TextFile.h"
#include "suite/RunTest.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/JSON.h>

#include <filesystem>
#include <set>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// For a shell, as one word.
std::string quoted(const std::string &Text) {
  std::string Word = "'";
  for (char C : Text)
    Word += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Word + "'";
}

std::string escapedForCTest(const std::string &Name) {
  std::string Text;
  for (char C : Name) {
    if (llvm::StringRef("[].*+?^$()|\\{}").contains(C))
      Text += '\\';
    Text += C;
  }
  return Text;
}

std::vector<llvm::StringRef> wordsOf(llvm::StringRef Command) {
  llvm::SmallVector<llvm::StringRef> Words;
  Command.split(Words, ' ', -1, /*KeepEmpty=*/false);
  return {Words.begin(), Words.end()};
}

/// A plain command: no list of commands, no pipe, no redirection.
bool isPlain(llvm::StringRef Command) {
  return Command.find_first_of(";&|<>`$()\n") == llvm::StringRef::npos;
}

SuiteKind kindOf(const SuitePlace &Place, const std::string &Command) {
  auto Words = wordsOf(Command);
  if (Words.empty() || !isPlain(Command))
    return SuiteKind::Command;
  fs::path Program = Words.front().str();
  if (Program.filename() == "ctest")
    return SuiteKind::CTest;
  if (Program.filename() == "make" && Words.back() == "check" && !llvm::is_contained(Words, "-C")) {
    auto Makefile = readTextFile(Place.directory() + "/Makefile");
    return Makefile && llvm::StringRef(*Makefile).contains("am__test_logs") ? SuiteKind::Automake : SuiteKind::Command;
  }
  if (Program.has_parent_path())
    if (auto Bytes = readTextFile((fs::path(Place.directory()) / Program).string()))
      if (llvm::StringRef(*Bytes).starts_with("\x7f"
                                              "ELF") &&
          llvm::StringRef(*Bytes).contains("gtest_list_tests"))
        return SuiteKind::GoogleTest;
  return SuiteKind::Command;
}

/// Standard output of what lists the tests.
Result<std::string> listed(const SuitePlace &Place, const std::string &Command) {
  constexpr std::chrono::minutes Patience{2};
  auto Ran = runInPlace(Place, Command, Patience);
  if (!Ran)
    return Ran.takeError();
  if (!Ran->passed())
    return analysisError("the tests of the suite cannot be listed: '" + Command + "' ended with " + Ran->describe(),
                         Ran->Errors.empty() ? Ran->Output : Ran->Errors);
  return std::move(Ran->Output);
}

std::vector<SuiteTest> named(const std::vector<std::string> &Names) {
  std::vector<SuiteTest> Tests(Names.size());
  for (std::size_t I = 0; I != Names.size(); ++I)
    Tests[I].Name = Names[I];
  return Tests;
}

/// Names and definitions.
Result<std::vector<SuiteTest>> namedTests(const SuitePlace &Place, SuiteKind Kind, const std::string &Command) {
  switch (Kind) {
  case SuiteKind::Command:
    break;
  case SuiteKind::CTest: {
    auto Text = listed(Place, Command + " --show-only=json-v1");
    if (!Text)
      return Text.takeError();
    return readCTestList(*Text);
  }
  case SuiteKind::GoogleTest: {
    auto Text = listed(Place, Command + " --gtest_list_tests");
    if (!Text)
      return Text.takeError();
    return named(readGoogleTestList(*Text));
  }
  case SuiteKind::Automake: {
    std::string Make = Command.substr(0, Command.rfind("check"));
    auto Text = listed(Place, "printf 'vernier-tests:\\n\\t@echo $(TESTS)\\n' | " + Make +
                                  " -s -f Makefile -f - vernier-tests");
    if (!Text)
      return Text.takeError();
    std::vector<std::string> Names;
    for (llvm::StringRef Word : wordsOf(llvm::StringRef(*Text).trim()))
      Names.push_back(Word.str());
    return named(Names);
  }
  }
  return named({Command});
}

std::string commandFor(SuiteKind Kind, const std::string &Suite, const std::vector<std::string> &Names) {
  switch (Kind) {
  case SuiteKind::Command:
    break;
  case SuiteKind::CTest: {
    std::vector<std::string> Escaped;
    for (const std::string &Name : Names)
      Escaped.push_back(escapedForCTest(Name));
    std::string Any = Names.size() == 1 ? Escaped.front() : "(" + llvm::join(Escaped, "|") + ")";
    return Suite + " --no-tests=error --output-on-failure -R " + quoted("^" + Any + "$");
  }
  case SuiteKind::GoogleTest:
    return Suite + " --gtest_filter=" + quoted(llvm::join(Names, ":"));
  case SuiteKind::Automake:
    return Suite + " TESTS=" + quoted(llvm::join(Names, " "));
  }
  return Suite;
}

} // namespace

std::string_view toString(SuiteKind Kind) {
  switch (Kind) {
  case SuiteKind::Command:
    return "command";
  case SuiteKind::CTest:
    return "ctest";
  case SuiteKind::GoogleTest:
    return "googletest";
  case SuiteKind::Automake:
    return "automake";
  }
  return {};
}

std::vector<std::string> readGoogleTestList(llvm::StringRef Text) {
  std::vector<std::string> Names;
  std::string Group;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    llvm::StringRef Name = Line.split('#').first.rtrim();
    if (Name.consume_front("  ")) {
      if (!Group.empty() && !Name.starts_with("DISABLED_") && !llvm::StringRef(Group).contains("DISABLED_"))
        Names.push_back(Group + Name.str());
    } else if (Name.ends_with(".") && !Name.contains(' ')) {
      Group = Name.str();
    } else {
      Group.clear(); // something that the program prints
    }
  }
  return Names;
}

Result<std::vector<SuiteTest>> readCTestList(llvm::StringRef Json) {
  auto Document = llvm::json::parse(Json.substr(std::min(Json.find('{'), Json.size())));
  if (!Document) {
    llvm::consumeError(Document.takeError());
    return analysisError("what ctest --show-only=json-v1 prints is no JSON; is it 3.14 or newer?");
  }
  std::vector<SuiteTest> Tests;
  const llvm::json::Object *Whole = Document->getAsObject();
  const llvm::json::Array *List = Whole ? Whole->getArray("tests") : nullptr;
  if (!List)
    return analysisError("what ctest --show-only=json-v1 prints has no tests");
  for (const llvm::json::Value &Value : *List) {
    const llvm::json::Object *Test = Value.getAsObject();
    auto Name = Test ? Test->getString("name") : std::nullopt;
    if (!Name)
      continue;
    bool Disabled = false;
    std::string Definition;
    llvm::raw_string_ostream Stream(Definition);
    if (const llvm::json::Value *Command = Test->get("command"))
      Stream << *Command;
    if (const llvm::json::Array *Properties = Test->getArray("properties"))
      for (const llvm::json::Value &Property : *Properties) {
        Stream << Property;
        if (const llvm::json::Object *Object = Property.getAsObject();
            Object && Object->getString("name") == "DISABLED")
          Disabled = Object->getBoolean("value").value_or(false);
      }
    if (!Disabled)
      Tests.push_back({SuiteKind::CTest, Name->str(), {}, {}, Definition});
  }
  return Tests;
}

Result<std::vector<SuiteTest>> listTests(const SuitePlace &Place, const std::string &Command) {
  SuiteKind Kind = kindOf(Place, Command);
  auto Named = namedTests(Place, Kind, Command);
  if (!Named)
    return Named.takeError();
  std::vector<SuiteTest> Tests;
  std::set<std::string> Seen;
  for (const SuiteTest &Test : *Named)
    if (Seen.insert(Test.Name).second)
      Tests.push_back({Kind, Test.Name, Command, commandFor(Kind, Command, {Test.Name}), Test.Definition});
  if (Tests.empty())
    return analysisError("'" + Command + "' has no tests");
  return Tests;
}

std::vector<std::string> commandsFor(const std::vector<SuiteTest> &Tests) {
  std::vector<std::string> Suites;
  for (const SuiteTest &Test : Tests)
    if (!llvm::is_contained(Suites, Test.Suite))
      Suites.push_back(Test.Suite);
  std::vector<std::string> Commands;
  for (const std::string &Suite : Suites) {
    std::vector<std::string> Names;
    SuiteKind Kind = SuiteKind::Command;
    for (const SuiteTest &Test : Tests)
      if (Test.Suite == Suite) {
        Kind = Test.Kind;
        Names.push_back(Test.Name);
      }
    Commands.push_back(commandFor(Kind, Suite, Names));
  }
  return Commands;
}

} // namespace vernier

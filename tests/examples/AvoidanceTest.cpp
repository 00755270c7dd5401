// What the change files of examples/avoidance claim, tried on the compiled programs: witnesses and their outcomes, and
// random readings around the thresholds for those that are expected to be equal.

#include "base/Random.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

const fs::path Folder = fs::path(VERNIER_SOURCE_DIR) / "examples" / "avoidance";
const std::array<std::string, 4> Advisories = {"none", "up", "down", "hold"};

using Readings = std::array<int, 12>;
using Advise = int(int, int, int, int, int, int, int, int, int, int, int, int);

std::string read(const fs::path &File) {
  std::ifstream Stream(File);
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

/// One version of the program as machine code.
class Machine {
public:
  explicit Machine(const std::string &Text) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    Program P = compileText(Text, "avoidance.c");
    std::string Bitcode;
    llvm::raw_string_ostream Stream(Bitcode);
    llvm::WriteBitcodeToFile(P.module(), Stream);
    llvm::orc::ThreadSafeContext Context(std::make_unique<llvm::LLVMContext>());
    auto Copy = llvm::cantFail(llvm::parseBitcodeFile({Stream.str(), "avoidance"}, *Context.getContext()));
    Jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(Jit->addIRModule({std::move(Copy), Context}));
    Entry = llvm::cantFail(Jit->lookup("advise")).toPtr<Advise *>();
  }
  std::string operator()(const Readings &In) const {
    int Advisory = std::apply(Entry, In);
    return Advisory >= 0 && Advisory < 4 ? Advisories[static_cast<std::size_t>(Advisory)] : std::to_string(Advisory);
  }

private:
  std::unique_ptr<llvm::orc::LLJIT> Jit;
  Advise *Entry = nullptr;
};

struct Change {
  std::string Name;
  std::map<std::string, std::string> Fields;

  bool isEqual() const { return Fields.at("expected") == "equal"; }
  Readings witness() const {
    std::istringstream Words(Fields.at("witness"));
    Readings In{};
    for (int &Value : In)
      EXPECT_TRUE(Words >> Value) << Name;
    return In;
  }
};

std::vector<Change> changes() {
  std::vector<Change> All;
  for (const auto &Entry : fs::directory_iterator(Folder / "changes")) {
    Change C{Entry.path().filename().string(), {}};
    std::istringstream Lines(read(Entry.path()));
    for (std::string Line; std::getline(Lines, Line);)
      C.Fields[Line.substr(0, Line.find(": "))] = Line.substr(Line.find(": ") + 2);
    All.push_back(std::move(C));
  }
  std::sort(All.begin(), All.end(), [](const Change &A, const Change &B) { return A.Name < B.Name; });
  return All;
}

std::string applied(const Change &C) {
  std::istringstream Lines(read(Folder / "avoidance.c"));
  std::string Result;
  unsigned Number = 0;
  for (std::string Line; std::getline(Lines, Line);) {
    bool Here = std::to_string(++Number) == C.Fields.at("line");
    if (Here)
      EXPECT_EQ(Line, C.Fields.at("old")) << C.Name;
    Result += (Here ? C.Fields.at("new") : Line) + "\n";
  }
  return Result;
}

/// Near each other and near the thresholds, where a wrong operator shows; sometimes anywhere.
Readings nearThresholds(Random &Numbers) {
  auto Between = [&](int Low, int High) { return static_cast<int>(Numbers.between(Low, High)); };
  auto OneOf = [&](std::initializer_list<int> Values) { return Values.begin()[Numbers.below(Values.size())]; };
  auto Mostly = [&](int Usual) { return Numbers.chance(2) ? static_cast<int>(Numbers.next()) : Usual; };
  int Own = Between(0, 6000), Rate = Between(-80, 80), OtherRate = Numbers.chance(30) ? Rate : Between(-80, 80);
  int Gap = OneOf({0, 1, 50, 60, 85, 90, 115, 140, 165, 220, 245}) * OneOf({1, -1}) + Between(-1, 1);
  int Other = Own - Gap + (Numbers.chance(40) ? 8 * (Rate - OtherRate) : 0), Ahead = Own + 8 * Rate;
  int Ceiling = Numbers.chance(50) ? Between(0, 6000) : std::max(Own, Ahead) + 50 + Between(-2, 2);
  int Ground = Numbers.chance(50) ? Between(0, 6000) : std::min(Own, Ahead) - 50 + Between(-2, 2);
  int Distance = Numbers.chance(50) ? Between(0, 20000) : OneOf({100, 800, 1200, 2000, 3500, 4321}) + Between(-1, 1);
  return {Mostly(Own),           Mostly(Other),           Mostly(Rate),
          Mostly(OtherRate),     Mostly(Distance),        Mostly(Between(-2, 2) * Between(0, 200)),
          Mostly(Between(0, 4)), Mostly(Between(15, 40)), Mostly(Between(25, 35)),
          Mostly(Ceiling),       Mostly(Ground),          Mostly(Between(-1, 3))};
}

} // namespace

TEST(AvoidanceExample, FortyChangesOfBothKinds) {
  auto All = changes();
  EXPECT_EQ(All.size(), 40u);
  EXPECT_GE(llvm::count_if(All, [](const Change &C) { return C.isEqual(); }), 8);
}

TEST(AvoidanceExample, WitnessesShowTheirDifferences) {
  Machine Old(read(Folder / "avoidance.c"));
  for (const Change &C : changes()) {
    if (C.isEqual())
      continue;
    Machine New(applied(C));
    EXPECT_EQ(Old(C.witness()) + " " + New(C.witness()), C.Fields.at("outcomes")) << C.Name;
    EXPECT_NE(Old(C.witness()), New(C.witness())) << C.Name;
  }
}

TEST(AvoidanceExample, RandomReadingsDoNotTellEqualOnesApart) {
  Machine Old(read(Folder / "avoidance.c"));
  for (const Change &C : changes()) {
    Machine New(applied(C));
    Random Numbers(11);
    unsigned Differences = 0;
    for (int Round = 0; Round < 50000; ++Round) {
      Readings In = nearThresholds(Numbers);
      Differences += Old(In) != New(In);
    }
    // The readings are good enough to find each difference, so that they say something about the others.
    EXPECT_EQ(Differences == 0, C.isEqual()) << C.Name << ": " << Differences;
  }
}

TEST(AvoidanceExample, TheScriptMakesTheSameChange) {
  for (const Change &C : changes()) {
    fs::path Made = fs::temp_directory_path() / ("vernier-applied-" + std::to_string(getpid()) + ".c");
    std::string Command = "'" + (Folder / "apply").string() + "' '" + (Folder / "changes" / C.Name).string() + "' > '" +
                          Made.string() + "'";
    ASSERT_EQ(std::system(Command.c_str()), 0) << Command;
    EXPECT_EQ(read(Made), applied(C)) << C.Name;
    fs::remove(Made);
  }
}

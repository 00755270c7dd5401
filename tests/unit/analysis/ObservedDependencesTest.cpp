// Soundness against the machine: every dependence through memory that real runs show is in the static graph.

#include "analysis/ProgramAnalysis.h"

#include "AnalysisFixture.h"
#include "support/ObservedDependences.h"

#include <gtest/gtest.h>
#include <llvm/Support/MemoryBuffer.h>

#include <filesystem>

using namespace vernier;
using namespace vernier::test;

namespace {

std::string textOf(const llvm::Instruction &I) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  I.print(Stream);
  auto Where = locationOf(I);
  return (Where ? Where->Function + ":" + std::to_string(Where->Line) : I.getFunction()->getName().str()) + Text;
}

std::vector<std::string> programs() {
  std::vector<std::string> Result;
  for (const auto &Entry : std::filesystem::directory_iterator(VERNIER_SOURCE_DIR "/tests/unit/analysis/programs"))
    if (Entry.path().extension() == ".c")
      Result.push_back(Entry.path().stem().string());
  std::sort(Result.begin(), Result.end());
  return Result;
}

Program load(const std::string &Name) {
  auto Text = llvm::MemoryBuffer::getFile(VERNIER_SOURCE_DIR "/tests/unit/analysis/programs/" + Name + ".c");
  return compileText((*Text)->getBuffer().str(), Name + ".c");
}

class ObservedDependences : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(ObservedDependences, AreInTheStaticGraph) {
  Program P = load(GetParam());
  ProgramAnalysis Analysis(P);
  const DependenceGraph &Graph = Analysis.dependences();
  std::size_t Seen = 0;
  for (const char *First : {"0", "1", "2", "6", "13", "-5"}) {
    ObservedRun Run = observe(P, {First, "3"}, "12 3 4 5\n6 7\nxyz\n");
    ASSERT_EQ(Run.Problem, "");
    ASSERT_NE(Run.ExitStatus, -1);
    Seen += Run.Dependences.size();
    for (const ObservedDependence &D : Run.Dependences)
      EXPECT_TRUE(Graph.hasMemoryDependence(*D.Write, *D.Read))
          << "input " << First << "\n  write " << textOf(*D.Write) << "\n  read  " << textOf(*D.Read);
  }
  EXPECT_GE(Seen, 40u); // the observer does observe
}

INSTANTIATE_TEST_SUITE_P(Programs, ObservedDependences, testing::ValuesIn(programs()),
                         [](const testing::TestParamInfo<std::string> &Info) { return Info.param; });

TEST(Observer, SeesWhatHappensAndOnlyThat) {
  Program P = compileText("#include <stdlib.h>\n#include <string.h>\n"
                          "int main(int c, char **v) {\n"
                          "  int x = 1;\n" // 4
                          "  int y = 2;\n" // 5
                          "  int *p = c > 1 ? &x : &y;\n"
                          "  *p = 3;\n" // 7
                          "  char t[8];\n"
                          "  strcpy(t, v[1]);\n"     // 9
                          "  return x + y + t[0];\n" // 10
                          "}\n");
  ObservedRun Run = observe(P, {"a"});
  ASSERT_EQ(Run.Problem, "");
  std::set<std::pair<unsigned, unsigned>> Lines;
  for (const ObservedDependence &D : Run.Dependences)
    Lines.insert({locationOf(*D.Write) ? locationOf(*D.Write)->Line : 0, locationOf(*D.Read)->Line});
  EXPECT_TRUE(Lines.contains({7, 10}) && Lines.contains({5, 10}) && Lines.contains({9, 10}));
  EXPECT_FALSE(Lines.contains({4, 10}));
  EXPECT_EQ(Run.ExitStatus, (3 + 2 + 'a') & 255);
}

TEST(Observer, TheGraphDoesNotContainEverything) {
  Program P = compileText("int main(int c, char **v) {\n  int x = 1;\n  int y = 2;\n  x = c;\n  return x;\n}\n");
  ProgramAnalysis Analysis(P);
  auto StoreAt = [&](unsigned Line) {
    for (const llvm::Instruction *I : at(P, "main", Line))
      if (llvm::isa<llvm::StoreInst>(I))
        return I;
    return static_cast<const llvm::Instruction *>(nullptr);
  };
  auto LoadAt = [&](unsigned Line) {
    for (const llvm::Instruction *I : at(P, "main", Line))
      if (llvm::isa<llvm::LoadInst>(I))
        return I;
    return static_cast<const llvm::Instruction *>(nullptr);
  };
  EXPECT_TRUE(Analysis.dependences().hasMemoryDependence(*StoreAt(4), *LoadAt(5)));
  EXPECT_FALSE(Analysis.dependences().hasMemoryDependence(*StoreAt(2), *LoadAt(5)));
  EXPECT_FALSE(Analysis.dependences().hasMemoryDependence(*StoreAt(3), *LoadAt(5)));
}

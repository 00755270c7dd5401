// Golden results for the figures of Böhme 2014, on our own programs in tests/pairs.

#include "impact/BlockFlow.h"
#include "impact/Impact.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace vernier;
using namespace vernier::test;

namespace {

using Lines = std::set<unsigned>;

std::string read(const std::string &Pair, const std::string &File) {
  std::ifstream Stream(std::string(VERNIER_SOURCE_DIR) + "/tests/pairs/" + Pair + "/" + File);
  EXPECT_TRUE(Stream) << Pair << "/" << File;
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

struct Pair {
  explicit Pair(const std::string &Name)
      : OldProgram(compileText(read(Name, "old.c"), "p.c")), NewProgram(compileText(read(Name, "new.c"), "p.c")),
        Map(computeChangeMap(OldProgram, NewProgram)), Old(OldProgram), New(NewProgram) {}
  Program OldProgram, NewProgram;
  ChangeMap Map;
  ProgramAnalysis Old, New;
};

Lines only(const Lines &Some, const Lines &All) {
  Lines Result;
  for (unsigned Line : Some)
    if (All.contains(Line))
      Result.insert(Line);
  return Result;
}

// ---- Figure 2.1: statement n of the figure, as the lines of our program.

const std::map<unsigned, Lines> Statement = {{1, {8, 9}}, {2, {10}}, {3, {11}}, {4, {12}},  {5, {13}},
                                             {6, {14}},   {7, {15}}, {9, {17}}, {10, {18}}, {11, {19}}};

/// The statements of the figure that lie in a slice; the check of argc is not part of the figure.
Lines figureSlice(const ProgramAnalysis &Version, unsigned At, SliceDirection Direction) {
  std::vector<const llvm::Instruction *> Criterion;
  for (unsigned Line : Statement.at(At))
    for (const llvm::Instruction *I : instructionsAt(Version.module(), "p.c", Line))
      Criterion.push_back(I);
  Slice Found(Version.dependences(), Criterion, Direction);
  Lines Result;
  for (const SourceLine &Where : Found.lines())
    for (auto &[Number, Places] : Statement)
      if (Places.contains(Where.Line))
        Result.insert(Number);
  return Result;
}

} // namespace

TEST(Figures, SlicesOfFigure2_3) {
  Pair P("figure-2-1-the-running-example");
  auto Forward = SliceDirection::Forward, Backward = SliceDirection::Backward;
  // Our slices contain their criterion; the figure leaves it out for line 2.
  EXPECT_EQ(figureSlice(P.Old, 2, Forward), (Lines{2, 5, 6, 7, 9, 10, 11}));
  EXPECT_EQ(figureSlice(P.Old, 2, Backward), (Lines{1, 2}));
  EXPECT_EQ(figureSlice(P.Old, 6, Forward), (Lines{6, 9, 10, 11}));
  EXPECT_EQ(figureSlice(P.Old, 6, Backward), (Lines{1, 2, 5, 6}));
  EXPECT_EQ(figureSlice(P.Old, 10, Forward), (Lines{10, 11}));
  EXPECT_EQ(figureSlice(P.Old, 10, Backward), (Lines{1, 2, 3, 5, 6, 9, 10}));
  EXPECT_EQ(figureSlice(P.New, 2, Forward), (Lines{2, 5, 6, 7, 9, 10, 11}));
  EXPECT_EQ(figureSlice(P.New, 2, Backward), (Lines{1, 2}));
  EXPECT_EQ(figureSlice(P.New, 6, Forward), (Lines{6, 9, 10, 11}));
  EXPECT_EQ(figureSlice(P.New, 6, Backward), (Lines{1, 2, 5, 6}));
  EXPECT_EQ(figureSlice(P.New, 10, Forward), (Lines{10, 11}));
  // Line 10 of P' is o = o + 1: it depends on lines 4 and 7 too (Böhme 2014, section 2.2.2).
  EXPECT_EQ(figureSlice(P.New, 10, Backward), (Lines{1, 2, 3, 4, 5, 6, 7, 9, 10}));
}

TEST(Figures, InterferenceOfFigure2_5) {
  Pair P("figure-2-1-the-running-example");
  Impact Result = computeImpact(P.Map, P.Old, P.New);
  ASSERT_EQ(Result.Changes.size(), 3u);
  std::map<std::vector<unsigned>, Lines> Found;
  Lines All;
  for (auto &[Number, Places] : Statement)
    All.insert(Places.begin(), Places.end());
  for (const Interference &I : Result.Interferences)
    for (const Location &Where : I.Lines)
      if (All.contains(Where.Line))
        Found[I.Changes].insert(Where.Line);
  std::map<std::vector<unsigned>, Lines> Expected = {
      {{1, 2}, {14, 17, 18, 19}}, {{1, 3}, {18, 19}}, {{2, 3}, {18, 19}}, {{1, 2, 3}, {18, 19}}};
  EXPECT_EQ(Found, Expected);
}

TEST(Figures, ChangeSequenceGraphOfFigure4_6) {
  Pair P("figure-4-5-a-number-range-of-cut");
  Impact Result = computeImpact(P.Map, P.Old, P.New);
  // Statement n of the figure stands on line 10 + n.
  std::map<SequenceNodeKind, Lines> Nodes;
  for (const SequenceNode &Node : Result.Graph.Nodes)
    if (Node.Kind != SequenceNodeKind::Entry && Node.Kind != SequenceNodeKind::Exit)
      Nodes[Node.Kind].insert(Node.Where.Line);
  EXPECT_EQ(Nodes[SequenceNodeKind::Change], (Lines{11, 15, 17}));
  EXPECT_EQ(only(Nodes[SequenceNodeKind::Interaction], {11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}), (Lines{18}));
  // Control flow among the changes: 1 -> 5, 1 -> 7, 5 -> 5, 5 -> 7; 5 and 7 meet at 8; from 8 the loop leads back.
  std::set<std::pair<unsigned, unsigned>> Edges;
  for (auto [From, To] : Result.Graph.Edges)
    Edges.insert({Result.Graph.Nodes[From].Where.Line, Result.Graph.Nodes[To].Where.Line});
  for (auto [From, To] : std::vector<std::pair<unsigned, unsigned>>{
           {11, 15}, {11, 17}, {15, 15}, {15, 17}, {15, 18}, {17, 18}, {18, 15}, {18, 17}})
    EXPECT_TRUE(Edges.contains({From, To})) << From - 10 << " -> " << To - 10;
  EXPECT_FALSE(Edges.contains({17, 11}));
  EXPECT_FALSE(Edges.contains({15, 11}));
}

TEST(Figures, ComplexityOfTheThreeGraphsOfFigure5_3) {
  std::map<std::string, unsigned> Expected = {{"figure-5-1-the-fix-of-a-simple-error", 1},
                                              {"figure-5-2-the-fix-of-a-complex-error", 4},
                                              {"figure-5-3-changes-in-both-orders", 5}};
  for (auto &[Name, Complexity] : Expected) {
    Pair P(Name);
    SequenceGraph Graph = blockSequences(blockFlow(P.Map, P.New));
    EXPECT_EQ(cyclomaticChangeComplexity(Graph), Complexity) << Name << "\n" << toDot(Graph, Name);
  }
}

// Not a figure: the same graph across calls, whatever the order of the functions.
TEST(Figures, SequencesCrossCalls) {
  const char *Text = "int printf(const char *, ...);\nint puts(const char *);\n"
                     "static int first(int x);\nstatic int second(int x);\n"
                     "int main(int argc, char **argv) {\n"
                     "  puts(argv[0]);\n"
                     "  int a = first(argc);\n"
                     "  printf(\"%d\", second(a));\n"
                     "  return 0;\n}\n"
                     "static int first(int x) {\n  return x ADDED;\n}\n"
                     "static int second(int x) {\n  int y = x ADDED;\n  return y;\n}\n";
  Program OldProgram = compileText(std::string("#define ADDED + 1\n") + Text, "p.c");
  Program NewProgram = compileText(std::string("#define ADDED + 2\n") + Text, "p.c");
  ChangeMap Map = computeChangeMap(OldProgram, NewProgram);
  ProgramAnalysis Old(OldProgram), New(NewProgram);
  Impact Result = computeImpact(Map, Old, New);
  std::set<std::pair<unsigned, unsigned>> Edges; // by line; 0 for entry and exit
  for (auto [From, To] : Result.Graph.Edges)
    Edges.insert({Result.Graph.Nodes[From].Where.Line, Result.Graph.Nodes[To].Where.Line});
  EXPECT_EQ(Edges, (std::set<std::pair<unsigned, unsigned>>{{0, 13}, {13, 16}, {13, 17}, {16, 17}, {17, 9}, {9, 0}}))
      << toDot(Result.Graph, "");
}

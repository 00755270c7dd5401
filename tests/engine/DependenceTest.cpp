// Dependence is sound: change an input on which, by the trace, a part of the outcome does not depend, and that part
// stays as it is.

#include "engine/Campaign.h"
#include "engine/EngineProgram.h"
#include "engine/Subject.h"
#include "trace/Validate.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

using namespace vernier;
using namespace vernier::test;

namespace {

/// What a run showed for an input.
struct Shown {
  const Subject &Of;
  const InputAssignment &Input;
  const Outcome &What;
};

/// A part of what a run shows, and the nodes that it is made of.
struct Part {
  const char *Name;
  std::string (*Text)(const Shown &);
  std::vector<NodeId> (*Roots)(const Trace &);
};

std::string endOf(const Shown &S) {
  return std::to_string(int(S.What.End)) + " " + std::to_string(S.What.Code) + " " + S.What.Return;
}

std::string outputOf(const Shown &S) {
  return S.What.Stdout + "\n--\n" + S.What.Stderr;
}

/// Outcomes list what has changed; the rest is what the input put there.
std::string memoryOf(const Shown &S) {
  std::map<std::string, std::string> Values;
  std::vector<InputValue> Given = describe(S.Of.Space, S.Input);
  for (const InputObject &Object : S.Of.Space.Objects)
    for (const InputCell &Cell : Object.Cells)
      if (Cell.What == InputCell::Kind::Leaf && S.What.End == Ending::Returned)
        Values[Cell.Name] = Given[Cell.Index].Value;
  for (const NamedValue &Each : S.What.Memory)
    Values[Each.Name] = Each.Value;
  std::string Text;
  for (const auto &[Name, Value] : Values)
    Text += Name + "=" + Value + " ";
  return Text;
}

std::vector<NodeId> piecesOf(const Trace &Of, bool Observed) {
  std::vector<NodeId> Roots;
  for (const OutputPiece &Piece : Of.outputs())
    if ((Piece.Descriptor >= VernierObserved) == Observed)
      Roots.push_back(Piece.Node);
  return Roots;
}

std::vector<NodeId> streams(const Trace &Of) {
  std::vector<NodeId> Roots = piecesOf(Of, false);
  Roots.push_back(Of.finalPotential());
  return Roots;
}

/// How far a run came decides about all parts.
const Part Parts[] = {
    {"the end", endOf, [](const Trace &T) { return T.statuses(); }},
    {"the output", outputOf, streams},
    {"memory", memoryOf, [](const Trace &T) { return piecesOf(T, true); }},
};

struct Tally {
  std::uint64_t Runs = 0, Independent = 0, Claims = 0;
};

/// The other values that a leaf is given.
using Alternatives = std::function<std::vector<llvm::APInt>(unsigned Leaf)>;

void checkInput(Subject &Of, const InputAssignment &Input, const Alternatives &Others, Tally &Sum,
                const std::string &Where) {
  TracedRun Ran = Of.run(Input);
  ASSERT_TRUE(Ran.Left) << Where << ": " << Ran.Why;
  ++Sum.Runs;
  if (Ran.Left->frozen() != VernierNotFrozen || !Ran.Shown.comparable())
    return;
  std::vector<std::vector<std::uint32_t>> Depends;
  for (const Part &Each : Parts) {
    std::vector<NodeId> Roots = Each.Roots(*Ran.Left);
    std::vector<NodeId> Ending = Ran.Left->endingRoots();
    Roots.insert(Roots.end(), Ending.begin(), Ending.end());
    Depends.push_back(Ran.Left->backwardSlice(Roots).Leaves);
  }
  Outcome First = Ran.Shown;
  for (unsigned Leaf = 0; Leaf < Input.size(); ++Leaf) {
    auto Free = [&](std::size_t I) { return !std::binary_search(Depends[I].begin(), Depends[I].end(), Leaf); };
    if (!Free(0) && !Free(1) && !Free(2))
      continue;
    ++Sum.Independent;
    for (const llvm::APInt &Value : Others(Leaf)) {
      InputAssignment Changed = Input;
      Changed[Leaf] = Value;
      Outcome Then = Of.Server->run(Changed).Shown;
      for (std::size_t I = 0; I < std::size(Parts); ++I)
        if (Free(I)) {
          ++Sum.Claims;
          EXPECT_EQ(Parts[I].Text({Of, Input, First}), Parts[I].Text({Of, Changed, Then}))
              << Where << " on " << text(Of, Input) << ": " << Parts[I].Name << " should not depend on "
              << Of.Space.Leaves[Leaf].Name << ", but " << valueText(Value, true, false) << " changes it";
        }
    }
  }
}

std::string shapes() {
  std::ifstream File(std::string(VERNIER_SOURCE_DIR) + "/tests/engine/shapes.c");
  std::stringstream Text;
  Text << File.rdbuf();
  return Text.str();
}

/// The names in the order of their numbers.
std::vector<std::string> shapeNames(const std::string &Text) {
  std::vector<std::string> Names;
  for (std::size_t At = Text.find("  case "); (At = Text.find(": ", At)) != std::string::npos;) {
    std::size_t End = Text.find("(x, y); break;", At);
    if (End == std::string::npos)
      break;
    Names.push_back(Text.substr(At + 2, End - At - 2));
    At = Text.find("  case ", End);
    if (At == std::string::npos)
      break;
  }
  return Names;
}

const std::uint64_t Interesting[] = {0, 1, 3, 6, '5'};

std::vector<llvm::APInt> interesting(const Subject &Of, unsigned Leaf) {
  std::vector<llvm::APInt> Values;
  for (std::uint64_t Value : Interesting)
    Values.push_back(llvm::APInt(Of.Space.Leaves[Leaf].Bits, Value));
  return Values;
}

void checkShape(Subject &Of, const InputAssignment &Start, std::size_t X, std::size_t Y, Tally &Sum,
                const std::string &Name) {
  auto Others = [&](unsigned Leaf) {
    return Leaf == X || Leaf == Y ? interesting(Of, Leaf) : std::vector<llvm::APInt>();
  };
  for (std::uint64_t XValue : Interesting)
    for (std::uint64_t YValue : {0, 9}) {
      InputAssignment Input = Start;
      Input[X] = llvm::APInt(Of.Space.Leaves[X].Bits, XValue);
      Input[Y] = llvm::APInt(Of.Space.Leaves[Y].Bits, YValue);
      checkInput(Of, Input, Others, Sum, Name);
      TracedRun Ran = Of.run(Input);
      for (const Mismatch &Wrong : validate(*Ran.Left, Input).Wrong)
        ADD_FAILURE() << Name << ": " << describe(*Ran.Left, Wrong);
    }
}

} // namespace

TEST(Dependence, OfShapesUnderAChoice) {
  InputOptions Options;
  Options.Entry = "program";
  auto Made = Subject::make(shapes(), Options, "shapes.c");
  ASSERT_TRUE(Made) << Made.error().Message;
  std::vector<std::string> Names = shapeNames(shapes());
  ASSERT_GT(Names.size(), 50u);
  Tally Sum;
  for (std::size_t Which = 0; Which < Names.size(); ++Which)
    checkShape(**Made, {llvm::APInt(32, Which), llvm::APInt(32, 0), llvm::APInt(32, 0)}, 1, 2, Sum, Names[Which]);
  EXPECT_GT(Sum.Claims, 1000u);
}

TEST(Dependence, OfShapesUnderNothing) {
  auto Fixed = [](std::size_t Which) {
    InputOptions Options;
    Options.ArgvBefore = {std::to_string(Which)};
    Options.Argv = {{2, 1}};
    return Options;
  };
  auto Made = Subject::make(shapes(), Fixed(0), "shapes.c");
  ASSERT_TRUE(Made) << Made.error().Message;
  std::vector<std::string> Names = shapeNames(shapes());
  Tally Sum;
  for (std::size_t Which = 0; Which < Names.size(); ++Which) {
    Status Started = (*Made)->restart(Fixed(Which));
    ASSERT_TRUE(Started) << Started.error().Message;
    ASSERT_EQ((*Made)->Space.Leaves.size(), 2u);
    checkShape(**Made, {llvm::APInt(8, 0), llvm::APInt(8, 0)}, 0, 1, Sum, Names[Which]);
  }
  EXPECT_GT(Sum.Claims, 1000u);
}

TEST(Dependence, OfThePositionInTheInput) {
  InputOptions Options;
  Options.Argv = {{1, 1}};
  Options.Stdin = 3;
  auto Made = Subject::make("#include <stdio.h>\nint main(int argc, char **argv) {\n  if (argc > 1 && argv[1][0] > 5)\n"
                            "    getchar();\n  int c = getchar();\n  if (c == EOF)\n    return 1;\n  putchar(c);\n"
                            "  return getchar() == 'x';\n}\n",
                            Options);
  ASSERT_TRUE(Made) << Made.error().Message;
  Tally Sum;
  Random Generator(1);
  auto Others = [&](unsigned Leaf) {
    std::vector<llvm::APInt> Values;
    for (int I = 0; I < 6; ++I)
      Values.push_back((*Made)->randomValue(Leaf, Generator));
    return Values;
  };
  for (unsigned I = 0; I < 60; ++I)
    checkInput(**Made, (*Made)->randomInput(Generator), Others, Sum, "position");
  EXPECT_GT(Sum.Claims, 50u);
}

TEST(Dependence, OfRandomPrograms) {
  CampaignSize Size = campaignSize(6);
  Tally Sum;
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Programs; ++Seed) {
    InputOptions Options;
    Options.Entry = "program";
    auto Made = Subject::make(engineProgram(Seed), Options);
    ASSERT_TRUE(Made) << Made.error().Message;
    Random Generator(Seed);
    auto Others = [&](unsigned Leaf) {
      std::vector<llvm::APInt> Values;
      for (int I = 0; I < 3; ++I)
        Values.push_back((*Made)->randomValue(Leaf, Generator));
      return Values;
    };
    for (unsigned I = 0; I < 20; ++I)
      checkInput(**Made, (*Made)->randomInput(Generator), Others, Sum, "seed " + std::to_string(Seed));
    if (HasFailure() && !Size.GoOn)
      FAIL() << "the program is " << dump(engineProgram(Seed), Seed);
  }
  std::printf("campaign, dependence: %lu runs, %lu independent leaves, %lu claims\n", Sum.Runs, Sum.Independent,
              Sum.Claims);
  // If everything depended on everything, nothing would be said.
  EXPECT_GE(Sum.Runs, 20 * Size.Programs);
  EXPECT_GE(Sum.Claims, 20 * Sum.Runs);
}

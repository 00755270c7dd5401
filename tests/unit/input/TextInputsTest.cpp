#include "input/TextInputs.h"

#include "input/RandomInputs.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

SourceConstants constantsOf(const Program &P) {
  return SourceConstants::of({P.module().getFunction("main")});
}

std::string lettersOf(const std::string &Text) {
  return constantsOf(compileText(Text, "letters.c")).Letters;
}

InputSpace spaceOf(const Program &P, const InputOptions &Options) {
  auto Space = inputSpace(P, P, Options);
  EXPECT_TRUE(Space) << Space.error().Message;
  return *Space;
}

std::string stdinOf(const InputSpace &Space, const InputAssignment &Input) {
  std::string Result;
  for (unsigned I = 0; I != Input[*Space.Program.StdinLength].getZExtValue(); ++I)
    Result += static_cast<char>(Input[Space.Program.StdinLeaves[I]].getZExtValue());
  return Result;
}

InputAssignment zeros(const InputSpace &Space) {
  InputAssignment Input;
  for (const InputLeaf &Leaf : Space.Leaves)
    Input.push_back(llvm::APInt(Leaf.Bits, 0));
  return Input;
}

} // namespace

TEST(SourceLetters, AreWhatCodeIsComparedWith) {
  EXPECT_EQ(lettersOf("int getchar(void); int main(void) { int c = getchar(); if (c == 'x' || c > '~') return 1; "
                      "switch (c) { case '#': return 2; case '\\n': return 3; case 900: return 4; } return 0; }"),
            "\n#x~");
}

TEST(SourceLetters, AreWhereATableOfBytesChanges) {
  EXPECT_EQ(lettersOf("static const unsigned char kinds[256] = {['a' ... 'f'] = 1, ['g' ... 'z'] = 2}; "
                      "int getchar(void); int main(void) { return kinds[getchar() & 255]; }"),
            "`afgz");
}

TEST(TextInputs, FillStandardInputWithSuchLetters) {
  Program P = compileText("int getchar(void); int main(void) { return getchar() == '@'; }", "reads.c");
  InputOptions Options;
  Options.Entry = "main";
  Options.Stdin = 6;
  InputSpace Space = spaceOf(P, Options);
  TextInputs Texts(Space, 1, constantsOf(P));
  ASSERT_FALSE(Texts.empty());
  unsigned Full = 0, Named = 0;
  for (int Round = 0; Round < 200; ++Round) {
    std::string Text = stdinOf(Space, Texts.next(zeros(Space)));
    EXPECT_LE(Text.size(), 6u);
    Full += Text.size() == 6;
    Named += Text.find('@') != std::string::npos;
  }
  EXPECT_GT(Full, 60u);
  EXPECT_GT(Named, 25u); // any printable letters would name it in about ten
}

TEST(TextInputs, TryNamesOfFilesAsArguments) {
  Program P = compileText("int main(int n, char **a) { return n; }", "files.c");
  InputOptions Options;
  Options.Entry = "main";
  Options.Argv = {1, 8};
  Options.Files = {{"in.txt", 2}};
  InputSpace Space = spaceOf(P, Options);
  TextInputs Texts(Space, 1, constantsOf(P));
  unsigned Named = 0;
  for (int Round = 0; Round < 400; ++Round) {
    InputAssignment Input = Texts.next(zeros(Space));
    std::string Argument;
    for (unsigned Leaf : Space.Program.Arguments.front().Leaves)
      Argument += static_cast<char>(Input[Leaf].getZExtValue());
    Named += Argument == std::string("in.txt\0\0", 8);
  }
  EXPECT_GT(Named, 0u);
}

TEST(TextInputs, VaryWhatIsKept) {
  Program P = compileText("int getchar(void); int main(void) { return getchar(); }", "reads.c");
  InputOptions Options;
  Options.Entry = "main";
  Options.Stdin = 6;
  InputSpace Space = spaceOf(P, Options);
  TextInputs Texts(Space, 1, constantsOf(P));
  InputAssignment Kept = zeros(Space);
  for (unsigned I = 0; I != 6; ++I)
    Kept[Space.Program.StdinLeaves[I]] = llvm::APInt(8, static_cast<unsigned char>("QRSTUV"[I]));
  Kept[*Space.Program.StdinLength] = llvm::APInt(Kept[*Space.Program.StdinLength].getBitWidth(), 6);
  Texts.keep(Kept);
  unsigned Alike = 0;
  for (int Round = 0; Round < 200; ++Round)
    Alike += stdinOf(Space, Texts.next(zeros(Space))).find("QRS") != std::string::npos;
  EXPECT_GT(Alike, 40u);
}

TEST(TextInputs, PutLinesOfOthersBetweenLines) {
  Program P = compileText("int getchar(void); int main(void) { return getchar(); }", "reads.c");
  InputOptions Options;
  Options.Entry = "main";
  Options.Stdin = 9;
  InputSpace Space = spaceOf(P, Options);
  TextInputs Texts(Space, 1, constantsOf(P));
  for (llvm::StringRef Text : {"QR\nST\n", "XY\n"}) {
    InputAssignment Kept = zeros(Space);
    for (unsigned I = 0; I != Text.size(); ++I)
      Kept[Space.Program.StdinLeaves[I]] = llvm::APInt(8, static_cast<unsigned char>(Text[I]));
    Kept[*Space.Program.StdinLength] = llvm::APInt(Kept[*Space.Program.StdinLength].getBitWidth(), Text.size());
    Texts.keep(Kept);
  }
  unsigned Between = 0;
  for (int Round = 0; Round < 3000; ++Round)
    Between += stdinOf(Space, Texts.next(zeros(Space))) == "QR\nXY\nST\n";
  EXPECT_GT(Between, 8u);
}

TEST(FullTexts, AreAsLongAsTheyCanBe) {
  Program P = compileText("int getchar(void); int main(void) { return getchar(); }", "reads.c");
  InputOptions Options;
  Options.Entry = "main";
  Options.Stdin = 6;
  Options.Files = {{"in.txt", 3}};
  InputSpace Space = spaceOf(P, Options);
  std::vector<InputAssignment> Full = fullTexts(Space, zeros(Space));
  ASSERT_FALSE(Full.empty());
  EXPECT_EQ(stdinOf(Space, Full.front()), "aaaaaa");
  EXPECT_EQ(Full.front()[*Space.Program.Files.front().Length].getZExtValue(), 3u);
}

#include "report/VerifyReport.h"
#include "term/Shares.h"

#include <gtest/gtest.h>

using namespace vernier;

namespace {

VerifyResult resultOf(Answer What, const std::string &Message) {
  VerifyResult Result;
  Result.Space.OldEntry = Result.Space.NewEntry = "f";
  Result.Space.Leaves = {{"x", 8, true, false, {}, {}}};
  Result.Judged.What = What;
  Result.Judged.Why = {"code", Message, {}};
  return Result;
}

VerifiedPartition partOf(unsigned Id, Answer What, const std::string &Code = "") {
  VerifiedPartition Part;
  Part.Id = Id;
  Part.What = What;
  Part.Why = {Code, Code.empty() ? "" : "because of " + Code, {}};
  Part.Basis = PartitionBasis::Outcome;
  return Part;
}

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

} // namespace

TEST(VerifyReport, SharesAreNeverRoundedToNothingOrEverything) {
  EXPECT_EQ(percentText(0), "0 %");
  EXPECT_EQ(percentText(0.5), "50 %");
  EXPECT_EQ(percentText(0.499), "49.9 %");
  EXPECT_EQ(percentText(0.0042), "0.42 %");
  EXPECT_EQ(percentText(0.995), "99.5 %");
  EXPECT_EQ(percentText(1e-12), "less than 0.01 %");
  EXPECT_EQ(percentText(1 - 1e-12), "more than 99.99 %");
  EXPECT_EQ(percentText(1), "more than 99.99 %"); // a rounded number does not say that nothing is left
  EXPECT_EQ(percentText(1, true), "100 %");
}

TEST(VerifyReport, SizesAreNumbersOrBounds) {
  VerifiedPartition Part = partOf(1, Answer::Equal);
  EXPECT_EQ(sizeText(Part), "");
  Part.SizeBounds = {"3", "9"};
  EXPECT_EQ(sizeText(Part), "3 to 9 inputs");
  Part.Size = "64";
  EXPECT_EQ(sizeText(Part), "64 inputs");
}

TEST(VerifyReport, SharesOfClassesAndKindsAgree) {
  VerifyResult Result = resultOf(Answer::Different, "");
  auto Number = [](std::uint64_t Value) { return llvm::APInt(12, Value); };
  Result.Partitions = {partOf(1, Answer::Equal), partOf(2, Answer::Different), partOf(3, Answer::Unknown)};
  Result.Partitions[0].Size = "192";
  Result.Partitions[1].Size = "64";
  Result.Partitions[2].Size = "0"; // its inputs are in classes before
  EXPECT_TRUE(sharesOf(Result).OfClass.empty()) << "nothing was counted";
  Result.Counted = CountedInputs{Number(256), Number(192), Number(64), true};
  ShareTexts Shares = sharesOf(Result);
  EXPECT_EQ(Shares.Equal, "75 %");
  EXPECT_EQ(Shares.Different, "25 %");
  EXPECT_EQ(Shares.Unknown, "0 %");
  EXPECT_EQ(Shares.OfClass, (std::map<unsigned, std::string>{{1, "75 %"}, {2, "25 %"}}));
  Result.Counted->Exact = false;
  EXPECT_EQ(sharesOf(Result).Equal, "at least 75 %");
}

TEST(VerifyReport, TheVerdictComesWithItsShareOfTheInputs) {
  VerifyResult Result = resultOf(Answer::Different, "2 classes of inputs behave differently");
  Result.Explored = std::make_shared<PartitionResult>();
  Result.Partitions = {partOf(1, Answer::Different), partOf(2, Answer::Different), partOf(3, Answer::Equal)};
  Result.DifferentFraction = 0.499;
  Result.EqualFraction = 0.5;
  std::string Text = verifyText(Result, {});
  EXPECT_TRUE(
      contains(Text, "different    2 classes of inputs behave differently (49.9 % of the inputs); 50 % proved equal\n"))
      << Text;
  Result.Judged.What = Answer::Unknown;
  Result.Judged.Why.Message = "the solver does not know";
  EXPECT_TRUE(contains(verifyText(Result, {}), "unknown      the solver does not know; 50 % proved equal\n"));
}

TEST(VerifyReport, AThousandUnknownsAreOneLineForEachReason) {
  VerifyResult Result = resultOf(Answer::Unknown, "open");
  auto Explored = std::make_shared<PartitionResult>();
  Explored->Found.Holes["cover-unknown"] = {1, 0, "the cover is not known"};
  Explored->Found.Holes["pin-limit"] = {600, 0, "because of pin-limit"};
  Result.Explored = Explored;
  for (unsigned I = 1; I <= 1000; ++I)
    Result.Partitions.push_back(partOf(I, Answer::Unknown, I <= 600 ? "pin-limit" : "time-limit"));
  Result.Partitions[3].Example = {{"x", "5", 8, true, false}};
  std::string Text = verifyText(Result, {});
  EXPECT_TRUE(contains(Text, "undecided    600 classes: pin-limit: because of pin-limit\n  example    x = 5\n"))
      << Text;
  EXPECT_TRUE(contains(Text, "undecided    400 classes: time-limit: because of time-limit\n")) << Text;
  EXPECT_TRUE(contains(Text, "undecided    cover-unknown: the cover is not known\n")) << Text;
  EXPECT_LT(std::count(Text.begin(), Text.end(), '\n'), 12);
}

TEST(VerifyReport, ProgressIsOneLine) {
  PartitionProgress Now;
  Now.Equal = 12;
  Now.Different = 3;
  Now.Unknown = 1;
  Now.Frontier = 40;
  Now.Runs = 100;
  Now.Queries = 300;
  Now.Seconds = 2;
  EXPECT_EQ(progressText(Now), "2 s: 12 equal, 3 different, 1 unknown, 40 open, 50 runs/s, 150 queries/s");
}

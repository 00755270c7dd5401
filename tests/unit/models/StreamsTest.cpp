// Programs with streams, run with the models and with the C library: the same bytes on each descriptor, the same end,
// the same places in files.

#include "Twins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

using namespace vernier::test;

namespace {

const Twins &streams() {
  static const Twins Built("streams.c");
  return Built;
}

std::string numbers(int Count) {
  std::string Text;
  for (int I = 0; I < Count; ++I)
    Text += std::to_string(I * I) + (I % 5 ? "," : "\n");
  return Text;
}

bool readsInput(const std::string &Name) {
  static const std::set<std::string> Names = {"copyBytes",        "copyLines",    "copyBlocks", "wholeLines",
                                              "delimited",        "pushBack",     "readOne",    "readOneAndPushBack",
                                              "readLineAndFlush", "readAndClose", "scanned"};
  return Names.count(Name);
}

const std::vector<std::string> Inputs = {
    "", "a", "one\ntwo,three\n\nfour", std::string("\n\0x\0\xff\n", 6), "12,-7,+3,x9 word", numbers(3000)};

} // namespace

TEST(StreamModels, EveryScenarioBehavesAsWithTheLibrary) {
  std::istringstream Names(streams().runPlain({}).Output);
  int Count = 0;
  for (std::string Name; Names >> Name; ++Count)
    for (const std::string &Input : readsInput(Name) ? Inputs : std::vector<std::string>{numbers(3000)})
      for (bool OtherWay : {false, true}) {
        // The known difference: what the C library reads ahead is gone when standard input is closed.
        if (OtherWay && Name == "readAndClose")
          continue;
        RunSetup Setup{{Name}, Input, /*InputIsFile=*/OtherWay, /*OneOutput=*/OtherWay};
        ASSERT_EQ(streams().runModel(Setup), streams().runPlain(Setup))
            << Name << (OtherWay ? " from a file to one pipe" : "") << " with '" << Input.substr(0, 40) << "'";
      }
  EXPECT_GE(Count, 32);
}

TEST(StreamModels, DestructorsStillPrint) {
  for (const char *Name : {"readOne", "atExit", "lost", "closedStandardOutput"}) {
    RunSetup Setup{{Name}, "x", false, false, {"LATE=1"}};
    EXPECT_EQ(streams().runModel(Setup), streams().runPlain(Setup)) << Name;
  }
  EXPECT_NE(streams().runModel({{"readOne"}, "x", false, false, {"LATE=1"}}).Output.find("destructor"),
            std::string::npos);
}

TEST(StreamModels, StreamsOfCPlusPlusUseTheSameBuffers) {
  Twins Mixed("mixed.cpp");
  for (const char *Input : {"", "7 seven\nline two\nx", "abc"})
    for (bool OneOutput : {false, true}) {
      RunSetup Setup{{}, Input, false, OneOutput};
      EXPECT_EQ(Mixed.runModel(Setup), Mixed.runPlain(Setup)) << Input;
    }
}

TEST(StreamModels, NoFunctionOfTheLibraryIsUsedThatHasAModel) {
  auto Imports = streams().importsOfModel();
  for (const char *Name :
       {"printf", "getc", "fopen", "fflush", "fgets", "getline", "puts", "fclose", "perror", "fseek"})
    EXPECT_EQ(std::count(Imports.begin(), Imports.end(), Name), 0) << Name;
  EXPECT_EQ(std::count(Imports.begin(), Imports.end(), "_IO_fdopen"), 1);
}

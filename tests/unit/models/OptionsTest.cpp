// getopt and its family on random command lines, and messages about errors, against the C library.

#include "Twins.h"

#include <gtest/gtest.h>

using namespace vernier::test;

namespace {

const Twins &options() {
  static const Twins Built("options.c");
  return Built;
}

} // namespace

TEST(OptionModels, RandomCommandLines) {
  for (const char *Start : {"1", "22", "333", "4444"})
    for (const char *Variable : {"POSIXLY_CORRECT=1", "OTHER=1"}) {
      RunSetup Setup{{Start, "1000"}, "", false, false, {Variable}};
      RunResult Model = options().runModel(Setup), Plain = options().runPlain(Setup);
      ASSERT_EQ(Model, Plain) << Start << " with " << Variable;
      // The lines are as varied as they should be.
      for (const char *Message : {"unrecognized option '--none'", "is ambiguous; possibilities: '--all' '--almost-all'",
                                  "doesn't allow an argument", "requires an argument\n", "invalid option -- 'z'",
                                  "option requires an argument -- 'b'", "option '-W "})
        EXPECT_NE(Plain.Errors.find(Message), std::string::npos) << Message;
    }
}

TEST(OptionModels, NothingOfTheLibraryGetsInBetween) {
  for (const std::string &Name : options().importsOfModel())
    for (const char *Modelled : {"getopt", "getopt_long", "getopt_long_only", "printf", "putchar", "puts"})
      EXPECT_NE(Name, Modelled);
}

TEST(ErrorModels, MessagesAndEnds) {
  Twins Errors("errors.c");
  for (char Which = '0'; Which <= '8'; ++Which)
    for (bool OneOutput : {false, true}) {
      RunSetup Setup{
          {std::string(1, Which)}, "", false, OneOutput, {"VERNIER_A=1", "VERNIER_AB=2=3", "VERNIER_EMPTY="}};
      EXPECT_EQ(Errors.runModel(Setup), Errors.runPlain(Setup)) << Which;
    }
}

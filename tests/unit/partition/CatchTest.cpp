#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"
#include "term/Evaluate.h"
#include "traced/SharedBuilds.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

/// Programs of a byte in which an exception decides whether a change is reached, or whether it shows. Every claim is
/// compared with what the functions return, which is known.
struct CatchCase {
  const char *Name;
  std::string Text; ///< of $OLD|NEW$, the old version has the first and the new version the second
  int (*Old)(unsigned X);
  int (*New)(unsigned X);
};

void PrintTo(const CatchCase &Case, std::ostream *To) {
  *To << Case.Name;
}

const std::string Thrower = "static void t(int x) { if (x > 3) throw 1; } ";

const CatchCase Cases[] = {
    {"TheTypeThatIsCaught",
     Thrower + "extern \"C\" int f(unsigned char x) { try { t(x); } catch ($int|long$) { return 5; } catch (...) { "
               "return 6; } "
               "return 0; }",
     [](unsigned X) { return X > 3 ? 5 : 0; }, [](unsigned X) { return X > 3 ? 6 : 0; }},
    {"WhatTheHandlerReturns",
     Thrower + "extern \"C\" int f(unsigned char x) { try { t(x); } catch (...) { return $5|6$; } return 0; }",
     [](unsigned X) { return X > 3 ? 5 : 0; }, [](unsigned X) { return X > 3 ? 6 : 0; }},
    {"WhatTheHandlerShows",
     Thrower +
         "extern \"C\" int f(unsigned char x) { int k = $5|6$; try { t(x); } catch (...) { return k; } return 0; }",
     [](unsigned X) { return X > 3 ? 5 : 0; }, [](unsigned X) { return X > 3 ? 6 : 0; }},
    {"WhatIsThrown",
     "static void t(int x) { if (x > 3) throw $1|2$; } extern \"C\" int f(unsigned char x) { try { t(x); } catch (int "
     "e) "
     "{ return e; } return 0; }",
     [](unsigned X) { return X > 3 ? 1 : 0; }, [](unsigned X) { return X > 3 ? 2 : 0; }},
    {"ADestructorOnTheWay",
     Thrower + "static int g; struct D { ~D() { g = $5|6$; } }; static void u(int x) { D d; t(x); } "
               "extern \"C\" int f(unsigned char x) { try { u(x); } catch (...) { return g; } return 0; }",
     // what g is at the end shows as well
     [](unsigned) { return 5; }, [](unsigned) { return 6; }},
    {"BehindTheHandler",
     Thrower + "extern \"C\" int f(unsigned char x) { int r = 0; try { t(x); r = 1; } catch (...) { r = 2; } "
               "if (r == 2) r += $5|6$; return r; }",
     [](unsigned X) { return X > 3 ? 7 : 1; }, [](unsigned X) { return X > 3 ? 8 : 1; }},
    {"ThrownAgain",
     Thrower + "static int u(int x) { try { t(x); } catch (...) { if (x < 9) throw; return 2; } return 1; } "
               "extern \"C\" int f(unsigned char x) { try { return u(x); } catch (int) { return $5|6$; } }",
     [](unsigned X) { return X < 4   ? 1
                             : X < 9 ? 5
                                     : 2; }, [](unsigned X) { return X < 4   ? 1
                                                                                   : X < 9 ? 6
                                                                                           : 2; }},
    {"InALoop",
     "static int n; static void t(int x) { for (int i = 0; i < 4; i++) { n = i; if (x == i * 2) throw 1; } } "
     "extern \"C\" int f(unsigned char x) { try { t(x); } catch (int) { return n + $0|1$; } return 9; }",
     [](unsigned X) { return X < 8 && X % 2 == 0 ? int(X) / 2 : 9; },
     [](unsigned X) { return X < 8 && X % 2 == 0 ? int(X) / 2 + 1 : 9; }},
    {"WhoIsThrowing",
     "static void t(int x) { if (x < $4|5$) throw 1; } extern \"C\" int f(unsigned char x) { int r = 3; try { t(x); } "
     "catch (...) { r = 2; } return r; }",
     [](unsigned X) { return X < 4 ? 2 : 3; }, [](unsigned X) { return X < 5 ? 2 : 3; }},
};

std::string versionOf(std::string Text, bool New) {
  std::size_t At = Text.find('$'), Bar = Text.find('|', At), End = Text.find('$', Bar);
  std::string Chosen = New ? Text.substr(Bar + 1, End - Bar - 1) : Text.substr(At + 1, Bar - At - 1);
  return Text.replace(At, End - At + 1, Chosen);
}

class CatchTest : public testing::TestWithParam<CatchCase> {};

TEST_P(CatchTest, EveryClaimIsRight) {
  const CatchCase &Case = GetParam();
  SmallVersions Pair({versionOf(Case.Text, false), versionOf(Case.Text, true)}, "f", "test.cpp");
  InputSpace Space = Pair.space();
  auto Builds = std::make_shared<SharedBuilds>();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Builds = Builds;
    Options.Time = std::chrono::seconds(30);
    auto Found = partitionPair(*Pair.Maps.front(), Space, Options, temporaryCache());
    ASSERT_TRUE(Found) << Found.error().Message;
    for (unsigned Value = 0; Value != 256; ++Value) {
      Assignment Values{{Found->Leaves[0], llvm::APInt(8, Value)}};
      unsigned Claims = 0;
      for (const DifferentialPartition &Part : Found->Found.Partitions)
        if (Part.What != Answer::Unknown &&
            llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Values).isOne(); })) {
          ++Claims;
          EXPECT_EQ(Part.What == Answer::Different, Case.Old(Value) != Case.New(Value)) << Value;
        }
      EXPECT_GT(Claims, 0u) << Value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, CatchTest, testing::ValuesIn(Cases), [](const auto &Info) { return Info.param.Name; });

} // namespace

} // namespace vernier::test

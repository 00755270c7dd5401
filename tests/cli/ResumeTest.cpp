// Stopping loses nothing (docs/design.md#stopping): an explorer that is killed at random moments goes on with --resume
// and ends with the paths of an undisturbed run.

#include "CommandLine.h"
#include "base/Random.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <set>

using namespace vernier;
using namespace vernier::test;

namespace {

const char Text[] = "#include <stdlib.h>\n"
                    "int main(int argc, char **argv) {\n"
                    "  int open = 0, most = 0;\n"
                    "  for (const char *s = argv[1]; *s; s++) {\n"
                    "    if (*s == '(') open++;\n"
                    "    else if (*s == ')' && open-- == 0) return 1;\n"
                    "    else if (*s == '!' && open == 2) abort();\n"
                    "    if (open > most) most = open;\n"
                    "  }\n"
                    "  return open ? 2 : most + 10;\n"
                    "}\n";

std::set<std::string> pathsIn(const llvm::json::Object &Document) {
  EXPECT_TRUE(Document.getBoolean("complete").value_or(false));
  std::set<std::string> Paths;
  for (const llvm::json::Value &Test : *Document.getArray("tests"))
    Paths.insert(Test.getAsObject()->getString("path")->str());
  return Paths;
}

TEST(Resume, KilledAtRandomMomentsItEndsWithTheSamePaths) {
  CommandLine Line;
  Line.write("program.c", Text);
  const std::string Explore = "explore program.c --argv 1x5", Kept = Explore + " --store kept.db --resume";
  (void)Line.run("vernier " + Explore + " --runs 1"); // the build is in the cache now
  auto Started = std::chrono::steady_clock::now();
  std::set<std::string> Expected = pathsIn(Line.json(Explore, 1));
  std::chrono::duration<double> Took = std::chrono::steady_clock::now() - Started;
  ASSERT_GT(Expected.size(), 50u);

  const char *Wanted = std::getenv("VERNIER_RESUME_KILLS");
  unsigned Kills = Wanted ? std::strtoul(Wanted, nullptr, 10) : 2, Hits = 0;
  Random Generator(Kills);
  // One kill comes in time for sure: as soon as there is a store.
  Hits += Line.run("vernier " + Kept +
                   " --quiet & process=$!; "
                   "for i in $(seq 600); do test -s kept.db && break; sleep 0.05; done; "
                   "kill -KILL $process; wait $process")
              .Code == 137;
  for (unsigned I = 0; I != Kills; ++I) {
    double After = Took.count() * static_cast<double>(Generator.below(1000) + 1) / 1000;
    Hits += Line.run("timeout -s KILL " + std::to_string(After) + " vernier " + Kept + " --quiet").Code == 137;
  }
  EXPECT_GT(Hits, 0u) << "none of the kills came in time";
  EXPECT_EQ(pathsIn(Line.json(Kept, 1)), Expected);
}

/// What a fixed file holds is part of the question.
TEST(Resume, AStoreOfAnotherFixedFileIsRefused) {
  CommandLine Line;
  Line.write("program.c", "#include <stdio.h>\nint main(int argc, char **argv) { FILE *f = fopen(\"limit\", \"r\"); "
                          "return f && argv[1][0] > getc(f) ? 1 : 0; }\n");
  Line.write("limit.txt", "5");
  std::string Explore = "explore program.c --argv 1x1 --file limit=@limit.txt --store kept.db";
  EXPECT_EQ(Line.run("vernier " + Explore + " --quiet").Code, 0);
  Line.write("limit.txt", "7");
  auto Again = Line.run("vernier " + Explore + " --resume --quiet");
  EXPECT_EQ(Again.Code, 2) << Again.Err;
  EXPECT_NE(Again.Err.find("'arguments and files' was"), std::string::npos) << Again.Err;
}

} // namespace

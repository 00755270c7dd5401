// A build with several programs and libraries: everything that changed is compared, or named as not compared.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Programs[] = {"one", "two", "three", "four", "five"};

std::string programText(const std::string &Name, const std::string &Step = "1") {
  return "int helper(int x);\nint " + Name + "_step(int x) { return x ^ " + Step +
         "; }\nint main(int argc, char **argv) { (void)argv; return helper(argc) + " + Name + "_step(argc); }\n";
}

/// Five programs that share one object.
void writeFive(const CommandLine &At, const std::string &Version, const std::string &MoreFlags = "",
               const std::string &LinkFlags = "") {
  for (const char *Name : Programs)
    At.write(Version + "/src/" + Name + ".c", programText(Name));
  At.write(Version + "/src/helper.c", "int helper(int x) { return x & 3; }\n"
                                      "int __wrap_helper(int x) { return x & 1; }\n");
  At.write(Version + "/README.md", "five programs\n");
  At.write(Version + "/Makefile", "PROGS = one two three four five\nCFLAGS = -O1 " + MoreFlags +
                                      "\nall: $(PROGS)\n$(PROGS): %: src/%.o src/helper.o\n\t$(CC) -o $@ $^ " +
                                      LinkFlags + "\nsrc/%.o: src/%.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\n");
}

/// The same as CMake's Makefile generator leaves it: a database and a link.txt for each target.
void writeDatabase(const CommandLine &At, const std::string &Version) {
  std::string Root = (At.directory() / "work" / Version).string(), Entries;
  for (const char *Name : Programs) {
    std::string Place = std::string("CMakeFiles/") + Name + ".dir/";
    for (const std::string &Source : {std::string(Name), std::string("helper")})
      Entries += std::string(Entries.empty() ? "" : ",") + "{\"directory\": \"" + Root + "\", \"file\": \"src/" +
                 Source + ".c\", \"command\": \"cc -o " + Place + "src/" + Source + ".c.o -c src/" + Source + ".c\"}";
    At.write(Version + "/" + Place + "link.txt",
             "/usr/bin/cc " + Place + "src/" + Name + ".c.o " + Place + "src/helper.c.o -o " + Name + "\n");
  }
  At.write(Version + "/compile_commands.json", "[" + Entries + "]");
}

std::set<std::string> targetsWith(const json::Object &Document, llvm::StringRef Field, const json::Value &Value) {
  std::set<std::string> Names;
  if (const json::Array *Targets = Document.getArray("targets"))
    for (const json::Value &Each : *Targets)
      if (const json::Value *Found = Each.getAsObject()->get(Field); Found && *Found == Value)
        Names.insert(Each.getAsObject()->getString("name")->str());
  return Names;
}

std::set<std::string> namesIn(const json::Object &Document, llvm::StringRef Field) {
  std::set<std::string> Names;
  if (const json::Array *List = Document.getArray(Field))
    for (const json::Value &Each : *List)
      Names.insert(Each.getAsObject()->getString("name")->str());
  return Names;
}

std::string reasonCode(const json::Object &Document) {
  return Document.getObject("reason")->getString("code").value_or("").str();
}

const std::set<std::string> AllButThree = {"one", "two", "four", "five"};

} // namespace

TEST(Targets, TheOneProgramThatContainsTheChangeIsComparedAndNamed) {
  CommandLine At;
  writeFive(At, "old");
  writeFive(At, "new");
  At.write("new/src/three.c", programText("three", "2"));
  json::Object Document = At.json("check old new --build make", 1);
  EXPECT_EQ(targetsWith(Document, "compared", true), std::set<std::string>{"three"});
  EXPECT_EQ(targetsWith(Document, "verdict", "different"), std::set<std::string>{"three"});
  EXPECT_EQ(targetsWith(Document, "verdict", "equal"), AllButThree);
  EXPECT_TRUE(Document.getArray("not_compared")->empty());
  Ran Text = At.run("vernier check old new --build make");
  EXPECT_NE(Text.Out.find("target           three (executable)"), std::string::npos) << Text.Out;
  EXPECT_NE(Text.Out.find("unchanged        five, four, one, two contain no changed code"), std::string::npos)
      << Text.Out;

  // Of a target that lacks the change, nothing is called equal.
  json::Object Other = At.json("check old new --build make --target one", 4);
  EXPECT_EQ(reasonCode(Other), "not-compared");
  EXPECT_EQ(namesIn(Other, "not_compared"), (std::set<std::string>{"three", "src/three.c"}));

  // The entry is looked for where it changed.
  json::Object Verified = At.json("verify old new --build make --entry three_step", 1);
  EXPECT_EQ(Verified.getString("target"), "three");
}

TEST(Targets, ADatabaseWithFiveProgramsIsComparedLikewise) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    writeFive(At, Version);
    writeDatabase(At, Version);
  }
  At.write("new/src/three.c", programText("three", "2"));
  json::Object Document = At.json("check old new", 1);
  EXPECT_EQ(targetsWith(Document, "verdict", "different"), std::set<std::string>{"three"});
  EXPECT_EQ(targetsWith(Document, "verdict", "equal"), AllButThree);
}

TEST(Targets, ChangesInSharedCodeAreComparedInEveryTarget) {
  CommandLine At;
  writeFive(At, "old");
  writeFive(At, "new");
  At.write("new/src/helper.c", "int helper(int x) { return 3 & x; }\nint __wrap_helper(int x) { return x & 1; }\n");
  json::Object Document = At.json("check old new --build make", 0);
  EXPECT_EQ(Document.getString("verdict"), "equal");
  EXPECT_EQ(targetsWith(Document, "compared", true).size(), 5u);
  EXPECT_EQ(targetsWith(Document, "verdict", "equal").size(), 5u);
  EXPECT_EQ(Document.getObject("impact")->getArray("changes")->size(), 1u) << "one statement of five programs";
  Ran Page = At.run("vernier check old new --build make --html page.html");
  EXPECT_EQ(Page.Code, 0) << Page.Err;
  EXPECT_NE(Page.Out.find("all together     equal: all 5 targets"), std::string::npos) << Page.Out;
}

TEST(Targets, LinkOptionsThatDifferLeaveItOpen) {
  CommandLine At;
  writeFive(At, "old");
  writeFive(At, "new", "", "-Wl,--wrap=helper");
  json::Object Document = At.json("check old new --build make --target one", 4);
  EXPECT_EQ(reasonCode(Document), "link-options");
  for (const json::Value &Each : *Document.getArray("functions"))
    EXPECT_NE(Each.getAsObject()->getString("verdict"), "equal") << Each.getAsObject()->getString("name")->str();
  // Plain builds follow the option, and show what it does.
  EXPECT_EQ(At.json("verify old new --build make --target one", 1).getString("verdict"), "different");
  json::Object Proved = At.json("verify old new --build make --target one --no-runs", 1);
  EXPECT_EQ(reasonCode(Proved), "plain-builds-differ");
}

TEST(Targets, CompileOptionsThatDifferLeaveItOpen) {
  CommandLine At;
  writeFive(At, "old");
  writeFive(At, "new", "-ffast-math");
  json::Object Document = At.json("check old new --build make --target one", 4);
  EXPECT_EQ(reasonCode(Document), "compile-options");
  EXPECT_NE(Document.getObject("reason")->getString("message")->find("-ffast-math in the new version only"),
            llvm::StringRef::npos);
  // Optimisation, warnings and the like change no meaning.
  writeFive(At, "new", "-O3 -Wall -g -ffunction-sections");
  At.json("check old new --build make --target one", 0);
}

TEST(Targets, AChangedFileInNoTargetIsNamed) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    writeFive(At, Version);
    At.write(std::string(Version) + "/src/extra.c", std::string("int extra(void) { return '") + *Version + "'; }\n");
  }
  json::Object Document = At.json("check old new --build make", 4);
  EXPECT_EQ(reasonCode(Document), "not-compared");
  EXPECT_EQ(namesIn(Document, "not_compared"), std::set<std::string>{"src/extra.c"});
}

TEST(Targets, DocumentationAndTestsThatNoTargetContainsAreNoObstacle) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    writeFive(At, Version);
    At.write(std::string(Version) + "/README.md", Version);
    At.write(std::string(Version) + "/tests/helper_test.c", std::string("/* ") + Version + " */\n");
  }
  json::Object Document = At.json("check old new --build make", 0);
  EXPECT_EQ(Document.getString("verdict"), "equal");
  EXPECT_TRUE(Document.getArray("not_compared")->empty());
  EXPECT_EQ(namesIn(Document, "not_in_build"), (std::set<std::string>{"README.md", "tests/helper_test.c"}));
}

TEST(Targets, AssemblyAndVersionScriptsThatChangeAreNamed) {
  CommandLine At;
  for (const std::string Version : {"old", "new"}) {
    At.write(Version + "/a.c", "int visible(int x) { return x; }\nint hidden(int x) { return x; }\n");
    At.write(Version + "/low.s",
             "\t.globl low\nlow:\n\tmov $" + std::to_string(Version.size() + (Version < "o")) + ", %eax\n\tret\n");
    At.write(Version + "/a.map",
             Version == "old" ? "{ global: visible; local: *; };\n" : "{ global: visible; hidden; local: *; };\n");
    At.write(Version + "/Makefile", "liba.so: a.c low.s a.map\n\t$(CC) -c -o low.o low.s\n"
                                    "\t$(CC) -shared -fPIC -o $@ a.c low.o -Wl,--version-script=a.map\n");
  }
  json::Object Document = At.json("check old new --build make", 4);
  EXPECT_EQ(reasonCode(Document), "link-options");
  EXPECT_EQ(namesIn(Document, "not_compared"), (std::set<std::string>{"a.map", "low.s"}));
}

TEST(Targets, ArithmeticThatTheUsersBuildMayNotWrapIsAnAssumption) {
  CommandLine At;
  auto Assumes = [&](const std::string &Flags, const std::string &Type = "int") {
    At.write("old.c", Type + " f(" + Type + " n) { return n * 2; }\n");
    At.write("new.c", Type + " f(" + Type + " n) { return n + n; }\n");
    json::Object Document = At.json("verify old.c new.c --entry f " + Flags, 0);
    for (const json::Value &Each : *Document.getArray("assumptions"))
      if (Each == json::Value("wrapping-arithmetic"))
        return true;
    return false;
  };
  EXPECT_TRUE(Assumes(""));
  EXPECT_FALSE(Assumes("--cflag=-fwrapv"));
  EXPECT_FALSE(Assumes("", "unsigned"));
  EXPECT_TRUE(Assumes("", "long"));
}

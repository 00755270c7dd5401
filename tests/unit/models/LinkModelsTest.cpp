#include "models/Models.h"

#include "bitcode/Flags.h"
#include "models/ModelBitcode.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>

#include <sstream>

using namespace vernier;
using namespace vernier::test;

namespace {

std::string textOf(const llvm::Module &M) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  M.print(Stream, nullptr);
  return Text;
}

void expectValid(const llvm::Module &M) {
  std::string Problems;
  llvm::raw_string_ostream Stream(Problems);
  bool BrokenDebugInfo = false;
  EXPECT_FALSE(llvm::verifyModule(M, &Stream, &BrokenDebugInfo)) << Problems;
  EXPECT_FALSE(BrokenDebugInfo) << Problems;
}

void link(llvm::Module &M) {
  auto Linked = linkModels(M);
  ASSERT_TRUE(Linked) << Linked.error().Message;
  expectValid(M);
}

Program linked(const std::string &Text) {
  Program P = compileText(Text);
  link(P.module());
  return P;
}

bool defines(const Program &P, llvm::StringRef Name) {
  const llvm::Function *F = P.module().getFunction(Name);
  return F && !F->isDeclaration();
}

/// Whether the model that sets the error number really does.
bool setsErrorNumber(const Program &P) {
  const llvm::Function *F = P.module().getFunction("vernier.model.setErrorNumber");
  return F && F->getInstructionCount() > 1;
}

std::unique_ptr<llvm::Module> rawModels(llvm::LLVMContext &Context, ModelSet Set) {
  llvm::StringRef Bitcode = Set == ModelSet::Pure ? pureModelBitcode() : engineModelBitcode();
  return llvm::cantFail(llvm::parseBitcodeFile({Bitcode, "models"}, Context));
}

/// What models share is local once they are loaded.
bool isShared(const llvm::Function &F) {
  return F.getName().starts_with("vernier_model_") || F.getName() == "vernier_flush_streams";
}

/// No model uses one that has a public name, and only Outside is left to others.
void expectClosed(ModelSet Set, const llvm::StringSet<> &Outside) {
  llvm::LLVMContext Context;
  auto Models = rawModels(Context, Set);
  for (const llvm::Function &F : *Models) {
    if (!F.isDeclaration() && !F.hasLocalLinkage() && !isShared(F))
      EXPECT_TRUE(F.use_empty()) << F.getName().str();
    if (F.isDeclaration() && !F.isIntrinsic()) {
      EXPECT_TRUE(Outside.contains(F.getName())) << F.getName().str();
      EXPECT_TRUE(llvm::is_contained(externalFunctions(Set), F.getName())) << F.getName().str();
    }
  }
}

} // namespace

TEST(LinkModels, AreCompiledWithTheFlagsOfVersions) {
  std::istringstream Words(VERNIER_MODEL_FLAGS);
  std::vector<std::string> Used{std::istream_iterator<std::string>(Words), {}}, Wanted;
  // Macros mean nothing to sources without headers, and warnings nothing to bitcode.
  for (const std::string &Flag : meaningFlags())
    if (Flag.rfind("-D", 0) && Flag.rfind("-U", 0) && Flag.rfind("-W", 0))
      Wanted.push_back(Flag);
  // What overflows in a model does not concern the user: nothing in them is marked (bitcode/SignedArithmetic.h).
  EXPECT_EQ(std::erase(Used, "-fwrapv"), 1u);
  EXPECT_EQ(Used, Wanted);
}

TEST(LinkModels, EveryFunctionOfTheList) {
  for (const char *Name : {"strlen",
                           "strnlen",
                           "strcmp",
                           "strncmp",
                           "strcpy",
                           "strncpy",
                           "strcat",
                           "strncat",
                           "strchr",
                           "strrchr",
                           "strstr",
                           "strspn",
                           "strcspn",
                           "strpbrk",
                           "strdup",
                           "stpcpy",
                           "memcmp",
                           "memchr",
                           "memrchr",
                           "strcasecmp",
                           "strncasecmp",
                           "isalnum",
                           "isalpha",
                           "isblank",
                           "iscntrl",
                           "isdigit",
                           "isgraph",
                           "islower",
                           "isprint",
                           "ispunct",
                           "isspace",
                           "isupper",
                           "isxdigit",
                           "toupper",
                           "tolower",
                           "atoi",
                           "atol",
                           "atoll",
                           "strtol",
                           "strtoul",
                           "strtoll",
                           "strtoull",
                           "abs",
                           "labs",
                           "llabs",
                           "qsort",
                           "bsearch",
                           "__ctype_b_loc",
                           "__ctype_tolower_loc",
                           "__ctype_toupper_loc"})
    EXPECT_TRUE(llvm::is_contained(modelledFunctions(), Name)) << Name;
  for (const char *Name : {"memcpy", "memmove", "memset", "malloc", "__errno_location", "__assert_fail", "rand"})
    EXPECT_FALSE(llvm::is_contained(modelledFunctions(), Name)) << Name;
  EXPECT_TRUE(llvm::is_sorted(modelledFunctions()));
}

TEST(LinkModels, NoModelCallsAPublicName) {
  expectClosed(ModelSet::Pure, {"malloc", "realloc", "__errno_location", "_IO_getc", "__uflow"});
  expectClosed(ModelSet::Engine, {"malloc",
                                  "realloc",
                                  "free",
                                  "abort",
                                  "exit",
                                  "__errno_location",
                                  "__chk_fail",
                                  "strerror",
                                  "strerrorname_np",
                                  "__strtod_internal",
                                  "__strtof_internal",
                                  "__strtold_internal",
                                  "strfromd",
                                  "__vsnprintf",
                                  "strfroml",
                                  "_IO_fdopen",
                                  "_IO_fclose",
                                  "_IO_fread",
                                  "_IO_fwrite",
                                  "_IO_fflush",
                                  "_IO_seekoff",
                                  "vernier_open",
                                  "vernier_close",
                                  "vernier_read",
                                  "vernier_write",
                                  "vernier_lseek"});
}

TEST(LinkModels, PureModelsHaveNoStateOfTheirOwn) {
  llvm::LLVMContext Context;
  auto Models = rawModels(Context, ModelSet::Pure);
  for (const llvm::GlobalVariable &G : Models->globals())
    EXPECT_TRUE(G.hasLocalLinkage() && G.isConstant()) << G.getName().str();
}

TEST(LinkModels, TheEngineHasAllPureModels) {
  for (llvm::StringRef Name : modelledFunctions())
    EXPECT_TRUE(llvm::is_contained(modelledFunctions(ModelSet::Engine), Name)) << Name.str();
  for (const char *Name : {"printf", "getchar", "fopen", "vsnprintf", "__printf_chk"}) {
    EXPECT_FALSE(llvm::is_contained(modelledFunctions(), Name)) << Name;
    EXPECT_TRUE(llvm::is_contained(modelledFunctions(ModelSet::Engine), Name)) << Name;
  }
}

TEST(LinkModels, StreamsEndWithTheProgram) {
  Program P = compileText("#include <stdio.h>\nint f(void) { return puts(\"x\"); }");
  ASSERT_TRUE(linkModels(P.module(), ModelSet::Engine));
  expectValid(P.module());
  EXPECT_TRUE(defines(P, "puts"));
  EXPECT_TRUE(defines(P, "vernier_flush_streams"));
  EXPECT_FALSE(P.module().getFunction("vernier_flush_streams")->hasLocalLinkage());
  const llvm::GlobalVariable *Destructors = P.module().getNamedGlobal("llvm.global_dtors");
  ASSERT_NE(Destructors, nullptr);
  EXPECT_EQ(Destructors->getInitializer()->getNumOperands(), 1u);
  // Only what it takes: nothing of formats, input or files.
  for (const char *Name : {"printf", "vernier.model.format", "fopen", "_IO_fdopen"})
    EXPECT_EQ(P.module().getFunction(Name), nullptr) << Name;
  std::string Before = textOf(P.module());
  ASSERT_TRUE(linkModels(P.module(), ModelSet::Engine));
  EXPECT_EQ(textOf(P.module()), Before);
  // More streams in a second step do not end twice.
  Program Q = compileText("#include <stdlib.h>\nint f(const char *s) { return atoi(s); }");
  ASSERT_TRUE(linkModels(Q.module(), ModelSet::Engine));
  EXPECT_EQ(Q.module().getNamedGlobal("llvm.global_dtors"), nullptr);
}

TEST(LinkModels, StreamsWithoutModelsAreNamed) {
  Program P = compileText("#include <stdio.h>\n#include <wchar.h>\nint puts(const char *);\n"
                          "int f(FILE *s) { putc(1, s); fputwc(L'x', s); return fileno(s) + fclose(s); }");
  ASSERT_TRUE(linkModels(P.module(), ModelSet::Engine));
  EXPECT_EQ(functionsOnOtherStreams(P.module()), std::vector<std::string>{"fputwc"});
  Program Q = compileText("int printf(); int getchar(int); int strlen();\n"
                          "int f(char *s) { return printf(s) + getchar(1) + strlen(s); }");
  ASSERT_TRUE(linkModels(Q.module(), ModelSet::Engine));
  EXPECT_EQ(functionsOnOtherStreams(Q.module()), (std::vector<std::string>{"getchar", "printf"}));
}

TEST(LinkModels, NoCallOfAModelIsReplaced) {
  Program P = compileText("#include <stdio.h>\nint f(void) { return printf(\"x\\n\"); }");
  ASSERT_TRUE(linkModels(P.module(), ModelSet::Engine));
  for (const llvm::Function &F : P.module())
    if (!F.isDeclaration())
      EXPECT_TRUE(F.hasFnAttribute("no-builtins")) << F.getName().str();
}

TEST(LinkModels, DoNotSayWhereTheyWereBuilt) {
  for (llvm::StringRef Bitcode : {pureModelBitcode(), engineModelBitcode()}) {
    EXPECT_EQ(Bitcode.find(VERNIER_SOURCE_DIR), llvm::StringRef::npos);
    EXPECT_EQ(Bitcode.find(VERNIER_BINARY_DIR), llvm::StringRef::npos);
    EXPECT_NE(Bitcode.find("vernier/models"), llvm::StringRef::npos);
  }
}

TEST(LinkModels, DefineWhatIsOnlyDeclared) {
  Program P = linked("#include <stdlib.h>\n#include <string.h>\n"
                     "int f(const char *s) { return atoi(s) + strcmp(s, \"a\"); }");
  EXPECT_TRUE(defines(P, "atoi"));
  EXPECT_TRUE(defines(P, "strcmp"));
  EXPECT_TRUE(isModel(*P.module().getFunction("atoi")));
  EXPECT_TRUE(isModel(*P.module().getFunction("vernier.model.parse")));
  EXPECT_FALSE(isModel(*P.module().getFunction("f")));
  // Nothing that nobody asked for, and helpers under their own names only.
  EXPECT_EQ(P.module().getFunction("strtol"), nullptr);
  EXPECT_EQ(P.module().getFunction("vernier.model.mergeSort"), nullptr);
  for (const llvm::Function &F : P.module())
    if (isModel(F))
      EXPECT_EQ(F.hasLocalLinkage(), F.getName().starts_with("vernier.model.")) << F.getName().str();
}

TEST(LinkModels, TablesComeAlong) {
  Program P = linked("#include <ctype.h>\nint f(int c) { return isalpha(c); }");
  EXPECT_TRUE(defines(P, "__ctype_b_loc"));
  const llvm::GlobalVariable *Table = P.module().getNamedGlobal("vernier.model.Classes");
  ASSERT_TRUE(Table && Table->hasInitializer());
  EXPECT_TRUE(Table->hasLocalLinkage() && Table->isConstant());
}

TEST(LinkModels, NeverReplaceTheProgramsOwn) {
  Program P = linked("unsigned long strlen(const char *s) { return 42; }\n"
                     "static int atoi(const char *s) { return 43; }\nchar *strcat(char *, const char *);\n"
                     "int f(char *s) { strcat(s, s); return strlen(s) + atoi(s); }");
  for (const char *Name : {"strlen", "atoi"}) {
    ASSERT_TRUE(defines(P, Name));
    EXPECT_FALSE(isModel(*P.module().getFunction(Name))) << Name;
  }
  // As in glibc, the concatenation does not call the program's strlen.
  EXPECT_TRUE(defines(P, "strcat"));
  EXPECT_TRUE(defines(P, "vernier.model.lengthOf"));
  EXPECT_EQ(P.module().getFunction("strlen")->getNumUses(), 1u);
}

TEST(LinkModels, AFunctionOfAnotherTypeStaysDeclared) {
  Program P = linked("int strlen(); long strcmp(char *a, char *b); char *strchr(const char *, int);\n"
                     "int f(char *s) { return strlen(s) + strcmp(s, s) + (strchr(s, 1) != 0); }");
  EXPECT_FALSE(defines(P, "strlen"));
  EXPECT_FALSE(defines(P, "strcmp"));
  EXPECT_TRUE(defines(P, "strchr"));
}

TEST(LinkModels, ANameThatIsNoFunctionIsLeftAlone) {
  Program P = linked("int number __asm__(\"strlen\") = 3; char *strchr(const char *, int); int f(char *s) { return "
                     "number + !strchr(s, 1); }");
  EXPECT_NE(P.module().getNamedGlobal("strlen"), nullptr);
  EXPECT_TRUE(defines(P, "strchr"));
}

TEST(LinkModels, AProgramWithHelpersOfTheSameNames) {
  Program P = linked("char *strcat(char *, const char *);\nstatic unsigned long lengthOf(const char *s) { return 1; }\n"
                     "unsigned long f(char *s) { strcat(s, s); return lengthOf(s); }");
  EXPECT_FALSE(isModel(*P.module().getFunction("lengthOf")));
  EXPECT_TRUE(defines(P, "vernier.model.lengthOf"));
}

TEST(LinkModels, ASecondTimeChangesNothing) {
  Program P = linked("#include <stdlib.h>\nint f(const char *s) { return atoi(s); }");
  std::string Before = textOf(P.module());
  link(P.module());
  EXPECT_EQ(textOf(P.module()), Before);
}

TEST(LinkModels, AModuleThatNeedsNothingIsNotTouched) {
  Program P = compileText("int f(int x) { return x; }");
  std::string Before = textOf(P.module());
  link(P.module());
  EXPECT_EQ(textOf(P.module()), Before);
}

TEST(LinkModels, WithoutDebugInformation) {
  Program P = compileText("#include <stdlib.h>\nint f(const char *s) { return atoi(s); }");
  llvm::StripDebugInfo(P.module());
  P.module().eraseNamedMetadata(P.module().getModuleFlagsMetadata());
  link(P.module());
  EXPECT_TRUE(defines(P, "atoi"));
  EXPECT_EQ(P.module().getNamedMetadata("llvm.dbg.cu"), nullptr);
}

TEST(LinkModels, WithDebugInformationTheyHaveLines) {
  Program P = linked("#include <stdlib.h>\nint f(const char *s) { return atoi(s); }");
  const llvm::DISubprogram *Where = P.module().getFunction("atoi")->getSubprogram();
  ASSERT_TRUE(Where);
  EXPECT_EQ(Where->getFilename(), "vernier/models/numbers.c");
}

TEST(LinkModels, LayoutAndFlagsOfTheProgramStay) {
  Program P =
      parseIr("declare i64 @strlen(ptr)\ndefine i64 @f(ptr %s) {\n %n = call i64 @strlen(ptr %s)\n ret i64 %n\n}\n"
              "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"wchar_size\", i32 2}\n");
  std::string Layout = P.module().getDataLayoutStr();
  link(P.module());
  EXPECT_TRUE(defines(P, "strlen"));
  EXPECT_EQ(P.module().getDataLayoutStr(), Layout);
  EXPECT_EQ(P.module().getTargetTriple(), "");
  EXPECT_EQ(P.module().getModuleFlagsMetadata()->getNumOperands(), 1u);
}

TEST(LinkModels, NothingForAMachineWithOtherPointers) {
  Program P = parseIr("target datalayout = \"e-p:32:32\"\ndeclare i32 @strcmp(ptr, ptr)\n"
                      "define i32 @f(ptr %s) {\n %n = call i32 @strcmp(ptr %s, ptr %s)\n ret i32 %n\n}\n");
  link(P.module());
  EXPECT_FALSE(defines(P, "strcmp"));
}

TEST(LinkModels, CPlusPlusPrograms) {
  Program P = compileText("#include <cstring>\n#include <cstdlib>\n#include <cctype>\n"
                          "int f(const char *s) { return std::atoi(s) + (std::strchr(s, 'x') != nullptr) + "
                          "std::isalpha(*s) + std::abs(3); }",
                          "test.cpp");
  link(P.module());
  for (const char *Name : {"atoi", "strchr", "isalpha"})
    EXPECT_TRUE(defines(P, Name)) << Name;
}

TEST(LinkModels, TheErrorNumberIsSetWhereItCanBeRead) {
  std::string Head =
      "#define _GNU_SOURCE\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
  std::string Use = "long g(const char *s) { return strtol(s, 0, 10); }\n";
  auto Sets = [&](const std::string &Rest) { return setsErrorNumber(linked(Head + Use + Rest)); };
  EXPECT_TRUE(Sets("int f(void) { return errno; }"));
  EXPECT_TRUE(Sets("void f(void) { perror(\"f\"); }"));
  EXPECT_TRUE(Sets("void f(void) { printf(\"%d %-3m\", 3); }"));
  EXPECT_TRUE(Sets("void f(const char *s) { printf(s); }"));
  EXPECT_TRUE(Sets("int (*f)(const char *, ...) = printf;"));
  EXPECT_TRUE(Sets("void unknown(void); void f(void) { unknown(); }"));
  EXPECT_FALSE(Sets(""));
  EXPECT_FALSE(Sets("void f(char *s) { printf(\"100%% or %d%s m\\n\", 3, s); puts(s); exit(strcmp(s, \"%m\")); }"));
}

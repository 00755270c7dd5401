// Memory that only library functions access: no load, store or address computation of the program mentions it.

#include "SlicedText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

const char *const Writers[] = {
    "memset(%, 'x', 2);",  "snprintf(%, 9, \"%d\", c);", "read(0, %, 9);",    "scanf(\"%8s\", %);",
    "strcpy(%, \"abc\");", "fgets(%, 9, stdin);",        "memcpy(%, in, 3);",
};
const char *const Readers[] = {"puts(%);",        "printf(\"%s\", %);",     "c += strlen(%);",
                               "write(1, %, 9);", "c += memcmp(%, in, 3);", "fputs(%, stderr);"};

/// Each % that is no conversion becomes the place.
std::string withPlace(llvm::StringRef Pattern, llvm::StringRef Place) {
  std::string Result;
  for (std::size_t I = 0; I != Pattern.size(); ++I)
    if (Pattern[I] == '%' && (I + 1 == Pattern.size() || llvm::StringRef(",)").contains(Pattern[I + 1])))
      Result += Place;
    else
      Result += Pattern[I];
  return Result;
}

/// Line 5 writes Written; from line 6 on, each line reads Read in another way.
std::string program(llvm::StringRef Declarations, llvm::StringRef Writer, llvm::StringRef Written,
                    llvm::StringRef Read) {
  std::string Text = "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n"
                     "static char in[9] = \"xyz\"; " +
                     Declarations.str() + "\n" + withPlace(Writer, Written) + "\n";
  for (const char *Reader : Readers)
    Text += withPlace(Reader, Read) + "\n";
  return Text + "return c; }\n";
}

void everyReaderDependsOnEveryWriter(llvm::StringRef Declarations, llvm::StringRef Place, llvm::StringRef Other) {
  for (const char *Writer : Writers) {
    Sliced Same(program(Declarations, Writer, Place, Place));
    Sliced Apart(program(Declarations, Writer, Place, Other));
    for (unsigned I = 0; I != std::size(Readers); ++I) {
      EXPECT_TRUE(Same.backward(6 + I).contains(5)) << Place.str() << ": " << Readers[I] << " after " << Writer;
      EXPECT_FALSE(Apart.backward(6 + I).contains(5)) << Other.str() << ": " << Readers[I] << " after " << Writer;
    }
  }
}

} // namespace

TEST(LibraryMemory, OfAStaticArray) {
  everyReaderDependsOnEveryWriter("static char g[50]; static char h[50]; int main(int c, char **v) {", "g", "h");
}

TEST(LibraryMemory, OfAMemberOfAStaticStructure) {
  everyReaderDependsOnEveryWriter("static struct { int id; char name[20]; } s, t; int main(int c, char **v) {",
                                  "s.name", "t.name");
}

TEST(LibraryMemory, BehindAConstantOffset) {
  everyReaderDependsOnEveryWriter("static char g[50]; static char h[50]; int main(int c, char **v) {", "g + 4",
                                  "h + 4");
}

TEST(LibraryMemory, OfALocal) {
  everyReaderDependsOnEveryWriter("int main(int c, char **v) { char a[20]; char b[20];", "a", "b");
  everyReaderDependsOnEveryWriter("int main(int c, char **v) { struct { char n[20]; } a; struct { char n[20]; } b;",
                                  "(char *)&a", "(char *)&b");
}

TEST(LibraryMemory, ReadByTheProgramAtAVariableIndex) {
  Sliced S("#include <stdio.h>\n#include <string.h>\nstatic char g[50];\nint main(int c, char **v) {\n"
           "memset(g + 4, 'x', 2);\n"  // 5
           "return putchar(g[c + 3]);" // 6
           "\n}");
  EXPECT_TRUE(S.backward(6).contains(5));
}

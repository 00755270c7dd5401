// Dependences through state that only the library and the system see.

#include "SlicedText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// Line 3 is First, line 4 is Then: does the second depend on the first?
bool dependsOn(const std::string &Then, const std::string &First) {
  std::string Text = "#define _GNU_SOURCE\n";
  for (const char *Name : {"dirent", "errno", "fcntl", "locale", "stdarg", "stdio", "stdlib", "string", "sys/ioctl",
                           "sys/resource", "sys/stat", "sys/wait", "unistd", "wchar"})
    Text += std::string("#include <") + Name + ".h>\n";
  Text += "struct stat st; char buffer[99]; int d, status; FILE *f;\n"
          "int main(int c, char **v) { va_list list;\n#line 3\n" +
          First + "\n" + Then + "\nreturn 0; }\n";
  return Sliced(Text).backward(4).contains(3);
}

} // namespace

TEST(LibraryState, PathsAreSeenThroughTheWorkingDirectoryAndTheMask) {
  for (const char *First : {"chdir(v[1]);", "umask(077);", "chroot(v[1]);", "fchdir(c);", "setuid(c);"})
    for (const char *Then : {"open(\"a\", 0);",
                             "openat(c, \"a\", 0);",
                             "creat(\"a\", 0666);",
                             "fopen(\"a\", \"w\");",
                             "freopen(\"a\", \"w\", f);",
                             "stat(\"a\", &st);",
                             "lstat(\"a\", &st);",
                             "access(\"a\", 0);",
                             "unlink(\"a\");",
                             "remove(\"a\");",
                             "rmdir(\"a\");",
                             "mkdir(\"a\", 0777);",
                             "mkfifo(\"a\", 0666);",
                             "opendir(\"a\");",
                             "rename(\"a\", \"b\");",
                             "link(\"a\", \"b\");",
                             "symlink(\"a\", \"b\");",
                             "chmod(\"a\", 0);",
                             "truncate(\"a\", 0);",
                             "readlink(\"a\", buffer, 9);",
                             "realpath(\"a\", buffer);",
                             "getcwd(buffer, 9);",
                             "mkstemp(buffer);",
                             "system(\"ls\");",
                             "popen(\"ls\", \"r\");",
                             "execv(\"a\", v);",
                             "chdir(\"a\");"})
      EXPECT_TRUE(dependsOn(Then, First)) << Then << " after " << First;
  EXPECT_FALSE(dependsOn("open(\"a\", 0);", "setenv(\"A\", \"b\", 1);"));
  EXPECT_FALSE(dependsOn("puts(\"a\");", "chdir(v[1]);"));
}

TEST(LibraryState, FormatsMayPrintTheErrorNumber) {
  for (const char *Then :
       {"printf(\"%m\");", "fprintf(stderr, \"%5m\");", "snprintf(buffer, 9, \"%d%m\", c);", "printf(v[1]);",
        "dprintf(1, \"%m\");", "vprintf(v[1], list);", "vfprintf(f, v[1], list);", "vsnprintf(buffer, 9, v[1], list);"})
    for (const char *First : {"errno = c;", "strtol(v[1], 0, 0);"})
      EXPECT_TRUE(dependsOn(Then, First)) << Then << " after " << First;
  EXPECT_FALSE(dependsOn("printf(\"%d%%m\", 1);", "errno = c;"));
  EXPECT_FALSE(dependsOn("printf(\"%d\", 1);", "strtol(v[1], 0, 0);"));
}

TEST(LibraryState, OutputDependsOnWhatItsStreamIsConnectedTo) {
  const char *const Outputs[] = {"puts(\"a\");",        "printf(\"%d\", 1);",     "fputs(\"a\", stdout);",
                                 "putchar('a');",       "putc('a', stdout);",     "fwrite(\"a\", 1, 1, stdout);",
                                 "write(1, \"a\", 1);", "vprintf(\"%d\", list);", "fprintf(stdout, \"%d\", 1);",
                                 "dprintf(1, \"a\");",  "fflush(stdout);"};
  for (const char *First : {"close(1);", "close(c);", "fclose(stdout);", "freopen(v[1], \"w\", stdout);", "dup2(c, 1);",
                            "dup(c);", "setvbuf(stdout, 0, _IOFBF, 9);", "setbuf(stdout, 0);", "fwide(stdout, 1);",
                            "fseek(stdout, 9, SEEK_SET);", "fdopen(c, \"w\");", "putwchar(L'a');",
                            "fputws(L\"a\", stdout);", "lseek(1, 9, SEEK_SET);", "fcntl(1, F_SETFL, O_NONBLOCK);"})
    for (const char *Then : Outputs)
      EXPECT_TRUE(dependsOn(Then, First)) << Then << " after " << First;
}

TEST(LibraryState, InputDependsOnWhatItsStreamIsConnectedTo) {
  for (const char *First : {"close(0);", "freopen(v[1], \"r\", stdin);", "dup2(c, 0);"})
    for (const char *Then : {"getchar();", "scanf(\"%d\", &d);", "read(0, buffer, 9);", "fgets(buffer, 9, stdin);"})
      EXPECT_TRUE(dependsOn(Then, First)) << Then << " after " << First;
}

TEST(LibraryState, OutputDoesNotDependOnEarlierText) {
  for (const char *First : {"puts(\"b\");", "printf(\"%d\", c);", "fputs(v[1], stdout);", "putchar(c);",
                            "write(1, v[1], 1);", "fclose(f);", "fputs(v[1], stderr);", "fopen(v[1], \"r\");"})
    for (const char *Then : {"puts(\"a\");", "printf(\"%d\", 1);", "fputs(\"a\", stdout);", "putchar('a');"})
      EXPECT_FALSE(dependsOn(Then, First)) << Then << " after " << First;
}

TEST(LibraryState, AnOpenedFileTakesTheFreeDescriptor) {
  Sliced S("#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(int c, char **v) {\n"
           "close(1);\n"             // 5
           "open(v[1], O_WRONLY);\n" // 6
           "puts(\"a\");\n"          // 7
           "return 0; }\n");
  EXPECT_TRUE(S.backward(7).contains(6));
}

TEST(LibraryState, PrintingUsesTheVariableOfTheStream) {
  for (const char *Then : {"puts(\"a\");", "printf(\"%d\", 1);", "putchar('a');", "vprintf(\"%d\", list);"})
    EXPECT_TRUE(dependsOn(Then, "stdout = f;")) << Then;
  EXPECT_TRUE(dependsOn("perror(\"a\");", "stderr = f;"));
  EXPECT_TRUE(dependsOn("getchar();", "stdin = f;"));
  // What is printed then lands in the other file.
  Sliced S("#include <stdio.h>\nint main(int c, char **v) {\nFILE *f = fopen(v[1], \"w+\");\n"
           "stdout = f;\n"      // 4
           "putchar(c);\n"      // 5
           "rewind(f);\n"       // 6
           "return fgetc(f);\n" // 7
           "}\n");
  EXPECT_TRUE(S.backward(7).contains(5));
}

TEST(LibraryState, TheEndOfAChildReachesWhoWaits) {
  for (const char *End : {"_exit(c);", "_Exit(c);", "exit(c);", "abort();", "quick_exit(c);", "kill(d, 9);"})
    for (const char *Wait : {"wait(&status);", "waitpid(d, &status, 0);"})
      EXPECT_TRUE(dependsOn(Wait, "#line 90\nif ((d = fork()) == 0)\n#line 3\n" + std::string(End) + "\n#line 4"))
          << Wait << " after " << End;
}

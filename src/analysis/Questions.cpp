// What library functions and system calls ask of the world, next to what they do (EffectTable.cpp).

#include "analysis/Questions.h"

#include "analysis/Effects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/ValueTracking.h>

namespace vernier {

namespace {

struct QuestionRow {
  const char *Functions;
  std::optional<Question> Asked;
};

using Kind = QuestionKind;

const QuestionRow Rows[] = {
    {"getenv secure_getenv __secure_getenv", Question{Kind::Variable, 0}},
    {"getopt getopt_long getopt_long_only __posix_getopt", Question{Kind::Options}},
    {"getuid geteuid getgid getegid getpagesize getdtablesize get_nprocs get_nprocs_conf umask gethostid",
     Question{Kind::Number}},
    {"isatty sysconf getauxval", Question{Kind::Number, -1, 0}},
    {"time clock times gettimeofday clock_gettime clock_getres timespec_get getpid getppid gettid getpgrp getsid "
     "getpgid "
     "rand random lrand48 drand48 mrand48 arc4random arc4random_uniform arc4random_buf getrandom getentropy getrusage "
     "sleep usleep alarm ualarm pause nanosleep clock_nanosleep",
     Question{Kind::Varying}},
    {"fopen fopen64 freopen freopen64 open vernier_open open64 creat __open_2 __open64_2 access euidaccess eaccess "
     "stat lstat stat64 lstat64 statfs statvfs statfs64 statvfs64 truncate truncate64 opendir chdir readlink pathconf "
     "remove unlink rmdir rename link symlink mkdir mkfifo mknod chmod lchmod chown lchown chroot utimes utime lutimes",
     Question{Kind::File, 0}},
    {"openat openat64 __openat_2 faccessat __xstat __lxstat __xstat64 __lxstat64 fstatat fstatat64 statx readlinkat "
     "unlinkat mkdirat mkfifoat mknodat fchmodat fchownat linkat renameat renameat2 utimensat futimesat",
     Question{Kind::File, 1}},
    {"setlocale newlocale", Question{Kind::Locale, 1}},
    {"tmpfile tmpfile64 mkstemp mkostemp mkdtemp tempnam tmpnam fcntl fcntl64 dup dup2 dup3 lseek vernier_lseek "
     "lseek64 fseek fseeko fseeko64 ftell ftello ftello64 fgetpos getpriority nice signal sysv_signal bsd_signal "
     "__sysv_signal siginterrupt ttyname_r",
     Question{Kind::Other}},
    {"sigaction sigprocmask pthread_sigmask getitimer setitimer", Question{Kind::Other, -1, -1, 2}},
    // What was written may not have got anywhere. They are asked only if somebody looks at the answer.
    {"printf __printf_chk fprintf __fprintf_chk dprintf __dprintf_chk vprintf __vprintf_chk vfprintf __vfprintf_chk "
     "vdprintf puts putchar putchar_unlocked fputs fputs_unlocked fputc putc fputc_unlocked putc_unlocked _IO_putc "
     "fwrite fwrite_unlocked putw write vernier_write pwrite pwrite64 fflush fflush_unlocked fclose pclose close "
     "vernier_close ferror ferror_unlocked fsync fdatasync ftruncate ftruncate64",
     Question{Kind::Output}},
    // Where bytes come from was asked when it was opened; standard input notices it (runtime/Input.c). A file that was
    // opened is as it was found.
    {"scanf __isoc99_scanf __isoc23_scanf fscanf __isoc99_fscanf __isoc23_fscanf vscanf __isoc99_vscanf "
     "__isoc23_vscanf vfscanf __isoc99_vfscanf __isoc23_vfscanf getchar getchar_unlocked fgetc getc fgetc_unlocked "
     "getc_unlocked _IO_getc __uflow __underflow fgets fgets_unlocked __fgets_chk __fgets_unlocked_chk gets fread "
     "fread_unlocked _IO_fread __fread_chk __fread_unlocked_chk getline __getline getdelim __getdelim getw read "
     "vernier_read __read_chk pread pread64 fdopen _IO_fdopen wait waitpid wait3 wait4 fork vfork",
     std::nullopt},
    // The same everywhere as long as nobody has asked for a locale.
    {"gettext dgettext dcgettext __dcgettext ngettext dngettext dcngettext", std::nullopt},
    {"gmtime gmtime_r asctime clock_settime settimeofday execv execvp execve execvpe execl execlp execle",
     std::nullopt},
};

const llvm::StringMap<std::optional<Question>> &table() {
  static const llvm::StringMap<std::optional<Question>> Table = [] {
    llvm::StringMap<std::optional<Question>> Result;
    for (const QuestionRow &Row : Rows) {
      llvm::SmallVector<llvm::StringRef, 64> Names;
      llvm::StringRef(Row.Functions).split(Names, ' ', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef Name : Names)
        Result[Name] = Row.Asked;
    }
    return Result;
  }();
  return Table;
}

bool asks(const Effect &What) {
  return What.Input || llvm::any_of(What.StateReads, [](LibraryState State) {
           return State == LibraryState::Environment || State == LibraryState::Clock || State == LibraryState::Random;
         });
}

/// The name of the locale that every program starts in.
bool namesPlainLocale(const llvm::Value &Argument) {
  llvm::StringRef Name;
  return llvm::isa<llvm::ConstantPointerNull>(Argument) ||
         (llvm::getConstantStringInfo(&Argument, Name) && (Name == "C" || Name == "POSIX"));
}

} // namespace

std::optional<Question> questionOf(llvm::StringRef Function) {
  auto Known = table().find(Function);
  if (Known != table().end())
    return Known->second;
  const Effect *What = libraryEffect(Function);
  return What && asks(*What) ? std::optional(Question{}) : std::nullopt;
}

std::optional<Question> questionOf(const llvm::CallBase &Call, llvm::StringRef Function, bool ReadsErrno) {
  auto Asked = questionOf(Function);
  if (!Asked)
    return std::nullopt;
  for (int *Index : {&Asked->Name, &Asked->Number})
    if (*Index >= 0 && unsigned(*Index) >= Call.arg_size())
      *Index = -1;
  bool Used = !Call.use_empty();
  switch (Asked->Kind) {
  case QuestionKind::Locale:
    if (Asked->Name >= 0 && namesPlainLocale(*Call.getArgOperand(unsigned(Asked->Name))))
      return std::nullopt;
    return Asked;
  case QuestionKind::Output: // errno is looked at when the result says so
    return Used ? Asked : std::nullopt;
  case QuestionKind::File: // some change what later names and reads mean
    return Used || ReadsErrno || llvm::is_contained({"chdir", "chroot", "freopen", "freopen64"}, Function)
               ? Asked
               : std::nullopt;
  case QuestionKind::Variable:
  case QuestionKind::Options:
  case QuestionKind::Number:
  case QuestionKind::Varying:
  case QuestionKind::Other:
    break;
  }
  if (Asked->Into >= 0 && unsigned(Asked->Into) < Call.arg_size())
    return llvm::isa<llvm::ConstantPointerNull>(Call.getArgOperand(unsigned(Asked->Into))) ? std::nullopt : Asked;
  const Effect *What = libraryEffect(Function);
  bool Tells = What && (!What->Writes.empty() || !What->Puts.empty() || !What->GlobalWrites.empty());
  return Used || ReadsErrno || Tells ? Asked : std::nullopt;
}

} // namespace vernier

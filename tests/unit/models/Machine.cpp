#include "Machine.h"

#include "models/Models.h"
#include "support/CompileText.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <cstdio>
#include <dlfcn.h>
#include <sys/mman.h>

namespace vernier::test {

namespace {

constexpr std::size_t ReadableSize = 1 << 14, GuardSize = 1 << 12;

[[noreturn]] void fail(const std::string &Why) {
  std::fprintf(stderr, "models: %s\n", Why.c_str());
  std::abort();
}

template <class T> T orFail(llvm::Expected<T> Value) {
  if (!Value)
    fail(llvm::toString(Value.takeError()));
  return std::move(*Value);
}

/// A program that mentions every modelled function as the host's headers declare it, and the error number. Those
/// without a public declaration are declared as the headers do with _FORTIFY_SOURCE and the like.
std::string programWithAll() {
  std::string Text = R"(#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>
int __posix_getopt(int, char *const *, const char *);
int _IO_getc(FILE *);
size_t __mbrlen(const char *, size_t, mbstate_t *);
char *__strdup(const char *);
char *__strndup(const char *, size_t);
void *__rawmemchr(const void *, int);
int plain_scanf(const char *, ...) __asm__("scanf");
int plain_fscanf(FILE *, const char *, ...) __asm__("fscanf");
int plain_sscanf(const char *, const char *, ...) __asm__("sscanf");
int plain_vscanf(const char *, __builtin_va_list) __asm__("vscanf");
int plain_vfscanf(FILE *, const char *, __builtin_va_list) __asm__("vfscanf");
int plain_vsscanf(const char *, const char *, __builtin_va_list) __asm__("vsscanf");
int __isoc99_scanf(const char *, ...);
int __isoc99_fscanf(FILE *, const char *, ...);
int __isoc99_sscanf(const char *, const char *, ...);
int __isoc99_vscanf(const char *, __builtin_va_list);
int __isoc99_vfscanf(FILE *, const char *, __builtin_va_list);
int __isoc99_vsscanf(const char *, const char *, __builtin_va_list);
int __isoc23_scanf(const char *, ...);
int __isoc23_fscanf(FILE *, const char *, ...);
int __isoc23_sscanf(const char *, const char *, ...);
int __isoc23_vscanf(const char *, __builtin_va_list);
int __isoc23_vfscanf(FILE *, const char *, __builtin_va_list);
int __isoc23_vsscanf(const char *, const char *, __builtin_va_list);
long __isoc23_strtol(const char *, char **, int);
long long __isoc23_strtoll(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
intmax_t __isoc23_strtoimax(const char *, char **, int);
uintmax_t __isoc23_strtoumax(const char *, char **, int);
int _IO_putc(int, FILE *);
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __dprintf_chk(int, int, const char *, ...);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __asprintf_chk(char **, int, const char *, ...);
int __vprintf_chk(int, const char *, __builtin_va_list);
int __vfprintf_chk(FILE *, int, const char *, __builtin_va_list);
int __vdprintf_chk(int, int, const char *, __builtin_va_list);
int __vsprintf_chk(char *, int, size_t, const char *, __builtin_va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, __builtin_va_list);
int __vasprintf_chk(char **, int, const char *, __builtin_va_list);
int read_error(void) { return errno; }
)";
  // In parentheses, since some are macros too. The headers give scanf and its kin other names.
  for (llvm::StringRef Name : modelledFunctions(ModelSet::Engine)) {
    bool IsRenamed = Name.ends_with("scanf") && !Name.starts_with("__");
    Text +=
        "void *use_" + Name.str() + "(void) { return (void *)(" + (IsRenamed ? "plain_" : "") + Name.str() + "); }\n";
  }
  return Text;
}

// The runtime's part. Only tests of whole programs (Twins.h) read and write.
std::int64_t noTransfer(int, const void *, std::uint64_t) {
  return -1;
}
std::int64_t noSeek(int, std::int64_t, int) {
  return -1;
}
int noOpen(const char *, int, int) {
  return -1;
}
int noClose(int) {
  return -1;
}

void defineRuntime(llvm::orc::LLJIT &Machine) {
  llvm::orc::SymbolMap Symbols;
  auto Define = [&](const char *Name, auto *Code) {
    Symbols[Machine.mangleAndIntern(Name)] = {llvm::orc::ExecutorAddr::fromPtr(Code),
                                              llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  Define("vernier_read", noTransfer);
  Define("vernier_write", noTransfer);
  Define("vernier_lseek", noSeek);
  Define("vernier_open", noOpen);
  Define("vernier_close", noClose);
  if (auto Problem = Machine.getMainJITDylib().define(llvm::orc::absoluteSymbols(Symbols)))
    fail(llvm::toString(std::move(Problem)));
}

std::unique_ptr<llvm::orc::LLJIT> buildMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  Program P = compileText(programWithAll());
  if (auto Linked = linkModels(P.module(), ModelSet::Engine); !Linked)
    fail(Linked.error().Message);
  // A model of another type than the headers say would never be used.
  for (llvm::StringRef Name : modelledFunctions(ModelSet::Engine))
    if (const llvm::Function *F = P.module().getFunction(Name); !F || F->isDeclaration())
      fail("the model of " + Name.str() + " has another type than the function");
  // The JIT wants to own the context, so the module moves into another one.
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(P.module(), Stream);
  llvm::orc::ThreadSafeContext Context(std::make_unique<llvm::LLVMContext>());
  auto Copy = orFail(llvm::parseBitcodeFile({Stream.str(), "models"}, *Context.getContext()));
  // Each test is a process of its own and compiles everything.
  auto Host = orFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  Host.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto Machine = orFail(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(Host).create());
  defineRuntime(*Machine);
  if (auto Problem = Machine->addIRModule({std::move(Copy), Context}))
    fail(llvm::toString(std::move(Problem)));
  return Machine;
}

} // namespace

void *modelCode(const std::string &Name) {
  static const std::unique_ptr<llvm::orc::LLJIT> Machine = buildMachine();
  void *Code = orFail(Machine->lookup(Name)).toPtr<void *>();
  if (Code == dlsym(RTLD_DEFAULT, Name.c_str()))
    fail(Name + " is the host's own function");
  return Code;
}

GuardedMemory::GuardedMemory() {
  void *At = mmap(nullptr, ReadableSize + GuardSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (At == MAP_FAILED)
    fail("no memory");
  Start = static_cast<char *>(At);
  End = Start + ReadableSize;
  if (mprotect(End, GuardSize, PROT_NONE))
    fail("no guard page");
}

GuardedMemory::~GuardedMemory() {
  munmap(Start, ReadableSize + GuardSize);
}

std::vector<std::string> allStrings(std::string_view Letters, unsigned Length) {
  std::vector<std::string> Result = {""};
  for (std::size_t At = 0; At < Result.size(); ++At)
    if (Result[At].size() < Length)
      for (char Letter : Letters)
        Result.push_back(Result[At] + Letter);
  return Result;
}

} // namespace vernier::test

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

/// A program that mentions every modelled function as the host's headers declare it, and the error number.
std::string programWithAll() {
  std::string Text = "#define _GNU_SOURCE\n#include <ctype.h>\n#include <errno.h>\n#include <stdlib.h>\n"
                     "#include <string.h>\n#include <strings.h>\nint read_error(void) { return errno; }\n";
  // In parentheses, since some are macros too.
  for (llvm::StringRef Name : modelledFunctions())
    Text += "void *use_" + Name.str() + "(void) { return (void *)(" + Name.str() + "); }\n";
  return Text;
}

std::unique_ptr<llvm::orc::LLJIT> buildMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  Program P = compileText(programWithAll());
  if (auto Linked = linkModels(P.module()); !Linked)
    fail(Linked.error().Message);
  // The JIT wants to own the context, so the module moves into another one.
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(P.module(), Stream);
  llvm::orc::ThreadSafeContext Context(std::make_unique<llvm::LLVMContext>());
  auto Copy = orFail(llvm::parseBitcodeFile({Stream.str(), "models"}, *Context.getContext()));
  auto Machine = orFail(llvm::orc::LLJITBuilder().create());
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

#include "models/ErrorNumber.h"

#include "models/Models.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstrTypes.h>

namespace vernier {

namespace {

/// Library functions without models that do not tell anybody about the error number.
bool isSilent(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", true)
      .Cases("exit", "_exit", "abort", "__assert_fail", true)
      .Cases("puts", "putchar", "fputs", "fputc", "putc", "fwrite", "fflush", true)
      .Cases("getchar", "fgetc", "getc", "fgets", "fread", "ungetc", true)
      .Default(false);
}

/// Where a formatting function has its format, or -1.
int formatParameter(llvm::StringRef Name) {
  return llvm::StringSwitch<int>(Name)
      .Cases("printf", "vprintf", 0)
      .Cases("fprintf", "vfprintf", "sprintf", "vsprintf", 1)
      .Cases("snprintf", "vsnprintf", 2)
      .Default(-1);
}

/// Contains %m, possibly with flags and widths in between: the text of the error number.
bool asksForTheError(llvm::StringRef Format) {
  for (std::size_t At = Format.find('%'); At != llvm::StringRef::npos; At = Format.find('%', At + 1))
    if (Format.drop_front(At + 1).ltrim("0123456789 -+#'.*$Ihlqjzt").starts_with("m"))
      return true;
  return false;
}

/// Every use is a call with a format that is known.
bool formatsWithoutTheError(const llvm::Function &F, unsigned Parameter) {
  return llvm::all_of(F.users(), [&](const llvm::User *Use) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(Use);
    llvm::StringRef Format;
    return Call && Call->getCalledOperand() == &F && !llvm::is_contained(Call->args(), &F) &&
           Parameter < Call->arg_size() && llvm::getConstantStringInfo(Call->getArgOperand(Parameter), Format) &&
           !asksForTheError(Format);
  });
}

bool cannotRead(const llvm::Function &F) {
  if (F.isIntrinsic() || llvm::is_contained(modelledFunctions(), F.getName()))
    return true;
  int Parameter = formatParameter(F.getName());
  return Parameter < 0 ? isSilent(F.getName()) : formatsWithoutTheError(F, Parameter);
}

} // namespace

bool mayReadErrorNumber(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) { return F.isDeclaration() && !cannotRead(F); });
}

} // namespace vernier

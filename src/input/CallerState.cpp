#include "input/CallerState.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include <array>

namespace vernier {

bool dependsOnLocale(llvm::StringRef LibraryFunction) {
  return llvm::StringSwitch<bool>(LibraryFunction)
      .Cases("isalpha", "isalnum", "isdigit", "isxdigit", "isspace", "isupper", "islower", "ispunct", true)
      .Cases("iscntrl", "isprint", "isgraph", "isblank", "toupper", "tolower", true)
      .Cases("__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", true)
      .Cases("strcoll", "strxfrm", "strcasecmp", "strncasecmp", "strcasestr", true)
      .Cases("strtold", "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf", true)
      .Cases("__isoc99_scanf", "__isoc99_fscanf", "__isoc99_sscanf", true)
      .Cases("__isoc99_vscanf", "__isoc99_vfscanf", "__isoc99_vsscanf", true)
      .Cases("atof", "strtod", "strtof", "atoi", "atol", "atoll", "strtol", "strtoll", "strtoul", "strtoull", true)
      .Default(false);
}

/// What installs handlers of signals or starts threads.
static constexpr llvm::StringLiteral Disturbers[] = {
    "signal",        "sigaction",
    "bsd_signal",    "sysv_signal",
    "__sysv_signal", "sigset",
    "sigvec",        "pthread_create",
    "thrd_create",   "clone",
    "timer_create",  "aio_read",
    "aio_write",     "lio_listio",
    "mq_notify",     "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
};

bool isSetNowhere(const llvm::Module &M, std::initializer_list<llvm::StringRef> Setters) {
  const llvm::Function *Main = M.getFunction("main");
  return Main && !Main->isDeclaration() &&
         llvm::none_of(Setters, [&](llvm::StringRef Name) { return M.getFunction(Name) != nullptr; });
}

bool localeIsSetNowhere(const llvm::Module &M) {
  return isSetNowhere(M, {"setlocale", "uselocale", "_ZNSt6locale6globalERKS_"});
}

/// Assembly that loads, or looks at, the control words of floating point.
static bool assemblySetsRounding(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) {
    return llvm::any_of(llvm::instructions(F), [](const llvm::Instruction &I) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      auto *Assembly = Call ? llvm::dyn_cast<llvm::InlineAsm>(Call->getCalledOperand()) : nullptr;
      return Assembly &&
             llvm::any_of(std::array{"mxcsr", "fldcw", "fldenv", "frstor", "fxrstor", "xrstor"},
                          [&](const char *Word) { return llvm::StringRef(Assembly->getAsmString()).contains(Word); });
    });
  });
}

bool roundingIsSetNowhere(const llvm::Module &M) {
  return isSetNowhere(M, {"fesetround", "fesetenv", "feupdateenv", "feholdexcept", "feenableexcept", "fetestexcept",
                          "fegetexceptflag", "feclearexcept", "feraiseexcept", "fesetexceptflag", "fegetenv",
                          "fesetmode", "fesetexcept", "llvm.x86.sse.ldmxcsr", "llvm.x86.sse.stmxcsr",
                          "llvm.set.rounding", "llvm.set.fpenv.i256", "llvm.set.fpmode.i64"}) &&
         !assemblySetsRounding(M);
}

/// What gives a program memory that files, devices or other processes may be behind.
static constexpr llvm::StringLiteral Mappers[] = {
    "mmap", "mmap64", "mremap", "remap_file_pages", "shmat", "vfork",
};

bool runsUndisturbed(const llvm::Module &M) {
  const llvm::Function *Main = M.getFunction("main");
  return Main && !Main->isDeclaration() && !disturbsItself(M) &&
         llvm::none_of(Mappers, [&](llvm::StringRef Name) { return M.getFunction(Name) != nullptr; });
}

bool disturbsItself(const llvm::Module &M) {
  return llvm::any_of(Disturbers, [&](llvm::StringRef Name) { return M.getFunction(Name) != nullptr; });
}

} // namespace vernier

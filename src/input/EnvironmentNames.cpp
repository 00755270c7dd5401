#include "input/EnvironmentNames.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstrTypes.h>

#include <set>

namespace vernier {

namespace {

/// Long enough for `yes`, `on` and most numbers; each byte costs time.
constexpr unsigned UsualVariable = 4;

void collectNames(const Program &Version, std::set<std::string> &To) {
  for (const char *Function : {"getenv", "secure_getenv", "__secure_getenv"}) {
    const llvm::Function *F = Version.module().getFunction(Function);
    if (!F || !F->isDeclaration())
      continue;
    for (const llvm::User *User : F->users()) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(User);
      llvm::StringRef Name;
      if (Call && Call->getCalledOperand() == F && Call->arg_size() == 1 &&
          llvm::getConstantStringInfo(Call->getArgOperand(0), Name) && !Name.empty() && !Name.contains('='))
        To.insert(Name.str());
    }
  }
}

} // namespace

void addNamedVariables(InputOptions &To, const Program &Old, const Program &New) {
  if (!To.NamedVariables)
    return;
  std::set<std::string> Names;
  collectNames(Old, Names);
  collectNames(New, Names);
  for (const std::string &Name : Names)
    if (!isSameInEveryRun(Name) &&
        llvm::none_of(To.Environment, [&](const auto &Given) { return Given.first == Name; }))
      To.Environment.push_back({Name, UsualVariable});
}

} // namespace vernier

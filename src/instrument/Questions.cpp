// What the program asks of the world: calls that are recorded, and what can be seen without one.

#include "instrument/FunctionInstrumenter.h"

#include "analysis/Questions.h"
#include "bitcode/Locations.h"
#include "models/Models.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstIterator.h>

namespace vernier {

unsigned ModuleState::askingNumber(const llvm::Function &Callee, const Question &Asked) {
  auto [Place, New] = AskingNumbers.try_emplace(Callee.getName().str(), Result.Asking.size());
  if (New)
    Result.Asking.push_back({Callee.getName().str(), Asked.Kind, Asked.Name >= 0, Asked.Number >= 0});
  return Place->second;
}

/// What models ask they ask for their caller, who was recorded.
std::optional<Question> FunctionInstrumenter::questionAt(const llvm::CallBase &Call) const {
  auto *Callee = llvm::dyn_cast<llvm::Function>(Call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!Callee || isModel(F) || !(Callee->isDeclaration() || isModel(*Callee) || isPrimitive(*Callee)))
    return std::nullopt;
  return questionOf(Call, Callee->getName(), State.M.getFunction("__errno_location") != nullptr);
}

void FunctionInstrumenter::recordQuestion(llvm::CallBase &Call, const Question &Asked) {
  auto *Callee = llvm::cast<llvm::Function>(Call.getCalledOperand()->stripPointerCastsAndAliases());
  Builder B(afterCall(Call));
  llvm::Value *Null = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(PointerType));
  llvm::Value *Name = Null, *Number = B.getInt64(0), *NumberNode = zero(), *Answer = B.getInt64(0), *Text = Null;
  if (Asked.Name >= 0 && Call.getArgOperand(unsigned(Asked.Name))->getType()->isPointerTy())
    Name = Call.getArgOperand(unsigned(Asked.Name));
  if (Asked.Number >= 0 && Call.getArgOperand(unsigned(Asked.Number))->getType()->isIntegerTy()) {
    NumberNode = nodeOf(Call.getArgOperand(unsigned(Asked.Number)));
    Number = B.CreateSExtOrTrunc(Call.getArgOperand(unsigned(Asked.Number)), LongType);
  }
  bool Tells = Asked.Kind == QuestionKind::Variable || Asked.Kind == QuestionKind::Locale;
  if (Tells && Call.getType()->isPointerTy())
    Text = &Call;
  bool Counts = Asked.Kind == QuestionKind::Number || Asked.Kind == QuestionKind::File;
  if (Counts && Call.getType()->isIntegerTy() && Call.getType()->getIntegerBitWidth() <= 64)
    Answer = B.CreateSExtOrTrunc(&Call, LongType);
  if (Counts && Call.getType()->isPointerTy())
    Answer = B.CreateSExt(B.CreateIsNull(&Call), LongType);
  // What is already known of a file that opens does not matter: it can be opened.
  if (Asked.Kind == QuestionKind::File)
    Answer = B.CreateAShr(Answer, 63);
  State.Hooks.call(B, Hook::h_asked,
                   {site(Call), number(State.askingNumber(*Callee, Asked)), Name, Number, NumberNode, Answer, Text});
}

namespace {

/// Variables of the library that tell about the world.
bool tellsAboutTheWorld(llvm::StringRef Variable) {
  static const std::set<std::string, std::less<>> Names = {"environ",
                                                           "__environ",
                                                           "_environ",
                                                           "program_invocation_name",
                                                           "program_invocation_short_name",
                                                           "__progname",
                                                           "__progname_full",
                                                           "tzname",
                                                           "__tzname",
                                                           "timezone",
                                                           "__timezone",
                                                           "daylight",
                                                           "__daylight",
                                                           "__cpu_model",
                                                           "__cpu_features2",
                                                           "__libc_single_threaded"};
  return Names.count(Variable);
}

/// Instructions of the machine that ask.
bool asksMachine(llvm::StringRef Intrinsic) {
  return llvm::any_of(llvm::ArrayRef({"llvm.readcyclecounter", "llvm.readsteadycounter", "llvm.x86.rdtsc",
                                      "llvm.x86.rdrand", "llvm.x86.rdseed", "llvm.x86.rdpid"}),
                      [&](const char *Name) { return Intrinsic.starts_with(Name); });
}

/// What a call looks at that does not return, or whose answer it is not that matters; empty: nothing.
std::string seenByCall(llvm::StringRef Callee, bool BuffersOutput) {
  static const std::set<std::string, std::less<>> Signals = {"raise", "kill", "killpg", "alarm", "setitimer"},
                                                  Writes = {"vernier_write", "write",  "pwrite",  "pwrite64",
                                                            "dprintf",       "writev", "vdprintf"};
  if (asksMachine(Callee))
    return Callee.str() + "()";
  if (Signals.count(Callee))
    return "handling of signals that was inherited";
  if (BuffersOutput && Writes.count(Callee))
    return NoTerminal;
  return "";
}

/// What an instruction looks at without asking by a call; empty: nothing.
std::string seenBy(const llvm::Instruction &I, bool BuffersOutput) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  if (Call && Call->getCalledFunction())
    if (std::string Asked = seenByCall(Call->getCalledFunction()->getName(), BuffersOutput); !Asked.empty())
      return Asked;
  for (const llvm::Use &Operand : I.operands()) {
    auto *Used = llvm::dyn_cast<llvm::GlobalValue>(Operand.get()->stripPointerCasts());
    if (!Used)
      continue;
    if (llvm::isa<llvm::GlobalVariable>(Used) && Used->isDeclaration() && tellsAboutTheWorld(Used->getName()))
      return Used->getName().str();
    auto *Function = llvm::dyn_cast<llvm::Function>(Used);
    bool Called = Call && Call->isCallee(&Operand);
    if (Function && !Called && (Function->isDeclaration() || isModel(*Function)) && questionOf(Function->getName()))
      return Function->getName().str() + "() through a pointer";
  }
  return "";
}

/// A table holds its address.
bool isStored(const llvm::Function &F) {
  return llvm::any_of(F.users(), [](const llvm::User *Use) {
    return llvm::isa<llvm::Constant>(Use) && !llvm::isa<llvm::BlockAddress>(Use) && !llvm::isa<llvm::GlobalAlias>(Use);
  });
}

bool isRead(const llvm::Argument &Parameter) {
  return llvm::any_of(Parameter.users(), [](const llvm::User *Use) {
    auto *Store = llvm::dyn_cast<llvm::StoreInst>(Use);
    auto *Slot = Store ? llvm::dyn_cast<llvm::AllocaInst>(Store->getPointerOperand()) : nullptr;
    return !Slot || llvm::any_of(Slot->users(), [](const llvm::User *Each) { return llvm::isa<llvm::LoadInst>(Each); });
  });
}

} // namespace

void findWorldUses(llvm::Module &M, const ProgramAnalysis &Analysis, llvm::ArrayRef<const llvm::Function *> Before,
                   Instrumentation &Result) {
  const llvm::Function *Flush = M.getFunction("vernier_flush_streams");
  Result.BuffersOutput = Flush && !Flush->isDeclaration();
  std::vector<const llvm::Function *> Open(Before.begin(), Before.end());
  for (const char *Entry : {"vernier_program_main", "vernier_call"})
    if (const llvm::Function *F = M.getFunction(Entry))
      Open.push_back(F);
  if (const llvm::Function *Main = M.getFunction("vernier_program_main"); Main && Main->arg_size() > 2)
    if (isRead(*Main->getArg(2)))
      Result.WorldUses.push_back({"the environment as a parameter", locationOf(*Main)});
  llvm::DenseSet<const llvm::Function *> Seen(Open.begin(), Open.end());
  std::set<std::string> Known;
  for (const llvm::Function &F : M)
    if ((F.isDeclaration() || isModel(F)) && isStored(F) && questionOf(F.getName()))
      Result.WorldUses.push_back({F.getName().str() + "() through a pointer", {}});
  while (!Open.empty()) {
    const llvm::Function *F = Open.back();
    Open.pop_back();
    if (F->isDeclaration() || isModel(*F))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (std::string Asked = seenBy(I, Result.BuffersOutput); !Asked.empty() && Known.insert(Asked).second)
        Result.WorldUses.push_back({Asked, locationOf(I).value_or(Location{})});
    for (const CallGraph::Site &Call : Analysis.calls().callsFrom(*F))
      if (Seen.insert(Call.Callee).second)
        Open.push_back(Call.Callee);
  }
}

} // namespace vernier

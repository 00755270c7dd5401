#include "bounded/ExecutorFrame.h"
#include "input/CallerState.h"

#include <llvm/ADT/StringSwitch.h>

#include <csignal>

namespace vernier {

using llvm::APInt;

Term errorNumberBefore(TermStore &Store) {
  return Store.variable(32, "error-number", VariableKind::Undefined);
}

namespace {

/// Mathematics that reports through errno.
bool setsErrorNumber(llvm::StringRef Name) {
  return !llvm::StringSwitch<bool>(Name)
              .Cases("fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "copysign", true)
              .Cases("fmax", "fmin", "fma", true)
              .Default(false);
}

/// Reads or sets rounding, flags or traps: arithmetic is part of what it is about.
bool isFloatEnvironment(llvm::StringRef Name) {
  return Name.starts_with("fe") &&
         (Name.contains("except") || Name.contains("round") || Name.contains("env") || Name.contains("prec"));
}

/// Library functions that take numbers only, and change where output goes, who runs, or whether anybody does.
bool changesTheProcess(llvm::StringRef Name) {
  return Name.starts_with("pthread_") ||
         llvm::StringSwitch<bool>(Name)
             .Cases("close", "closefrom", "close_range", "dup", "dup2", "dup3", "fcntl", "ioctl", "lseek", true)
             .Cases("ftruncate", "fork", "vfork", "_Fork", "raise", "kill", "killpg", "tgkill", "daemon", true)
             .Cases("syscall", "thrd_exit", "siginterrupt", "alarm", "ualarm", "fcloseall", true)
             .Default(false);
}

} // namespace

bool Executor::callLibrary(const llvm::CallBase &Call, const llvm::Function &Callee,
                           llvm::ArrayRef<SymbolicValue> Arguments, State &S, SymbolicValue &Result) {
  LibraryCall C{Call, Callee.getName(), Arguments, S, Result};
  return callProperty(C) || callEnding(C) || callAllocation(C) || callOutput(C) || callInput(C) || callMathematics(C);
}

bool Executor::callProperty(LibraryCall &C) {
  if (C.Name.starts_with(UndefinedPrefix)) {
    C.Result = {Store.fresh(bitsOf(C.Call.getType()), "undefined", VariableKind::Undefined)};
    return true;
  }
  if (!C.Name.starts_with("vernier.assert."))
    return false;
  Assertions.push_back({C.Name.drop_front(15).str(), C.S.Path->All, Store.notTerm(Store.extract(C.argument(0), 0, 1))});
  return true;
}

bool Executor::callEnding(LibraryCall &C) {
  auto Status = [&] { return Store.zext(Store.extract(C.argument(0), 0, 8), 32); };
  Term Always = Store.boolean(true);
  // What the caller's buffers and handlers make of it depends on the way.
  if (C.Name == "exit" || C.Name == "quick_exit" || C.Name == "abort" || C.Name == "__assert_fail")
    emitEvent(C.S, C.Name.str());
  else if (C.Name == "_exit" || C.Name == "_Exit")
    emitEvent(C.S, "_exit");
  if (C.Name == "exit") {
    leave(C.S, End::Kind::Exit, Always, Status(), true, {});
  } else if (C.Name == "_exit" || C.Name == "_Exit" || C.Name == "quick_exit") {
    leave(C.S, End::Kind::Exit, Always, Status(), false, {});
  } else if (C.Name == "abort") {
    signal(C.S, SIGABRT, Always);
  } else if (C.Name == "__assert_fail") {
    // The library names the program, the place and the condition.
    std::string Text = "assertion " + constantString(C.S, C.argument(0)) + " " + constantString(C.S, C.argument(1));
    emitText(C.S, StreamId::Error, Text);
    emit(C.S, StreamId::Error, {Atom::Kind::Number, "%u", {C.argument(2)}});
    emitText(C.S, StreamId::Error, constantString(C.S, C.argument(3)));
    signal(C.S, SIGABRT, Always);
  } else {
    return false;
  }
  return true;
}

void Executor::releaseObject(State &S, Term Pointer, const char *Function) {
  std::vector<Target> Targets = resolve(Pointer);
  for (const Target &Each : Targets) {
    if (!S.Path)
      return;
    if (Each.What == Target::Kind::Null)
      continue;
    bool Heap = Each.What == Target::Kind::Object && Objects[Each.Id].Kind == StorageKind::Heap;
    if (!Heap || !Each.Offset.isZero()) {
      undefinedIf(S, Each.Guard, "free", std::string(Function) + " of something that was not allocated");
      continue;
    }
    if (S.Heap.isGone(Each.Id)) {
      undefinedIf(S, Each.Guard, "free", std::string(Function) + " of something that is gone already");
      continue;
    }
    // Under a condition only: whoever uses it afterwards cannot be told from the others.
    if (!Each.Guard.isTrue())
      giveUp("conditional-free", std::string(Function) + " of one of several objects");
    S.Heap.erase(Each.Id);
  }
}

bool Executor::callAllocation(LibraryCall &C) {
  constexpr std::uint64_t Largest = 1u << 20;
  auto Size = [&](Term Bytes) {
    if (!Bytes.isConstant())
      giveUp("dynamic-size", C.Name.str() + " with a size that depends on the input");
    if (Bytes.value().ugt(Largest))
      giveUp("object-too-large", C.Name.str() + " of more than a megabyte");
    return Bytes.value().getZExtValue();
  };
  auto Make = [&](std::uint64_t Bytes, Contents::Background Rest) {
    Granted.ErrorNumberIsKept = true;
    C.Result = {allocate(C.S, StorageKind::Heap, "heap", Bytes, Rest)};
  };
  if (C.Name == "malloc" || C.Name == "_Znwm" || C.Name == "_Znam") {
    Make(Size(C.argument(0)), Contents::Background::Undefined);
  } else if (C.Name == "calloc") {
    Make(Size(Store.mul(C.argument(0), C.argument(1))), Contents::Background::Zero);
  } else if (C.Name == "__errno_location") {
    C.Result = {Objects[errorNumberObject()].Address};
  } else if (C.Name == "free" || C.Name == "_ZdlPv" || C.Name == "_ZdaPv" || C.Name == "_ZdlPvm" ||
             C.Name == "_ZdaPvm") {
    releaseObject(C.S, C.argument(0), "free");
  } else if (C.Name == "realloc") {
    std::uint64_t Bytes = Size(C.argument(1));
    std::vector<Target> Before = resolve(C.argument(0));
    if (Before.size() != 1 || Bytes == 0)
      giveUp("realloc", "realloc of one of several objects");
    Make(Bytes, Contents::Background::Undefined);
    if (Before[0].What == Target::Kind::Null)
      return true;
    if (Before[0].What == Target::Kind::Object && !C.S.Heap.isGone(Before[0].Id))
      copyBytes(C.S, C.Result[0], C.argument(0), Store.constant(64, std::min(Bytes, Objects[Before[0].Id].Size)));
    if (C.S.Path)
      releaseObject(C.S, C.argument(0), "realloc");
  } else if (C.Name == "memcpy" || C.Name == "memmove" || C.Name == "__memcpy_chk" || C.Name == "__memmove_chk") {
    copyBytes(C.S, C.argument(0), C.argument(1), C.argument(2));
    C.Result = {C.argument(0)};
  } else if (C.Name == "memset" || C.Name == "__memset_chk") {
    fillBytes(C.S, C.argument(0), Store.extract(C.argument(1), 0, 8), C.argument(2));
    C.Result = {C.argument(0)};
  } else {
    return false;
  }
  return true;
}

bool Executor::callInput(LibraryCall &C) {
  bool FromStream = C.Name == "getc" || C.Name == "fgetc" || C.Name == "_IO_getc";
  if (C.Name != "getchar" && !FromStream)
    return false;
  if (FromStream) {
    std::vector<Target> Stream = resolve(C.argument(0));
    if (Stream.size() != 1 || Stream[0].What != Target::Kind::Object || Objects[Stream[0].Id].Name != "stream:stdin")
      giveUp("files", C.Name.str() + " from something else than standard input");
  }
  if (!Space.WholeProgram)
    giveUp("input", "a function that reads standard input; verify the whole program instead");
  if (!Space.Program.StdinLength)
    addSurroundings(World, {{"standard input", "is empty", here()}});
  C.Result = {readInputByte(C.S)};
  return true;
}

unsigned Executor::errorNumberObject() {
  if (std::optional<unsigned> Known = objectNamed(ErrorNumberName.str()))
    return *Known;
  auto Before = std::make_shared<Contents>(Contents::Background::Zero);
  if (!Space.WholeProgram) // whatever the caller's last error was
    Before->store(Store, 0, errorNumberBefore(Store));
  return addObject({ErrorNumberName.str(), StorageKind::Stack, 4, {}, Before, nullptr});
}

/// What a caller may read in the error number after a function of mathematics.
void Executor::leaveErrorNumber(LibraryCall &C, llvm::StringRef Base) {
  constexpr unsigned OutsideOfTheDomain = 33;
  std::vector<Term> Operands;
  for (const SymbolicValue &Each : C.Arguments)
    Operands.push_back(Each[0]);
  Term Sets, Number = Store.constant(32, OutsideOfTheDomain);
  auto Zero = [&](Term Like) { return Store.constant(APInt::getZero(Like.bits())); };
  if (Base == "sqrt") {
    Sets = Store.flt(Operands[0], Zero(Operands[0]));
  } else if (Base == "fmod") {
    Term Infinite = Store.eq(Store.fabs(Operands[0]),
                             Store.constant(llvm::APFloat::getInf(floatFormat(Operands[0].bits())).bitcastToAPInt()));
    Sets =
        Store.andTerm(Store.andTerm(Store.notTerm(Store.isNaN(Operands[0])), Store.notTerm(Store.isNaN(Operands[1]))),
                      Store.orTerm(Infinite, Store.feq(Operands[1], Zero(Operands[1]))));
  } else { // some function of its arguments, the same in both versions
    Sets = Store.apply(1, "library:sets-error-number:" + C.Name.str(), Operands);
    Number = Store.apply(32, "library:error-number:" + C.Name.str(), Operands);
    UsedAbstraction = true;
  }
  unsigned Id = errorNumberObject();
  storeAt(writable(C.S, Id), Objects[Id].Size, Store.constant(64, 0), Number, Sets);
}

bool Executor::callMathematics(LibraryCall &C) {
  llvm::Type *Type = C.Call.getType();
  if (!Type->isFloatTy() && !Type->isDoubleTy())
    return false;
  for (const SymbolicValue &Each : C.Arguments)
    if (Each.size() != 1 || Each[0].bits() != bitsOf(Type))
      return false;
  llvm::StringRef Base = C.Name;
  if (Type->isFloatTy() && !Base.consume_back("f"))
    return false;
  auto Rounds = [&](llvm::RoundingMode How) { return Store.fround(C.argument(0), How); };
  Term Value;
  if (Base == "fabs")
    Value = Store.fabs(C.argument(0));
  else if (Base == "sqrt")
    Value = Store.fsqrt(C.argument(0));
  else if (Base == "floor")
    Value = Rounds(llvm::RoundingMode::TowardNegative);
  else if (Base == "ceil")
    Value = Rounds(llvm::RoundingMode::TowardPositive);
  else if (Base == "trunc")
    Value = Rounds(llvm::RoundingMode::TowardZero);
  else if (Base == "round")
    Value = Rounds(llvm::RoundingMode::NearestTiesToAway);
  else if (Base == "rint" || Base == "nearbyint")
    Value = Rounds(llvm::RoundingMode::NearestTiesToEven);
  else if (Base == "fma")
    Value = Store.fma(C.argument(0), C.argument(1), C.argument(2));
  else if (Base == "fmod")
    Value = Store.frem(C.argument(0), C.argument(1));
  else if (Base == "copysign")
    Value = Store.orTerm(Store.fabs(C.argument(0)),
                         Store.andTerm(C.argument(1), Store.constant(APInt::getSignMask(bitsOf(Type)))));
  else if (Base == "fmax" || Base == "fmin") {
    Term A = C.argument(0), B = C.argument(1);
    Term First = Base == "fmax" ? Store.fle(B, A) : Store.fle(A, B);
    Value = Store.ite(Store.isNaN(B), A, Store.ite(Store.orTerm(Store.isNaN(A), Store.notTerm(First)), B, A));
  } else if (llvm::StringSwitch<bool>(Base)
                 .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", true)
                 .Cases("log", "log2", "log10", "log1p", "expm1", "pow", "cbrt", "hypot", true)
                 .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "tgamma", true)
                 .Default(false)) {
    // Some function of its arguments, the same in both versions: enough to prove equality.
    std::vector<Term> Operands;
    for (const SymbolicValue &Each : C.Arguments)
      Operands.push_back(Each[0]);
    Value = Store.apply(bitsOf(Type), "library:" + C.Name.str(), Operands);
    UsedAbstraction = true;
  } else {
    return false;
  }
  if (setsErrorNumber(Base)) {
    if (!Space.WholeProgram)
      leaveErrorNumber(C, Base);
    else if (Module.getFunction("__errno_location"))
      giveUp("unmodelled-call", "the error number of " + C.Name.str() + " may be asked for");
  }
  requireFloat(Type);
  C.Result = {Value};
  return true;
}

/// What the models take for granted beyond their arguments.
void Executor::noteEnvironment(llvm::StringRef Model) {
  if (!Space.WholeProgram && dependsOnLocale(Model) && !localeIsSetNowhere(Module))
    Granted.LocaleIsC = true;
}

void Executor::callUnknown(const llvm::CallBase &Call, const llvm::Function &Callee,
                           llvm::ArrayRef<SymbolicValue> Arguments, State &S, SymbolicValue &Result) {
  std::string Name = Callee.getName().str();
  if (isFloatEnvironment(Name))
    giveUp("unmodelled-call", "a call of " + Name + ", which works on the environment of floating point");
  if (changesTheProcess(Name))
    giveUp("unmodelled-call", "a call of " + Name + ", which changes the process or its descriptors");
  bool MayBeCaught = llvm::any_of(CallStack, [](const llvm::Function *F) { return F->hasPersonalityFn(); });
  if (MayBeCaught && !Call.doesNotThrow())
    giveUp("unmodelled-call", "a call of " + Name + ", whose code is not here, and which may throw");
  if (!Options.OtherSurroundings.empty())
    giveUp("unmodelled-call", "a call of " + Name + ", whose code is not here, and " + Options.OtherSurroundings);
  Atom What{Atom::Kind::Call, Name, {}};
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    // Memory behind a pointer is read, kept or written by code that is not here.
    if (Call.getArgOperand(I)->getType()->isPointerTy())
      giveUp("unmodelled-call", "a call of " + Name + ", whose code is not here");
    What.Values.append(Arguments[I].begin(), Arguments[I].end());
  }
  if (Call.getType()->isPointerTy() || Call.getType()->isAggregateType())
    giveUp("unmodelled-call", "a call of " + Name + ", whose code is not here");
  emit(S, StreamId::Calls, What);
  // It may print: what the program prints before it and behind it must not change places.
  emit(S, StreamId::Output, What);
  emit(S, StreamId::Error, What);
  CalledUnknown = true;
  // What it gives depends on its arguments and on all that was called before.
  std::vector<Term> Operands{S.Hidden};
  Operands.insert(Operands.end(), What.Values.begin(), What.Values.end());
  if (!Call.getType()->isVoidTy()) {
    Result = {Store.apply(bitsOf(Call.getType()), "result:" + Name, Operands)};
    UsedAbstraction = true;
  }
  S.Hidden = Store.apply(64, "after:" + Name, Operands);
}

} // namespace vernier

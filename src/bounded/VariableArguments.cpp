#include "bounded/ExecutorFrame.h"

// Variable arguments lie where the ABI of x86-64 puts them, so that the code that clang makes of va_arg finds them:
// what fits into registers in a block of memory that a function saves them to, the others one behind the other.

namespace vernier {

namespace {

constexpr unsigned GeneralRegisters = 6, VectorRegisters = 8;
constexpr unsigned GeneralBytes = 8 * GeneralRegisters, SavedBytes = GeneralBytes + 16 * VectorRegisters;
// Where the members of a list are.
constexpr unsigned VectorAt = 4, StackAt = 8, RegistersAt = 16;

bool isGeneral(const llvm::Type &T) {
  return T.isPointerTy() || (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
}

bool isVector(const llvm::Type &T) {
  return T.isFloatTy() || T.isDoubleTy();
}

} // namespace

void Executor::passVariableArguments(Frame &F, const llvm::CallBase &Call, const llvm::Function &Callee,
                                     llvm::ArrayRef<SymbolicValue> Arguments, State &S) {
  unsigned General = 0, Vector = 0;
  for (unsigned N = 0; N != Call.arg_size(); ++N) {
    const llvm::Type &Type = *Call.getArgOperand(N)->getType();
    if (Call.isByValArgument(N) || (!isGeneral(Type) && !isVector(Type)))
      giveUp("variable-arguments",
             "a call of " + Callee.getName().str() + " with a variable argument that is no scalar");
    if (N < Callee.arg_size())
      ++(isGeneral(Type) ? General : Vector);
  }
  auto Make = [&](std::uint64_t Size) {
    Term Address = allocate(S, StorageKind::Stack, "variable arguments", Size, Contents::Background::Undefined);
    F.Locals.push_back(static_cast<unsigned>(Objects.size() - 1));
    return Address;
  };
  unsigned Most = static_cast<unsigned>(Call.arg_size() - Callee.arg_size());
  VariableArguments Place{Make(SavedBytes), Make(8 * std::max(1u, Most)), std::min(General, GeneralRegisters),
                          std::min(Vector, VectorRegisters)};
  unsigned OnStack = 0;
  for (unsigned N = static_cast<unsigned>(Callee.arg_size()); N != Call.arg_size() && S.Path; ++N) {
    bool InGeneral = isGeneral(*Call.getArgOperand(N)->getType());
    unsigned Taken = InGeneral ? General++ : Vector++;
    Term To;
    if (Taken < (InGeneral ? GeneralRegisters : VectorRegisters))
      To = Store.add(Place.Registers, Store.constant(64, InGeneral ? 8 * Taken : GeneralBytes + 16 * Taken));
    else
      To = Store.add(Place.Stack, Store.constant(64, 8 * OnStack++));
    // Not more than the value itself: what lies above it is not determined.
    Term Value = Arguments[N][0];
    storeBytes(S, To, Store.zext(Value, (Value.bits() + 7) / 8 * 8));
  }
  Passed = Place;
}

void Executor::startVariableArguments(const Frame &F, Term List, State &S) {
  if (!F.Variable)
    giveUp("variable-arguments", "va_start in a function that is called without variable arguments");
  auto Set = [&](unsigned Offset, Term Value) {
    if (S.Path)
      storeBytes(S, Store.add(List, Store.constant(64, Offset)), Value);
  };
  Set(0, Store.constant(32, 8 * F.Variable->General));
  Set(VectorAt, Store.constant(32, GeneralBytes + 16 * F.Variable->Vector));
  Set(StackAt, F.Variable->Stack);
  Set(RegistersAt, F.Variable->Registers);
}

Term Executor::nextVariableArgument(State &S, Term List, llvm::Type *Wanted) {
  bool Floating = Wanted->isDoubleTy();
  unsigned Bits = bitsOf(Wanted);
  auto At = [&](unsigned Offset) { return Store.add(List, Store.constant(64, Offset)); };
  Term None = Store.constant(Bits, 0), Taken = loadBytes(S, At(Floating ? VectorAt : 0), 4);
  if (!S.Path)
    return None;
  if (!Taken.isConstant())
    giveUp("variable-arguments", "a list of arguments whose position depends on the input");
  bool InRegisters = Taken.value().ult(Floating ? SavedBytes : GeneralBytes);
  Term From = loadBytes(S, At(InRegisters ? RegistersAt : StackAt), 8);
  if (!S.Path)
    return None;
  Term Value = loadBytes(S, InRegisters ? Store.add(From, Store.zext(Taken, 64)) : From, Bits / 8);
  if (!S.Path)
    return None;
  if (InRegisters)
    storeBytes(S, At(Floating ? VectorAt : 0), Store.add(Taken, Store.constant(32, Floating ? 16 : 8)));
  else
    storeBytes(S, At(StackAt), Store.add(From, Store.constant(64, 8)));
  return Value;
}

} // namespace vernier

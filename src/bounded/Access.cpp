#include "bounded/ExecutorFrame.h"

#include <llvm/ADT/STLExtras.h>

#include <csignal>
#include <optional>

namespace vernier {

using llvm::APInt;

namespace {

/// More places than this that one access may mean are too many for a formula.
constexpr std::size_t MostPlaces = 4096;
/// Of a table that does not depend on the input: equal neighbours are one case.
constexpr std::size_t MostConstants = 65536;
constexpr std::size_t MostTargets = 256;
constexpr std::uint64_t NullPage = 4096;

bool isAddress(Term T) {
  return T.is(Operation::Variable) && T.variableKind() == VariableKind::Address;
}

/// The library's variables that hold its streams.
bool isStreamVariable(const Object &Block) {
  return Block.Origin && (Block.Name == "stdin" || Block.Name == "stdout" || Block.Name == "stderr") &&
         static_cast<const llvm::GlobalVariable *>(Block.Origin)->isDeclaration();
}

/// An address may come out of the term, through choices and sums.
bool mayHoldAddress(Term Root) {
  llvm::SmallVector<Term, 16> Open{Root};
  llvm::DenseSet<const TermNode *> Seen;
  while (!Open.empty()) {
    Term T = Open.pop_back_val();
    if (!Seen.insert(T.node()).second)
      continue;
    if (isAddress(T))
      return true;
    if (T.is(Operation::Ite)) {
      Open.push_back(T.operand(1));
      Open.push_back(T.operand(2));
    } else if (T.is(Operation::Add)) {
      Open.append(T.operands().begin(), T.operands().end());
    }
  }
  return false;
}

} // namespace

unsigned Executor::addObject(Object Block) {
  unsigned Id = static_cast<unsigned>(Objects.size());
  if (!Block.Address) {
    std::string Prefix = std::string("address:") + (Which == Side::Old ? "old:" : "new:") + Block.Name;
    Block.Address = Store.variable(64, Prefix + ":" + std::to_string(NameCounts[Prefix]++), VariableKind::Address);
  }
  ObjectOfAddress[Block.Address] = Id;
  Objects.push_back(std::move(Block));
  return Id;
}

Term Executor::allocate(State &S, StorageKind Kind, const std::string &Name, std::uint64_t Size,
                        Contents::Background Rest) {
  unsigned Id = addObject({Name, Kind, Size, {}, nullptr, nullptr});
  S.Heap.put(Id, Contents(Rest));
  return Objects[Id].Address;
}

std::optional<unsigned> Executor::globalObject(const llvm::GlobalVariable &G) {
  try {
    addressOf(G);
    return GlobalObjects.lookup(&G);
  } catch (const GiveUp &) {
    return std::nullopt;
  }
}

std::vector<Executor::Target> Executor::targets(Term Pointer) {
  try {
    return resolve(Pointer);
  } catch (const GiveUp &) {
    return {{Target::Kind::Unknown, 0, Store.boolean(true), Pointer}};
  }
}

std::optional<unsigned> Executor::knownGlobal(const llvm::GlobalVariable &G) const {
  auto Found = GlobalObjects.find(&G);
  return Found == GlobalObjects.end() ? std::nullopt : std::optional(Found->second);
}

Term Executor::addressOf(const llvm::GlobalValue &Global) {
  if (auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(&Global)) {
    auto *Base = llvm::dyn_cast_or_null<llvm::GlobalValue>(Alias->getAliasee()->stripPointerCasts());
    if (!Base)
      giveUp("alias", "an alias of something that is not a symbol");
    Granted.WeakIsFinal |= Alias->isInterposable() && !Space.WholeProgram;
    return addressOf(*Base);
  }
  if (auto Known = GlobalObjects.find(&Global); Known != GlobalObjects.end())
    return Objects[Known->second].Address;
  if (auto *F = llvm::dyn_cast<llvm::Function>(&Global)) {
    if (F->hasExternalWeakLinkage())
      giveUp("unsupported-symbol", "the symbol " + F->getName().str() + ", which need not be there");
    unsigned Id = addObject({"function:" + F->getName().str(), StorageKind::Function, 1, {}, nullptr, F});
    GlobalObjects[&Global] = Id;
    return Objects[Id].Address;
  }
  auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&Global);
  if (!Variable)
    giveUp("unsupported-symbol", "the symbol " + Global.getName().str());
  if (Variable->isDeclaration())
    for (const char *Name : {"stdin", "stdout", "stderr"})
      if (Variable->getName() == Name) { // the library's variables that hold its streams
        // Functions that print without naming a stream use it, too, whatever it holds.
        if (llvm::any_of(Variable->users(), [](const llvm::User *Use) { return !llvm::isa<llvm::LoadInst>(Use); }))
          giveUp("files", std::string("the variable ") + Name + ", which is assigned, or whose address is taken");
        auto Holds = std::make_shared<Contents>(Contents::Background::Zero);
        Holds->store(Store, 0, Objects[*objectNamed(std::string("stream:") + Name)].Address);
        unsigned Id = addObject({Name, StorageKind::Constant, 8, {}, Holds, Variable});
        GlobalObjects[&Global] = Id;
        return Objects[Id].Address;
      }
  if (Variable->isThreadLocal())
    giveUp("threads", "the thread-local variable " + Global.getName().str());
  std::uint64_t Size = Layout.getTypeAllocSize(Variable->getValueType()).getFixedValue();
  unsigned Id = addObject({Variable->getName().str(),
                           Variable->isConstant() ? StorageKind::Constant : StorageKind::Global,
                           Size,
                           {},
                           nullptr,
                           Variable});
  GlobalObjects[&Global] = Id; // before its contents: they may refer to it
  if (!Variable->hasInitializer() || Variable->isInterposable())
    giveUp("external-variable", "the variable " + Global.getName().str() + ", which is not defined here");
  auto Initial = std::make_shared<Contents>(Contents::Background::Zero);
  fillInitial(*Initial, 0, *Variable->getInitializer());
  Objects[Id].Initial = std::move(Initial);
  return Objects[Id].Address;
}

void Executor::fillInitial(Contents &Out, std::uint64_t Offset, const llvm::Constant &C) {
  if (C.isNullValue())
    return; // the background is zero
  llvm::Type *Type = C.getType();
  if (llvm::isa<llvm::UndefValue>(C))
    return; // a definition without a value: the linker gives zeros
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Type)) {
    const llvm::StructLayout *Where = Layout.getStructLayout(Struct);
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      fillInitial(Out, Offset + Where->getElementOffset(I), *C.getAggregateElement(I));
    return;
  }
  if (Type->isArrayTy()) {
    std::uint64_t Stride = Layout.getTypeAllocSize(Type->getArrayElementType()).getFixedValue();
    if (Type->getArrayNumElements() > (1u << 20))
      giveUp("object-too-large", "a table with more than a million entries");
    for (unsigned I = 0; I < Type->getArrayNumElements(); ++I)
      fillInitial(Out, Offset + I * Stride, *C.getAggregateElement(I));
    return;
  }
  Term Value = constantValue(C)[0];
  unsigned Bits = static_cast<unsigned>(Layout.getTypeStoreSizeInBits(Type).getFixedValue());
  Out.store(Store, Offset, Store.zext(Value, Bits));
}

const Contents &Executor::readable(const State &S, unsigned Id) const {
  if (const Contents *Found = S.Heap.find(Id))
    return *Found;
  assert(Objects[Id].Initial && "an object without contents");
  return *Objects[Id].Initial;
}

const Contents &Executor::contents(const State &S, unsigned Id) const {
  return readable(S, Id);
}

Contents &Executor::writable(State &S, unsigned Id) {
  return S.Heap.write(Id, Objects[Id].Initial);
}

std::optional<unsigned> Executor::objectNamed(const std::string &Name) const {
  for (unsigned Id = 0; Id < Objects.size(); ++Id)
    if (Objects[Id].Name == Name)
      return Id;
  return std::nullopt;
}

std::optional<unsigned> Executor::inputObject(unsigned Index) const {
  return Index < InputObjects.size() ? std::optional(InputObjects[Index]) : std::nullopt;
}

std::vector<Executor::Target> Executor::resolve(Term Pointer) {
  std::vector<Target> Goals;
  auto Add = [&](Target Added) {
    for (Target &Goal : Goals)
      if (Goal.What == Added.What && Goal.Id == Added.Id) {
        Goal.Offset = Store.ite(Added.Guard, Added.Offset, Goal.Offset);
        Goal.Guard = Store.orTerm(Goal.Guard, Added.Guard);
        return;
      }
    if (Goals.size() >= MostTargets)
      giveUp("too-many-targets", "a pointer that may point to more than " + std::to_string(MostTargets) + " objects");
    Goals.push_back(Added);
  };
  struct Open {
    Term Guard, Pointer;
  };
  std::vector<Open> Work{{Store.boolean(true), Pointer}};
  for (std::size_t Steps = 0; !Work.empty(); ++Steps) {
    if (Steps > 20 * MostTargets)
      giveUp("too-many-targets", "a pointer with too many possible values");
    auto [Guard, P] = Work.back();
    Work.pop_back();
    if (Guard.isFalse())
      continue;
    if (P.isConstant()) {
      bool Null = P.value().ult(NullPage);
      Add({Null ? Target::Kind::Null : Target::Kind::Unknown, 0, Guard, P});
      continue;
    }
    TermStore::Linear Sum = Store.linear(P);
    Term Base, Choice;
    unsigned Addresses = 0;
    for (auto &[Part, Factor] : Sum.Parts) {
      if (isAddress(Part) && Factor.isOne()) {
        Base = Part;
        ++Addresses;
      } else if (isAddress(Part)) {
        Addresses += 2; // the difference of two addresses is no pointer
      } else if (Part.is(Operation::Ite) && Factor.isOne() && !Choice && mayHoldAddress(Part)) {
        Choice = Part;
      }
    }
    if (Choice) {
      Term Rest = Store.sub(P, Choice);
      Work.push_back({Store.andTerm(Guard, Store.notTerm(Choice.operand(0))), Store.add(Rest, Choice.operand(2))});
      Work.push_back({Store.andTerm(Guard, Choice.operand(0)), Store.add(Rest, Choice.operand(1))});
    } else if (Addresses == 1 && ObjectOfAddress.contains(Base)) {
      Add({Target::Kind::Object, ObjectOfAddress.lookup(Base), Guard, Store.sub(P, Base)});
    } else if (P.is(Operation::Ite)) { // null or another constant on both sides
      Work.push_back({Store.andTerm(Guard, Store.notTerm(P.operand(0))), P.operand(2)});
      Work.push_back({Store.andTerm(Guard, P.operand(0)), P.operand(1)});
    } else if (Addresses == 0 && P.bits() <= 64 && P->UMax < NullPage) {
      Add({Target::Kind::Null, 0, Guard, P});
    } else {
      Add({Target::Kind::Unknown, 0, Guard, P});
    }
  }
  return Goals;
}

/// Only loads and stores have no operands beside these.
UndefinedOperation Executor::accessOf(const Target &Goal, std::uint64_t Bytes, Term Stored) const {
  if (!Current || !(llvm::isa<llvm::LoadInst>(Current) || (llvm::isa<llvm::StoreInst>(Current) && Stored)))
    return {};
  UndefinedOperation Doing{Current, Goal.Id, {Goal.Offset, Store.constant(64, Bytes)}};
  if (Stored)
    Doing.Operands.push_back(Stored);
  return Doing;
}

std::vector<Executor::Target> Executor::accessible(State &S, Term Pointer, std::uint64_t Bytes, bool Write,
                                                   Term Stored) {
  std::vector<Target> Result;
  const char *Doing = Write ? "a write" : "a read";
  for (Target &Goal : resolve(Pointer)) {
    if (!S.Path)
      return {};
    switch (Goal.What) {
    case Target::Kind::Null:
      signal(S, SIGSEGV, Goal.Guard);
      continue;
    case Target::Kind::Unknown:
      leave(S, End::Kind::Unsupported, Goal.Guard, Store.constant(32, 0), false,
            {"unresolved-pointer", std::string(Doing) + " through a pointer whose object is not known", here()});
      continue;
    case Target::Kind::Object:
      break;
    }
    const Object &Block = Objects[Goal.Id];
    if (Block.Kind == StorageKind::Function || Block.Kind == StorageKind::Stream) {
      leave(S, End::Kind::Unsupported, Goal.Guard, Store.constant(32, 0), false,
            {"unsupported-object", std::string(Doing) + " inside of " + Block.Name, here()});
      continue;
    }
    if (S.Heap.isGone(Goal.Id)) {
      undefinedIf(S, Goal.Guard, "use-after-free", std::string(Doing) + " of memory that is no longer there");
      continue;
    }
    Term Inside =
        Block.Size < Bytes ? Store.boolean(false) : Store.ule(Goal.Offset, Store.constant(64, Block.Size - Bytes));
    undefinedIf(S, Store.andTerm(Goal.Guard, Store.notTerm(Inside)), "out-of-bounds",
                std::string(Doing) + " outside of " + Block.Name, accessOf(Goal, Bytes, Stored));
    if (!S.Path)
      return {};
    if (Inside.isFalse())
      continue;
    if (Write && Block.Kind == StorageKind::Constant && isStreamVariable(Block)) {
      leave(S, End::Kind::Unsupported, Goal.Guard, Store.constant(32, 0), false,
            {"files", "another stream becomes " + Block.Name, here()});
      continue;
    }
    if (Write && Block.Kind == StorageKind::Constant) {
      signal(S, SIGSEGV, Goal.Guard);
      continue;
    }
    Result.push_back(Goal);
  }
  if (!S.Path)
    return {};
  return Result;
}

OffsetSteps Executor::offsetsOf(Term Offset, std::uint64_t Size, unsigned Bytes, std::uint64_t Most) {
  OffsetSteps Possible = possibleOffsets(Store, Offset, Size - Bytes);
  if (Possible.Count > Most)
    giveUp("object-too-large", "an index into more than " + std::to_string(Most) + " elements");
  return Possible;
}

/// The elements of a table that does not depend on the input; nothing if it does.
static std::optional<std::vector<std::uint64_t>> constantsAt(const Contents &From, const OffsetSteps &Places,
                                                             unsigned Bytes) {
  std::vector<std::uint64_t> Result;
  for (std::uint64_t I = 0; I < Places.Count; ++I) {
    auto Element = From.constantAt(Places.First + I * Places.Step, Bytes);
    if (!Element)
      return std::nullopt;
    Result.push_back(*Element);
  }
  return Result;
}

Term Executor::loadAt(const Contents &From, std::uint64_t Size, Term Offset, unsigned Bytes) {
  if (Offset.isConstant())
    return From.load(Store, Offset.value().getZExtValue(), Bytes);
  OffsetSteps Places = offsetsOf(Offset, Size, Bytes, MostConstants);
  if (Places.Count == 0) // no run gets here
    return Store.constant(APInt::getZero(Bytes * 8));
  if (auto Constants = constantsAt(From, Places, Bytes))
    return constantTableTerm(Store, Offset, Places.First, Places.Step, Bytes * 8, *Constants);
  offsetsOf(Offset, Size, Bytes, MostPlaces);
  std::vector<Term> Elements;
  for (std::uint64_t I = 0; I < Places.Count; ++I)
    Elements.push_back(From.load(Store, Places.First + I * Places.Step, Bytes));
  return tableTerm(Store, Offset, Places.First, Places.Step, Elements);
}

void Executor::storeAt(Contents &To, std::uint64_t Size, Term Offset, Term Value, Term When) {
  unsigned Bytes = Value.bits() / 8;
  auto StoreOne = [&](std::uint64_t At, Term Condition) {
    if (Condition.isFalse())
      return;
    To.store(Store, At, Condition.isTrue() ? Value : Store.ite(Condition, Value, To.load(Store, At, Bytes)));
  };
  if (Offset.isConstant())
    return StoreOne(Offset.value().getZExtValue(), When);
  OffsetSteps Places = offsetsOf(Offset, Size, Bytes, MostPlaces);
  for (std::uint64_t I = 0, At = Places.First; I < Places.Count; ++I, At += Places.Step)
    StoreOne(At, Store.andTerm(When, Store.eq(Offset, Store.constant(64, At))));
}

Term Executor::loadBytes(State &S, Term Pointer, unsigned Bytes, const char *) {
  Term Result;
  for (const Target &Goal : accessible(S, Pointer, Bytes, false)) {
    if (ProgramName && Goal.Id == *ProgramName)
      addSurroundings(World, {{"argv[0]", "is \"program\"", {}}});
    Term Value = loadAt(readable(S, Goal.Id), Objects[Goal.Id].Size, Goal.Offset, Bytes);
    Result = Result ? Store.ite(Goal.Guard, Value, Result) : Value;
  }
  return Result ? Result : Store.constant(APInt::getZero(Bytes * 8));
}

void Executor::storeBytes(State &S, Term Pointer, Term Value) {
  std::vector<Target> Targets = accessible(S, Pointer, Value.bits() / 8, true, Value);
  for (const Target &Goal : Targets) {
    // The only target is the target: what lies outside has left already.
    Term When = Targets.size() == 1 ? Store.boolean(true) : Goal.Guard;
    storeAt(writable(S, Goal.Id), Objects[Goal.Id].Size, Goal.Offset, Value, When);
  }
}

void Executor::flatten(llvm::Type *Type, std::uint64_t Offset,
                       llvm::SmallVectorImpl<std::pair<std::uint64_t, llvm::Type *>> &Out) const {
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Type)) {
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      flatten(Struct->getElementType(I), Offset + Layout.getStructLayout(Struct)->getElementOffset(I), Out);
  } else if (Type->isArrayTy()) {
    std::uint64_t Stride = Layout.getTypeAllocSize(Type->getArrayElementType()).getFixedValue();
    for (unsigned I = 0; I < Type->getArrayNumElements(); ++I)
      flatten(Type->getArrayElementType(), Offset + I * Stride, Out);
  } else {
    Out.push_back({Offset, Type});
  }
}

SymbolicValue Executor::loadType(State &S, Term Pointer, llvm::Type *Type) {
  llvm::SmallVector<std::pair<std::uint64_t, llvm::Type *>, 4> Parts;
  flatten(Type, 0, Parts);
  SymbolicValue Result;
  for (auto [Offset, Part] : Parts) {
    unsigned Bits = bitsOf(Part);
    unsigned Bytes = (Bits + 7) / 8;
    Term Raw = S.Path ? loadBytes(S, Store.add(Pointer, Store.constant(64, Offset)), Bytes)
                      : Store.constant(APInt::getZero(Bytes * 8));
    Result.push_back(Store.extract(Raw, 0, Bits));
  }
  return Result;
}

void Executor::storeType(State &S, Term Pointer, const SymbolicValue &Value, llvm::Type *Type) {
  llvm::SmallVector<std::pair<std::uint64_t, llvm::Type *>, 4> Parts;
  flatten(Type, 0, Parts);
  for (std::size_t I = 0; I < Parts.size() && S.Path; ++I) {
    unsigned Bytes = (Value[I].bits() + 7) / 8;
    storeBytes(S, Store.add(Pointer, Store.constant(64, Parts[I].first)), Store.zext(Value[I], Bytes * 8));
  }
}

void Executor::copyBytes(State &S, Term To, Term From, Term Count) {
  if (Count.isZero() || To == From)
    return;
  if (Count.isConstant()) {
    std::uint64_t Bytes = Count.value().getLimitedValue(1u << 20);
    std::vector<Target> Sources = accessible(S, From, Bytes, false);
    std::vector<Target> Targets = S.Path ? accessible(S, To, Bytes, true) : std::vector<Target>();
    if (!S.Path)
      return;
    bool Simple =
        Sources.size() == 1 && Targets.size() == 1 && Sources[0].Offset.isConstant() && Targets[0].Offset.isConstant();
    if (Simple) { // keep the cells as they are
      const Contents Before = readable(S, Sources[0].Id);
      std::uint64_t First = Sources[0].Offset.value().getZExtValue();
      std::uint64_t Into = Targets[0].Offset.value().getZExtValue();
      Contents &Written = writable(S, Targets[0].Id);
      std::uint64_t Done = 0;
      for (Contents::Piece Each : Contents::pieces(Before, Contents())) {
        if (Each.Offset + Each.Bytes <= First || Each.Offset >= First + Bytes)
          continue;
        std::uint64_t Start = std::max(Each.Offset, First), End = std::min(Each.Offset + Each.Bytes, First + Bytes);
        if (Start > First + Done)
          Written.store(Store, Into + Done,
                        Before.load(Store, First + Done, static_cast<unsigned>(Start - First - Done)));
        Written.store(Store, Into + Start - First, Before.load(Store, Start, static_cast<unsigned>(End - Start)));
        Done = End - First;
      }
      if (Done < Bytes)
        Written.store(Store, Into + Done, Before.load(Store, First + Done, static_cast<unsigned>(Bytes - Done)));
      return;
    }
  }
  std::uint64_t Most = Count.isConstant() ? Count.value().getLimitedValue() : Count->UMax;
  // A count that depends on the input: no further than the smallest object on either side reaches.
  for (Term Pointer : {To, From}) {
    std::uint64_t Largest = 0;
    for (const Target &Goal : resolve(Pointer))
      if (Goal.What == Target::Kind::Object)
        Largest = std::max(Largest, Objects[Goal.Id].Size);
    Most = std::min(Most, Largest + 1);
  }
  if (Most > MostPlaces)
    giveUp("object-too-large", "a copy of more than " + std::to_string(MostPlaces) + " bytes");
  // All reads come before all writes: this is memmove, of which memcpy is the case without overlap.
  std::vector<std::pair<Term, Term>> Bytes;
  for (std::uint64_t I = 0; I < Most && S.Path; ++I) {
    Term Wanted = Store.ult(Store.constant(64, I), Count);
    if (Wanted.isFalse())
      break;
    State Reading = S;
    Reading.Path = Conditions.extend(S.Path, Wanted);
    if (!Reading.Path)
      break;
    Term Byte = loadBytes(Reading, Store.add(From, Store.constant(64, I)), 1);
    if (!Reading.Path) { // every run that copies this byte has left
      S.Path = Conditions.extend(S.Path, Store.notTerm(Wanted));
      break;
    }
    if (Conditions.extend(S.Path, Wanted) != Reading.Path)
      S.Path = Conditions.extend(S.Path, Store.orTerm(Store.notTerm(Wanted), Reading.Path->All));
    Bytes.push_back({Wanted, Byte});
  }
  for (std::size_t I = 0; I < Bytes.size() && S.Path; ++I) {
    Term Place = Store.add(To, Store.constant(64, I));
    State Writing = S;
    Writing.Path = Conditions.extend(S.Path, Bytes[I].first);
    if (!Writing.Path)
      break;
    std::vector<Target> Targets = accessible(Writing, Place, 1, true);
    if (!Writing.Path) {
      S.Path = Conditions.extend(S.Path, Store.notTerm(Bytes[I].first));
      break;
    }
    if (Conditions.extend(S.Path, Bytes[I].first) != Writing.Path)
      S.Path = Conditions.extend(S.Path, Store.orTerm(Store.notTerm(Bytes[I].first), Writing.Path->All));
    for (const Target &Goal : Targets)
      storeAt(writable(S, Goal.Id), Objects[Goal.Id].Size, Goal.Offset, Bytes[I].second,
              Store.andTerm(Bytes[I].first, Goal.Guard));
  }
}

void Executor::fillBytes(State &S, Term To, Term Byte, Term Count) {
  if (!Count.isConstant())
    giveUp("dynamic-size", "memset with a size that depends on the input");
  std::uint64_t Bytes = Count.value().getLimitedValue(1u << 24);
  if (Bytes == 0)
    return;
  std::vector<Target> Targets = accessible(S, To, Bytes, true);
  for (const Target &Goal : Targets) {
    bool Whole = Targets.size() == 1 && Goal.Offset.isZero() && Bytes == Objects[Goal.Id].Size && Byte.isZero();
    if (Whole) {
      writable(S, Goal.Id).clear(Contents::Background::Zero);
      continue;
    }
    if (Bytes > MostPlaces)
      giveUp("object-too-large", "memset of more than " + std::to_string(MostPlaces) + " bytes");
    for (std::uint64_t I = 0; I < Bytes; ++I)
      storeAt(writable(S, Goal.Id), Objects[Goal.Id].Size, Store.add(Goal.Offset, Store.constant(64, I)), Byte,
              Targets.size() == 1 ? Store.boolean(true) : Goal.Guard);
  }
}

std::string Executor::constantString(State &S, Term Pointer) {
  std::vector<Target> Targets = resolve(Pointer);
  if (Targets.size() != 1 || Targets[0].What != Target::Kind::Object || !Targets[0].Offset.isConstant())
    giveUp("format", "a text that is not known");
  const Contents &From = readable(S, Targets[0].Id);
  std::string Result;
  for (std::uint64_t At = Targets[0].Offset.value().getZExtValue(); At < Objects[Targets[0].Id].Size; ++At) {
    Term Byte = From.load(Store, At, 1);
    if (!Byte.isConstant())
      giveUp("format", "a text that depends on the input");
    if (Byte.isZero())
      return Result;
    Result += static_cast<char>(Byte.value().getZExtValue());
  }
  giveUp("format", "a text without an end");
}

} // namespace vernier

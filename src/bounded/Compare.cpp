#include "bounded/Compare.h"

#include "bounded/MemoryGraph.h"
#include "input/Fields.h"

#include <llvm/ADT/StringExtras.h>

#include <cstdio>
#include <deque>

namespace vernier {

std::optional<std::string> Atom::known() const {
  if (What != Kind::Number || !Values[0].isConstant() || llvm::StringRef("fFeEgG").contains(Text.back()))
    return std::nullopt;
  std::string Format = Text.substr(0, Text.size() - 1) + "ll" + Text.back();
  char Buffer[512];
  int Length =
      std::snprintf(Buffer, sizeof Buffer, Format.c_str(), static_cast<long long>(Values[0].value().getSExtValue()));
  if (Length < 0 || Length >= static_cast<int>(sizeof Buffer))
    return std::nullopt;
  return std::string(Buffer, Buffer + Length);
}

namespace {

/// All ends of one kind together: whether, and with which code.
struct EndSummary {
  Term Guard, Code;
};

/// The bits of a value of a register, at an offset of a record, that belong to one of its fields.
llvm::APInt coveredBits(const std::vector<Field> &Fields, std::uint64_t Offset, unsigned Bits) {
  llvm::APInt Mask(Bits, 0);
  for (const Field &Each : Fields)
    for (unsigned Bit = 0; Bit != Each.Bits; ++Bit) {
      std::uint64_t At = 8 * Each.Offset + Bit;
      bool Counts = Each.Mask == WholeByte || (Each.Mask >> Bit & 1);
      if (Counts && At >= 8 * Offset && At - 8 * Offset < Bits)
        Mask.setBit(static_cast<unsigned>(At - 8 * Offset));
    }
  return Mask;
}

/// Of a record that comes back in registers: the bits of each that are no padding, in one version or the other. Empty
/// for everything else.
std::vector<llvm::APInt> resultMasks(const llvm::Function *Old, const llvm::Function *New) {
  const llvm::DIType *Before = Old ? returnedType(*Old) : nullptr, *After = New ? returnedType(*New) : nullptr;
  if (!isRecord(Before) || !isRecord(After) || New->getReturnType()->isVoidTy())
    return {};
  auto OldFields = fieldsOf(Before), NewFields = fieldsOf(After);
  if (!OldFields || !NewFields)
    return {};
  const llvm::DataLayout &Layout = New->getDataLayout();
  llvm::Type *Value = New->getReturnType();
  std::vector<std::pair<llvm::Type *, std::uint64_t>> Registers;
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Value))
    for (unsigned I = 0; I != Struct->getNumElements(); ++I)
      Registers.push_back({Struct->getElementType(I), Layout.getStructLayout(Struct)->getElementOffset(I)});
  else
    Registers.push_back({Value, 0});
  std::vector<llvm::APInt> Masks;
  for (auto [Type, Offset] : Registers) {
    auto Bits = static_cast<unsigned>(Layout.getTypeSizeInBits(Type));
    Masks.push_back(coveredBits(*OldFields, Offset, Bits) | coveredBits(*NewFields, Offset, Bits));
  }
  return Masks;
}

class Comparer {
public:
  Comparer(TermStore &Store, const InputSpace &Space, const ChangeMap *Map, const llvm::Module &OldModule,
           const llvm::Module &NewModule, Executor &Old, Executor &New, const Observation &Observed,
           const Correspondence &Corresponding)
      : Observed(Observed), Corresponding(Corresponding), Store(Store), Space(Space), Map(Map), OldModule(OldModule),
        NewModule(NewModule), Old(Old), New(New), Padding(hasPadding(OldModule) || hasPadding(NewModule)),
        False(Store.boolean(false)) {}

  Comparison compare() {
    Comparison Result;
    Result.Meaningful = Store.boolean(true);
    for (auto [Index, Run] : {std::pair(0, &Old), std::pair(1, &New)}) {
      Result.Undefined[Index] = summary(*Run, End::Kind::Undefined).Guard;
      Result.Unwound[Index] = summary(*Run, End::Kind::Unwound).Guard;
      Result.Unsupported[Index] = summary(*Run, End::Kind::Unsupported).Guard;
      for (Term Bad : {Result.Undefined[Index], Result.Unwound[Index], Result.Unsupported[Index]})
        Result.Meaningful = Store.andTerm(Result.Meaningful, Store.notTerm(Bad));
    }
    Result.SameUndefined = sameUndefined();
    Term Behaviour = Observed.Exit ? endsDiffer() : False;
    if (Old.Returned && New.Returned)
      Behaviour = Store.orTerm(Behaviour, Store.andTerm(bothReturn(), returnedDiffer(Result.MemoryExact)));
    Result.Exact = Result.MemoryExact;
    Result.Different = Result.Suspicious = Behaviour;
    if (Observed.Stdout)
      addOutputs(StreamId::Output, Result);
    if (Observed.Stderr)
      addOutputs(StreamId::Error, Result);
    addOutputs(StreamId::Calls, Result);
    Result.Unpaired = Old.Returned && New.Returned && memoryBetween(*Old.Returned, *New.Returned).writesUnpaired();
    addContext(Result);
    return Result;
  }

private:
  EndSummary summary(const Executor &Run, End::Kind What) {
    EndSummary Result{False, Store.constant(32, 0)};
    for (const End &Each : Run.Ends)
      if (Each.What == What) {
        Result.Guard = Store.orTerm(Result.Guard, Each.Guard);
        Result.Code = Store.ite(Each.Guard, Each.Code, Result.Code);
      }
    return Result;
  }

  Term returns(const Executor &Run) { return Run.Returned ? Run.Returned->Path->All : False; }
  Term bothReturn() { return Store.andTerm(returns(Old), returns(New)); }
  Term different(Term A, Term B) { return Store.notTerm(Store.eq(A, B)); }
  void add(Term &To, Term What) { To = Store.orTerm(To, What); }

  Term endsDiffer() {
    Term Result = different(returns(Old), returns(New));
    for (End::Kind What : {End::Kind::Exit, End::Kind::Signal}) {
      EndSummary A = summary(Old, What), B = summary(New, What);
      add(Result, different(A.Guard, B.Guard));
      add(Result, Store.andTerm(Store.andTerm(A.Guard, B.Guard), different(A.Code, B.Code)));
    }
    return Result;
  }

  /// Both do the same thing that has no meaning, on the same operands.
  Term sameUndefined() {
    Term Result = False;
    for (const End &A : Old.Ends)
      for (const End &B : New.Ends)
        if (A.What == End::Kind::Undefined && B.What == End::Kind::Undefined && A.Why.Code == B.Why.Code)
          add(Result, Store.andTerm(Store.andTerm(A.Guard, B.Guard), sameOperation(A.Doing, B.Doing)));
    return Result;
  }

  Term sameOperation(const UndefinedOperation &A, const UndefinedOperation &B) {
    if (!A.At || !B.At || !Corresponding.Instructions(*A.At, *B.At) || A.Operands.size() != B.Operands.size() ||
        A.Block.has_value() != B.Block.has_value())
      return False;
    if (A.Block && !sameBlock(Old.objects()[*A.Block], New.objects()[*B.Block]))
      return False;
    Term Same = Store.boolean(true);
    for (std::size_t I = 0; I < A.Operands.size(); ++I) {
      if (A.Operands[I].bits() != B.Operands[I].bits())
        return False;
      Same = Store.andTerm(Same, Store.eq(A.Operands[I], B.Operands[I]));
    }
    return Same;
  }

  /// Inputs have one address in both versions. Of locals that one instruction makes again and again, nobody says which
  /// ones correspond: they are left out, like memory of the heap.
  bool sameBlock(const Object &A, const Object &B) const {
    if (A.Kind != B.Kind || A.Size != B.Size)
      return false;
    if (A.Kind == StorageKind::Input)
      return A.Address == B.Address;
    if (A.Kind == StorageKind::Stack)
      return A.Maker && B.Maker && Corresponding.Locals(*A.Maker, *B.Maker) && isMadeOnce(Old, A) && isMadeOnce(New, B);
    bool Globals = A.Kind == StorageKind::Global || A.Kind == StorageKind::Constant;
    return Globals && A.Origin && B.Origin &&
           Corresponding.Globals(*static_cast<const llvm::GlobalVariable *>(A.Origin),
                                 *static_cast<const llvm::GlobalVariable *>(B.Origin));
  }

  static bool isMadeOnce(const Executor &Run, const Object &Local) {
    return llvm::count_if(Run.objects(), [&](const Object &Each) { return Each.Maker == Local.Maker; }) == 1;
  }

  /// The returned value and everything that the caller can reach.
  Term returnedDiffer(bool &Exact) {
    Term Result = False;
    MemoryGraph Memory = memoryBetween(*Old.Returned, *New.Returned);
    const llvm::Function *Entry = NewModule.getFunction(Space.NewEntry);
    bool Floating = Entry && Entry->getReturnType()->isFloatingPointTy();
    std::vector<llvm::APInt> Masks = resultMasks(OldModule.getFunction(Space.OldEntry), Entry);
    if (Observed.Return && Old.Result.size() != New.Result.size())
      return Store.boolean(true);
    for (std::size_t I = 0; Observed.Return && I < Old.Result.size(); ++I) {
      Term A = Old.Result[I], B = New.Result[I];
      if (A.bits() != B.bits())
        return Store.boolean(true);
      Term Same = Memory.sameValue(A, B);
      if (I < Masks.size() && Masks[I].getBitWidth() == A.bits() && !Masks[I].isAllOnes()) {
        Term Mask = Store.constant(Masks[I]);
        Same = Store.orTerm(Same, Store.eq(Store.andTerm(A, Mask), Store.andTerm(B, Mask)));
      }
      if (Floating) // one NaN is as good as another
        Same = Store.orTerm(Same, Store.andTerm(Store.isNaN(A), Store.isNaN(B)));
      add(Result, Store.notTerm(Same));
    }
    if (Observed.Memory)
      add(Result, Memory.callerSeesDifference());
    Exact = Memory.isExact();
    return Result;
  }

  MemoryGraph memoryBetween(const State &OldAt, const State &NewAt) {
    return MemoryGraph(Store, Space, Map, OldModule, NewModule, Old, New, OldAt, NewAt, Padding);
  }

  /// What a function shows to nobody alone.
  void addContext(Comparison &Result) {
    Result.Events = Result.Stack = Result.AtEnds = False;
    if (Space.WholeProgram)
      return;
    auto Differ = [&](std::initializer_list<StreamId> Streams) {
      return listsDiffer(eventsOf(Old, Streams), eventsOf(New, Streams));
    };
    Result.Events = Differ({StreamId::Output, StreamId::Error, StreamId::Calls, StreamId::Events});
    Result.Stack = Differ({StreamId::Stack});
    Result.AtEnds = memoryAtEndsDiffers();
  }

  /// Handlers of signals and of exit find what was in memory then.
  Term memoryAtEndsDiffers() {
    constexpr std::size_t MostPairs = 400;
    std::vector<const End *> InOld = endsWithMemory(Old), InNew = endsWithMemory(New);
    bool TooMany = InOld.size() * InNew.size() > MostPairs;
    Term Result = False;
    for (const End *A : InOld)
      for (const End *B : InNew) {
        Term Both = Store.andTerm(A->Guard, B->Guard);
        MemoryGraph Memory = memoryBetween(*A->At, *B->At);
        if (Both.isFalse() || !Memory.wroteAnything())
          continue;
        if (TooMany)
          return Store.boolean(true);
        Term Differs = Memory.writesUnpaired() ? Store.boolean(true) : Memory.callerSeesDifference();
        add(Result, Store.andTerm(Both, Differs));
      }
    return Result;
  }

  static std::vector<const End *> endsWithMemory(const Executor &Run) {
    std::vector<const End *> Result;
    for (const End &Each : Run.Ends)
      if (Each.At)
        Result.push_back(&Each);
    return Result;
  }

  struct Shown {
    Term Guard;
    const Atom *What; // of the runs, or of Spelled
    StreamId Stream;
    bool operator==(const Shown &Other) const {
      return Guard == Other.Guard && Stream == Other.Stream && What->What == Other.What->What &&
             What->Text == Other.What->Text && What->Values == Other.What->Values;
    }
  };

  /// The atoms that come out on a stream, with what is lost in buffers left out.
  std::vector<Shown> shown(const Executor &Run, StreamId Stream) {
    Term Lost = False;
    for (const End &Each : Run.Ends)
      if (!Each.Flushes && (Each.What == End::Kind::Exit || Each.What == End::Kind::Signal))
        Lost = Store.orTerm(Lost, Each.Guard);
    std::vector<Shown> Result;
    for (std::size_t I = 0; I < Run.Outputs.size(); ++I) {
      const OutputAtom &Each = Run.Outputs[I];
      if (Each.Stream != Stream)
        continue;
      Term Guard = Each.Guard;
      if (Stream == StreamId::Output && !Lost.isFalse()) {
        Term Comes = Store.notTerm(Lost);
        for (const Executor::FlushPoint &Point : Run.Flushes)
          if (Point.Outputs > I)
            Comes = Store.orTerm(Comes, Point.Guard);
        Guard = Store.andTerm(Guard, Comes);
      }
      if (!Guard.isFalse())
        Result.push_back({Guard, &Each.What, Stream});
    }
    return Result;
  }

  /// The atoms of some streams in their common order, whatever becomes of them.
  static std::vector<Shown> eventsOf(const Executor &Run, std::initializer_list<StreamId> Streams) {
    std::vector<Shown> Result;
    for (const OutputAtom &Each : Run.Outputs)
      if (llvm::is_contained(Streams, Each.Stream))
        Result.push_back({Each.Guard, &Each.What, Each.Stream});
    return Result;
  }

  Term sameShown(const Shown &A, const Shown &B) { return A.Stream == B.Stream ? sameAtom(*A.What, *B.What) : False; }

  /// What both begin and end with is the same for every input, and can be cancelled. Says how much that is at the end.
  static std::size_t cancel(llvm::ArrayRef<Shown> &A, llvm::ArrayRef<Shown> &B) {
    while (!A.empty() && !B.empty() && A.front() == B.front()) {
      A = A.drop_front();
      B = B.drop_front();
    }
    std::size_t Behind = 0;
    while (!A.empty() && !B.empty() && A.back() == B.back()) {
      A = A.drop_back();
      B = B.drop_back();
      ++Behind;
    }
    return Behind;
  }

  static bool isSmall(llvm::ArrayRef<Shown> A, llvm::ArrayRef<Shown> B) {
    constexpr std::size_t MostPairs = 40000;
    return A.size() * B.size() <= MostPairs && A.size() < 60000 && B.size() < 60000;
  }

  Term listsDiffer(llvm::ArrayRef<Shown> A, llvm::ArrayRef<Shown> B) {
    cancel(A, B);
    if (A.empty() && B.empty())
      return False;
    return isSmall(A, B) ? sequencesDiffer(A, B) : A.size() == B.size() ? alignedDiffer(A, B) : Store.boolean(true);
  }

  Term sameAtom(const Atom &A, const Atom &B) {
    if (A.What != B.What || A.Text != B.Text || A.Values.size() != B.Values.size())
      return False;
    Term Same = Store.boolean(true);
    for (std::size_t I = 0; I < A.Values.size(); ++I) {
      if (A.Values[I].bits() != B.Values[I].bits())
        return False;
      Term Equal = Store.eq(A.Values[I], B.Values[I]);
      if (A.What == Atom::Kind::Number && llvm::StringRef("fFeEgG").contains(A.Text.back()))
        Equal = Store.orTerm(Equal, Store.andTerm(Store.isNaN(A.Values[I]), Store.isNaN(B.Values[I])));
      Same = Store.andTerm(Same, Equal);
    }
    return Same;
  }

  /// Pairwise: as strong as it can be if both versions print in the same structure.
  Term alignedDiffer(llvm::ArrayRef<Shown> A, llvm::ArrayRef<Shown> B) {
    Term Result = False;
    for (std::size_t I = 0; I < A.size(); ++I) {
      add(Result, different(A[I].Guard, B[I].Guard));
      add(Result, Store.andTerm(A[I].Guard, Store.notTerm(sameShown(A[I], B[I]))));
    }
    return Result;
  }

  struct Position {
    Term At;
    unsigned Least, Most;
  };

  /// How many atoms came out before each.
  std::vector<Position> positions(llvm::ArrayRef<Shown> Atoms) {
    std::vector<Position> Result;
    Position Now{Store.constant(16, 0), 0, 0};
    for (const Shown &Each : Atoms) {
      Result.push_back(Now);
      Now.At = Store.add(Now.At, Store.zext(Each.Guard, 16));
      Now.Least += Each.Guard.isTrue();
      ++Now.Most;
    }
    Result.push_back(Now);
    return Result;
  }

  /// The sequences of atoms differ: other lengths, or other atoms at some position.
  Term sequencesDiffer(llvm::ArrayRef<Shown> A, llvm::ArrayRef<Shown> B) {
    std::vector<Position> InA = positions(A), InB = positions(B);
    Term Result = different(InA.back().At, InB.back().At);
    for (std::size_t I = 0; I < A.size(); ++I)
      for (std::size_t J = 0; J < B.size(); ++J) {
        if (InA[I].Least > InB[J].Most || InB[J].Least > InA[I].Most)
          continue;
        Term Same = sameShown(A[I], B[J]);
        if (Same.isTrue())
          continue;
        Term Meet = Store.andTerm(Store.andTerm(A[I].Guard, B[J].Guard), Store.eq(InA[I].At, InB[J].At));
        add(Result, Store.andTerm(Meet, Store.notTerm(Same)));
      }
    return Result;
  }

  /// Atoms that differ mean bytes that differ: only bytes, or numbers in equal structure that something delimits.
  static bool exact(llvm::ArrayRef<Shown> A, llvm::ArrayRef<Shown> B, llvm::ArrayRef<Shown> Behind) {
    auto Only = [&](Atom::Kind What) {
      auto Is = [&](const Shown &S) { return S.What->What == What; };
      return llvm::all_of(A, Is) && llvm::all_of(B, Is);
    };
    if (Only(Atom::Kind::Byte) || Only(Atom::Kind::Call))
      return true;
    if (A.size() != B.size())
      return false;
    for (std::size_t I = 0; I < A.size(); ++I) {
      const Atom &X = *A[I].What, &Y = *B[I].What;
      if (A[I].Guard != B[I].Guard || X.What != Y.What || X.Text != Y.Text)
        return false;
      if (X.What == Atom::Kind::Call)
        return false; // what it prints is not known
      if (X.What != Atom::Kind::Number)
        continue;
      if (X.Text != "%d" && X.Text != "%u" && X.Text != "%x")
        return false; // widths and precisions may hide a difference
      bool Last = I + 1 == A.size() && Behind.empty();
      const Shown *Next = I + 1 < A.size() ? &A[I + 1] : Behind.empty() ? nullptr : &Behind.front();
      const Shown *Other = I + 1 < B.size() ? &B[I + 1] : Behind.empty() ? nullptr : &Behind.front();
      bool Delimited = Next && *Next == *Other && Next->Guard == A[I].Guard && Next->What->What == Atom::Kind::Byte &&
                       Next->What->Values[0].isConstant() &&
                       !llvm::isAlnum(static_cast<char>(Next->What->Values[0].value().getZExtValue()));
      if (!Last && !Delimited)
        return false;
    }
    return true;
  }

  /// Both print in the same structure: as many atoms, of the same kinds.
  static bool sameShape(llvm::ArrayRef<Shown> A, llvm::ArrayRef<Shown> B) {
    if (A.size() != B.size())
      return false;
    for (std::size_t I = 0; I < A.size(); ++I)
      if (A[I].What->What != B[I].What->What || A[I].What->Text != B[I].What->Text)
        return false;
    return true;
  }

  /// Known numbers as their digits: where one version prints a text and the other one a number.
  std::vector<Shown> spelled(llvm::ArrayRef<Shown> Atoms) {
    std::vector<Shown> Result;
    for (const Shown &Each : Atoms) {
      auto Digits = Each.What->known();
      if (!Digits) {
        Result.push_back(Each);
        continue;
      }
      for (char Digit : *Digits) {
        Spelled.push_back({Atom::Kind::Byte, {}, {Store.constant(8, static_cast<unsigned char>(Digit))}});
        Result.push_back({Each.Guard, &Spelled.back(), Each.Stream});
      }
    }
    return Result;
  }

  void addOutputs(StreamId Stream, Comparison &Result) {
    std::vector<Shown> First = shown(Old, Stream), Second = shown(New, Stream);
    if (!sameShape(First, Second)) {
      First = spelled(First);
      Second = spelled(Second);
    }
    llvm::ArrayRef<Shown> A(First), B(Second);
    std::size_t Behind = cancel(A, B);
    if (A.empty() && B.empty())
      return;
    bool Aligned = A.size() == B.size(), Small = isSmall(A, B);
    Term Sequences = Small ? sequencesDiffer(A, B) : Aligned ? alignedDiffer(A, B) : Store.boolean(true);
    add(Result.Different, Sequences);
    auto HasCall = [](llvm::ArrayRef<Shown> List) {
      return llvm::any_of(List, [](const Shown &S) { return S.What->What == Atom::Kind::Call; });
    };
    if (Stream != StreamId::Calls && (HasCall(A) || HasCall(B)))
      Result.Exact = false;
    add(Result.Suspicious, Aligned ? alignedDiffer(A, B) : Sequences);
    Result.Exact &= Small && exact(A, B, llvm::ArrayRef<Shown>(First).take_back(Behind));
  }

  const Observation &Observed;
  const Correspondence &Corresponding;
  TermStore &Store;
  const InputSpace &Space;
  const ChangeMap *Map;
  const llvm::Module &OldModule, &NewModule;
  Executor &Old, &New;
  const bool Padding;
  Term False;
  std::deque<Atom> Spelled;
};

} // namespace

Comparison compareRuns(TermStore &Store, const InputSpace &Space, const ChangeMap *Map, const llvm::Module &OldModule,
                       const llvm::Module &NewModule, Executor &Old, Executor &New, const Observation &Observed,
                       const Correspondence &Corresponding) {
  return Comparer(Store, Space, Map, OldModule, NewModule, Old, New, Observed, Corresponding).compare();
}

} // namespace vernier

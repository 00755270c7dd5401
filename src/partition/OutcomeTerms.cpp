#include "partition/OutcomeTerms.h"

#include <llvm/Analysis/ConstantFolding.h>

#include <cstring>
#include <set>

namespace vernier {

namespace {

/// What a global holds at the beginning, if that is a number.
std::optional<llvm::APInt> startOf(const llvm::Module &M, const std::string &Symbol, const Field &Scalar) {
  const llvm::GlobalVariable *Global = M.getGlobalVariable(Symbol, /*AllowInternal=*/true);
  if (!Global || !Global->hasInitializer())
    return std::nullopt;
  auto *Type = llvm::IntegerType::get(M.getContext(), (Scalar.Bits + 7) / 8 * 8);
  auto *Value = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
      const_cast<llvm::Constant *>(Global->getInitializer()), Type, llvm::APInt(64, Scalar.Offset), M.getDataLayout()));
  if (!Value)
    return std::nullopt;
  return masked(Value->getValue().trunc(Scalar.Bits), Scalar.Mask);
}

OutcomeParts::Scalar scalarOf(const Field &Scalar) {
  return {Scalar.Offset, Scalar.Bits, Scalar.Floating, std::nullopt, std::nullopt, Scalar.Mask};
}

OutcomeParts::Scalar scalarAt(const Program &Old, const Program &New, const ObservedGlobal &Global,
                              const Field &Scalar) {
  OutcomeParts::Scalar Result = scalarOf(Scalar);
  auto A = startOf(Old.module(), Global.Symbol, Scalar), B = startOf(New.module(), Global.Symbol, Scalar);
  if (A && B && *A != *B) {
    Result.OldStart = A;
    Result.NewStart = B;
  }
  return Result;
}

/// Numbers in a record that comes back in registers.
std::vector<OutcomeParts::Scalar> resultFields(const ReturnShape &Shape) {
  std::vector<OutcomeParts::Scalar> Fields;
  if (Shape.What == ReturnShape::Kind::Record && !Shape.Argument)
    for (const Field &Scalar : Shape.Fields)
      if (Scalar.What == Field::Kind::Number)
        Fields.push_back(scalarOf(Scalar));
  return Fields;
}

} // namespace

OutcomeParts OutcomeParts::of(const Program &Old, const Program &New, const InputSpace &Space) {
  OutcomeParts Result;
  EntryShape Shape = entryShape(Old, New, Side::New, Space);
  Result.Return = Shape.Return;
  Result.Unpaired = Shape.Unpaired;
  for (const InputObject &Object : Space.Objects) {
    std::vector<Scalar> Cells;
    if (Object.Owned)
      Result.Owned.insert(Result.Memory.size());
    for (const InputCell &Cell : Object.Cells) {
      if (Cell.Name.empty())
        continue;
      if (Cell.Address) {
        Result.Pointers.push_back({Result.Memory.size(), Cell.Offset, Cell.Name});
        continue;
      }
      if (Cell.What == InputCell::Kind::Leaf)
        Cells.push_back({Cell.Offset, Space.Leaves[Cell.Index].Bits, Space.Leaves[Cell.Index].Floating, std::nullopt,
                         std::nullopt, Cell.Mask});
      else if (Cell.What == InputCell::Kind::Constant)
        Cells.push_back({Cell.Offset, Cell.Value.getBitWidth(), false});
    }
    Result.Memory.push_back(std::move(Cells));
  }
  // A record that comes back through a parameter is not one of the cells.
  if (Shape.Return.What == ReturnShape::Kind::Record && Shape.Return.Argument) {
    unsigned Object = Space.NewArguments[*Shape.Return.Argument].Index;
    for (const Field &Member : Shape.Return.Fields) {
      if (Object >= Result.Memory.size())
        break;
      if (Member.What == Field::Kind::Number)
        Result.Memory[Object].push_back(scalarOf(Member));
      else
        Result.ReturnedPointers.push_back({Object, Member.Offset, "return" + Member.Path});
    }
  }
  for (const ObservedGlobal &Global : Shape.Globals) {
    std::vector<Scalar> Fields;
    for (const Field &Scalar : Global.Fields)
      if (Scalar.What == Field::Kind::Number)
        Fields.push_back(scalarAt(Old, New, Global, Scalar));
      else if (isPointer(Scalar))
        Result.Pointers.push_back({Result.Memory.size(), Scalar.Offset, Global.Name + Scalar.Path});
    Result.OnlyBytes.resize(Result.Memory.size());
    Result.OnlyBytes.push_back(Global.OnlyBytes);
    Result.Memory.push_back(std::move(Fields));
  }
  Result.Result = Result.Memory.size();
  Result.Memory.push_back(resultFields(Shape.Return));
  Result.Memory.push_back({{0, 32, false}}); // the error number
  Result.OnlyBytes.resize(Result.Memory.size());
  return Result;
}

namespace {

class Comparer {
public:
  Comparer(TermStore &Store, const OutcomeParts &Parts, RunRecord Before, RunRecord After)
      : Store(Store), Parts(Parts), Old(Before.Left), New(After.Left), OldShown(Before.Shown), NewShown(After.Shown),
        OldMemory(Before.Memory), NewMemory(After.Memory) {
    Result.Differs = Store.boolean(false);
  }

  ComparedOutcomes run(bool WholeProgram, const Observation &Observed) {
    const Outcome &A = OldShown, &B = NewShown;
    bool BothReturned = A.End == Ending::Returned && B.End == Ending::Returned;
    if (Observed.Exit && (A.End != B.End || (A.End == Ending::Signalled && A.Code != B.Code)))
      differ(Store.boolean(true));
    if (Observed.Exit && A.End == B.End && A.End != Ending::Signalled && (WholeProgram || A.End == Ending::Exited))
      status(8);
    if (Observed.Stdout)
      stream(1);
    if (Observed.Stderr)
      stream(2);
    if (!WholeProgram && Observed.Return) {
      if (BothReturned)
        returned(A, B);
      else if (A.Return != B.Return)
        differ(Store.boolean(true));
    }
    if (!WholeProgram && Observed.Memory) {
      if (BothReturned) {
        memory();
        blocks();
        if (sameBehaviour(A, B, Observed)) // otherwise the class is of those inputs for which something else differs
          likelyPadding();
      } else if (A.Memory != B.Memory)
        differ(Store.boolean(true));
    }
    if (A.Calls != B.Calls)
      differ(Store.boolean(true));
    return std::move(Result);
  }

private:
  void differ(Term When) { Result.Differs = Store.orTerm(Result.Differs, When); }
  void unknown(const std::string &Code, const std::string &Message) {
    if (Result.Unknown.Code.empty())
      Result.Unknown = {Code, Message};
  }

  struct Bytes {
    std::string Concrete;
    std::vector<NodeId> Nodes;
  };

  static Bytes written(const Trace &Run, std::uint32_t Descriptor) {
    Bytes All;
    for (const OutputPiece &Piece : Run.outputs())
      if (Piece.Descriptor == Descriptor) {
        All.Concrete += Piece.Bytes;
        All.Nodes.insert(All.Nodes.end(), Piece.Nodes.begin(), Piece.Nodes.end());
      }
    return All;
  }

  Term byteOf(Trace &Run, const Bytes &From, std::size_t I) {
    if (I < From.Nodes.size() && From.Nodes[I] && Run.isSymbolic(From.Nodes[I]))
      return Run.termOf(From.Nodes[I]);
    return Store.constant(8, static_cast<unsigned char>(From.Concrete[I]));
  }

  void stream(std::uint32_t Descriptor) {
    Bytes A = written(Old, Descriptor), B = written(New, Descriptor);
    if (A.Concrete.size() != B.Concrete.size())
      return differ(Store.boolean(true));
    for (std::size_t I = 0; I != A.Concrete.size(); ++I)
      differ(Store.ne(byteOf(Old, A, I), byteOf(New, B, I)));
  }

  /// The value of a status node; nothing if it is wider than what the trace has of it.
  Term valueOf(Trace &Run, NodeId Status) {
    const VernierNode &Node = Run.node(Status);
    if (Node.A && Run.isSymbolic(Node.A))
      return Run.termOf(Node.A);
    if (Node.A && Node.Bits > 64 && Run.node(Node.A).Operation == VernierConcat)
      return Run.termOf(Node.A);
    return Node.Bits <= 64 ? Store.constant(llvm::APInt(Node.Bits, Node.Value)) : Term();
  }

  Term unequal(Term A, Term B, bool Floating) {
    Term Differs = Store.ne(A, B);
    if (Floating && (A.bits() == 32 || A.bits() == 64 || A.bits() == 80))
      Differs = Store.andTerm(Differs, Store.notTerm(Store.andTerm(Store.isNaN(A), Store.isNaN(B))));
    return Differs;
  }

  /// The status that the process ends with: its low bits.
  void status(unsigned Bits) {
    if (Old.statuses().empty() || New.statuses().empty())
      return unknown("no-status", "the trace has no status of the run");
    Term A = valueOf(Old, Old.statuses().back()), B = valueOf(New, New.statuses().back());
    if (!A || !B || A.bits() < Bits || B.bits() < Bits)
      return unknown("no-status", "the trace has no status of the run");
    differ(Store.ne(Store.extract(A, 0, Bits), Store.extract(B, 0, Bits)));
  }

  bool statusSymbolic(Trace &Run) {
    return llvm::any_of(Run.statuses(), [&](NodeId Id) { return Run.node(Id).A && Run.isSymbolic(Run.node(Id).A); });
  }

  void returned(const Outcome &A, const Outcome &B) {
    contents(true);
    switch (Parts.Return.What) {
    case ReturnShape::Kind::None:
      return;
    case ReturnShape::Kind::Number:
      return number(A, B);
    case ReturnShape::Kind::Pointer:
      return pointerAt(Parts.Result, 0, "return");
    case ReturnShape::Kind::Record:
      break;
    }
    std::size_t Object = Parts.Result;
    if (Parts.Return.Argument) {
      // Fields that came back through a parameter are with the memory of its object.
      for (std::size_t I = 0; I != Parts.Result; ++I)
        scalars(I);
      for (const OutcomeParts::Pointer &Pointer : Parts.ReturnedPointers)
        pointerAt(Pointer.Object, Pointer.Offset, Pointer.Name);
      return;
    }
    scalars(Object);
    for (const Field &Scalar : Parts.Return.Fields)
      if (isPointer(Scalar))
        pointerAt(Object, Scalar.Offset, "return" + Scalar.Path);
  }

  void number(const Outcome &A, const Outcome &B) {
    if (!statusSymbolic(Old) && !statusSymbolic(New)) {
      if (A.Return != B.Return) // both are constants here
        differ(Store.boolean(true));
      return;
    }
    Term OldValue = Old.statuses().empty() ? Term() : valueOf(Old, Old.statuses().back());
    Term NewValue = New.statuses().empty() ? Term() : valueOf(New, New.statuses().back());
    if (!OldValue || !NewValue || OldValue.bits() != NewValue.bits())
      return unknown("wide-result", "a result of more than 64 bits has no term in one version");
    differ(unequal(OldValue, NewValue, Parts.Return.Floating));
  }

  Term scalarOf(Trace &Run, const Bytes &From, std::uint64_t Offset, unsigned Bits, std::uint8_t Mask = WholeByte) {
    Term Value;
    for (unsigned I = 0; I != (Bits + 7) / 8; ++I) {
      Term Next = byteOf(Run, From, static_cast<std::size_t>(Offset) + I);
      Value = Value ? Store.concat(Next, Value) : Next;
    }
    if (Mask != WholeByte)
      Value = Store.andTerm(Value, Store.constant(Value.bits(), Mask));
    return Bits < Value.bits() ? Store.extract(Value, 0, Bits) : Value;
  }

  Bytes observed(const Trace &Run, std::size_t Number) {
    return written(Run, static_cast<std::uint32_t>(VernierObserved + Number));
  }

  void scalars(std::size_t Index) {
    if (!Scalars.insert(Index).second || Parts.Owned.contains(Index))
      return;
    Bytes A = observed(Old, Index), B = observed(New, Index);
    if (A.Concrete.empty() != B.Concrete.empty())
      return differ(Store.boolean(true)); // freed in one of both
    if (A.Concrete.empty())
      return;
    for (const OutcomeParts::Scalar &Scalar : Parts.Memory[Index]) {
      std::uint64_t End = Scalar.Offset + (Scalar.Bits + 7) / 8;
      if (End > A.Concrete.size() || End > B.Concrete.size())
        return unknown("memory-shape", "memory that is compared has another size in one version");
      Term X = scalarOf(Old, A, Scalar.Offset, Scalar.Bits, Scalar.Mask);
      Term Y = scalarOf(New, B, Scalar.Offset, Scalar.Bits, Scalar.Mask);
      Term Unequal = unequal(X, Y, Scalar.Floating);
      if (Scalar.OldStart) {
        Term Changed =
            Store.orTerm(Store.ne(X, Store.constant(*Scalar.OldStart)), Store.ne(Y, Store.constant(*Scalar.NewStart)));
        Unequal = Store.andTerm(Changed, Unequal);
      }
      differ(Unequal);
    }
    if (Parts.OnlyBytes[Index])
      bytes(A, B, *Parts.OnlyBytes[Index], A.Concrete.size());
  }

  bool hasTerm(Trace &Run, const Bytes &From, std::uint64_t I) {
    return I < From.Nodes.size() && From.Nodes[I] && Run.isSymbolic(From.Nodes[I]);
  }

  void bytes(const Bytes &A, const Bytes &B, std::uint64_t Begin, std::uint64_t End) {
    if (End > B.Concrete.size() || End > A.Concrete.size())
      return unknown("memory-shape", "memory that is compared has another size in one version");
    for (std::uint64_t I = Begin; I < End; ++I)
      if (A.Concrete[I] != B.Concrete[I] || hasTerm(Old, A, I) || hasTerm(New, B, I))
        differ(Store.ne(byteOf(Old, A, I), byteOf(New, B, I)));
  }

  void memory() {
    for (std::size_t I = 0; I != Parts.Memory.size(); ++I)
      if (I != Parts.Result)
        scalars(I);
    for (const OutcomeParts::Pointer &Pointer : Parts.Pointers)
      pointerAt(Pointer.Object, Pointer.Offset, Pointer.Name);
    contents(false);
  }

  // ---- objects that are told by their contents ----

  static std::vector<const LeftContents *> contentsIn(const LeftMemory &Memory, bool OfResult) {
    std::vector<const LeftContents *> Result;
    for (const LeftContents &Left : Memory.Contents)
      if (Left.OfResult == OfResult)
        Result.push_back(&Left);
    return Result;
  }

  void contents(bool OfResult) {
    auto Before = contentsIn(OldMemory, OfResult), After = contentsIn(NewMemory, OfResult);
    if (!Before.empty() || !After.empty())
      for (const LeftMemory *Memory : {&OldMemory, &NewMemory})
        if (!Memory->NotCompared.empty())
          unknown("memory-beyond", Memory->NotCompared);
    if (Before.size() != After.size())
      return differ(Store.boolean(true));
    for (std::size_t I = 0; I != Before.size(); ++I)
      if (!isUntouched(*Before[I], *After[I]))
        contents(*Before[I], *After[I]);
  }

  /// Both versions hold the same terms in the same place, and nothing elsewhere: whatever its length is.
  bool isUntouched(const LeftContents &A, const LeftContents &B) {
    if (!A.Inside || !B.Inside || A.Whole.Observed != B.Whole.Observed || A.Whole.Offset != B.Whole.Offset ||
        A.Whole.Bits != B.Whole.Bits || A.Form != B.Form)
      return false;
    Bytes Before = observed(Old, A.Whole.Observed), After = observed(New, B.Whole.Observed);
    std::uint64_t End = A.Whole.Offset + A.Whole.Bits / 8;
    if (Before.Concrete.size() < End || After.Concrete.size() < End)
      return false;
    for (std::uint64_t I = A.Whole.Offset; I != End; ++I)
      if (byteOf(Old, Before, I) != byteOf(New, After, I))
        return false;
    return true;
  }

  /// The form was read from these, and holds as long as they are what they are.
  void pin(Trace &Run, const LeftContents &Left) {
    for (const LeftScalar &Scalar : Left.Pins)
      if (Term Value = termOf(Run, Scalar, Left.Name); Value && !Value.isConstant())
        Result.Required.push_back(Store.eq(
            Value, Store.constant(bitsAt(observed(Run, Scalar.Observed).Concrete, Scalar.Offset, Scalar.Bits))));
  }

  Term termOf(Trace &Run, const LeftScalar &Scalar, const std::string &Name) {
    Bytes From = observed(Run, Scalar.Observed);
    if (From.Concrete.size() < Scalar.Offset + (Scalar.Bits + 7) / 8) {
      unknown("memory-shape", "the trace does not have all of '" + Name + "'");
      return {};
    }
    return scalarOf(Run, From, Scalar.Offset, Scalar.Bits, Scalar.Mask);
  }

  void contents(const LeftContents &A, const LeftContents &B) {
    pin(Old, A);
    pin(New, B);
    if (A.Form != B.Form || A.Scalars.size() != B.Scalars.size())
      return differ(Store.boolean(true));
    for (std::size_t I = 0; I != A.Scalars.size(); ++I) {
      const LeftScalar &X = A.Scalars[I], &Y = B.Scalars[I];
      Term Before = termOf(Old, X, A.Name), After = termOf(New, Y, B.Name);
      if (!Before || !After)
        return;
      differ(X.Bits == Y.Bits ? unequal(Before, After, X.Floating) : Store.boolean(true));
    }
  }

  /// A pointer is taken as it is: it leads to the same for all inputs for which it has this value.
  void pinPointer(Trace &Run, std::size_t Number, std::uint64_t Offset, const std::string &Name) {
    Bytes From = observed(Run, Number);
    bool Symbolic = false;
    for (std::uint64_t I = 0; I != sizeof(void *); ++I)
      Symbolic |= hasTerm(Run, From, Offset + I);
    if (!Symbolic)
      return;
    if (Offset + sizeof(void *) > From.Concrete.size())
      return unknown("symbolic-pointer", "'" + Name + "' is a pointer that depends on the input");
    std::uint64_t Value = 0;
    std::memcpy(&Value, From.Concrete.data() + Offset, sizeof Value);
    Result.Required.push_back(Store.eq(scalarOf(Run, From, Offset, 64), Store.constant(64, Value)));
  }

  /// Where pointers lead is compared with what can be reached.
  void pointerAt(std::size_t Number, std::uint64_t Offset, const std::string &Name) {
    pinPointer(Old, Number, Offset, Name);
    pinPointer(New, Number, Offset, Name);
  }

  /// Everything else that can be reached, as a graph: the lists of blocks are in the same order if the ways to them are
  /// the same.
  void blocks() {
    for (const LeftMemory *Memory : {&OldMemory, &NewMemory})
      if (!Memory->NotCompared.empty())
        unknown("memory-beyond", Memory->NotCompared);
    if (OldMemory.Roots != NewMemory.Roots || OldMemory.Blocks.size() != NewMemory.Blocks.size())
      return differ(Store.boolean(true));
    for (std::size_t I = 0; I != OldMemory.Blocks.size(); ++I)
      block(OldMemory.Blocks[I], NewMemory.Blocks[I]);
  }

  /// The size that was asked for is taken as it is: contents are compared for this one.
  void pinSize(Trace &Run, const LeftBlock &Block) {
    Bytes Size = observed(Run, VernierObservedSize + Block.Observed);
    if (Size.Concrete.size() != 8)
      return;
    Term Asked = scalarOf(Run, Size, 0, 64);
    if (!Asked.isConstant())
      Result.Required.push_back(Store.eq(Asked, Store.constant(64, Block.Size)));
  }

  void block(const LeftBlock &A, const LeftBlock &B) {
    pinSize(Old, A);
    pinSize(New, B);
    if (A.Kind != B.Kind || A.Size != B.Size || A.Cells.size() != B.Cells.size())
      return differ(Store.boolean(true));
    Bytes Before = observed(Old, A.Observed), After = observed(New, B.Observed);
    if (Before.Concrete.size() != A.Size || After.Concrete.size() != B.Size)
      return unknown("memory-shape", "the trace does not have all of '" + A.Name + "'");
    for (std::size_t I = 0; I != A.Cells.size(); ++I)
      cell(A, A.Cells[I], Before, B, B.Cells[I], After);
  }

  /// Nothing is claimed where it differs.
  void likelyPadding() {
    for (std::size_t I = 0; I != std::min(OldMemory.Blocks.size(), NewMemory.Blocks.size()); ++I) {
      const LeftBlock &A = OldMemory.Blocks[I], &B = NewMemory.Blocks[I];
      if (A.Padding.size() != B.Padding.size())
        return unknown("memory-shape", "'" + A.Name + "' has padding at other places in one version");
      if (A.Padding.empty())
        continue;
      Bytes Before = observed(Old, A.Observed), After = observed(New, B.Observed);
      for (std::size_t J = 0; J != A.Padding.size(); ++J)
        likelyPadding(A.Name, A.Padding[J], Before, B.Padding[J], After);
    }
  }

  void likelyPadding(const std::string &Block, const LikelyPadding &X, const Bytes &Before, const LikelyPadding &Y,
                     const Bytes &After) {
    bool OneIsUnwritten = X.Unwritten != Y.Unwritten;
    if ((X.Unwritten && Y.Unwritten) || (OneIsUnwritten && !X.Uncertain && !Y.Uncertain))
      return;
    if (X.Offset != Y.Offset || X.Offset >= Before.Concrete.size() || Y.Offset >= After.Concrete.size())
      return unknown("memory-shape", "the trace does not have all of '" + Block + "'");
    std::uint8_t Mask = X.Mask | Y.Mask;
    if (OneIsUnwritten || ((Before.Concrete[X.Offset] ^ After.Concrete[Y.Offset]) & Mask))
      return unknown("memory-shape",
                     "'" + Block + "' differs at byte " + std::to_string(X.Offset) + ", which may be padding or not");
    Term Same = Store.eq(scalarOf(Old, Before, X.Offset, 8, Mask), scalarOf(New, After, Y.Offset, 8, Mask));
    if (!Same.isConstant())
      Result.Required.push_back(Same);
  }

  void cell(const LeftBlock &A, const LeftCell &X, const Bytes &Before, const LeftBlock &B, const LeftCell &Y,
            const Bytes &After) {
    bool Unwritten = A.isUnwritten(X);
    if (X.Offset != Y.Offset || X.size() != Y.size() || X.Target.has_value() != Y.Target.has_value() ||
        Unwritten != B.isUnwritten(Y))
      return differ(Store.boolean(true));
    if (Unwritten)
      return;
    if (X.Contents && Y.Contents)
      return; // compared with all other contents
    if (X.Target) {
      pinPointer(Old, A.Observed, X.Offset, X.Name);
      pinPointer(New, B.Observed, Y.Offset, Y.Name);
      if (X.Target != Y.Target)
        differ(Store.boolean(true));
      return;
    }
    if (!X.Count)
      return differ(unequal(scalarOf(Old, Before, X.Offset, X.Bits, X.Mask),
                            scalarOf(New, After, Y.Offset, Y.Bits, Y.Mask), X.Floating));
    auto IsUnwritten = [](const LeftBlock &Of, std::uint64_t At) { return !Of.Unwritten.empty() && Of.Unwritten[At]; };
    for (std::uint64_t At = X.Offset; At != X.Offset + X.Count; ++At)
      if (IsUnwritten(A, At) != IsUnwritten(B, At))
        return differ(Store.boolean(true));
      else if (!IsUnwritten(A, At))
        bytes(Before, After, At, At + 1);
  }

  TermStore &Store;
  const OutcomeParts &Parts;
  Trace &Old, &New;
  const Outcome &OldShown, &NewShown;
  const LeftMemory &OldMemory, &NewMemory;
  std::set<std::size_t> Scalars; ///< of which memory they have been compared
  ComparedOutcomes Result;
};

} // namespace

ComparedOutcomes compareOutcomes(TermStore &Store, const OutcomeParts &Parts, bool WholeProgram,
                                 const Observation &Observed, RunRecord Old, RunRecord New) {
  return Comparer(Store, Parts, Old, New).run(WholeProgram, Observed);
}

} // namespace vernier

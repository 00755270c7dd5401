#include "partition/OutcomeTerms.h"

#include <llvm/Analysis/ConstantFolding.h>

namespace vernier {

namespace {

/// What a global holds at the beginning, if that is a number.
std::optional<llvm::APInt> startOf(const llvm::Module &M, const std::string &Symbol, const Field &Place) {
  const llvm::GlobalVariable *Global = M.getGlobalVariable(Symbol, /*AllowInternal=*/true);
  if (!Global || !Global->hasInitializer())
    return std::nullopt;
  auto *Type = llvm::IntegerType::get(M.getContext(), (Place.Bits + 7) / 8 * 8);
  auto *Value = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
      const_cast<llvm::Constant *>(Global->getInitializer()), Type, llvm::APInt(64, Place.Offset), M.getDataLayout()));
  if (!Value)
    return std::nullopt;
  return Value->getValue().trunc(Place.Bits);
}

OutcomeParts::Scalar scalarAt(const Program &Old, const Program &New, const ObservedGlobal &Global,
                              const Field &Place) {
  OutcomeParts::Scalar Result{Place.Offset, Place.Bits, Place.Floating};
  auto A = startOf(Old.module(), Global.Symbol, Place), B = startOf(New.module(), Global.Symbol, Place);
  if (A && B && *A != *B) {
    Result.OldStart = A;
    Result.NewStart = B;
  }
  return Result;
}

} // namespace

OutcomeParts OutcomeParts::of(const Program &Old, const Program &New, const InputSpace &Space) {
  OutcomeParts Result;
  EntryShape Shape = entryShape(Old, New, Side::New, Space);
  Result.Return = Shape.Return;
  for (const InputObject &Object : Space.Objects) {
    std::vector<Scalar> Cells;
    for (const InputCell &Cell : Object.Cells) {
      if (Cell.Name.empty())
        continue;
      if (Cell.Address) {
        Result.Pointers.push_back({Result.Memory.size(), Cell.Offset, Cell.Name});
        continue;
      }
      if (Cell.What == InputCell::Kind::Leaf)
        Cells.push_back({Cell.Offset, Space.Leaves[Cell.Index].Bits, Space.Leaves[Cell.Index].Floating});
      else if (Cell.What == InputCell::Kind::Constant)
        Cells.push_back({Cell.Offset, Cell.Value.getBitWidth(), false});
    }
    Result.Memory.push_back(std::move(Cells));
  }
  // A record that comes back through a parameter is not one of the cells.
  if (Shape.Return.What == ReturnShape::Kind::Record && Shape.Return.Argument) {
    unsigned Object = Space.NewArguments[*Shape.Return.Argument].Index;
    if (Object < Result.Memory.size())
      for (const Field &Each : Shape.Return.Fields)
        if (Each.What == Field::Kind::Number)
          Result.Memory[Object].push_back({Each.Offset, Each.Bits, Each.Floating});
  }
  for (const ObservedGlobal &Global : Shape.Globals) {
    std::vector<Scalar> Fields;
    for (const Field &Each : Global.Fields)
      if (Each.What == Field::Kind::Number)
        Fields.push_back(scalarAt(Old, New, Global, Each));
    Result.Memory.push_back(std::move(Fields));
  }
  if (Shape.Return.Text) {
    Result.TextAt = Result.Memory.size();
    Result.Memory.emplace_back();
  }
  return Result;
}

namespace {

class Comparer {
public:
  Comparer(TermStore &Store, const OutcomeParts &Parts, Trace &Old, Trace &New)
      : Store(Store), Parts(Parts), Old(Old), New(New) {
    Result.Differs = Store.boolean(false);
  }

  ComparedOutcomes run(bool WholeProgram, const Observation &Observed, const Outcome &A, const Outcome &B) {
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
      if (BothReturned)
        memory(A, B);
      else if (A.Memory != B.Memory)
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

  static Bytes written(const Trace &Of, std::uint32_t Descriptor) {
    Bytes All;
    for (const OutputPiece &Piece : Of.outputs())
      if (Piece.Descriptor == Descriptor) {
        All.Concrete += Piece.Bytes;
        All.Nodes.insert(All.Nodes.end(), Piece.Nodes.begin(), Piece.Nodes.end());
      }
    return All;
  }

  Term byteOf(Trace &Of, const Bytes &From, std::size_t I) {
    if (I < From.Nodes.size() && From.Nodes[I] && Of.isSymbolic(From.Nodes[I]))
      return Of.termOf(From.Nodes[I]);
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
  Term valueOf(Trace &Of, NodeId Status) {
    const VernierNode &Node = Of.node(Status);
    if (Node.A && Of.isSymbolic(Node.A))
      return Of.termOf(Node.A);
    return Node.Bits <= 64 ? Store.constant(llvm::APInt(Node.Bits, Node.Value)) : Term();
  }

  Term unequal(Term A, Term B, bool Floating) {
    Term Differs = Store.ne(A, B);
    if (Floating && (A.bits() == 32 || A.bits() == 64))
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

  bool statusSymbolic(Trace &Of) {
    return llvm::any_of(Of.statuses(), [&](NodeId Id) { return Of.node(Id).A && Of.isSymbolic(Of.node(Id).A); });
  }

  void returned(const Outcome &A, const Outcome &B) {
    const ReturnShape &Shape = Parts.Return;
    if (!statusSymbolic(Old) && !statusSymbolic(New)) {
      // Both are constants here; what they show says whether they are the same. Text behind a pointer is memory.
      bool Text = !A.Return.empty() && A.Return[0] == '"' && !B.Return.empty() && B.Return[0] == '"';
      if (Text && Parts.TextAt)
        return text(*Parts.TextAt);
      if (Shape.What == ReturnShape::Kind::Record && Shape.Argument)
        return record();
      if (A.Return != B.Return)
        differ(Store.boolean(true));
      return;
    }
    Term OldValue = Old.statuses().empty() ? Term() : valueOf(Old, Old.statuses().back());
    Term NewValue = New.statuses().empty() ? Term() : valueOf(New, New.statuses().back());
    if (!OldValue || !NewValue || OldValue.bits() != NewValue.bits())
      return unknown("wide-result", "a result of more than 64 bits has no term in one version");
    if (Shape.What == ReturnShape::Kind::Number)
      return differ(unequal(OldValue, NewValue, Shape.Floating));
    if (Shape.What == ReturnShape::Kind::Record && !Shape.Argument) {
      for (const Field &Each : Shape.Fields) {
        if (Each.What != Field::Kind::Number || (Each.Offset * 8 + Each.Bits) > OldValue.bits())
          return unknown("symbolic-pointer", "a pointer in the result depends on the input");
        unsigned Low = static_cast<unsigned>(Each.Offset * 8);
        differ(
            unequal(Store.extract(OldValue, Low, Each.Bits), Store.extract(NewValue, Low, Each.Bits), Each.Floating));
      }
      return;
    }
    unknown("symbolic-pointer", "the result is a pointer that depends on the input");
  }

  /// Fields that came back through a parameter: they are with the memory of that object.
  void record() {
    unsigned Object = 0;
    for (Object = 0; Object != Parts.Memory.size(); ++Object)
      scalars(Object);
  }

  void text(std::size_t Index) {
    Bytes A = written(Old, static_cast<std::uint32_t>(VernierObserved + Index));
    Bytes B = written(New, static_cast<std::uint32_t>(VernierObserved + Index));
    if (A.Concrete.empty() || B.Concrete.empty())
      return unknown("long-text", "the returned text is longer than what is looked at");
    // The terminators stay where they are, so that the texts are these bytes.
    Result.Required.push_back(Store.eq(byteOf(Old, A, A.Concrete.size() - 1), Store.constant(8, 0)));
    Result.Required.push_back(Store.eq(byteOf(New, B, B.Concrete.size() - 1), Store.constant(8, 0)));
    Term GoesOn = Store.boolean(true);
    for (std::size_t I = 0; I != std::min(A.Concrete.size(), B.Concrete.size()); ++I) {
      Term X = byteOf(Old, A, I), Y = byteOf(New, B, I);
      differ(Store.andTerm(GoesOn, Store.ne(X, Y)));
      GoesOn = Store.andTerm(GoesOn, Store.ne(X, Store.constant(8, 0)));
    }
  }

  Term scalarOf(Trace &Of, const Bytes &From, const OutcomeParts::Scalar &What) {
    Term Value;
    unsigned Size = (What.Bits + 7) / 8;
    for (unsigned I = 0; I != Size; ++I) {
      Term Next = byteOf(Of, From, static_cast<std::size_t>(What.Offset) + I);
      Value = Value ? Store.concat(Next, Value) : Next;
    }
    return What.Bits < Value.bits() ? Store.extract(Value, 0, What.Bits) : Value;
  }

  void scalars(std::size_t Index) {
    Bytes A = written(Old, static_cast<std::uint32_t>(VernierObserved + Index));
    Bytes B = written(New, static_cast<std::uint32_t>(VernierObserved + Index));
    if (A.Concrete.empty() != B.Concrete.empty())
      return differ(Store.boolean(true)); // freed in one of both
    if (A.Concrete.empty())
      return;
    for (const OutcomeParts::Scalar &Each : Parts.Memory[Index]) {
      std::uint64_t End = Each.Offset + (Each.Bits + 7) / 8;
      if (End > A.Concrete.size() || End > B.Concrete.size())
        return unknown("memory-shape", "memory that is compared has another size in one version");
      Term X = scalarOf(Old, A, Each), Y = scalarOf(New, B, Each);
      Term Unequal = unequal(X, Y, Each.Floating);
      if (Each.OldStart) {
        Term First = Store.ne(X, Store.constant(*Each.OldStart)), Second = Store.ne(Y, Store.constant(*Each.NewStart));
        Unequal = Store.orTerm(Store.xorTerm(First, Second), Store.andTerm(First, Unequal));
      }
      differ(Unequal);
    }
  }

  void memory(const Outcome &A, const Outcome &B) {
    for (std::size_t I = 0; I != Parts.Memory.size(); ++I)
      if (!Parts.TextAt || I != *Parts.TextAt)
        scalars(I);
    for (const OutcomeParts::Pointer &Each : Parts.Pointers)
      pointer(Each, A, B);
  }

  static std::string textOf(const Outcome &Of, const std::string &Name) {
    for (const NamedValue &Each : Of.Memory)
      if (Each.Name == Name)
        return Each.Value;
    return {};
  }

  bool symbolicAt(Trace &Of, const OutcomeParts::Pointer &What) {
    Bytes From = written(Of, static_cast<std::uint32_t>(VernierObserved + What.Object));
    for (std::size_t I = 0; I != sizeof(void *) && What.Offset + I < From.Nodes.size(); ++I)
      if (NodeId Node = From.Nodes[What.Offset + I]; Node && Of.isSymbolic(Node))
        return true;
    return false;
  }

  void pointer(const OutcomeParts::Pointer &What, const Outcome &A, const Outcome &B) {
    if (symbolicAt(Old, What) || symbolicAt(New, What))
      unknown("symbolic-pointer", "'" + What.Name + "' is a pointer that depends on the input");
    else if (textOf(A, What.Name) != textOf(B, What.Name))
      differ(Store.boolean(true));
  }

  TermStore &Store;
  const OutcomeParts &Parts;
  Trace &Old, &New;
  ComparedOutcomes Result;
};

} // namespace

ComparedOutcomes compareOutcomes(TermStore &Store, const OutcomeParts &Parts, bool WholeProgram,
                                 const Observation &Observed, Trace &Old, const Outcome &OldShown, Trace &New,
                                 const Outcome &NewShown) {
  return Comparer(Store, Parts, Old, New).run(WholeProgram, Observed, OldShown, NewShown);
}

} // namespace vernier

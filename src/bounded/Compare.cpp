#include "bounded/Compare.h"

#include <llvm/ADT/StringExtras.h>

#include <cstdio>
#include <deque>
#include <map>

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

class Comparer {
public:
  Comparer(TermStore &Store, const InputSpace &Space, const llvm::Module &OldModule, const llvm::Module &NewModule,
           Executor &Old, Executor &New, const Observation &Observed)
      : Observed(Observed), Store(Store), Space(Space), OldModule(OldModule), NewModule(NewModule), Old(Old), New(New),
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
    Term Behaviour = Observed.Exit ? endsDiffer() : False;
    if (Old.Returned && New.Returned)
      Behaviour = Store.orTerm(Behaviour, Store.andTerm(bothReturn(), returnedDiffer()));
    Result.Different = Result.Suspicious = Behaviour;
    if (Observed.Stdout)
      addOutputs(StreamId::Output, Result);
    if (Observed.Stderr)
      addOutputs(StreamId::Error, Result);
    addOutputs(StreamId::Calls, Result);
    Result.Unpaired = Old.Returned && New.Returned &&
                      (writesUnpaired(Old, OldModule, NewModule) || writesUnpaired(New, NewModule, OldModule));
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

  /// The returned value and everything that the caller can reach.
  Term returnedDiffer() {
    Term Result = False;
    const llvm::Function *Entry = NewModule.getFunction(Space.NewEntry);
    bool Floating = Entry && Entry->getReturnType()->isFloatingPointTy();
    if (Observed.Return && Old.Result.size() != New.Result.size())
      return Store.boolean(true);
    for (std::size_t I = 0; Observed.Return && I < Old.Result.size(); ++I) {
      Term A = Old.Result[I], B = New.Result[I];
      if (A.bits() != B.bits())
        return Store.boolean(true);
      Term Same = sameValue(A, B);
      if (Floating) // one NaN is as good as another
        Same = Store.orTerm(Same, Store.andTerm(Store.isNaN(A), Store.isNaN(B)));
      add(Result, Store.notTerm(Same));
    }
    if (!Observed.Memory)
      return Result;
    for (std::size_t I = 0; I < Space.Objects.size(); ++I)
      if (!isGlobal(I))
        add(Result, objectsDiffer(*Old.inputObject(I), *New.inputObject(I)));
    addGlobals(Result);
    add(Result, different(errorNumber(Old), errorNumber(New)));
    return Result;
  }

  Term errorNumber(const Executor &Run) {
    std::optional<unsigned> Id = Run.objectNamed(ErrorNumberName.str());
    return Id ? Run.contents(*Run.Returned, *Id).load(Store, 0, 4) : errorNumberBefore(Store);
  }

  bool isGlobal(std::size_t Index) const {
    return llvm::any_of(Space.Globals, [&](const auto &Each) { return Each.second == Index; });
  }

  /// Globals of both versions that one of them wrote.
  void addGlobals(Term &Result) {
    for (const llvm::GlobalVariable &G : NewModule.globals()) {
      const llvm::GlobalVariable *Counterpart = OldModule.getGlobalVariable(G.getName(), true);
      if (G.isDeclaration() || !Counterpart || Counterpart->isDeclaration() || G.getName().starts_with("llvm.") ||
          (G.isConstant() && Counterpart->isConstant()))
        continue;
      auto OldId = written(Old, *Counterpart), NewId = written(New, G);
      if (!OldId && !NewId)
        continue;
      OldId = Old.globalObject(*Counterpart);
      NewId = New.globalObject(G);
      add(Result, OldId && NewId ? objectsDiffer(*OldId, *NewId) : Store.boolean(true));
    }
  }

  static bool writesUnpaired(Executor &Run, const llvm::Module &Own, const llvm::Module &Other) {
    return llvm::any_of(Own.globals(), [&](const llvm::GlobalVariable &G) {
      const llvm::GlobalVariable *Counterpart = Other.getGlobalVariable(G.getName(), true);
      return (!Counterpart || Counterpart->isDeclaration()) && written(Run, G);
    });
  }

  static std::optional<unsigned> written(Executor &Run, const llvm::GlobalVariable &G) {
    std::optional<unsigned> Id = Run.knownGlobal(G);
    return Id && Run.Returned->Heap.find(*Id) ? Id : std::nullopt;
  }

  Term objectsDiffer(unsigned OldId, unsigned NewId) {
    auto [Known, Fresh] = Compared.try_emplace({OldId, NewId}, False);
    if (!Fresh) // of a structure that contains itself: equal unless something else differs
      return Known->second;
    const Contents &A = Old.contents(*Old.Returned, OldId), &B = New.contents(*New.Returned, NewId);
    if (&A == &B)
      return False;
    Term Result = False;
    for (Contents::Piece Each : Contents::pieces(A, B))
      add(Result,
          Store.notTerm(sameValue(A.load(Store, Each.Offset, Each.Bytes), B.load(Store, Each.Offset, Each.Bytes))));
    Compared[{OldId, NewId}] = Result;
    return Result;
  }

  /// Equal as data, or pointers to corresponding objects.
  Term sameValue(Term A, Term B) {
    if (A == B)
      return Store.boolean(true);
    if (A.bits() != 64)
      return Store.eq(A, B);
    std::vector<Executor::Target> InOld = Old.targets(A), InNew = New.targets(B);
    auto Points = [](const auto &Targets) {
      return llvm::any_of(Targets, [](const Executor::Target &T) { return T.What == Executor::Target::Kind::Object; });
    };
    if (!Points(InOld) && !Points(InNew))
      return Store.eq(A, B);
    Term Same = False;
    for (const Executor::Target &X : InOld)
      for (const Executor::Target &Y : InNew)
        add(Same, Store.andTerm(Store.andTerm(X.Guard, Y.Guard), sameTarget(X, Y)));
    return Same;
  }

  Term sameTarget(const Executor::Target &X, const Executor::Target &Y) {
    using Kind = Executor::Target::Kind;
    if (X.What != Y.What)
      return False;
    Term Offsets = Store.eq(X.Offset, Y.Offset);
    if (X.What != Kind::Object)
      return Offsets;
    const Object &A = Old.objects()[X.Id], &B = New.objects()[Y.Id];
    if (A.Kind != B.Kind)
      return False;
    if (A.Kind == StorageKind::Heap || A.Kind == StorageKind::Stack) {
      // Fresh memory has no name: two objects correspond if they hold the same. One partner each, or the shapes of the
      // two structures may differ.
      auto Where = Partner.try_emplace(X.Id, Y.Id).first;
      if (Where->second != Y.Id || A.Size != B.Size || Old.Returned->Heap.isGone(X.Id) ||
          New.Returned->Heap.isGone(Y.Id))
        return False;
      return Store.andTerm(Offsets, Store.notTerm(objectsDiffer(X.Id, Y.Id)));
    }
    if (A.Kind == StorageKind::Constant) // texts and tables: what they hold
      return Store.andTerm(Offsets, Store.notTerm(objectsDiffer(X.Id, Y.Id)));
    return A.Name == B.Name ? Offsets : False;
  }

  struct Shown {
    Term Guard;
    const Atom *What; // of the runs, or of Spelled
    bool operator==(const Shown &Other) const {
      return Guard == Other.Guard && What->What == Other.What->What && What->Text == Other.What->Text &&
             What->Values == Other.What->Values;
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
        Result.push_back({Guard, &Each.What});
    }
    return Result;
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
      add(Result, Store.andTerm(A[I].Guard, Store.notTerm(sameAtom(*A[I].What, *B[I].What))));
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
        Term Same = sameAtom(*A[I].What, *B[J].What);
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
        Result.push_back({Each.Guard, &Spelled.back()});
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
    // What both begin and end with is the same for every input, and can be cancelled.
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
    if (A.empty() && B.empty())
      return;
    constexpr std::size_t MostPairs = 40000;
    bool Aligned = A.size() == B.size();
    bool Small = A.size() * B.size() <= MostPairs && A.size() < 60000 && B.size() < 60000;
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
  TermStore &Store;
  const InputSpace &Space;
  const llvm::Module &OldModule, &NewModule;
  Executor &Old, &New;
  Term False;
  std::map<std::pair<unsigned, unsigned>, Term> Compared;
  std::map<unsigned, unsigned> Partner;
  std::deque<Atom> Spelled;
};

} // namespace

Comparison compareRuns(TermStore &Store, const InputSpace &Space, const llvm::Module &OldModule,
                       const llvm::Module &NewModule, Executor &Old, Executor &New, const Observation &Observed) {
  return Comparer(Store, Space, OldModule, NewModule, Old, New, Observed).compare();
}

} // namespace vernier

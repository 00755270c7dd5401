#include "bounded/Judge.h"

#include "bounded/Shrink.h"
#include "input/LeafTerms.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// Candidates for a difference that are tried on plain builds.
constexpr unsigned MostCandidates = 6;
constexpr milliseconds LongestPremise{1000};

constexpr const char *ByFormula = "proved by one formula over all paths";

/// What goes to the two streams, in the order of the program; a flush of standard output counts.
std::vector<StreamId> streamsInOrder(const Executor &Run) {
  std::vector<StreamId> Result;
  std::size_t Flushed = 0;
  for (std::size_t I = 0; I < Run.Outputs.size(); ++I) {
    for (; Flushed < Run.Flushes.size() && Run.Flushes[Flushed].Outputs <= I; ++Flushed)
      Result.push_back(StreamId::Calls);
    StreamId Stream = Run.Outputs[I].Stream;
    bool Shown = Stream == StreamId::Output || Stream == StreamId::Error;
    if (Shown && (Result.empty() || Result.back() != Stream))
      Result.push_back(Stream);
  }
  return llvm::is_contained(Result, StreamId::Error) ? Result : std::vector<StreamId>();
}

/// Inputs of which nothing is proved.
struct Hole {
  Term Guard;
  Reason Why;
  std::optional<InputAssignment> Example;
};

/// One comparison with both runs.
class Judge {
public:
  Judge(const ProofContext &Proof, const ProofAttempt &Attempt, const Comparison &Compared, const Executor &Old,
        const Executor &New, BoundedResult &Into)
      : Proof(Proof), Store(Proof.Store), Attempt(Attempt), Compared(Compared), Old(Old), New(New), Into(Into),
        Suspicious(Store.andTerm(Compared.Meaningful, Compared.Suspicious)),
        Different(Store.andTerm(Compared.Meaningful, Compared.Different)) {}

  NextStep run() {
    SolverAnswer Answer = check({Suspicious});
    if (Answer.What != Satisfiable::No && Compared.Suspicious != Compared.Different) {
      Assignment Model = Answer.Model;
      if (Answer.What == Satisfiable::Unknown || !evaluate(Different, Model).isOne())
        Answer = check({Different});
    }
    if (Attempt.Closed && Answer.What != Satisfiable::No)
      return NextStep::Deeper;
    if (Answer.What == Satisfiable::Yes)
      return settleDifference(Answer.Model);
    if (Answer.What == Satisfiable::Unknown) {
      Into.Judged = unknownVerdict("solver-time", "the solver did not decide in time (" + Answer.Why + ")");
      Into.Partitions = {Proof.Classes.make(Answer::Unknown, Into.Judged.Why, Store.boolean(true))};
      return NextStep::Stop;
    }
    return settleEquality();
  }

private:
  SolverAnswer check(std::initializer_list<Term> Conjuncts) { return Proof.Ask.check(Conjuncts); }

  // ---- a difference ----

  NextStep settleDifference(Assignment Model) {
    Term Left = Different;
    bool Impossible = false;
    for (unsigned Tries = 0; Tries < MostCandidates; ++Tries) {
      InputAssignment Candidate = smallWitness(Store, Proof.Leaves, Proof.Ask, Left, Model);
      Confirmation Says = confirm(Candidate);
      if (Says == Confirmation::Differs) {
        acceptDifference(Different, Candidate, Compared.Exact);
        return NextStep::Done;
      }
      Impossible |= Says == Confirmation::Impossible;
      // Not this one; there may be others.
      Left = Store.andTerm(Left, Store.notTerm(isInput(Store, Proof.Leaves, Candidate)));
      SolverAnswer Again = check({Left});
      if (Again.What != Satisfiable::Yes || Proof.Ask.isLate())
        break;
      Model = Again.Model;
    }
    leaveOpen(Impossible);
    return NextStep::Stop;
  }

  Confirmation confirm(const InputAssignment &Candidate) const {
    return Proof.Options.Confirm ? Proof.Options.Confirm(Candidate) : Confirmation::Impossible;
  }

  /// The plain builds showed none of the candidates.
  void leaveOpen(bool Impossible) {
    Into.Judged =
        Impossible
            ? unknownVerdict(reason::NotReplayed, "a difference may exist, but the plain builds could not show it")
            : unknownVerdict("not-confirmed", "a difference that the formula allows does not show on the plain builds");
    Term Proved = provedPart(Different);
    Into.Partitions = {Proof.Classes.make(Answer::Unknown, Into.Judged.Why, Store.notTerm(Proved))};
    addEqual(Proved, assumptions(false));
  }

  Term provedPart(Term Differs) { return Store.andTerm(Compared.Meaningful, Store.notTerm(Differs)); }

  /// Exact: every input that satisfies the condition differs.
  void acceptDifference(Term Differs, const InputAssignment &Witness, bool Exact) {
    Into.Difference = Witness;
    Into.FirstDifferenceSeconds = Proof.Ask.seconds();
    Into.Judged = {};
    Into.Judged.What = Answer::Different;
    Into.Judged.Why = {reason::Witness, "an input was found and replayed on plain builds of both versions", {}};
    Into.Judged.Assumptions = Proof.Space.Assumptions;
    // Variables that are no input have no place in a condition over the input.
    Term Class = Exact && dependsOnInputsOnly(Differs) ? Differs : isInput(Store, Proof.Leaves, Witness);
    Into.Partitions = {Proof.Classes.make(Answer::Different, Into.Judged.Why, Class, Proof.Space.Assumptions, Witness)};
    addRest(Class, Differs);
  }

  /// The classes beside a difference: what is proved equal, and what is open.
  void addRest(Term Class, Term Differs) {
    addEqual(provedPart(Differs), assumptions(false));
    Term Open = Store.notTerm(Compared.Meaningful);
    if (Class != Differs)
      Open = Store.orTerm(Open, Store.andTerm(Differs, Store.notTerm(Class)));
    if (Open.isFalse() || check({Open}).What == Satisfiable::No)
      return;
    Into.Partitions.push_back(Proof.Classes.make(Answer::Unknown, reasonOfOpen(), Open));
  }

  Reason reasonOfOpen() {
    for (End::Kind What : {End::Kind::Unsupported, End::Kind::Undefined, End::Kind::Unwound})
      for (const Executor *Run : {&New, &Old})
        for (const End &Way : Run->Ends)
          if (Way.What == What && check({Way.Guard}).What != Satisfiable::No)
            return Way.Why;
    if (!Compared.MemoryExact)
      return {"memory-shape", "memory that is left differs; whether it does in more than padding is not decided", {}};
    return {"output-bytes", "the printed values differ; whether their bytes do is not decided", {}};
  }

  // ---- no difference ----

  NextStep settleEquality() {
    Into.Partitions.clear();
    Into.Judged = {};
    Into.Judged.Assumptions = assumptions(Attempt.Closed);
    bool Understood = isEmpty(End::Kind::Unsupported, Compared.Unsupported);
    bool Defined = isEmpty(End::Kind::Undefined, undefinedElsewhere());
    bool Unwound = isEmpty(End::Kind::Unwound, Compared.Unwound);
    if (Attempt.Closed && !Holes.empty())
      return NextStep::Deeper; // the open run may do better
    if (!Defined && lookForNewUndefined())
      return NextStep::Done;
    if (Holes.empty()) {
      acceptEquality();
      return NextStep::Done;
    }
    tellHoles(/*OnlyBound=*/Understood && Defined);
    return (Understood && Defined) || !Unwound ? NextStep::Deeper : NextStep::Stop;
  }

  /// Undefined behaviour, unless both versions show the same and then do the same that is undefined: about that
  /// nothing is claimed, and the claim says so.
  Term undefinedElsewhere() {
    Term Either = Store.orTerm(Compared.Undefined[0], Compared.Undefined[1]);
    Alike = Store.andTerm(Compared.SameUndefined, Store.notTerm(Compared.Different));
    if (Alike.isFalse() || Proof.Options.CheckOverflow || check({Alike}).What == Satisfiable::No) {
      Alike = Store.boolean(false);
      return Either;
    }
    if (!llvm::is_contained(Into.Judged.Assumptions, assumption::DefinedBehaviour))
      Into.Judged.Assumptions.push_back(assumption::DefinedBehaviour);
    return Store.andTerm(Either, Store.notTerm(Alike));
  }

  bool isEmpty(End::Kind What, const Term (&InBoth)[2]) { return isEmpty(What, Store.orTerm(InBoth[0], InBoth[1])); }

  /// No input ends in that way; else a hole is added.
  bool isEmpty(End::Kind What, Term Either) {
    if (Either.isFalse())
      return true;
    SolverAnswer Answer = check({Either});
    if (Answer.What == Satisfiable::No)
      return true;
    Hole Made{Either, {}, std::nullopt};
    if (Answer.What == Satisfiable::Yes)
      Made.Example = inputOf(Proof.Leaves, Answer.Model);
    Made.Why = reasonFor(What, Answer);
    Holes.push_back(std::move(Made));
    return false;
  }

  Reason reasonFor(End::Kind What, const SolverAnswer &Answer) const {
    for (const Executor *Run : {&New, &Old})
      for (const End &Way : Run->Ends)
        if (Way.What == What && (Answer.What != Satisfiable::Yes || evaluate(Way.Guard, Answer.Model).isOne()))
          return Way.Why;
    return {"unknown", "something that is not understood", {}};
  }

  void acceptEquality() {
    Into.Judged.What = Answer::Equal;
    Into.Judged.Reach = Extent::Complete;
    Into.Judged.Why = {
        "bounded", std::string(ByFormula) + (Attempt.Closed ? ", with unchanged callees left closed" : ""), {}};
    Into.Partitions = {
        Proof.Classes.make(Answer::Equal, Into.Judged.Why, Store.boolean(true), Into.Judged.Assumptions)};
  }

  /// Only a bound was reached: what lies within it is proved.
  void tellHoles(bool OnlyBound) {
    Into.Judged.What = Answer::Unknown;
    Into.Judged.Why = Holes.front().Why;
    if (OnlyBound) {
      Into.Judged.Reach = Extent::UpToBound;
      Into.Judged.Bound = Attempt.Bound;
      if (Into.Judged.Why.Code == reason::Bound)
        Into.Judged.Why.Message =
            "proved up to bound " + std::to_string(Attempt.Bound) + "; beyond, " + Holes.front().Why.Message;
    }
    addEqual(Store.orTerm(Compared.Meaningful, Alike), Into.Judged.Assumptions);
    for (Hole &Open : Holes)
      Into.Partitions.push_back(Proof.Classes.make(Answer::Unknown, Open.Why, Open.Guard, {}, Open.Example));
  }

  /// Undefined behaviour in one version only often shows; if it does, it is a difference.
  bool lookForNewUndefined() {
    if (!Proof.Options.Confirm)
      return false;
    Term Other = Store.boolean(true);
    for (Term Bad : {Compared.Unsupported[0], Compared.Unsupported[1], Compared.Unwound[0], Compared.Unwound[1]})
      Other = Store.andTerm(Other, Store.notTerm(Bad));
    Term OnlyOne = Store.andTerm(Other, Store.notTerm(Store.eq(Compared.Undefined[0], Compared.Undefined[1])));
    SolverAnswer Answer = check({OnlyOne});
    if (Answer.What != Satisfiable::Yes)
      return false;
    InputAssignment Candidate = inputOf(Proof.Leaves, Answer.Model);
    if (confirm(Candidate) != Confirmation::Differs)
      return false;
    acceptDifference(Store.boolean(false), Candidate, /*Exact=*/false);
    Into.Judged.Why = {
        reason::UndefinedBehaviour, "one version runs into undefined behaviour, and the plain builds differ", {}};
    return true;
  }

  // ---- what both have in common ----

  void addEqual(Term Condition, std::vector<std::string> Assumptions) {
    if (dependsOnInputsOnly(Condition) && check({Condition}).What == Satisfiable::Yes)
      Into.Partitions.push_back(
          Proof.Classes.make(Answer::Equal, {"bounded", ByFormula, {}}, Condition, std::move(Assumptions)));
  }

  std::vector<std::string> assumptions(bool Closed) {
    std::vector<std::string> Result = Proof.Space.Assumptions;
    if (Closed) {
      Result.push_back(assumption::DefinedBehaviour);
      if (Old.AbstractionMayLoop || New.AbstractionMayLoop)
        Result.push_back("terminates");
    }
    if (Old.UsedFloats || New.UsedFloats)
      Result.push_back("one-nan");
    if (allocates(Old) || allocates(New))
      Result.push_back("allocation-succeeds");
    if (Old.CalledUnknown || New.CalledUnknown)
      Result.push_back("external-code-apart");
    if (Compared.Unpaired)
      Result.push_back(assumption::UnpairedGlobals);
    llvm::append_range(Result, openPremises(Compared, Old, New, mayHoldFor(Proof, Compared)));
    std::vector<Surrounding> World = surroundings();
    addSurroundings(Into.World, World);
    addAssumptions(Result, World);
    return Result;
  }

  static bool allocates(const Executor &Run) {
    return llvm::any_of(Run.objects(), [](const Object &Block) { return Block.Kind == StorageKind::Heap; });
  }

  std::vector<Surrounding> surroundings() const {
    std::vector<Surrounding> World;
    for (const Executor *Run : {&Old, &New})
      addSurroundings(World, Run->World);
    if (Proof.Space.WholeProgram && streamsInOrder(Old) != streamsInOrder(New))
      addSurroundings(World, {{"standard output and standard error", "do not go to the same place"}});
    return World;
  }

  const ProofContext &Proof;
  TermStore &Store;
  const ProofAttempt &Attempt;
  const Comparison &Compared;
  const Executor &Old, &New;
  BoundedResult &Into;
  Term Suspicious;                   ///< if this cannot hold, nothing differs
  Term Different;                    ///< both runs have a meaning, and show something different
  Term Alike = Store.boolean(false); ///< both do the same that is undefined
  std::vector<Hole> Holes;
};

} // namespace

MayHold mayHoldFor(const ProofContext &Proof, const Comparison &Compared) {
  return [&Proof, &Compared](Term Condition) {
    TermStore &Store = Proof.Store;
    Term Whole = Store.andTerm(Compared.Meaningful, Store.andTerm(Condition, Proof.Ask.assumed()));
    milliseconds Most = std::min(LongestPremise, Proof.Options.QueryTime);
    return !Whole.isFalse() && Proof.Ask.checkQuickly(Whole, Most).What != Satisfiable::No;
  };
}

NextStep judge(const ProofContext &Proof, const ProofAttempt &Attempt, const Comparison &Compared, const Executor &Old,
               const Executor &New, BoundedResult &Into) {
  return Judge(Proof, Attempt, Compared, Old, New, Into).run();
}

Verdict unknownVerdict(std::string Code, std::string Message) {
  Verdict Result;
  Result.Why = {std::move(Code), std::move(Message), {}};
  return Result;
}

} // namespace vernier

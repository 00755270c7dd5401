#include "bounded/Bounded.h"

#include "bounded/Premises.h"
#include "input/LeafTerms.h"
#include "solver/Guesser.h"
#include "term/SmtLib.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

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

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

double secondsSince(Clock::time_point Start) {
  return std::chrono::duration<double>(Clock::now() - Start).count();
}

/// One pair, one input space: tries bound after bound.
class Prover {
public:
  Prover(const InputSpace &Space, const BoundedOptions &Options)
      : Space(Space), Options(Options), Start(Clock::now()), Deadline(Start + Options.Time),
        Leaves(leafTerms(Store, Space)), Ask(makeSolver(Store)),
        Assumed(Options.Assume ? Options.Assume(Store, Leaves) : Store.boolean(true)) {}

  BoundedResult prove(const Program &Old, const Program &New, const ChangeMap *Map) {
    if (!Space.Program.Files.empty())
      return finish(unknown("files", "files are input, which the bounded proof does not read"));
    if (!Space.Program.Environment.empty())
      return finish(unknown("environment", "the environment is input, which the bounded proof does not read"));
    auto OldReady = PreparedVersion::prepare(Old, Space.OldEntry, Options.CheckOverflow);
    auto NewReady = PreparedVersion::prepare(New, Space.NewEntry, Options.CheckOverflow);
    if (!OldReady || !NewReady)
      return finish(unknown("entry", (OldReady ? NewReady.error() : OldReady.error()).Message));
    OldVersion = &*OldReady;
    NewVersion = &*NewReady;
    // Of no input everything is true.
    if (!Assumed.isTrue() && check({}).What == Satisfiable::No)
      return finish(unknown(reason::NoInput, "no input satisfies what is assumed"));
    if (Map) {
      for (const ChangeMap::Obstacle &Each : Map->obstacles())
        if (Each.Code != reason::Entry) // who has a main changes no function
          OtherSurroundings = Each.Message;
      Changes = Map;
      Abstractions Closed(*Map, *OldVersion, *NewVersion);
      if (!Closed.empty() && attempt(firstBound(), &Closed) == Next::Done)
        return finish();
      Abstractions Induction(*Map, *OldVersion, *NewVersion);
      // The step uses that the result and the way to end are the same: both have to be part of the claim.
      bool Whole = Options.Observed.Return && Options.Observed.Exit;
      if (Whole && Induction.addRecursion(Space, *OldVersion, *NewVersion) &&
          attempt(firstBound(), &Induction) == Next::Done)
        return finish();
      Output.Statistics.Opened += !Closed.empty();
    }
    for (unsigned Bound = firstBound();; Bound = Bound * 4) {
      Next What = attempt(Bound, nullptr);
      if (What != Next::Deeper || Options.Bound || Bound * 4 > Options.LargestBound || !halfLeft())
        break;
    }
    return finish();
  }

private:
  enum class Next { Done, Deeper, Stop };

  unsigned firstBound() const { return Options.Bound ? Options.Bound : 8; }
  /// Another bound takes at least as long as everything before it.
  bool halfLeft() const { return !interrupted() && Clock::now() + (Clock::now() - Start) * 2 < Deadline; }
  bool interrupted() const { return Options.Interrupt && *Options.Interrupt; }
  milliseconds remaining() const {
    if (interrupted())
      return milliseconds(1);
    return std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(Deadline - Clock::now()));
  }
  milliseconds queryTime() const { return std::min(Options.QueryTime, remaining()); }

  static Verdict unknown(std::string Code, std::string Message, Location Where = {}) {
    Verdict V;
    V.What = Answer::Unknown;
    V.Why = {std::move(Code), std::move(Message), std::move(Where)};
    return V;
  }

  BoundedResult finish(std::optional<Verdict> Judged = {}) {
    if (Judged)
      Output.Judged = std::move(*Judged);
    Output.Statistics.Terms = Store.size();
    Output.Statistics.Solver = Ask->statistics();
    Output.Statistics.Seconds = secondsSince(Start);
    return std::move(Output);
  }

  SolverAnswer check(std::initializer_list<Term> Conjuncts) {
    std::vector<Term> All(Conjuncts);
    All.push_back(Assumed);
    for (Term Each : All)
      if (Each.isFalse())
        return {Satisfiable::No, Assignment(), {}};
    return Ask->check(All, queryTime());
  }

  ExecutorOptions executorOptions(unsigned Bound, const Abstractions *Closed, const PreparedVersion &Version) {
    ExecutorOptions Result;
    Result.FrameBytes = [&Version](const llvm::Function &F) { return Version.frameBytes(F); };
    Result.Bound = Bound;
    Result.Deadline = Deadline;
    Result.Feasible = [this](Term Condition) {
      if (Condition.isConstant())
        return Condition.isTrue();
      // A second at most: taking a loop once more costs little.
      SolverAnswer Answer = Ask->check({Condition, Assumed}, std::min(milliseconds(1000), remaining()));
      return Answer.What != Satisfiable::No;
    };
    Result.OtherSurroundings = OtherSurroundings;
    if (Closed)
      Result.Abstract = [Closed](const llvm::Function &F) { return Closed->find(F); };
    return Result;
  }

  Next attempt(unsigned Bound, const Abstractions *Closed) {
    Output.Statistics.Bound = Bound;
    auto Before = Clock::now();
    Executor Old(Store, OldVersion->module(), Space, Side::Old, Leaves, executorOptions(Bound, Closed, *OldVersion));
    Executor New(Store, NewVersion->module(), Space, Side::New, Leaves, executorOptions(Bound, Closed, *NewVersion));
    bool Ran = Old.run() && New.run();
    Output.Statistics.FormulaSeconds += secondsSince(Before);
    if (!Ran) {
      if (Closed)
        return Next::Deeper; // opened, it may be simpler
      // What an earlier bound proved stays proved.
      if (Output.Judged.Reach == Extent::None)
        Output.Judged = unknown("budget", Old.GaveUp.empty() ? New.GaveUp : Old.GaveUp);
      return Next::Stop;
    }
    bool Abstracted = Old.UsedAbstraction || New.UsedAbstraction;
    if (Closed && !Abstracted)
      Closed = nullptr; // nothing was closed: this is the open run already
    Comparison Found =
        compareRuns(Store, Space, Changes, OldVersion->module(), NewVersion->module(), Old, New, Options.Observed);
    if (!endAlike(Found, Old, New))
      return Next::Deeper;
    Next What = judge(Found, Old, New, Bound, Closed != nullptr);
    if (Closed == nullptr && !Abstracted && What != Next::Deeper)
      return What == Next::Stop ? Next::Done : What;
    return What;
  }

  /// For an input on which both runs have a meaning; a second at most, and what is not decided may be.
  MayHold asking(const Comparison &Found) {
    return [this, &Found](Term Condition) {
      Term Whole = Store.andTerm(Found.Meaningful, Store.andTerm(Condition, Assumed));
      return !Whole.isFalse() && Ask->check({Whole}, std::min(milliseconds(1000), queryTime())).What != Satisfiable::No;
    };
  }

  /// Without calls of the entry that stand for their results there is nothing to ask.
  bool endAlike(const Comparison &Found, const Executor &Old, const Executor &New) {
    if (Old.RecursiveCalls.empty() && New.RecursiveCalls.empty())
      return true;
    std::vector<Term> Parameters;
    for (const InputArgument &Each : Space.NewArguments)
      Parameters.push_back(Leaves[Each.Index]);
    return vernier::endAlike(Store, Parameters, Old, New, asking(Found));
  }

  std::vector<std::string> assumptions(const Comparison &Found, const Executor &Old, const Executor &New, bool Closed) {
    std::vector<std::string> Result = Space.Assumptions;
    if (Closed) {
      Result.push_back("defined-behaviour");
      if (Old.AbstractionMayLoop || New.AbstractionMayLoop)
        Result.push_back("terminates");
    }
    if (Old.UsedFloats || New.UsedFloats)
      Result.push_back("one-nan");
    auto Allocates = [](const Executor &Run) {
      return llvm::any_of(Run.objects(), [](const Object &O) { return O.Kind == StorageKind::Heap; });
    };
    if (Allocates(Old) || Allocates(New))
      Result.push_back("allocation-succeeds");
    if (Old.CalledUnknown || New.CalledUnknown)
      Result.push_back("external-code-apart");
    if (Found.Unpaired)
      Result.push_back(assumption::UnpairedGlobals);
    llvm::append_range(Result, openPremises(Found, Old, New, asking(Found)));
    std::vector<Surrounding> World;
    for (const Executor *Run : {&Old, &New})
      addSurroundings(World, Run->World);
    if (Space.WholeProgram && streamsInOrder(Old) != streamsInOrder(New))
      addSurroundings(World, {{"standard output and standard error", "do not go to the same place"}});
    addSurroundings(Output.World, World);
    addAssumptions(Result, World);
    return Result;
  }

  /// Deeper: a bound was reached, or something closed has to be opened. Stop: that is all that can be said.
  Next judge(const Comparison &Found, const Executor &Old, const Executor &New, unsigned Bound, bool Closed) {
    Term Suspicious = Store.andTerm(Found.Meaningful, Found.Suspicious);
    Term Different = Store.andTerm(Found.Meaningful, Found.Different);
    SolverAnswer Answer = check({Suspicious});
    if (Answer.What != Satisfiable::No && Found.Suspicious != Found.Different) {
      Assignment Model = Answer.Model;
      if (Answer.What == Satisfiable::Unknown || !evaluate(Different, Model).isOne())
        Answer = check({Different});
    }
    if (Closed && Answer.What != Satisfiable::No)
      return Next::Deeper;
    if (Answer.What == Satisfiable::Yes)
      return settleDifference(Found, Different, Answer.Model, Old, New);
    if (Answer.What == Satisfiable::Unknown) {
      Output.Judged = unknown("solver-time", "the solver did not decide in time (" + Answer.Why + ")");
      Output.Partitions = {partition(Answer::Unknown, Output.Judged.Why, Store.boolean(true))};
      return Next::Stop;
    }
    return settleEquality(Found, Old, New, Bound, Closed);
  }

  Next settleDifference(const Comparison &Found, Term Different, Assignment Model, const Executor &Old,
                        const Executor &New) {
    Term Left = Different;
    bool Impossible = false;
    for (unsigned Tries = 0; Tries < 6; ++Tries) {
      InputAssignment Candidate = smallest(Left, Model);
      Confirmation Says = Options.Confirm ? Options.Confirm(Candidate) : Confirmation::Impossible;
      if (Says == Confirmation::Differs) {
        acceptDifference(Found, Different, Candidate, Old, New);
        return Next::Done;
      }
      Impossible |= Says == Confirmation::Impossible;
      // Not this one; there may be others.
      Term This = Store.boolean(true);
      for (std::size_t I = 0; I < Leaves.size(); ++I)
        This = Store.andTerm(This, Store.eq(Leaves[I], Store.constant(Candidate[I])));
      Left = Store.andTerm(Left, Store.notTerm(This));
      SolverAnswer Again = check({Left});
      if (Again.What != Satisfiable::Yes || Clock::now() > Deadline)
        break;
      Model = Again.Model;
    }
    Output.Judged = Impossible
                        ? unknown(reason::NotReplayed, "a difference may exist, but the plain builds could not show it")
                        : unknown("not-confirmed", "a difference that the formula allows does not show on the plain "
                                                   "builds");
    Output.Partitions = {partition(Answer::Unknown, Output.Judged.Why, Store.notTerm(provedPart(Found, Different)))};
    addEqual(provedPart(Found, Different), assumptions(Found, Old, New, false));
    return Next::Stop;
  }

  /// Inputs of the class at random, on the plain builds: where printed values differ and their texts mostly do not.
  std::optional<InputAssignment> tryOut(Term Different) {
    if (!Options.Confirm)
      return std::nullopt;
    auto Stop = std::min(Deadline, Clock::now() + milliseconds(500));
    Guesser Guess({Different});
    Evaluator Evaluate(Store.andTerm(Different, Assumed));
    if (Evaluate.hasUninterpreted())
      return std::nullopt;
    for (unsigned Tries = 0; Tries < 2000 && Clock::now() < Stop; ++Tries) {
      Assignment Values;
      for (Term Leaf : Leaves)
        Values[Leaf] = Guess.next(Leaf);
      if (!Evaluate(Values).isOne())
        continue;
      InputAssignment Candidate = inputOf(Leaves, Values);
      if (Options.Confirm(Candidate) == Confirmation::Differs)
        return Candidate;
    }
    return std::nullopt;
  }

  Term provedPart(const Comparison &Found, Term Different) {
    return Store.andTerm(Found.Meaningful, Store.notTerm(Different));
  }

  void acceptDifference(const Comparison &Found, Term Different, const InputAssignment &Witness, const Executor &Old,
                        const Executor &New) {
    Output.Difference = Witness;
    Output.FirstDifferenceSeconds = secondsSince(Start);
    Output.Judged = {};
    Output.Judged.What = Answer::Different;
    Output.Judged.Why = {"witness", "an input was found and replayed on plain builds of both versions", {}};
    Output.Judged.Assumptions = Space.Assumptions;
    // Variables that are no input have no place in a condition over the input.
    bool Pure = onlyInputs(Different);
    Term This = Store.boolean(true);
    for (std::size_t I = 0; I < Leaves.size(); ++I)
      This = Store.andTerm(This, Store.eq(Leaves[I], Store.constant(Witness[I])));
    Term Class = Found.Exact && Pure ? Different : This;
    Output.Partitions = {partition(Answer::Different, Output.Judged.Why, Class, Space.Assumptions, Witness)};
    addRest(Found, Class, Different, Old, New);
  }

  /// The classes beside a difference: what is proved equal, and what is open.
  void addRest(const Comparison &Found, Term Class, Term Different, const Executor &Old, const Executor &New) {
    addEqual(provedPart(Found, Different), assumptions(Found, Old, New, false));
    Term Open = Store.notTerm(Found.Meaningful);
    if (Class != Different)
      Open = Store.orTerm(Open, Store.andTerm(Different, Store.notTerm(Class)));
    if (Open.isFalse())
      return;
    SolverAnswer Answer = check({Open});
    if (Answer.What == Satisfiable::No)
      return;
    Reason Why = reasonOfOpen(Old, New);
    if (Why.Code.empty() && !Found.MemoryExact)
      Why = {"memory-shape", "memory that is left differs; whether it does in more than padding is not decided", {}};
    if (Why.Code.empty())
      Why = {"output-bytes", "the printed values differ; whether their bytes do is not decided", {}};
    Output.Partitions.push_back(partition(Answer::Unknown, Why, Open));
  }

  void addEqual(Term Condition, std::vector<std::string> Assumptions) {
    if (onlyInputs(Condition) && check({Condition}).What == Satisfiable::Yes)
      Output.Partitions.push_back(partition(Answer::Equal, {"bounded", "proved by one formula over all paths", {}},
                                            Condition, std::move(Assumptions)));
  }

  Reason reasonOfOpen(const Executor &Old, const Executor &New) {
    for (End::Kind What : {End::Kind::Unsupported, End::Kind::Undefined, End::Kind::Unwound})
      for (const Executor *Run : {&New, &Old})
        for (const End &Each : Run->Ends)
          if (Each.What == What && check({Each.Guard}).What != Satisfiable::No)
            return Each.Why;
    return {};
  }

  bool onlyInputs(Term Root) {
    return llvm::none_of(reachable({Root}), [](Term Each) {
      return Each.is(Operation::Apply) || (Each.is(Operation::Variable) && Each.variableKind() != VariableKind::Input);
    });
  }

  /// A class of inputs. Where its condition mentions more than inputs, nothing is known about which inputs it holds.
  BoundedPartition partition(Answer What, Reason Why, Term Condition, std::vector<std::string> Assumptions = {},
                             std::optional<InputAssignment> Example = {}) {
    Term Whole = Store.andTerm(Condition, Assumed);
    if (!onlyInputs(Whole))
      Whole = Store.boolean(What == Answer::Unknown);
    BoundedPartition Result;
    Result.What = What;
    Result.Why = std::move(Why);
    Result.Condition = smtLibTerm(Store, Whole, Leaves);
    Result.Example = std::move(Example);
    Result.Assumptions = std::move(Assumptions);
    Result.WholeSpace = Whole.isTrue();
    Result.Contains = [Whole, Leaves = Leaves, Keep = Owned](const InputAssignment &Values) {
      Assignment Given;
      for (std::size_t I = 0; I < Leaves.size(); ++I) {
        if (!admits(Leaves[I], Values[I]))
          return false;
        Given[Leaves[I]] = Values[I];
      }
      return evaluate(Whole, Given).isOne();
    };
    return Result;
  }

  Next settleEquality(const Comparison &Found, const Executor &Old, const Executor &New, unsigned Bound, bool Closed) {
    Output.Partitions.clear();
    Output.Judged = {};
    Output.Judged.Assumptions = assumptions(Found, Old, New, Closed);
    struct Hole {
      Term Guard;
      Reason Why;
      std::optional<InputAssignment> Example;
    };
    std::vector<Hole> Holes;
    auto Look = [&](End::Kind What, Term InOld, Term InNew) {
      Term Either = Store.orTerm(InOld, InNew);
      if (Either.isFalse())
        return true;
      SolverAnswer Answer = check({Either});
      if (Answer.What == Satisfiable::No)
        return true;
      Hole Found{Either, {}, std::nullopt};
      if (Answer.What == Satisfiable::Yes)
        Found.Example = inputOf(Leaves, Answer.Model);
      Found.Why = reasonFor(What, Answer, Old, New);
      Holes.push_back(std::move(Found));
      return false;
    };
    Look(End::Kind::Unsupported, Found.Unsupported[0], Found.Unsupported[1]);
    bool Understood = Holes.empty();
    bool Defined = Look(End::Kind::Undefined, Found.Undefined[0], Found.Undefined[1]);
    bool Unwound = Look(End::Kind::Unwound, Found.Unwound[0], Found.Unwound[1]);
    if (Closed && !Holes.empty())
      return Next::Deeper; // the open run may do better
    if (!Defined && lookForNewUndefined(Found, Old, New))
      return Next::Done;
    if (Holes.empty()) {
      Output.Judged.What = Answer::Equal;
      Output.Judged.Reach = Extent::Complete;
      Output.Judged.Why = {"bounded",
                           Closed ? "proved by one formula over all paths, with unchanged callees left closed"
                                  : "proved by one formula over all paths",
                           {}};
      Output.Partitions = {partition(Answer::Equal, Output.Judged.Why, Store.boolean(true), Output.Judged.Assumptions)};
      return Next::Done;
    }
    Output.Judged.What = Answer::Unknown;
    Output.Judged.Why = Holes.front().Why;
    if (Understood && Defined && !Unwound) {
      Output.Judged.Reach = Extent::UpToBound;
      Output.Judged.Bound = Bound;
      if (Output.Judged.Why.Code == reason::Bound)
        Output.Judged.Why.Message =
            "proved up to bound " + std::to_string(Bound) + "; beyond, " + Holes.front().Why.Message;
    }
    addEqual(Found.Meaningful, Output.Judged.Assumptions);
    for (Hole &Each : Holes)
      Output.Partitions.push_back(partition(Answer::Unknown, Each.Why, Each.Guard, {}, Each.Example));
    return Understood && Defined ? Next::Deeper : !Unwound ? Next::Deeper : Next::Stop;
  }

  Reason reasonFor(End::Kind What, const SolverAnswer &Answer, const Executor &Old, const Executor &New) {
    for (const Executor *Run : {&New, &Old})
      for (const End &Each : Run->Ends)
        if (Each.What == What && (Answer.What != Satisfiable::Yes || evaluate(Each.Guard, Answer.Model).isOne()))
          return Each.Why;
    return {"unknown", "something that is not understood", {}};
  }

  /// Undefined behaviour in one version only often shows; if it does, it is a difference.
  bool lookForNewUndefined(const Comparison &Found, const Executor &Old, const Executor &New) {
    if (!Options.Confirm)
      return false;
    Term Other = Store.boolean(true);
    for (Term Bad : {Found.Unsupported[0], Found.Unsupported[1], Found.Unwound[0], Found.Unwound[1]})
      Other = Store.andTerm(Other, Store.notTerm(Bad));
    Term OnlyOne = Store.andTerm(Other, Store.notTerm(Store.eq(Found.Undefined[0], Found.Undefined[1])));
    SolverAnswer Answer = check({OnlyOne});
    if (Answer.What != Satisfiable::Yes)
      return false;
    InputAssignment Candidate = inputOf(Leaves, Answer.Model);
    if (Options.Confirm(Candidate) != Confirmation::Differs)
      return false;
    Comparison Widened = Found;
    Widened.Exact = false;
    acceptDifference(Widened, Store.boolean(false), Candidate, Old, New);
    Output.Judged.Why = {
        reason::UndefinedBehaviour, "one version runs into undefined behaviour, and the plain builds differ", {}};
    return true;
  }

  /// The witness with small values, if a few cheap questions find one: they are easier to read.
  InputAssignment smallest(Term Query, const Assignment &Model) {
    if (Leaves.size() > 64)
      return inputOf(Leaves, Model);
    Evaluator Evaluate(Store.andTerm(Query, Assumed));
    Assignment Best = smallModel(Query, Model);
    if (Evaluate.hasUninterpreted() || !Evaluate(Best).isOne())
      return inputOf(Leaves, Model);
    for (Term Leaf : Leaves) {
      if (!Best.contains(Leaf))
        Best[Leaf] = inputOf({Leaf}, Model)[0];
      shrink(Leaf, Evaluate, Best);
    }
    return inputOf(Leaves, Best);
  }

  /// A model with small numbers instead, if there is one and the solver finds it quickly.
  Assignment smallModel(Term Query, const Assignment &Model) {
    auto Large = [&](Term Leaf) {
      auto Found = Model.find(Leaf);
      return Leaf.bits() > 8 && Found != Model.end() && Found->second.abs().ugt(1u << 12);
    };
    // With many inputs the question costs more than a reader gains.
    if (Leaves.size() > 6 || llvm::none_of(Leaves, Large))
      return Model;
    for (unsigned Bits : {8u, 13u}) {
      Term Small = Query;
      for (Term Leaf : Leaves)
        if (Leaf.bits() > 16)
          Small = Store.andTerm(Small, Store.ult(Leaf, Store.constant(Leaf.bits(), std::uint64_t(1) << Bits)));
      if (Small.isFalse())
        continue;
      SolverAnswer Answer = Ask->check({Small, Assumed}, std::min(milliseconds(300), remaining()));
      if (Answer.What == Satisfiable::Yes)
        return Answer.Model;
    }
    return Model;
  }

  void shrink(Term Leaf, Evaluator &Evaluate, Assignment &Best) {
    unsigned Bits = Leaf.bits();
    auto Try = [&](const llvm::APInt &Value) {
      llvm::APInt Before = Best[Leaf];
      if (Value == Before || !admits(Leaf, Value))
        return false;
      Best[Leaf] = Value;
      if (Evaluate(Best).isOne())
        return true;
      Best[Leaf] = Before;
      return false;
    };
    for (std::uint64_t Small : {0, 1})
      if (Best[Leaf] == Small || Try(llvm::APInt(Bits, Small)))
        return;
    if (Bits > 8) { // smaller amounts, then a few steps further
      llvm::APInt Now = Best[Leaf];
      for (unsigned Shift = Bits - 1; Shift > 0; --Shift)
        if (Try(Now.isNegative() ? Now.ashr(Shift) : Now.lshr(Shift)))
          break;
      for (unsigned Steps = 0; Steps < 64; ++Steps) {
        llvm::APInt At = Best[Leaf];
        if (!Try(At.isNegative() ? At + 1 : At - 1))
          break;
      }
    } else {
      for (char Nice : {'0', '1', 'a', 'b', ' '})
        if (Try(llvm::APInt(Bits, static_cast<unsigned char>(Nice))))
          return;
    }
  }

  const InputSpace &Space;
  const BoundedOptions &Options;
  Clock::time_point Start, Deadline;
  std::shared_ptr<TermStore> Owned = std::make_shared<TermStore>(); // partitions refer to their terms
  TermStore &Store = *Owned;
  std::vector<Term> Leaves;
  std::unique_ptr<Solver> Ask;
  Term Assumed;
  const PreparedVersion *OldVersion = nullptr, *NewVersion = nullptr;
  const ChangeMap *Changes = nullptr;
  std::string OtherSurroundings; ///< of the versions
  BoundedResult Output;
};

} // namespace

BoundedResult proveBounded(const Program &Old, const Program &New, const ChangeMap *Map, const InputSpace &Space,
                           const BoundedOptions &Options) {
  return Prover(Space, Options).prove(Old, New, Map);
}

} // namespace vernier

#include "check/SpotCheck.h"

#include "input/RandomInputs.h"
#include "solver/Solver.h"

namespace vernier {

namespace {

/// Inputs from all over the space are drawn once for all classes: so many for each input that is wanted of a class.
constexpr unsigned DrawsPerInput = 50;
/// How often a neighbour of a known input is tried, and the solver asked, for each input that is wanted.
constexpr unsigned StepsPerInput = 20, QuestionsPerInput = 2;

class SpotChecker {
public:
  SpotChecker(const InputSpace &Space, std::vector<PlainBuild> Builds, TermStore &Store,
              const std::vector<Term> &Leaves, const SpotCheckOptions &Options)
      : Options(Options), Builds(std::move(Builds)), Store(Store), Leaves(Leaves), Draw(Space, Options.Seed),
        Ask(makeZ3Solver(Store)) {}

  SpotChecked run(const std::vector<SampledClass> &Classes) {
    Result.PerClass = Options.PerClass;
    for (unsigned I = 0; I != DrawsPerInput * Options.PerClass; ++I)
      Drawn.push_back(Draw.next());
    for (const SampledClass &Class : Classes) {
      if (Class.What == Answer::Unknown)
        continue;
      if (Options.Interrupt && *Options.Interrupt)
        ++Result.NotReached;
      else
        checkClass(Class);
    }
    return std::move(Result);
  }

private:
  /// Different inputs of a class; fewer if it has no more, or no more are found.
  std::vector<InputAssignment> sample(const SampledClass &Class) {
    std::vector<InputAssignment> Found;
    auto Add = [&](const InputAssignment &Input) {
      bool Inside = Class.Contains(Input);
      if (Inside && Found.size() < Options.PerClass && !llvm::is_contained(Found, Input))
        Found.push_back(Input);
      return Inside;
    };
    // Half of them from everywhere, where the class is large enough to be hit.
    for (std::size_t I = 0; I != Drawn.size() && 2 * Found.size() < Options.PerClass; ++I)
      Add(Drawn[I]);
    for (unsigned I = 0; I != QuestionsPerInput * Options.PerClass && Found.size() < Options.PerClass; ++I) {
      auto Model = Class.Terms.empty() ? std::nullopt : model(Class);
      if (!Model)
        break;
      Add(*Model);
    }
    if (Class.Example) {
      InputAssignment At = *Class.Example;
      for (unsigned I = 0; I != StepsPerInput * Options.PerClass && Found.size() < Options.PerClass; ++I)
        if (InputAssignment Next = Draw.near(At); Add(Next))
          At = std::move(Next);
      Add(*Class.Example);
    }
    for (std::size_t I = 0; I != Drawn.size() && Found.size() < Options.PerClass; ++I)
      Add(Drawn[I]);
    return Found;
  }

  /// From the solver, with a bit of each input held at random where that is possible: else it says the same each time.
  std::optional<InputAssignment> model(const SampledClass &Class) {
    std::vector<Term> Query = Class.Terms;
    InputAssignment Input = Draw.next();
    for (std::size_t K = 0; K != Input.size(); ++K) {
      unsigned Bit = static_cast<unsigned>(Turn++ % Input[K].getBitWidth());
      Query.push_back(Store.eq(Store.extract(Leaves[K], Bit, 1), Store.constant(1, Input[K][Bit])));
    }
    for (;;) {
      SolverAnswer Answer = Ask->check(Query, Options.QueryTime);
      if (Answer.What == Satisfiable::Yes) {
        for (std::size_t K = 0; K != Input.size(); ++K)
          if (auto Value = Answer.Model.find(Leaves[K]); Value != Answer.Model.end())
            Input[K] = Value->second;
        return Input;
      }
      if (Answer.What == Satisfiable::Unknown || Query.size() == Class.Terms.size())
        return std::nullopt;
      Query.resize(Class.Terms.size() + (Query.size() - Class.Terms.size()) / 2); // half of what was held is given up
    }
  }

  std::vector<Outcome> runAll(const InputAssignment &Input) const {
    std::vector<Outcome> Shown;
    for (const PlainBuild &Each : Builds)
      Shown.push_back(Each.run(Input, Options.Runs));
    return Shown;
  }

  void checkClass(const SampledClass &Class) {
    std::vector<InputAssignment> Inputs = sample(Class);
    Result.Classes += !Inputs.empty();
    for (const InputAssignment &Input : Inputs) {
      ++Result.Inputs;
      std::vector<Outcome> Shown = runAll(Input);
      // Claims are about inputs on which the versions end.
      if (!llvm::all_of(Shown, [](const Outcome &Each) { return Each.comparable(); })) {
        ++Result.NotComparable;
        continue;
      }
      bool Same = llvm::all_of(
          Shown, [&](const Outcome &Each) { return sameBehaviour(Shown.front(), Each, Options.Observed); });
      if (Same == (Class.What == Answer::Equal))
        continue;
      // A program that shows something else each time contradicts nobody.
      if (runAll(Input) != Shown) {
        ++Result.NotComparable;
        continue;
      }
      Result.Contradictions.push_back({Class.Id, Class.What, Input, std::move(Shown)});
      return; // one is enough
    }
  }

  const SpotCheckOptions &Options;
  std::vector<PlainBuild> Builds;
  TermStore &Store;
  const std::vector<Term> &Leaves;
  RandomInputs Draw;
  std::unique_ptr<Solver> Ask;
  std::vector<InputAssignment> Drawn;
  std::uint64_t Turn = 0; ///< so that each bit of an input has its turn
  SpotChecked Result;
};

} // namespace

std::vector<SampledClass> classesOf(const PartitionResult &Explored) {
  std::vector<SampledClass> Classes;
  for (const DifferentialPartition &Part : Explored.Found.Partitions) {
    std::vector<Term> Terms = Part.terms();
    Terms.push_back(Explored.Admitted ? Explored.Admitted : Explored.Store->boolean(true));
    auto Contains = [&Explored, Terms](const InputAssignment &Input) {
      SymbolicInput Space{*Explored.Store, Explored.Leaves, Explored.Admitted};
      if (!admits(Space, Input))
        return false;
      Assignment Values = assignmentOf(Space, Input);
      Valuation Under(Values);
      return llvm::all_of(Terms, [&](Term Each) { return Under.holds(Each); });
    };
    // What is undefined in one version may show the same by accident: plain builds say nothing about it.
    Answer Claimed = Part.UndefinedUses.empty() ? Part.What : Answer::Unknown;
    Classes.push_back({Part.Id, Claimed, std::move(Contains), Part.Example, std::move(Terms)});
  }
  return Classes;
}

Result<std::vector<PlainBuild>> plainBuilds(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                                            const Workspace &Place) {
  std::vector<PlainBuild> Builds;
  // Each version as a side of the pair that it is the newer one of; the first one of the first pair.
  for (std::size_t Version = 0; Version <= Maps.size(); ++Version) {
    std::size_t Pair = Version == 0 ? 0 : Version - 1;
    auto Made = PlainBuild::create(Maps[Pair]->oldProgram(), Maps[Pair]->newProgram(),
                                   Version == 0 ? Side::Old : Side::New, Spaces[Pair], Place);
    if (!Made)
      return Made.takeError();
    Builds.push_back(std::move(*Made));
  }
  return Builds;
}

Result<SpotChecked> spotCheck(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                              const std::vector<SampledClass> &Classes, TermStore &Store,
                              const std::vector<Term> &Leaves, const SpotCheckOptions &Options,
                              const Workspace &Place) {
  auto Builds = plainBuilds(Maps, Spaces, Place);
  if (!Builds)
    return Builds.takeError();
  return SpotChecker(Spaces.back(), std::move(*Builds), Store, Leaves, Options).run(Classes);
}

} // namespace vernier

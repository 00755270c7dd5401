#include "induction/Alignment.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

namespace vernier {

using llvm::APInt;

namespace {

using Match = std::pair<std::size_t, std::size_t>;

/// A common sequence of visits of two runs, by values that both states hold and that change. One visit may belong to
/// several of the other run, if all of its values are there.
class RunMatcher {
public:
  RunMatcher(TermStore &Store, const FunctionCode &Old, const FunctionCode &New, const RunPair &Run)
      : Store(Store), Old(Old), New(New), Run(Run), OldValues(values(Old, Run.Old)), NewValues(values(New, Run.New)) {}

  std::vector<Match> matches() {
    std::size_t Rows = Run.Old.size(), Columns = Run.New.size();
    Best.assign(Rows + 1, std::vector<double>(Columns + 1, 0));
    for (std::size_t I = Rows; I-- != 0;)
      for (std::size_t J = Columns; J-- != 0;)
        Best[I][J] = choose(I, J).Score;
    std::vector<Match> Result;
    for (std::size_t I = 0, J = 0; I != Rows && J != Columns;) {
      Choice Now = choose(I, J);
      if (Now.Matches)
        Result.push_back({I, J});
      I += Now.OldSteps;
      J += Now.NewSteps;
    }
    return Result;
  }

private:
  using Values = std::vector<std::set<std::uint64_t>>;

  /// Values of each visit, without those that stay the same.
  static Values values(const FunctionCode &Code, llvm::ArrayRef<Visit> Visits) {
    std::map<Term, std::set<std::uint64_t>, bool (*)(Term, Term)> All([](Term A, Term B) { return A.id() < B.id(); });
    auto Look = [&](const Visit &At, const auto &See) {
      for (Term Variable : Code.variables(At.Place))
        if (Variable.bits() >= 8 && Variable.bits() <= 64)
          See(Variable, At.Values.lookup(Variable).getZExtValue());
    };
    for (const Visit &At : Visits)
      Look(At, [&](Term Variable, std::uint64_t Value) { All[Variable].insert(Value); });
    Values Result(Visits.size());
    for (std::size_t I = 0; I != Visits.size(); ++I)
      Look(Visits[I], [&](Term Variable, std::uint64_t Value) {
        if (All[Variable].size() > 1)
          Result[I].insert(Value);
      });
    return Result;
  }

  struct Choice {
    double Score = 0;
    bool Matches = false;
    unsigned OldSteps = 1, NewSteps = 0;
  };

  Choice choose(std::size_t I, std::size_t J) const {
    constexpr double Shared = 0.1;
    Choice Result{Best[I + 1][J], false, 1, 0};
    auto Try = [&](Choice Other) {
      if (Other.Score > Result.Score)
        Result = Other;
    };
    Try({Best[I][J + 1], false, 0, 1});
    double Common = score(I, J);
    if (Common >= 1) {
      Try({Shared + Best[I][J + 1], true, 0, 1});
      Try({Shared + Best[I + 1][J], true, 1, 0});
    }
    if (Common > 0)
      Try({Common + Best[I + 1][J + 1], true, 1, 1});
    return Result;
  }

  bool same(Term Variable, const Visit &A, const Visit &B) const {
    return A.Values.lookup(Variable) == B.Values.lookup(Variable);
  }

  /// From 0 to 1.
  double score(std::size_t I, std::size_t J) const {
    const Visit &A = Run.Old[I], &B = Run.New[J];
    if (Old.kind(A.Place) != New.kind(B.Place) || !same(FunctionCode::memory(Store), A, B) ||
        !same(FunctionCode::objects(Store), A, B))
      return 0;
    if (Old.kind(A.Place) != FunctionCode::Place::Loop)
      return 0.99;
    double Common = 0;
    for (std::uint64_t Value : OldValues[I])
      Common += NewValues[J].contains(Value);
    return Common / static_cast<double>(std::max<std::size_t>(1, std::min(OldValues[I].size(), NewValues[J].size())));
  }

  TermStore &Store;
  const FunctionCode &Old, &New;
  const RunPair &Run;
  Values OldValues, NewValues;
  std::vector<std::vector<double>> Best;
};

/// What runs say about the rhythm, counted.
class Votes {
public:
  /// OneIntoEnds: whoever comes to an end does not wait until the other one has come there, which goes on by itself.
  Votes(const FunctionCode &Old, Side Preferred, bool OneIntoEnds)
      : Old(Old), Preferred(Preferred), OneIntoEnds(OneIntoEnds) {}

  void add(const RunPair &Run, Match From, Match To) {
    // Between matches, both go on together as long as both have to.
    while (To.first - From.first > 1 && To.second - From.second > 1) {
      vote(Run, From, 1, 1);
      ++From.first, ++From.second;
    }
    auto OldSteps = static_cast<unsigned>(To.first - From.first);
    auto NewSteps = static_cast<unsigned>(To.second - From.second);
    if (OneIntoEnds && Old.isEnd(Run.Old[To.first].Place))
      OldSteps = std::min(OldSteps, 1u), NewSteps = std::min(NewSteps, 1u);
    vote(Run, From, OldSteps, NewSteps);
  }

  Alignment alignment() const {
    Alignment Result;
    for (const auto &[Where, Sides] : ByPlace) {
      Rhythm Wanted;
      auto Other = Preferred == Side::Old ? Side::New : Side::Old;
      Wanted.Leader = Sides[index(Other)].Count > Sides[index(Preferred)].Count ? Other : Preferred;
      for (const auto &[Step, Counts] : Sides[index(Wanted.Leader)].Follows)
        Wanted.Follows[Step] =
            std::max_element(Counts.begin(), Counts.end(), [](auto &A, auto &B) { return A.second < B.second; })->first;
      Result.Rhythms[Where] = std::move(Wanted);
    }
    return Result;
  }

private:
  static unsigned index(Side Which) { return Which == Side::New; }

  void vote(const RunPair &Run, Match At, unsigned OldSteps, unsigned NewSteps) {
    const Visit &Before = Run.Old[At.first], &After = Run.New[At.second];
    auto &Sides = ByPlace[{Before.Place, After.Place}];
    if (NewSteps == 1) {
      ++Sides[1].Count;
      ++Sides[1].Follows[After.Step][OldSteps];
    }
    if (OldSteps == 1) {
      ++Sides[0].Count;
      ++Sides[0].Follows[Before.Step][NewSteps];
    }
  }

  struct OfSide {
    unsigned Count = 0;
    std::map<unsigned, std::map<unsigned, unsigned>> Follows;
  };
  const FunctionCode &Old;
  Side Preferred;
  bool OneIntoEnds;
  std::map<PlacePair, std::array<OfSide, 2>> ByPlace;
};

bool sameRhythm(const Alignment &A, const Alignment &B) {
  return llvm::equal(A.Rhythms, B.Rhythms, [](const auto &X, const auto &Y) {
    return X.first == Y.first && X.second.Leader == Y.second.Leader && X.second.Follows == Y.second.Follows;
  });
}

} // namespace

Rhythm Alignment::at(const FunctionCode &Old, const FunctionCode &New, PlacePair Where) const {
  auto Known = Rhythms.find(Where);
  Rhythm Result = Known == Rhythms.end() ? Rhythm() : Known->second;
  if (Old.isEnd(Where.first) || New.isEnd(Where.second)) {
    Result = Rhythm();
    Result.Leader = New.isEnd(Where.second) ? Side::Old : Side::New;
    Result.Otherwise = 0;
  }
  return Result;
}

std::optional<std::map<PlacePair, std::vector<AlignedVisit>>> follow(const Alignment &Aligned, TermStore &Store,
                                                                     const FunctionCode &Old, const FunctionCode &New,
                                                                     llvm::ArrayRef<RunPair> Runs) {
  std::map<PlacePair, std::vector<AlignedVisit>> Result;
  for (unsigned Index = 0; Index != Runs.size(); ++Index) {
    const RunPair &Run = Runs[Index];
    for (std::size_t I = 0, J = 0; I < Run.Old.size() && J < Run.New.size();) {
      const Visit &A = Run.Old[I], &B = Run.New[J];
      for (Term Shared : {FunctionCode::memory(Store), FunctionCode::objects(Store)})
        if (A.Values.lookup(Shared) != B.Values.lookup(Shared))
          return std::nullopt;
      Result[{A.Place, B.Place}].push_back({Index, I, J});
      if (Old.isEnd(A.Place) && New.isEnd(B.Place)) {
        if (Old.kind(A.Place) != New.kind(B.Place))
          return std::nullopt;
        for (auto [X, Y] : llvm::zip(Old.variables(A.Place), New.variables(B.Place)))
          if (A.Values.lookup(X) != B.Values.lookup(Y))
            return std::nullopt;
        break;
      }
      Rhythm Now = Aligned.at(Old, New, {A.Place, B.Place});
      unsigned OldSteps = Now.Leader == Side::Old ? 1 : Now.follows(B.Step);
      unsigned NewSteps = Now.Leader == Side::New ? 1 : Now.follows(A.Step);
      auto Advance = [](const FunctionCode &Code, llvm::ArrayRef<Visit> Visits, std::size_t &At, unsigned Steps) {
        for (; Steps != 0 && At < Visits.size() && !Code.isEnd(Visits[At].Place); --Steps)
          ++At;
      };
      Advance(Old, Run.Old, I, OldSteps);
      Advance(New, Run.New, J, NewSteps);
    }
  }
  return Result;
}

std::vector<Alignment> alignments(TermStore &Store, const FunctionCode &Old, const FunctionCode &New,
                                  llvm::ArrayRef<RunPair> Runs) {
  std::vector<Alignment> Result{Alignment()};
  std::vector<std::vector<Match>> Matches;
  for (const RunPair &Run : Runs)
    Matches.push_back(RunMatcher(Store, Old, New, Run).matches());
  for (bool OneIntoEnds : {false, true})
    for (Side Preferred : {Side::New, Side::Old}) {
      Votes All(Old, Preferred, OneIntoEnds);
      for (std::size_t R = 0; R != Runs.size(); ++R)
        for (std::size_t I = 1; I < Matches[R].size(); ++I)
          All.add(Runs[R], Matches[R][I - 1], Matches[R][I]);
      Alignment Suggested = All.alignment();
      if (llvm::none_of(Result, [&](const Alignment &Known) { return sameRhythm(Known, Suggested); }))
        Result.push_back(std::move(Suggested));
    }
  return Result;
}

} // namespace vernier

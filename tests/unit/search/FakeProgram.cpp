#include "FakeProgram.h"

#include "solver/ExplorationSolver.h"

namespace vernier::test {

using llvm::APInt;

Machine::Machine(TermStore *Store, const std::vector<Term> &Leaves, const InputAssignment &Input) : Store(Store) {
  for (std::size_t I = 0; I < Leaves.size(); ++I)
    Inputs.push_back({Input[I], Leaves[I]});
  What.Coverage.resize(64);
}

Value Machine::made(Make How, const Value &A, const Value &B, APInt Number) {
  return {std::move(Number), Store ? (Store->*How)(A.Formula, B.Formula) : Term()};
}

Value Machine::constant(unsigned Bits, std::uint64_t Number) {
  return {APInt(Bits, Number), Store ? Store->constant(Bits, Number) : Term()};
}

Value Machine::add(const Value &A, const Value &B) {
  return made(&TermStore::add, A, B, A.Number + B.Number);
}

Value Machine::sub(const Value &A, const Value &B) {
  return made(&TermStore::sub, A, B, A.Number - B.Number);
}

Value Machine::mul(const Value &A, const Value &B) {
  return made(&TermStore::mul, A, B, A.Number * B.Number);
}

Value Machine::less(const Value &A, const Value &B) {
  return made(&TermStore::ult, A, B, APInt(1, A.Number.ult(B.Number)));
}

Value Machine::equal(const Value &A, const Value &B) {
  return made(&TermStore::eq, A, B, APInt(1, A.Number == B.Number));
}

Value Machine::both(const Value &A, const Value &B) {
  return made(&TermStore::andTerm, A, B, A.Number & B.Number);
}

Value Machine::remainder(const Value &A, const Value &B) {
  return made(&TermStore::urem, A, B, A.Number.urem(B.Number));
}

void Machine::decide(DecisionKind Kind, unsigned Site, std::uint64_t Side, Term Taken) {
  What.Path.push_back({Kind, Site, Side, Taken, static_cast<std::uint32_t>(What.Path.size() + 1)});
  What.Coverage[(2 * Site + std::min<std::uint64_t>(Side, 1)) % What.Coverage.size()] = 1;
}

Term Machine::sideOf(const Value &Condition) {
  return !Store || Condition.Number.isOne() ? Condition.Formula : Store->notTerm(Condition.Formula);
}

bool Machine::branch(unsigned Site, const Value &Condition) {
  bool Held = Condition.Number.isOne();
  decide(DecisionKind::Branch, Site, Held, sideOf(Condition));
  return Held;
}

std::size_t Machine::choose(unsigned Site, const Value &Subject, const std::vector<std::uint64_t> &Cases) {
  Value None = constant(1, 1);
  for (std::size_t I = 0; I < Cases.size(); ++I) {
    Value Equal = equal(Subject, constant(Subject.Number.getBitWidth(), Cases[I]));
    if (Equal.Number.isOne()) {
      decide(DecisionKind::Switch, Site, I, Equal.Formula);
      return I;
    }
    None = both(None, {APInt(1, 1), sideOf(Equal)});
  }
  decide(DecisionKind::Switch, Site, Cases.size(), None.Formula);
  return Cases.size();
}

std::uint64_t Machine::fix(DecisionKind Kind, unsigned Site, const Value &Subject) {
  std::uint64_t Number = Subject.Number.getZExtValue();
  decide(Kind, Site, Number, equal(Subject, constant(Subject.Number.getBitWidth(), Number)).Formula);
  return Number;
}

bool Machine::safe(unsigned Site, const Value &Condition) {
  bool Held = Condition.Number.isOne();
  decide(DecisionKind::Trap, Site, Held, sideOf(Condition));
  if (!Held) {
    What.End.End = Ending::Signalled;
    What.End.Code = 8;
    What.Findings.push_back({"division-by-zero", Site, ""});
  }
  return Held;
}

Term FakeSpace::leaf(unsigned Bits) {
  Symbolic.Leaves.push_back(Store.variable(Bits, "x" + std::to_string(Symbolic.Leaves.size()), VariableKind::Input));
  return Symbolic.Leaves.back();
}

Term FakeSpace::leaf(unsigned Bits, std::uint64_t Min, std::uint64_t Max) {
  Symbolic.Leaves.push_back(Store.boundedVariable(Bits, "x" + std::to_string(Symbolic.Leaves.size()),
                                                  VariableKind::Input, false, APInt(Bits, Min), APInt(Bits, Max)));
  return Symbolic.Leaves.back();
}

Status FakeProgram::execute(const InputAssignment &Input) {
  Current = Input;
  return Done{};
}

Result<Run> FakeProgram::finished() {
  return runOn(Current);
}

Run FakeProgram::runOn(const InputAssignment &Input, bool WithTerms) {
  Machine Runs(WithTerms ? &Space.Store : nullptr, Space.Symbolic.Leaves, Input);
  Runs.What.End.End = Ending::Returned;
  Body(Runs);
  return std::move(Runs.What);
}

PathKey keyOf(const std::vector<Decision> &Path) {
  PathKey Key;
  for (const Decision &Each : Path)
    Key = Key.then(Each);
  return Key;
}

std::set<PathKey> bruteForce(FakeSpace &Space, const Function &Body) {
  std::set<PathKey> Result;
  FakeProgram Program(Space, Body);
  InputAssignment Input;
  for (Term Leaf : Space.Symbolic.Leaves)
    Input.push_back(APInt::getZero(Leaf.bits()));
  while (true) {
    if (admits(Space.Symbolic, Input))
      Result.insert(keyOf(Program.runOn(Input, false).Path));
    std::size_t I = 0;
    while (I < Input.size() && (++Input[I]).isZero())
      ++I;
    if (I == Input.size())
      return Result;
  }
}

std::set<PathKey> pathsOf(const Exploration &Found) {
  std::set<PathKey> Result;
  for (const ExploredTest &Each : Found.Tests)
    Result.insert(Each.Path);
  return Result;
}

Exploration exploreFake(FakeSpace &Space, const Function &Body, const std::string &Strategy,
                        const ExplorationOptions &Options) {
  FakeProgram Program(Space, Body);
  auto Ask = makeExplorationSolver(Space.Store);
  auto Choose = strategyNamed(Strategy, 7);
  return explore(Space.Symbolic, {&Program}, **Ask, **Choose, Options);
}

namespace {

void twoBytes(FakeSpace &Space) {
  Space.leaf(8);
  Space.leaf(8);
}

void nestedBranches(Machine &M) {
  Value X = M.input(0), Y = M.input(1);
  if (M.branch(1, M.less(X, Y))) {
    if (M.branch(2, M.equal(M.add(X, Y), M.constant(8, 77))))
      M.branch(3, M.less(M.constant(8, 30), X));
  } else if (M.branch(4, M.equal(M.mul(X, X), M.constant(8, 49)))) {
    M.branch(5, M.less(X, M.constant(8, 100)));
  }
  M.branch(6, M.less(M.constant(8, 200), Y));
}

void loop(Machine &M) {
  Value N = M.input(0), Sum = M.constant(8, 0);
  for (unsigned I = 0; M.branch(1, M.less(M.constant(8, I), N)); ++I)
    Sum = M.add(Sum, M.input(1));
  M.branch(2, M.equal(Sum, M.constant(8, 12)));
}

void switches(Machine &M) {
  std::size_t Case = M.choose(1, M.input(0), {3, 5, 250});
  if (Case < 2)
    M.choose(2, M.add(M.input(0), M.input(1)), {0, 9});
  else
    M.branch(3, M.less(M.input(0), M.input(1)));
}

void trap(Machine &M) {
  Value Divisor = M.sub(M.input(0), M.constant(8, 13));
  if (!M.safe(1, M.less(M.constant(8, 0), Divisor)))
    return;
  M.branch(2, M.equal(M.remainder(M.input(1), Divisor), M.constant(8, 3)));
}

void pins(Machine &M) {
  std::uint64_t Low = M.pin(1, M.remainder(M.input(0), M.constant(8, 5)));
  if (Low == 3)
    M.branch(2, M.less(M.input(1), M.input(0)));
}

void lengths(Machine &M) {
  std::uint64_t Length = M.length(1, M.input(0));
  for (std::uint64_t I = 0; I < Length; ++I)
    if (M.branch(2, M.equal(M.remainder(M.input(1), M.constant(8, I + 2)), M.constant(8, 0))))
      return;
}

/// Inputs that do not depend on each other, with constraints on each.
void independent(Machine &M) {
  for (unsigned I = 0; I < 4; ++I)
    if (M.branch(1 + I, M.equal(M.mul(M.input(I), M.constant(4, 3)), M.constant(4, 9))))
      M.branch(10 + I, M.less(M.input(I), M.constant(4, 7)));
}

} // namespace

const std::vector<NamedProgram> &programs() {
  static const std::vector<NamedProgram> All = {
      {"nested branches", twoBytes, nestedBranches},
      {"loop", [](FakeSpace &Space) { Space.leaf(8, 0, 9), Space.leaf(8); }, loop},
      {"loop with an assumption",
       [](FakeSpace &Space) {
         Term N = Space.leaf(8, 0, 30), X = Space.leaf(8, 1, 6);
         Space.Symbolic.Admitted = Space.Store.ult(Space.Store.add(N, X), Space.Store.constant(8, 12));
       },
       loop},
      {"switches", twoBytes, switches},
      {"bounds away from zero", [](FakeSpace &Space) { Space.leaf(8, 4, 6), Space.leaf(8, 250, 255); }, switches},
      {"trap", twoBytes, trap},
      {"pins", twoBytes, pins},
      {"lengths", [](FakeSpace &Space) { Space.leaf(8, 0, 6), Space.leaf(8); }, lengths},
      {"independent inputs",
       [](FakeSpace &Space) {
         for (unsigned I = 0; I < 4; ++I)
           Space.leaf(4);
       },
       independent},
      {"no decision at all", [](FakeSpace &Space) { Space.leaf(8); }, [](Machine &) {}},
  };
  return All;
}

} // namespace vernier::test

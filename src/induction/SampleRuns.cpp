#include "induction/SampleRuns.h"

#include "base/Random.h"
#include "invariant/Entailment.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

#include <array>

namespace vernier {

using llvm::APInt;

namespace {

constexpr unsigned MostRuns = 40;
/// More runs in which some parameters are zero: loops that have no round.
constexpr unsigned RunsWithZeros = 10;
constexpr std::size_t MostVisits = 48;

std::uint64_t mixed(std::uint64_t Hash, std::uint64_t Value) {
  return Random(Hash ^ (Value * 0x9E3779B97F4A7C15ull)).next();
}

APInt wide(unsigned Bits, std::uint64_t Seed) {
  Random From(Seed);
  llvm::SmallVector<std::uint64_t, 2> Words;
  for (unsigned I = 0; I < (Bits + 63) / 64; ++I)
    Words.push_back(From.next());
  return APInt(Bits, Words);
}

/// Parameters and globals on which a run begins.
class SampleInput {
public:
  SampleInput(std::uint64_t Seed, bool Zeros) : Choose(Seed), Small(Zeros || Choose.chance(75)), Zeros(Zeros) {}

  APInt value(Term Variable) {
    unsigned Bits = Variable.bits();
    if (Variable.variableKind() == VariableKind::Address || (Bits == 64 && !Small))
      return APInt(Bits, (std::uint64_t(1) << 32) + Choose.below(1u << 20) * 4096);
    if (Bits == 1)
      return APInt(1, Choose.chance(50));
    if (Zeros && Choose.chance(30))
      return APInt::getZero(Bits);
    if (Small || Choose.chance(30))
      return APInt(Bits, static_cast<std::uint64_t>(Choose.between(-2, 14)), true);
    return wide(Bits, Choose.next());
  }

private:
  Random Choose;
  bool Small, Zeros;
};

/// What a run begins with: all variables but those of places.
std::vector<Term> variablesOf(FunctionCode &Code) {
  std::vector<Term> Roots(Code.parameters().begin(), Code.parameters().end());
  for (unsigned Place = 0; Place != Code.places(); ++Place)
    for (const CodePath &Step : Code.steps(Place)) {
      llvm::append_range(Roots, Step.Conditions);
      for (const CodeEvent &Event : Step.Events)
        llvm::append_range(Roots, Event.Operands);
      for (auto [Variable, Value] : Step.Next)
        Roots.push_back(Value);
    }
  llvm::DenseSet<Term> Later;
  for (unsigned Place = 0; Place != Code.places(); ++Place)
    Later.insert(Code.variables(Place).begin(), Code.variables(Place).end());
  std::vector<Term> Result;
  for (Term Each : reachable(Roots))
    if (Each.is(Operation::Variable) && !Later.contains(Each))
      Result.push_back(Each);
  return Result;
}

std::vector<Visit> run(TermStore &Store, FunctionCode &Code, Assignment Values, const SampleWorld &World) {
  std::vector<Visit> Result;
  unsigned Place = 0;
  Term Memory = FunctionCode::memory(Store), Objects = FunctionCode::objects(Store);
  while (Result.size() < MostVisits) {
    Result.push_back({Place, 0, Values});
    if (Code.isEnd(Place))
      break;
    SampleState State(Store, Values, World);
    const std::vector<CodePath> &Steps = Code.steps(Place);
    auto Taken = llvm::find_if(Steps, [&](const CodePath &Step) {
      return llvm::all_of(Step.Conditions, [&](Term Condition) { return State.holds(Condition); });
    });
    if (Taken == Steps.end()) {
      Result.pop_back();
      break;
    }
    Result.back().Step = static_cast<unsigned>(Taken - Steps.begin());
    Assignment After = Values;
    for (auto [Variable, Value] : Taken->Next)
      After[Variable] = State.valueOf(Value);
    After[Memory] = State.valueOf(Taken->Memory);
    After[Objects] = State.valueOf(Taken->Objects);
    Values = std::move(After);
    Place = Taken->To;
  }
  return Result;
}

} // namespace

APInt SampleWorld::apply(llvm::StringRef Function, unsigned Bits, llvm::ArrayRef<APInt> Operands) const {
  std::uint64_t Hash = Seed;
  for (char Letter : Function)
    Hash = (Hash ^ static_cast<unsigned char>(Letter)) * 0x100000001B3ull;
  for (const APInt &Operand : Operands)
    for (unsigned I = 0; I != Operand.getNumWords(); ++I)
      Hash = mixed(Hash, Operand.getRawData()[I]);
  Hash = mixed(Hash, Bits);
  bool State = Function.starts_with("memory after") || Function.starts_with("objects after");
  unsigned Kind = Hash % 8;
  if (State || Bits == 1 || Kind >= 5)
    return wide(Bits, Hash);
  if (Kind == 0)
    return APInt::getZero(Bits);
  return APInt(Bits, static_cast<std::uint64_t>(Random(Hash).between(-1, 9)), true);
}

APInt SampleState::computed(Term Each) {
  if (Each.isConstant())
    return Each.value();
  if (Each.is(Operation::Variable)) {
    auto Given = Values.find(Each);
    return Given == Values.end() ? APInt::getZero(Each.bits()) : Given->second;
  }
  llvm::SmallVector<APInt, 4> Operands;
  for (Term Operand : Each.operands())
    Operands.push_back(Known.find(Operand)->second);
  if (Each.is(Operation::Apply)) {
    if (Store.name(Each).starts_with(CommutesPrefix) && Operands[1].ult(Operands[0]))
      std::swap(Operands[0], Operands[1]);
    return World.apply(Store.name(Each), Each.bits(), Operands);
  }
  if (Each.is(Operation::Ite))
    return Operands[Operands[0].isOne() ? 1 : 2];
  return *applyOperation(Each.operation(), Each.bits(), Each.is(Operation::Extract) ? Each.low() : 0, Each.rounding(),
                         Operands);
}

const APInt &SampleState::valueOf(Term Root) {
  llvm::SmallVector<Term, 32> Work{Root};
  while (!Work.empty()) {
    Term Each = Work.back();
    std::size_t Before = Work.size();
    if (!Known.contains(Each))
      for (Term Operand : Each.operands())
        if (!Known.contains(Operand))
          Work.push_back(Operand);
    if (Work.size() != Before)
      continue;
    Work.pop_back();
    if (!Known.contains(Each)) {
      APInt Value = computed(Each);
      Known.try_emplace(Each, std::move(Value));
    }
  }
  return Known.find(Root)->second;
}

std::vector<RunPair> sampleRuns(TermStore &Store, FunctionCode &Old, FunctionCode &New,
                                std::vector<SampleWorld> &Worlds, const Budget &Time) {
  std::vector<Term> Variables = variablesOf(Old);
  llvm::append_range(Variables, variablesOf(New));
  llvm::append_range(Variables, std::array{FunctionCode::memory(Store), FunctionCode::objects(Store)});
  std::vector<RunPair> Result;
  for (unsigned I = 0; I != MostRuns + RunsWithZeros && !Time.exhausted(); ++I) {
    Worlds.emplace_back(I + 1);
    SampleInput Input(1000 + I, I >= MostRuns);
    Assignment Values;
    for (Term Variable : Variables)
      if (!Values.contains(Variable))
        Values[Variable] = Input.value(Variable);
    Result.push_back({run(Store, Old, Values, Worlds.back()), run(Store, New, Values, Worlds.back())});
  }
  return Result;
}

} // namespace vernier

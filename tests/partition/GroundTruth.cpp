#include "partition/GroundTruth.h"

#include "execution/EntryShape.h"

namespace vernier::test {

std::optional<std::size_t> GroundTruth::numberOf(const Input &In) const {
  std::size_t Number = 0;
  for (std::size_t K = 0; K < Parameters.size(); ++K) {
    if (In[K] < Parameters[K].Min || In[K] > Parameters[K].Max)
      return std::nullopt;
    Number = Number * Parameters[K].size() + static_cast<std::size_t>(In[K] - Parameters[K].Min);
  }
  return Number;
}

namespace {

/// The bytes of globals that are compared when the entry returns; padding is not.
std::vector<ObservedBytes> observedBytes(const CompiledPair &Pair, const InputSpace &Space, Side Which) {
  std::vector<ObservedBytes> Bytes;
  for (const ObservedGlobal &Global : entryShape(Pair.Old, Pair.New, Which, Space).Globals)
    for (const Field &Each : Global.Fields)
      Bytes.push_back({Global.Symbol, Each.Offset, (Each.Bits + 7) / 8});
  return Bytes;
}

Result<std::vector<Outcome>> runEverything(const CompiledPair &Pair, const InputSpace &Space, Side Which, bool Memory,
                                           const std::vector<Input> &Inputs, const RunLimits &Limits) {
  const Program &Version = Which == Side::Old ? Pair.Old : Pair.New;
  std::vector<ObservedBytes> Observed;
  if (Memory)
    Observed = observedBytes(Pair, Space, Which);
  auto Code = compileForExecution(Version.module(), Pair.Source.Entry, Observed);
  if (!Code)
    return Code.takeError();
  return runAll(*Code, Inputs, Limits);
}

} // namespace

Result<GroundTruth> groundTruth(const CompiledPair &Pair, const InputSpace &Space, bool Memory,
                                std::chrono::milliseconds CpuPerInput) {
  GroundTruth Truth;
  Truth.Parameters = Pair.Source.Parameters;
  Truth.Inputs = allInputs(Truth.Parameters);
  RunLimits Limits;
  Limits.CpuPerInput = CpuPerInput;
  Limits.Stdin = ""; // as in a run of a function
  auto Old = runEverything(Pair, Space, Side::Old, Memory, Truth.Inputs, Limits);
  if (!Old)
    return Old.takeError();
  auto New = runEverything(Pair, Space, Side::New, Memory, Truth.Inputs, Limits);
  if (!New)
    return New.takeError();
  Truth.Old = std::move(*Old);
  Truth.New = std::move(*New);
  Truth.Same.resize(static_cast<unsigned>(Truth.size()));
  Truth.Different.resize(static_cast<unsigned>(Truth.size()));
  for (unsigned K = 0; K < Truth.size(); ++K) {
    const Outcome &A = Truth.Old[K], &B = Truth.New[K];
    if (A.End == Ending::Failed || B.End == Ending::Failed)
      return analysisError("input " + text(Truth.Inputs[K]) + " could not be run");
    if (A.comparable() && B.comparable())
      (A.sameBehaviour(B) ? Truth.Same : Truth.Different).set(K);
  }
  return Truth;
}

InputOptions inputOptions(const RandomPair &Pair) {
  InputOptions Options;
  Options.Entry = Pair.Entry;
  for (const InputParameter &Each : Pair.Parameters)
    Options.Bounds.push_back({Each.Name, {std::to_string(Each.Min), std::to_string(Each.Max)}});
  return Options;
}

Input inputOf(const std::vector<InputParameter> &Parameters, const std::vector<std::string> &Leaves,
              const InputAssignment &Values) {
  Input In;
  for (const InputParameter &Each : Parameters)
    for (std::size_t K = 0; K < Leaves.size(); ++K)
      if (Leaves[K] == Each.Name)
        In.push_back(Each.Signed ? Values[K].getSExtValue() : static_cast<std::int64_t>(Values[K].getZExtValue()));
  return In;
}

} // namespace vernier::test

#include "partition/GroundTruth.h"

#include "input/EntryShape.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

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

/// Both versions begin with the same. (What a global holds that nobody wrote is no behaviour.)
bool startsAlike(const Program &Old, const Program &New, const std::string &Symbol) {
  const llvm::GlobalVariable *A = Old.module().getGlobalVariable(Symbol, true);
  const llvm::GlobalVariable *B = New.module().getGlobalVariable(Symbol, true);
  auto Text = [](const llvm::GlobalVariable *G) {
    std::string Result;
    llvm::raw_string_ostream Stream(Result);
    if (G && G->hasInitializer())
      G->getInitializer()->print(Stream);
    return Result;
  };
  return Text(A) == Text(B);
}

/// The bytes of globals that are compared when the entry returns; padding is not.
std::vector<ObservedBytes> observedBytes(const Program &Old, const Program &New, const InputSpace &Space, Side Which) {
  std::vector<ObservedBytes> Bytes;
  for (const ObservedGlobal &Global : entryShape(Old, New, Which, Space).Globals)
    if (startsAlike(Old, New, Global.Symbol))
      for (const Field &Each : Global.Fields)
        Bytes.push_back({Global.Symbol, Each.Offset, (Each.Bits + 7) / 8});
  return Bytes;
}

/// What the function, and what runs by itself, may use.
llvm::DenseSet<const llvm::GlobalValue *> neededBy(const llvm::Module &M, const std::string &Entry) {
  std::vector<const llvm::Value *> Open;
  for (const llvm::GlobalValue &Value : M.global_values())
    if (Value.getName() == Entry || Value.getName().starts_with("llvm."))
      Open.push_back(&Value);
  llvm::DenseSet<const llvm::Value *> Seen(Open.begin(), Open.end());
  llvm::DenseSet<const llvm::GlobalValue *> Needed;
  auto Use = [&](const llvm::User &By) {
    for (const llvm::Use &Each : By.operands())
      if (llvm::isa<llvm::Constant>(Each.get()) && Seen.insert(Each.get()).second)
        Open.push_back(Each.get());
  };
  while (!Open.empty()) {
    const llvm::Value *Next = Open.back();
    Open.pop_back();
    if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(Next))
      Needed.insert(Global);
    Use(*llvm::cast<llvm::User>(Next));
    if (auto *F = llvm::dyn_cast<llvm::Function>(Next))
      for (const llvm::Instruction &I : llvm::instructions(*F))
        Use(I);
  }
  return Needed;
}

/// A copy with nothing in it but the function and what it needs: a batch is large, and its members are small.
std::unique_ptr<llvm::Module> alone(const llvm::Module &M, const std::string &Entry) {
  llvm::DenseSet<const llvm::GlobalValue *> Needed = neededBy(M, Entry);
  llvm::ValueToValueMapTy Copies;
  auto Copy = llvm::CloneModule(M, Copies, [&](const llvm::GlobalValue *Value) { return Needed.contains(Value); });
  for (llvm::GlobalValue &Value : Copy->global_values())
    if (!Value.isDeclaration() && Value.getName() != Entry && !Value.getName().starts_with("llvm."))
      Value.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::ModuleAnalysisManager None;
  llvm::GlobalDCEPass().run(*Copy, None);
  return Copy;
}

} // namespace

Result<GroundTruth> groundTruth(const Program &Old, const Program &New, const InputSpace &Space,
                                const std::vector<InputParameter> &Parameters, const TrueEntry &Entry,
                                const TruthOptions &Options) {
  GroundTruth Truth;
  Truth.Parameters = Parameters;
  Truth.Inputs = allInputs(Parameters);
  std::vector<Input> Given;
  for (const Input &In : Truth.Inputs) {
    auto From = In.begin() + static_cast<std::ptrdiff_t>(Entry.From);
    Given.emplace_back(From, From + static_cast<std::ptrdiff_t>(Entry.Count));
  }
  RunLimits Limits;
  Limits.CpuPerInput = Options.CpuPerInput;
  Limits.Stdin = ""; // as in a run of a function
  for (Side Which : {Side::Old, Side::New}) {
    std::vector<ObservedBytes> Observed;
    if (Options.Memory)
      Observed = observedBytes(Old, New, Space, Which);
    auto Code = compileForExecution(alone((Which == Side::Old ? Old : New).module(), Entry.Name), Entry.Name, Observed);
    if (!Code)
      return Code.takeError();
    (Which == Side::Old ? Truth.Old : Truth.New) = runAll(*Code, Given, Limits);
  }
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

InputOptions inputOptions(const std::string &Entry, const std::vector<InputParameter> &Parameters) {
  InputOptions Options;
  Options.Entry = Entry;
  for (const InputParameter &Each : Parameters)
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

#include "analysis/CallGraph.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace vernier {

CallGraph::CallGraph(const llvm::Module &M, const PointsTo &Pointers) : Pointers(Pointers) {
  for (const llvm::Function &F : M)
    if (!F.isDeclaration())
      connect(F);
  findComponents(M);
  findAsync();
  findLeaving();
}

void CallGraph::connect(const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    if (!Call)
      continue;
    const Callees &Who = Pointers.callees(*Call);
    std::vector<Site> Sites;
    for (const llvm::Function *Callee : Who.Defined)
      Sites.push_back({Call, Callee, false});
    for (const LibraryCallback &Back : Pointers.callbacks(*Call))
      if (!Back.Function->isDeclaration())
        Sites.push_back({Call, Back.Function, true});
    if (Who.Unknown)
      for (const llvm::Function *Callee : Pointers.escapedFunctions())
        Sites.push_back({Call, Callee, true});
    for (const Site &Each : Sites) {
      From[&F].push_back(Each);
      Of[Each.Callee].push_back(Each);
    }
  }
}

const std::vector<CallGraph::Site> &CallGraph::callsFrom(const llvm::Function &F) const {
  static const std::vector<Site> None;
  auto Known = From.find(&F);
  return Known == From.end() ? None : Known->second;
}

const std::vector<CallGraph::Site> &CallGraph::callsOf(const llvm::Function &F) const {
  static const std::vector<Site> None;
  auto Known = Of.find(&F);
  return Known == Of.end() ? None : Known->second;
}

namespace {

/// Tarjan's algorithm with its own stack: call chains of real programs are long.
class ComponentFinder {
public:
  ComponentFinder(const CallGraph &Calls, std::vector<std::vector<const llvm::Function *>> &Out)
      : Calls(Calls), Out(Out) {}

  void visit(const llvm::Function &Start) {
    if (Index.contains(&Start))
      return;
    enter(Start);
    while (!Frames.empty()) {
      auto &[F, Next] = Frames.back();
      const auto &Sites = Calls.callsFrom(*F);
      if (Next == Sites.size()) {
        leave();
        continue;
      }
      const llvm::Function *Callee = Sites[Next++].Callee;
      auto Known = Index.find(Callee);
      if (Known == Index.end())
        enter(*Callee);
      else if (OnStack.contains(Callee))
        Low[F] = std::min(Low[F], Known->second);
    }
  }

private:
  void enter(const llvm::Function &F) {
    unsigned Number = Index.size();
    Index[&F] = Number;
    Low[&F] = Number;
    Stack.push_back(&F);
    OnStack.insert(&F);
    Frames.push_back({&F, 0});
  }

  void leave() {
    const llvm::Function *F = Frames.back().first;
    Frames.pop_back();
    if (!Frames.empty())
      Low[Frames.back().first] = std::min(Low[Frames.back().first], Low[F]);
    if (Low[F] != Index[F])
      return;
    auto &Component = Out.emplace_back();
    const llvm::Function *Member = nullptr;
    do {
      Member = Stack.back();
      Stack.pop_back();
      OnStack.erase(Member);
      Component.push_back(Member);
    } while (Member != F);
  }

  const CallGraph &Calls;
  std::vector<std::vector<const llvm::Function *>> &Out;
  llvm::DenseMap<const llvm::Function *, unsigned> Index;
  llvm::DenseMap<const llvm::Function *, unsigned> Low;
  std::vector<const llvm::Function *> Stack;
  llvm::DenseSet<const llvm::Function *> OnStack;
  std::vector<std::pair<const llvm::Function *, std::size_t>> Frames;
};

} // namespace

void CallGraph::findComponents(const llvm::Module &M) {
  ComponentFinder Finder(*this, Components);
  for (const llvm::Function &F : M)
    if (!F.isDeclaration())
      Finder.visit(F);
  for (const auto &Component : Components) {
    const llvm::Function *First = Component.front();
    bool Cycle =
        Component.size() > 1 || llvm::any_of(callsFrom(*First), [&](const Site &S) { return S.Callee == First; });
    if (Cycle)
      Recursive.insert(Component.begin(), Component.end());
  }
}

void CallGraph::findAsync() {
  std::vector<const llvm::Function *> Work;
  auto Add = [&](const llvm::Function *F) {
    if (Async.insert(F).second)
      Work.push_back(F);
  };
  for (const auto &[F, Sites] : From)
    for (const Site &Each : Sites)
      for (const LibraryCallback &Back : Pointers.callbacks(*Each.Call))
        if (Back.Async && Back.Function == Each.Callee)
          Add(Each.Callee);
  // Unknown code may install what escapes as a handler, or start it as a thread.
  for (const llvm::Function *F : Pointers.escapedFunctions())
    Add(F);
  while (!Work.empty()) {
    const llvm::Function *F = Work.back();
    Work.pop_back();
    for (const Site &Each : callsFrom(*F))
      Add(Each.Callee);
  }
  // An interrupted function may be entered again.
  Recursive.insert(Async.begin(), Async.end());
}

bool CallGraph::leaves(const llvm::CallBase &Call) const {
  const Callees &Who = Pointers.callees(Call);
  if (Who.Unknown || Call.hasFnAttr(llvm::Attribute::NoReturn))
    return true;
  for (const llvm::Function *F : Who.Library) {
    const Effect *What = effectOf(*F);
    if (What->NeverReturns || What->MayNotReturn)
      return true;
  }
  for (const LibraryCallback &Back : Pointers.callbacks(Call)) {
    const Effect *What = Back.Function->isDeclaration() ? effectOf(*Back.Function) : nullptr;
    if (Back.Function->isDeclaration() && (!What || What->NeverReturns || What->MayNotReturn))
      return true;
    if (!Back.Async && Leaving.contains(Back.Function))
      return true;
  }
  return llvm::any_of(Who.Defined, [&](const llvm::Function *F) { return Leaving.contains(F); });
}

bool CallGraph::jumps(const llvm::CallBase &Call) const {
  const Callees &Who = Pointers.callees(Call);
  if (Who.Unknown)
    return true;
  for (const llvm::Function *F : Who.Library)
    if (F->getName().contains("longjmp") || effectOf(*F)->MayNotReturn)
      return true;
  for (const LibraryCallback &Back : Pointers.callbacks(Call))
    if (Back.Function->isDeclaration() || Jumping.contains(Back.Function))
      return true;
  return llvm::any_of(Who.Defined, [&](const llvm::Function *F) { return Jumping.contains(F); });
}

void CallGraph::findLeaving() {
  // Callees first makes one round enough except for cycles.
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const auto &Component : Components)
      for (const llvm::Function *F : Component)
        for (const llvm::Instruction &I : llvm::instructions(*F)) {
          const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
          bool Leaves = llvm::isa<llvm::ResumeInst>(I);
          if (Call && leaves(*Call)) {
            Changed |= LeavingCalls.insert(Call).second;
            Leaves = true;
          }
          if (Leaves)
            Changed |= Leaving.insert(F).second;
          if (Call && jumps(*Call))
            Changed |= Jumping.insert(F).second;
        }
  }
}

bool CallGraph::mayNotReturn(const llvm::Function &F) const {
  if (!F.isDeclaration())
    return Leaving.contains(&F);
  const Effect *What = effectOf(F);
  return !What || What->NeverReturns || What->MayNotReturn || F.doesNotReturn();
}

bool CallGraph::neverReturns(const llvm::CallBase &Call) const {
  if (Call.hasFnAttr(llvm::Attribute::NoReturn))
    return true;
  const Callees &Who = Pointers.callees(Call);
  return !Who.Unknown && Who.Defined.empty() && !Who.Library.empty() &&
         llvm::all_of(Who.Library, [](const llvm::Function *F) { return effectOf(*F)->NeverReturns; });
}

bool CallGraph::mayJump(const llvm::CallBase &Call) const {
  return jumps(Call);
}

} // namespace vernier

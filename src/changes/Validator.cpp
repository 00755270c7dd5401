#include "changes/Validator.h"

#include "bitcode/Locations.h"
#include "changes/Correspondence.h"
#include "changes/Visibility.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <llvm/IR/Constants.h>
#include <optional>
#include <set>
#include <tuple>

namespace vernier {

namespace {

/// Where one of the two programs stands: before an instruction, having come from a block (that matters to phis only).
struct Cursor {
  const llvm::Instruction *At = nullptr;
  const llvm::BasicBlock *From = nullptr;
};

/// What happened on the way to the next instruction that does something.
struct Arrival {
  enum class Kind { Here, Change, Diverges } What = Kind::Here;
  Cursor Next;
  std::vector<ChangeMap::Edge> Path; ///< the edges that were traversed on the way
};

std::string describe(const llvm::Instruction *I) {
  if (!I)
    return "(nothing)";
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  I->print(Stream);
  return stableId(*I) + " '" + llvm::StringRef(Text).trim().str() + "'";
}

/// Walks one pair of matched functions in lock step. A state is a pair of cursors; each is visited once.
class LockStep {
public:
  LockStep(const ChangeMap &Map, const Correspondence &Same, std::vector<Violation> &Found)
      : Map(Map), Same(Same), Found(Found) {}

  void walk(const llvm::Function &Old, const llvm::Function &New) {
    enter({&Old.getEntryBlock().front(), nullptr}, {&New.getEntryBlock().front(), nullptr}, {}, {});
    while (!Work.empty()) {
      State Next = std::move(Work.back());
      Work.pop_back();
      step(Next);
    }
  }

private:
  using Edge = ChangeMap::Edge;
  struct State {
    Cursor Old, New;
    std::vector<Edge> OldPath, NewPath;
  };

  /// Follows declarations of storage and unconditional branches: they do nothing themselves.
  Arrival skip(Cursor At, std::vector<Edge> Path) const {
    Arrival Result;
    Result.Path = std::move(Path);
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Passed;
    while (isTransparent(*At.At)) {
      const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(At.At);
      if (!Branch) {
        At = {At.At->getNextNode(), At.From};
        continue;
      }
      const llvm::BasicBlock *From = Branch->getParent(), *To = Branch->getSuccessor(0);
      if (Map.isChangedEdge(*From, *To)) {
        Result.What = Arrival::Kind::Change;
        return Result;
      }
      Result.Path.emplace_back(From, To);
      if (!Passed.insert(To).second) {
        Result.What = Arrival::Kind::Diverges;
        return Result;
      }
      At = {&To->front(), From};
    }
    Result.Next = llvm::isa<llvm::PHINode>(At.At) ? At : Cursor{At.At, nullptr};
    if (Map.isChanged(*At.At))
      Result.What = Arrival::Kind::Change;
    return Result;
  }

  void object(std::string What, const llvm::Instruction *Old, const llvm::Instruction *New,
              std::vector<Edge> OldPath = {}, std::vector<Edge> NewPath = {}) {
    Found.push_back(
        {What + ": " + describe(Old) + " against " + describe(New), Old, New, std::move(OldPath), std::move(NewPath)});
  }

  /// Both sides moved on; queue the state they arrive in.
  void enter(Cursor Old, Cursor New, std::vector<Edge> OldPath, std::vector<Edge> NewPath) {
    Arrival A = skip(Old, std::move(OldPath)), B = skip(New, std::move(NewPath));
    using Kind = Arrival::Kind;
    if (A.What == Kind::Change || B.What == Kind::Change)
      return; // from here on nothing is claimed
    if (A.What != B.What)
      return object("only one side loops for ever", A.Next.At, B.Next.At, std::move(A.Path), std::move(B.Path));
    if (A.What == Kind::Diverges)
      return;
    auto Key = std::make_tuple(A.Next.At, A.Next.From, B.Next.At, B.Next.From);
    if (Visited.insert(Key).second)
      Work.push_back({A.Next, B.Next, std::move(A.Path), std::move(B.Path)});
  }

  void step(State &Now) {
    const auto &[Old, New, OldPath, NewPath] = Now;
    const llvm::Instruction &A = *Old.At, &B = *New.At;
    if (Map.counterpart(A) != &B && passReordered(A, B))
      return;
    if (Map.counterpart(A) != &B)
      return object("the two sides meet although they are not matched", &A, &B, OldPath, NewPath);
    if (!Same.sameOperation(A, B))
      return object("matched instructions do different things", &A, &B);
    if (const auto *Phi = llvm::dyn_cast<llvm::PHINode>(&A)) {
      if (!Old.From || !New.From)
        return object("phi without an incoming edge", &A, &B);
      const auto *Other = llvm::cast<llvm::PHINode>(&B);
      if (!Same.sameOperand(Phi->getIncomingValueForBlock(Old.From), Other->getIncomingValueForBlock(New.From)))
        return object("other value on this edge", &A, &B, {{Old.From, A.getParent()}}, {{New.From, B.getParent()}});
      return enter({A.getNextNode(), Old.From}, {B.getNextNode(), New.From}, OldPath, NewPath);
    }
    if (A.isTerminator())
      return leaveBlock(A, B);
    if (!Same.sameOperands(A, B))
      return object("operands differ", &A, &B);
    enter({A.getNextNode(), nullptr}, {B.getNextNode(), nullptr}, {}, {});
  }

  /// The same stores into different locals, in another order: steps over the shortest such run on both sides.
  bool passReordered(const llvm::Instruction &A, const llvm::Instruction &B) {
    auto Old = commutingRun(A), New = commutingRun(B);
    llvm::SmallPtrSet<const llvm::Instruction *, 8> Expected;
    for (std::size_t I = 0; I < std::min(Old.size(), New.size()); ++I) {
      for (const llvm::Instruction *Side : {Old[I], New[I]})
        if (Map.isChanged(*Side))
          return true; // no matter in which order: this run executes a change on its way
      const llvm::Instruction *Other = Map.counterpart(*Old[I]);
      if (!Same.sameOperation(*Old[I], *Other) || !Same.sameOperand(Old[I]->getOperand(0), Other->getOperand(0)) ||
          !Same.sameOperand(Old[I]->getOperand(1), Other->getOperand(1)))
        return false;
      // A store that only one side has passed so far is waited for.
      for (const llvm::Instruction *Store : {Other, New[I]})
        if (!Expected.insert(Store).second)
          Expected.erase(Store);
      if (Expected.empty()) {
        enter({Old[I]->getNextNode(), nullptr}, {New[I]->getNextNode(), nullptr}, {}, {});
        return true;
      }
    }
    return false;
  }

  void follow(const llvm::Instruction &A, const llvm::BasicBlock *ToA, const llvm::Instruction &B,
              const llvm::BasicBlock *ToB) {
    const llvm::BasicBlock *FromA = A.getParent(), *FromB = B.getParent();
    if (Map.isChangedEdge(*FromA, *ToA) || Map.isChangedEdge(*FromB, *ToB))
      return;
    enter({&ToA->front(), FromA}, {&ToB->front(), FromB}, {{FromA, ToA}}, {{FromB, ToB}});
  }

  void leaveBlock(const llvm::Instruction &A, const llvm::Instruction &B) {
    auto SameOperands = [&](unsigned Count) {
      if (A.getNumOperands() != B.getNumOperands())
        return false;
      for (unsigned I = 0; I < Count; ++I)
        if (!Same.sameOperand(A.getOperand(I), B.getOperand(I)))
          return false;
      return true;
    };
    switch (A.getOpcode()) {
    case llvm::Instruction::Ret:
    case llvm::Instruction::Resume:
    case llvm::Instruction::Unreachable:
      if (!SameOperands(A.getNumOperands()))
        object("operand differs", &A, &B);
      return;
    case llvm::Instruction::Br: { // conditional: the others are transparent
      const auto &X = llvm::cast<llvm::BranchInst>(A), &Y = llvm::cast<llvm::BranchInst>(B);
      if (!X.isConditional() || !Y.isConditional() || !Same.sameOperand(X.getCondition(), Y.getCondition()))
        return object("other condition", &A, &B);
      follow(A, X.getSuccessor(0), B, Y.getSuccessor(0));
      follow(A, X.getSuccessor(1), B, Y.getSuccessor(1));
      return;
    }
    case llvm::Instruction::Switch:
      return leaveSwitch(llvm::cast<llvm::SwitchInst>(A), llvm::cast<llvm::SwitchInst>(B));
    case llvm::Instruction::IndirectBr:
      return leaveComputedGoto(llvm::cast<llvm::IndirectBrInst>(A), llvm::cast<llvm::IndirectBrInst>(B));
    case llvm::Instruction::Invoke: {
      const auto &X = llvm::cast<llvm::InvokeInst>(A), &Y = llvm::cast<llvm::InvokeInst>(B);
      if (!SameOperands(A.getNumOperands()))
        return object("operand differs", &A, &B);
      follow(A, X.getNormalDest(), B, Y.getNormalDest());
      follow(A, X.getUnwindDest(), B, Y.getUnwindDest());
      return;
    }
    default:
      object("a terminator that is not judged", &A, &B);
    }
  }

  void leaveSwitch(const llvm::SwitchInst &A, const llvm::SwitchInst &B) {
    if (!Same.sameOperand(A.getCondition(), B.getCondition()) ||
        !Same.sameType(A.getCondition()->getType(), B.getCondition()->getType()))
      return object("other value to switch on", &A, &B);
    auto Target = [](const llvm::SwitchInst &Switch, const llvm::APInt &Value) {
      for (const auto &Case : Switch.cases())
        if (Case.getCaseValue()->getValue() == Value)
          return static_cast<const llvm::BasicBlock *>(Case.getCaseSuccessor());
      return static_cast<const llvm::BasicBlock *>(Switch.getDefaultDest());
    };
    for (const auto &Case : A.cases())
      follow(A, Case.getCaseSuccessor(), B, Target(B, Case.getCaseValue()->getValue()));
    for (const auto &Case : B.cases())
      follow(A, Target(A, Case.getCaseValue()->getValue()), B, Case.getCaseSuccessor());
    follow(A, A.getDefaultDest(), B, B.getDefaultDest());
  }

  void leaveComputedGoto(const llvm::IndirectBrInst &A, const llvm::IndirectBrInst &B) {
    auto Old = addressTakenBlocks(*A.getFunction()), New = addressTakenBlocks(*B.getFunction());
    if (!Same.sameOperand(A.getAddress(), B.getAddress()) || Old.size() != New.size())
      return object("other targets of a computed goto", &A, &B);
    for (unsigned I = 0; I < Old.size(); ++I)
      follow(A, Old[I], B, New[I]);
  }

  const ChangeMap &Map;
  const Correspondence &Same;
  std::vector<Violation> &Found;
  std::vector<State> Work;
  std::set<std::tuple<const llvm::Instruction *, const llvm::BasicBlock *, const llvm::Instruction *,
                      const llvm::BasicBlock *>>
      Visited;
};

/// The two lists of constructors (or destructors) run the same functions in the same order.
bool sameStartup(const ChangeMap &Map, const Correspondence &Same, llvm::StringRef Name) {
  const llvm::GlobalVariable *A = Map.oldProgram().module().getNamedGlobal(Name);
  const llvm::GlobalVariable *B = Map.newProgram().module().getNamedGlobal(Name);
  if (!A || !B)
    return !A && !B;
  const auto *ListA = llvm::dyn_cast<llvm::ConstantArray>(A->getInitializer());
  const auto *ListB = llvm::dyn_cast<llvm::ConstantArray>(B->getInitializer());
  if (!ListA || !ListB || ListA->getNumOperands() != ListB->getNumOperands())
    return !ListA && !ListB;
  for (unsigned I = 0; I < ListA->getNumOperands(); ++I) {
    const auto *X = llvm::cast<llvm::Constant>(ListA->getOperand(I)),
               *Y = llvm::cast<llvm::Constant>(ListB->getOperand(I));
    // Priority and function; the third member only ties the entry to other data.
    for (unsigned Member = 0; Member < 2; ++Member)
      if (!Same.sameConstant(X->getAggregateElement(Member), Y->getAggregateElement(Member)))
        return false;
  }
  return true;
}

/// Every function that is run at start-up (or at the end) executes a change first thing, so that no run avoids it.
bool startupIsChanged(const ChangeMap &Map, const llvm::Module &M, llvm::StringRef Name, bool &Any) {
  const llvm::GlobalVariable *List = M.getNamedGlobal(Name);
  const auto *Entries = List ? llvm::dyn_cast<llvm::ConstantArray>(List->getInitializer()) : nullptr;
  if (!Entries)
    return true;
  for (const llvm::Use &Entry : Entries->operands()) {
    const llvm::Constant *Target = llvm::cast<llvm::Constant>(Entry)->getAggregateElement(1u);
    const auto *F = llvm::dyn_cast<llvm::Function>(Target->stripPointerCasts());
    if (!F || F->isDeclaration())
      return false;
    const llvm::Instruction *First = &F->getEntryBlock().front();
    while (First && isTransparent(*First) && !First->isTerminator())
      First = First->getNextNode();
    if (!First || !Map.isChanged(*First))
      return false;
    Any = true;
  }
  return true;
}

void checkStartup(const ChangeMap &Map, const Correspondence &Same, std::vector<Violation> &Found) {
  for (llvm::StringRef Name : {"llvm.global_ctors", "llvm.global_dtors"}) {
    if (sameStartup(Map, Same, Name))
      continue;
    bool Any = false;
    bool Marked = startupIsChanged(Map, Map.oldProgram().module(), Name, Any) &&
                  startupIsChanged(Map, Map.newProgram().module(), Name, Any) && Any;
    if (!Marked && Map.obstacles().empty())
      Found.push_back({(Name + " differs, and no change stands for it").str()});
  }
}

bool sameSurroundings(const ChangeMap &Map) {
  const llvm::Module &A = Map.oldProgram().module(), &B = Map.newProgram().module();
  return A.getDataLayout() == B.getDataLayout() && A.getTargetTriple() == B.getTargetTriple() &&
         A.getModuleInlineAsm() == B.getModuleInlineAsm() && Map.oldProgram().Link == Map.newProgram().Link;
}

/// What outside code can see of one version is there in the other, under the same name and with the same contents. A
/// library may have more in its new version.
class VisibleParts {
public:
  VisibleParts(const ChangeMap &Map, const Correspondence &Same, std::vector<Violation> &Found)
      : Map(Map), Same(Same), Found(Found), Old(Map.oldProgram(), Map.entry()), New(Map.newProgram(), Map.entry()) {}

  void check() {
    for (const llvm::GlobalValue &G : Map.oldProgram().module().global_values())
      checkOne(G, Old, Map.newProgram().module(), "old");
    if (New.isWholeProgram())
      for (const llvm::GlobalValue &G : Map.newProgram().module().global_values())
        checkOne(G, New, Map.oldProgram().module(), "new");
    if (!sameSections())
      object("section-order", "the order of definitions in a named section differs");
    if (Old.includesFiles() || New.includesFiles())
      object("assembly", "assembly text takes in files, whose contents are not compared");
  }

private:
  void object(std::string Code, std::string What) {
    Found.push_back({std::move(What)});
    Found.back().Code = std::move(Code);
  }

  void checkOne(const llvm::GlobalValue &G, const Visibility &Seen, const llvm::Module &Other,
                const std::string &Side) {
    if (Seen.isVisible(G) && !hasTwin(G, Other))
      object("visible-symbol",
             "'" + G.getName().str() + "' of the " + Side +
                 " version can be seen from outside of the program, and the other version has no such definition");
  }

  bool hasTwin(const llvm::GlobalValue &G, const llvm::Module &Other) const {
    if (const auto *F = llvm::dyn_cast<llvm::Function>(&G)) {
      const llvm::Function *Twin = Map.counterpart(*F);
      return Twin && sameName(G, *Twin) && Same.sameInterface(*F, *Twin);
    }
    if (const auto *V = llvm::dyn_cast<llvm::GlobalVariable>(&G)) {
      if (const llvm::GlobalVariable *Twin = Map.counterpart(*V))
        return sameName(G, *Twin);
      const llvm::GlobalVariable *Named = Other.getNamedGlobal(G.getName()); // constants are compared by content
      return Named && V->isConstant() && V->hasGlobalUnnamedAddr() && Same.sameGlobal(*V, *Named);
    }
    const llvm::GlobalAlias *Twin = Other.getNamedAlias(G.getName());
    return Twin && llvm::isa<llvm::GlobalAlias>(G) && Same.sameConstant(&llvm::cast<llvm::GlobalAlias>(G), Twin);
  }

  static bool sameName(const llvm::GlobalValue &A, const llvm::GlobalValue &B) {
    if (A.hasLocalLinkage() || B.hasLocalLinkage())
      return A.hasLocalLinkage() && B.hasLocalLinkage();
    return A.getName() == B.getName() && A.getVisibility() == B.getVisibility();
  }

  bool sameSections() const {
    for (auto *Sides : {&Old, &New})
      for (auto &[Section, Members] : Sides->sections()) {
        const Visibility &Others = Sides == &Old ? New : Old;
        auto Twin = Others.sections().find(Section);
        if (Twin == Others.sections().end())
          return false;
        std::vector<const llvm::GlobalVariable *> Expected;
        for (const llvm::GlobalVariable *G : Members)
          Expected.push_back(Map.counterpart(*G));
        if (Expected != Twin->second)
          return false;
      }
    return true;
  }

  const ChangeMap &Map;
  const Correspondence &Same;
  std::vector<Violation> &Found;
  Visibility Old, New;
};

/// The entry point of a whole program is matched, or nothing at all is claimed.
bool sameEntry(const ChangeMap &Map) {
  const llvm::Function *A = Map.oldProgram().module().getFunction("main");
  const llvm::Function *B = Map.newProgram().module().getFunction("main");
  bool DefinedA = A && !A->isDeclaration(), DefinedB = B && !B->isDeclaration();
  return DefinedA == DefinedB && (!DefinedA || Map.counterpart(*A) == B);
}

} // namespace

std::vector<Violation> validateFunctions(const ChangeMap &Map, const llvm::Function &Old, const llvm::Function &New) {
  std::vector<Violation> Found;
  Correspondence Same(Map);
  LockStep(Map, Same, Found).walk(Old, New);
  return Found;
}

std::vector<Violation> validateSurroundings(const ChangeMap &Map) {
  std::vector<Violation> Found;
  Correspondence Same(Map);
  if (Map.obstacles().empty() && !sameSurroundings(Map))
    Found.push_back({"data layout, target, module assembly or link options differ, and no obstacle says so"});
  if (Map.obstacles().empty() && !sameEntry(Map))
    Found.push_back({"'main' of one version has no counterpart, and no obstacle says so"});
  if (Map.obstacles().empty())
    VisibleParts(Map, Same, Found).check();
  for (const llvm::GlobalVariable &G : Map.oldProgram().module().globals())
    if (const llvm::GlobalVariable *Other = Map.counterpart(G))
      if (Map.counterpart(*Other) != &G || !Same.sameGlobal(G, *Other))
        Found.push_back({"matched globals differ: " + G.getName().str() + " against " + Other->getName().str()});
  checkStartup(Map, Same, Found);
  return Found;
}

std::vector<Violation> validate(const ChangeMap &Map) {
  std::vector<Violation> Found = validateSurroundings(Map);
  for (const llvm::Function &F : Map.oldProgram().module()) {
    const llvm::Function *Other = Map.counterpart(F);
    if (!Other)
      continue;
    if (Map.counterpart(*Other) != &F || Other->getParent() != &Map.newProgram().module())
      Found.push_back({"functions are not matched one to one: " + F.getName().str()});
    else if (!F.isDeclaration() && !Other->isDeclaration())
      for (Violation &V : validateFunctions(Map, F, *Other))
        Found.push_back(std::move(V));
  }
  return Found;
}

} // namespace vernier

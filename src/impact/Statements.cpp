#include "impact/Statements.h"

#include "bitcode/Locations.h"
#include "bitcode/SourceText.h"
#include "impact/Removals.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace vernier {

namespace {

class FlowBuilder {
public:
  FlowBuilder(const ChangeMap &Map, const std::vector<ChangedStatement> &Changes, const ProgramAnalysis &New)
      : Map(Map), Changes(Changes), New(New), Text(Map.newProgram()) {}

  StatementFlow build() {
    for (unsigned I = 0; I < Changes.size(); ++I)
      for (const llvm::Instruction *Changed : Changes[I].NewInstructions)
        ChangeAt[Changed] = I;
    for (const llvm::Function &F : New.module())
      for (const llvm::BasicBlock &Block : F)
        addBlock(Block);
    for (const llvm::Function &F : New.module())
      for (const llvm::BasicBlock &Block : F)
        connectBlock(Block);
    connectEscaped();
    for (unsigned I = 0; I < Changes.size(); ++I)
      if (Changes[I].NewInstructions.empty())
        addRemoved(I);
    if (const llvm::Function *Main = New.module().getFunction("main"); Main && !Main->isDeclaration())
      Flow.Graph.Start = FirstOf[&Main->getEntryBlock()];
    return std::move(Flow);
  }

private:
  unsigned addNode(StatementNode Node, std::vector<const llvm::Instruction *> Instructions, unsigned Change) {
    Flow.Graph.Nodes.push_back(std::move(Node));
    Flow.Instructions.push_back(std::move(Instructions));
    Flow.ChangeOf.push_back(Change);
    return static_cast<unsigned>(Flow.Graph.Nodes.size() - 1);
  }

  /// One node for each run of instructions of one line; a call of a defined function ends its node, since control
  /// leaves there.
  void addBlock(const llvm::BasicBlock &Block) {
    unsigned Current = StatementFlow::None, Line = 0;
    for (const llvm::Instruction &I : Block) {
      if (isTransparent(I) && !I.isTerminator())
        continue;
      auto Where = locationOf(I);
      unsigned Here = Where ? Where->Line : Line;
      if (Current == StatementFlow::None || Here != Line || Split) {
        StatementNode Node;
        Node.Where = Where ? *Where : locationOf(*Block.getParent());
        Node.Label = llvm::StringRef(Text.line(Node.Where.File, Node.Where.Line)).trim().str();
        unsigned Before = Current;
        Current = addNode(std::move(Node), {}, StatementFlow::None);
        if (Before == StatementFlow::None)
          FirstOf[&Block] = Current;
        Line = Here;
        Split = false;
      }
      add(I, Current);
    }
    LastOf[&Block] = Current;
    Split = false;
  }

  void add(const llvm::Instruction &I, unsigned Node) {
    Flow.Instructions[Node].push_back(&I);
    NodeOf[&I] = Node;
    if (auto It = ChangeAt.find(&I); It != ChangeAt.end()) {
      Flow.ChangeOf[Node] = It->second;
      Flow.Graph.Nodes[Node].Changed = true;
    }
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      if (New.modRef().isOutput(*Call))
        Flow.Graph.Nodes[Node].Output = true;
      const Callees &Who = New.pointers().callees(*Call);
      Split = !Who.Defined.empty() || (Who.Unknown && !New.pointers().escapedFunctions().empty());
    }
  }

  /// Unknown code may call every function that escaped: what calls it leads to one node, which leads to all of them,
  /// and they return to another one.
  void connectEscaped() {
    if (IntoEscaped == StatementFlow::None)
      return;
    for (const llvm::Function *F : New.pointers().escapedFunctions()) {
      Flow.Graph.Nodes[IntoEscaped].Successors.push_back(FirstOf[&F->getEntryBlock()]);
      for (const llvm::BasicBlock &Block : *F)
        if (llvm::isa<llvm::ReturnInst>(Block.getTerminator()))
          Flow.Graph.Nodes[LastOf[&Block]].Successors.push_back(OutOfEscaped);
    }
  }

  void callEscaped(unsigned Node, const std::vector<unsigned> &Next) {
    if (New.pointers().escapedFunctions().empty())
      return;
    if (IntoEscaped == StatementFlow::None) {
      IntoEscaped = addNode({}, {}, StatementFlow::None);
      OutOfEscaped = addNode({}, {}, StatementFlow::None);
    }
    Flow.Graph.Nodes[Node].Successors.push_back(IntoEscaped);
    llvm::append_range(Flow.Graph.Nodes[OutOfEscaped].Successors, Next);
  }

  /// Where control goes from the end of a node: into callees and back, or on.
  void connectBlock(const llvm::BasicBlock &Block) {
    for (unsigned Node = FirstOf[&Block]; Node <= LastOf[&Block]; ++Node) {
      std::vector<unsigned> Next;
      if (Node < LastOf[&Block])
        Next.push_back(Node + 1);
      else
        for (const llvm::BasicBlock *Successor : llvm::successors(&Block))
          Next.push_back(FirstOf[Successor]);
      connectNode(Node, std::move(Next));
    }
  }

  void connectNode(unsigned Node, std::vector<unsigned> Next) {
    const llvm::CallBase *Call = nullptr;
    for (const llvm::Instruction *I : Flow.Instructions[Node])
      if (const auto *Candidate = llvm::dyn_cast<llvm::CallBase>(I))
        if (const Callees &Who = New.pointers().callees(*Candidate);
            !Who.Defined.empty() || Who.Unknown || New.calls().neverReturns(*Candidate))
          Call = Candidate;
    if (!Call) {
      // A returning statement may already know its callers.
      llvm::append_range(Flow.Graph.Nodes[Node].Successors, Next);
      return;
    }
    const Callees &Targets = New.pointers().callees(*Call);
    if (Targets.Unknown)
      callEscaped(Node, Next);
    auto &Successors = Flow.Graph.Nodes[Node].Successors;
    for (const llvm::Function *Callee : Targets.Defined) {
      Successors.push_back(FirstOf[&Callee->getEntryBlock()]);
      for (const llvm::BasicBlock &Block : *Callee)
        if (llvm::isa<llvm::ReturnInst>(Block.getTerminator()))
          for (unsigned Back : Next)
            Flow.Graph.Nodes[LastOf[&Block]].Successors.push_back(Back);
    }
    if ((!Targets.Library.empty() || Targets.Unknown) && !New.calls().neverReturns(*Call))
      llvm::append_range(Successors, Next);
  }

  void addRemoved(unsigned Change) {
    const ChangedStatement &Statement = Changes[Change];
    if (Statement.OldInstructions.empty())
      return;
    const llvm::Function *NewF = Map.counterpart(*Statement.OldInstructions.front()->getFunction());
    const llvm::Instruction *Place = placeOfRemoved(Map, *Statement.OldInstructions.front());
    StatementNode Node;
    Node.Changed = true;
    Node.Where = Statement.Kind == ChangeKind::Removed ? Statement.Place : Statement.OldPlace;
    Node.Label = "removed: " + (Statement.Kind == ChangeKind::Removed ? Statement.Text : Statement.OldText);
    if (!Place && (!NewF || NewF->isDeclaration())) {
      addNode(std::move(Node), {}, Change); // the whole function is gone; nothing leads there
      return;
    }
    unsigned Before = Place ? NodeOf[Place] : FirstOf[&NewF->getEntryBlock()];
    unsigned Dummy = addNode(std::move(Node), {}, Change);
    for (StatementNode &Other : Flow.Graph.Nodes)
      std::replace(Other.Successors.begin(), Other.Successors.end(), Before, Dummy);
    Flow.Graph.Nodes[Dummy].Successors = {Before};
    for (auto &[Block, First] : FirstOf)
      if (First == Before)
        First = Dummy;
  }

  const ChangeMap &Map;
  const std::vector<ChangedStatement> &Changes;
  const ProgramAnalysis &New;
  SourceText Text;
  StatementFlow Flow;
  bool Split = false;
  unsigned IntoEscaped = StatementFlow::None, OutOfEscaped = StatementFlow::None;
  llvm::DenseMap<const llvm::Instruction *, unsigned> ChangeAt;
  llvm::DenseMap<const llvm::Instruction *, unsigned> NodeOf;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> FirstOf, LastOf;
};

} // namespace

StatementFlow statementFlow(const ChangeMap &Map, const std::vector<ChangedStatement> &Changes,
                            const ProgramAnalysis &New) {
  return FlowBuilder(Map, Changes, New).build();
}

} // namespace vernier

#include "trace/Validate.h"

#include "term/Evaluate.h"
#include "trace/Shapes.h"
#include "trace/Step.h"

namespace vernier {

namespace {

constexpr std::size_t MostMismatches = 16;

std::uint64_t lowBits(const llvm::APInt &Value) {
  return Value.extractBitsAsZExtValue(std::min(Value.getBitWidth(), 64u), 0);
}

class Validator {
public:
  Validator(Trace &Of, llvm::ArrayRef<llvm::APInt> Input) : Of(Of), Input(Input) {
    Loose.resize(static_cast<unsigned>(Of.size()));
  }

  Validation run() {
    for (NodeId Id : Of.unmarked())
      wrong(Mismatch::Kind::Unmarked, Id, Of.node(Id).Value, 0);
    checkSteps();
    checkTerms();
    return std::move(Found);
  }

private:
  void wrong(Mismatch::Kind What, NodeId Id, std::uint64_t Saw, std::uint64_t Says) {
    if (Found.Wrong.size() < MostMismatches)
      Found.Wrong.push_back({What, Id, Saw, Says});
  }

  std::uint64_t saw(NodeId Id) const {
    const VernierNode &Node = Of.node(Id);
    return Node.Bits >= 64 ? Node.Value : Node.Value & ((std::uint64_t(1) << Node.Bits) - 1);
  }

  /// Nodes that something depends on. A variable whose scope has ended may still get potential definitions; what lies
  /// in its place by then is not its value, and does not matter.
  llvm::BitVector usedNodes() const {
    llvm::BitVector Used(static_cast<unsigned>(Of.size()));
    for (NodeId Id = static_cast<NodeId>(Of.size()) - 1; Id > 0; --Id)
      if (Of.node(Id).Operation != VernierPotential || Used[Id])
        Of.forEachEdge(Id, [&](EdgeRole, NodeId Target) { Used.set(Target); });
    return Used;
  }

  void checkSteps() {
    llvm::BitVector Used = usedNodes();
    for (NodeId Id = 1; Id < Of.size(); ++Id) {
      const VernierNode &Node = Of.node(Id);
      if (!shapeOf(Node.Operation).Value || (Node.Operation == VernierPotential && !Used[Id]))
        continue;
      if (Node.Operation == VernierInput && lowBits(Input[Node.A]) != saw(Id))
        wrong(Mismatch::Kind::Input, Id, saw(Id), lowBits(Input[Node.A]));
      auto Says = stepValue(Of, Id);
      if (!Says)
        continue;
      ++Found.Steps;
      if (*Says == saw(Id))
        continue;
      if (isUndetermined(Of, Id))
        ++Found.Undetermined;
      else
        wrong(Mismatch::Kind::Step, Id, saw(Id), *Says);
    }
  }

  void checkTerms() {
    const std::vector<Decision> &Decisions = Of.decisions();
    std::vector<Term> Roots;
    for (NodeId Id = 1; Id < Of.size(); ++Id)
      if (hasTerm(Id))
        Roots.push_back(Of.termOf(Id));
    for (const Decision &Each : Decisions)
      Roots.push_back(Each.Taken);
    Evaluator Evaluate{llvm::ArrayRef<Term>(Roots)};
    Assignment Values;
    for (std::size_t I = 0; I < Input.size(); ++I)
      Values[Of.leafTerms()[I]] = Input[I];
    Evaluate.run(Values);
    for (NodeId Id = 1; Id < Of.size(); ++Id)
      checkTerm(Id, Evaluate);
    for (const Decision &Each : Decisions) {
      ++Found.Decisions;
      if (Evaluate.valueOf(Each.Taken).isOne())
        continue;
      if (Loose[Of.node(Each.Node).A])
        ++Found.Undetermined;
      else
        wrong(Mismatch::Kind::Decision, Each.Node, Each.Side, 0);
    }
  }

  bool hasTerm(NodeId Id) const { return Of.isSymbolic(Id) && shapeOf(Of.node(Id).Operation).Value; }

  void checkTerm(NodeId Id, const Evaluator &Evaluate) {
    if (!Of.isSymbolic(Id))
      return;
    if (!hasTerm(Id)) { // stores and updates hand on what they were given
      Loose[Id] = hasLooseOperand(Id);
      return;
    }
    ++Found.Nodes;
    std::uint64_t Says = lowBits(Evaluate.valueOf(Of.termOf(Id)));
    if (Says == saw(Id))
      return;
    if (isUndetermined(Of, Id) || hasLooseOperand(Id)) {
      Loose.set(Id);
      ++Found.Undetermined;
    } else {
      wrong(Mismatch::Kind::Term, Id, saw(Id), Says);
    }
  }

  bool hasLooseOperand(NodeId Id) const {
    bool Result = false;
    Of.forEachEdge(Id, [&](EdgeRole Role, NodeId Target) {
      Result |= Role != EdgeRole::Control && Role != EdgeRole::Potential && Loose[Target];
    });
    return Result;
  }

  Trace &Of;
  llvm::ArrayRef<llvm::APInt> Input;
  llvm::BitVector Loose; ///< the value of the term is not what the run saw, and need not be
  Validation Found;
};

const char *text(Mismatch::Kind What) {
  switch (What) {
  case Mismatch::Kind::Term:
    return "its term says";
  case Mismatch::Kind::Step:
    return "its operands say";
  case Mismatch::Kind::Decision:
    return "the condition of this side does not hold:";
  case Mismatch::Kind::Unmarked:
    return "it depends on the input and is not marked so:";
  case Mismatch::Kind::Input:
    return "the input says";
  }
  return "";
}

} // namespace

Validation validate(Trace &Of, llvm::ArrayRef<llvm::APInt> Input) {
  return Validator(Of, Input).run();
}

std::string describe(const Trace &Of, const Mismatch &Wrong) {
  const VernierNode &Node = Of.node(Wrong.Node);
  const Site &Where = Of.siteOf(Wrong.Node);
  return "node " + std::to_string(Wrong.Node) + " (operation " + std::to_string(Node.Operation) + ", " +
         std::to_string(Node.Bits) + " bits, " + Where.Function + " #" + std::to_string(Where.Ordinal) + " " +
         Where.Where.File + ":" + std::to_string(Where.Where.Line) + "): the run saw " + std::to_string(Wrong.Saw) +
         ", " + text(Wrong.What) + " " + std::to_string(Wrong.Says);
}

} // namespace vernier

#include "trace/Trace.h"

#include "trace/Shapes.h"

namespace vernier {

static DecisionKind kindOf(std::uint8_t Operation) {
  switch (Operation) {
  case VernierBranch:
    return DecisionKind::Branch;
  case VernierSwitch:
    return DecisionKind::Switch;
  case VernierTarget:
    return DecisionKind::Target;
  case VernierPin:
    return DecisionKind::Pin;
  case VernierTrap:
    return DecisionKind::Trap;
  default:
    return DecisionKind::Length;
  }
}

std::uint64_t sideOf(const VernierNode &Node) {
  bool Numbered = Node.Operation == VernierBranch || Node.Operation == VernierSwitch;
  return Numbered ? Node.C : Node.Value;
}

/// One of the cases of the successor; for the default none of those of the others.
Term Trace::switchTaken(const VernierNode &Node, Term Subject) {
  Term Any = Store->boolean(false);
  for (const auto &[Value, Successor] : Build->Sites[Node.Site].Cases)
    if (Node.C == 0 ? Successor != 0 : Successor == Node.C)
      Any = Store->orTerm(Any, Store->eq(Subject, Store->constant(llvm::APInt(Subject.bits(), Value))));
  return Node.C == 0 ? Store->notTerm(Any) : Any;
}

/// A number that an operation on floating-point numbers gave.
static bool isFloating(Term Value) {
  if (Value.is(Operation::Xor) || Value.is(Operation::And)) // its sign was changed
    return llvm::any_of(Value.operands(), isFloating);
  return (Value.operation() >= Operation::FAdd && Value.operation() <= Operation::FRound) ||
         Value.is(Operation::FConvert);
}

static bool isNaNPattern(unsigned Bits, std::uint64_t Value) {
  return (Bits == 32 || Bits == 64) && llvm::APFloat(floatFormat(Bits), llvm::APInt(Bits, Value)).isNaN();
}

Term Trace::takenBy(NodeId Id) {
  const VernierNode &Node = node(Id);
  Term Subject = termOf(Node.A);
  if (Node.Operation == VernierBranch || Node.Operation == VernierTrap)
    return sideOf(Node) ? Subject : Store->notTerm(Subject);
  if (Node.Operation == VernierSwitch)
    return switchTaken(Node, Subject);
  // Which sign a NaN has that an operation gives, neither; of a long double it is taken with the exponent.
  if (Subject.is(Operation::Extract) && Subject.operand(0).bits() == 80 && Subject.low() == 64 &&
      Subject.bits() == 16 && (Node.Value & 0x7fff) == 0x7fff && isFloating(Subject.operand(0)))
    return Store->orTerm(Store->isNaN(Subject.operand(0)), Store->eq(Subject, Store->constant(16, Node.Value)));
  if (Subject.bits() > 64) {
    Problems.push_back("node " + std::to_string(Id) + ": the trace has the low 64 bits only of what was taken for " +
                       "granted");
    return Store->eq(Store->extract(Subject, 0, 64), Store->constant(64, Node.Value));
  }
  // Which NaN an operation gives, the program does not determine.
  if (isFloating(Subject) && isNaNPattern(Subject.bits(), Node.Value))
    return Store->isNaN(Subject);
  return Store->eq(Subject, Store->constant(llvm::APInt(Subject.bits(), Node.Value)));
}

const std::vector<Decision> &Trace::decisions() {
  if (Taken)
    return *Taken;
  Taken.emplace();
  for (NodeId Id : Data.Decisions) {
    if (!isSymbolic(Id))
      continue;
    Term Condition = takenBy(Id);
    if (Condition.isTrue())
      continue;
    if (Condition.isFalse()) {
      const Site &Where = siteOf(Id);
      Problems.push_back("node " + std::to_string(Id) + ": no input decides this way, but the run did (" +
                         Where.Function + ", " + Where.Where.File + ":" + std::to_string(Where.Where.Line) + ")");
    }
    Taken->push_back({kindOf(node(Id).Operation), node(Id).Site, sideOf(node(Id)), Condition, Id});
  }
  return *Taken;
}

} // namespace vernier

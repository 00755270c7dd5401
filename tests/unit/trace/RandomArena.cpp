#include "RandomArena.h"

#include "term/Evaluate.h"
#include "trace/Step.h"

namespace vernier::test {

namespace {

class Filler {
public:
  Filler(ArenaWriter &W, Random &Generator) : W(W), Generator(Generator) {}

  void run(unsigned Steps) {
    static const unsigned Widths[] = {1, 8, 16, 32, 64};
    static const char *const Names[] = {"a", "b", "c", "d"};
    for (unsigned I = 0; I < 4; ++I) {
      unsigned Bits = Widths[Generator.below(5)];
      W.leaf(Bits, Names[I], interesting(Bits));
      Values.push_back(W.input(I, std::max(Bits, 8u)));
    }
    for (unsigned I = 0; I < Steps; ++I)
      step();
  }

private:
  std::uint64_t interesting(unsigned Bits) {
    std::uint64_t Some[] = {0, 1, 2, ~std::uint64_t(0), std::uint64_t(1) << (Bits - 1), Generator.next(), 7};
    return llvm::APInt(Bits, Some[Generator.below(7)]).getZExtValue();
  }

  /// A node appended with the value that its term has on the input.
  NodeId append(unsigned Operation, unsigned Bits, NodeId A, NodeId B, std::uint32_t C) {
    NodeId Id = W.node(Operation, Bits, A, B, C, 0, Control);
    auto Read = W.read();
    if (!Read)
      return 0;
    if (!Read->isSymbolic(Id)) {
      W.at(Id).Value = stepValue(*Read, Id).value_or(0);
      return Id;
    }
    Assignment Given;
    for (std::size_t I = 0; I < W.Leaves.size(); ++I)
      Given[W.Leaves[I]] = W.Values[I];
    W.at(Id).Value = evaluate(Read->termOf(Id), Given).extractBitsAsZExtValue(std::min(Bits, 64u), 0);
    return Id;
  }

  NodeId any() { return Values[Generator.below(Values.size())]; }

  NodeId ofWidth(unsigned Bits) {
    for (unsigned Tries = 0; Tries < 8; ++Tries)
      if (NodeId Found = any(); W.at(Found).Bits == Bits)
        return Found;
    return W.constant(Bits, interesting(Bits));
  }

  void push(NodeId Id) {
    if (Id != 0)
      Values.push_back(Id);
  }

  void step() {
    NodeId A = any();
    unsigned Bits = W.at(A).Bits;
    switch (Generator.below(12)) {
    case 0:
    case 1:
      return integer(A, Bits);
    case 2:
      return push(append(VernierEq + Generator.below(10), 1, A, ofWidth(Bits), 0));
    case 3:
      return cast(A, Bits);
    case 4:
      return push(append(VernierSelect, Bits, ofWidth(1), A, ofWidth(Bits)));
    case 5:
      return floating();
    case 6:
      return memory(A, Bits);
    case 7:
      return table(A, Bits);
    case 8:
    case 9:
      return decision(A, Bits);
    case 10:
      Chain = W.node(VernierPotentialMemory, 0, Chain, Control, 1, 0);
      return;
    default:
      Output = W.output(Output, "ab", {0, ofWidth(8)});
      if (Control != 0)
        W.node(VernierLeave, 0, 0, Control, 0, 0);
      return;
    }
  }

  void integer(NodeId A, unsigned Bits) {
    unsigned Operation = VernierAdd + static_cast<unsigned>(Generator.below(13));
    NodeId B = ofWidth(Bits);
    std::uint64_t Value = llvm::APInt(Bits, W.at(B).Value).getZExtValue();
    if (Operation >= VernierUDiv && Operation <= VernierSRem && Value == 0)
      return; // a run would have ended here
    push(append(Operation, Bits, A, B, 0));
  }

  void cast(NodeId A, unsigned Bits) {
    if (Bits < 64)
      push(append(VernierZExt + Generator.below(2), 64, A, 0, 0));
    if (Bits > 8) {
      push(append(VernierTrunc, 8, A, 0, 0));
      push(append(VernierExtract, 8, A, 0, static_cast<std::uint32_t>(Generator.below(Bits - 8))));
    }
    if (Bits <= 32)
      push(append(VernierConcat, 2 * Bits, A, ofWidth(Bits), 0));
  }

  void floating() {
    unsigned Bits = Generator.chance(50) ? 32 : 64;
    NodeId A = ofWidth(Bits), B = ofWidth(Bits);
    switch (Generator.below(5)) {
    case 0:
      return push(append(VernierFAdd + Generator.below(5), Bits, A, B, 0));
    case 1:
      return push(append(VernierFNeg + Generator.below(3), Bits, A, 0, 0));
    case 2:
      return push(append(VernierFFloor + Generator.below(5), Bits, A, 0, 0));
    case 3:
      return push(append(VernierFCompare, 1, A, B, static_cast<std::uint32_t>(Generator.below(16))));
    default:
      push(append(VernierFConvert, 96 - Bits, A, 0, 0));
      return push(append(VernierFToSInt + Generator.below(4), Generator.chance(50) ? 32 : 64, A, 0, 0));
    }
  }

  void memory(NodeId A, unsigned Bits) {
    unsigned Stored = std::max(Bits, 8u);
    NodeId Store = W.node(VernierStore, Stored, A, 0, 0, 0x1000, Control);
    push(append(VernierRead, Stored, Store, 0, Chain));
    if (Stored > 8)
      push(append(VernierPart, 8, Store, 0, static_cast<std::uint32_t>(Generator.below(Stored / 8))));
    NodeId Set = append(VernierDefine, Bits, A, 0, 0);
    push(Control != 0 ? append(VernierPotential, Bits, Set, Control, 0) : Set);
  }

  void table(NodeId A, unsigned Bits) {
    // An address inside of the table, whatever the input is.
    NodeId Low = append(VernierZExt, 64, Bits < 64 ? A : append(VernierTrunc, 8, A, 0, 0), 0, 0);
    NodeId Index = append(VernierAnd, 64, Low, W.constant(64, 3), 0);
    NodeId Address = append(VernierAdd, 64, append(VernierShl, 64, Index, W.constant(64, 2), 0), W.constant(64, 96), 0);
    std::vector<std::pair<NodeId, std::uint64_t>> Elements;
    for (unsigned I = 0; I < 4; ++I) {
      NodeId Each = Generator.chance(40) ? ofWidth(32) : 0;
      Elements.push_back({Each, Each ? W.at(Each).Value : interesting(32)});
    }
    std::uint32_t Table = W.table(96, 4, Elements);
    if (W.isSymbolic(Address)) {
      push(append(VernierLookup, 32, Address, Table, Chain));
      push(append(VernierLookup, 32, Address,
                  W.constantTable(96, 4, {interesting(32), interesting(32), interesting(32), interesting(32)}), Chain));
    }
    NodeId Update = W.node(VernierUpdate, 32, ofWidth(32), Address, Table, 0, Control);
    auto Which = static_cast<std::uint32_t>(Generator.below(4));
    push(append(VernierElement, 32, Update, Elements[Which].first, Which));
  }

  void decision(NodeId A, unsigned Bits) {
    std::uint64_t Value = llvm::APInt(Bits, W.at(A).Value).getZExtValue();
    NodeId Condition = ofWidth(1);
    auto Holds = static_cast<std::uint32_t>(W.at(Condition).Value & 1);
    switch (Generator.below(4)) {
    case 0:
      W.decide(VernierPin, A, VernierPinExternal, Value, Control);
      return;
    case 1:
      W.decide(VernierTrap, Condition, VernierTrapDivision, Holds, Control);
      return;
    case 2:
      if (Bits < 8) // its cases do not fit
        return;
      Control = W.decide(VernierSwitch, A, Value == 1 ? 1 : Value == 5 || Value == 7 ? 2 : 0, Value, Control, 2);
      return;
    default:
      Control = W.decide(VernierBranch, Condition, Holds, 0, Control);
      return;
    }
  }

  ArenaWriter &W;
  Random &Generator;
  std::vector<NodeId> Values;
  NodeId Control = 0, Chain = 0, Output = 0;
};

} // namespace

void fillRandomly(ArenaWriter &W, Random &Generator, unsigned Steps) {
  Filler(W, Generator).run(Steps);
}

} // namespace vernier::test

#include "trace/Shapes.h"

#include <array>

namespace vernier {

namespace {

using F = FieldKind;
using W = WidthRule;

constexpr NodeShape value(F A, F B, F C, W Width, bool Floating = false) {
  return {A, B, C, Width, Floating, true, false};
}

constexpr NodeShape decision(F C) {
  return {F::Operand, F::Unused, C, W::Special, false, false, true};
}

constexpr std::array<NodeShape, VernierOperationCount> makeShapes() {
  std::array<NodeShape, VernierOperationCount> Shapes = {};
  auto Each = [&](int First, int Last, NodeShape Shape) {
    for (int I = First; I <= Last; ++I)
      Shapes[static_cast<unsigned>(I)] = Shape;
  };
  Each(VernierInput, VernierInput, value(F::Number, F::Unused, F::Unused, W::Special));
  Each(VernierConstant, VernierConstant, value(F::Unused, F::Unused, F::Unused, W::Free));
  Each(VernierAdd, VernierXor, value(F::Operand, F::Operand, F::Unused, W::Same));
  Each(VernierEq, VernierSle, value(F::Operand, F::Operand, F::Unused, W::Compare));
  Each(VernierTrunc, VernierTrunc, value(F::Operand, F::Unused, F::Unused, W::Narrow));
  Each(VernierZExt, VernierSExt, value(F::Operand, F::Unused, F::Unused, W::Widen));
  Each(VernierExtract, VernierExtract, value(F::Operand, F::Unused, F::Number, W::Special));
  Each(VernierConcat, VernierConcat, value(F::Operand, F::Operand, F::Unused, W::Special));
  Each(VernierSelect, VernierSelect, value(F::Operand, F::Operand, F::Operand, W::Special));
  Each(VernierFAdd, VernierFRem, value(F::Operand, F::Operand, F::Unused, W::Same, true));
  Each(VernierFNeg, VernierFSqrt, value(F::Operand, F::Unused, F::Unused, W::Same, true));
  Each(VernierFFma, VernierFFma, value(F::Operand, F::Operand, F::Operand, W::Same, true));
  Each(VernierFFloor, VernierFRound, value(F::Operand, F::Unused, F::Unused, W::Same, true));
  Each(VernierFCompare, VernierFCompare, value(F::Operand, F::Operand, F::Number, W::Compare, true));
  Each(VernierFConvert, VernierUIntToF, value(F::Operand, F::Unused, F::Unused, W::Special));
  Each(VernierStore, VernierStore, {F::Node, F::Node, F::Unused, W::Special, false, false, false});
  Each(VernierDefine, VernierDefine, value(F::Node, F::Unused, F::Unused, W::Special));
  Each(VernierPotential, VernierPotential, value(F::Node, F::Node, F::Unused, W::Special));
  Each(VernierExternal, VernierExternal, value(F::Node, F::Node, F::Number, W::Free));
  Each(VernierRead, VernierRead, value(F::Node, F::Node, F::Chain, W::Special));
  Each(VernierPart, VernierPart, value(F::Node, F::Unused, F::Number, W::Special));
  Each(VernierLookup, VernierLookup, value(F::Operand, F::Table, F::Chain, W::Special));
  Each(VernierUpdate, VernierUpdate, {F::Operand, F::Operand, F::Table, W::Special, false, false, false});
  Each(VernierElement, VernierElement, value(F::Update, F::Node, F::Number, W::Special));
  Each(VernierPotentialMemory, VernierPotentialMemory, {F::Chain, F::Node, F::Unused, W::Free, false, false, false});
  Each(VernierBranch, VernierBranch, decision(F::Number));
  Each(VernierSwitch, VernierSwitch, decision(F::Number));
  Each(VernierTarget, VernierTarget, decision(F::Unused));
  Each(VernierPin, VernierPin, decision(F::Number));
  Each(VernierTrap, VernierTrap, decision(F::Number));
  Each(VernierLength, VernierLength, decision(F::Unused));
  Each(VernierLeave, VernierLeave, {F::Unused, F::Decision, F::Unused, W::Free, false, false, false});
  Each(VernierOutput, VernierOutput, {F::Node, F::Number, F::Number, W::Free, false, false, false});
  Each(VernierStatus, VernierStatus, {F::Node, F::Unused, F::Unused, W::Free, false, false, false});
  Each(VernierVisit, VernierVisit, {});
  return Shapes;
}

constexpr std::array<NodeShape, VernierOperationCount> Shapes = makeShapes();

} // namespace

const NodeShape &shapeOf(std::uint8_t Operation) {
  return Shapes[Operation];
}

} // namespace vernier

#include "guard/Property.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// The variables of a point as the leaves that expressions are read over.
InputSpace leavesOf(const PointAnchor &Anchor) {
  InputSpace Space;
  for (const PointVariable &Variable : Anchor.Variables) {
    InputLeaf Leaf;
    Leaf.Name = Variable.Name;
    if (std::size_t Arrow = Leaf.Name.find("->"); Arrow != std::string::npos)
      Leaf.Name.replace(Arrow, 2, "."); // as expressions spell it
    Leaf.Bits = Variable.Bits;
    Leaf.Signed = Variable.Signed;
    Leaf.Floating = Variable.Floating;
    Space.Leaves.push_back(std::move(Leaf));
  }
  return Space;
}

void collectLeaves(const Expression &From, std::vector<unsigned> &Into) {
  if (From.What == Expression::Op::Leaf)
    Into.push_back(From.LeafIndex);
  for (const Expression &Operand : From.Operands)
    collectLeaves(Operand, Into);
}

/// The same variables have the same types there.
bool sameVariables(const Expression &Condition, const PointAnchor &Base, const PointAnchor &Upgrade) {
  std::vector<unsigned> Leaves;
  collectLeaves(Condition, Leaves);
  return llvm::all_of(Leaves, [&](unsigned Leaf) {
    const PointVariable &Own = Base.Variables[Leaf];
    const PointVariable *Other = Upgrade.find(Own.Name);
    return Other && Other->Bits == Own.Bits && Other->Signed == Own.Signed && Other->Floating == Own.Floating &&
           Other->Pointer == Own.Pointer;
  });
}

/// Messages of the reader begin with the flag that it was made for.
Error readable(Error Why, const PointAnchor &At) {
  llvm::StringRef Text = Why.Message;
  Text.consume_front("--assume: ");
  Why.Message = "the property for " + At.Where.File + ":" + std::to_string(At.Where.Line) + ": " + Text.str();
  return Why;
}

} // namespace

Result<Property> readProperty(const std::vector<MonitoredPoint> &Points, std::size_t Point, const std::string &Text) {
  const MonitoredPoint &At = Points[Point];
  auto Condition = parseExpression(Text, leavesOf(At.Base));
  if (!Condition)
    return readable(Condition.takeError(), At.Base);
  Property Result;
  Result.Point = Point;
  Result.Text = Text;
  Result.InBase = std::move(*Condition);
  if (sameVariables(Result.InBase, At.Base, At.Upgrade))
    if (auto There = parseExpression(Text, leavesOf(At.Upgrade)))
      Result.InUpgrade = std::move(*There);
  return Result;
}

} // namespace vernier

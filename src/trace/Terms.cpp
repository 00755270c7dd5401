#include "trace/Trace.h"

#include "term/Table.h"
#include "trace/Shapes.h"

namespace vernier {

using llvm::APInt;

/// Makes the terms of nodes whose operands have theirs.
class TermBuilder {
public:
  explicit TermBuilder(Trace &Of) : Of(Of), Store(*Of.Store) {}

  /// The nodes whose terms the term of a symbolic node is made of. The others are constants.
  template <class Visitor> void forEachNeeded(NodeId Id, Visitor &&Visit) {
    const VernierNode &Node = Of.node(Id);
    if (Node.Operation == VernierLookup) {
      Visit(Node.A);
      TableView Table = Of.table(Node.B);
      for (std::uint32_t I = 0; !Table.isConcrete() && I < Table.count(); ++I)
        Visit(Table.node(I));
    } else if (Node.Operation == VernierElement) {
      Visit(Of.node(Node.A).A);
      Visit(Of.node(Node.A).B);
      Visit(Node.B);
    } else {
      const NodeShape &Shape = shapeOf(Node.Operation);
      for (auto [Kind, Field] : {std::pair(Shape.A, Node.A), std::pair(Shape.B, Node.B), std::pair(Shape.C, Node.C)})
        if (Kind == FieldKind::Operand)
          Visit(Field);
      if (Shape.A == FieldKind::Node)
        Visit(Node.A);
    }
  }

  Term build(NodeId Id) {
    const VernierNode &Node = Of.node(Id);
    if (!Of.isSymbolic(Id))
      return concrete(Id);
    switch (Node.Operation) {
    case VernierInput:
      return Store.zext(Of.LeafTerms[Node.A], Node.Bits);
    case VernierStore:
      return Store.zext(term(Node.A), Node.Bits);
    case VernierDefine:
    case VernierPotential:
    case VernierRead:
      return term(Node.A);
    case VernierPart:
      return Store.extract(term(Node.A), 8 * Node.C, Node.Bits);
    case VernierExtract:
      return Store.extract(term(Node.A), Node.C, Node.Bits);
    case VernierConcat:
      return Store.concat(term(Node.A), term(Node.B));
    case VernierSelect:
      return Store.ite(term(Node.A), term(Node.B), term(Node.C));
    case VernierTrunc:
      return Store.extract(term(Node.A), 0, Node.Bits);
    case VernierZExt:
      return Store.zext(term(Node.A), Node.Bits);
    case VernierSExt:
      return Store.sext(term(Node.A), Node.Bits);
    case VernierLookup:
      return lookup(Node);
    case VernierElement:
      return element(Node);
    default:
      break;
    }
    if (Node.Operation >= VernierAdd && Node.Operation <= VernierXor)
      return arithmetic(Node);
    if (Node.Operation >= VernierEq && Node.Operation <= VernierSle)
      return comparison(Node);
    return floating(Node);
  }

private:
  Term term(NodeId Id) { return Of.isSymbolic(Id) ? Of.Terms[Id] : concrete(Id); }

  /// The value that the run saw.
  Term concrete(NodeId Id) {
    const VernierNode &Node = Of.node(Id);
    if (Node.Bits <= 64)
      return Store.constant(APInt(std::max<unsigned>(Node.Bits, 1), Node.Value));
    return wide(Id);
  }

  /// Of a wide value the node has the low bits only: the others follow from what it was made of.
  Term wide(NodeId Id) {
    const VernierNode &Node = Of.node(Id);
    unsigned Steps = 0;
    if (Term Whole = made(Id, 0, Steps); Whole && Whole.bits() == Node.Bits)
      return Whole;
    Of.Problems.push_back("node " + std::to_string(Id) + ": its " + std::to_string(Node.Bits) +
                          " bits are not in the trace");
    return Store.constant(APInt(64, Node.Value).zext(Node.Bits));
  }

  /// A constant; nothing if the trace does not tell it.
  Term made(NodeId Id, unsigned Depth, unsigned &Steps) {
    constexpr unsigned MostDepth = 2048, MostSteps = 8192;
    const VernierNode &Node = Of.node(Id);
    if (Id == 0 || Depth == MostDepth || ++Steps > MostSteps || Node.Bits == 0)
      return {};
    if (Node.Bits <= 64 && shapeOf(Node.Operation).Value)
      return Store.constant(Node.Bits, Node.Value);
    Term A = made(Node.A, Depth + 1, Steps);
    if (!A)
      return {};
    switch (Node.Operation) {
    case VernierDefine:
    case VernierPotential:
    case VernierRead:
      return A;
    case VernierStore:
    case VernierZExt:
      return A.bits() <= Node.Bits ? Store.zext(A, Node.Bits) : Term();
    case VernierSExt:
      return A.bits() <= Node.Bits ? Store.sext(A, Node.Bits) : Term();
    default:
      return madeOf(Node, A, made(Node.B, Depth + 1, Steps));
    }
  }

  Term madeOf(const VernierNode &Node, Term A, Term B) {
    if (!B || Node.Operation < VernierAdd)
      return {};
    if (Node.Operation == VernierConcat)
      return Store.concat(A, B);
    bool Divides = Node.Operation >= VernierUDiv && Node.Operation <= VernierSRem;
    if (Node.Operation > VernierXor || A.bits() != B.bits() || (Divides && B.isZero()))
      return {};
    return arithmetic(Node.Operation, A, B);
  }

  Term arithmetic(const VernierNode &Node) {
    Term A = term(Node.A), B = term(Node.B);
    bool Divides = Node.Operation >= VernierUDiv && Node.Operation <= VernierSRem;
    if (Divides && B.isZero()) // the run would have ended before; it is the decision about it that counts
      return Store.constant(APInt(64, Node.Value).zextOrTrunc(Node.Bits));
    return arithmetic(Node.Operation, A, B);
  }

  Term arithmetic(std::uint8_t Operation, Term A, Term B) {
    switch (Operation) {
    case VernierAdd:
      return Store.add(A, B);
    case VernierSub:
      return Store.sub(A, B);
    case VernierMul:
      return Store.mul(A, B);
    case VernierUDiv:
      return Store.udiv(A, B);
    case VernierSDiv:
      return Store.sdiv(A, B);
    case VernierURem:
      return Store.urem(A, B);
    case VernierSRem:
      return Store.srem(A, B);
    case VernierShl:
      return Store.shl(A, B);
    case VernierLShr:
      return Store.lshr(A, B);
    case VernierAShr:
      return Store.ashr(A, B);
    case VernierAnd:
      return Store.andTerm(A, B);
    case VernierOr:
      return Store.orTerm(A, B);
    default:
      return Store.xorTerm(A, B);
    }
  }

  Term comparison(const VernierNode &Node) {
    Term A = term(Node.A), B = term(Node.B);
    switch (Node.Operation) {
    case VernierEq:
      return Store.eq(A, B);
    case VernierNe:
      return Store.ne(A, B);
    case VernierUgt:
      return Store.ult(B, A);
    case VernierUge:
      return Store.ule(B, A);
    case VernierUlt:
      return Store.ult(A, B);
    case VernierUle:
      return Store.ule(A, B);
    case VernierSgt:
      return Store.slt(B, A);
    case VernierSge:
      return Store.sle(B, A);
    case VernierSlt:
      return Store.slt(A, B);
    default:
      return Store.sle(A, B);
    }
  }

  Term floating(const VernierNode &Node) {
    using Rounding = llvm::RoundingMode;
    Term A = term(Node.A);
    switch (Node.Operation) {
    case VernierFAdd:
      return Store.fadd(A, term(Node.B));
    case VernierFSub:
      return Store.fsub(A, term(Node.B));
    case VernierFMul:
      return Store.fmul(A, term(Node.B));
    case VernierFDiv:
      return Store.fdiv(A, term(Node.B));
    case VernierFRem:
      return Store.frem(A, term(Node.B));
    case VernierFNeg:
      return Store.fneg(A);
    case VernierFAbs:
      return Store.fabs(A);
    case VernierFSqrt:
      return Store.fsqrt(A);
    case VernierFFma:
      return Store.fma(A, term(Node.B), term(Node.C));
    case VernierFFloor:
      return Store.fround(A, Rounding::TowardNegative);
    case VernierFCeil:
      return Store.fround(A, Rounding::TowardPositive);
    case VernierFTrunc:
      return Store.fround(A, Rounding::TowardZero);
    case VernierFNearest:
      return Store.fround(A, Rounding::NearestTiesToEven);
    case VernierFRound:
      return Store.fround(A, Rounding::NearestTiesToAway);
    case VernierFCompare:
      return floatComparison(Node.C, A, term(Node.B));
    case VernierFConvert:
      return Store.fconvert(A, Node.Bits);
    case VernierFToSInt:
      return Store.ftosi(A, Node.Bits);
    case VernierFToUInt:
      return Store.ftoui(A, Node.Bits);
    case VernierSIntToF:
      return Store.sitof(A, Node.Bits);
    default:
      return Store.uitof(A, Node.Bits);
    }
  }

  /// The bits of llvm::CmpInst::Predicate: equal, greater, less, unordered.
  Term floatComparison(unsigned Predicate, Term A, Term B) {
    if (Predicate & 8) // not the opposite, which is false for NaN
      return Store.notTerm(floatComparison(15 - Predicate, A, B));
    switch (Predicate) {
    case 0:
      return Store.boolean(false);
    case 1:
      return Store.feq(A, B);
    case 2:
      return Store.flt(B, A);
    case 3:
      return Store.fle(B, A);
    case 4:
      return Store.flt(A, B);
    case 5:
      return Store.fle(A, B);
    case 6:
      return Store.orTerm(Store.flt(A, B), Store.flt(B, A));
    default:
      return Store.andTerm(Store.feq(A, A), Store.feq(B, B));
    }
  }

  Term lookup(const VernierNode &Node) {
    TableView Table = Of.table(Node.B);
    if (Table.isConcrete()) {
      std::vector<std::uint64_t> Values(Table.count());
      for (std::uint32_t I = 0; I < Table.count(); ++I)
        Values[I] = Table.value(I);
      return constantTableTerm(Store, term(Node.A), Table.first(), Table.stride(), Node.Bits, Values);
    }
    std::vector<Term> Elements;
    for (std::uint32_t I = 0; I < Table.count(); ++I) {
      NodeId Each = Table.node(I);
      Elements.push_back(Of.isSymbolic(Each) ? Of.Terms[Each] : Store.constant(APInt(Node.Bits, Table.value(I))));
    }
    return tableTerm(Store, term(Node.A), Table.first(), Table.stride(), Elements);
  }

  Term element(const VernierNode &Node) {
    const VernierNode &Update = Of.node(Node.A);
    TableView Table = Of.table(Update.C);
    Term Place = Store.constant(64, Table.first() + std::uint64_t(Table.stride()) * Node.C);
    Term Before = Of.isSymbolic(Node.B) ? Of.Terms[Node.B] : Store.constant(APInt(Node.Bits, Table.value(Node.C)));
    return Store.ite(Store.eq(term(Update.B), Place), Store.zext(term(Update.A), Node.Bits), Before);
  }

  Trace &Of;
  TermStore &Store;
};

Term Trace::termOf(NodeId Root) {
  assert(Root != 0 && Root < size() && "no such node");
  if (Terms.empty())
    Terms.resize(size());
  TermBuilder Builder(*this);
  if (!isSymbolic(Root))
    return Builder.build(Root);
  std::vector<NodeId> Open = {Root};
  while (!Open.empty()) {
    NodeId Next = Open.back();
    std::size_t Before = Open.size();
    if (!Terms[Next])
      Builder.forEachNeeded(Next, [&](NodeId Operand) {
        if (isSymbolic(Operand) && !Terms[Operand])
          Open.push_back(Operand);
      });
    if (Open.size() != Before)
      continue;
    Open.pop_back();
    if (!Terms[Next])
      Terms[Next] = Builder.build(Next);
  }
  return Terms[Root];
}

} // namespace vernier

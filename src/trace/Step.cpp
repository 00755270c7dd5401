#include "trace/Step.h"

#include "trace/Shapes.h"

#include <bit>
#include <cmath>

namespace vernier {

namespace {

std::uint64_t mask(unsigned Bits) {
  return Bits >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << Bits) - 1;
}

std::int64_t signedValue(std::uint64_t Value, unsigned Bits) {
  unsigned Unused = 64 - Bits;
  return static_cast<std::int64_t>(Value << Unused) >> Unused;
}

std::optional<std::uint64_t> integerStep(unsigned Operation, unsigned Bits, std::uint64_t A, std::uint64_t B) {
  std::int64_t X = signedValue(A, Bits), Y = signedValue(B, Bits);
  bool Divides = Operation >= VernierUDiv && Operation <= VernierSRem;
  bool Shifts = Operation >= VernierShl && Operation <= VernierAShr;
  if ((Divides && B == 0) || (Shifts && B >= Bits))
    return std::nullopt;
  if (Y == -1 && Operation == VernierSDiv) // the machine traps for the least value
    return 0 - A;
  if (Y == -1 && Operation == VernierSRem)
    return 0;
  switch (Operation) {
  case VernierAdd:
    return A + B;
  case VernierSub:
    return A - B;
  case VernierMul:
    return A * B;
  case VernierUDiv:
    return A / B;
  case VernierSDiv:
    return X / Y;
  case VernierURem:
    return A % B;
  case VernierSRem:
    return X % Y;
  case VernierShl:
    return A << B;
  case VernierLShr:
    return A >> B;
  case VernierAShr:
    return X >> B;
  case VernierAnd:
    return A & B;
  case VernierOr:
    return A | B;
  case VernierXor:
    return A ^ B;
  case VernierEq:
    return A == B;
  case VernierNe:
    return A != B;
  case VernierUgt:
    return A > B;
  case VernierUge:
    return A >= B;
  case VernierUlt:
    return A < B;
  case VernierUle:
    return A <= B;
  case VernierSgt:
    return X > Y;
  case VernierSge:
    return X >= Y;
  case VernierSlt:
    return X < Y;
  case VernierSle:
    return X <= Y;
  default:
    return std::nullopt;
  }
}

template <class F> std::optional<F> floatStep(unsigned Operation, F A, F B, F C) {
  switch (Operation) {
  case VernierFAdd:
    return A + B;
  case VernierFSub:
    return A - B;
  case VernierFMul:
    return A * B;
  case VernierFDiv:
    return A / B;
  case VernierFRem:
    return std::fmod(A, B);
  case VernierFNeg:
    return -A;
  case VernierFAbs:
    return std::fabs(A);
  case VernierFSqrt:
    return std::sqrt(A);
  case VernierFFma:
    return std::fma(A, B, C);
  case VernierFFloor:
    return std::floor(A);
  case VernierFCeil:
    return std::ceil(A);
  case VernierFTrunc:
    return std::trunc(A);
  case VernierFNearest:
    return std::nearbyint(A);
  case VernierFRound:
    return std::round(A);
  default:
    return std::nullopt;
  }
}

template <class F> bool compares(unsigned Predicate, F A, F B) {
  return (Predicate & 1 && A == B) || (Predicate & 2 && A > B) || (Predicate & 4 && A < B) ||
         (Predicate & 8 && (std::isnan(A) || std::isnan(B)));
}

double doubleOf(std::uint64_t Value, unsigned Bits) {
  return Bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(Value)) : std::bit_cast<double>(Value);
}

std::uint64_t bitsOf(double Value) {
  return std::bit_cast<std::uint64_t>(Value);
}
std::uint64_t bitsOf(float Value) {
  return std::bit_cast<std::uint32_t>(Value);
}

/// The values of the operands of one node.
class Step {
public:
  Step(const Trace &Of, NodeId Id)
      : Of(Of), Node(Of.node(Id)), Operation(Node.Operation), Shape(shapeOf(Node.Operation)) {}

  std::optional<std::uint64_t> value() const {
    if (Node.Bits > 64 || Node.Bits == 0)
      return std::nullopt;
    auto Result = compute();
    return Result ? std::optional(*Result & mask(Node.Bits)) : std::nullopt;
  }

  bool isUndetermined() const {
    auto A = field(Shape.A, Node.A);
    if (isFloat() && A)
      return std::isnan(doubleOf(Node.Value, Node.Bits));
    if ((Operation == VernierFToSInt || Operation == VernierFToUInt) && A)
      return !holds(doubleOf(*A, Of.node(Node.A).Bits));
    if ((Operation == VernierFToSInt || Operation == VernierFToUInt) && bitsOfA() == 80) // what processors give then
      return Node.Value << (65 - Node.Bits) == 0;
    if (Operation >= VernierShl && Operation <= VernierAShr)
      if (auto B = field(Shape.B, Node.B))
        return *B >= Node.Bits;
    return false;
  }

private:
  bool isFloat() const {
    return ((Operation >= VernierFAdd && Operation <= VernierFRound) || Operation == VernierFConvert) &&
           (Node.Bits == 32 || Node.Bits == 64);
  }

  /// The integral part lies in the type.
  bool holds(double Number) const {
    double Whole = std::trunc(Number), Limit = std::ldexp(1.0, Node.Bits);
    return Operation == VernierFToUInt ? Whole >= 0 && Whole < Limit : Whole >= -Limit / 2 && Whole < Limit / 2;
  }

  /// What the run saw of a node; of a store what it wrote.
  std::optional<std::uint64_t> seen(NodeId Id) const {
    const VernierNode *Seen = &Of.node(Id);
    if (Id != 0 && Seen->Operation == VernierStore) {
      Id = Seen->A;
      Seen = &Of.node(Id);
    }
    if (Id == 0 || Seen->Bits == 0 || Seen->Bits > 64 || Seen->Operation == VernierStore ||
        Seen->Operation == VernierUpdate || Seen->Operation == VernierOutput)
      return std::nullopt;
    return Seen->Value & mask(Seen->Bits);
  }

  std::optional<std::uint64_t> field(FieldKind Kind, std::uint32_t Field) const {
    return Kind == FieldKind::Operand || Kind == FieldKind::Node ? seen(Field) : std::nullopt;
  }

  unsigned bitsOfA() const { return Of.node(Node.A).Bits; }

  std::optional<std::uint64_t> compute() const {
    if (Operation == VernierElement)
      return element();
    auto A = field(Shape.A, Node.A);
    if (Operation == VernierInput || Operation == VernierConstant || Operation == VernierExternal || !A)
      return std::nullopt;
    switch (Operation) {
    case VernierTrunc:
    case VernierZExt:
    case VernierDefine:
    case VernierPotential:
    case VernierRead:
      return A;
    case VernierSExt:
      return signedValue(*A, bitsOfA());
    case VernierExtract:
      return Node.C < 64 ? std::optional(*A >> Node.C) : std::nullopt;
    case VernierPart:
      return Node.C < 8 ? std::optional(*A >> (8 * Node.C)) : std::nullopt;
    case VernierLookup:
      return lookup(*A);
    case VernierSIntToF:
      return Node.Bits == 32 ? bitsOf(static_cast<float>(signedValue(*A, bitsOfA())))
                             : bitsOf(static_cast<double>(signedValue(*A, bitsOfA())));
    case VernierUIntToF:
      return Node.Bits == 32 ? bitsOf(static_cast<float>(*A)) : bitsOf(static_cast<double>(*A));
    default:
      break;
    }
    auto B = field(Shape.B, Node.B), C = field(Shape.C, Node.C);
    if (Operation == VernierSelect)
      return *A ? B : C;
    if (Operation >= VernierFAdd && Operation <= VernierFToUInt)
      return floating(*A, B.value_or(0), C.value_or(0));
    if (!B)
      return std::nullopt;
    if (Operation == VernierConcat)
      return Of.node(Node.B).Bits < 64 ? std::optional(*A << Of.node(Node.B).Bits | *B) : std::nullopt;
    return integerStep(Operation, bitsOfA(), *A, *B);
  }

  std::optional<std::uint64_t> floating(std::uint64_t A, std::uint64_t B, std::uint64_t C) const {
    unsigned Bits = bitsOfA();
    if ((Bits != 32 && Bits != 64) || Node.Bits == 16)
      return std::nullopt;
    double X = doubleOf(A, Bits), Y = doubleOf(B, Bits);
    if (Operation == VernierFCompare)
      return compares(Node.C, X, Y);
    if (Operation == VernierFConvert)
      return Node.Bits == 32 ? bitsOf(static_cast<float>(X)) : bitsOf(X);
    if (Operation == VernierFToSInt || Operation == VernierFToUInt) {
      if (!holds(X))
        return std::nullopt;
      return Operation == VernierFToSInt ? static_cast<std::uint64_t>(static_cast<std::int64_t>(X))
                                         : static_cast<std::uint64_t>(X);
    }
    if (Bits == 64) {
      auto Result = floatStep<double>(Operation, X, Y, doubleOf(C, 64));
      return Result ? std::optional(bitsOf(*Result)) : std::nullopt;
    }
    auto Result =
        floatStep<float>(Operation, static_cast<float>(X), static_cast<float>(Y), static_cast<float>(doubleOf(C, 32)));
    return Result ? std::optional(bitsOf(*Result)) : std::nullopt;
  }

  std::optional<std::uint64_t> lookup(std::uint64_t Address) const {
    TableView Table = Of.table(Node.B);
    std::uint64_t Offset = Address - Table.first();
    if (Offset % Table.stride() != 0 || Offset / Table.stride() >= Table.count())
      return std::nullopt;
    auto Index = static_cast<std::uint32_t>(Offset / Table.stride());
    auto Value = seen(Table.node(Index));
    return Value ? Value : Table.value(Index);
  }

  std::optional<std::uint64_t> element() const {
    const VernierNode &Update = Of.node(Node.A);
    auto Address = seen(Update.B);
    if (!Address)
      return std::nullopt;
    TableView Table = Of.table(Update.C);
    if (*Address == Table.first() + std::uint64_t(Table.stride()) * Node.C)
      return seen(Update.A);
    auto Before = seen(Node.B);
    return Before ? Before : Table.value(Node.C);
  }

  const Trace &Of;
  const VernierNode &Node;
  unsigned Operation;
  const NodeShape &Shape;
};

} // namespace

std::optional<std::uint64_t> stepValue(const Trace &Of, NodeId Id) {
  return Step(Of, Id).value();
}

bool isUndetermined(const Trace &Of, NodeId Id) {
  return Step(Of, Id).isUndetermined();
}

} // namespace vernier

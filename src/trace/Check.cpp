#include "trace/Check.h"

#include "trace/Shapes.h"

#include <llvm/ADT/Twine.h>

namespace vernier {

namespace {

/// Wider values have no terms.
constexpr unsigned MostBits = 4096;
/// All elements of all tables and outputs together; what a run leaves in good order has one table for each access.
constexpr std::uint64_t MostElements = std::uint64_t(1) << 26;

bool isFloatWidth(unsigned Bits) {
  return Bits == 16 || Bits == 32 || Bits == 64 || Bits == 80;
}

class Checker {
public:
  Checker(const Arena &Trace, const Instrumentation &Build, llvm::ArrayRef<unsigned> LeafBits)
      : Nodes(Trace.Nodes), Words(Trace.Words), Trace(Trace), Build(Build), LeafBits(LeafBits) {}

  Result<CheckedNodes> run() {
    Found.Symbolic.resize(static_cast<unsigned>(Nodes.size()));
    for (Id = 1; Id < Nodes.size(); ++Id)
      if (const char *Wrong = checkNode())
        return analysisError((llvm::Twine("corrupt trace: node ") + llvm::Twine(Id) + " (operation " +
                              llvm::Twine(unsigned(Nodes[Id].Operation)) + "): " + Wrong)
                                 .str());
    if (const char *Wrong = checkRoots())
      return analysisError(std::string("corrupt trace: ") + Wrong);
    return std::move(Found);
  }

private:
  bool symbolic(std::uint32_t Operand) const { return Found.Symbolic[Operand]; }
  unsigned bits(std::uint32_t Operand) const { return Nodes[Operand].Bits; }

  const char *checkNode() {
    const VernierNode &Node = Nodes[Id];
    if (Node.Operation == VernierNone || Node.Operation >= VernierOperationCount)
      return "there is no such operation";
    if (Node.Site >= Build.Sites.size())
      return "there is no such site";
    if (Node.Control >= Id || (Node.Control != 0 && !shapeOf(Nodes[Node.Control].Operation).Decision))
      return "what it runs under is no decision before it";
    const NodeShape &Shape = shapeOf(Node.Operation);
    for (auto [Kind, Field] : {std::pair(Shape.A, Node.A), std::pair(Shape.B, Node.B), std::pair(Shape.C, Node.C)})
      if (const char *Wrong = checkField(Kind, Field))
        return Wrong;
    if (const char *Wrong = checkNumbers(Node))
      return Wrong;
    bool Computed = dependsOnInput(Node, Shape);
    if (!Computed)
      return nullptr;
    if (!(Node.Flags & VernierSymbolic)) {
      Found.Unmarked.push_back(Id);
      return nullptr;
    }
    Found.Symbolic.set(Id);
    if (Shape.Value && (Node.Bits == 0 || Node.Bits > MostBits))
      return "no value is that wide";
    if (Shape.Floating && !isFloatWidth(bits(Node.A)))
      return "no number is that wide";
    for (auto [Kind, Field] : {std::pair(Shape.A, Node.A), std::pair(Shape.B, Node.B), std::pair(Shape.C, Node.C)})
      if (Kind == FieldKind::Operand && Field == 0)
        return "an operand is missing";
    return checkWidths(Node, Shape);
  }

  const char *checkField(FieldKind Kind, std::uint32_t Field) {
    if (Kind == FieldKind::Unused || Kind == FieldKind::Number)
      return nullptr;
    if (Kind == FieldKind::Table)
      return checkTable(Field);
    if (Field >= Id)
      return "an operand is not before it";
    std::uint8_t Operation = Nodes[Field].Operation;
    if (Kind == FieldKind::Operand && Field != 0 && !shapeOf(Operation).Value)
      return "an operand has no value";
    if (Kind == FieldKind::Chain && Field != 0 && Operation != VernierPotentialMemory)
      return "what should be a potential definition is none";
    if (Kind == FieldKind::Update && Operation != VernierUpdate)
      return "what should be an update is none";
    if (Kind == FieldKind::Decision && !shapeOf(Operation).Decision)
      return "what should be a decision is none";
    return nullptr;
  }

  bool countElements(std::uint64_t Count) { return (Elements += Count) <= MostElements; }

  const char *checkTable(std::uint32_t Index) {
    constexpr std::size_t Header = TableView::HeaderWords;
    if (Index == 0 || Words.size() < Header || Index > Words.size() - Header)
      return "its table is not there";
    TableView Table(Words, Index);
    std::uint64_t Room = Words.size() - Header - Index;
    if (Words[Index + Header - 1] > VernierTableOfBytes)
      return "its table is of no kind";
    if (Table.isConcrete())
      return Table.stride() != 0 && Table.stride() <= 8 && Table.count() != 0 &&
                     (std::uint64_t(Table.count()) * Table.stride() + 3) / 4 <= Room
                 ? nullptr
                 : "its table does not fit";
    if (Table.stride() == 0 || Table.count() == 0 || 3 * std::uint64_t(Table.count()) > Room)
      return "its table does not fit";
    if (!countElements(Table.count()))
      return "the tables have too many elements";
    for (std::uint32_t I = 0; I < Table.count(); ++I)
      if (Table.node(I) >= Id || (Table.node(I) != 0 && !isContents(Nodes[Table.node(I)].Operation)))
        return "an element of its table is no value before it";
    return nullptr;
  }

  static bool isContents(std::uint8_t Operation) { return shapeOf(Operation).Value || Operation == VernierStore; }

  const char *checkNumbers(const VernierNode &Node) {
    switch (Node.Operation) {
    case VernierInput:
      return Node.A < LeafBits.size() ? nullptr : "there is no such leaf of the input";
    case VernierStore:
    case VernierDefine:
    case VernierPotential:
    case VernierRead:
    case VernierPart:
      // An output that a branch might have written is a potential definition of the stream.
      return Node.A == 0 || isContents(Nodes[Node.A].Operation) ||
                     (Node.Operation == VernierPotential && Nodes[Node.A].Operation == VernierOutput)
                 ? nullptr
                 : "what it defines or reads has no value";
    case VernierElement:
      return Node.C < TableView(Words, Nodes[Node.A].C).count() && (Node.B == 0 || isContents(Nodes[Node.B].Operation))
                 ? nullptr
                 : "its table has no such element";
    case VernierFCompare:
      return Node.C <= 15 ? nullptr : "there is no such comparison";
    case VernierBranch:
      return Node.C <= 1 ? nullptr : "a branch has two sides";
    case VernierTrap: // of several objects, which
      return Node.Value <= 1 || Node.C == VernierTrapBounds ? nullptr : "a trap has two sides";
    case VernierSwitch:
      return Node.C < Build.Sites[Node.Site].Successors ? nullptr : "the switch has no such successor";
    case VernierExternal:
      return Node.C < Build.Externals.size() || Build.Externals.empty() ? nullptr : "there is no such function";
    case VernierOutput:
      return checkOutput(Node);
    case VernierStatus:
      return !symbolic(Node.A) || isContents(Nodes[Node.A].Operation) ? nullptr : "the status has no value";
    default:
      return nullptr;
    }
  }

  const char *checkOutput(const VernierNode &Node) {
    std::uint64_t Size = Node.Value;
    if (Size == 0)
      return nullptr;
    if (Node.B == 0 || Node.B > Words.size() || Size > Words.size() || Size + (Size + 3) / 4 > Words.size() - Node.B)
      return "its bytes are not there";
    if (!countElements(Size))
      return "there are too many bytes of output";
    for (std::uint32_t Byte : Words.slice(Node.B, Size)) {
      if (Byte >= Id)
        return "a byte of output is not before it";
      if (symbolic(Byte) && (!isContents(Nodes[Byte].Operation) || bits(Byte) != 8))
        return "a byte of output has no value";
    }
    return nullptr;
  }

  bool dependsOnInput(const VernierNode &Node, const NodeShape &Shape) const {
    switch (Node.Operation) {
    case VernierInput:
      return true;
    case VernierStore:
    case VernierDefine:
    case VernierPotential:
    case VernierRead:
    case VernierPart:
      return symbolic(Node.A);
    case VernierElement:
      return symbolic(Node.A) || symbolic(Node.B);
    case VernierLookup: {
      if (symbolic(Node.A))
        return true;
      TableView Table(Words, Node.B);
      for (std::uint32_t I = 0; !Table.isConcrete() && I < Table.count(); ++I)
        if (symbolic(Table.node(I)))
          return true;
      return false;
    }
    default:
      for (auto [Kind, Field] : {std::pair(Shape.A, Node.A), std::pair(Shape.B, Node.B), std::pair(Shape.C, Node.C)})
        if (Kind == FieldKind::Operand && symbolic(Field))
          return true;
      return false;
    }
  }

  const char *checkWidths(const VernierNode &Node, const NodeShape &Shape) const {
    const char *Wrong = "the widths of its operands do not fit";
    switch (Shape.Width) {
    case WidthRule::Free:
      return nullptr;
    case WidthRule::Same:
      return allOperands(Node, Shape, Node.Bits) ? nullptr : Wrong;
    case WidthRule::Compare:
      return Node.Bits == 1 && allOperands(Node, Shape, bits(Node.A)) ? nullptr : Wrong;
    case WidthRule::Narrow:
      return bits(Node.A) >= Node.Bits ? nullptr : Wrong;
    case WidthRule::Widen:
      return bits(Node.A) != 0 && bits(Node.A) <= Node.Bits ? nullptr : Wrong;
    case WidthRule::Special:
      return fits(Node) ? nullptr : Wrong;
    }
    return Wrong;
  }

  bool allOperands(const VernierNode &Node, const NodeShape &Shape, unsigned Bits) const {
    auto Fits = [&](FieldKind Kind, std::uint32_t Field) { return Kind != FieldKind::Operand || bits(Field) == Bits; };
    return Bits != 0 && Fits(Shape.A, Node.A) && Fits(Shape.B, Node.B) && Fits(Shape.C, Node.C);
  }

  bool fits(const VernierNode &Node) const {
    unsigned Bits = Node.Bits;
    switch (Node.Operation) {
    case VernierInput:
      return LeafBits[Node.A] <= Bits;
    case VernierExtract:
      return Node.C <= MostBits && Node.C + Bits <= bits(Node.A);
    case VernierConcat:
      return bits(Node.A) != 0 && bits(Node.B) != 0 && bits(Node.A) + bits(Node.B) == Bits;
    case VernierSelect:
      return bits(Node.A) == 1 && bits(Node.B) == Bits && bits(Node.C) == Bits;
    case VernierFConvert:
      return isFloatWidth(bits(Node.A)) && isFloatWidth(Bits);
    case VernierFToSInt:
    case VernierFToUInt:
      return isFloatWidth(bits(Node.A));
    case VernierSIntToF:
    case VernierUIntToF:
      return isFloatWidth(Bits) && bits(Node.A) != 0;
    case VernierStore: // a value of a few bits is stored as whole bytes, the others zero
      return Bits != 0 && bits(Node.A) <= Bits;
    case VernierDefine:
    case VernierPotential:
    case VernierRead:
      return bits(Node.A) == Bits;
    case VernierPart:
      return Node.C < MostBits && 8 * Node.C + Bits <= bits(Node.A);
    case VernierLookup:
      return bits(Node.A) == 64 && elementsFit(Node.B, Bits);
    case VernierUpdate:
      return bits(Node.B) == 64 && bits(Node.A) != 0;
    case VernierElement:
      return bits(Nodes[Node.A].A) <= Bits && bits(Nodes[Node.A].B) == 64 &&
             (symbolic(Node.B) ? bits(Node.B) == Bits : Bits <= 64);
    case VernierBranch:
    case VernierTrap:
      return bits(Node.A) == 1;
    case VernierSwitch:
      return bits(Node.A) != 0 && bits(Node.A) <= 64;
    case VernierTarget:
      return bits(Node.A) == 64;
    case VernierPin:
    case VernierLength:
      return bits(Node.A) != 0;
    default:
      return false;
    }
  }

  bool elementsFit(std::uint32_t Index, unsigned Bits) const {
    TableView Table(Words, Index);
    if (Table.isConcrete())
      return Bits == 8 * Table.stride();
    for (std::uint32_t I = 0; I < Table.count(); ++I)
      if (symbolic(Table.node(I)) ? bits(Table.node(I)) != Bits : Bits > 64)
        return false;
    return true;
  }

  const char *checkRoots() const {
    std::uint32_t Before = 0;
    for (std::uint32_t Node : Trace.Decisions) {
      if (Node <= Before || Node >= Nodes.size() || !shapeOf(Nodes[Node].Operation).Decision)
        return "the list of decisions is not in order";
      Before = Node;
    }
    for (std::uint32_t Node : Trace.Header.FinalOutput)
      if (Node >= Nodes.size())
        return "the last output is not there";
    std::uint32_t Potential = Trace.Header.FinalPotential;
    if (Potential >= Nodes.size() || (Potential != 0 && Nodes[Potential].Operation != VernierPotentialMemory))
      return "the last potential output is not there";
    if (Trace.Header.HiddenState >= Nodes.size())
      return "the state of the library is not there";
    if (Trace.Header.FrozenSite >= Build.Sites.size())
      return "the place where tracing stopped is not there";
    for (std::uint32_t I = 0; I < Trace.Header.FindingCount; ++I)
      if (Trace.Header.Findings[I].Site >= Build.Sites.size())
        return "the place of a finding is not there";
    if (Trace.Coverage.size() != Build.coverageSize() || Trace.Externals.size() != 2 * Build.Externals.size())
      return "it is the trace of another build";
    return nullptr;
  }

  llvm::ArrayRef<VernierNode> Nodes;
  llvm::ArrayRef<std::uint32_t> Words;
  const Arena &Trace;
  const Instrumentation &Build;
  llvm::ArrayRef<unsigned> LeafBits;
  CheckedNodes Found;
  std::uint32_t Id = 0;
  std::uint64_t Elements = 0;
};

} // namespace

Result<CheckedNodes> checkNodes(const Arena &Trace, const Instrumentation &Build, llvm::ArrayRef<unsigned> LeafBits) {
  return Checker(Trace, Build, LeafBits).run();
}

} // namespace vernier

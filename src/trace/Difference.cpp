#include "trace/Difference.h"

#include "trace/Shapes.h"

#include <llvm/ADT/DenseMap.h>

#include <map>

namespace vernier {

namespace {

using Kind = TraceDifference::Kind;

/// A value that somebody sees.
struct Seen {
  std::uint64_t Was = 0; ///< in this run
  Term Value;
  std::uint32_t Site = 0;
};

class Comparison {
public:
  Comparison(Trace &A, Trace &B, bool Results, const ByteMask &Counts = {})
      : A(A), B(B), Results(Results), Counts(Counts) {}

  std::optional<TraceDifference> run() {
    if (auto Found = decisions())
      return Found;
    if (auto Found = ways(/*Models=*/false))
      return Found;
    if (auto Found = Results ? results() : std::nullopt)
      return Found;
    if (auto Found = ways(/*Models=*/true))
      return Found;
    if (auto Found = ending())
      return Found;
    return std::move(OnlyTerms);
  }

private:
  static TraceDifference certain(Kind What, std::uint32_t Site, std::string Text) {
    return {What, Site, std::move(Text), /*Certain=*/true, {}};
  }

  void unequal(Kind What, std::uint32_t Site, const char *Text, Term First, Term Second) {
    if (First == Second)
      return;
    if (!OnlyTerms)
      OnlyTerms = {What, Site, Text, /*Certain=*/false, {}};
    OnlyTerms->Terms.push_back({First, Second});
  }

  /// Conditions by node. A decision that is not in the list can be decided in one way only.
  static llvm::DenseMap<NodeId, Term> conditions(Trace &Of) {
    llvm::DenseMap<NodeId, Term> Result;
    for (const Decision &Each : Of.decisions())
      Result[Each.Node] = Each.Taken;
    return Result;
  }

  std::optional<TraceDifference> decisions() {
    auto InA = conditions(A), InB = conditions(B);
    llvm::ArrayRef<NodeId> First = A.decided(), Second = B.decided();
    Term True = A.store().boolean(true);
    auto Condition = [&True](llvm::DenseMap<NodeId, Term> &In, NodeId Id) {
      auto Known = In.find(Id);
      return Known == In.end() ? True : Known->second;
    };
    for (std::size_t I = 0; I < std::min(First.size(), Second.size()); ++I) {
      const VernierNode &One = A.node(First[I]), &Other = B.node(Second[I]);
      if (One.Site != Other.Site || One.Operation != Other.Operation || sideOf(One) != sideOf(Other))
        return certain(Kind::Decision, One.Site, "the run decides otherwise");
      unequal(Kind::Decision, One.Site, "a decision has another condition", Condition(InA, First[I]),
              Condition(InB, Second[I]));
    }
    if (First.size() == Second.size())
      return std::nullopt;
    bool More = First.size() > Second.size();
    std::uint32_t Site = More ? A.node(First[Second.size()]).Site : B.node(Second[First.size()]).Site;
    return certain(Kind::Decision, Site, "one run decides more often");
  }

  /// Which edges and blocks were executed.
  std::optional<TraceDifference> ways(bool Models) {
    const Instrumentation &Build = A.instrumentation();
    auto Differs = [this](std::size_t I) {
      auto At = [I](llvm::ArrayRef<std::uint8_t> Bytes) { return I < Bytes.size() && Bytes[I] != 0; };
      return At(A.coverage()) != At(B.coverage());
    };
    for (std::uint32_t Site = 0; Site < Build.Sites.size(); ++Site)
      for (unsigned I = 0; I < Build.Sites[Site].Successors; ++I)
        if (Build.Sites[Site].Model == Models && Differs(Build.Sites[Site].FirstEdge + I))
          return certain(Kind::Way, Site, "a branch goes another way");
    for (std::size_t I = 0; I < Build.Blocks.size(); ++I)
      if (Build.Sites[Build.Blocks[I]].Model == Models && Differs(Build.Edges + I))
        return certain(Kind::Way, Build.Blocks[I], "other code is executed");
    return std::nullopt;
  }

  /// All bytes of each descriptor, however they were put together.
  static std::map<std::uint32_t, std::vector<Seen>> written(Trace &Of) {
    std::map<std::uint32_t, std::vector<Seen>> Result;
    for (const OutputPiece &Piece : Of.outputs()) {
      std::vector<Seen> &Into = Result[Piece.Descriptor];
      for (std::size_t I = 0; I < Piece.Bytes.size(); ++I) {
        NodeId Node = Piece.Nodes[I];
        std::uint64_t Was = static_cast<unsigned char>(Piece.Bytes[I]);
        Into.push_back({Was, Of.isSymbolic(Node) ? Of.termOf(Node) : Of.store().constant(8, Was), Of.node(Node).Site});
      }
    }
    return Result;
  }

  static std::vector<Seen> ended(Trace &Of) {
    std::vector<Seen> Result;
    for (NodeId Id : Of.statuses()) {
      const VernierNode &Node = Of.node(Id);
      Term Value = Of.isSymbolic(Node.A)
                       ? Of.termOf(Node.A)
                       : Of.store().constant(llvm::APInt(64, Node.Value).zextOrTrunc(std::max<unsigned>(Node.Bits, 1)));
      Result.push_back({Node.Value, Value, Node.Site});
    }
    return Result;
  }

  /// To the bits of a byte that are looked at.
  void cut(Seen &What, std::uint8_t Mask) {
    if (Mask == 0xff)
      return;
    What.Was &= Mask;
    What.Value = A.store().andTerm(What.Value, A.store().constant(8, Mask));
  }

  std::optional<TraceDifference> compare(Kind What, const std::vector<Seen> &First, const std::vector<Seen> &Second,
                                         std::optional<std::uint32_t> Left = std::nullopt) {
    for (std::size_t I = 0; I < std::min(First.size(), Second.size()); ++I) {
      Seen One = First[I], Other = Second[I];
      if (Left && Counts) {
        std::uint8_t Mask = Counts(*Left, I);
        cut(One, Mask);
        cut(Other, Mask);
      }
      if (Left && One.Value.isConstant() && Other.Value.isConstant())
        continue;
      if (One.Was != Other.Was)
        return certain(What, One.Site, "the values differ");
      unequal(What, One.Site, "a value has another term", One.Value, Other.Value);
    }
    if (First.size() != Second.size())
      return certain(What, 0, "one run has more of it");
    return std::nullopt;
  }

  std::optional<TraceDifference> results() {
    if (auto Found = outputs())
      return Found;
    return compare(Kind::Status, ended(A), ended(B));
  }

  std::optional<TraceDifference> outputs() {
    auto First = written(A), Second = written(B);
    for (const auto &[Descriptor, Bytes] : First)
      // Memory that is left may be unwritten in part: who describes it compares that (execution/runs/LeftMemory.h).
      if (auto Found = compare(Kind::Output, Bytes, Second[Descriptor],
                               Descriptor >= VernierObserved ? std::optional(Descriptor) : std::nullopt))
        return Found;
    for (const auto &[Descriptor, Bytes] : Second)
      if (First.find(Descriptor) == First.end() && !Bytes.empty())
        return certain(Kind::Output, 0, "one run has more of it");
    return std::nullopt;
  }

  std::optional<TraceDifference> ending() {
    if (A.finished() != B.finished() || A.frozen() != B.frozen())
      return certain(Kind::Ending, 0, "one run, or its trace, ends earlier");
    auto First = A.findings(), Second = B.findings();
    for (std::size_t I = 0; I < std::max(First.size(), Second.size()); ++I)
      if (I >= First.size() || I >= Second.size() || First[I].Kind != Second[I].Kind || First[I].Site != Second[I].Site)
        return certain(Kind::Ending, I < First.size() ? First[I].Site : Second[I].Site, "one run is found out");
    return std::nullopt;
  }

  Trace &A, &B;
  bool Results; ///< count
  ByteMask Counts;
  std::optional<TraceDifference> OnlyTerms;
};

} // namespace

std::optional<TraceDifference> differentTerms(Trace &A, Trace &B, const ByteMask &Counts) {
  return Comparison(A, B, /*Results=*/true, Counts).run();
}

std::optional<TraceDifference> differentWays(Trace &A, Trace &B) {
  return Comparison(A, B, /*Results=*/false).run();
}

} // namespace vernier

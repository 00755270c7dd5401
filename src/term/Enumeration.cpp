#include "term/Enumeration.h"

#include "term/Evaluate.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace vernier {

using llvm::APInt;

namespace {

std::int64_t signExtended(std::uint64_t Value, unsigned Bits) {
  return Bits >= 64 ? static_cast<std::int64_t>(Value) : static_cast<std::int64_t>(Value << (64 - Bits)) >> (64 - Bits);
}

/// Operations that are cheap on machine words; the others go through applyOperation.
std::optional<std::uint64_t> applyToWords(Term T, llvm::ArrayRef<std::uint64_t> O) {
  unsigned Bits = T.bits();
  auto Signed = [&](unsigned I) { return signExtended(O[I], T.operand(I).bits()); };
  std::uint64_t Mask = ValueSet::most(Bits);
  switch (T.operation()) {
  case Operation::Not:
    return ~O[0] & Mask;
  case Operation::And:
    return O[0] & O[1];
  case Operation::Or:
    return O[0] | O[1];
  case Operation::Xor:
    return O[0] ^ O[1];
  case Operation::Add: {
    std::uint64_t Sum = 0;
    for (std::uint64_t Each : O)
      Sum += Each;
    return Sum & Mask;
  }
  case Operation::Mul:
    return (O[0] * O[1]) & Mask;
  case Operation::Concat:
    return (O[0] << T.operand(1).bits()) | O[1];
  case Operation::Extract:
    return (O[0] >> T.low()) & Mask;
  case Operation::ZExt:
    return O[0];
  case Operation::SExt:
    return static_cast<std::uint64_t>(Signed(0)) & Mask;
  case Operation::Ite:
    return O[0] ? O[1] : O[2];
  case Operation::Eq:
    return O[0] == O[1];
  case Operation::Ult:
    return O[0] < O[1];
  case Operation::Ule:
    return O[0] <= O[1];
  case Operation::Slt:
    return Signed(0) < Signed(1);
  case Operation::Sle:
    return Signed(0) <= Signed(1);
  case Operation::Constant:
  case Operation::Variable:
  case Operation::Apply:
  case Operation::UDiv:
  case Operation::URem:
  case Operation::SDiv:
  case Operation::SRem:
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
  case Operation::FSqrt:
  case Operation::FFma:
  case Operation::FRound:
  case Operation::FEq:
  case Operation::FLt:
  case Operation::FLe:
  case Operation::FConvert:
  case Operation::FToSInt:
  case Operation::FToUInt:
  case Operation::SIntToF:
  case Operation::UIntToF:
    return std::nullopt;
  }
  return std::nullopt;
}

class Enumeration {
public:
  Enumeration(Box &Values, llvm::ArrayRef<unsigned> Variables, std::size_t &Effort)
      : Values(Values), Variables(Variables), Levels(Variables.size() + 1), Effort(Effort) {
    for (unsigned I = 0; I < Variables.size(); ++I)
      LevelOf[Variables[I]] = I + 1;
    Volumes.assign(Variables.size() + 1, 1);
    for (std::size_t I = Variables.size(); I-- > 0;)
      Volumes[I] = Volumes[I + 1] * Values.domain(Variables[I]).size();
  }

  void add(const std::vector<Literal> &Clause) {
    unsigned Level = 0;
    Ready Next;
    for (const Literal &Each : Clause) {
      unsigned At = operation(Each.Atom);
      Level = std::max(Level, Nodes[At].Level);
      Next.push_back({At, Each.Holds});
    }
    Levels[Level].Clauses.push_back(std::move(Next));
  }

  EnumeratedCount run() {
    while (Last < Levels.size() - 1 && hasClausesFrom(Last + 1))
      ++Last;
    evaluate(0);
    visit(0);
    return Count;
  }

private:
  struct Node {
    Term What;
    unsigned Level = 0;
    llvm::SmallVector<unsigned, 3> Operands;
    std::uint64_t Word = 0;
    APInt Wide = APInt(1, 0); ///< of more than 64 bits
  };
  using Ready = std::vector<std::pair<unsigned, bool>>;
  struct Level {
    std::vector<unsigned> Operations; ///< in the order of their ids: operands first
    std::vector<Ready> Clauses;
  };

  bool hasClausesFrom(std::size_t First) const {
    return std::any_of(Levels.begin() + static_cast<std::ptrdiff_t>(First), Levels.end(),
                       [](const Level &Each) { return !Each.Clauses.empty(); });
  }

  /// What a term is computed of, where that is not decided.
  unsigned node(Term T) {
    T = Values.resolved(T);
    if (auto Found = Made.find(T); Found != Made.end())
      return Found->second;
    Range Known = Values.range(T);
    unsigned At;
    if (Known.isSingle() || T.isConstant()) {
      At = push(T, 0);
      if (T.bits() > 64)
        Nodes[At].Wide = T.value();
      else
        Nodes[At].Word = Known.UMin;
    } else if (T.is(Operation::Variable)) {
      At = push(T, LevelOf.at(*Values.numberOf(T)));
      VariableNodes[Nodes[At].Level].push_back(At);
    } else {
      At = operation(T);
    }
    Made[T] = At;
    return At;
  }

  /// The same of its parts: that a condition is known does not count.
  unsigned operation(Term T) {
    if (T.is(Operation::Variable) || T.isConstant())
      return node(T);
    llvm::SmallVector<unsigned, 3> Operands;
    unsigned Level = 0;
    for (Term Operand : T.operands()) {
      Operands.push_back(node(Operand));
      Level = std::max(Level, Nodes[Operands.back()].Level);
    }
    unsigned At = push(T, Level);
    Nodes[At].Operands = std::move(Operands);
    Levels[Level].Operations.push_back(At);
    return At;
  }

  unsigned push(Term T, unsigned Level) {
    Nodes.push_back({T, Level, {}});
    return static_cast<unsigned>(Nodes.size() - 1);
  }

  void evaluate(unsigned Level) {
    for (unsigned At : Levels[Level].Operations)
      evaluate(Nodes[At]);
    Effort -= std::min(Effort, Levels[Level].Operations.size() + 1);
  }

  void evaluate(Node &Next) {
    bool Wide = Next.What.bits() > 64;
    llvm::SmallVector<std::uint64_t, 4> Words;
    for (unsigned Operand : Next.Operands) {
      Wide |= Nodes[Operand].What.bits() > 64;
      Words.push_back(Nodes[Operand].Word);
    }
    if (!Wide)
      if (auto Value = applyToWords(Next.What, Words)) {
        Next.Word = *Value;
        return;
      }
    llvm::SmallVector<APInt, 4> Operands;
    for (unsigned Operand : Next.Operands) {
      const Node &Each = Nodes[Operand];
      Operands.push_back(Each.What.bits() > 64 ? Each.Wide : APInt(Each.What.bits(), Each.Word));
    }
    APInt Value =
        *applyOperation(Next.What.operation(), Next.What.bits(), Next.What.is(Operation::Extract) ? Next.What.low() : 0,
                        Next.What.rounding(), Operands);
    if (Next.What.bits() > 64)
      Next.Wide = Value;
    else
      Next.Word = Value.getZExtValue();
  }

  bool holds(unsigned Level) const {
    return llvm::all_of(Levels[Level].Clauses, [&](const Ready &Clause) {
      return llvm::any_of(Clause, [&](auto Each) { return (Nodes[Each.first].Word != 0) == Each.second; });
    });
  }

  /// The variables up to the level have values, and what depends on them only is evaluated.
  void visit(unsigned Level) {
    if (!holds(Level))
      return;
    if (Level == Last) {
      Count.Found += Volumes[Level];
      return;
    }
    for (auto [First, End] : Values.domain(Variables[Level]).pieces())
      for (std::uint64_t Value = First;; ++Value) {
        if (Effort == 0) {
          Count.Unseen += Volumes[Level + 1];
        } else {
          for (unsigned At : VariableNodes[Level + 1])
            Nodes[At].Word = Value;
          evaluate(Level + 1);
          visit(Level + 1);
        }
        if (Value == End)
          break;
        if (Effort == 0) { // all the rest of this piece at once
          Count.Unseen += Volumes[Level + 1] * (End - Value);
          break;
        }
      }
  }

  Box &Values;
  llvm::ArrayRef<unsigned> Variables;
  llvm::DenseMap<unsigned, unsigned> LevelOf;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 1>> VariableNodes;
  std::vector<Node> Nodes;
  llvm::DenseMap<Term, unsigned> Made;
  std::vector<Level> Levels;
  std::vector<unsigned __int128> Volumes; ///< of the variables from a level on
  unsigned Last = 0;                      ///< behind this level there are no clauses
  std::size_t &Effort;
  EnumeratedCount Count;
};

} // namespace

EnumeratedCount enumerate(Box &Values, llvm::ArrayRef<unsigned> Variables,
                          const std::vector<std::vector<Literal>> &Clauses, std::size_t &Effort) {
  Enumeration All(Values, Variables, Effort);
  for (const auto &Clause : Clauses)
    All.add(Clause);
  return All.run();
}

} // namespace vernier

#include "partition/Review.h"

#include "term/CountModels.h"
#include "term/Evaluate.h"
#include "term/SmtLib.h"

namespace vernier::test {

namespace {

/// The values of some parameters, counted like an odometer, the last one fastest (as allInputs does).
class Odometer {
public:
  Odometer(const std::vector<InputParameter> &Parameters, std::vector<std::size_t> Which)
      : Parameters(Parameters), Which(std::move(Which)) {
    for (std::size_t K : this->Which)
      Size *= Parameters[K].size();
  }
  std::size_t size() const { return Size; }
  void assign(std::size_t Number, llvm::ArrayRef<Term> Variables, Assignment &Into) const {
    for (std::size_t I = Which.size(); I-- > 0;) {
      const InputParameter &P = Parameters[Which[I]];
      std::int64_t Value = P.Min + static_cast<std::int64_t>(Number % P.size());
      Number /= P.size();
      Into[Variables[I]] = llvm::APInt(Variables[I].bits(), static_cast<std::uint64_t>(Value), true);
    }
  }
  /// Where the odometer of all parameters has these values.
  std::size_t project(const Input &In) const {
    std::size_t Number = 0;
    for (std::size_t K : Which)
      Number = Number * Parameters[K].size() + static_cast<std::size_t>(In[K] - Parameters[K].Min);
    return Number;
  }

private:
  const std::vector<InputParameter> &Parameters;
  std::vector<std::size_t> Which;
  std::size_t Size = 1;
};

class Reviewer {
public:
  Reviewer(const PartitionResult &Result, const GroundTruth &Truth)
      : Result(Result), Truth(Truth), Counter(Result.Leaves) {
    for (Term Leaf : Result.Leaves)
      Leaves.push_back(Result.Store->name(Leaf).str());
  }

  Review run() {
    Done.Inputs = Truth.size();
    if (Result.Found.Failure)
      complain(Complaint::Kind::Malformed, "the exploration failed: " + Result.Found.Failure->Message);
    Reached.resize(static_cast<unsigned>(Truth.size()));
    Claimed.resize(static_cast<unsigned>(Truth.size()));
    for (const DifferentialPartition &Part : Result.Found.Partitions)
      partition(Part);
    Done.Claimed = Claimed.count();
    if (Result.Found.Covered && !Reached.all())
      complain(Complaint::Kind::NotCovered, "said to be covered, but no partition has the input " +
                                                outcomes(static_cast<unsigned>(Reached.find_first_unset())));
    return std::move(Done);
  }

private:
  void complain(Complaint::Kind What, std::string Text) { Done.Complaints.push_back({What, std::move(Text)}); }
  void complain(Complaint::Kind What, const DifferentialPartition &Part, const std::string &Text) {
    complain(What, "partition " + std::to_string(Part.Id) + " (" + std::string(vernier::toString(Part.What)) +
                       "): " + Text + "\n" + conditions(Part));
  }
  std::string conditions(const DifferentialPartition &Part) const {
    std::string Text;
    for (Term Each : Part.terms())
      Text += "    " + smtLibTerm(*Result.Store, Each) + "\n";
    return Text;
  }
  std::string outcomes(unsigned Number) const {
    return text(Truth.Inputs[Number]) + "\n    old: " + Truth.Old[Number].text() +
           "\n    new: " + Truth.New[Number].text();
  }

  std::optional<llvm::BitVector> members(const DifferentialPartition &Part) {
    llvm::BitVector Inside(static_cast<unsigned>(Truth.size()), true);
    for (Term Each : Part.terms()) {
      auto Known = Tables.find(Each);
      if (Known == Tables.end())
        Known = Tables.try_emplace(Each, satisfying(*Result.Store, Each, Truth)).first;
      if (!Known->second)
        return std::nullopt;
      Inside &= *Known->second;
    }
    return Inside;
  }

  void partition(const DifferentialPartition &Part) {
    bool Claims = Part.What != Answer::Unknown;
    (Part.What == Answer::Equal ? Done.Equal : Claims ? Done.Different : Done.Unknown)++;
    if (!Claims && Part.Why.Code.empty())
      complain(Complaint::Kind::Malformed, Part, "an unknown without a reason");
    auto Inside = members(Part);
    if (!Inside)
      return complain(Complaint::Kind::Malformed, Part, "a condition over something that is no input");
    if (Claims) {
      Done.Conjuncts += Part.Conditions.size();
      Claimed |= *Inside;
      claim(Part, *Inside);
    }
    example(Part, *Inside);
    size(Part, *Inside);
    Reached |= *Inside;
    Before.push_back(Part.terms());
  }

  /// The claim is about all inputs that satisfy the conditions, whatever other partitions say.
  void claim(const DifferentialPartition &Part, llvm::BitVector Inside) {
    bool Equal = Part.What == Answer::Equal;
    Inside &= Equal ? Truth.Different : Truth.Same;
    if (Inside.any())
      complain(Equal ? Complaint::Kind::WrongEqual : Complaint::Kind::WrongDifferent, Part,
               "wrong for " + std::to_string(Inside.count()) + " inputs, e.g. " +
                   outcomes(static_cast<unsigned>(Inside.find_first())));
  }

  void example(const DifferentialPartition &Part, const llvm::BitVector &Inside) {
    if (Part.Basis == PartitionBasis::Unexplored)
      return; // nobody knows whether there is an input in it
    if (Part.Example.size() != Leaves.size())
      return complain(Complaint::Kind::Malformed, Part, "the example has another number of values");
    auto Number = Truth.numberOf(inputOf(Truth.Parameters, Leaves, Part.Example));
    if (!Number)
      return complain(Complaint::Kind::WrongExample, Part, "the example is outside of the space");
    unsigned Which = static_cast<unsigned>(*Number);
    if (!Inside.test(Which))
      complain(Complaint::Kind::WrongExample, Part, "the example is not in it: " + outcomes(Which));
    if (Part.Shown.size() != 2)
      return complain(Complaint::Kind::Malformed, Part, "no outcome of each version");
    if (!shows(Part.Shown[0], Truth.Old[Which]) || !shows(Part.Shown[1], Truth.New[Which]))
      complain(Complaint::Kind::WrongOutcome, Part,
               "its runs showed " + outcomeText(Part.Shown[0]) + " and " + outcomeText(Part.Shown[1]) +
                   ", the machine " + outcomes(Which));
  }

  /// Where both ended: the same output and ending. (Time limits are no behaviour.)
  static bool shows(const vernier::Outcome &Shown, const Outcome &Ran) {
    if (!Shown.comparable() || !Ran.comparable() || Ran.Truncated)
      return true;
    if (static_cast<int>(Shown.End) != static_cast<int>(Ran.End) || Shown.Code != Ran.Code)
      return false;
    bool Number = Shown.End == vernier::Ending::Returned && !Shown.Return.empty();
    return Shown.Stdout == Ran.Stdout && (!Number || Shown.Return == std::to_string(Ran.Returned));
  }

  /// What the partition adds to those before it, counted by the library.
  void size(const DifferentialPartition &Part, llvm::BitVector Inside) {
    Inside.reset(Reached);
    std::vector<Term> Conjuncts = Part.terms();
    ModelCount Counted = Counter.count(Conjuncts, Before, CountingEffort);
    llvm::APInt Real(Counted.AtLeast.getBitWidth(), Inside.count());
    Done.ExactSizes += Counted.exact();
    if (Real.ult(Counted.AtLeast) || Real.ugt(Counted.AtMost))
      complain(Complaint::Kind::WrongSize, Part,
               "adds " + std::to_string(Inside.count()) + " inputs, but was counted as " + decimal(Counted.AtLeast) +
                   " to " + decimal(Counted.AtMost));
  }

  static constexpr std::size_t CountingEffort = 200'000;
  const PartitionResult &Result;
  const GroundTruth &Truth;
  std::vector<std::string> Leaves;
  std::vector<TermList> Before;
  ModelCounter Counter;
  llvm::DenseMap<Term, std::optional<llvm::BitVector>> Tables;
  llvm::BitVector Reached, Claimed;
  Review Done;
};

} // namespace

std::optional<llvm::BitVector> satisfying(const TermStore &Store, Term Condition, const GroundTruth &Truth) {
  Evaluator Evaluate(Condition);
  if (Condition.bits() != 1 || Evaluate.hasUninterpreted())
    return std::nullopt;
  // Only the values of what it mentions are gone through: most conditions are about one or two parameters.
  std::vector<std::size_t> Which;
  std::vector<Term> Variables;
  for (std::size_t K = 0; K < Truth.Parameters.size(); ++K)
    for (Term Variable : Evaluate.variables())
      if (Variable.variableKind() == VariableKind::Input && Store.name(Variable) == Truth.Parameters[K].Name) {
        Which.push_back(K);
        Variables.push_back(Variable);
      }
  if (Variables.size() != Evaluate.variables().size())
    return std::nullopt;
  Odometer Values(Truth.Parameters, Which);
  llvm::BitVector Table(static_cast<unsigned>(Values.size()));
  Assignment Current;
  for (std::size_t Number = 0; Number < Values.size(); ++Number) {
    Values.assign(Number, Variables, Current);
    Table[static_cast<unsigned>(Number)] = Evaluate(Current).isOne();
  }
  if (Which.size() == Truth.Parameters.size())
    return Table;
  llvm::BitVector All(static_cast<unsigned>(Truth.size()));
  for (unsigned Number = 0; Number < Truth.size(); ++Number)
    All[Number] = Table.test(static_cast<unsigned>(Values.project(Truth.Inputs[Number])));
  return All;
}

Review review(const PartitionResult &Result, const GroundTruth &Truth) {
  return Reviewer(Result, Truth).run();
}

std::string toString(Complaint::Kind What) {
  switch (What) {
  case Complaint::Kind::WrongEqual:
    return "wrong-equal";
  case Complaint::Kind::WrongDifferent:
    return "wrong-different";
  case Complaint::Kind::NotCovered:
    return "not-covered";
  case Complaint::Kind::WrongExample:
    return "wrong-example";
  case Complaint::Kind::WrongOutcome:
    return "wrong-outcome";
  case Complaint::Kind::WrongSize:
    return "wrong-size";
  case Complaint::Kind::Malformed:
    return "malformed";
  }
  return "";
}

} // namespace vernier::test

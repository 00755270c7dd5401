#include "report/VerifyReport.h"

#include "report/OutcomeJson.h"
#include "report/Text.h"
#include "verdict/Claim.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <set>

namespace vernier {

namespace {

/// How many classes that differ, and how many places of each, are shown without --verbose.
constexpr std::size_t FewClasses = 3, FewPlaces = 4;
constexpr unsigned FewConjuncts = 8;

std::string line(const std::string &Label, const std::string &Text) {
  return Label + std::string(Label.size() < 13 ? 13 - Label.size() : 1, ' ') + Text + "\n";
}

std::string entryText(const InputSpace &Space) {
  if (Space.OldEntry == Space.NewEntry)
    return Space.NewEntry;
  return Space.OldEntry + " -> " + Space.NewEntry;
}

std::string atPlace(const Location &Where) {
  return Where.File.empty() ? "" : " (" + placeText(Where) + ")";
}

using Classes = std::vector<const VerifiedPartition *>;

/// Classes of one kind; those that hold one input only come last.
Classes classesOf(const VerifyResult &Result, Answer What) {
  Classes Found;
  for (const VerifiedPartition &Each : Result.Partitions)
    if (Each.What == What)
      Found.push_back(&Each);
  std::stable_partition(Found.begin(), Found.end(),
                        [](const VerifiedPartition *Each) { return Each->Basis != PartitionBasis::Input; });
  // Of those that differ, what people look at first comes first.
  auto Rank = [](const VerifiedPartition *Each) { return Each->Shown ? rankOf(differenceKind(*Each->Shown)) : 0; };
  std::stable_sort(Found.begin(), Found.end(),
                   [&](const VerifiedPartition *A, const VerifiedPartition *B) { return Rank(A) < Rank(B); });
  return Found;
}

std::string inBrackets(const std::string &Text, const std::string &Behind = "") {
  return Text.empty() ? "" : " (" + Text + Behind + ")";
}

std::string verdictLine(const VerifyResult &Result) {
  const Verdict &Judged = Result.Judged;
  ShareTexts Shares = sharesOf(Result);
  std::string Equal = Judged.What == Answer::Equal ? "" : Shares.Equal;
  if (!Equal.empty())
    Equal = "; " + Equal + " proved equal";
  switch (Judged.What) {
  case Answer::Equal: {
    std::vector<std::string> Breakable = breakableOf(Judged.Assumptions);
    return line("equal", "proved" +
                             (Breakable.empty() ? "" : " under assumptions (" + llvm::join(Breakable, ", ") + ")") +
                             " for the whole input space (" + Judged.Why.Message + ")");
  }
  case Answer::Different:
    return line("different", Judged.Why.Message + inBrackets(Shares.Different, " of the inputs") + Equal) +
           (Result.isMessagesOnly() ? line("only", "messages: standard error or usage text") : "");
  case Answer::Unknown:
    break;
  }
  return line("unknown", Judged.Why.Message + atPlace(Judged.Why.Where) + Equal);
}

std::string changeText(const ChangedStatement &Change) {
  std::string Text = Change.Place.File + ":" + std::to_string(Change.Place.Line);
  return Change.Where == Side::Old ? Text + " (removed)" : Text;
}

/// The changed statements that a class depends on.
std::string changesText(const VerifiedPartition &Part, const VerifyView &View) {
  std::vector<std::string> Places;
  for (unsigned Id : Part.Changes)
    if (View.Changes && Id != 0 && Id <= View.Changes->size())
      Places.push_back(changeText((*View.Changes)[Id - 1]));
  std::size_t Shown = View.Verbose ? Places.size() : std::min(Places.size(), FewPlaces);
  std::string More = Shown == Places.size() ? "" : " and " + std::to_string(Places.size() - Shown) + " more";
  Places.resize(Shown);
  return llvm::join(Places, ", ") + More;
}

/// What kind of difference it is, where the outcomes do not say it.
std::string kindText(const Witness &Shown, const std::string &Indent) {
  std::string Undefined = definednessText(Shown);
  if (!Undefined.empty())
    return line(Indent + "undefined", Undefined);
  return {};
}

std::string witnessText(const Witness &Shown, const std::string &Indent) {
  return line(Indent + "input", inputText(Shown)) + line(Indent + "old", outcomeText(Shown.Old)) +
         line(Indent + "new", outcomeText(Shown.New)) + kindText(Shown, Indent);
}

/// What each of more than two versions shows.
std::string outcomesText(const VerifyResult &Result, const VerifiedPartition &Part) {
  std::string Text = line("  input", inputText(*Part.Shown));
  for (std::size_t I = 0; I != Part.Outcomes.size(); ++I)
    Text += line("  " + Result.Versions[I], outcomeText(Part.Outcomes[I]));
  return Text;
}

std::string exampleText(const VerifiedPartition &Part) {
  return inputText(Witness{*Part.Example, Part.ExampleTexts, {}, {}});
}

/// Condition, number of inputs.
std::string classText(const VerifyResult &Result, const VerifiedPartition &Part, const VerifyView &View) {
  std::string Size = sizeText(Part);
  ShareTexts Shares = sharesOf(Result);
  if (auto Share = Shares.OfClass.find(Part.Id); Share != Shares.OfClass.end())
    Size += ", " + Share->second;
  std::string Condition = conditionText(Result, Part, View.Verbose ? 0 : FewConjuncts);
  if (Condition.empty())
    return Size.empty() ? "a class of inputs" : Size;
  return Condition + inBrackets(Size);
}

std::string classText(const ClassifiedChange &Golden) {
  std::string Text(toString(Golden.What));
  if (Golden.What == ChangeClass::Unclassified)
    return Text + ": " + Golden.Why;
  return Golden.What == ChangeClass::Intermediate ? Text + ": it " + outcomeText(*Golden.Golden) : Text;
}

std::string differentText(const VerifyResult &Result, const VerifiedPartition &Part, const VerifyView &View) {
  std::string Text = line("class " + std::to_string(Part.Id), classText(Result, Part, View));
  if (Part.Shown)
    Text += Part.Outcomes.empty() ? witnessText(*Part.Shown, "  ") : outcomesText(Result, Part);
  if (std::string Places = changesText(Part, View); !Places.empty())
    Text += line("  through", Places);
  if (View.Golden)
    if (auto Known = View.Golden->ById.find(Part.Id); Known != View.Golden->ById.end())
      Text += line("  golden", classText(Known->second));
  return Text;
}

std::string differencesText(const VerifyResult &Result, const VerifyView &View) {
  Classes Found = classesOf(Result, Answer::Different);
  // The only one of the bounded proof: the verdict says everything else about it.
  if (!Result.Explored && !Found.empty() && Found.front()->Shown)
    return witnessText(*Found.front()->Shown, "");
  std::string Text;
  std::size_t Shown = View.Verbose ? Found.size() : std::min(Found.size(), FewClasses);
  for (std::size_t I = 0; I != Shown; ++I)
    Text += differentText(Result, *Found[I], View);
  if (Shown != Found.size())
    Text += line("", "and " + std::to_string(Found.size() - Shown) + " more that differ (--verbose lists them)");
  return Text;
}

std::string equalText(const VerifyResult &Result, const VerifyView &View) {
  Classes Found = classesOf(Result, Answer::Equal);
  if (Found.empty())
    return {};
  if (!Result.Explored) {
    if (Result.Judged.What == Answer::Equal)
      return {};
    std::string Text;
    for (const VerifiedPartition *Each : Found)
      Text +=
          line("proved", "equal on a part of the input space (partition " + std::to_string(Each->Id) + " in the JSON)");
    return Text;
  }
  std::size_t Unreached =
      llvm::count_if(Found, [](const VerifiedPartition *Each) { return Each->Basis == PartitionBasis::Unreached; });
  std::vector<std::string> Why;
  if (Unreached)
    Why.push_back(std::to_string(Unreached) + (Unreached == 1 ? " reaches" : " reach") + " no change");
  if (std::size_t Same = Found.size() - Unreached)
    Why.push_back("of " + std::to_string(Same) + " the outcomes are proved equal");
  std::string Text =
      line("proved", "equal on " + counted(Found.size(), "class", "classes") + " of inputs: " + llvm::join(Why, ", "));
  if (View.Verbose)
    for (const VerifiedPartition *Each : Found)
      Text += line("class " + std::to_string(Each->Id), classText(Result, *Each, View)) +
              (Each->Example ? line("  example", exampleText(*Each)) : "");
  return Text;
}

/// Classes that are open for one reason.
struct OpenKind {
  Reason Why;
  std::uint64_t Count = 0;
  Location Where;
  const VerifiedPartition *Example = nullptr;
};

std::vector<OpenKind> openKinds(const VerifyResult &Result) {
  std::vector<OpenKind> Kinds;
  for (const VerifiedPartition &Part : Result.Partitions) {
    if (Part.What != Answer::Unknown)
      continue;
    auto Known = llvm::find_if(Kinds, [&](const OpenKind &Each) {
      return Each.Why.Code == Part.Why.Code && Each.Why.Message == Part.Why.Message;
    });
    if (Known == Kinds.end())
      Known = Kinds.insert(Kinds.end(), {Part.Why, 0, placeOfUnknown(Result, Part), nullptr});
    ++Known->Count;
    // What was never run has no example of its own.
    if (!Known->Example && Part.Example && Part.Basis != PartitionBasis::Unexplored)
      Known->Example = &Part;
  }
  return Kinds;
}

/// What stands between the exploration and a complete answer without being a class of inputs.
std::string holesText(const VerifyResult &Result, const std::vector<OpenKind> &Shown) {
  std::string Text;
  for (const auto &[Code, Hole] : Result.Explored->Found.Holes)
    if (llvm::none_of(Shown, [&](const OpenKind &Each) { return Each.Why.Code == Code; }))
      Text += line("undecided", Code + ": " + Hole.Detail);
  return Text;
}

std::string stoppedText(const PartitionSearch &Found) {
  std::string Why;
  switch (Found.Stopped) {
  case StopReason::None:
    break;
  case StopReason::Time:
    Why = "the time was used up (--time)";
    break;
  case StopReason::Interrupted:
    Why = "it was interrupted";
    break;
  case StopReason::Runs:
    Why = "the runs were used up (--runs)";
    break;
  case StopReason::Memory:
    Why = "the memory was used up (--memory)";
    break;
  }
  if (Why.empty() && Found.Open)
    Why = "a difference was found (--first)";
  if (Found.Failure)
    Why = Found.Failure->Message;
  return Why.empty() ? "" : line("stopped", Why + "; " + counted(Found.Open, "question") + " left");
}

std::string openText(const VerifyResult &Result, const VerifyView &View) {
  std::string Text;
  std::vector<OpenKind> Kinds = openKinds(Result);
  for (const OpenKind &Each : Kinds) {
    if (Result.Explored)
      Text += line("undecided", counted(Each.Count, "class", "classes") + ": " + Each.Why.Code + ": " +
                                    Each.Why.Message + atPlace(Each.Where));
    else if (Result.Judged.What == Answer::Different)
      Text += line("open", Each.Why.Message);
    if (Each.Example)
      Text += line(Result.Explored ? "  example" : "for example", exampleText(*Each.Example));
  }
  if (Result.Explored)
    Text += holesText(Result, Kinds) + stoppedText(Result.Explored->Found);
  if (View.Verbose && Result.Explored)
    for (const VerifiedPartition *Each : classesOf(Result, Answer::Unknown))
      Text += line("class " + std::to_string(Each->Id), classText(Result, *Each, View)) +
              line("  unknown", Each->Why.Code + atPlace(placeOfUnknown(Result, *Each)));
  return Text;
}

/// `2 progression (67 %)`, ...: as in Böhme 2014, figure 3.12.
std::string goldenText(const GoldenClasses &Golden) {
  if (Golden.ById.empty())
    return line("golden", "nothing differs: there is nothing to classify against " + Golden.Version);
  std::vector<std::string> Parts;
  for (ChangeClass What :
       {ChangeClass::Progression, ChangeClass::Regression, ChangeClass::Intermediate, ChangeClass::Unclassified})
    if (std::size_t Number = Golden.count(What); Number || What != ChangeClass::Unclassified)
      Parts.push_back(std::to_string(Number) + " " + std::string(toString(What)) +
                      llvm::formatv(" ({0:F0} %)", 100.0 * Number / Golden.ById.size()).str());
  return line("golden", "of the classes that differ, against " + Golden.Version + ": " + llvm::join(Parts, ", "));
}

std::string filesText(const TestFiles &Written) {
  std::string Text = line("tests", counted(Written.Saved, "test") + " saved in " + Written.Directory + "; " +
                                       Written.Generated + " has " + std::to_string(Written.Expressed) + " of them");
  if (!Written.LeftOut.empty())
    Text += line("", Written.Generated + " lacks some, for example " + Written.LeftOut.front());
  return Text;
}

std::string recheckText(const Rechecked &Checked) {
  std::string Text =
      line("recheck", std::to_string(Checked.Confirmed) + " of " + counted(Checked.All.size(), "proof obligation") +
                          " confirmed by cvc5, " + std::to_string(Checked.Undecided) + " undecided, " +
                          std::to_string(Checked.Contradicted) + " contradicted");
  if (Checked.Nothing)
    Text += line("", "nothing to recheck in " + counted(Checked.Nothing, "class", "classes") +
                         ": no change is reached there, or both versions compute the same terms, or it is one input");
  for (const RecheckedObligation &Each : Checked.All)
    if (Each.What == RecheckedObligation::Answer::Contradicted)
      Text += line("CONTRADICTED", Each.File + ": cvc5 finds a model of what must have none");
  for (const RecheckedObligation &Each : Checked.All)
    if (Each.What == RecheckedObligation::Answer::Undecided) {
      Text += line("", "undecided, for example " + Each.File + ": " + Each.Detail);
      break;
    }
  return Text;
}

std::string spotsText(const VerifyResult &Result, const SpotChecked &Spots) {
  std::string Text;
  for (const SpotContradiction &Each : Spots.Contradictions) {
    Witness Shown{describe(Result.Space, Each.Input), describeTexts(Result.Space, Each.Input), {}, {}};
    Text += line("CONTRADICTED", "class " + std::to_string(Each.Partition) + " was claimed " +
                                     std::string(toString(Each.Claimed)) + ", but on the input " + inputText(Shown) +
                                     " the oldest version " + outcomeText(Each.Shown.front()) + " and the newest " +
                                     outcomeText(Each.Shown.back()) +
                                     ": undefined behaviour, or an error of Vernier: please report this");
  }
  std::string Left;
  if (Spots.NotComparable)
    Left += ", " + std::to_string(Spots.NotComparable) + " could not be compared";
  if (Spots.NotReached)
    Left += ", " + counted(Spots.NotReached, "class", "classes") + " not reached";
  return Text + line("spot check", counted(Spots.Inputs, "input") + " of " +
                                       counted(Spots.Classes, "class", "classes") + " on plain builds, " +
                                       (Spots.Contradictions.empty()
                                            ? "all as claimed"
                                            : counted(Spots.Contradictions.size(), "claim") + " CONTRADICTED") +
                                       Left);
}

/// Places where conditions take a value as it is, and how many classes do.
std::string concretisedText(const PartitionSearch &Found) {
  std::set<std::pair<unsigned, std::uint32_t>> Places;
  std::size_t Classes = 0;
  for (const DifferentialPartition &Part : Found.Partitions) {
    bool Any = false;
    for (const Conjunct &Condition : Part.Conditions)
      if (Condition.What == Conjunct::Kind::Decision && Condition.How == DecisionKind::Pin) {
        Places.insert({Condition.Version, Condition.Site});
        Any = true;
      }
    Classes += Any;
  }
  return Places.empty()
             ? ""
             : line("concretised", counted(Classes, "class", "classes") + " of inputs for one value each of " +
                                       counted(Places.size(), "place"));
}

std::string statisticsText(const PartitionResult &Explored) {
  const PartitionSearch &Found = Explored.Found;
  const PartitionStatistics &Counts = Found.Statistics;
  std::size_t Conjuncts = 0, Number = Found.Partitions.size();
  for (const DifferentialPartition &Each : Found.Partitions)
    Conjuncts += Each.Conditions.size();
  std::string Rate = Counts.Seconds > 0 ? llvm::formatv(" ({0:F0} per second)", Number / Counts.Seconds).str() : "";
  return line("explored",
              counted(Number, "class", "classes") + llvm::formatv(" in {0:F1} s", Counts.Seconds).str() + Rate +
                  llvm::formatv(", {0:F1} conditions each, ", Number ? double(Conjuncts) / Number : 0.0).str() +
                  counted(Counts.Runs, "run") + ", " + counted(Counts.Solver.Queries, "query", "queries") +
                  " to the solver");
}

} // namespace

std::string verifyText(const VerifyResult &Result, const VerifyView &View) {
  std::string Text = line("entry", entryText(Result.Space)) + verdictLine(Result) + differencesText(Result, View) +
                     equalText(Result, View) + openText(Result, View);
  if (!Result.Judged.Assumptions.empty())
    Text += line("assuming", llvm::join(Result.Judged.Assumptions, ", "));
  if (View.Golden)
    Text += goldenText(*View.Golden);
  if (View.Checked)
    Text += recheckText(*View.Checked);
  if (Result.Spots)
    Text += spotsText(Result, *Result.Spots);
  if (View.Written)
    Text += filesText(*View.Written);
  if (!Result.Explored)
    return Text;
  for (const std::string &Note : Result.Explored->Notes)
    Text += line("note", Note);
  Text += concretisedText(Result.Explored->Found);
  Text += statisticsText(*Result.Explored);
  if (Result.Partitions.size() > 1 && !View.Verbose)
    Text += line("more", "--json FILE has every class, --explain ID shows where the condition of one comes from");
  return Text;
}

std::string progressText(const PartitionProgress &Now) {
  auto Rate = [&](std::uint64_t Number) { return Now.Seconds > 0 ? Number / Now.Seconds : 0.0; };
  return llvm::formatv("{0:F0} s: {1} equal, {2} different, {3} unknown, {4} open, {5:F0} runs/s, {6:F0} queries/s",
                       Now.Seconds, Now.Equal, Now.Different, Now.Unknown, Now.Frontier, Rate(Now.Runs),
                       Rate(Now.Queries))
      .str();
}

} // namespace vernier

// What is shown of one class of inputs, in text and in JSON.

#include "report/VerifyReport.h"

#include "report/terms/ReadableCondition.h"
#include "term/Shares.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <limits>

namespace vernier {

std::string_view toString(PartitionBasis Basis) {
  switch (Basis) {
  case PartitionBasis::Unreached:
    return "unreached";
  case PartitionBasis::Outcome:
    return "outcome";
  case PartitionBasis::Input:
    return "input";
  case PartitionBasis::Unexplored:
    return "unexplored";
  }
  return "outcome";
}

std::size_t GoldenClasses::count(ChangeClass What) const {
  return llvm::count_if(ById, [&](const auto &Each) { return Each.second.What == What; });
}

std::string basisText(const VerifiedPartition &Part) {
  if (!Part.Basis)
    return "the bounded proof: one formula for all paths, without parts that have places (--no-bounded gives classes "
           "that have them)";
  switch (*Part.Basis) {
  case PartitionBasis::Unreached:
    return "no changed statement is executed in either version";
  case PartitionBasis::Outcome:
    return "the condition determines what each version shows, and that was compared as terms";
  case PartitionBasis::Input:
    return "this one input: nothing is said about others";
  case PartitionBasis::Unexplored:
    return "nothing: no input of it was run";
  }
  return {};
}

namespace {

/// Deeper than in a line of text, for a reader who asked for one condition.
constexpr unsigned WholeDepth = 32;

std::string readable(const VerifyResult &Result, const std::vector<Term> &Terms, const ReadableOptions &Options) {
  return readableCondition(*Result.Explored->Store, Result.Space, Result.Explored->Leaves, Terms, Options).Text;
}

} // namespace

std::string conjunctText(const VerifyResult &Result, const Conjunct &Each) {
  return readable(Result, {Each.Holds}, {.Depth = WholeDepth});
}

std::string conditionText(const VerifyResult &Result, const VerifiedPartition &Part, unsigned MostConjuncts) {
  if (!Result.Explored || !Part.Basis)
    return {};
  if (Part.Conjuncts.empty())
    return "any input";
  std::vector<Term> Terms;
  for (const Conjunct &Each : Part.Conjuncts)
    Terms.push_back(Each.Holds);
  if (MostConjuncts)
    return readable(Result, Terms, {.MostConjuncts = MostConjuncts});
  return readable(Result, Terms, {.MostConjuncts = std::numeric_limits<unsigned>::max(), .Depth = WholeDepth});
}

Location siteOf(const VerifyResult &Result, const Conjunct &Each) {
  if (!Result.Explored)
    return {};
  const auto &Sites = Result.Explored->Sites;
  if (Each.What != Conjunct::Kind::Decision || Each.Version >= Sites.size() || Each.Site >= Sites[Each.Version].size())
    return {};
  return Sites[Each.Version][Each.Site];
}

Location placeOfUnknown(const VerifyResult &Result, const VerifiedPartition &Part) {
  if (!Part.Why.Where.File.empty() || !Result.Explored || Part.Conjuncts.empty())
    return Part.Why.Where;
  // What was not explored lies behind the decision that was negated last.
  return Part.Basis == PartitionBasis::Unexplored ? siteOf(Result, Part.Conjuncts.back()) : Location();
}

std::string sizeText(const VerifiedPartition &Part) {
  if (Part.Size && *Part.Size == "0")
    return "no input that is in no class before";
  if (Part.Size)
    return *Part.Size + (*Part.Size == "1" ? " input" : " inputs");
  if (Part.SizeBounds)
    return Part.SizeBounds->first + " to " + Part.SizeBounds->second + " inputs";
  return {};
}

namespace {

/// A number of inputs in the width of those that were counted.
llvm::APInt numberOf(const std::string &Decimal, const CountedInputs &Counted) {
  unsigned Bits = Counted.Whole.getBitWidth();
  return llvm::APInt(std::max(Bits, llvm::APInt::getSufficientBitsNeeded(Decimal, 10)), Decimal, 10).zextOrTrunc(Bits);
}

void addKinds(const CountedInputs &Counted, ShareTexts &To) {
  llvm::APInt Parts[] = {Counted.Equal, Counted.Different, Counted.open()};
  std::vector<unsigned> Units = hundredthsOf(Parts, Counted.Whole);
  std::string *Texts[] = {&To.Equal, &To.Different, &To.Unknown};
  for (unsigned I = 0; I != 3; ++I) {
    bool Least = !Counted.Exact && I != 2 && !Parts[I].isZero();
    *Texts[I] = Least && Units[I] == 0 ? "at least one"
                                       : (Least ? "at least " : "") + percentText(Parts[I], Counted.Whole, Units[I]);
  }
}

} // namespace

ShareTexts sharesOf(const VerifyResult &Result) {
  ShareTexts Texts;
  if (!Result.Counted) {
    auto Text = [](const std::optional<double> &Fraction) { return Fraction ? percentText(*Fraction) : ""; };
    return {Text(Result.EqualFraction), Text(Result.DifferentFraction), Text(Result.UnknownFraction), {}};
  }
  addKinds(*Result.Counted, Texts);
  if (!Result.Counted->Exact) {
    // None is known to be of this kind, and some are.
    for (auto [What, Text] : {std::pair(Answer::Equal, &Texts.Equal), std::pair(Answer::Different, &Texts.Different)})
      if (*Text == "0 %" &&
          llvm::any_of(Result.Partitions, [What = What](const VerifiedPartition &Part) { return Part.What == What; }))
        *Text = "an unknown share";
    return Texts;
  }
  std::vector<unsigned> Ids;
  std::vector<llvm::APInt> Sizes;
  for (const VerifiedPartition &Part : Result.Partitions)
    if (Part.Size && *Part.Size != "0") {
      Ids.push_back(Part.Id);
      Sizes.push_back(numberOf(*Part.Size, *Result.Counted));
    }
  std::vector<unsigned> Units = hundredthsOf(Sizes, Result.Counted->Whole);
  for (std::size_t I = 0; I != Ids.size(); ++I)
    Texts.OfClass[Ids[I]] = percentText(Sizes[I], Result.Counted->Whole, Units[I]);
  return Texts;
}

} // namespace vernier

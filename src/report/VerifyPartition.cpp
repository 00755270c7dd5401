// What is shown of one class of inputs, in text and in JSON.

#include "report/VerifyReport.h"

#include "report/ReadableCondition.h"

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

std::string percentText(double Fraction, bool Whole) {
  if (Fraction <= 0)
    return "0 %";
  if (Whole)
    return "100 %";
  if (Fraction < 0.0001)
    return "less than 0.01 %";
  if (Fraction > 0.9999)
    return "more than 99.99 %";
  double Percent = Fraction * 100;
  std::string Text = llvm::formatv(Percent < 1 || Percent > 99 ? "{0:F2}" : "{0:F1}", Percent).str();
  llvm::StringRef Short(Text);
  if (Short.contains('.'))
    Short = Short.rtrim('0').rtrim('.');
  return Short.str() + " %";
}

std::string sizeText(const VerifiedPartition &Part) {
  if (Part.Size)
    return *Part.Size + (*Part.Size == "1" ? " input" : " inputs");
  if (Part.SizeBounds)
    return Part.SizeBounds->first + " to " + Part.SizeBounds->second + " inputs";
  return {};
}

std::optional<double> shareOf(const VerifyResult &Result, const VerifiedPartition &Part) {
  if (!Part.Size || !Result.Space.Assume.empty()) // how many inputs an assumption admits is not known here
    return std::nullopt;
  std::string Whole = spaceSize(Result.Space);
  unsigned Bits = llvm::APInt::getSufficientBitsNeeded(Whole, 10) + 1;
  if (Part.Size->size() > Whole.size())
    return std::nullopt;
  llvm::APInt Total(Bits, Whole, 10), Own(Bits, *Part.Size, 10);
  if (Own.isZero())
    return 0;
  // Spaces are larger than what a double holds.
  unsigned Below = Total.getActiveBits() > 1000 ? Total.getActiveBits() - 1000 : 0;
  double Share = Own.lshr(Below).roundToDouble() / Total.lshr(Below).roundToDouble();
  return std::max(Share, std::numeric_limits<double>::min());
}

} // namespace vernier

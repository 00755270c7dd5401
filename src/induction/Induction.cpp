#include "induction/Induction.h"

#include "induction/Operations.h"
#include "induction/Product.h"

namespace vernier {

namespace {

constexpr std::chrono::milliseconds PerQuestion(1500);

class FunctionInduction {
public:
  FunctionInduction(const llvm::Function &OldCode, const SharedNames &OldNames, const llvm::Function &NewCode,
                    const SharedNames &NewNames, const Budget &Time)
      : Old(OldCode, OldNames, Store, "old "), New(NewCode, NewNames, Store, "new "), Time(Time),
        SameType(typeOf(OldCode) == typeOf(NewCode)) {}

  std::string whyNot(SameCodeFacts &Facts) {
    if (!Old.whyNot().empty() || !New.whyNot().empty())
      return Old.whyNot().empty() ? New.whyNot() : Old.whyNot();
    if (!SameType)
      return "other parameters";
    CodePair Pair{Store, Old, New, {}, {}};
    Pair.Runs = sampleRuns(Store, Old, New, Pair.Worlds);
    Entailment Follows(Store, Time, PerQuestion);
    std::string Why;
    for (const Alignment &Suggested : alignments(Store, Old, New, Pair.Runs)) {
      Why = whyNotTogether(Pair, Suggested, Follows);
      if (Why.empty() || Time.exhausted())
        break;
    }
    Facts.Unwritten |= Old.usesUnwritten() || New.usesUnwritten();
    Facts.Undefined |= Old.mayBeUndefined() || New.mayBeUndefined();
    return Time.exhausted() ? "time is up" : Why;
  }

private:
  /// How it is called.
  static std::string typeOf(const llvm::Function &Code) {
    std::string Text = typeText(*Code.getFunctionType()) + " " + std::to_string(Code.getCallingConv());
    for (unsigned Index = 0; Index <= Code.arg_size(); ++Index)
      for (auto Kind : {llvm::Attribute::SExt, llvm::Attribute::ZExt, llvm::Attribute::InReg, llvm::Attribute::Nest,
                        llvm::Attribute::StructRet})
        Text += Code.getAttributes().hasAttributeAtIndex(Index, Kind) ? "+" : "-";
    return Text;
  }

  TermStore Store;
  FunctionCode Old, New;
  const Budget &Time;
  bool SameType;
};

} // namespace

InductionAnswer compareByInduction(const ChangeMap &Map, const InputSpace &Space, const EntryPairs &Entries,
                                   const Budget &Time) {
  FunctionProof Induction = [&](const llvm::Function &Old, const SharedNames &OldNames, const llvm::Function &New,
                                const SharedNames &NewNames, SameCodeFacts &Facts) -> std::string {
    return Time.exhausted() ? "time is up" : FunctionInduction(Old, OldNames, New, NewNames, Time).whyNot(Facts);
  };
  NormalFormAnswer Forms = compareNormalForms(Map, Space, Entries, Induction);
  return {Forms.Equal, std::move(Forms.WhyNot), std::move(Forms.Assumptions)};
}

} // namespace vernier

#include "induction/Induction.h"

#include "induction/Operations.h"
#include "induction/Product.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

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
    Pair.Runs = sampleRuns(Store, Old, New, Pair.Worlds, Time);
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

/// A function whose calls of itself are replaced by its body, once; it lives beside the function.
class Unfolded {
public:
  explicit Unfolded(const llvm::Function &F) {
    auto &Original = const_cast<llvm::Function &>(F);
    llvm::ValueToValueMapTy Copies;
    Copy = llvm::CloneFunction(&Original, Copies);
    std::vector<llvm::CallBase *> Calls;
    for (llvm::Instruction &I : llvm::instructions(*Copy))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && Call->getCalledFunction() == &Original)
        Calls.push_back(Call);
    for (llvm::CallBase *Call : Calls) {
      llvm::InlineFunctionInfo Info;
      Done &= llvm::InlineFunction(*Call, Info, false, nullptr, /*InsertLifetime=*/false).isSuccess();
    }
  }
  Unfolded(const Unfolded &) = delete;
  ~Unfolded() { Copy->eraseFromParent(); }

  /// Null if it cannot be done.
  const llvm::Function *function() const { return Done ? Copy : nullptr; }

private:
  llvm::Function *Copy;
  bool Done = true;
};

bool callsItself(const llvm::Function &F) {
  return llvm::any_of(F.users(), [&](const llvm::User *User) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(User);
    return Call && Call->getFunction() == &F && Call->getCalledFunction() == &F;
  });
}

/// Both functions as they are; then with one unfolding of one of them. A proof takes for granted that calls which both
/// make do the same: in the end, all of them make these.
class Attempts {
public:
  Attempts(const SharedNames &OldNames, const SharedNames &NewNames, SameCodeFacts &Facts, const Budget &Time)
      : OldNames(OldNames), NewNames(NewNames), Facts(Facts), Time(Time) {}

  std::string whyNot(const llvm::Function &Old, const llvm::Function &New) {
    std::string Why = once(Old, New);
    if (!Why.empty() && callsItself(Old)) {
      Unfolded Longer(Old);
      if (Longer.function() && once(*Longer.function(), New).empty())
        return "";
    }
    if (!Why.empty() && callsItself(New)) {
      Unfolded Longer(New);
      if (Longer.function() && once(Old, *Longer.function()).empty())
        return "";
    }
    return Why;
  }

private:
  std::string once(const llvm::Function &Old, const llvm::Function &New) {
    if (Time.exhausted())
      return "time is up";
    return FunctionInduction(Old, OldNames, New, NewNames, Time).whyNot(Facts);
  }

  const SharedNames &OldNames, &NewNames;
  SameCodeFacts &Facts;
  const Budget &Time;
};

} // namespace

InductionAnswer compareByInduction(const ChangeMap &Map, const InputSpace &Space, const EntryPairs &Entries,
                                   const Budget &Time) {
  FunctionProof Induction;
  Induction.TimeIsUp = [&] { return Time.exhausted(); };
  Induction.WhyNot = [&](const llvm::Function &Old, const SharedNames &OldNames, const llvm::Function &New,
                         const SharedNames &NewNames,
                         SameCodeFacts &Facts) { return Attempts(OldNames, NewNames, Facts, Time).whyNot(Old, New); };
  NormalFormAnswer Forms = compareNormalForms(Map, Space, Entries, Induction);
  return {Forms.Equal, std::move(Forms.WhyNot), std::move(Forms.Assumptions)};
}

} // namespace vernier

#include "bounded/Premises.h"

#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

std::vector<std::string> openPremises(const Comparison &Found, const Executor &Old, const Executor &New,
                                      const MayHold &Ask) {
  std::vector<std::string> Result;
  auto Either = [&](bool TakenForGranted::*Which) { return Old.Granted.*Which || New.Granted.*Which; };
  auto Add = [&](bool Open, const char *Code) {
    if (Open)
      Result.push_back(Code);
  };
  bool HasErrorNumber = Old.objectNamed(ErrorNumberName.str()) || New.objectNamed(ErrorNumberName.str());
  Add(Either(&TakenForGranted::OutputSucceeds), "output-succeeds");
  Add(HasErrorNumber && Either(&TakenForGranted::ErrorNumberIsKept), "errno-kept");
  Add(Either(&TakenForGranted::LocaleIsC), "c-locale");
  Add(Either(&TakenForGranted::RoundsToNearest), "round-to-nearest");
  Add(Either(&TakenForGranted::WeakIsFinal), "weak-definitions");
  Add(Either(&TakenForGranted::VolatileIsMemory), assumption::VolatileAsMemory);
  Add(Ask(Found.Events), "events-unseen");
  Add(Ask(Found.AtEnds), assumption::NoHandlers);
  bool IsRecursive = !Old.RecursiveCalls.empty() || !New.RecursiveCalls.empty(); // as deep as the input says
  Add(IsRecursive || Ask(Found.Stack), "stack-suffices");
  return Result;
}

namespace {

class Recursion {
public:
  Recursion(TermStore &Store, const std::vector<Term> &Parameters, const MayHold &Ask)
      : Store(Store), Parameters(Parameters), Ask(Ask) {}

  /// Every call of the one is also made by the other.
  bool contains(const Executor &Run, const Executor &Other) const {
    return llvm::all_of(Other.RecursiveCalls, [&](const Executor::RecursiveCall &Wanted) {
      Term Missing = Wanted.Guard;
      for (const Executor::RecursiveCall &Each : Run.RecursiveCalls)
        Missing = Store.andTerm(Missing, Store.notTerm(Store.andTerm(Each.Guard, sameArguments(Each, Wanted))));
      return !Ask(Missing);
    });
  }

  /// One parameter gets smaller, or larger, with every call: there are finitely many values of it.
  bool comesToAnEnd(const Executor &Run) const {
    for (std::size_t I = 0; I < Parameters.size(); ++I)
      for (bool Signed : {true, false})
        for (bool Down : {true, false})
          if (!Ask(mayStay(Run, I, Signed, Down)))
            return true;
    return false;
  }

private:
  Term sameArguments(const Executor::RecursiveCall &A, const Executor::RecursiveCall &B) const {
    Term Same = Store.boolean(A.Arguments.size() == B.Arguments.size());
    for (std::size_t I = 0; I < std::min(A.Arguments.size(), B.Arguments.size()); ++I)
      Same = Store.andTerm(Same, Store.eq(A.Arguments[I], B.Arguments[I]));
    return Same;
  }

  /// Some call does not move the parameter in this direction.
  Term mayStay(const Executor &Run, std::size_t Index, bool Signed, bool Down) const {
    Term Result = Store.boolean(false);
    for (const Executor::RecursiveCall &Each : Run.RecursiveCalls) {
      Term From = Parameters[Index], To = Each.Arguments[Index];
      Term Less = Down ? To : From, More = Down ? From : To;
      Term Moves = Signed ? Store.slt(Less, More) : Store.ult(Less, More);
      Result = Store.orTerm(Result, Store.andTerm(Each.Guard, Store.notTerm(Moves)));
    }
    return Result;
  }

  TermStore &Store;
  const std::vector<Term> &Parameters;
  const MayHold &Ask;
};

} // namespace

bool endAlike(TermStore &Store, const std::vector<Term> &Parameters, const Executor &Old, const Executor &New,
              const MayHold &Ask) {
  Recursion Calls(Store, Parameters, Ask);
  if (Calls.contains(Old, New) && Calls.contains(New, Old))
    return true;
  return Calls.comesToAnEnd(Old) && Calls.comesToAnEnd(New);
}

} // namespace vernier

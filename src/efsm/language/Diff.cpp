#include "efsm/language/Diff.h"

#include "efsm/language/Print.h"

#include <llvm/ADT/StringMap.h>

namespace vernier::efsm {

std::string toString(ChangeKind Kind) {
  switch (Kind) {
  case ChangeKind::Added:
    return "added";
  case ChangeKind::Deleted:
    return "deleted";
  case ChangeKind::Replaced:
    return "replaced";
  }
  return {};
}

namespace {

llvm::StringRef withoutPrimes(llvm::StringRef Name) {
  return Name.rtrim('\'');
}

/// Which transition of the new machine each of the old one has become.
class Pairing {
public:
  Pairing(const Machine &Old, const Machine &New)
      : Old(Old), New(New), Partner(Old.Transitions.size()), Taken(New.Transitions.size()) {
    for (const Transition &Each : Old.Transitions)
      OldContents.push_back(signature(Each, Old));
    for (const Transition &Each : New.Transitions)
      NewContents.push_back(signature(Each, New));
  }

  void pair() {
    match([&](unsigned A, unsigned B) { return Old.Transitions[A].Name == New.Transitions[B].Name; });
    // A transition that was only renamed, before one that was changed and got a prime.
    match([&](unsigned A, unsigned B) { return OldContents[A] == NewContents[B]; });
    match([&](unsigned A, unsigned B) {
      return withoutPrimes(Old.Transitions[A].Name) == withoutPrimes(New.Transitions[B].Name);
    });
  }

  MachineDiff result() const {
    MachineDiff Result;
    for (unsigned I = 0; I < Partner.size(); ++I) {
      if (!Partner[I])
        Result.Changes.push_back({ChangeKind::Deleted, I, std::nullopt});
      else if (OldContents[I] == NewContents[*Partner[I]])
        Result.Same.emplace_back(I, *Partner[I]);
      else
        Result.Changes.push_back({ChangeKind::Replaced, I, *Partner[I]});
    }
    for (unsigned I = 0; I < Taken.size(); ++I)
      if (!Taken[I])
        Result.Changes.push_back({ChangeKind::Added, std::nullopt, I});
    return Result;
  }

private:
  template <class Predicate> void match(const Predicate &Same) {
    for (unsigned A = 0; A < Partner.size(); ++A)
      for (unsigned B = 0; !Partner[A] && B < Taken.size(); ++B)
        if (!Taken[B] && Same(A, B)) {
          Partner[A] = B;
          Taken[B] = true;
        }
  }

  const Machine &Old, &New;
  std::vector<std::string> OldContents, NewContents;
  std::vector<std::optional<unsigned>> Partner;
  std::vector<bool> Taken;
};

/// Compares what both machines declare under the same name. Text: the declaration without its name.
template <class Declared, class Text>
void compare(const std::string &Kind, const std::vector<Declared> &Old, const std::vector<Declared> &New,
             const Text &OldText, const Text &NewText, std::vector<DeclarationChange> &Into) {
  llvm::StringMap<std::string> Before, After;
  for (const Declared &Each : New)
    After[Each.Name] = NewText(Each);
  for (const Declared &Each : Old) {
    Before[Each.Name] = OldText(Each);
    std::string Now = After.lookup(Each.Name);
    if (Before[Each.Name] != Now)
      Into.push_back({Kind, Each.Name, Before[Each.Name], Now});
  }
  for (const Declared &Each : New)
    if (!Before.contains(Each.Name))
      Into.push_back({Kind, Each.Name, "", After[Each.Name]});
}

std::string declared(const Variable &Of) {
  std::string Result = toString(*Of.Type, true);
  return Of.Initial ? Result + " = " + toString(*Of.Initial, *Of.Type) : Result;
}

/// The names of parameters are not part of it: arguments are given by position.
std::string declared(const Message &Of) {
  std::string Result = "(";
  for (std::size_t I = 0; I < Of.Parameters.size(); ++I)
    Result += (I ? ", " : "") + toString(*Of.Parameters[I].Type, true);
  return Result + ")";
}

auto declaredState(const Machine &In) {
  return std::function([&In](const State &Of) {
    if (!Of.Initial)
      return std::string("state");
    return isTrue(*Of.InitialPredicate) ? "initial" : "initial [" + toString(*Of.InitialPredicate, In) + "]";
  });
}

} // namespace

std::vector<bool> MachineDiff::deleted(const Machine &Old) const {
  std::vector<bool> Result(Old.Transitions.size());
  for (const Change &Each : Changes)
    if (Each.Old)
      Result[*Each.Old] = true;
  return Result;
}

std::vector<bool> MachineDiff::added(const Machine &New) const {
  std::vector<bool> Result(New.Transitions.size());
  for (const Change &Each : Changes)
    if (Each.New)
      Result[*Each.New] = true;
  return Result;
}

MachineDiff diff(const Machine &Old, const Machine &New) {
  Pairing Pairs(Old, New);
  Pairs.pair();
  MachineDiff Result = Pairs.result();
  auto VariableText = std::function([](const Variable &Of) { return declared(Of); });
  auto MessageText = std::function([](const Message &Of) { return declared(Of); });
  compare("variable", Old.Variables, New.Variables, VariableText, VariableText, Result.Declarations);
  compare("input", Old.Inputs, New.Inputs, MessageText, MessageText, Result.Declarations);
  compare("output", Old.Outputs, New.Outputs, MessageText, MessageText, Result.Declarations);
  compare("state", Old.States, New.States, declaredState(Old), declaredState(New), Result.Declarations);
  return Result;
}

} // namespace vernier::efsm

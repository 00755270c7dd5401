#include "efsm/reasoning/Compatibility.h"

#include "efsm/language/Print.h"
#include "efsm/reasoning/Guard.h"
#include "project/Hash.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace vernier::efsm {

namespace {

constexpr llvm::StringLiteral Header = "vernier efsm compatibility 1\n";

std::optional<Compatible> parseCompatible(llvm::StringRef Text) {
  if (Text == "no")
    return Compatible::No;
  if (Text == "some")
    return Compatible::Some;
  if (Text == "always")
    return Compatible::Always;
  return std::nullopt;
}

const char *printed(Compatible What) {
  if (What == Compatible::No)
    return "no";
  return What == Compatible::Always ? "always" : "some";
}

} // namespace

Result<CompatibilityStore> CompatibilityStore::load(const std::string &File) {
  CompatibilityStore Store;
  if (!llvm::sys::fs::exists(File))
    return Store;
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return analysisError("cannot read '" + File + "': " + Buffer.getError().message());
  llvm::StringRef Rest = (*Buffer)->getBuffer();
  if (!Rest.consume_front(Header))
    return analysisError("'" + File + "' is no file of compatible transitions; remove it, or name another one");
  while (!Rest.empty()) {
    auto [Line, After] = Rest.split('\n');
    auto [Key, Word] = Line.split(' ');
    auto What = parseCompatible(Word);
    if (!What || Key.size() != 32)
      return analysisError("'" + File + "' is damaged; remove it: it is computed anew");
    Store.add(Key.str(), *What);
    Rest = After;
  }
  return Store;
}

Status CompatibilityStore::save(const std::string &File) const {
  std::string Scratch = File + ".new";
  std::error_code Failure;
  {
    llvm::raw_fd_ostream Out(Scratch, Failure);
    if (Failure)
      return analysisError("cannot write '" + Scratch + "': " + Failure.message());
    Out << Header;
    for (const auto &[Key, What] : Known)
      if (What != Compatible::Unknown)
        Out << Key << ' ' << printed(What) << '\n';
    Out.close();
    if (Out.has_error()) {
      Failure = Out.error();
      Out.clear_error();
      return analysisError("cannot write '" + Scratch + "': " + Failure.message());
    }
  }
  if (auto Renamed = llvm::sys::fs::rename(Scratch, File))
    return analysisError("cannot write '" + File + "': " + Renamed.message());
  return Done{};
}

std::optional<Compatible> CompatibilityStore::find(const std::string &Key) const {
  auto Found = Known.find(Key);
  return Found == Known.end() ? std::nullopt : std::optional(Found->second);
}

std::string undisturbed(SmtText &Script, const Machine &Of, const Transition &Which, const SmtVariables &Variables,
                        const std::vector<SmtTerms> &Parameters) {
  std::vector<std::string> Parts;
  for (const Transition &Each : Of.Transitions) {
    if (Each.From != Which.From || (!Each.internal() && Each.Input != Which.Input))
      continue;
    SmtGuard Guard = encodeGuard(Script, *Each.Guard, Variables, Parameters);
    Parts.push_back(smtNot(Guard.Faults));
    if (Each.internal() && !Which.internal())
      Parts.push_back(smtNot(Guard.Holds));
  }
  return smtAnd(Parts);
}

std::string conditionsOnArguments(SmtText &Script, const Transition &Which, const SmtVariables &Variables,
                                  const std::vector<SmtTerms> &Parameters) {
  std::vector<std::string> Parts;
  for (const Expression *Each : conjuncts(*Which.Guard))
    if (!mentionsVariables(*Each))
      Parts.push_back(encodeGuard(Script, *Each, Variables, Parameters).Holds);
  return smtAnd(Parts);
}

Compatibility::Compatibility(const Machine &Of, Reasoner &Solver, CompatibilityStore &Store)
    : Of(Of), Solver(Solver), Store(Store) {
  for (const Transition &Each : Of.Transitions)
    Signatures.push_back(signature(Each, Of));
}

Compatible Compatibility::get(unsigned First, unsigned Then) {
  if (Of.Transitions[First].To != Of.Transitions[Then].From)
    return Compatible::No;
  auto [Found, New] = Cache.try_emplace({First, Then}, Compatible::Unknown);
  if (!New)
    return Found->second;
  std::string Key = key(First, Then);
  if (auto Kept = Store.find(Key))
    return Found->second = *Kept;
  ++Computed;
  Found->second = ask(Of.Transitions[First], Of.Transitions[Then]);
  if (Found->second != Compatible::Unknown && !Solver.isExhausted()) // another time there may be an answer
    Store.add(Key, Found->second);
  return Found->second;
}

void Compatibility::compute() {
  for (unsigned First = 0; First < Of.Transitions.size(); ++First)
    for (unsigned Then = 0; Then < Of.Transitions.size(); ++Then)
      get(First, Then);
}

/// The two transitions, and those whose guards are evaluated together with the second one's.
std::string Compatibility::key(unsigned First, unsigned Then) const {
  const Transition &Second = Of.Transitions[Then];
  ContentHash Hash;
  Hash.add(Signatures[First]).add(Signatures[Then]);
  std::vector<std::string> Others;
  for (unsigned I = 0; I < Of.Transitions.size(); ++I) {
    const Transition &Each = Of.Transitions[I];
    if (I != Then && Each.From == Second.From && (Each.internal() || Each.Input == Second.Input))
      Others.push_back(Signatures[I]);
  }
  std::sort(Others.begin(), Others.end());
  return Hash.addAll(Others).text();
}

/// Incompatible: Mgpos(first) and Mgpre(then) are unsatisfiable together. Always: Mgpos(first) implies Mgpre(then) for
/// all arguments of the second that its conditions on them allow.
Compatible Compatibility::ask(const Transition &First, const Transition &Then) {
  SmtText Script;
  SmtVariables Before = declareVariables(Script, Of);
  auto FirstArguments = declareParameters(Script, Of, First);
  Script.require(encodeGuard(Script, *First.Guard, Before, FirstArguments).Holds);
  Script.require(undisturbed(Script, Of, First, Before, FirstArguments));
  SmtAction Action = encodeActions(Script, Of, First, Before, FirstArguments);
  Script.require(Action.Defined);
  auto ThenArguments = declareParameters(Script, Of, Then);
  std::string Enabled = smtAnd({encodeGuard(Script, *Then.Guard, Action.After, ThenArguments).Holds,
                                undisturbed(Script, Of, Then, Action.After, ThenArguments)});
  SmtAnswer Can = Solver.check(Script.with(Enabled));
  if (Can.What == Satisfiable::No)
    return Compatible::No;
  if (Can.What == Satisfiable::Unknown)
    return Compatible::Unknown;
  Script.require(conditionsOnArguments(Script, Then, Action.After, ThenArguments));
  SmtAnswer CanFail = Solver.check(Script.with(smtNot(Enabled)));
  return CanFail.What == Satisfiable::No ? Compatible::Always : Compatible::Some;
}

} // namespace vernier::efsm

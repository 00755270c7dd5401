#include "solver/SmtScript.h"

#include <z3++.h>

#include <optional>
#include <set>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;

/// Z3 keeps the symbols of every script that a context has seen. A new one after this many keeps memory bounded.
constexpr unsigned ScriptsPerContext = 20000;

std::optional<SmtValue> readValue(const z3::model &Model, const z3::expr &Value);

/// An array of the model that is a function: (const ELSE) with a store for each entry.
std::optional<SmtValue> readFunction(const z3::model &Model, const z3::func_decl &Function) {
  if (!Model.has_interp(Function))
    return std::nullopt;
  z3::func_interp Table = Model.get_func_interp(Function);
  auto Rest = readValue(Model, Table.else_value());
  if (!Rest)
    return std::nullopt;
  SmtValue Array{"const", {*Rest}};
  for (unsigned I = 0; I < Table.num_entries(); ++I) {
    z3::func_entry Entry = Table.entry(I);
    if (Entry.num_args() != 1)
      return std::nullopt;
    auto Index = readValue(Model, Entry.arg(0)), Element = readValue(Model, Entry.value());
    if (!Index || !Element)
      return std::nullopt;
    Array = {"store", {Array, *Index, *Element}};
  }
  return Array;
}

std::optional<SmtValue> readApplication(const z3::model &Model, const z3::expr &Value) {
  std::string Head;
  if (Value.decl().decl_kind() == Z3_OP_STORE)
    Head = "store";
  else if (Value.decl().decl_kind() == Z3_OP_CONST_ARRAY)
    Head = "const";
  else
    Head = Value.decl().name().str();
  SmtValue Read{Head};
  for (unsigned I = 0; I < Value.num_args(); ++I) {
    auto Item = readValue(Model, Value.arg(I));
    if (!Item)
      return std::nullopt;
    Read.Items.push_back(*Item);
  }
  return Read;
}

/// The numbers that a lambda compares its variable with; false if it does anything else with it.
bool collectCases(const z3::expr &Body, std::set<std::string> &Cases) {
  std::string Digits;
  if (Body.is_var() || Body.is_true() || Body.is_false())
    return true;
  if (Body.is_numeral(Digits)) {
    Cases.insert(Digits);
    return true;
  }
  if (!Body.is_app() ||
      !(Body.is_eq() || Body.is_distinct() || Body.is_ite() || Body.is_and() || Body.is_or() || Body.is_not()))
    return false;
  for (unsigned I = 0; I < Body.num_args(); ++I)
    if (!collectCases(Body.arg(I), Cases))
      return false;
  return true;
}

/// Z3 writes an array of booleans as a lambda, `x = 4 or x = 7`: it is one value everywhere but at these numbers.
std::optional<SmtValue> readLambda(const z3::model &Model, const z3::expr &Array) {
  std::set<std::string> Cases;
  if (!Array.get_sort().is_array() || !Array.get_sort().array_domain().is_int() || !collectCases(Array.body(), Cases))
    return std::nullopt;
  auto At = [&](const std::string &Index) {
    return readValue(Model, Model.eval(z3::select(Array, Array.ctx().int_val(Index.c_str())), true));
  };
  int Elsewhere = 0;
  while (Cases.count(std::to_string(Elsewhere)))
    ++Elsewhere;
  auto Rest = At(std::to_string(Elsewhere));
  if (!Rest)
    return std::nullopt;
  SmtValue Read{"const", {*Rest}};
  for (const std::string &Each : Cases) {
    auto Element = At(Each);
    if (!Element)
      return std::nullopt;
    Read = {"store", {Read, SmtValue{Each}, *Element}};
  }
  return Read;
}

/// None: a form that is not a plain value (a quantified function).
std::optional<SmtValue> readValue(const z3::model &Model, const z3::expr &Value) {
  std::string Digits;
  if (Value.is_numeral(Digits))
    return SmtValue{Digits};
  if (Value.is_lambda())
    return readLambda(Model, Value);
  if (!Value.is_app())
    return std::nullopt;
  if (Value.decl().decl_kind() == Z3_OP_AS_ARRAY)
    return readFunction(Model, z3::func_decl(Value.ctx(), Z3_get_as_array_func_decl(Value.ctx(), Value)));
  return readApplication(Model, Value);
}

void readModel(const z3::model &Model, SmtAnswer &Answer) {
  for (unsigned I = 0; I < Model.num_consts(); ++I) {
    z3::func_decl Constant = Model.get_const_decl(I);
    auto Value = readValue(Model, Model.get_const_interp(Constant));
    if (!Value) {
      Answer = {Satisfiable::Unknown, {}, "the value of " + Constant.name().str() + " has no plain form"};
      return;
    }
    Answer.Values.emplace(Constant.name().str(), std::move(*Value));
  }
}

} // namespace

std::string SmtValue::text() const {
  if (Items.empty())
    return Head;
  std::string Text = "(" + Head;
  for (const SmtValue &Each : Items)
    Text += " " + Each.text();
  return Text + ")";
}

struct SmtScripts::State {
  z3::context Context;
  /// The general solver in its incremental form: the others are set up anew for each question.
  z3::solver Solver{Context, z3::solver::simple()};
  unsigned Scripts = 0;
};

SmtScripts::SmtScripts() = default;
SmtScripts::~SmtScripts() = default;

SmtAnswer SmtScripts::check(const std::string &Script, std::chrono::milliseconds Limit, Want What) {
  ++Statistics.Queries;
  auto Start = Clock::now();
  SmtAnswer Answer;
  try {
    // Many users never ask: what is known in full is decided without a solver.
    if (!Core || ++Core->Scripts > ScriptsPerContext)
      Core = std::make_unique<State>();
    Answer = ask(Script, Limit, What);
  } catch (const z3::exception &Problem) {
    Answer = {Satisfiable::Unknown, {}, Problem.msg()};
    Core.reset();
  }
  Statistics.Seconds += std::chrono::duration<double>(Clock::now() - Start).count();
  if (Answer.What == Satisfiable::Unknown)
    ++Statistics.Unknown;
  return Answer;
}

SmtAnswer SmtScripts::ask(const std::string &Script, std::chrono::milliseconds Limit, Want What) {
  z3::context &Context = Core->Context;
  z3::solver &Solver = Core->Solver;
  z3::expr_vector Facts = Context.parse_string(Script.c_str());
  z3::params Parameters(Context);
  Parameters.set("timeout", static_cast<unsigned>(std::max<std::int64_t>(Limit.count(), 1)));
  Parameters.set("ctrl_c", false); // an interrupt is for whoever asks, not for this question alone
  Solver.set(Parameters);
  Solver.push();
  for (unsigned I = 0; I < Facts.size(); ++I)
    Solver.add(Facts[static_cast<int>(I)]);
  SmtAnswer Answer;
  z3::check_result Result = Solver.check();
  if (Result == z3::unsat)
    Answer.What = Satisfiable::No;
  if (Result == z3::unknown)
    Answer.Why = Solver.reason_unknown();
  if (Result == z3::sat) {
    Answer.What = Satisfiable::Yes;
    if (What == Want::Values)
      readModel(Solver.get_model(), Answer);
  }
  Solver.pop();
  return Answer;
}

} // namespace vernier

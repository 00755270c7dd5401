#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/language/Model.h"
#include "solver/SmtScript.h"

#include <string>
#include <vector>

namespace vernier::efsm {

/// A value as SMT-LIB terms, one for each leaf of its type: a record is its fields; a map is one array for each leaf of
/// its elements; a queue is the position of its head, its length and one array for each leaf of its elements; numbers
/// and labels (by their ordinals) are integers.
using SmtTerms = std::vector<std::string>;

std::vector<std::string> smtSorts(const Type &Of);
std::string smtInteger(const Integer &Number);
std::string smtNot(const std::string &Formula);
/// Conjunction and disjunction of any number, simplified where an operand is true or false.
std::string smtAnd(const std::vector<std::string> &Formulas);
std::string smtOr(const std::vector<std::string> &Formulas);
inline std::string smtImplies(const std::string &If, const std::string &Then) {
  return smtOr({smtNot(If), Then});
}
/// Of two values of this type: maps, records and queues by their contents.
std::string smtEqual(const Type &Of, const SmtTerms &A, const SmtTerms &B);
/// That the terms are a value of the type, as far as that can be said without quantifiers: the elements of maps and
/// queues are not covered (they are where they are read).
std::string smtMember(const Type &Of, const SmtTerms &Terms);
/// The value of the type that the model of an answer has for these names; what the model leaves open is the default.
Value valueOf(const Type &Of, const SmtTerms &Names, const SmtAnswer &Answer);

/// A script that grows: declarations, definitions, assertions. Copies grow on their own.
class SmtText {
public:
  /// The new constant has Hint in its name.
  std::string declare(const std::string &Sort, const std::string &Hint);
  std::string define(const std::string &Sort, const std::string &Term, const std::string &Hint);
  void require(const std::string &Formula);

  SmtTerms declare(const Type &Of, const std::string &Hint); ///< any value of the type
  SmtTerms define(const Type &Of, const SmtTerms &Terms, const std::string &Hint);
  /// A constant; what is unknown in it is declared.
  SmtTerms constant(const Value &Known, const Type &Of, const std::string &Hint);

  const std::string &text() const { return Text; }
  std::string with(const std::string &Formula) const { return Text + "(assert " + Formula + ")\n"; }

private:
  std::string fresh(const std::string &Hint);

  std::string Text;
  unsigned Names = 0;
};

/// Values of all variables of a machine.
using SmtVariables = std::vector<SmtTerms>;

/// An expression, and when it has a value at all (no fault).
struct SmtExpression {
  SmtTerms Terms;
  std::string Defined = "true";
};
/// Facts: what holds because elements of maps and queues are values of their types, whenever the expression is defined.
SmtExpression encode(const Expression &Of, const SmtVariables &Variables, const std::vector<SmtTerms> &Parameters,
                     std::vector<std::string> &Facts);

/// A guard: whether it holds, and whether it is a fault (then it does not hold).
struct SmtGuard {
  std::string Holds, Faults = "false";
};
SmtGuard encodeGuard(SmtText &Script, const Expression &Guard, const SmtVariables &Variables,
                     const std::vector<SmtTerms> &Parameters);

/// What a transition does to the variables: the script gets definitions of the values behind it (single static
/// assignment, Guo 2017, section 3.2: nA_t).
struct SmtAction {
  SmtVariables After;
  std::vector<std::vector<SmtTerms>> Outputs; ///< the arguments of each
  std::string Defined = "true";               ///< no action and no output faults
};
SmtAction encodeActions(SmtText &Script, const Machine &Of, const Transition &Which, SmtVariables Before,
                        const std::vector<SmtTerms> &Parameters);

/// Any values of all variables; and those of a configuration, of which some may be unknown.
SmtVariables declareVariables(SmtText &Script, const Machine &Of, const std::string &Suffix = {});
SmtVariables constantVariables(SmtText &Script, const Machine &Of, const std::vector<Value> &Known);
/// Any arguments of the input message; and those of an input.
std::vector<SmtTerms> declareParameters(SmtText &Script, const Machine &Of, const Transition &Which);
std::vector<SmtTerms> declareArguments(SmtText &Script, const Message &Of);
std::vector<SmtTerms> constantArguments(SmtText &Script, const Machine &Of, const TestInput &Input);

} // namespace vernier::efsm

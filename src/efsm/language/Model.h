#pragma once

#include "efsm/language/Expression.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier::efsm {

struct TypeDeclaration {
  std::string Name;
  TypeRef Meaning; ///< has the name
  SourceRange Where;
};

struct Variable {
  std::string Name;
  TypeRef Type;
  std::optional<Value> Initial; ///< the value at the start of a test that gives none; without it, it is unknown
  SourceRange Where;
};

struct Parameter {
  std::string Name;
  TypeRef Type;
};

struct Message {
  std::string Name;
  std::vector<Parameter> Parameters;
  SourceRange Where;
};

struct State {
  std::string Name;
  bool Initial = false;
  /// Initial states: what must hold of the variables as well, for a test to be complete there.
  ExpressionRef InitialPredicate = truth();
  SourceRange Where;
  SourceRange Declaration;        ///< the whole line that names it, perhaps with others
  SourceRange InitialDeclaration; ///< `initial NAME ...`
};

/// `Target := Source`. Value is the same as an assignment of the whole variable, so that an analysis needs no targets:
/// for `B[i].f := e` it is Store(B, i, SetField(Select(B, i), f, e)), with a Fit around whatever must lie in a range.
struct Assignment {
  unsigned Variable = 0;
  ExpressionRef Value;
  ExpressionRef Target, Source; ///< as written
  SourceRange Where;
};

struct OutputCall {
  unsigned Message = 0; ///< in Machine::Outputs
  std::vector<ExpressionRef> Arguments;
  SourceRange Where;
};

/// Enabled in From when the guard holds. The actions are executed in order, each in the state that the one before left;
/// then the arguments of the outputs are evaluated.
struct Transition {
  std::string Name;
  std::optional<unsigned> Input;       ///< in Machine::Inputs; without it, the transition is internal
  std::vector<std::string> Parameters; ///< the names here of the parameters of the input message, by position
  ExpressionRef Guard = truth();
  unsigned From = 0, To = 0; ///< in Machine::States
  std::vector<Assignment> Actions;
  std::vector<OutputCall> Outputs;
  SourceRange Where;

  bool internal() const { return !Input.has_value(); }
};

/// A comment of the text (without `#`), for the formatter.
struct Comment {
  unsigned Line = 0;
  bool OwnLine = false; ///< nothing stands before it
  std::string Text;
};

/// An extended finite state machine (Guo 2017, section 3.2: E = (I, O, S, V, T)).
struct Machine {
  std::string Name;
  std::string File; ///< where it was read from, for messages
  std::vector<TypeDeclaration> Types;
  std::vector<Variable> Variables;
  std::vector<Message> Inputs, Outputs;
  std::vector<State> States;
  std::vector<Transition> Transitions;
  std::vector<Comment> Comments;
  SourceRange Where; ///< of the name

  std::optional<unsigned> findVariable(llvm::StringRef Called) const;
  std::optional<unsigned> findInput(llvm::StringRef Called) const;
  std::optional<unsigned> findOutput(llvm::StringRef Called) const;
  std::optional<unsigned> findState(llvm::StringRef Called) const;
  std::optional<unsigned> findTransition(llvm::StringRef Called) const;
};

} // namespace vernier::efsm

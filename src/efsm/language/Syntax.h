#pragma once

#include "efsm/language/Source.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// What a text says before any name in it means something.
namespace vernier::efsm::syntax {

enum class Kind {
  Number, ///< Text: digits
  Truth,  ///< Text: true or false
  Name,
  Unary,  ///< Text: not, -
  Binary, ///< Text: the operator
  If,     ///< condition, then, else
  Index,  ///< map, key
  Member, ///< record; Text: the field
  Call,   ///< Text: what is called
  Braces, ///< key, value, key, value, ...
  List,   ///< elements
};

struct Node;
using NodeRef = std::unique_ptr<Node>;

struct Node {
  Kind What = Kind::Name;
  std::string Text;
  std::vector<NodeRef> Operands;
  SourceRange Where;
  unsigned Depth = 1; ///< of the tree
};

enum class TypeForm { Name, Bool, Int, Range, Enum, Map, Record, Queue };

struct TypeNode;
using TypeNodeRef = std::unique_ptr<TypeNode>;

struct Identifier {
  std::string Text;
  SourceRange Where;
};

struct TypeNode {
  TypeForm Form = TypeForm::Int;
  std::string Text;               ///< Name
  std::string Low, High;          ///< Range
  std::vector<Identifier> Names;  ///< Enum: labels, Record: fields
  std::vector<TypeNodeRef> Parts; ///< Map: key and element, Record: of the fields, Queue: element
  SourceRange Where;
};

struct TypeDeclaration {
  Identifier Name;
  TypeNodeRef Type;
  SourceRange Where;
};

struct Variable {
  Identifier Name;
  TypeNodeRef Type;
  NodeRef Initial; ///< may be null
  SourceRange Where;
};

struct Message {
  bool Output = false;
  Identifier Name;
  std::vector<Identifier> Parameters;
  std::vector<TypeNodeRef> Types;
  SourceRange Where;
};

struct StateList {
  std::vector<Identifier> Names;
  SourceRange Where;
};

struct Initial {
  Identifier State;
  NodeRef Predicate; ///< may be null
  SourceRange Where;
};

struct Assignment {
  NodeRef Target, Source;
};

struct Transition {
  Identifier Name;
  std::optional<Identifier> Input;
  std::vector<Identifier> Parameters;
  NodeRef Guard; ///< may be null
  Identifier From, To;
  std::vector<Assignment> Actions;
  std::vector<NodeRef> Outputs; ///< Call or Name
  SourceRange Where;
};

struct Machine {
  std::optional<Identifier> Name;
  std::vector<TypeDeclaration> Types;
  std::vector<Variable> Variables;
  std::vector<Message> Messages;
  std::vector<StateList> States;
  std::vector<Initial> Initials;
  std::vector<Transition> Transitions;
};

} // namespace vernier::efsm::syntax

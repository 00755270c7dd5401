#pragma once

#include "efsm/language/Source.h"
#include "efsm/language/Type.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier::efsm {

/// What an expression does with its operands. A well-typed expression is total except for Div and Mod (by zero), Head
/// and Pop (of an empty queue) and Fit (out of range): these are the only run-time faults.
enum class Operator {
  Literal,      ///< Constant
  Variable,     ///< Index: of the machine's variable
  Parameter,    ///< Index: of the parameter of the transition's input message
  Not,          ///< 1
  Negate,       ///< 1: -a
  And,          ///< 2, the second operand is evaluated only if the first is true
  Or,           ///< 2, the second operand is evaluated only if the first is false
  Equal,        ///< 2 of the same type (numbers: Int and Range mix); maps, records and queues by their contents
  NotEqual,     ///< 2
  Less,         ///< 2 numbers
  LessEqual,    ///< 2
  Greater,      ///< 2
  GreaterEqual, ///< 2
  Add,          ///< 2 numbers; the type of a result is Int
  Subtract,     ///< 2
  Multiply,     ///< 2
  Div,          ///< 2, as SMT-LIB's div; fault DivisionByZero
  Mod,          ///< 2, as SMT-LIB's mod (never negative); fault DivisionByZero
  IfThenElse,   ///< 3, only the chosen one is evaluated
  Select,       ///< map, key
  Store,        ///< map, key, element: the map with that entry; only in Assignment::Value
  GetField,     ///< record; Index: of the field
  SetField,     ///< record, value; Index: the record with that field; only in Assignment::Value
  IsEmpty,      ///< queue
  Head,         ///< queue; fault EmptyQueue
  Length,       ///< queue
  Push,         ///< queue, element: the queue with it at the end
  Pop,          ///< queue: the queue without its head; fault EmptyQueue
  MakeMap,      ///< key, element, key, element, ... over the type's default; a later entry wins
  MakeRecord,   ///< the fields in the order of the type
  MakeQueue,    ///< the elements
  Fit,          ///< 1 number, as a value of the Range that is the expression's type; fault OutOfRange. Put there by the
                ///< type checker wherever a number flows into a narrower range: it is never written
};

struct Expression;
using ExpressionRef = std::shared_ptr<const Expression>;

/// An expression after name resolution and type checking.
struct Expression {
  Operator Op = Operator::Literal;
  TypeRef Type; ///< never null
  unsigned Index = 0;
  Value Constant;
  std::vector<ExpressionRef> Operands;
  SourceRange Where;
};

ExpressionRef literal(Value Constant, TypeRef Of, SourceRange Where = {});
/// The literal true.
ExpressionRef truth();
bool isTrue(const Expression &Of);

/// Calls Visit for the expression and everything below it.
template <class Visitor> void visit(const Expression &Of, const Visitor &Visit) {
  Visit(Of);
  for (const ExpressionRef &Operand : Of.Operands)
    visit(*Operand, Visit);
}

} // namespace vernier::efsm

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The small C subset that random programs are made of. Everything is a value, so that a version is edited by copying
/// it. What keeps a program defined and terminating (masks of indexes and shifts, divisors, loop counters, the guard of
/// a recursion) belongs to the node or is marked Fixed, so that no edit can remove it.
namespace vernier::test {

enum class IntType { SChar, UChar, Short, UShort, Int, UInt, Long, ULong };
constexpr unsigned IntTypeCount = 8;
std::string_view spelling(IntType Type);
unsigned bitsOf(IntType Type);
bool isSigned(IntType Type);

enum class ExprKind {
  Literal,         ///< Value
  Name,            ///< Name Field: a scalar variable or member, an enumerator, an object-like macro, a pointer
  Element,         ///< Name Field [Kids[0] & Value]
  Dereference,     ///< *Name
  Address,         ///< &Name, or &Name[Kids[0] & Value]
  Unary,           ///< Op Kids[0]
  Binary,          ///< arithmetic, comparison, && and ||; Op is none of / % << >>
  Shift,           ///< Kids[0] Op (Kids[1] & 7)
  Divide,          ///< Kids[0] Op ((Kids[1] & 15) + 1)
  UncheckedDivide, ///< Kids[0] Op Kids[1]; only where traps are allowed
  Conditional,     ///< Kids[0] ? Kids[1] : Kids[2]
  Cast,            ///< (Type) Kids[0]
  Call,            ///< Name(Kids...): a function or a function-like macro
  TableCall,       ///< Name[Kids[0] & Value](Kids[1]...)
  Masked,          ///< Kids[0] & Value
};

struct Expr {
  ExprKind Kind = ExprKind::Literal;
  std::string Name;
  std::string Field;
  std::string Op;
  std::int64_t Value = 0;
  IntType Type = IntType::Int;
  bool Fixed = false; ///< the node itself stays as it is; its children may be edited
  std::vector<Expr> Kids;
};

enum class StmtKind {
  Assign,    ///< Exprs[0] Op Exprs[1]; Op is =, +=, ...
  Increment, ///< Exprs[0]++ or --; Prefix writes it in front
  Evaluate,  ///< Exprs[0];
  OutInt,    ///< out_int(Exprs[0]);
  OutChar,   ///< out_char(Exprs[0]);
  Print,     ///< printf(Text, Exprs...);
  If,        ///< Exprs[0], Lists[0], Lists[1] (may be empty: no else)
  For,       ///< Name counts up from Value to below Exprs[0]
  While,     ///< Name counts down from Exprs[0]; Exprs[1] is a further condition
  DoWhile,   ///< likewise
  GotoLoop,  ///< likewise, written with a backward goto
  GotoSkip,  ///< a forward goto skips Lists[0] if Exprs[0]
  Switch,    ///< Exprs[0], Cases[k] belongs to Lists[k]
  Block,     ///< a scope of its own with the variable Name of type Type initialised by Exprs[0]
  Break,
  Continue,
  Return,  ///< Exprs[0] if the function returns a value
  Exit,    ///< exit(Value)
  Abort,   ///< abort()
  MemCopy, ///< memcpy(Name, Text, Value elements)
  MemMove, ///< memmove(Name + 1, Name, Value elements)
  Raw,     ///< Text, line by line
};

struct SwitchCase {
  bool Default = false;
  std::int64_t Value = 0;
  std::string Enumerator; ///< used in place of Value unless empty
  bool Break = true;
};

struct Stmt {
  StmtKind Kind = StmtKind::Raw;
  std::string Name;
  std::string Text;
  std::string Op;
  std::int64_t Value = 0;
  IntType Type = IntType::Int;
  bool Prefix = false;
  bool Fixed = false; ///< neither removed nor moved
  std::vector<Expr> Exprs;
  std::vector<std::vector<Stmt>> Lists;
  std::vector<SwitchCase> Cases;
};

enum class Shape { Scalar, Array, Text, Pointer, Structure, Union };

struct Variable {
  std::string Name;
  Shape Form = Shape::Scalar;
  IntType Type = IntType::Int;
  std::string TypeName;             ///< of a structure or union
  std::vector<std::int64_t> Values; ///< one per element or field (of the fields' first order)
  std::string Text;                 ///< contents of a character table
  std::string Target;               ///< what a pointer points to at first
  bool Static = false;
  bool Const = false;
  bool AssignLater = false; ///< declared without an initialiser and assigned right below the declarations
  unsigned Rank = 0;        ///< the order of these assignments
  bool Counter = false;     ///< counts a loop: only the loop itself writes it
};

struct Parameter {
  std::string Name;
  IntType Type = IntType::Int;
  bool Pointer = false;
  bool Fuel = false; ///< bounds a recursion: never written
};

struct Function {
  std::string Name;
  bool Static = true;
  bool Void = false;
  IntType Returns = IntType::Int;
  std::vector<Parameter> Parameters;
  std::vector<Variable> Locals;
  std::vector<Stmt> Body;
  Expr Result; ///< the last statement returns it
  bool Recursive = false;
  std::int64_t FuelLimit = 0; ///< a recursive function returns at once when its fuel is not above this
  bool InTable = false;       ///< int (int, int), used in the table of functions
};

struct Field {
  std::string Name;
  IntType Type = IntType::Int;
  unsigned Bits = 0; ///< of a bit-field
};

struct Structure {
  std::string Name;
  std::vector<Field> Fields;
};

struct Enumerator {
  std::string Name;
  std::int64_t Value = 0;
};

enum class MacroForm { Object, Expression, Statement };
struct Macro {
  std::string Name;
  MacroForm Form = MacroForm::Object;
  Expr Body;               ///< Object and Expression (of x)
  std::vector<Stmt> Steps; ///< Statement (of v and e)
};

struct SourceProgram {
  std::vector<Macro> Macros;
  std::vector<Enumerator> Enumerators;
  std::vector<Structure> Structures;
  std::vector<Structure> Unions; ///< `w` and the bytes `b[4]` beside it
  std::vector<Variable> Globals;
  std::vector<std::string> FunctionTable; ///< always four entries, or none
  std::vector<Function> Functions;        ///< the entry comes last
  std::string RawTop;                     ///< declarations of a trap shape
};

// Constructors of the nodes that are made in many places.
Expr literal(std::int64_t Value);
Expr name(std::string Name, std::string Field = {});
Expr binary(std::string Op, Expr Left, Expr Right);
Expr masked(Expr Kid, std::int64_t Mask);

// Visits of everything below, the node itself first.
void forEachExpr(Expr &E, const std::function<void(Expr &)> &Visit);
void forEachExpr(Stmt &S, const std::function<void(Expr &)> &Visit);
void forEachExpr(std::vector<Stmt> &List, const std::function<void(Expr &)> &Visit);
/// All expressions of the program: functions and macros.
void forEachExpr(SourceProgram &P, const std::function<void(Expr &)> &Visit);
/// Every list of statements with its nesting depth.
void forEachList(std::vector<Stmt> &List, const std::function<void(std::vector<Stmt> &, unsigned Depth)> &Visit,
                 unsigned Depth = 0);
/// All statements below a list.
void forEachStmt(std::vector<Stmt> &List, const std::function<void(Stmt &)> &Visit);

/// How the text looks; two styles of one program differ in nothing that the compiler sees.
struct Style {
  unsigned Indent = 2;
  bool BraceOnOwnLine = false;
  bool Comments = false;
  bool BlankLines = false;
  std::uint64_t Seed = 0; ///< where comments and blank lines go
};

std::string print(const SourceProgram &Program, const Style &Look = {});

} // namespace vernier::test

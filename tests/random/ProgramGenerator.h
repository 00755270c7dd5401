#pragma once

#include "base/Random.h"
#include "random/RandomPair.h"
#include "random/Syntax.h"

#include <string>
#include <vector>

namespace vernier::test {

struct ArrayName {
  std::string Name;
  IntType Type = IntType::Int;
  std::int64_t Size = 0;
};

/// What an expression or a statement at some place of a function may name.
struct Scope {
  std::vector<Expr> Readable;
  std::vector<Expr> Writable;
  std::vector<ArrayName> Arrays;     ///< writable ones
  std::vector<std::string> Ints;     ///< `int` variables that a pointer may point to
  std::vector<std::string> Pointers; ///< local ones to int; a global one must not come to point to a local
  std::vector<const Function *> Callees;
  std::vector<std::string> StatementMacros;
  std::vector<std::string> ExpressionMacros;
  std::vector<std::string> Enumerators;
  bool Table = false;
  bool Loop = false; ///< break and continue are possible
  bool MayCall = true;
  unsigned LoopDepth = 0;
};

/// The scope of the body of a function: everything global, its parameters and its locals. Callees are the functions
/// before it, so that calls never form a cycle (a recursive function calls itself only through recursiveCall).
Scope scopeOf(const SourceProgram &Program, const Function &Where);

/// Grows expressions and statements that are defined and terminate whatever the values are.
class Grower {
public:
  Grower(Random &Rng, const GeneratorOptions &Options) : Rng(Rng), Options(Options) {}

  Expr expression(const Scope &S, unsigned Depth);
  Expr condition(const Scope &S, unsigned Depth);
  Expr call(const Scope &S, const Function &Callee, unsigned Depth);
  /// One statement without loops or variables of its own: what edits insert.
  Stmt simpleStatement(const Scope &S, const Function &Where);
  Stmt statement(Scope &S, Function &Where, unsigned Depth);
  std::vector<Stmt> statements(Scope S, Function &Where, unsigned Depth, unsigned Count);
  Stmt output(Expr Value);
  std::int64_t constant();

private:
  Expr leaf(const Scope &S);
  Expr pointerValue(const Scope &S);
  Expr rarer(const Scope &S, unsigned Depth);
  Stmt assignment(const Scope &S);
  Stmt loop(Scope &S, Function &Where, unsigned Depth);
  Stmt switchStatement(Scope &S, Function &Where, unsigned Depth);
  Stmt jump(const Scope &S, const Function &Where);
  Stmt rarerStatement(Scope &S, Function &Where, unsigned Depth);
  template <class T> const T &pick(const std::vector<T> &From) { return From[Rng.below(From.size())]; }

  Random &Rng;
  const GeneratorOptions &Options;
  unsigned Blocks = 0; ///< numbers the variables of inner scopes: none may hide another
};

/// A random program, its entry `program` last, and the inputs of that entry.
SourceProgram generateProgram(Random &Rng, const GeneratorOptions &Options, std::vector<InputParameter> &Inputs);

} // namespace vernier::test

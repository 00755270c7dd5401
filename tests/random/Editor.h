#pragma once

#include "random/ProgramGenerator.h"

#include <optional>

namespace vernier::test {

/// What an edit did, in words; nothing if the program has no place for it.
using Edited = std::optional<std::string>;

/// Applies one edit to a program. Each edit keeps the program compiling, defined and terminating.
class Editor {
public:
  Editor(SourceProgram &P, Random &Rng, const GeneratorOptions &Options) : P(P), Rng(Rng), Grow(Rng, Options) {}

  using Edit = Edited (Editor::*)();
  /// The edits that may change what the program does.
  static const std::vector<Edit> &behavioural();
  /// The edits after which the compiler sees the same program.
  static const std::vector<Edit> &identical();

private:
  // Expressions (EditBodies.cpp)
  Edited constant();
  Edited operation();
  Edited comparison();
  Edited swapOperands();
  Edited negateCondition();
  Edited replaceVariable();
  Edited addOne();
  Edited castOperand();
  Edited callee();
  Edited swapArguments();
  // Statements (EditBodies.cpp)
  Edited insertStatement();
  Edited deleteStatement();
  Edited duplicateStatement();
  Edited moveStatement();
  Edited moveIntoBranch();
  Edited removeBranch();
  Edited addBranch();
  Edited changeElse();
  Edited loopBound();
  Edited changeJump();
  Edited switchCase();
  Edited fallThrough();
  Edited assignmentOperator();
  Edited formatString();
  // Declarations and functions (EditDeclarations.cpp)
  Edited initialiser();
  Edited tableEntry();
  Edited characterTable();
  Edited enumerator();
  Edited macroBody();
  Edited fieldOrder();
  Edited addField();
  Edited widenField();
  Edited variableType();
  Edited swapParameters();
  Edited swapParametersOnly();
  Edited functionTable();
  Edited renameFunction();
  Edited inlineCall();
  Edited extractFunction();
  Edited recursionDepth();
  Edited linkage();
  // Nothing for the compiler (EditIdentity.cpp)
  Edited renameLocals();
  Edited renameStatic();
  Edited reorderGlobals();
  Edited reorderFunctions();
  Edited reorderLocals();
  Edited incrementForm();
  Edited renameMacro();

  /// Where an expression stands: what it is part of, and how deeply nested that is.
  struct ExprSite {
    Expr *Where = nullptr;
    Function *Owner = nullptr;
    unsigned Depth = 0;
  };
  struct StmtSite {
    std::vector<Stmt> *List = nullptr;
    std::size_t Index = 0;
    Function *Owner = nullptr;
    unsigned Depth = 0;
    bool Loop = false; ///< break and continue are possible here
    Stmt &get() const { return (*List)[Index]; }
  };
  std::vector<ExprSite> exprs(const std::function<bool(const Expr &)> &Fits);
  std::vector<StmtSite> stmts(const std::function<bool(const Stmt &)> &Fits);
  void collect(std::vector<Stmt> &List, Function &Owner, unsigned Depth, bool Loop, std::vector<StmtSite> &Into);
  /// Prefers deeper places, so that many inputs pass a change by.
  template <class Site> std::optional<Site> choose(const std::vector<Site> &Sites) {
    if (Sites.empty())
      return std::nullopt;
    const Site &A = Sites[Rng.below(Sites.size())], &B = Sites[Rng.below(Sites.size())];
    return A.Depth >= B.Depth ? A : B;
  }
  template <class T> const T &pick(const std::vector<T> &From) { return From[Rng.below(From.size())]; }
  /// Calls of a function, Fixed ones included.
  std::vector<Expr *> callsOf(const std::string &Name);
  Edited swapParameters(bool WithCallers);
  std::string freshName(const std::string &Stem);
  Variable *anyVariable(const std::function<bool(const Variable &)> &Fits);

  SourceProgram &P;
  Random &Rng;
  Grower Grow;
};

} // namespace vernier::test

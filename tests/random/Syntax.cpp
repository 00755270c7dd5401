#include "random/Syntax.h"

namespace vernier::test {

std::string_view spelling(IntType Type) {
  switch (Type) {
  case IntType::SChar:
    return "signed char";
  case IntType::UChar:
    return "unsigned char";
  case IntType::Short:
    return "short";
  case IntType::UShort:
    return "unsigned short";
  case IntType::Int:
    return "int";
  case IntType::UInt:
    return "unsigned int";
  case IntType::Long:
    return "long";
  case IntType::ULong:
    return "unsigned long";
  }
  return "int";
}

unsigned bitsOf(IntType Type) {
  return 8u << (static_cast<unsigned>(Type) / 2);
}

bool isSigned(IntType Type) {
  return static_cast<unsigned>(Type) % 2 == 0;
}

Expr literal(std::int64_t Value) {
  Expr E;
  E.Value = Value;
  return E;
}

Expr name(std::string Name, std::string Field) {
  Expr E;
  E.Kind = ExprKind::Name;
  E.Name = std::move(Name);
  E.Field = std::move(Field);
  return E;
}

Expr binary(std::string Op, Expr Left, Expr Right) {
  Expr E;
  E.Kind = ExprKind::Binary;
  E.Op = std::move(Op);
  E.Kids = {std::move(Left), std::move(Right)};
  return E;
}

Expr masked(Expr Kid, std::int64_t Mask) {
  Expr E;
  E.Kind = ExprKind::Masked;
  E.Value = Mask;
  E.Fixed = true;
  E.Kids = {std::move(Kid)};
  return E;
}

void forEachExpr(Expr &E, const std::function<void(Expr &)> &Visit) {
  Visit(E);
  for (Expr &Kid : E.Kids)
    forEachExpr(Kid, Visit);
}

void forEachExpr(Stmt &S, const std::function<void(Expr &)> &Visit) {
  for (Expr &E : S.Exprs)
    forEachExpr(E, Visit);
  for (auto &List : S.Lists)
    forEachExpr(List, Visit);
}

void forEachExpr(std::vector<Stmt> &List, const std::function<void(Expr &)> &Visit) {
  for (Stmt &S : List)
    forEachExpr(S, Visit);
}

void forEachExpr(SourceProgram &P, const std::function<void(Expr &)> &Visit) {
  for (Macro &M : P.Macros) {
    forEachExpr(M.Body, Visit);
    forEachExpr(M.Steps, Visit);
  }
  for (Function &F : P.Functions) {
    forEachExpr(F.Body, Visit);
    forEachExpr(F.Result, Visit);
  }
}

void forEachList(std::vector<Stmt> &List, const std::function<void(std::vector<Stmt> &, unsigned)> &Visit,
                 unsigned Depth) {
  // From the inside out: the visitor may change the list that it is given.
  for (Stmt &S : List)
    for (auto &Inner : S.Lists)
      forEachList(Inner, Visit, Depth + 1);
  Visit(List, Depth);
}

void forEachStmt(std::vector<Stmt> &List, const std::function<void(Stmt &)> &Visit) {
  for (Stmt &S : List) {
    Visit(S);
    for (auto &Inner : S.Lists)
      forEachStmt(Inner, Visit);
  }
}

} // namespace vernier::test

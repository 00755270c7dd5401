#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Syntax.h"

#include <llvm/ADT/StringMap.h>

#include <utility>

namespace vernier::efsm {

/// What names in an expression may mean. A name means one thing only: declarations that would hide another are refused.
struct Scope {
  const Machine *Of = nullptr;
  /// The labels of all enumerations.
  llvm::StringMap<std::pair<TypeRef, unsigned>> Labels;
  std::vector<Parameter> Parameters; ///< of the transition
  bool Constant = false;             ///< variables may not be mentioned
};

/// Enters the labels of all enumerations in a type; false and the label that another enumeration has already.
bool enterLabels(const TypeRef &Of, Scope &Into, std::string &Clash);

/// Turns what was written into typed expressions; null after an error that was reported.
class TypeChecker {
public:
  TypeChecker(const Scope &Names, Diagnostics &Problems) : Names(Names), Problems(Problems) {}

  /// As a value of Wanted: with a Fit where a number might not lie in its range.
  ExpressionRef checkAs(const syntax::Node &What, const TypeRef &Wanted);
  /// Variable, Select and GetField only.
  ExpressionRef checkTarget(const syntax::Node &What);
  /// A constant, evaluated.
  std::optional<Value> constantOf(const syntax::Node &What, const TypeRef &Wanted);
  /// `name(arguments)` as a message of the list; Message is null after an error.
  std::optional<OutputCall> checkOutput(const syntax::Node &What, const std::vector<Message> &Among);

private:
  /// Hint is the type that is wanted, if any: literals of maps, records and queues take theirs from it.
  ExpressionRef check(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkName(const syntax::Node &What);
  ExpressionRef checkUnary(const syntax::Node &What);
  ExpressionRef checkBinary(const syntax::Node &What);
  ExpressionRef checkArithmetic(const syntax::Node &What, Operator Op);
  ExpressionRef checkEquality(const syntax::Node &What, Operator Op);
  ExpressionRef checkIf(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkIndex(const syntax::Node &What);
  ExpressionRef checkMember(const syntax::Node &What);
  ExpressionRef checkCall(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkBraces(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkMap(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkRecord(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkList(const syntax::Node &What, const TypeRef &Hint);
  ExpressionRef checkNumber(const syntax::Node &What);
  ExpressionRef fit(ExpressionRef What, const TypeRef &Wanted);
  ExpressionRef fail(const SourceRange &Where, std::string Message);

  const Scope &Names;
  Diagnostics &Problems;
};

/// The assignment of Source to Target as one of a whole variable (Assignment::Value).
std::pair<unsigned, ExpressionRef> wholeAssignment(const ExpressionRef &Target, ExpressionRef Source);

} // namespace vernier::efsm

#include "efsm/language/TypeCheck.h"

#include "efsm/language/Interpret.h"

#include <algorithm>

namespace vernier::efsm {

using syntax::Kind;
using syntax::Node;

namespace {

ExpressionRef made(Operator Op, TypeRef Of, std::vector<ExpressionRef> Operands, SourceRange Where,
                   unsigned Index = 0) {
  auto Result = std::make_shared<Expression>();
  Result->Op = Op;
  Result->Type = std::move(Of);
  Result->Operands = std::move(Operands);
  Result->Where = Where;
  Result->Index = Index;
  return Result;
}

/// Its type comes from what it is compared with or assigned to.
bool needsHint(const Node &What) {
  if (What.What == Kind::If)
    return needsHint(*What.Operands[1]) && needsHint(*What.Operands[2]);
  if (What.What == Kind::Call && (What.Text == "push" || What.Text == "pop") && !What.Operands.empty())
    return needsHint(*What.Operands[0]);
  return What.What == Kind::Braces || What.What == Kind::List;
}

std::string arity(std::size_t Number) {
  return Number == 0 ? "no arguments" : Number == 1 ? "1 argument" : std::to_string(Number) + " arguments";
}

} // namespace

bool enterLabels(const TypeRef &Of, Scope &Into, std::string &Clash) {
  for (unsigned I = 0; I < Of->Labels.size(); ++I) {
    auto [Found, New] = Into.Labels.try_emplace(Of->Labels[I], Of, I);
    if (!New && !sameType(*Found->second.first, *Of)) {
      Clash = Of->Labels[I];
      return false;
    }
  }
  bool Good = !Of->Key || enterLabels(Of->Key, Into, Clash);
  Good = Good && (!Of->Element || enterLabels(Of->Element, Into, Clash));
  for (const Field &Each : Of->Fields)
    Good = Good && enterLabels(Each.FieldType, Into, Clash);
  return Good;
}

ExpressionRef TypeChecker::fail(const SourceRange &Where, std::string Message) {
  Problems.error(Where, std::move(Message));
  return nullptr;
}

ExpressionRef TypeChecker::fit(ExpressionRef What, const TypeRef &Wanted) {
  if (sameType(*What->Type, *Wanted))
    return What;
  if (!isNumber(*What->Type) || !isNumber(*Wanted))
    return fail(What->Where,
                "expected a value of type " + toString(*Wanted) + ", this is of type " + toString(*What->Type));
  if (Wanted->Kind == TypeKind::Int)
    return What;
  if (What->Op == Operator::Literal) {
    if (!isMember(What->Constant, *Wanted))
      return fail(What->Where, toString(What->Constant, *What->Type) + " is outside of " + toString(*Wanted, true));
    return literal(What->Constant, Wanted, What->Where);
  }
  bool Inside =
      What->Type->Kind == TypeKind::Range && What->Type->Low >= Wanted->Low && What->Type->High <= Wanted->High;
  SourceRange Where = What->Where;
  return Inside ? What : made(Operator::Fit, Wanted, {std::move(What)}, Where);
}

ExpressionRef TypeChecker::checkAs(const Node &What, const TypeRef &Wanted) {
  ExpressionRef Checked = check(What, Wanted);
  return Checked ? fit(std::move(Checked), Wanted) : nullptr;
}

std::optional<Value> TypeChecker::constantOf(const Node &What, const TypeRef &Wanted) {
  ExpressionRef Checked = checkAs(What, Wanted);
  if (!Checked)
    return std::nullopt;
  if (Checked->Op == Operator::Literal)
    return Checked->Constant;
  Fault Why;
  auto Result = evaluate(*Checked, {}, {}, Why);
  if (!Result)
    fail(What.Where, "this has no value: " + Why.Detail);
  return Result;
}

ExpressionRef TypeChecker::check(const Node &What, const TypeRef &Hint) {
  switch (What.What) {
  case Kind::Number:
    return checkNumber(What);
  case Kind::Truth:
    return literal(Value::boolean(What.Text == "true"), boolType(), What.Where);
  case Kind::Name:
    return checkName(What);
  case Kind::Unary:
    return checkUnary(What);
  case Kind::Binary:
    return checkBinary(What);
  case Kind::If:
    return checkIf(What, Hint);
  case Kind::Index:
    return checkIndex(What);
  case Kind::Member:
    return checkMember(What);
  case Kind::Call:
    return checkCall(What, Hint);
  case Kind::Braces:
    return checkBraces(What, Hint);
  case Kind::List:
    return checkList(What, Hint);
  }
  return nullptr;
}

ExpressionRef TypeChecker::checkNumber(const Node &What) {
  return literal(Value::integer(*parseInteger(What.Text)), intType(), What.Where);
}

ExpressionRef TypeChecker::checkName(const Node &What) {
  for (unsigned I = 0; I < Names.Parameters.size(); ++I)
    if (Names.Parameters[I].Name == What.Text)
      return made(Operator::Parameter, Names.Parameters[I].Type, {}, What.Where, I);
  if (auto Found = Names.Of->findVariable(What.Text)) {
    if (Names.Constant)
      return fail(What.Where, "'" + What.Text + "' is a variable; only constants may stand here");
    return made(Operator::Variable, Names.Of->Variables[*Found].Type, {}, What.Where, *Found);
  }
  if (auto Found = Names.Labels.find(What.Text); Found != Names.Labels.end())
    return literal(Value::label(Found->second.second), Found->second.first, What.Where);
  return fail(What.Where, "'" + What.Text + "' is not declared; it is no variable, parameter or label");
}

ExpressionRef TypeChecker::checkUnary(const Node &What) {
  bool Not = What.Text == "not";
  ExpressionRef Operand = checkAs(*What.Operands[0], Not ? boolType() : intType());
  if (!Operand)
    return nullptr;
  if (!Not && Operand->Op == Operator::Literal)
    return literal(Value::integer(-Operand->Constant.asInteger()), intType(), What.Where);
  return made(Not ? Operator::Not : Operator::Negate, Not ? boolType() : intType(), {std::move(Operand)}, What.Where);
}

ExpressionRef TypeChecker::checkBinary(const Node &What) {
  static const llvm::StringMap<Operator> Operators = {
      {"and", Operator::And}, {"or", Operator::Or},        {"==", Operator::Equal},   {"!=", Operator::NotEqual},
      {"<", Operator::Less},  {"<=", Operator::LessEqual}, {">", Operator::Greater},  {">=", Operator::GreaterEqual},
      {"+", Operator::Add},   {"-", Operator::Subtract},   {"*", Operator::Multiply}, {"div", Operator::Div},
      {"mod", Operator::Mod}};
  Operator Op = Operators.lookup(What.Text);
  if (Op == Operator::Equal || Op == Operator::NotEqual)
    return checkEquality(What, Op);
  if (Op != Operator::And && Op != Operator::Or)
    return checkArithmetic(What, Op);
  ExpressionRef Left = checkAs(*What.Operands[0], boolType()), Right = checkAs(*What.Operands[1], boolType());
  return Left && Right ? made(Op, boolType(), {Left, Right}, What.Where) : nullptr;
}

ExpressionRef TypeChecker::checkArithmetic(const Node &What, Operator Op) {
  ExpressionRef Left = checkAs(*What.Operands[0], intType()), Right = checkAs(*What.Operands[1], intType());
  if (!Left || !Right)
    return nullptr;
  bool Divides = Op == Operator::Div || Op == Operator::Mod;
  if (Divides && Right->Op == Operator::Literal && Right->Constant.asInteger() == 0)
    return fail(What.Where, "division by zero");
  bool Compares =
      Op == Operator::Less || Op == Operator::LessEqual || Op == Operator::Greater || Op == Operator::GreaterEqual;
  return made(Op, Compares ? boolType() : intType(), {std::move(Left), std::move(Right)}, What.Where);
}

ExpressionRef TypeChecker::checkEquality(const Node &What, Operator Op) {
  const Node &A = *What.Operands[0], &B = *What.Operands[1];
  bool RightFirst = needsHint(A);
  ExpressionRef First = check(RightFirst ? B : A, nullptr);
  if (!First)
    return nullptr;
  ExpressionRef Second = check(RightFirst ? A : B, First->Type);
  if (!Second)
    return nullptr;
  if (RightFirst)
    std::swap(First, Second);
  bool Comparable = sameType(*First->Type, *Second->Type) || (isNumber(*First->Type) && isNumber(*Second->Type));
  if (!Comparable)
    return fail(What.Where, "a value of type " + toString(*First->Type) + " cannot be compared with one of type " +
                                toString(*Second->Type));
  return made(Op, boolType(), {std::move(First), std::move(Second)}, What.Where);
}

ExpressionRef TypeChecker::checkIf(const Node &What, const TypeRef &Hint) {
  ExpressionRef Condition = checkAs(*What.Operands[0], boolType());
  bool ElseFirst = !Hint && needsHint(*What.Operands[1]);
  ExpressionRef First = check(*What.Operands[ElseFirst ? 2 : 1], Hint);
  ExpressionRef Second = First ? check(*What.Operands[ElseFirst ? 1 : 2], Hint ? Hint : First->Type) : nullptr;
  if (!Condition || !First || !Second)
    return nullptr;
  if (ElseFirst)
    std::swap(First, Second);
  TypeRef Common = First->Type;
  if (!sameType(*First->Type, *Second->Type)) {
    if (!isNumber(*First->Type) || !isNumber(*Second->Type))
      return fail(What.Where,
                  "the two values have the types " + toString(*First->Type) + " and " + toString(*Second->Type));
    Common = intType();
  }
  return made(Operator::IfThenElse, Common, {std::move(Condition), std::move(First), std::move(Second)}, What.Where);
}

ExpressionRef TypeChecker::checkIndex(const Node &What) {
  ExpressionRef Map = check(*What.Operands[0], nullptr);
  if (!Map)
    return nullptr;
  if (Map->Type->Kind != TypeKind::Map)
    return fail(Map->Where, "only maps have elements, this is of type " + toString(*Map->Type));
  ExpressionRef Key = checkAs(*What.Operands[1], Map->Type->Key);
  if (!Key)
    return nullptr;
  TypeRef Element = Map->Type->Element;
  return made(Operator::Select, Element, {std::move(Map), std::move(Key)}, What.Where);
}

ExpressionRef TypeChecker::checkMember(const Node &What) {
  ExpressionRef Record = check(*What.Operands[0], nullptr);
  if (!Record)
    return nullptr;
  const auto &Fields = Record->Type->Fields;
  for (unsigned I = 0; I < Fields.size(); ++I)
    if (Fields[I].Name == What.Text) {
      TypeRef Of = Fields[I].FieldType;
      return made(Operator::GetField, Of, {std::move(Record)}, What.Where, I);
    }
  return fail(What.Where, "a value of type " + toString(*Record->Type) + " has no field '" + What.Text + "'");
}

ExpressionRef TypeChecker::checkCall(const Node &What, const TypeRef &Hint) {
  static const llvm::StringMap<std::pair<Operator, unsigned>> Functions = {{"empty", {Operator::IsEmpty, 1}},
                                                                           {"head", {Operator::Head, 1}},
                                                                           {"length", {Operator::Length, 1}},
                                                                           {"push", {Operator::Push, 2}},
                                                                           {"pop", {Operator::Pop, 1}}};
  auto Found = Functions.find(What.Text);
  if (Found == Functions.end())
    return fail(What.Where, "'" + What.Text + "' is no function; there are empty, head, length, push and pop");
  auto [Op, Arity] = Found->second;
  if (What.Operands.size() != Arity)
    return fail(What.Where, What.Text + " takes " + arity(Arity) + ", not " + std::to_string(What.Operands.size()));
  bool GivesQueue = Op == Operator::Push || Op == Operator::Pop;
  ExpressionRef Queue = check(*What.Operands[0], GivesQueue ? Hint : nullptr);
  if (!Queue)
    return nullptr;
  if (Queue->Type->Kind != TypeKind::Queue)
    return fail(Queue->Where, What.Text + " is for queues, this is of type " + toString(*Queue->Type));
  TypeRef Of = GivesQueue               ? Queue->Type
               : Op == Operator::Head   ? Queue->Type->Element
               : Op == Operator::Length ? intType()
                                        : boolType();
  std::vector<ExpressionRef> Operands = {Queue};
  if (Op == Operator::Push)
    Operands.push_back(checkAs(*What.Operands[1], Queue->Type->Element));
  return Operands.back() ? made(Op, Of, std::move(Operands), What.Where) : nullptr;
}

ExpressionRef TypeChecker::checkBraces(const Node &What, const TypeRef &Hint) {
  if (Hint && Hint->Kind == TypeKind::Map)
    return checkMap(What, Hint);
  if (Hint && Hint->Kind == TypeKind::Record)
    return checkRecord(What, Hint);
  return fail(What.Where, Hint ? "expected a value of type " + toString(*Hint) + ", this is a map or a record"
                               : "the type of this map or record is not known here; assign it to a variable first");
}

ExpressionRef TypeChecker::checkMap(const Node &What, const TypeRef &Hint) {
  std::vector<ExpressionRef> Operands;
  for (std::size_t I = 0; I < What.Operands.size(); ++I)
    Operands.push_back(checkAs(*What.Operands[I], I % 2 ? Hint->Element : Hint->Key));
  bool Good = std::all_of(Operands.begin(), Operands.end(), [](const ExpressionRef &Each) { return Each != nullptr; });
  return Good ? made(Operator::MakeMap, Hint, std::move(Operands), What.Where) : nullptr;
}

ExpressionRef TypeChecker::checkRecord(const Node &What, const TypeRef &Hint) {
  std::vector<ExpressionRef> Fields(Hint->Fields.size());
  bool Good = true;
  for (std::size_t I = 0; I + 1 < What.Operands.size(); I += 2) {
    const Node &Name = *What.Operands[I];
    auto Found = std::find_if(Hint->Fields.begin(), Hint->Fields.end(),
                              [&](const Field &Each) { return Name.What == Kind::Name && Each.Name == Name.Text; });
    if (Found == Hint->Fields.end())
      return fail(Name.Where, "this is no field of " + toString(*Hint, true));
    ExpressionRef &Slot = Fields[Found - Hint->Fields.begin()];
    if (Slot)
      return fail(Name.Where, "the field '" + Name.Text + "' has a value already");
    Slot = checkAs(*What.Operands[I + 1], Found->FieldType);
    Good = Good && Slot;
  }
  for (std::size_t I = 0; Good && I < Fields.size(); ++I)
    if (!Fields[I])
      return fail(What.Where, "the field '" + Hint->Fields[I].Name + "' is missing");
  return Good ? made(Operator::MakeRecord, Hint, std::move(Fields), What.Where) : nullptr;
}

ExpressionRef TypeChecker::checkList(const Node &What, const TypeRef &Hint) {
  if (!Hint || Hint->Kind != TypeKind::Queue)
    return fail(What.Where, Hint ? "expected a value of type " + toString(*Hint) + ", this is a queue"
                                 : "the type of this queue is not known here; assign it to a variable first");
  std::vector<ExpressionRef> Operands;
  for (const auto &Each : What.Operands) {
    Operands.push_back(checkAs(*Each, Hint->Element));
    if (!Operands.back())
      return nullptr;
  }
  return made(Operator::MakeQueue, Hint, std::move(Operands), What.Where);
}

ExpressionRef TypeChecker::checkTarget(const Node &What) {
  const Node *Root = &What;
  while (Root->What == Kind::Index || Root->What == Kind::Member)
    Root = Root->Operands[0].get();
  if (Root->What != Kind::Name)
    return fail(Root->Where, "only variables, their elements and their fields can be assigned");
  for (const Parameter &Each : Names.Parameters)
    if (Each.Name == Root->Text)
      return fail(Root->Where, "'" + Root->Text + "' is a parameter; only variables can be assigned");
  if (!Names.Of->findVariable(Root->Text))
    return fail(Root->Where, "'" + Root->Text + "' is no variable");
  return check(What, nullptr);
}

std::optional<OutputCall> TypeChecker::checkOutput(const Node &What, const std::vector<Message> &Among) {
  if (What.What != Kind::Call && What.What != Kind::Name) {
    fail(What.Where, "expected an output message, as in 'ack(1)'");
    return std::nullopt;
  }
  auto Found = std::find_if(Among.begin(), Among.end(), [&](const Message &Each) { return Each.Name == What.Text; });
  if (Found == Among.end()) {
    fail(What.Where, "'" + What.Text + "' is no output message");
    return std::nullopt;
  }
  if (What.Operands.size() != Found->Parameters.size()) {
    fail(What.Where,
         What.Text + " takes " + arity(Found->Parameters.size()) + ", not " + std::to_string(What.Operands.size()));
    return std::nullopt;
  }
  OutputCall Result;
  Result.Message = static_cast<unsigned>(Found - Among.begin());
  Result.Where = What.Where;
  bool Good = true;
  for (std::size_t I = 0; I < What.Operands.size(); ++I) {
    Result.Arguments.push_back(checkAs(*What.Operands[I], Found->Parameters[I].Type));
    Good = Good && Result.Arguments.back();
  }
  return Good ? std::optional(std::move(Result)) : std::nullopt;
}

std::pair<unsigned, ExpressionRef> wholeAssignment(const ExpressionRef &Target, ExpressionRef Source) {
  if (Target->Op == Operator::Variable)
    return {Target->Index, std::move(Source)};
  const ExpressionRef &Outer = Target->Operands[0];
  SourceRange Where = Target->Where;
  if (Target->Op == Operator::GetField)
    return wholeAssignment(Outer,
                           made(Operator::SetField, Outer->Type, {Outer, std::move(Source)}, Where, Target->Index));
  return wholeAssignment(Outer,
                         made(Operator::Store, Outer->Type, {Outer, Target->Operands[1], std::move(Source)}, Where));
}

} // namespace vernier::efsm

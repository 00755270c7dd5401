#include "efsm/language/ModelParser.h"

namespace vernier::efsm {

using syntax::Kind;
using syntax::NodeRef;
using syntax::TypeForm;
using syntax::TypeNode;
using syntax::TypeNodeRef;

syntax::Machine ModelParser::parse() {
  while (!Tokens.atEnd())
    if (!declaration())
      recover();
  if (!Result.Name)
    Problems.error({1, 1, 1, 2}, "the model has no name; begin it with 'machine NAME'");
  return std::move(Result);
}

/// To the next token that begins a line and looks like the beginning of a declaration.
void ModelParser::recover() {
  auto Begins = [](const Token &First, const Token &Second) {
    if (!First.FirstOnLine)
      return false;
    for (llvm::StringRef Keyword : {"machine", "type", "var", "input", "output", "state", "initial"})
      if (First.is(Keyword))
        return true;
    return First.Kind == TokenKind::Identifier && Second.is(":");
  };
  while (!Tokens.atEnd() && !Begins(Tokens.peek(), Tokens.peek(1)))
    Tokens.take();
}

bool ModelParser::declaration() {
  const Token &Next = Tokens.peek();
  if (Next.is("machine"))
    return machine();
  if (Next.is("type"))
    return type();
  if (Next.is("var"))
    return variable();
  if (Next.is("input") || Next.is("output"))
    return message();
  if (Next.is("state"))
    return states();
  if (Next.is("initial"))
    return initial();
  if (Next.Kind == TokenKind::Identifier && Tokens.peek(1).is(":"))
    return transition();
  Tokens.unexpectedHere(
      "a declaration ('machine', 'type', 'var', 'input', 'output', 'state', 'initial' or 'NAME: ...' for "
      "a transition)");
  Tokens.take(); // recover must not stop at the same place again
  return false;
}

bool ModelParser::machine() {
  Token Begin = Tokens.take();
  syntax::Identifier Name;
  if (!Tokens.identifier(Name, "the name of the machine"))
    return false;
  if (Result.Name)
    Problems.error(Tokens.since(Begin),
                   "a file holds one machine, and this one is called '" + Result.Name->Text + "' already");
  else
    Result.Name = std::move(Name);
  return true;
}

bool ModelParser::type() {
  Token Begin = Tokens.take();
  syntax::TypeDeclaration Made;
  if (!Tokens.identifier(Made.Name, "the name of the type") || !Tokens.expect("=", "and what the type is"))
    return false;
  Made.Type = typeNode();
  if (!Made.Type)
    return false;
  Made.Where = Tokens.since(Begin);
  Result.Types.push_back(std::move(Made));
  return true;
}

bool ModelParser::variable() {
  Token Begin = Tokens.take();
  syntax::Variable Made;
  if (!Tokens.identifier(Made.Name, "the name of the variable") || !Tokens.expect(":", "and a type"))
    return false;
  Made.Type = typeNode();
  if (!Made.Type)
    return false;
  if (Tokens.accept("=") && !(Made.Initial = Tokens.expression()))
    return false;
  Made.Where = Tokens.since(Begin);
  Result.Variables.push_back(std::move(Made));
  return true;
}

bool ModelParser::message() {
  Token Begin = Tokens.take();
  syntax::Message Made;
  Made.Output = Begin.is("output");
  if (!Tokens.identifier(Made.Name, "the name of the message"))
    return false;
  if (Tokens.accept("(") && !Tokens.accept(")")) {
    do {
      if (!Tokens.fieldName(Made.Parameters.emplace_back()) || !Tokens.expect(":", "and the type of the parameter"))
        return false;
      Made.Types.push_back(typeNode());
      if (!Made.Types.back())
        return false;
    } while (Tokens.accept(","));
    if (!Tokens.expect(")", "or ','"))
      return false;
  }
  Made.Where = Tokens.since(Begin);
  Result.Messages.push_back(std::move(Made));
  return true;
}

bool ModelParser::states() {
  Token Begin = Tokens.take();
  syntax::StateList Made;
  do {
    if (!Tokens.identifier(Made.Names.emplace_back(), "the name of a state"))
      return false;
  } while (Tokens.accept(","));
  Made.Where = Tokens.since(Begin);
  Result.States.push_back(std::move(Made));
  return true;
}

bool ModelParser::initial() {
  Token Begin = Tokens.take();
  syntax::Initial Made;
  if (!Tokens.identifier(Made.State, "the name of a state"))
    return false;
  if (Tokens.accept("[")) {
    Made.Predicate = Tokens.expression();
    if (!Made.Predicate || !Tokens.expect("]", "behind the predicate"))
      return false;
  }
  Made.Where = Tokens.since(Begin);
  Result.Initials.push_back(std::move(Made));
  return true;
}

bool ModelParser::inputOf(syntax::Transition &Into) {
  bool HasInput = Tokens.peek().Kind == TokenKind::Identifier && !Tokens.peek(1).is("->") && !Tokens.atTransition();
  if (!HasInput)
    return true;
  if (!Tokens.identifier(Into.Input.emplace(), "an input message"))
    return false;
  if (!Tokens.accept("(") || Tokens.accept(")"))
    return true;
  do {
    if (!Tokens.identifier(Into.Parameters.emplace_back(), "a name for the parameter (a condition on it is a guard)"))
      return false;
  } while (Tokens.accept(","));
  return Tokens.expect(")", "or ','");
}

bool ModelParser::transition() {
  Token Begin = Tokens.take();
  syntax::Transition Made;
  Made.Name = {Begin.Text.str(), Begin.range()};
  Tokens.take(); // the colon
  if (!inputOf(Made))
    return false;
  if (Tokens.accept("[")) {
    Made.Guard = Tokens.expression();
    if (!Made.Guard || !Tokens.expect("]", "behind the guard"))
      return false;
  }
  if (!Tokens.identifier(Made.From, "the state from which the transition leads") ||
      !Tokens.expect("->", "and the next state") || !Tokens.identifier(Made.To, "the state to which it leads") ||
      !sectionsOf(Made))
    return false;
  Made.Where = Tokens.since(Begin);
  Result.Transitions.push_back(std::move(Made));
  return true;
}

/// `/ actions / outputs`; either may be missing. What is assigned is an action.
bool ModelParser::sectionsOf(syntax::Transition &Into) {
  bool MayAct = true;
  while (Tokens.accept("/")) {
    if (MayAct && Tokens.peek().is("/")) {
      MayAct = false;
      continue;
    }
    if (Tokens.peek().Kind != TokenKind::Identifier) {
      Tokens.unexpected(MayAct ? "an assignment or an output message" : "an output message");
      return false;
    }
    NodeRef First = Tokens.postfix();
    if (!First)
      return false;
    if (!Tokens.peek().is(":="))
      return outputs(Into, std::move(First));
    if (!MayAct) {
      Problems.error(First->Where, "assignments stand before the outputs; separate them by ';'");
      return false;
    }
    MayAct = false;
    if (!actions(Into, std::move(First)))
      return false;
  }
  return true;
}

bool ModelParser::actions(syntax::Transition &Into, NodeRef FirstTarget) {
  NodeRef Target = std::move(FirstTarget);
  while (true) {
    if (!Tokens.expect(":=", "and the new value"))
      return false;
    NodeRef Source = Tokens.expression();
    if (!Source)
      return false;
    Into.Actions.push_back({std::move(Target), std::move(Source)});
    // A ';' may also stand at the end.
    bool More = Tokens.accept(";") && Tokens.peek().Kind == TokenKind::Identifier && !Tokens.atTransition();
    if (!More)
      return true;
    Target = Tokens.postfix();
    if (!Target)
      return false;
  }
}

bool ModelParser::outputs(syntax::Transition &Into, NodeRef First) {
  NodeRef Next = std::move(First);
  while (true) {
    if (Next->What != Kind::Call && Next->What != Kind::Name) {
      Problems.error(Next->Where, "expected an output message, as in 'ack(x)', or an assignment, as in 'x := 1'");
      return false;
    }
    Into.Outputs.push_back(std::move(Next));
    if (!Tokens.accept(","))
      break;
    Next = Tokens.postfix();
    if (!Next)
      return false;
  }
  if (!Tokens.peek().is("/"))
    return true;
  Problems.error(Tokens.peek().range(), "nothing stands behind the outputs of a transition");
  return false;
}

TypeNodeRef ModelParser::typeNode() {
  auto Made = std::make_unique<TypeNode>();
  Token Begin = Tokens.peek();
  bool Good = true;
  if (Tokens.accept("bool"))
    Made->Form = TypeForm::Bool;
  else if (Tokens.accept("int"))
    Made->Form = TypeForm::Int;
  else if (Tokens.accept("map"))
    Good = mapOf(*Made);
  else if (Tokens.accept("record"))
    Good = recordOf(*Made);
  else if (Tokens.accept("queue")) {
    Made->Form = TypeForm::Queue;
    Good = Tokens.expect("of", "and the type of the elements") && (Made->Parts.push_back(typeNode()), Made->Parts[0]);
  } else if (Tokens.accept("{"))
    Good = labelsOf(*Made);
  else if (Begin.is("-") || Begin.Kind == TokenKind::Number)
    Good = rangeOf(*Made);
  else if (Begin.Kind == TokenKind::Identifier) {
    Made->Form = TypeForm::Name;
    Made->Text = Tokens.take().Text.str();
  } else {
    Tokens.unexpected(
        "a type (bool, int, 0..10, {red, green}, map[int] int, record { name: int }, queue of int, or the "
        "name of a type)");
    Good = false;
  }
  if (!Good)
    return nullptr;
  Made->Where = Tokens.since(Begin);
  return Made;
}

bool ModelParser::mapOf(TypeNode &Into) {
  Into.Form = TypeForm::Map;
  if (!Tokens.expect("[", "and the type of the keys"))
    return false;
  Into.Parts.push_back(typeNode());
  if (!Into.Parts.back() || !Tokens.expect("]", "behind the type of the keys"))
    return false;
  Into.Parts.push_back(typeNode());
  return Into.Parts.back() != nullptr;
}

bool ModelParser::recordOf(TypeNode &Into) {
  Into.Form = TypeForm::Record;
  if (!Tokens.expect("{", "and the fields"))
    return false;
  do {
    if (!Tokens.fieldName(Into.Names.emplace_back()) || !Tokens.expect(":", "and the type of the field"))
      return false;
    Into.Parts.push_back(typeNode());
    if (!Into.Parts.back())
      return false;
  } while (Tokens.accept(","));
  return Tokens.expect("}", "or ','");
}

bool ModelParser::labelsOf(TypeNode &Into) {
  Into.Form = TypeForm::Enum;
  do {
    if (!Tokens.identifier(Into.Names.emplace_back(), "a label of the enumeration"))
      return false;
  } while (Tokens.accept(","));
  return Tokens.expect("}", "or ','");
}

bool ModelParser::bound(std::string &Into) {
  if (Tokens.accept("-"))
    Into = "-";
  if (Tokens.peek().Kind != TokenKind::Number) {
    Tokens.unexpected("a bound of the range");
    return false;
  }
  Into += Tokens.take().Text.str();
  return true;
}

bool ModelParser::rangeOf(TypeNode &Into) {
  Into.Form = TypeForm::Range;
  return bound(Into.Low) && Tokens.expect("..", "and the upper bound") && bound(Into.High);
}

} // namespace vernier::efsm

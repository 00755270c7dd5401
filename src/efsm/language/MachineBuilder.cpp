#include "efsm/language/MachineBuilder.h"

namespace vernier::efsm {

Scope scopeOf(const Machine &Of) {
  Scope Result;
  Result.Of = &Of;
  std::string Clash;
  auto Enter = [&](const std::vector<Message> &Messages) {
    for (const Message &Each : Messages)
      for (const Parameter &Of : Each.Parameters)
        enterLabels(Of.Type, Result, Clash);
  };
  for (const TypeDeclaration &Each : Of.Types)
    enterLabels(Each.Meaning, Result, Clash);
  for (const Variable &Each : Of.Variables)
    enterLabels(Each.Type, Result, Clash);
  Enter(Of.Inputs);
  Enter(Of.Outputs);
  return Result;
}

Machine MachineBuilder::build() {
  Names.Of = &Result;
  Result.File = Problems.file();
  if (Read.Name) {
    Result.Name = Read.Name->Text;
    Result.Where = Read.Name->Where;
  }
  types();
  variables();
  messages();
  initialValues();
  states();
  initials();
  transitions();
  return std::move(Result);
}

bool MachineBuilder::unique(const syntax::Identifier &Name, llvm::StringMap<unsigned> &Those, const std::string &What) {
  auto [Found, New] = Those.try_emplace(Name.Text, Name.Where.Line);
  if (!New)
    Problems.error(Name.Where, "the " + What + " '" + Name.Text + "' is declared a second time; the first is in line " +
                                   std::to_string(Found->second));
  return New;
}

void MachineBuilder::types() {
  llvm::StringMap<unsigned> Seen;
  for (const syntax::TypeDeclaration &Each : Read.Types) {
    bool New = unique(Each.Name, Seen, "type");
    TypeRef Meaning = resolve(*Each.Type);
    if (New && !Meaning)
      TypeNames[Each.Name.Text] = nullptr;
    if (!New || !Meaning)
      continue;
    TypeRef Named = namedType(Each.Name.Text, *Meaning);
    TypeNames[Each.Name.Text] = Named;
    Result.Types.push_back({Each.Name.Text, Named, Each.Where});
  }
}

TypeRef MachineBuilder::resolve(const syntax::TypeNode &Of) {
  switch (Of.Form) {
  case syntax::TypeForm::Bool:
    return boolType();
  case syntax::TypeForm::Int:
    return intType();
  case syntax::TypeForm::Range:
    return resolveRange(Of);
  case syntax::TypeForm::Enum:
    return resolveLabels(Of);
  case syntax::TypeForm::Map:
    return resolveMap(Of);
  case syntax::TypeForm::Record:
    return resolveRecord(Of);
  case syntax::TypeForm::Queue: {
    TypeRef Element = resolve(*Of.Parts[0]);
    return Element ? queueType(Element) : nullptr;
  }
  case syntax::TypeForm::Name:
    break;
  }
  auto Found = TypeNames.find(Of.Text);
  if (Found != TypeNames.end())
    return Found->second;
  Problems.error(Of.Where, "there is no type '" + Of.Text + "' (a type is declared before it is used)");
  return nullptr;
}

TypeRef MachineBuilder::resolveRange(const syntax::TypeNode &Of) {
  Integer Low = *parseInteger(Of.Low), High = *parseInteger(Of.High);
  if (Low <= High)
    return rangeType(Low, High);
  Problems.error(Of.Where, "the range is empty: " + Of.Low + " is greater than " + Of.High);
  return nullptr;
}

TypeRef MachineBuilder::resolveMap(const syntax::TypeNode &Of) {
  TypeRef Key = resolve(*Of.Parts[0]), Element = resolve(*Of.Parts[1]);
  if (!Key || !Element)
    return nullptr;
  if (isNumber(*Key) || Key->Kind == TypeKind::Bool || Key->Kind == TypeKind::Enum)
    return mapType(Key, Element);
  Problems.error(Of.Parts[0]->Where, "the keys of a map are numbers, booleans or labels, not " + toString(*Key));
  return nullptr;
}

TypeRef MachineBuilder::resolveRecord(const syntax::TypeNode &Of) {
  std::vector<Field> Fields;
  llvm::StringMap<unsigned> Seen;
  bool Good = true;
  for (std::size_t I = 0; I < Of.Names.size(); ++I) {
    bool New = unique(Of.Names[I], Seen, "field");
    TypeRef Part = resolve(*Of.Parts[I]);
    Good = Good && New && Part;
    Fields.push_back({Of.Names[I].Text, Part});
  }
  return Good ? recordType(std::move(Fields)) : nullptr;
}

TypeRef MachineBuilder::resolveLabels(const syntax::TypeNode &Of) {
  std::vector<std::string> Labels;
  llvm::StringMap<unsigned> Seen;
  bool Good = true;
  for (const syntax::Identifier &Each : Of.Names) {
    Good = unique(Each, Seen, "label") && Good;
    Labels.push_back(Each.Text);
  }
  if (!Good)
    return nullptr;
  TypeRef Made = enumType(std::move(Labels));
  std::string Clash;
  if (enterLabels(Made, Names, Clash))
    return Made;
  for (const syntax::Identifier &Each : Of.Names)
    if (!Names.Labels.contains(Each.Text))
      Spoiled.insert(Each.Text);
  Problems.error(Of.Where, "the label '" + Clash + "' belongs to another enumeration already");
  return nullptr;
}

void MachineBuilder::variables() {
  llvm::StringMap<unsigned> Seen;
  for (const syntax::Variable &Each : Read.Variables) {
    bool New = unique(Each.Name, Seen, "variable");
    TypeRef Of = resolve(*Each.Type);
    if (!Of)
      Spoiled.insert(Each.Name.Text);
    if (New)
      Result.Variables.push_back({Each.Name.Text, Of ? Of : intType(), std::nullopt, Each.Where});
  }
}

/// After all declarations, so that labels of every type are known.
void MachineBuilder::initialValues() {
  for (const Variable &Each : Result.Variables)
    if (Names.Labels.contains(Each.Name))
      Problems.error(Each.Where, "'" + Each.Name + "' is a label already; a variable needs another name");
  Scope Constants = Names;
  Constants.Constant = true;
  TypeChecker Checker(Constants, Problems);
  for (const syntax::Variable &Each : Read.Variables) {
    auto Found = Result.findVariable(Each.Name.Text);
    if (Each.Initial && Found && !Spoiled.contains(Each.Name.Text) && !isSpoiled(Each.Initial))
      Result.Variables[*Found].Initial = Checker.constantOf(*Each.Initial, Result.Variables[*Found].Type);
  }
}

void MachineBuilder::messages() {
  llvm::StringMap<unsigned> SeenInputs, SeenOutputs;
  for (const syntax::Message &Each : Read.Messages) {
    bool New = unique(Each.Name, Each.Output ? SeenOutputs : SeenInputs, Each.Output ? "output" : "input");
    Message Made{Each.Name.Text, {}, Each.Where};
    llvm::StringMap<unsigned> Seen;
    for (std::size_t I = 0; I < Each.Parameters.size(); ++I) {
      unique(Each.Parameters[I], Seen, "parameter");
      TypeRef Of = resolve(*Each.Types[I]);
      if (!Of)
        Spoiled.insert(Each.Name.Text);
      Made.Parameters.push_back({Each.Parameters[I].Text, Of ? Of : intType()});
    }
    if (New)
      (Each.Output ? Result.Outputs : Result.Inputs).push_back(std::move(Made));
  }
}

void MachineBuilder::states() {
  llvm::StringMap<unsigned> Seen;
  for (const syntax::StateList &List : Read.States)
    for (const syntax::Identifier &Each : List.Names)
      if (unique(Each, Seen, "state")) {
        State Made;
        Made.Name = Each.Text;
        Made.Where = Each.Where;
        Made.Declaration = List.Where;
        Result.States.push_back(std::move(Made));
      }
  if (Result.States.empty())
    Problems.error(Result.Where, "the machine has no states; declare them with 'state s0, s1'");
}

bool MachineBuilder::isSpoiled(const syntax::NodeRef &Of) const {
  std::vector<const syntax::Node *> Open = {Of.get()};
  while (!Open.empty()) {
    const syntax::Node *Each = Open.back();
    Open.pop_back();
    if (Spoiled.contains(Each->Text))
      return true;
    for (const syntax::NodeRef &Operand : Each->Operands)
      Open.push_back(Operand.get());
  }
  return false;
}

std::optional<unsigned> MachineBuilder::stateCalled(const syntax::Identifier &Name) {
  auto Found = Result.findState(Name.Text);
  if (!Found && !Result.States.empty())
    Problems.error(Name.Where, "there is no state '" + Name.Text + "'");
  return Found;
}

void MachineBuilder::initials() {
  TypeChecker Checker(Names, Problems);
  for (const syntax::Initial &Each : Read.Initials) {
    ExpressionRef Predicate =
        Each.Predicate && !isSpoiled(Each.Predicate) ? Checker.checkAs(*Each.Predicate, boolType()) : truth();
    auto Found = stateCalled(Each.State);
    if (!Found)
      continue;
    State &Which = Result.States[*Found];
    if (Which.Initial)
      Problems.error(Each.State.Where, "the state '" + Which.Name + "' is initial already");
    Which.Initial = true;
    Which.InitialDeclaration = Each.Where;
    if (Predicate)
      Which.InitialPredicate = Predicate;
  }
  if (Read.Initials.empty() && !Result.States.empty())
    Problems.error(Result.Where,
                   "the machine has no initial state; declare it with 'initial " + Result.States.front().Name + "'");
}

void MachineBuilder::transitions() {
  llvm::StringMap<unsigned> Seen;
  for (const syntax::Transition &Each : Read.Transitions) {
    unique(Each.Name, Seen, "transition");
    transition(Each);
  }
}

bool MachineBuilder::inputOf(const syntax::Transition &From, Transition &Into, Scope &Local) {
  if (!From.Input)
    return true;
  Into.Input = Result.findInput(From.Input->Text);
  if (!Into.Input) {
    Problems.error(From.Input->Where, "'" + From.Input->Text + "' is no input message" +
                                          (Result.findOutput(From.Input->Text) ? ", it is an output" : ""));
    return false;
  }
  const Message &Of = Result.Inputs[*Into.Input];
  if (From.Parameters.size() != Of.Parameters.size()) {
    Problems.error(From.Input->Where, Of.Name + " has " + std::to_string(Of.Parameters.size()) +
                                          " parameters, here it is given " + std::to_string(From.Parameters.size()));
    return false;
  }
  llvm::StringMap<unsigned> Seen;
  for (std::size_t I = 0; I < From.Parameters.size(); ++I) {
    const syntax::Identifier &Name = From.Parameters[I];
    unique(Name, Seen, "parameter");
    if (Result.findVariable(Name.Text) || Names.Labels.contains(Name.Text))
      Problems.error(Name.Where, "the parameter '" + Name.Text + "' hides a " +
                                     (Result.findVariable(Name.Text) ? "variable" : "label") +
                                     "; give it another name");
    Local.Parameters.push_back({Name.Text, Of.Parameters[I].Type});
    Into.Parameters.push_back(Name.Text);
  }
  return true;
}

void MachineBuilder::actionsOf(const syntax::Transition &From, Transition &Into, const Scope &Local) {
  TypeChecker Checker(Local, Problems);
  for (const syntax::Assignment &Each : From.Actions) {
    if (isSpoiled(Each.Target) || isSpoiled(Each.Source))
      continue;
    ExpressionRef Target = Checker.checkTarget(*Each.Target);
    if (!Target)
      continue;
    ExpressionRef Source = Checker.checkAs(*Each.Source, Target->Type);
    if (!Source)
      continue;
    Assignment Made;
    std::tie(Made.Variable, Made.Value) = wholeAssignment(Target, Source);
    Made.Where = {Each.Target->Where.Line, Each.Target->Where.Column, Each.Source->Where.EndLine,
                  Each.Source->Where.EndColumn};
    Made.Target = std::move(Target);
    Made.Source = std::move(Source);
    Into.Actions.push_back(std::move(Made));
  }
}

void MachineBuilder::transition(const syntax::Transition &From) {
  Transition Made;
  Made.Name = From.Name.Text;
  Made.Where = From.Where;
  auto Begin = stateCalled(From.From), End = stateCalled(From.To);
  Scope Local = Names;
  if (!inputOf(From, Made, Local))
    return; // without its parameters, nothing can be said about the rest
  if (From.Input && Spoiled.contains(From.Input->Text))
    return;
  TypeChecker Checker(Local, Problems);
  if (From.Guard && !isSpoiled(From.Guard))
    if (ExpressionRef Guard = Checker.checkAs(*From.Guard, boolType()))
      Made.Guard = std::move(Guard);
  actionsOf(From, Made, Local);
  for (const auto &Each : From.Outputs)
    if (auto Call = isSpoiled(Each) ? std::nullopt : Checker.checkOutput(*Each, Result.Outputs))
      Made.Outputs.push_back(std::move(*Call));
  Made.From = Begin.value_or(0);
  Made.To = End.value_or(0);
  Result.Transitions.push_back(std::move(Made));
}

} // namespace vernier::efsm

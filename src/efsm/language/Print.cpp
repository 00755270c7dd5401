#include "efsm/language/Print.h"

#include "efsm/language/Interpret.h"

#include <algorithm>
#include <set>

namespace vernier::efsm {

namespace {

/// How tightly an operator binds; an operand that binds less tightly than its place needs parentheses.
enum Binding { Any, Disjunct, Conjunct, Negated, Compared, Summand, Factor, Signed, Atom };

class ExpressionPrinter {
public:
  ExpressionPrinter(const Machine &In, const std::vector<std::string> &Parameters) : In(In), Parameters(Parameters) {}

  std::string print(const Expression &Of, Binding Place) const {
    Binding Own = bindingOf(Of);
    std::string Text = plain(Of);
    return Own < Place ? "(" + Text + ")" : Text;
  }

private:
  static Binding bindingOf(const Expression &Of) {
    switch (Of.Op) {
    case Operator::IfThenElse:
      return Any;
    case Operator::Or:
      return Disjunct;
    case Operator::And:
      return Conjunct;
    case Operator::Not:
      return Negated;
    case Operator::Equal:
    case Operator::NotEqual:
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::Greater:
    case Operator::GreaterEqual:
      return Compared;
    case Operator::Add:
    case Operator::Subtract:
      return Summand;
    case Operator::Multiply:
    case Operator::Div:
    case Operator::Mod:
      return Factor;
    case Operator::Negate:
      return Signed;
    case Operator::Fit:
      return bindingOf(*Of.Operands[0]);
    case Operator::Literal:
      return isNumber(*Of.Type) && Of.Constant.asInteger() < 0 ? Signed : Atom;
    case Operator::Variable:
    case Operator::Parameter:
    case Operator::Select:
    case Operator::Store:
    case Operator::GetField:
    case Operator::SetField:
    case Operator::IsEmpty:
    case Operator::Head:
    case Operator::Length:
    case Operator::Push:
    case Operator::Pop:
    case Operator::MakeMap:
    case Operator::MakeRecord:
    case Operator::MakeQueue:
      return Atom;
    }
    return Atom;
  }

  std::string operand(const Expression &Of, unsigned Which, Binding Place) const {
    return print(*Of.Operands[Which], Place);
  }

  std::string infix(const Expression &Of, const char *Symbol, Binding Left, Binding Right) const {
    return operand(Of, 0, Left) + " " + Symbol + " " + operand(Of, 1, Right);
  }

  std::string listed(const Expression &Of) const {
    std::string Result;
    for (unsigned I = 0; I < Of.Operands.size(); ++I)
      Result += (I ? ", " : "") + operand(Of, I, Any);
    return Result;
  }

  std::string pairs(const Expression &Of) const {
    std::string Result;
    for (unsigned I = 0; I + 1 < Of.Operands.size(); I += 2)
      Result += (I ? ", " : "") + operand(Of, I, Any) + ": " + operand(Of, I + 1, Any);
    return Result;
  }

  std::string fields(const Expression &Of) const {
    std::string Result;
    for (unsigned I = 0; I < Of.Operands.size(); ++I)
      Result += (I ? ", " : "") + Of.Type->Fields[I].Name + ": " + operand(Of, I, Any);
    return Result;
  }

  std::string plain(const Expression &Of) const {
    switch (Of.Op) {
    case Operator::Literal:
      return toString(Of.Constant, *Of.Type);
    case Operator::Variable:
      return In.Variables[Of.Index].Name;
    case Operator::Parameter:
      return Of.Index < Parameters.size() ? Parameters[Of.Index] : "$" + std::to_string(Of.Index);
    case Operator::Not:
      // `not a == b` means the same, but does not look like it.
      return "not " + operand(Of, 0, Of.Operands[0]->Op == Operator::Not ? Negated : Signed);
    case Operator::Negate:
      return "-" + operand(Of, 0, Signed);
    case Operator::And:
      return infix(Of, "and", Conjunct, Negated);
    case Operator::Or:
      return infix(Of, "or", Disjunct, Conjunct);
    case Operator::Equal:
      return infix(Of, "==", Summand, Summand);
    case Operator::NotEqual:
      return infix(Of, "!=", Summand, Summand);
    case Operator::Less:
      return infix(Of, "<", Summand, Summand);
    case Operator::LessEqual:
      return infix(Of, "<=", Summand, Summand);
    case Operator::Greater:
      return infix(Of, ">", Summand, Summand);
    case Operator::GreaterEqual:
      return infix(Of, ">=", Summand, Summand);
    case Operator::Add:
      return infix(Of, "+", Summand, Factor);
    case Operator::Subtract:
      return infix(Of, "-", Summand, Factor);
    case Operator::Multiply:
      return infix(Of, "*", Factor, Signed);
    case Operator::Div:
      return infix(Of, "div", Factor, Signed);
    case Operator::Mod:
      return infix(Of, "mod", Factor, Signed);
    case Operator::IfThenElse:
      return "if " + operand(Of, 0, Any) + " then " + operand(Of, 1, Any) + " else " + operand(Of, 2, Any);
    case Operator::Select:
      return operand(Of, 0, Atom) + "[" + operand(Of, 1, Any) + "]";
    case Operator::GetField:
      return operand(Of, 0, Atom) + "." + Of.Operands[0]->Type->Fields[Of.Index].Name;
    case Operator::IsEmpty:
      return "empty(" + listed(Of) + ")";
    case Operator::Head:
      return "head(" + listed(Of) + ")";
    case Operator::Length:
      return "length(" + listed(Of) + ")";
    case Operator::Push:
      return "push(" + listed(Of) + ")";
    case Operator::Pop:
      return "pop(" + listed(Of) + ")";
    case Operator::MakeMap:
      return "{" + pairs(Of) + "}";
    case Operator::MakeRecord:
      return "{" + fields(Of) + "}";
    case Operator::MakeQueue:
      return "[" + listed(Of) + "]";
    case Operator::Fit:
      return plain(*Of.Operands[0]);
    case Operator::Store:
      return "store(" + listed(Of) + ")";
    case Operator::SetField:
      return "set(" + operand(Of, 0, Any) + "." + Of.Type->Fields[Of.Index].Name + ", " + operand(Of, 1, Any) + ")";
    }
    return {};
  }

  const Machine &In;
  const std::vector<std::string> &Parameters;
};

std::string inputText(const Transition &Of, const Machine &In) {
  if (!Of.Input)
    return {};
  std::string Result = In.Inputs[*Of.Input].Name + "(";
  for (std::size_t I = 0; I < Of.Parameters.size(); ++I)
    Result += (I ? ", " : "") + Of.Parameters[I];
  return Result + ") ";
}

std::string actionsText(const Transition &Of, const Machine &In) {
  std::string Result;
  for (const Assignment &Each : Of.Actions)
    Result += (Result.empty() ? "" : "; ") + toString(*Each.Target, In, Of.Parameters) +
              " := " + toString(*Each.Source, In, Of.Parameters);
  return Result;
}

std::string outputsText(const std::vector<OutputCall> &Of, const Machine &In,
                        const std::vector<std::string> &Parameters) {
  std::string Result;
  for (const OutputCall &Each : Of)
    Result += (Result.empty() ? "" : ", ") + toString(Each, In, Parameters);
  return Result;
}

/// The parts of a transition that may stand on lines of their own.
std::vector<std::string> partsOf(const Transition &Of, const Machine &In) {
  std::string Head = Of.Name + ": " + inputText(Of, In);
  if (!isTrue(*Of.Guard))
    Head += "[" + toString(*Of.Guard, In, Of.Parameters) + "] ";
  Head += In.States[Of.From].Name + " -> " + In.States[Of.To].Name;
  std::vector<std::string> Result = {std::move(Head)};
  if (!Of.Actions.empty())
    Result.push_back("/ " + actionsText(Of, In));
  if (!Of.Outputs.empty())
    Result.push_back("/ " + outputsText(Of.Outputs, In, Of.Parameters));
  return Result;
}

std::string joined(const std::vector<std::string> &Parts, const std::string &Between) {
  std::string Result;
  for (std::size_t I = 0; I < Parts.size(); ++I)
    Result += (I ? Between : "") + Parts[I];
  return Result;
}

} // namespace

std::string toString(const Expression &Of, const Machine &In, const std::vector<std::string> &Parameters) {
  return ExpressionPrinter(In, Parameters).print(Of, Any);
}

std::string toString(const OutputCall &Of, const Machine &In, const std::vector<std::string> &Parameters) {
  std::string Result = In.Outputs[Of.Message].Name + "(";
  for (std::size_t I = 0; I < Of.Arguments.size(); ++I)
    Result += (I ? ", " : "") + toString(*Of.Arguments[I], In, Parameters);
  return Result + ")";
}

std::string toString(const Transition &Of, const Machine &In) {
  return joined(partsOf(Of, In), " ");
}

std::string toString(const Message &Of) {
  std::string Result = Of.Name + "(";
  for (std::size_t I = 0; I < Of.Parameters.size(); ++I)
    Result += (I ? ", " : "") + Of.Parameters[I].Name + ": " + toString(*Of.Parameters[I].Type);
  return Result + ")";
}

std::string signature(const Transition &Of, const Machine &In) {
  Transition Plain = Of;
  Plain.Name.clear();
  for (std::size_t I = 0; I < Plain.Parameters.size(); ++I)
    Plain.Parameters[I] = "$" + std::to_string(I);
  std::set<std::string> Mentioned;
  auto Mention = [&](const Expression &Each) {
    if (Each.Op == Operator::Variable)
      Mentioned.insert(In.Variables[Each.Index].Name + ": " + toString(*Each.Type, true));
    if (Each.Type->Kind == TypeKind::Enum)
      Mentioned.insert(toString(*Each.Type, true));
  };
  auto MentionMessage = [&](const Message &Each) {
    for (std::size_t I = 0; I < Each.Parameters.size(); ++I)
      Mentioned.insert(Each.Name + "." + std::to_string(I) + ": " + toString(*Each.Parameters[I].Type, true));
  };
  visit(*Of.Guard, Mention);
  for (const Assignment &Each : Of.Actions)
    visit(*Each.Value, Mention), visit(*Each.Target, Mention);
  for (const OutputCall &Each : Of.Outputs) {
    MentionMessage(In.Outputs[Each.Message]);
    for (const ExpressionRef &Argument : Each.Arguments)
      visit(*Argument, Mention);
  }
  if (Of.Input)
    MentionMessage(In.Inputs[*Of.Input]);
  std::string Result = toString(Plain, In);
  for (const std::string &Each : Mentioned)
    Result += "\n" + Each;
  return Result;
}

namespace {

/// A declaration or a comment with the lines that it had in the text.
struct Piece {
  unsigned Line = 0, EndLine = 0;
  std::string Text;
  std::string Trailing; ///< a comment behind it
};

constexpr std::size_t LongestLine = 118;

std::string shown(const Transition &Of, const Machine &In) {
  std::string Line = toString(Of, In);
  return Line.size() <= LongestLine ? Line : joined(partsOf(Of, In), "\n    ");
}

std::string shown(const Variable &Of) {
  std::string Result = "var " + Of.Name + ": " + toString(*Of.Type);
  return Of.Initial ? Result + " = " + toString(*Of.Initial, *Of.Type) : Result;
}

std::string shownInitial(const State &Of, const Machine &In) {
  std::string Result = "initial " + Of.Name;
  return isTrue(*Of.InitialPredicate) ? Result : Result + " [" + toString(*Of.InitialPredicate, In) + "]";
}

class MachinePrinter {
public:
  explicit MachinePrinter(const Machine &Of) : Of(Of) {}

  std::string print() {
    collect();
    comments();
    std::stable_sort(Pieces.begin(), Pieces.end(), [](const Piece &A, const Piece &B) { return A.Line < B.Line; });
    std::string Result;
    unsigned LastLine = 0;
    for (std::size_t I = 0; I < Pieces.size(); ++I) {
      const Piece &Each = Pieces[I];
      // An empty line stays, several become one.
      if (!Result.empty() && Each.Line > LastLine + 1)
        Result += "\n";
      Result += Each.Text;
      if (!Each.Trailing.empty())
        Result += std::string(columnOf(I) - Each.Text.size(), ' ') + Each.Trailing;
      Result += "\n";
      LastLine = std::max(LastLine, Each.EndLine);
    }
    return Result;
  }

private:
  /// Where the comment behind a piece begins: the same for all in a row.
  std::size_t columnOf(std::size_t Which) const {
    auto Continues = [&](std::size_t Next) {
      return !Pieces[Next].Trailing.empty() && Pieces[Next].Line <= Pieces[Next - 1].EndLine + 1;
    };
    std::size_t First = Which, Widest = 0;
    while (First > 0 && Continues(First) && !Pieces[First - 1].Trailing.empty())
      --First;
    for (std::size_t I = First; I < Pieces.size() && (I == First || Continues(I)); ++I)
      Widest = std::max(Widest, Pieces[I].Text.size());
    return Widest + 2;
  }

  /// Where it stood; without that, behind everything before it. A new group gets an empty line before it.
  void add(const SourceRange &Where, std::string Text, bool NewGroup = false) {
    if (Where.Line) {
      Pieces.push_back({Where.Line, Where.EndLine, std::move(Text), {}});
      Made = std::max(Made, Where.EndLine);
      return;
    }
    Made += NewGroup ? 2 : 1;
    Pieces.push_back({Made, Made, std::move(Text), {}});
  }

  void collect() {
    add(Of.Where, "machine " + Of.Name);
    for (const auto &Each : Of.Types)
      add(Each.Where, "type " + Each.Name + " = " + toString(typeWithoutName(*Each.Meaning)), &Each == &Of.Types[0]);
    for (const Variable &Each : Of.Variables)
      add(Each.Where, shown(Each), &Each == &Of.Variables[0]);
    for (const Message &Each : Of.Inputs)
      add(Each.Where, "input " + toString(Each), &Each == &Of.Inputs[0]);
    for (const Message &Each : Of.Outputs)
      add(Each.Where, "output " + toString(Each), &Each == &Of.Outputs[0]);
    states();
    for (const State &Each : Of.States)
      if (Each.Initial)
        add(Each.InitialDeclaration, shownInitial(Each, Of));
    for (const Transition &Each : Of.Transitions)
      add(Each.Where, shown(Each, Of), &Each == &Of.Transitions[0]);
  }

  static Type typeWithoutName(Type Of) {
    Of.Name.clear();
    return Of;
  }

  void states() {
    for (std::size_t I = 0; I < Of.States.size();) {
      const SourceRange &Where = Of.States[I].Declaration;
      std::string Text = "state " + Of.States[I].Name;
      std::size_t Next = I + 1;
      for (; Next < Of.States.size() && Of.States[Next].Declaration.Line == Where.Line &&
             Of.States[Next].Declaration.Column == Where.Column;
           ++Next)
        Text += ", " + Of.States[Next].Name;
      add(Where, std::move(Text), I == 0);
      I = Next;
    }
  }

  void comments() {
    std::vector<Piece> Own;
    for (const Comment &Each : Of.Comments) {
      std::string Text = Each.Text.empty() ? "#" : "# " + Each.Text;
      Piece *Beside = nullptr;
      for (Piece &Candidate : Pieces)
        if (Candidate.Line <= Each.Line && Each.Line <= Candidate.EndLine)
          Beside = &Candidate;
      if (!Beside)
        Own.push_back({Each.Line, Each.Line, std::move(Text), {}});
      else if (Beside->Text.find('\n') == std::string::npos)
        Beside->Trailing = Beside->Trailing.empty() ? Text : Beside->Trailing + " " + Text.substr(1);
      else
        // Behind a part of something long: above it, where it cannot end up in the wrong line.
        Beside->Text = Text + "\n" + Beside->Text;
    }
    Pieces.insert(Pieces.end(), Own.begin(), Own.end());
  }

  const Machine &Of;
  std::vector<Piece> Pieces;
  unsigned Made = 0;
};

std::string startText(const TestStart &Of, const Machine &For) {
  std::string Result = " from " + For.States[Of.State].Name;
  for (std::size_t I = 0; I < Of.Values.size(); ++I) {
    const Variable &Which = For.Variables[Of.Values[I].first];
    Result += (I ? ", " : " with ") + Which.Name + " = " + toString(Of.Values[I].second, *Which.Type);
  }
  return Of.Expected.empty() ? Result : Result + " / " + outputsText(Of.Expected, For, {});
}

} // namespace

std::string printMachine(const Machine &Of) {
  return MachinePrinter(Of).print();
}

std::string toString(const TestStep &Of, const Suite &In, const Machine &For) {
  std::string Result = toString(In.Inputs[Of.Input], For);
  return Of.Expected.empty() ? Result : Result + " / " + outputsText(Of.Expected, For, {});
}

std::string printTest(const Suite &Tests, const Test &Which, const Machine &For) {
  std::string Result = "test " + Which.Name + startText(Tests.Starts[Which.Start], For) + "\n";
  for (unsigned Step : Which.Steps)
    Result += "  " + toString(Tests.Steps[Step], Tests, For) + "\n";
  return Result;
}

std::string printTests(const Suite &Tests, const Machine &For) {
  std::string Result;
  for (const Test &Each : Tests.Tests)
    Result += (Result.empty() ? "" : "\n") + printTest(Tests, Each, For);
  return Result;
}

} // namespace vernier::efsm

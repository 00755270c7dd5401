#include "efsm/language/Interpret.h"
#include "efsm/language/MachineBuilder.h"
#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/language/TokenReader.h"
#include "efsm/language/TypeCheck.h"

#include <llvm/ADT/StringMap.h>

#include <algorithm>

namespace vernier::efsm {

using syntax::Kind;
using syntax::Node;
using syntax::NodeRef;

namespace {

/// Reads a suite. A suite of many tests says the same lines again and again: a line that was read once is recognised by
/// its text, and neither split into tokens nor checked again.
class TestParser {
public:
  TestParser(const Machine &For, Diagnostics &Problems)
      : For(For), Problems(Problems), Tokens(Problems.text(), Problems), Variables(scopeOf(For)), Constants(Variables) {
    Constants.Constant = true;
    Result.File = Problems.file();
  }

  Suite parse() {
    while (!Tokens.atEnd())
      if (!test())
        recover();
    return std::move(Result);
  }

private:
  void recover() {
    while (!Tokens.atEnd() && !(Tokens.peek().is("test") && Tokens.peek().FirstOnLine))
      Tokens.take();
  }

  bool test() {
    if (!Tokens.peek().is("test")) {
      Tokens.unexpectedHere("'test NAME from STATE'");
      return false;
    }
    Test Made;
    Made.Line = Tokens.take().Line;
    syntax::Identifier Name;
    if (!Tokens.identifier(Name, "the name of the test"))
      return false;
    auto [Found, New] = TestNames.try_emplace(Name.Text, Name.Where.Line);
    if (!New)
      Problems.error(Name.Where, "the test '" + Name.Text + "' is declared a second time; the first is in line " +
                                     std::to_string(Found->second));
    Made.Name = std::move(Name.Text);
    auto Start =
        remembered(KnownStarts, Tokens.peek().is("from") || Tokens.peek().is("with"), [this] { return start(); });
    bool Good = Start.has_value();
    Made.Start = Start.value_or(0);
    Good = stepsOf(Made) && Good;
    if (Good)
      Result.Tests.push_back(std::move(Made));
    return true;
  }

  bool stepsOf(Test &Into) {
    bool Good = true;
    while (!Tokens.atEnd() && !Tokens.peek().is("test")) {
      auto Step = remembered(KnownSteps, Tokens.peek().FirstOnLine, [this] { return step(); });
      if (Step)
        Into.Steps.push_back(*Step);
      else
        skipStep();
      Good = Good && Step;
    }
    return Good;
  }

  /// Behind a step with an error: to the next line that looks like one.
  void skipStep() {
    while (!Tokens.atEnd()) {
      const Token &Next = Tokens.peek();
      if (Next.FirstOnLine && (Next.is("test") || Next.Kind == TokenKind::Identifier))
        return;
      Tokens.take();
    }
  }

  /// What Read returns for the rest of the line, which is read only the first time that it is seen.
  template <class Reader>
  std::optional<unsigned> remembered(llvm::StringMap<unsigned> &Known, bool MayBeKnown, const Reader &Read) {
    if (!MayBeKnown)
      return Read();
    Token First = Tokens.peek();
    llvm::StringRef Line = Tokens.lexer().restOfLine(First);
    if (auto Found = Known.find(Line); Found != Known.end()) {
      Tokens.lexer().skipLine(First);
      Tokens.restart();
      // The next line may go on with this one: with anything but a step or a test.
      const Token &Next = Tokens.peek();
      if (Next.Kind == TokenKind::End || Next.Kind == TokenKind::Identifier || Next.is("test"))
        return Found->second;
      Tokens.lexer().rewind(First);
      Tokens.restart();
    }
    auto Number = Read();
    bool WholeLine = Tokens.lastEnd() == First.Offset + Line.size();
    if (Number && WholeLine)
      Known.try_emplace(Line, *Number);
    return Number;
  }

  std::optional<unsigned> start() {
    TestStart Made;
    bool Good = stateOf(Made);
    if (Tokens.accept("with"))
      do {
        if (!valueOf(Made))
          return std::nullopt;
      } while (Tokens.accept(","));
    if (Tokens.accept("/")) {
      auto Expected = expectation();
      if (!Expected)
        return std::nullopt;
      Made.Expected = std::move(*Expected);
    }
    std::sort(Made.Values.begin(), Made.Values.end(), [](const auto &A, const auto &B) { return A.first < B.first; });
    return Good && !BadValue ? std::optional(numbered(std::move(Made))) : (BadValue = false, std::nullopt);
  }

  bool stateOf(TestStart &Into) {
    if (Tokens.accept("from")) {
      syntax::Identifier Name;
      if (!Tokens.identifier(Name, "the name of a state"))
        return false;
      auto Found = For.findState(Name.Text);
      Into.State = Found.value_or(0);
      if (!Found)
        Problems.error(Name.Where, "there is no state '" + Name.Text + "'");
      return Found.has_value();
    }
    std::vector<unsigned> Initial;
    for (unsigned I = 0; I < For.States.size(); ++I)
      if (For.States[I].Initial)
        Initial.push_back(I);
    Into.State = Initial.empty() ? 0 : Initial.front();
    if (Initial.size() == 1)
      return true;
    Tokens.unexpected("'from STATE' (the machine has several initial states)");
    return false;
  }

  /// `variable = constant`; false only if the text cannot be followed any further.
  bool valueOf(TestStart &Into) {
    syntax::Identifier Name;
    if (!Tokens.identifier(Name, "the name of a variable") || !Tokens.expect("=", "and a constant"))
      return false;
    NodeRef Written = Tokens.expression();
    if (!Written)
      return false;
    auto Found = For.findVariable(Name.Text);
    if (!Found) {
      Problems.error(Name.Where, "there is no variable '" + Name.Text + "'");
      BadValue = true;
      return true;
    }
    for (const auto &[Given, Value] : Into.Values)
      if (Given == *Found) {
        Problems.error(Name.Where, "the variable '" + Name.Text + "' has a value already");
        BadValue = true;
      }
    auto Constant = TypeChecker(Constants, Problems).constantOf(*Written, For.Variables[*Found].Type);
    BadValue = BadValue || !Constant;
    if (Constant)
      Into.Values.emplace_back(*Found, std::move(*Constant));
    return true;
  }

  std::optional<unsigned> step() {
    if (Tokens.peek().Kind != TokenKind::Identifier) {
      Tokens.unexpectedHere("a step 'input(constants) / output(values)' or the next test");
      return std::nullopt;
    }
    NodeRef Written = Tokens.postfix();
    if (!Written)
      return std::nullopt;
    auto Input = inputOf(*Written);
    TestStep Made;
    if (Tokens.accept("/")) {
      auto Expected = expectation();
      if (!Expected)
        return std::nullopt;
      Made.Expected = std::move(*Expected);
    }
    if (!Input)
      return std::nullopt;
    Made.Input = numbered(std::move(*Input));
    return numbered(std::move(Made));
  }

  std::optional<TestInput> inputOf(const Node &Written) {
    if (Written.What != Kind::Call && Written.What != Kind::Name) {
      Problems.error(Written.Where, "expected an input message, as in 'open(100)'");
      return std::nullopt;
    }
    auto Found = For.findInput(Written.Text);
    if (!Found) {
      Problems.error(Written.Where, "'" + Written.Text + "' is no input message" +
                                        (For.findOutput(Written.Text) ? ", it is an output" : ""));
      return std::nullopt;
    }
    const auto &Parameters = For.Inputs[*Found].Parameters;
    if (Written.Operands.size() != Parameters.size()) {
      Problems.error(Written.Where, Written.Text + " has " + std::to_string(Parameters.size()) +
                                        " parameters, here it is given " + std::to_string(Written.Operands.size()));
      return std::nullopt;
    }
    TestInput Made;
    Made.Message = *Found;
    TypeChecker Checker(Constants, Problems);
    for (std::size_t I = 0; I < Parameters.size(); ++I)
      if (auto Constant = Checker.constantOf(*Written.Operands[I], Parameters[I].Type))
        Made.Arguments.push_back(std::move(*Constant));
    return Made.Arguments.size() == Parameters.size() ? std::optional(std::move(Made)) : std::nullopt;
  }

  std::optional<Expectation> expectation() {
    Expectation Made;
    bool Good = true;
    do {
      NodeRef Written = Tokens.postfix();
      if (!Written)
        return std::nullopt;
      auto Call = TypeChecker(Variables, Problems).checkOutput(*Written, For.Outputs);
      Good = Good && Call;
      if (Call)
        Made.push_back(std::move(*Call));
    } while (Tokens.accept(","));
    return Good ? std::optional(std::move(Made)) : std::nullopt;
  }

  std::string textOf(const Expectation &Of) const {
    std::string Text;
    for (const OutputCall &Each : Of)
      Text += (Text.empty() ? "" : ", ") + toString(Each, For);
    return Text;
  }

  unsigned numbered(TestInput Made) {
    std::string Text = toString(Made, For);
    auto [Found, New] = Inputs.try_emplace(Text, static_cast<unsigned>(Result.Inputs.size()));
    if (New)
      Result.Inputs.push_back(std::move(Made));
    return Found->second;
  }

  unsigned numbered(TestStep Made) {
    std::string Text = std::to_string(Made.Input) + "/" + textOf(Made.Expected);
    auto [Found, New] = Steps.try_emplace(Text, static_cast<unsigned>(Result.Steps.size()));
    if (New)
      Result.Steps.push_back(std::move(Made));
    return Found->second;
  }

  unsigned numbered(TestStart Made) {
    std::string Text = std::to_string(Made.State);
    for (const auto &[Which, Given] : Made.Values)
      Text += "," + std::to_string(Which) + "=" + toString(Given, *For.Variables[Which].Type);
    Text += "/" + textOf(Made.Expected);
    auto [Found, New] = Starts.try_emplace(Text, static_cast<unsigned>(Result.Starts.size()));
    if (New)
      Result.Starts.push_back(std::move(Made));
    return Found->second;
  }

  const Machine &For;
  Diagnostics &Problems;
  TokenReader Tokens;
  Scope Variables, Constants;
  Suite Result;
  bool BadValue = false;                                        ///< of the start that is being read
  llvm::StringMap<unsigned> TestNames, KnownStarts, KnownSteps; ///< by their texts
  llvm::StringMap<unsigned> Inputs, Steps, Starts;              ///< by their contents
};

} // namespace

std::optional<Suite> parseTests(const Machine &For, Diagnostics &Problems) {
  unsigned Before = Problems.errors();
  Suite Read = TestParser(For, Problems).parse();
  return Problems.errors() == Before ? std::optional(std::move(Read)) : std::nullopt;
}

} // namespace vernier::efsm

#include "efsm/language/Scxml.h"

#include "efsm/language/Lexer.h"
#include "efsm/language/Parse.h"
#include "efsm/language/ScxmlExpression.h"
#include "efsm/language/Xml.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <set>

namespace vernier::efsm {

namespace {

/// A name that models can write.
std::string nameFor(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += llvm::isAlnum(C) || C == '_' ? C : '_';
  if (Result.empty() || llvm::isDigit(Result.front()))
    Result.insert(0, "_");
  return isKeyword(Result) ? Result + "_" : Result;
}

/// Events and outputs with their parameters, in the order in which they are met.
struct ChartMessage {
  std::string Name;
  std::vector<std::pair<std::string, bool>> Parameters; ///< name in the model, whether it is a boolean
};

struct ChartTransition {
  std::string Name, Input, From, To; ///< Input: the event, empty for none
  std::string Guard;                 ///< empty: always
  std::string Actions, Outputs;
  SourceRange Where;
};

/// Turns the document into the text of a model, which the parser then reads: so an imported machine is checked like any
/// other, and what the checks refuse becomes a warning about the element that it came from.
class Importer {
public:
  Importer(const XmlElement &Root, Diagnostics &Problems) : Root(Root), Problems(Problems) {
    Names.Parameter = [this](llvm::StringRef Member) { return parameter(Member); };
    Names.IsBoolean = [this](llvm::StringRef Member) { makeBoolean(Member); };
  }

  std::optional<Machine> import() {
    if (Root.Name != "scxml") {
      Problems.error(Root.Where, "this is no state chart; its root element must be 'scxml'");
      return std::nullopt;
    }
    for (const auto &Each : Root.Children)
      if (Each->Name == "datamodel")
        data(*Each);
    collectStates();
    if (States.empty()) {
      Problems.error(Root.Where, "the state chart has no states that can be imported");
      return std::nullopt;
    }
    for (const XmlElement *Each : States)
      transitionsOf(*Each);
    return checked();
  }

private:
  void leaveOut(const XmlElement &What, const std::string &Why) {
    Problems.warning(What.Where, "<" + What.Name + "> is left out: " + Why);
  }

  void data(const XmlElement &Model) {
    for (const auto &Each : Model.Children) {
      if (Each->Name != "data") {
        leaveOut(*Each, "only data is imported from a data model");
        continue;
      }
      std::string Id = nameFor(Each->get("id"));
      std::string Text = llvm::StringRef(Each->has("expr") ? Each->get("expr") : Each->Text).trim().str(), Why;
      auto Initial = Text.empty() ? std::optional(TranslatedExpression()) : translate(Text, Names, false, Why);
      if (!Initial || Each->has("src")) {
        leaveOut(*Each, Each->has("src") ? "data in another file cannot be read" : Why);
        continue;
      }
      Names.Data[Each->get("id")] = {Id, Initial->Boolean, ""};
      // The names of other data are not constants; the parser would say so without naming the element.
      bool Constant = Text.empty() || llvm::none_of(Text, [](char C) { return llvm::isAlpha(C); }) || Text == "true" ||
                      Text == "false";
      if (!Constant)
        leaveOut(*Each, "the initial value is no constant; the variable has none in the model");
      std::string Value = Constant && !Text.empty() ? " = " + Initial->Text : "";
      Variables.push_back({"var " + Id + ": " + (Initial->Boolean ? "bool" : "int") + Value, Each->Where});
    }
  }

  void collectStates() {
    for (const auto &Each : Root.Children) {
      bool Final = Each->Name == "final";
      if (Each->Name == "datamodel")
        continue;
      if (Each->Name != "state" && !Final) {
        leaveOut(*Each, "models have neither parallel states nor history nor scripts");
        continue;
      }
      States.push_back(Each.get());
      StateNames[Each->get("id")] = nameFor(Each->get("id"));
      if (Final)
        Finals.insert(Each->get("id"));
    }
    Initial = Root.has("initial") || States.empty() ? Root.get("initial") : States.front()->get("id");
  }

  /// The content of <onentry> or <onexit> of a state, if the state is known.
  std::vector<const XmlElement *> handlers(const std::string &State, const std::string &Kind) const {
    std::vector<const XmlElement *> Result;
    for (const XmlElement *Each : States)
      if (Each->get("id") == State)
        for (const auto &Child : Each->Children)
          if (Child->Name == Kind)
            Result.push_back(Child.get());
    return Result;
  }

  void transitionsOf(const XmlElement &State) {
    Earlier.clear();
    for (const auto &Each : State.Children) {
      if (Each->Name == "transition")
        transition(State, *Each);
      else if (Each->Name != "onentry" && Each->Name != "onexit")
        leaveOut(*Each, "only flat states fit");
    }
    if (State.get("id") == Initial && !handlers(Initial, "onentry").empty())
      Problems.warning(State.Where, "what the initial state does on entry is not executed when a test starts");
  }

  void transition(const XmlElement &State, const XmlElement &Which) {
    std::string Target = Which.has("target") ? Which.get("target") : State.get("id");
    if (!StateNames.contains(Target))
      return leaveOut(Which, "there is no state '" + Target + "' in the model");
    llvm::SmallVector<llvm::StringRef> Events;
    std::string Text = Which.get("event");
    llvm::StringRef(Text).split(Events, ' ', -1, false);
    if (Events.empty())
      Events.push_back("");
    for (llvm::StringRef Event : Events) {
      Event.consume_back(".*");
      if (Event.contains('*'))
        leaveOut(Which, "an event with '*' stands for events that are not named");
      else
        oneTransition(State, Which, Event.str(), Target);
    }
  }

  void oneTransition(const XmlElement &State, const XmlElement &Which, const std::string &Event,
                     const std::string &Target) {
    Current = Event.empty() ? nullptr : &message(Inputs, Event);
    ChartTransition Made;
    Made.Where = Which.Where;
    Made.From = StateNames[State.get("id")];
    Made.To = StateNames[Target];
    Made.Input = Event;
    std::string Own, Why;
    if (Which.has("cond")) {
      auto Condition = translate(Which.get("cond"), Names, true, Why);
      if (!Condition)
        return leaveOut(Which, Why);
      Own = Condition->Text;
    }
    // The first transition of the document wins: the later ones get the negation of the earlier ones.
    for (const std::string &Before : Earlier[Event]) {
      if (Before.empty())
        return leaveOut(Which, "an earlier transition without a condition always wins");
      Made.Guard += (Made.Guard.empty() ? "" : " and ") + ("not " + Before);
    }
    if (!Own.empty())
      Made.Guard += (Made.Guard.empty() ? "" : " and ") + Own;
    if (!contentsOf(State, Which, Target, Made))
      return;
    Earlier[Event].push_back(Own);
    Made.Name = uniqueName(Made.From + "_" + (Event.empty() ? "auto" : nameFor(Event)));
    Transitions.push_back(std::move(Made));
  }

  /// What leaving, the transition itself and entering do; a transition without a target neither leaves nor enters.
  bool contentsOf(const XmlElement &State, const XmlElement &Which, const std::string &Target, ChartTransition &Into) {
    std::vector<const XmlElement *> Blocks;
    if (Which.has("target"))
      Blocks = handlers(State.get("id"), "onexit");
    Blocks.push_back(&Which);
    if (Which.has("target"))
      for (const XmlElement *Each : handlers(Target, "onentry"))
        Blocks.push_back(Each);
    for (const XmlElement *Block : Blocks)
      for (const auto &Each : Block->Children)
        if (!execute(*Each, Into)) {
          if (Block != &Which)
            leaveOut(Which, "what it does on entry or exit cannot be imported");
          return false;
        }
    return true;
  }

  bool execute(const XmlElement &What, ChartTransition &Into) {
    if (What.Name == "assign")
      return assign(What, Into);
    if (What.Name == "send")
      return send(What, Into);
    if (What.Name == "log")
      return true; // has no effect that a test could see
    leaveOut(What, "only assign, send and log fit into a transition, which is left out as well");
    return false;
  }

  bool assign(const XmlElement &What, ChartTransition &Into) {
    auto Target = Names.Data.find(What.get("location"));
    std::string Why = "'" + What.get("location") + "' is no data that was imported";
    std::optional<TranslatedExpression> Source;
    if (Target != Names.Data.end())
      Source = translate(What.has("expr") ? What.get("expr") : What.Text, Names, Target->second.Boolean, Why);
    if (!Source) {
      leaveOut(What, Why + "; its transition is left out as well");
      return false;
    }
    if (!Into.Outputs.empty()) {
      leaveOut(What, "an assignment behind a send would change what is sent; its transition is left out as well");
      return false;
    }
    Into.Actions += (Into.Actions.empty() ? "" : "; ") + Target->second.Text + " := " + Source->Text;
    return true;
  }

  bool send(const XmlElement &What, ChartTransition &Into) {
    if (What.has("delay") || What.has("delayexpr") || What.has("eventexpr") || !What.has("event")) {
      leaveOut(What, "only sends of a named event without a delay fit; its transition is left out as well");
      return false;
    }
    bool New = !Outputs.contains(What.get("event"));
    ChartMessage &To = message(Outputs, What.get("event"));
    std::string Arguments;
    std::size_t Count = 0;
    for (const auto &Each : What.Children) {
      std::string Why = "only <param> with an expression fits";
      auto Value = Each->Name == "param" ? translate(Each->get("expr"), Names, false, Why) : std::nullopt;
      bool Known = New || (Count < To.Parameters.size() && To.Parameters[Count].first == nameFor(Each->get("name")));
      if (!Value || !Known) {
        leaveOut(What, (Value ? "its parameters differ from an earlier send of the event" : Why) +
                           "; its transition is left out as well");
        return false;
      }
      if (New)
        To.Parameters.emplace_back(nameFor(Each->get("name")), Value->Boolean);
      ++Count;
      Arguments += (Arguments.empty() ? "" : ", ") + Value->Text;
    }
    Into.Outputs += (Into.Outputs.empty() ? "" : ", ") + To.Name + "(" + Arguments + ")";
    return true;
  }

  static ChartMessage &message(std::map<std::string, ChartMessage> &Among, const std::string &Event) {
    ChartMessage &Found = Among[Event];
    if (Found.Name.empty())
      Found.Name = nameFor(Event);
    return Found;
  }

  std::optional<TranslatedExpression> parameter(llvm::StringRef Member) {
    if (!Current)
      return std::nullopt;
    // A parameter may not be called like a variable.
    std::string Name = nameFor(Member);
    for (const auto &Each : Names.Data)
      if (Each.second.Text == Name)
        Name += "_in";
    for (const auto &[Known, Boolean] : Current->Parameters)
      if (Known == Name)
        return TranslatedExpression{Name, Boolean, Member.str()};
    Current->Parameters.emplace_back(Name, false);
    return TranslatedExpression{Name, false, Member.str()};
  }

  void makeBoolean(llvm::StringRef Member) {
    auto Found = parameter(Member);
    for (auto &[Known, Boolean] : Current->Parameters)
      Boolean = Boolean || Known == Found->Text;
  }

  std::string uniqueName(const std::string &Wanted) {
    std::string Name = Wanted;
    for (unsigned Number = 2; !TransitionNames.insert(Name).second; ++Number)
      Name = Wanted + std::to_string(Number);
    return Name;
  }

  /// Writes the model; LineOf says which element each line came from.
  std::string modelText(std::vector<SourceRange> &LineOf) const {
    std::string Text;
    auto Line = [&](const std::string &What, const SourceRange &Where) {
      Text += What + "\n";
      LineOf.push_back(Where);
    };
    Line("machine " + nameFor(Root.has("name") ? Root.get("name") : "chart"), Root.Where);
    for (const auto &[Declaration, Where] : Variables)
      Line(Declaration, Where);
    for (const auto &[Event, Which] : Inputs)
      Line("input " + declared(Which), Root.Where);
    for (const auto &[Event, Which] : Outputs)
      Line("output " + declared(Which), Root.Where);
    for (const XmlElement *Each : States)
      Line("state " + nameFor(Each->get("id")), Each->Where);
    for (const XmlElement *Each : States)
      if (Each->get("id") == Initial || Finals.contains(Each->get("id")))
        Line("initial " + nameFor(Each->get("id")), Each->Where);
    for (const ChartTransition &Each : Transitions)
      Line(written(Each), Each.Where);
    return Text;
  }

  static std::string declared(const ChartMessage &Of) {
    std::string Result = Of.Name + "(";
    for (const auto &[Name, Boolean] : Of.Parameters)
      Result += (Result.back() == '(' ? "" : ", ") + Name + (Boolean ? ": bool" : ": int");
    return Result + ")";
  }

  std::string written(const ChartTransition &Of) const {
    std::string Result = Of.Name + ": ";
    if (!Of.Input.empty()) {
      const ChartMessage &Input = Inputs.at(Of.Input);
      Result += Input.Name + "(";
      for (const auto &[Name, Boolean] : Input.Parameters)
        Result += (Result.back() == '(' ? "" : ", ") + Name;
      Result += ") ";
    }
    if (!Of.Guard.empty())
      Result += "[" + Of.Guard + "] ";
    Result += Of.From + " -> " + Of.To;
    if (!Of.Actions.empty())
      Result += " / " + Of.Actions;
    return Of.Outputs.empty() ? Result : Result + " / " + Of.Outputs;
  }

  /// Reads the text; transitions with errors are left out one after the other, any other error is one of the chart.
  std::optional<Machine> checked() {
    while (true) {
      std::vector<SourceRange> LineOf;
      Diagnostics Inner(Problems.file(), modelText(LineOf));
      if (auto Read = parseMachine(Inner)) {
        withoutPlaces(*Read, LineOf);
        return Read;
      }
      const Diagnostic &First = Inner.all().front();
      SourceRange Where = First.Where.Line ? LineOf[First.Where.Line - 1] : Root.Where;
      std::size_t FirstTransition = LineOf.size() - Transitions.size();
      if (First.Where.Line <= FirstTransition) {
        // Lines of the text in between mean nothing to anybody.
        Problems.error(Where, First.Message.substr(0, First.Message.find("; the first is in line")));
        return std::nullopt;
      }
      Problems.warning(Where, "<transition> is left out: " + First.Message);
      Transitions.erase(Transitions.begin() + static_cast<long>(First.Where.Line - 1 - FirstTransition));
    }
  }

  /// Places are those of the chart; for the printer, the machine was not read from a text of its own.
  static void withoutPlaces(Machine &Of, const std::vector<SourceRange> &LineOf) {
    Of.Where = {};
    for (Variable &Each : Of.Variables)
      Each.Where = {};
    for (auto *Messages : {&Of.Inputs, &Of.Outputs})
      for (Message &Each : *Messages)
        Each.Where = {};
    for (State &Each : Of.States) {
      Each.Where = LineOf[Each.Where.Line - 1];
      Each.Declaration = Each.InitialDeclaration = {};
    }
    for (Transition &Each : Of.Transitions)
      Each.Where = {};
  }

  const XmlElement &Root;
  Diagnostics &Problems;
  ChartNames Names;
  std::vector<std::pair<std::string, SourceRange>> Variables;
  std::vector<const XmlElement *> States;
  std::map<std::string, std::string> StateNames;
  std::set<std::string> Finals, TransitionNames;
  std::string Initial;
  std::map<std::string, ChartMessage> Inputs, Outputs;
  ChartMessage *Current = nullptr;                         ///< the event whose data are mentioned
  std::map<std::string, std::vector<std::string>> Earlier; ///< conditions in this state, by event
  std::vector<ChartTransition> Transitions;
};

} // namespace

std::optional<Machine> importScxml(Diagnostics &Problems) {
  std::unique_ptr<XmlElement> Root = parseXml(Problems);
  return Root ? Importer(*Root, Problems).import() : std::nullopt;
}

} // namespace vernier::efsm

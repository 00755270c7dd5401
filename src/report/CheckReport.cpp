#include "report/CheckReport.h"

#include "bitcode/Locations.h"
#include "bitcode/SourceText.h"
#include "csg/SequenceGraph.h"
#include "report/ChangeExposureReport.h"
#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Picture.h"
#include "report/Text.h"
#include "report/VerifyReport.h"
#include "verdict/Claim.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace vernier {

namespace json = llvm::json;

namespace {

std::string inFront(const char *Before, const std::string &Text) {
  return Text.empty() ? Text : Before + Text;
}

constexpr std::size_t MostToLookAt = 3;

/// Changed statements of one function with nothing unchanged between them are one edit for a reader. Removed statements
/// lie where the old version had them; what stands in their place has its old place, too.
class Edits {
public:
  explicit Edits(const std::vector<ChangedStatement> &Changes) {
    std::vector<const ChangedStatement *> Sorted;
    for (const ChangedStatement &Statement : Changes)
      Sorted.push_back(&Statement);
    llvm::stable_sort(Sorted,
                      [](const ChangedStatement *A, const ChangedStatement *B) { return place(*A) < place(*B); });
    const ChangedStatement *Last = nullptr;
    for (const ChangedStatement *Statement : Sorted) {
      Number += !Last || !areOne(*Last, *Statement);
      Edit[Statement->Id] = Number;
      Last = Statement;
    }
  }

  /// In how many edits the changes are.
  template <class Ids> std::size_t count(const Ids &Changes) const {
    std::set<unsigned> Different;
    for (unsigned Id : Changes)
      if (auto Known = Edit.find(Id); Known != Edit.end())
        Different.insert(Known->second);
    return Different.size();
  }

private:
  /// Function and line: of the new version, but of the old one for what has a place there.
  static std::tuple<std::string, unsigned> place(const ChangedStatement &Statement) {
    bool HasOld = Statement.Kind == ChangeKind::Modified && Statement.OldPlace.Line;
    return {Statement.Place.Function, (HasOld ? Statement.OldPlace : Statement.Place).Line};
  }

  static bool areOne(const ChangedStatement &A, const ChangedStatement &B) {
    auto [FunctionA, LineA] = place(A);
    auto [FunctionB, LineB] = place(B);
    return FunctionA == FunctionB && LineB - LineA <= 1;
  }

  std::map<unsigned, unsigned> Edit; ///< by the id of a changed statement
  unsigned Number = 0;
};

struct Meeting {
  const AffectedLine *Line;
  std::size_t NumEdits;
};

/// The lines where most edits meet, outputs aside: where a reviewer should look first.
std::vector<Meeting> lookFirst(const Impact &Touched) {
  Edits Grouped(Touched.Changes);
  std::vector<Meeting> Result;
  std::set<const AffectedLine *> Listed;
  std::map<std::pair<std::string, unsigned>, std::vector<const AffectedLine *>> At;
  for (const AffectedLine &Line : Touched.Affected)
    At[{Line.Where.File, Line.Where.Line}].push_back(&Line);
  for (const SequenceNode &Node : Touched.Graph.Nodes)
    if (Node.Kind == SequenceNodeKind::Interaction)
      for (const AffectedLine *Line : At[{Node.Where.File, Node.Where.Line}])
        if (Listed.insert(Line).second)
          if (std::size_t NumEdits = Grouped.count(Line->changes()); NumEdits > 1)
            Result.push_back({Line, NumEdits});
  llvm::stable_sort(Result, [](const Meeting &A, const Meeting &B) { return A.NumEdits > B.NumEdits; });
  if (Result.size() > MostToLookAt)
    Result.resize(MostToLookAt);
  return Result;
}

std::string meetingText(const Meeting &Where) {
  return placeText(Where.Line->Where) + ": " + std::to_string(Where.NumEdits) + " edits meet there";
}

std::string whatChanged(const CheckResult &Result) {
  const Impact &Touched = Result.Touched;
  if (Touched.Changes.empty())
    return Touched.Narrowed ? "nothing below the given paths" : "nothing that is executed";
  std::set<std::string> Files;
  for (const ChangedStatement &S : Touched.Changes)
    Files.insert(S.Place.File);
  const FunctionSummary &F = Touched.Functions;
  std::string Text = counted(Touched.Changes.size(), "statement") + " in " + counted(Files.size(), "file") +
                     "; functions: " + std::to_string(F.Changed.size()) + " changed, " +
                     std::to_string(F.Added.size()) + " added, " + std::to_string(F.Removed.size()) + " removed, " +
                     std::to_string(F.Renamed.size()) + " renamed, " + std::to_string(F.Unchanged) + " unchanged";
  return Text + "; cyclomatic change complexity " + std::to_string(Result.ChangeComplexity);
}

std::string whatItTouches(const Impact &Touched) {
  if (Touched.Stopped != StopReason::None)
    return "which lines may depend on it was not computed: the time was used up (--time gives more)";
  std::set<std::string> Functions;
  for (const AffectedLine &Line : Touched.Affected)
    Functions.insert(Line.Where.Function);
  if (Touched.GraphLeftOut)
    return counted(Touched.Affected.size(), "line") + " in " + counted(Functions.size(), "function") +
           " may depend on it; which outputs follow was not computed: there are more than 1,000 changed statements";
  std::set<unsigned> Outputs;
  for (auto [From, To] : Touched.Graph.Edges)
    if (From != SequenceGraph::Entry && Touched.Graph.Nodes[To].Kind == SequenceNodeKind::Output)
      Outputs.insert(To);
  bool Itself = Touched.ChangedOutputs > 0;
  return counted(Touched.Affected.size(), "line") + " in " + counted(Functions.size(), "function") +
         " may depend on it; " +
         (Itself            ? counted(Touched.ChangedOutputs, "output statement is changed itself",
                                      "output statements are changed themselves")
          : Outputs.empty() ? "no output follows a change"
                            : counted(Outputs.size(), "output statement") + " may follow a change");
}

std::string assumptionText(const std::vector<std::string> &Codes) {
  return Codes.empty() ? "" : " (assuming " + llvm::join(Codes, ", ") + ")";
}

std::string verdictText(const CheckResult &Result) {
  const Verdict &Whole = Result.Whole;
  bool Assumed = stateOf(Whole) == ClaimState::ProvedUnderAssumptions;
  return std::string(toString(Whole.What)) + (Assumed ? ", proved under assumptions" : "") + ": " + Whole.Why.Message +
         assumptionText(Whole.Assumptions);
}

/// Functions by what is known of them.
struct Counts {
  unsigned Different = 0, OnItsOwn = 0, Unknown = 0, UpToBound = 0, Proved = 0, UnderAssumptions = 0;
  std::vector<std::string> Assumptions; ///< what those under assumptions rest on

  unsigned all() const { return Different + OnItsOwn + Unknown + UpToBound + Proved + UnderAssumptions; }
};

/// It differs in a state that the program may never be in.
bool onItsOwn(const FunctionVerdict &Row) {
  return Row.Judged.What == Answer::Unknown && !Row.OwnState.empty() && Row.Shown;
}

/// The program as a whole is told apart.
Counts countsOf(const CheckResult &Result) {
  Counts Number;
  for (const FunctionVerdict &Row : Result.Functions) {
    if (Row.Role == FunctionRole::Program)
      continue;
    switch (Row.Judged.What) {
    case Answer::Different:
      ++Number.Different;
      break;
    case Answer::Equal: {
      std::vector<std::string> Breakable = breakableOf(Row.Judged.Assumptions);
      ++(Breakable.empty() ? Number.Proved : Number.UnderAssumptions);
      for (std::string &Code : Breakable)
        if (!llvm::is_contained(Number.Assumptions, Code))
          Number.Assumptions.push_back(std::move(Code));
      break;
    }
    case Answer::Unknown:
      ++(onItsOwn(Row) ? Number.OnItsOwn : Row.Judged.Reach == Extent::UpToBound ? Number.UpToBound : Number.Unknown);
      break;
    }
  }
  return Number;
}

std::string fileAndLine(const Location &Where) {
  return Where.File + ":" + std::to_string(Where.Line);
}

std::string rowName(const FunctionVerdict &Row) {
  return Row.Role == FunctionRole::Program ? "the program" : Row.Name;
}

std::string provedText(const CheckResult &Result) {
  Counts Number = countsOf(Result);
  unsigned Others = Number.all();
  std::string Text = counted(Result.EqualFunctions, "function") + " cannot reach a change";
  if (Others == 0)
    return Text;
  Text += "; of the other " + std::to_string(Others) + ", " + std::to_string(Number.Proved) + " proved equal";
  if (Number.UnderAssumptions)
    Text += ", " + std::to_string(Number.UnderAssumptions) + " proved under assumptions (" +
            llvm::join(Number.Assumptions, ", ") + ")";
  if (Number.UpToBound)
    Text += ", " + std::to_string(Number.UpToBound) + " up to a bound";
  Text += ", " + std::to_string(Number.Different) + " different";
  if (Number.OnItsOwn)
    Text +=
        ", " + std::to_string(Number.OnItsOwn) + " different on " + (Number.OnItsOwn == 1 ? "its" : "their") + " own";
  return Text + ", " + std::to_string(Number.Unknown) + " unknown";
}

/// What is proved of the whole program, if that is anything.
std::string provedProgramText(const CheckResult &Result) {
  for (const FunctionVerdict &Row : Result.Functions)
    if (Row.Role == FunctionRole::Program && Row.Judged.What == Answer::Equal)
      return "the program as a whole: equal, " + Row.Judged.Why.Message + assumptionText(Row.Judged.Assumptions);
  return {};
}

/// Functions that reach a change through others: only changed functions, their callers and the program are tried.
std::string notTriedText(const CheckResult &Result) {
  std::vector<std::string> Names;
  bool Tried = false;
  for (const FunctionVerdict &Row : Result.Functions) {
    Tried |= Row.Mode != VerifyMode::None;
    if (Row.Judged.What == Answer::Unknown && Row.Role == FunctionRole::None)
      Names.push_back(Row.Name);
  }
  if (Names.empty() || !Tried)
    return {};
  constexpr std::size_t Most = 5;
  std::size_t Left = Names.size() - std::min(Names.size(), Most);
  Names.resize(Names.size() - Left);
  return llvm::join(Names, ", ") + (Left ? " and " + std::to_string(Left) + " more" : "") +
         ": not tried, reach a change only through others";
}

const FunctionVerdict *firstOnItsOwn(const CheckResult &Result) {
  for (const FunctionVerdict &Row : Result.Functions)
    if (onItsOwn(Row))
      return &Row;
  return nullptr;
}

std::string differsText(const CheckResult &Result) {
  const FunctionVerdict *First = Result.firstDifference();
  if (!First)
    First = firstOnItsOwn(Result);
  if (!First)
    return "no difference found";
  std::string Text = rowName(*First) + (onItsOwn(*First) ? " on its own" : "");
  if (First->Shown)
    Text += ": " + inputText(*First->Shown) + "; old " + outcomeText(First->Shown->Old) + "; new " +
            outcomeText(First->Shown->New) + inFront("; ", definednessText(*First->Shown));
  return Text;
}

std::string unknownText(const CheckResult &Result) {
  std::string Text;
  for (const FunctionVerdict &Row : Result.Functions)
    if (Row.Judged.What == Answer::Unknown &&
        (Row.Role == FunctionRole::Changed || Row.Role == FunctionRole::Program || Row.Role == FunctionRole::Caller))
      Text += (Text.empty() ? "" : "; ") + rowName(Row) + ": " + Row.Judged.Why.Message;
  if (std::string Rest = notTriedText(Result); !Rest.empty())
    Text += (Text.empty() ? "" : "; ") + Rest;
  return Text.empty() ? "nothing" : Text;
}

json::Array lookFirstJson(const CheckResult &Result) {
  json::Array List;
  for (const FunctionVerdict &Row : Result.Functions)
    if ((Row.Judged.What == Answer::Different || onItsOwn(Row)) && List.size() < 3)
      List.push_back(jsonText(fileAndLine(Row.Where) + ": " + rowName(Row) + " behaves differently" +
                              (onItsOwn(Row) ? " on its own" : "")));
  for (const Meeting &Where : lookFirst(Result.Touched))
    List.push_back(jsonText(meetingText(Where)));
  return List;
}

constexpr const char *Indent = "                 ";

/// `only if p is NULL`: a difference that callers can avoid.
std::string onlyIfText(const FunctionVerdict &Row) {
  llvm::StringRef Message = Row.Judged.Why.Message;
  return Message.starts_with("only ") ? Message.split(": ").first.str() : "";
}

/// What one version does that is undefined, where that is the difference.
std::string undefinedLine(const Witness &Shown) {
  std::string Text = definednessText(Shown);
  return Text.empty() ? "" : Indent + Text + "\n";
}

std::string witnessText(const FunctionVerdict &Row) {
  std::string Text = std::string("what differs     ") + rowName(Row) + " at " + fileAndLine(Row.Where) + "\n";
  if (std::string OnlyIf = onlyIfText(Row); !OnlyIf.empty())
    Text += Indent + OnlyIf + "\n";
  if (!Row.Shown)
    return Text;
  return Text + Indent + "input  " + inputText(*Row.Shown) + "\n" + Indent + "old    " + outcomeText(Row.Shown->Old) +
         "\n" + Indent + "new    " + outcomeText(Row.Shown->New) + "\n" + undefinedLine(*Row.Shown);
}

std::string onTheirOwnText(const CheckResult &Result) {
  std::string Text;
  for (const FunctionVerdict &Row : Result.Functions)
    if (onItsOwn(Row))
      Text += (Text.empty() ? "on its own       " : Indent) + rowName(Row) +
              " differs if called alone: " + inputText(*Row.Shown) + ": old " + outcomeText(Row.Shown->Old) + ", new " +
              outcomeText(Row.Shown->New) + "\n" + Indent +
              "the program may never be in that state: " + llvm::join(Row.OwnState, ", ") + " (--strict counts it)\n";
  return Text;
}

std::string othersText(const CheckResult &Result, Answer What, const char *Head) {
  constexpr unsigned Most = 4;
  std::string Text;
  unsigned Number = 0;
  for (const FunctionVerdict &Row : Result.Functions) {
    if (Row.Judged.What != What || &Row == Result.firstDifference() || Row.Role == FunctionRole::None || onItsOwn(Row))
      continue;
    if (++Number > Most)
      continue;
    std::string Line = rowName(Row) + ": ", OnlyIf = onlyIfText(Row);
    if (!OnlyIf.empty())
      Line += OnlyIf + ": ";
    if (What == Answer::Different && Row.Shown)
      Line += inputText(*Row.Shown) + ": old " + outcomeText(Row.Shown->Old) + ", new " + outcomeText(Row.Shown->New) +
              inFront(", ", definednessText(*Row.Shown));
    else
      Line += Row.Judged.Why.Message +
              (Row.Judged.Why.Where.File.empty() ? "" : " (" + placeText(Row.Judged.Why.Where) + ")");
    Text += (Number == 1 ? Head : Indent) + Line.substr(0, 150) + "\n";
  }
  if (Number > Most)
    Text += std::string(Indent) + "... and " + std::to_string(Number - Most) + " more (--html or --json lists them)\n";
  return Text;
}

} // namespace

std::string decidedText(const FunctionVerdict &Verdict) {
  std::string Text =
      rowName(Verdict) + ": " + std::string(toString(Verdict.Judged.What)) + ", " + Verdict.Judged.Why.Message;
  if (Verdict.Judged.What == Answer::Equal)
    Text += assumptionText(breakableOf(Verdict.Judged.Assumptions));
  if (Verdict.Shown)
    Text += " (" + inputText(*Verdict.Shown) + ")";
  return Text;
}

/// What the world was asked, beside the input.
static std::string surroundingsText(const CheckResult &Result) {
  constexpr std::size_t Most = 5;
  std::string Text;
  for (std::size_t I = 0; I < Result.World.size() && I < Most; ++I)
    Text += (I ? Indent : "what was asked   ") + Result.World[I].Asked + " " + Result.World[I].Told + "\n";
  if (Result.World.size() > Most)
    Text +=
        Indent + std::string("... and ") + std::to_string(Result.World.size() - Most) + " more (--json lists them)\n";
  return Text;
}

std::string checkText(const CheckResult &Result) {
  const Impact &Touched = Result.Touched;
  std::string Text = "what changed     " + whatChanged(Result) + "\n";
  constexpr std::size_t Most = 5;
  for (std::size_t I = 0; I < Touched.Changes.size() && I < Most; ++I) {
    const ChangedStatement &S = Touched.Changes[I];
    Text += Indent + std::string(toString(S.Kind)) + " " + placeText(S.Place) + ": " + S.Text.substr(0, 70) + "\n";
  }
  if (Touched.Changes.size() > Most)
    Text += std::string(Indent) + "... and " + std::to_string(Touched.Changes.size() - Most) +
            " more (vernier impact lists them)\n";
  if (!Touched.Changes.empty())
    Text += "what it touches  " + whatItTouches(Touched) + "\n";
  if (const FunctionVerdict *First = Result.firstDifference())
    Text += witnessText(*First);
  Text += othersText(Result, Answer::Different, "also different   ") + onTheirOwnText(Result);
  if (!Touched.Changes.empty())
    Text += "what is proved   " + provedText(Result) + "\n";
  if (std::string Program = provedProgramText(Result); !Program.empty())
    Text += Indent + Program + "\n";
  std::string Unknown = othersText(Result, Answer::Unknown, "what is unknown  ");
  if (std::string Rest = notTriedText(Result); !Rest.empty())
    Unknown += (Unknown.empty() ? "what is unknown  " : Indent) + Rest + "\n";
  Text += Unknown;
  Text += exposureText(Result.Exposure, Touched.Changes);
  Text += surroundingsText(Result);
  for (const Meeting &Where : lookFirst(Touched))
    Text += "look first at    " + meetingText(Where) + "\n";
  Text += "verdict          " + verdictText(Result) + "\n";
  return Text;
}

namespace {

/// The document of `verify`, without what the one of `check` says once for all functions.
json::Value textOrNull(std::string_view Text) {
  return Text.empty() ? json::Value(nullptr) : json::Value(std::string(Text));
}

json::Value verifiedJson(const CheckedFunction &F) {
  if (!F.Verified)
    return nullptr;
  json::Object Document;
  addVerify(Document, *F.Verified, {});
  Document.erase("changes");
  return Document;
}

} // namespace

/// What the verdict rests on; null: it is open, or nothing is there to compare.
static json::Value evidenceJson(const CheckedFunction &F) {
  if (F.Verified) {
    auto Evidence = F.Verified->evidence();
    return Evidence ? json::Value(std::string(toString(*Evidence))) : json::Value(nullptr);
  }
  if (F.Judged.What != Answer::Equal)
    return nullptr;
  return F.ForAllCallers ? "composition" : std::string(toString(Rung::ChangeMap));
}

json::Object functionJson(const CheckedFunction &F) {
  json::Object Row{
      {"name", jsonText(F.Name)},
      {"location", toJson(F.Where)},
      {"role", textOrNull(toString(F.Role))},
      {"verdict", std::string(toString(F.Judged.What))},
      {"state", std::string(toString(stateOf(F.Judged)))},
      {"reason", toJson(F.Judged.Why)},
      {"mode", textOrNull(toString(F.Mode))},
      {"evidence", evidenceJson(F)},
      // The classes of a difference cover the space; that is no extent of an equality.
      {"extent", std::string(toString(F.Judged.What == Answer::Different ? Extent::None : F.Judged.Reach))},
      {"bound", F.Judged.Reach == Extent::UpToBound ? json::Value(F.Judged.Bound) : json::Value(nullptr)},
      {"for_all_callers", F.ForAllCallers},
      {"own_state", F.OwnState.empty() ? json::Value(nullptr) : json::Value(json::Array(F.OwnState))},
      {"assumptions", json::Array(F.Judged.Assumptions)},
      {"breakable_assumptions", json::Array(breakableOf(F.Judged.Assumptions))},
      {"witness", nullptr},
      {"witness_text", nullptr},
      {"old", nullptr},
      {"new", nullptr},
      {"seconds", F.Seconds},
      {"verify", verifiedJson(F)}};
  if (F.Shown) {
    Row["witness"] = witnessJson(F.Shown->Input);
    Row["witness_text"] = textsJson(F.Shown->Texts);
    Row["old"] = toJson(F.Shown->Old);
    Row["new"] = toJson(F.Shown->New);
    Row["difference"] = differenceJson(*F.Shown);
  }
  return Row;
}

void addCheck(json::Object &Document, const CheckResult &Result) {
  const Verdict &Whole = Result.Whole;
  json::Array Functions;
  for (const CheckedFunction &F : Result.Functions)
    Functions.push_back(functionJson(F));
  std::string Program = provedProgramText(Result);
  json::Object Impact;
  addImpact(Impact, Result.Touched);
  Document["verdict"] = std::string(toString(Whole.What));
  Document["state"] = std::string(toString(stateOf(Whole)));
  Document["breakable_assumptions"] = json::Array(breakableOf(Whole.Assumptions));
  Document["complete"] = Whole.What == Answer::Equal;
  Document["bound"] = nullptr;
  Document["reason"] = toJson(Whole.Why);
  Document["assumptions"] = json::Array(Whole.Assumptions);
  Document["summary"] = json::Object{{"changed", jsonText(whatChanged(Result))},
                                     {"touched", whatItTouches(Result.Touched)},
                                     {"verdict", jsonText(verdictText(Result))},
                                     {"differs", jsonText(differsText(Result))},
                                     {"proved", jsonText(provedText(Result) + (Program.empty() ? "" : "; " + Program))},
                                     {"unknown", jsonText(unknownText(Result))},
                                     {"look_first", lookFirstJson(Result)}};
  Document["functions"] = std::move(Functions);
  Document["expose"] = exposureJson(Result.Exposure);
  Document["surroundings"] = surroundingsJson(Result.World);
  Document["equal_functions"] = Result.EqualFunctions;
  Document["complexity"] = json::Object{{"cycc", Result.ChangeComplexity}, {"cloc", Result.ChangedLines}};
  Document["impact"] = std::move(Impact);
}

namespace {

json::Array sourcesJson(const Program &Version, const std::set<std::string> &Files) {
  SourceText Text(Version);
  json::Array List;
  for (const std::string &File : Files) {
    const std::vector<std::string> &Lines = Text.lines(File);
    if (!Lines.empty())
      List.push_back(json::Object{{"file", jsonText(File)}, {"text", jsonText(llvm::join(Lines, "\n") + "\n")}});
  }
  return List;
}

/// The files that functions of the version are in. Another version's file may lie in the same directory.
std::set<std::string> filesOf(const Program &Version) {
  std::set<std::string> Files;
  for (const llvm::Function &F : Version.module())
    if (!F.isDeclaration())
      Files.insert(locationOf(F).File);
  return Files;
}

/// A page with more explanations than that is slow to open; `verify --explain` has the others.
constexpr std::size_t MostExplained = 300;

/// Where the conditions of partitions come from, beside the partitions themselves.
void addExplanations(json::Object &Row, const VerifyResult &Result) {
  json::Object *Document = Row.getObject("verify");
  json::Array *Partitions = Document ? Document->getArray("partitions") : nullptr;
  if (!Partitions)
    return;
  for (std::size_t I = 0; I < Partitions->size() && I < MostExplained; ++I) {
    json::Object Explained = explainJson(Result, Result.Partitions[I], {});
    json::Object &To = *(*Partitions)[I].getAsObject();
    To["rests_on"] = *Explained.get("rests_on");
    json::Array Conjuncts = std::move(*Explained.getArray("conjuncts"));
    for (json::Value &Each : Conjuncts)
      Each.getAsObject()->erase("condition"); // as SMT-LIB: the page shows it for people
    To["explanation"] = std::move(Conjuncts);
  }
}

} // namespace

void addPageData(json::Object &Document, const CheckResult &Result, const ChangeMap &Map) {
  std::set<std::string> Old, New;
  for (const ChangedStatement &S : Result.Touched.Changes) {
    (S.Where == Side::Old ? Old : New).insert(S.Place.File);
    if (!S.OldPlace.File.empty())
      Old.insert(S.OldPlace.File);
  }
  for (const AffectedLine &Line : Result.Touched.Affected)
    New.insert(Line.Where.File);
  // A file that both versions have is shown beside itself.
  std::set<std::string> OldFiles = filesOf(Map.oldProgram()), NewFiles = filesOf(Map.newProgram());
  std::set<std::string> Shared = Old;
  Shared.insert(New.begin(), New.end());
  for (const std::string &File : Shared) {
    if (OldFiles.contains(File))
      Old.insert(File);
    if (NewFiles.contains(File))
      New.insert(File);
  }
  Document["sources"] =
      json::Object{{"old", sourcesJson(Map.oldProgram(), Old)}, {"new", sourcesJson(Map.newProgram(), New)}};
  if (json::Array *Functions = Document.getArray("functions"))
    for (std::size_t I = 0; I < Functions->size() && I < Result.Functions.size(); ++I)
      if (Result.Functions[I].Verified)
        addExplanations(*(*Functions)[I].getAsObject(), *Result.Functions[I].Verified);
  if (Result.Touched.Graph.Nodes.size() > 2)
    if (auto Svg = svgText(toDot(Result.Touched.Graph, "change sequence graph")))
      Document["csg_svg"] = jsonText(*Svg);
}

} // namespace vernier

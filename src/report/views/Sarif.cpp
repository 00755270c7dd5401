#include "report/views/Sarif.h"

#include "report/Json.h"
#include "report/views/CheckView.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA1.h>

namespace vernier {

namespace json = llvm::json;

namespace {

/// Where the files of the old version lie is not where the reader's files are: a viewer must not open those.
constexpr const char *OldBase = "OLD_VERSION";

struct Rule {
  const char *Id, *Name, *Level, *Short, *Full, *Help;
};

constexpr Rule Different{
    "vernier/different",
    "BehavesDifferently",
    "error",
    "The function behaves differently in the new version.",
    "An input was found for which the two versions of the function return, print, write or end differently. It was "
    "replayed on plain builds of both versions before it was reported.",
    "The message gives the input and both outcomes. If the difference is intended, say so in the review; if not, the "
    "related locations are the changed statements to look at."};
constexpr Rule Undecided{
    "vernier/unknown",
    "NotDecided",
    "warning",
    "It is not decided whether the function behaves as before.",
    "Neither a difference was found nor was equality proved. The reason says what stood in the way; nothing may be "
    "concluded from it about the behaviour of the function.",
    "Review the changed statements by hand, or remove the obstacle that the reason names: more time (--time), a "
    "larger bound, an input space that fits."};

/// SARIF reads braces in messages as placeholders and `[text](1)` as a link (OASIS 2020, sections 3.11.5 and
/// 3.11.6).
json::Object message(llvm::StringRef Text) {
  std::string Result;
  for (std::size_t I = 0; I < Text.size(); ++I) {
    Result += Text[I];
    if (Text[I] == '{' || Text[I] == '}')
      Result += Text[I];
    else if (Text[I] == ']' && I + 1 < Text.size() && Text[I + 1] == '(')
      Result += ' ';
  }
  return json::Object{{"text", std::move(Result)}};
}

/// A path as a URI reference: everything but what RFC 3986 leaves as it is becomes %XX.
std::string uriOf(llvm::StringRef Path) {
  std::string Result = Path.starts_with("/") ? "file://" : "";
  for (char C : Path)
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/").contains(C))
      Result += C;
    else
      Result += "%" + llvm::toHex(llvm::StringRef(&C, 1));
  return Result;
}

/// Whole lines: Vernier's columns count bytes, those of SARIF characters.
json::Object physical(const Location &Where, bool InOld) {
  json::Object File{{"uri", uriOf(Where.File)}};
  if (InOld)
    File["uriBaseId"] = OldBase;
  json::Object Result{{"artifactLocation", std::move(File)}};
  if (Where.Line > 0)
    Result["region"] = json::Object{{"startLine", Where.Line}};
  return Result;
}

json::Object descriptor(const Rule &R) {
  return json::Object{{"id", R.Id},
                      {"name", R.Name},
                      {"shortDescription", json::Object{{"text", R.Short}}},
                      {"fullDescription", json::Object{{"text", R.Full}}},
                      {"help", json::Object{{"text", R.Help}}},
                      {"defaultConfiguration", json::Object{{"level", R.Level}}}};
}

std::string changeText(const ChangeView &Change) {
  std::string Text = "change " + std::to_string(Change.Id) + ", " + Change.Kind + ": " + Change.Text;
  return Change.OldText.empty() || Change.OldText == Change.Text ? Text : Text + " (was: " + Change.OldText + ")";
}

json::Array related(const json::Object &Document, const FunctionView &Function) {
  std::size_t Most = 50;
  std::vector<ChangeView> Changes = changeViews(Document, Function.Name);
  if (Changes.empty()) { // a caller is not changed itself: then all changes are candidates, and a few give the idea
    Changes = changeViews(Document, "");
    Most = 10;
  }
  json::Array Result;
  for (const ChangeView &Change : Changes)
    if (!Change.Where.File.empty() && Result.size() < Most)
      Result.push_back(json::Object{{"id", Result.size() + 1},
                                    {"physicalLocation", physical(Change.Where, Change.InOld)},
                                    {"message", message(changeText(Change))}});
  return Result;
}

/// Stays the same while lines move and other witnesses are found, so that a finding keeps its history.
std::string fingerprint(const Rule &R, const FunctionView &Function) {
  std::string Text = std::string(R.Id) + '\0' + Function.Where.File + '\0' + Function.Name;
  auto Digest = llvm::SHA1::hash(llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(Text.data()), Text.size()));
  return llvm::toHex(Digest, /*LowerCase=*/true);
}

std::string levelOf(const Rule &R, const FunctionView &Function) {
  return Function.Verdict == "unknown" && Function.aside() ? "note" : R.Level;
}

json::Object properties(const FunctionView &Function) {
  json::Object Result{{"verdict", Function.Verdict}, {"seconds", Function.Seconds}};
  auto Add = [&](const char *Name, const std::string &Value) {
    if (!Value.empty())
      Result[Name] = Value;
  };
  Add("function", Function.Name);
  Add("role", std::string(toString(Function.Role)));
  Add("mode", Function.Mode);
  Add("reason", Function.ReasonCode);
  Add("input", Function.Input);
  Add("old", Function.Old);
  Add("new", Function.New);
  if (!Function.Assumptions.empty())
    Result["assumptions"] = json::Array(Function.Assumptions);
  return Result;
}

json::Object result(const json::Object &Document, const FunctionView &Function) {
  bool Differs = Function.Verdict == "different";
  const Rule &R = Differs ? Different : Undecided;
  std::string Text = findingText(Function);
  for (const std::string &Commit : commitsWith(Document, Function))
    Text += "\nin commit " + Commit;
  json::Object Result{{"ruleId", R.Id},
                      {"ruleIndex", Differs ? 0 : 1},
                      {"level", levelOf(R, Function)},
                      {"message", message(Text)},
                      {"partialFingerprints", json::Object{{"vernierFinding/v1", fingerprint(R, Function)}}},
                      {"properties", properties(Function)}};
  json::Object Place;
  if (!Function.Where.File.empty())
    Place["physicalLocation"] = physical(Function.Where, Function.removed());
  if (Function.Role != FunctionRole::Program)
    Place["logicalLocations"] = json::Array{json::Object{{"name", Function.Name}, {"kind", "function"}}};
  if (!Place.empty())
    Result["locations"] = json::Array{std::move(Place)};
  if (json::Array Changes = related(Document, Function); !Changes.empty())
    Result["relatedLocations"] = std::move(Changes);
  return Result;
}

/// What the builds of the versions complained about.
json::Array notifications(const json::Object &Document) {
  json::Array Result;
  for (const char *Side : {"old", "new"}) {
    const json::Object *Version = Document.getObject(Side);
    const json::Array *Warnings = Version ? Version->getArray("warnings") : nullptr;
    if (!Warnings)
      continue;
    for (const json::Value &Warning : *Warnings)
      Result.push_back(json::Object{
          {"level", "warning"},
          {"message", message(std::string(Side) + " version: " + Warning.getAsString().value_or("").str())}});
  }
  return Result;
}

json::Object runProperties(const json::Object &Document, const std::vector<FunctionView> &Functions) {
  unsigned Proved = 0, UnderAssumptions = 0, UpToBound = 0, Different = 0, Unknown = 0;
  for (const FunctionView &F : Functions)
    ++(F.Verdict == "different" ? Different
       : F.Verdict != "equal"   ? Unknown
       : F.Extent != "complete" ? UpToBound
       : F.Breakable.empty()    ? Proved
                                : UnderAssumptions);
  return json::Object{{"verdict", Document.getString("verdict").value_or("unknown")},
                      {"summary", summaryText(Document, "verdict")},
                      {"versions", pairText(Document)},
                      {"proved", Proved},
                      {"provedUnderAssumptions", UnderAssumptions},
                      {"provedUpToBound", UpToBound},
                      {"different", Different},
                      {"unknown", Unknown},
                      {"seconds", Document.getNumber("seconds").value_or(0)}};
}

} // namespace

std::string sarifText(const json::Object &Document) {
  std::vector<FunctionView> Functions = functionViews(Document);
  json::Array Results;
  for (const FunctionView &Function : Functions)
    if (Function.Verdict != "equal")
      Results.push_back(result(Document, Function));
  json::Object Driver{{"name", "vernier"},
                      {"version", toolVersion()},
                      {"semanticVersion", toolVersion()},
                      {"shortDescription", json::Object{{"text", "Compares two versions of a C or C++ program."}}},
                      {"rules", json::Array{descriptor(Different), descriptor(Undecided)}}};
  json::Object Invocation{{"executionSuccessful", true}};
  if (json::Array Notes = notifications(Document); !Notes.empty())
    Invocation["toolExecutionNotifications"] = std::move(Notes);
  json::Object OldVersion{{"description", json::Object{{"text", "the root of the old version"}}}};
  json::Object Run{{"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"invocations", json::Array{std::move(Invocation)}},
                   {"originalUriBaseIds", json::Object{{OldBase, std::move(OldVersion)}}},
                   {"results", std::move(Results)},
                   {"properties", runProperties(Document, Functions)}};
  return printed(json::Object{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}});
}

} // namespace vernier

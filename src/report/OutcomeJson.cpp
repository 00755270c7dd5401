#include "report/OutcomeJson.h"

#include "report/Json.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace json = llvm::json;

namespace {

void addBytes(json::Object &To, const char *Name, const std::string &Bytes) {
  To[Name] = jsonText(Bytes);
  if (!json::isUTF8(Bytes))
    To[std::string(Name) + "_hex"] = llvm::toHex(Bytes, true);
}

} // namespace

json::Object toJson(const Outcome &What) {
  json::Object Result;
  bool Exited = What.End == Ending::Exited || (What.End == Ending::Returned && What.Return.empty());
  Result["exit"] = Exited ? json::Value(What.Code) : json::Value(nullptr);
  Result["signal"] = What.End == Ending::Signalled ? json::Value(signalName(What.Code)) : json::Value(nullptr);
  addBytes(Result, "stdout", What.Stdout);
  addBytes(Result, "stderr", What.Stderr);
  Result["return"] = What.Return.empty() ? json::Value(nullptr) : json::Value(jsonText(What.Return));
  Result["timeout"] = What.End == Ending::TimedOut;
  Result["ending"] = std::string(endingCode(What.End));
  if (What.Truncated)
    Result["truncated"] = true;
  json::Array Memory, Calls, Files;
  for (const NamedValue &Each : What.Memory)
    if (!Each.AsAtStart)
      Memory.push_back(json::Object{{"name", jsonText(Each.Name)}, {"value", jsonText(Each.Value)}});
  for (const std::string &Each : What.Calls)
    Calls.push_back(jsonText(Each));
  for (const NamedValue &File : What.Files)
    Files.push_back(json::Object{{"name", jsonText(File.Name)}, {"value", jsonText(File.Value)}});
  Result["memory"] = std::move(Memory);
  if (!Files.empty())
    Result["files"] = std::move(Files);
  Result["calls"] = std::move(Calls);
  Result["text"] = jsonText(outcomeText(What));
  return Result;
}

json::Object toJson(const Reason &Why) {
  return json::Object{{"code", Why.Code},
                      {"message", jsonText(Why.Message)},
                      {"location", Why.Where.File.empty() ? json::Value(nullptr) : json::Value(toJson(Why.Where))}};
}

json::Object differenceJson(const Witness &Shown) {
  json::Array Undefined;
  auto Add = [&](const char *Version, const UndefinedUse &Use) {
    if (Use.Code.empty())
      return;
    json::Object Row = toJson(Reason{Use.Code, Use.Text, Use.Where});
    Row["version"] = Version;
    Undefined.push_back(std::move(Row));
  };
  Add("old", Shown.OldUndefined);
  Add("new", Shown.NewUndefined);
  return json::Object{{"kind", std::string(toString(differenceKind(Shown)))}, {"undefined", std::move(Undefined)}};
}

std::string definednessText(const Witness &Shown) {
  bool IsOld = !Shown.OldUndefined.Code.empty(), IsNew = !Shown.NewUndefined.Code.empty();
  if (IsOld == IsNew)
    return {};
  return (IsOld ? "in the old version: " : "in the new version: ") +
         undefinedText(IsOld ? Shown.OldUndefined : Shown.NewUndefined) + "; the " + (IsOld ? "new" : "old") +
         " one does nothing undefined, whatever both show";
}

json::Object witnessJson(const std::vector<InputValue> &Input) {
  json::Object Result;
  for (const InputValue &Each : Input)
    Result[jsonText(Each.Name)] = Each.Value;
  return Result;
}

json::Object textsJson(const std::vector<InputText> &Texts) {
  json::Object Result;
  for (const InputText &Each : Texts) {
    if (Each.List) {
      Result[jsonText(Each.Name)] = json::Object{{"list", jsonText(*Each.List)}};
      continue;
    }
    json::Object Text{{"hex", llvm::toHex(Each.Bytes, true)}};
    if (json::isUTF8(Each.Bytes))
      Text["text"] = Each.Bytes;
    Result[jsonText(Each.Name)] = std::move(Text);
  }
  return Result;
}

namespace {

/// The byte is part of a text that is shown as a whole.
bool inText(const std::string &Name, const std::vector<InputText> &Texts) {
  return llvm::any_of(Texts, [&](const InputText &Text) {
    if (!Text.Leaves.empty())
      return llvm::is_contained(Text.Leaves, Name);
    llvm::StringRef Rest(Name);
    if (Text.List)
      return Rest.consume_front(Text.Name) && (Rest.starts_with("_") || Rest.starts_with("."));
    return Rest.consume_front(Text.Name) && Rest.consume_front("_") &&
           (Rest == "len" || (!Rest.empty() && llvm::all_of(Rest, llvm::isDigit)));
  });
}

std::string quoted(const std::string &Bytes) {
  std::string Escaped;
  llvm::raw_string_ostream Stream(Escaped);
  llvm::printEscapedString(Bytes, Stream);
  return "\"" + Escaped + "\"";
}

} // namespace

std::string inputText(const Witness &Shown) {
  std::string Result;
  auto Add = [&](const std::string &Name, const std::string &Value) {
    Result += (Result.empty() ? "" : ", ") + Name + " = " + Value;
  };
  for (const InputText &Each : Shown.Texts)
    Add(Each.Name, Each.List ? *Each.List : quoted(Each.Bytes));
  for (const InputValue &Each : Shown.Input)
    if (!inText(Each.Name, Shown.Texts))
      Add(Each.Name, Each.Value);
  return Result.empty() ? "no input" : Result;
}

json::Array surroundingsJson(const std::vector<Surrounding> &World) {
  json::Array List;
  for (const Surrounding &Each : World)
    List.push_back(json::Object{{"asked", jsonText(Each.Asked)},
                                {"told", jsonText(Each.Told)},
                                {"location", Each.Where.File.empty() ? json::Value(nullptr) : toJson(Each.Where)}});
  return List;
}

} // namespace vernier

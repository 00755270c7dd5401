#include "report/tests/SavedTestJson.h"

#include "report/Json.h"
#include "report/OutcomeJson.h"

#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace json = llvm::json;

namespace {

json::Array strings(const std::vector<std::string> &Texts) {
  json::Array Result;
  for (const std::string &Text : Texts)
    Result.push_back(jsonText(Text));
  return Result;
}

void addLayout(json::Object &To, const InputOptions &Options) {
  json::Object Lengths;
  json::Array Aliases;
  for (const auto &[Name, Length] : Options.Lengths)
    Lengths[jsonText(Name)] = Length;
  for (const auto &[One, Other] : Options.MayAlias)
    Aliases.push_back(json::Array{jsonText(One), jsonText(Other)});
  if (!Lengths.empty())
    To["length"] = std::move(Lengths);
  if (!Aliases.empty())
    To["may_alias"] = std::move(Aliases);
  if (!Options.SymbolicGlobals.empty())
    To["symbolic_global"] = strings(Options.SymbolicGlobals);
  if (Options.AllGlobalsSymbolic)
    To["all_globals_symbolic"] = true;
  if (!Options.Nullable.empty())
    To["nullable"] = strings(Options.Nullable);
  if (Options.RawFields)
    To["raw_fields"] = true;
  To["default_length"] = Options.DefaultLength;
  To["default_string"] = Options.DefaultString;
}

void addProgramInput(json::Object &To, const InputOptions &Options) {
  if (Options.Argv)
    To["argv"] = json::Object{{"count", Options.Argv->first}, {"length", Options.Argv->second}};
  if (!Options.ArgvBefore.empty())
    To["argv_before"] = strings(Options.ArgvBefore);
  if (!Options.ArgvAfter.empty())
    To["argv_after"] = strings(Options.ArgvAfter);
  if (Options.Stdin)
    To["stdin"] = *Options.Stdin;
  json::Array Files, Variables;
  for (const auto &[Name, Contents] : Options.FixedFiles)
    Files.push_back(json::Object{{"name", jsonText(Name)}, {"hex", llvm::toHex(Contents, true)}});
  for (const auto &[Name, Length] : Options.Files)
    Files.push_back(json::Object{{"name", jsonText(Name)}, {"length", Length}});
  for (const auto &[Name, Length] : Options.Environment)
    Variables.push_back(json::Object{{"name", jsonText(Name)}, {"length", Length}});
  if (!Files.empty())
    To["file"] = std::move(Files);
  if (!Variables.empty())
    To["env"] = std::move(Variables);
}

} // namespace

void addInputJson(json::Object &To, const std::vector<InputValue> &Input) {
  json::Object Values, Bits;
  for (const InputValue &Each : Input) {
    llvm::StringRef Text = Each.Value;
    if (Each.Floating && Text.consume_front("nan:")) {
      Bits[jsonText(Each.Name)] = Text.str();
      Text = "nan";
    }
    Values[jsonText(Each.Name)] = Text.str();
  }
  To["input"] = std::move(Values);
  if (!Bits.empty())
    To["nan_bits"] = std::move(Bits);
}

json::Object toJson(const InputOptions &Options) {
  json::Object Result{{"entry", jsonText(Options.Entry)}};
  if (!Options.OldEntry.empty())
    Result["old_entry"] = jsonText(Options.OldEntry);
  json::Array Renamed;
  for (const auto &[Old, New] : Options.Renamed)
    Renamed.push_back(json::Object{{"old", jsonText(Old)}, {"new", jsonText(New)}});
  if (!Renamed.empty())
    Result["renamed"] = std::move(Renamed);
  addProgramInput(Result, Options);
  addLayout(Result, Options);
  json::Array Bounds;
  for (const auto &[Name, Range] : Options.Bounds)
    Bounds.push_back(json::Object{{"name", jsonText(Name)}, {"min", Range.first}, {"max", Range.second}});
  if (!Bounds.empty())
    Result["bound"] = std::move(Bounds);
  if (!Options.Assume.empty())
    Result["assume"] = strings(Options.Assume);
  return Result;
}

json::Object toJson(const SavedTest &Test) {
  json::Object Result{{"schema", "vernier.test/1"},
                      {"tool", json::Object{{"name", "vernier"}, {"version", toolVersion()}}},
                      {"version", jsonText(Test.FoundOn)},
                      {"space", toJson(Test.Space)},
                      {"input_text", textsJson(Test.Texts)},
                      {"outcome", Test.Recorded ? json::Value(toJson(*Test.Recorded)) : json::Value(nullptr)},
                      {"path", jsonText(Test.Path)},
                      {"findings", strings(Test.Findings)}};
  if (Test.RecordedNew)
    Result["new_outcome"] = toJson(*Test.RecordedNew);
  if (!Test.About.empty())
    Result["about"] = jsonText(Test.About);
  addInputJson(Result, Test.Input);
  json::Array Types;
  for (const InputValue &Each : Test.Input)
    Types.push_back(json::Object{
        {"name", jsonText(Each.Name)}, {"bits", Each.Bits}, {"signed", Each.Signed}, {"float", Each.Floating}});
  Result["input_types"] = std::move(Types);
  return Result;
}

} // namespace vernier

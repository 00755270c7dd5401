#include "report/views/GithubAnnotations.h"

#include "report/Text.h"
#include "report/views/CheckView.h"
#include "verdict/Codes.h"

namespace vernier {

namespace json = llvm::json;

namespace {

/// The runner takes a command to the end of its line, and unescapes exactly these. In properties, a colon or a comma
/// would end the value.
std::string escaped(llvm::StringRef Text, bool Property) {
  std::string Result;
  for (char C : Text)
    switch (C) {
    case '%':
      Result += "%25";
      break;
    case '\r':
      Result += "%0D";
      break;
    case '\n':
      Result += "%0A";
      break;
    case ':':
      Result += Property ? "%3A" : ":";
      break;
    case ',':
      Result += Property ? "%2C" : ",";
      break;
    default:
      Result += C;
    }
  return Result;
}

std::string command(llvm::StringRef Level, const Location &Where, llvm::StringRef Title, llvm::StringRef Message) {
  std::string Properties;
  auto Add = [&](llvm::StringRef Name, llvm::StringRef Value) {
    Properties += (Properties.empty() ? " " : ",") + Name.str() + "=" + escaped(Value, /*Property=*/true);
  };
  if (!Where.File.empty())
    Add("file", Where.File);
  if (!Where.File.empty() && Where.Line > 0)
    Add("line", std::to_string(Where.Line));
  Add("title", Title);
  return "::" + Level.str() + Properties + "::" + escaped(Message, /*Property=*/false) + "\n";
}

std::string title(const FunctionView &F) {
  if (F.Verdict == "different")
    return F.Name + " behaves differently";
  if (F.ReasonCode == reason::DiffersOnItsOwn)
    return F.Name + " differs on its own";
  return F.Name +
         (F.Role == FunctionRole::Added || F.removed() ? " was " + std::string(toString(F.Role)) : ": not decided");
}

std::string annotation(const json::Object &Document, const FunctionView &F) {
  bool Differs = F.Verdict == "different";
  std::string Message = findingText(F);
  for (const std::string &Commit : commitsWith(Document, F))
    Message += "\nin commit " + Commit;
  // An annotation points into the checked out tree, where what was removed has no line.
  Location Where = F.removed() ? Location{} : F.Where;
  if (F.removed() && !F.Where.File.empty())
    Message += "\nin the old version at " + placeText(F.Where);
  return command(Differs ? "error" : F.aside() ? "notice" : "warning", Where, title(F), Message);
}

} // namespace

std::string githubText(const json::Object &Document) {
  std::vector<FunctionView> Functions = functionViews(Document);
  std::string Result;
  // GitHub shows only the first ten of a step, so that differences have to come first.
  for (const FunctionView &F : Functions)
    if (F.Verdict == "different")
      Result += annotation(Document, F);
  for (bool Aside : {false, true})
    for (const FunctionView &F : Functions)
      if (F.Verdict != "different" && F.Verdict != "equal" && F.aside() == Aside)
        Result += annotation(Document, F);
  std::string Verdict = summaryText(Document, "verdict");
  if (Verdict.empty())
    Verdict = Document.getString("verdict").value_or("unknown").str();
  return Result + command("notice", {}, "Vernier", pairText(Document) + ": " + Verdict);
}

} // namespace vernier

#include "report/views/Junit.h"

#include "report/views/CheckView.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

namespace vernier {

namespace json = llvm::json;

namespace {

/// Text for XML 1.0, in attributes and between tags. Characters that XML cannot hold, not even escaped, become \xNN.
std::string xml(llvm::StringRef Text, bool Attribute = false) {
  std::string Result;
  for (std::size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '&')
      Result += "&amp;";
    else if (C == '<')
      Result += "&lt;";
    else if (C == '>')
      Result += "&gt;";
    else if (C == '"')
      Result += "&quot;";
    else if (C == '\r' || (Attribute && (C == '\n' || C == '\t'))) // a parser would make a space or a \n of it
      Result += "&#" + std::to_string(C) + ";";
    else if (static_cast<unsigned char>(C) < 32 && C != '\n' && C != '\t')
      Result += "\\x" + llvm::toHex(llvm::StringRef(&C, 1), /*LowerCase=*/true);
    else if (Text.substr(I).starts_with("\xef\xbf\xbe") || Text.substr(I).starts_with("\xef\xbf\xbf")) {
      Result += "\xef\xbf\xbd"; // U+FFFE and U+FFFF are no characters of XML: the replacement character
      I += 2;
    } else
      Result += C;
  }
  return Result;
}

std::string attribute(llvm::StringRef Name, llvm::StringRef Value) {
  return (" " + Name + "=\"" + xml(Value, /*Attribute=*/true) + "\"").str();
}

std::string timeOf(double Seconds) {
  return llvm::formatv("{0:f3}", Seconds).str();
}

struct Counts {
  unsigned Tests = 0, Failures = 0, Errors = 0, Skipped = 0;

  void add(const FunctionView &F) {
    ++Tests;
    if (F.Verdict == "different")
      ++Failures;
    else if (F.Verdict != "equal")
      ++(analysisFailed(F) ? Errors : Skipped);
  }
  void add(const Counts &Other) {
    Tests += Other.Tests;
    Failures += Other.Failures;
    Errors += Other.Errors;
    Skipped += Other.Skipped;
  }
  std::string attributes() const {
    return attribute("tests", std::to_string(Tests)) + attribute("failures", std::to_string(Failures)) +
           attribute("errors", std::to_string(Errors)) + attribute("skipped", std::to_string(Skipped));
  }
};

std::string firstLine(const std::string &Text) {
  return Text.substr(0, Text.find('\n'));
}

std::string outcomeOf(const json::Object &Document, const FunctionView &F) {
  std::string Text = findingText(F);
  for (const std::string &Commit : commitsWith(Document, F))
    Text += "\nin commit " + Commit;
  if (F.Verdict == "different")
    return "      <failure" + attribute("message", firstLine(Text)) + attribute("type", "different") + ">" + xml(Text) +
           "</failure>\n";
  if (F.Verdict == "equal")
    return "      <system-out>" + xml(Text) + "</system-out>\n";
  if (analysisFailed(F))
    return "      <error" + attribute("message", firstLine(Text)) + attribute("type", F.ReasonCode) + ">" + xml(Text) +
           "</error>\n";
  return "      <skipped" + attribute("message", Text) + "/>\n";
}

std::string testCase(const json::Object &Document, const FunctionView &F) {
  std::string Result = "    <testcase" + attribute("name", F.Name) +
                       attribute("classname", F.Where.File.empty() ? "program" : F.Where.File) +
                       attribute("time", timeOf(F.Seconds));
  if (!F.Where.File.empty())
    Result += attribute("file", F.Where.File);
  if (F.Where.Line > 0)
    Result += attribute("line", std::to_string(F.Where.Line));
  return Result + ">\n" + outcomeOf(Document, F) + "    </testcase>\n";
}

std::string testSuite(const json::Object &Document, const std::string &Name, Counts &All) {
  Counts Own;
  std::string Cases;
  double Seconds = 0;
  for (const FunctionView &F : functionViews(Document)) {
    Own.add(F);
    Seconds += F.Seconds;
    Cases += testCase(Document, F);
  }
  All.add(Own);
  return "  <testsuite" + attribute("name", Name) + Own.attributes() +
         attribute("time", timeOf(Document.getNumber("seconds").value_or(Seconds))) + ">\n" + Cases +
         "  </testsuite>\n";
}

} // namespace

std::string junitText(const json::Object &Document) {
  Counts All;
  std::string Suites = testSuite(Document, "vernier check " + pairText(Document), All);
  if (const json::Array *Commits = Document.getArray("commits"))
    for (const json::Value &Entry : *Commits)
      if (const json::Object *Commit = Entry.getAsObject())
        Suites += testSuite(*Commit,
                            "commit " + Commit->getString("id").value_or("").substr(0, 12).str() + " " +
                                Commit->getString("subject").value_or("").str(),
                            All);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "vernier") + All.attributes() +
         attribute("time", timeOf(Document.getNumber("seconds").value_or(0))) + ">\n" + Suites + "</testsuites>\n";
}

} // namespace vernier

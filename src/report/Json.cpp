#include "report/Json.h"

#include <llvm/Support/FormatVariadic.h>

#include <cmath>

namespace vernier {

std::string toolVersion() {
  return VERNIER_VERSION;
}

std::string jsonText(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

namespace {

llvm::json::Object describe(const Program &Version) {
  llvm::json::Object Result{{"label", jsonText(Version.label())}};
  if (!Version.Link.Arguments.empty()) {
    llvm::json::Array Arguments;
    for (const std::string &Argument : Version.Link.Arguments)
      Arguments.push_back(jsonText(Argument));
    Result["link"] = std::move(Arguments);
  }
  if (!Version.Warnings.empty()) {
    llvm::json::Array Warnings;
    for (const std::string &Warning : Version.Warnings)
      Warnings.push_back(jsonText(Warning));
    Result["warnings"] = std::move(Warnings);
  }
  return Result;
}

} // namespace

llvm::json::Object jsonDocument(const std::string &Verb, const Program *Old, const Program *New, double Seconds) {
  llvm::json::Object Document{{"schema", "vernier." + Verb + "/1"},
                              {"tool", llvm::json::Object{{"name", "vernier"}, {"version", toolVersion()}}},
                              {"seconds", std::round(Seconds * 1000) / 1000}};
  if (Old)
    Document["old"] = describe(*Old);
  if (New)
    Document["new"] = describe(*New);
  return Document;
}

llvm::json::Object toJson(const Location &Where) {
  return llvm::json::Object{{"file", jsonText(Where.File)},
                            {"line", Where.Line},
                            {"column", Where.Column},
                            {"function", jsonText(Where.Function)}};
}

std::string printed(llvm::json::Value Document) {
  return llvm::formatv("{0:2}\n", Document).str();
}

} // namespace vernier

#include "report/views/Page.h"

#include "report/views/PageAssets.h"
#include "verdict/Codes.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Base64.h>
#include <llvm/Support/SHA256.h>
#include <llvm/Support/raw_ostream.h>

namespace vernier {

namespace {

/// JSON that can stand inside of a script element: `</script>` and `<!--` would end it or change how it is read, and
/// the line separators are no line breaks in JSON but are in scripts. Inside of a JSON string, each may be written as
/// its code; outside of strings none of them occurs.
std::string embeddable(const llvm::json::Object &Document) {
  std::string Json;
  llvm::raw_string_ostream(Json) << llvm::json::Value(llvm::json::Object(Document));
  std::string Result;
  Result.reserve(Json.size());
  for (std::size_t I = 0; I < Json.size(); ++I) {
    llvm::StringRef Rest = llvm::StringRef(Json).substr(I, 3);
    if (Json[I] == '<')
      Result += "\\u003c";
    else if (Rest == "\xe2\x80\xa8" || Rest == "\xe2\x80\xa9") {
      Result += Rest[2] == '\xa8' ? "\\u2028" : "\\u2029";
      I += 2;
    } else
      Result += Json[I];
  }
  return Result;
}

/// What codes mean, for the page's texts.
llvm::json::Object meanings() {
  llvm::json::Object Assumptions, Reasons;
  for (const AssumptionCode &Each : assumptionCodes())
    Assumptions[llvm::StringRef(Each.Code)] = llvm::StringRef(Each.Meaning);
  for (const CodeMeaning &Each : reasonCodes())
    Reasons[llvm::StringRef(Each.Code)] = llvm::StringRef(Each.Meaning);
  return llvm::json::Object{{"assumptions", std::move(Assumptions)}, {"reasons", std::move(Reasons)}};
}

/// What the page's security policy calls the one script that may run.
std::string scriptHash(llvm::StringRef Script) {
  auto Digest = llvm::SHA256::hash(llvm::ArrayRef(Script.bytes_begin(), Script.size()));
  return "sha256-" + llvm::encodeBase64(Digest);
}

} // namespace

std::string pageText(const llvm::json::Object &Document) {
  const std::pair<llvm::StringRef, std::string> Parts[] = {{"@SCRIPT_HASH@", scriptHash(PageScript)},
                                                           {"@STYLE@", PageStyle},
                                                           {"@CODES@", embeddable(meanings())},
                                                           {"@DOCUMENT@", embeddable(Document)},
                                                           {"@SCRIPT@", PageScript}};
  // The parts stand in this order in the template; what was put in is not searched again.
  std::string Result;
  llvm::StringRef Template = PageTemplate;
  for (auto &[Mark, Text] : Parts) {
    auto [Before, After] = Template.split(Mark);
    Result += Before;
    Result += Text;
    Template = After;
  }
  return Result + Template.str();
}

} // namespace vernier

// Renders a document `vernier.check/1` as one of its views, for the tests: render_view FORMAT <document >view

#include "report/views/GithubAnnotations.h"
#include "report/views/Junit.h"
#include "report/views/Page.h"
#include "report/views/Sarif.h"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>
#include <map>

int main(int Count, char **Arguments) {
  const std::map<std::string, std::function<std::string(const llvm::json::Object &)>> Views = {
      {"sarif", vernier::sarifText},
      {"junit", vernier::junitText},
      {"github", vernier::githubText},
      {"html", vernier::pageText}};
  auto View = Views.find(Count == 2 ? Arguments[1] : "");
  if (View == Views.end()) {
    llvm::errs() << "usage: render_view sarif|junit|github|html <document >view\n";
    return 2;
  }
  auto Text = llvm::MemoryBuffer::getSTDIN();
  auto Document = llvm::json::parse(Text ? Text.get()->getBuffer() : "");
  if (!Document) {
    llvm::errs() << "render_view: " << llvm::toString(Document.takeError()) << "\n";
    return 3;
  }
  llvm::outs() << View->second(*Document->getAsObject());
}

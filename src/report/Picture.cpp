#include "report/Picture.h"

#include "base/TextFile.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

namespace vernier {

Status writeSvg(const std::string &Path, const std::string &Dot) {
  auto Renderer = llvm::sys::findProgramByName("dot");
  if (!Renderer)
    return analysisError("cannot draw '" + Path +
                         "': Graphviz is missing (apt-get install graphviz); --dot FILE works without it");
  llvm::SmallString<128> Source;
  if (auto Problem = llvm::sys::fs::createTemporaryFile("vernier", "dot", Source))
    return analysisError("cannot write a temporary file: " + Problem.message());
  if (Status Written = writeTextFile(Source.str().str(), Dot); !Written)
    return Written;
  std::string Message;
  int Code = llvm::sys::ExecuteAndWait(*Renderer, {*Renderer, "-Tsvg", "-o", Path, Source.str()}, std::nullopt, {},
                                       /*SecondsToWait=*/60, 0, &Message);
  llvm::sys::fs::remove(Source);
  if (Code != 0)
    return analysisError("Graphviz could not draw '" + Path + "' (" +
                         (Code == -2 ? "no picture within a minute; the graph may be too large" : "it failed") +
                         "); --dot FILE writes the graph as text");
  return Done{};
}

Result<std::string> svgText(const std::string &Dot) {
  llvm::SmallString<128> Picture;
  if (auto Problem = llvm::sys::fs::createTemporaryFile("vernier", "svg", Picture))
    return analysisError("cannot write a temporary file: " + Problem.message());
  Status Drawn = writeSvg(Picture.str().str(), Dot);
  auto Text = llvm::MemoryBuffer::getFile(Picture, /*IsText=*/true);
  llvm::sys::fs::remove(Picture);
  if (!Drawn)
    return Drawn.takeError();
  if (!Text)
    return analysisError("cannot read the picture: " + Text.getError().message());
  return (*Text)->getBuffer().str();
}

} // namespace vernier

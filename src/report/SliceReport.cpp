#include "report/SliceReport.h"

#include "bitcode/Locations.h"
#include "bitcode/SourceText.h"
#include "report/Json.h"
#include "report/Text.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/GraphWriter.h>

#include <map>
#include <set>

namespace vernier {

namespace {

/// `cut.c` names src/cut.c, but not xcut.c.
bool names(const std::string &Wanted, const std::string &File) {
  if (File == Wanted)
    return true;
  return File.size() > Wanted.size() && File.ends_with(Wanted) && File[File.size() - Wanted.size() - 1] == '/';
}

Error noCodeAt(const std::map<std::string, std::set<unsigned>> &Lines, const Location &Place) {
  for (auto &[File, Numbers] : Lines) {
    if (!names(Place.File, File))
      continue;
    auto After = Numbers.lower_bound(Place.Line);
    std::string Near;
    if (After != Numbers.begin())
      Near = std::to_string(*std::prev(After));
    if (After != Numbers.end())
      Near += (Near.empty() ? "" : " and ") + std::to_string(*After);
    return analysisError("there is no code at " + File + ":" + std::to_string(Place.Line) +
                         "; the nearest lines with code are " + Near);
  }
  std::string Files;
  unsigned Shown = 0;
  for (auto &[File, Numbers] : Lines)
    if (Shown++ < 5)
      Files += (Files.empty() ? "" : ", ") + File;
  return analysisError("no code comes from a file '" + Place.File + "'; files with code: " +
                       (Files.empty() ? "none (was it compiled with -g?)" : Files + (Shown > 5 ? ", ..." : "")));
}

} // namespace

Result<std::vector<const llvm::Instruction *>> criterionAt(const llvm::Module &M, const Location &Place) {
  std::vector<const llvm::Instruction *> Result;
  std::map<std::string, std::set<unsigned>> Lines;
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      auto Where = I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() ? std::nullopt : locationOf(I);
      if (!Where)
        continue;
      Lines[Where->File].insert(Where->Line);
      if (Where->Line == Place.Line && names(Place.File, Where->File))
        Result.push_back(&I);
    }
  if (Result.empty())
    return noCodeAt(Lines, Place);
  return Result;
}

std::vector<Location> sliceLines(const Slice &Found) {
  std::set<Location> Lines;
  for (const llvm::Instruction *I : Found.instructions())
    if (auto Where = locationOf(*I)) {
      Where->Column = 0;
      Lines.insert(*Where);
    }
  return {Lines.begin(), Lines.end()};
}

void addSlice(llvm::json::Object &Document, const Slice &Found, const Location &Place, SliceDirection Direction) {
  llvm::json::Array Lines;
  for (const Location &Where : sliceLines(Found))
    Lines.push_back(toJson(Where));
  Document["at"] = toJson(Place);
  Document["direction"] = Direction == SliceDirection::Forward ? "forward" : "backward";
  Document["lines"] = std::move(Lines);
}

std::string sliceText(const Slice &Found, const Location &Place, SliceDirection Direction, const Program &Version) {
  SourceText Text(Version);
  std::vector<Location> Lines = sliceLines(Found);
  std::string Result = counted(Lines.size(), "line") +
                       (Direction == SliceDirection::Forward ? " may depend on " : " may influence ") + Place.File +
                       ":" + std::to_string(Place.Line) + "\n";
  TextTable Table({"file", "line", "function", "text"});
  for (const Location &Where : Lines)
    Table.add({Where.File, std::to_string(Where.Line), Where.Function,
               llvm::StringRef(Text.line(Where.File, Where.Line)).trim().str()});
  return Result + Table.print();
}

namespace {

using Line = std::pair<std::string, unsigned>;

Line lineOf(const llvm::Instruction &I) {
  auto Where = locationOf(I);
  return Where ? Line{Where->File, Where->Line} : Line{};
}

/// The lines that directly depend on an instruction, also through memory and parameters; true for control only.
void addDependents(const DependenceGraph &Graph, const Slice &Found, const llvm::Instruction &From,
                   std::map<std::pair<Line, Line>, bool> &Edges) {
  using Vertex = DependenceGraph::Vertex;
  std::vector<std::pair<Vertex, bool>> Work;
  llvm::DenseSet<Vertex> Seen;
  for (Vertex V : Graph.verticesOf(From))
    Work.emplace_back(V, true);
  while (!Work.empty()) {
    auto [V, OnlyControl] = Work.back();
    Work.pop_back();
    for (const DependenceGraph::Edge &E : Graph.dependents(V)) {
      bool Control = OnlyControl && (E.Kind == DependenceKind::Control || E.Kind == DependenceKind::Call);
      const llvm::Instruction *To = Graph.instruction(E.Other);
      if (!To || lineOf(*To).first.empty()) { // memory, a parameter, or what the compiler made of it
        if (Seen.insert(E.Other).second)
          Work.emplace_back(E.Other, Control);
      } else if (Found.contains(*To) && lineOf(*To) != lineOf(From)) {
        auto [It, New] = Edges.try_emplace({lineOf(From), lineOf(*To)}, Control);
        It->second &= Control;
      }
    }
  }
}

} // namespace

std::string sliceDot(const Slice &Found, const DependenceGraph &Graph, const Location &Place, const Program &Version) {
  SourceText Text(Version);
  std::map<Line, unsigned> Numbers;
  std::string Result = "digraph slice {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n";
  for (const Location &Where : sliceLines(Found)) {
    auto [It, New] = Numbers.try_emplace({Where.File, Where.Line}, static_cast<unsigned>(Numbers.size()));
    if (!New)
      continue;
    std::string Label = Where.File + ":" + std::to_string(Where.Line) + "\n" +
                        llvm::StringRef(Text.line(Where.File, Where.Line)).trim().str();
    bool Criterion = Where.Line == Place.Line && names(Place.File, Where.File);
    Result += "  n" + std::to_string(It->second) + " [label=\"" + llvm::DOT::EscapeString(Label) + "\"" +
              (Criterion ? ", style=filled, fillcolor=lightgrey" : "") + "];\n";
  }
  std::map<std::pair<Line, Line>, bool> Edges;
  for (const llvm::Instruction *I : Found.instructions())
    if (!lineOf(*I).first.empty())
      addDependents(Graph, Found, *I, Edges);
  for (auto &[Ends, Control] : Edges)
    Result += "  n" + std::to_string(Numbers[Ends.first]) + " -> n" + std::to_string(Numbers[Ends.second]) +
              (Control ? " [style=dashed]" : "") + ";\n";
  return Result + "}\n";
}

} // namespace vernier

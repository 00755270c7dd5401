#include "report/ComplexityReport.h"

#include "report/Json.h"
#include "report/Text.h"

#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace vernier {

namespace json = llvm::json;

namespace {

json::Array toJson(const std::vector<std::string> &Words) {
  json::Array Result;
  for (const std::string &Word : Words)
    Result.push_back(jsonText(Word));
  return Result;
}

json::Array toJson(const std::vector<ComplexityNote> &Notes, const char *What) {
  json::Array Result;
  for (const ComplexityNote &Note : Notes)
    Result.push_back(json::Object{{"file", jsonText(Note.Path)}, {What, jsonText(Note.Text)}});
  return Result;
}

json::Object toJson(const SequenceGraph &Graph) {
  json::Array Nodes, Edges;
  for (unsigned Id = 0; Id != Graph.Nodes.size(); ++Id) {
    const SequenceNode &Node = Graph.Nodes[Id];
    json::Object Shown{{"id", Id}, {"kind", std::string(toString(Node.Kind))}, {"text", jsonText(Node.Label)}};
    if (!Node.Where.File.empty())
      Shown["location"] = toJson(Node.Where);
    Nodes.push_back(std::move(Shown));
  }
  for (auto [From, To] : Graph.Edges)
    Edges.push_back(json::Array{From, To});
  return json::Object{{"nodes", std::move(Nodes)}, {"edges", std::move(Edges)}};
}

json::Object toJson(const MeasuredChange &Change) {
  const CommitComplexity &Measured = Change.Complexity;
  json::Object Result{{"id", jsonText(Change.Id)},
                      {"subject", jsonText(Change.Subject)},
                      {"cycc", Measured.Cycc},
                      {"cloc", Measured.Cloc},
                      {"files", toJson(Measured.Files)},
                      {"functions", toJson(Measured.Functions)},
                      {"called_elsewhere", Measured.CalledElsewhere},
                      {"skipped", toJson(Measured.Skipped, "reason")},
                      {"problems", toJson(Measured.Problems, "text")},
                      {"csg", toJson(Measured.Graph)},
                      {"seconds", std::round(Change.Seconds * 1000) / 1000}};
  if (!Measured.EmptyReason.empty())
    Result["empty_reason"] = jsonText(Measured.EmptyReason);
  return Result;
}

/// A commit's id as git abbreviates it; anything else as it is.
std::string shortId(const std::string &Id) {
  bool Commit = Id.size() == 40 && Id.find_first_not_of("0123456789abcdef") == std::string::npos;
  return Commit ? Id.substr(0, 9) : Id;
}

std::string notesText(const std::string &Title, const std::vector<ComplexityNote> &Notes) {
  constexpr std::size_t Most = 20;
  std::string Text;
  for (std::size_t I = 0; I != std::min(Most, Notes.size()); ++I)
    Text += "  " + Notes[I].Path + ": " + Notes[I].Text + "\n";
  if (Notes.size() > Most)
    Text += "  ... and " + std::to_string(Notes.size() - Most) + " more\n";
  return Notes.empty() ? "" : "\n" + Title + "\n" + Text;
}

std::string detailText(const CommitComplexity &Measured) {
  std::string Text;
  if (!Measured.Graph.empty()) {
    TextTable Table({"kind", "where", "code"});
    std::vector<SequenceNode> Nodes(Measured.Graph.Nodes.begin() + 2, Measured.Graph.Nodes.end());
    std::sort(Nodes.begin(), Nodes.end(), [](const SequenceNode &A, const SequenceNode &B) {
      return std::tie(A.Where.File, A.Where.Line, A.Where.Column) <
             std::tie(B.Where.File, B.Where.Line, B.Where.Column);
    });
    for (const SequenceNode &Node : Nodes)
      Table.add({std::string(toString(Node.Kind)), placeText(Node.Where), Node.Label});
    Text += "\n" + counted(Measured.Graph.Nodes.size() - 2, "changed block") + ", " +
            counted(Measured.Graph.Edges.size(), "edge") + " of the change sequence graph\n" + Table.print();
  }
  if (Measured.CalledElsewhere != 0)
    Text += "\nNot followed: calls of " + counted(Measured.CalledElsewhere, "function") + " in other files.\n";
  return Text + notesText("Less certain because of", Measured.Problems) +
         notesText("Not part of the graph", Measured.Skipped);
}

} // namespace

void addComplexity(json::Object &Document, const std::vector<MeasuredChange> &Measured, bool Complete) {
  json::Array Commits;
  for (const MeasuredChange &Change : Measured)
    Commits.push_back(toJson(Change));
  Document["commits"] = std::move(Commits);
  Document["complete"] = Complete;
}

std::string complexityText(const std::vector<MeasuredChange> &Measured) {
  bool SomeEmpty = std::any_of(Measured.begin(), Measured.end(),
                               [](const MeasuredChange &Change) { return Change.Complexity.Graph.empty(); });
  std::vector<std::string> Header{"commit", "CyCC", "CLoC", "files", "functions", "seconds", "subject"};
  if (SomeEmpty)
    Header.insert(Header.end() - 1, "empty because");
  TextTable Table(Header);
  for (const MeasuredChange &Change : Measured) {
    const CommitComplexity &Result = Change.Complexity;
    std::vector<std::string> Row{shortId(Change.Id),
                                 std::to_string(Result.Cycc),
                                 std::to_string(Result.Cloc),
                                 std::to_string(Result.Files.size()),
                                 std::to_string(Result.Functions.size()),
                                 llvm::formatv("{0:f2}", Change.Seconds).str(),
                                 Change.Subject};
    if (SomeEmpty)
      Row.insert(Row.end() - 1, Result.EmptyReason);
    Table.add(std::move(Row));
  }
  if (Measured.empty())
    return "No commits.\n";
  return Table.print() + (Measured.size() == 1 ? detailText(Measured.front().Complexity) : "");
}

} // namespace vernier

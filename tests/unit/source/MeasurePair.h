#pragma once

#include "source/Complexity.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace vernier::test {

inline FileChange change(std::string Old, std::string New, std::string Path = "a.c") {
  FileChange Change;
  Change.OldPath = Change.NewPath = std::move(Path);
  Change.OldText = std::move(Old);
  Change.NewText = std::move(New);
  return Change;
}
inline FileChange added(std::string New, std::string Path = "a.c") {
  FileChange Change = change("", std::move(New), std::move(Path));
  Change.Status = FileStatus::Added;
  Change.OldPath.clear();
  return Change;
}
inline FileChange removed(std::string Old, std::string Path = "a.c") {
  FileChange Change = change(std::move(Old), "", std::move(Path));
  Change.Status = FileStatus::Removed;
  Change.NewPath.clear();
  return Change;
}

inline CommitComplexity measureAll(const std::vector<FileChange> &Changes, std::map<std::string, std::string> Tree = {},
                                   ComplexityOptions Options = {}) {
  auto Measured = measure(
      Changes,
      [Tree](const std::string &Path) {
        auto Found = Tree.find(Path);
        return Found == Tree.end() ? std::nullopt : std::optional<std::string>(Found->second);
      },
      Options);
  EXPECT_TRUE(Measured);
  return std::move(*Measured);
}
inline CommitComplexity measurePair(std::string Old, std::string New, std::string Path = "a.c") {
  return measureAll({change(std::move(Old), std::move(New), std::move(Path))});
}

/// "line:kind" of the nodes other than entry and exit, kinds abbreviated to one letter.
inline std::multiset<std::string> nodes(const CommitComplexity &Measured) {
  std::multiset<std::string> Names;
  for (auto &Node : Measured.Graph.Nodes)
    if (Node.Kind != SequenceNodeKind::Entry && Node.Kind != SequenceNodeKind::Exit)
      Names.insert(std::to_string(Node.Where.Line) + ":" + std::string(toString(Node.Kind)).substr(0, 1));
  return Names;
}

/// The edges as "from-to", nodes named by their line (entry 0, exit X).
inline std::multiset<std::string> edges(const CommitComplexity &Measured) {
  std::multiset<std::string> Names;
  auto Name = [&](unsigned Node) {
    return Node == SequenceGraph::Exit ? std::string("X") : std::to_string(Measured.Graph.Nodes[Node].Where.Line);
  };
  for (auto [From, To] : Measured.Graph.Edges)
    Names.insert(Name(From) + "-" + Name(To));
  return Names;
}

inline bool mentions(const std::vector<ComplexityNote> &Notes, const std::string &Text) {
  for (auto &Note : Notes)
    if (Note.Text.find(Text) != std::string::npos)
      return true;
  return false;
}

using Names = std::multiset<std::string>;

} // namespace vernier::test

#include "csg/SequenceGraph.h"

#include <gtest/gtest.h>

namespace vernier {
namespace {

unsigned change(SequenceGraph &Graph, std::string Label) {
  return Graph.add({SequenceNodeKind::Change, {}, std::move(Label)});
}

TEST(SequenceGraph, HasNoComplexityWithoutChanges) {
  EXPECT_EQ(cyclomaticChangeComplexity(SequenceGraph()), 0u);
}

TEST(SequenceGraph, CountsSelfLoopsAndRepeatedEdgesOnce) {
  SequenceGraph Graph;
  unsigned A = change(Graph, "a");
  Graph.connect(Graph.Entry, A);
  Graph.connect(A, A);
  Graph.connect(A, A);
  Graph.connect(A, Graph.Exit);
  Graph.finish();
  EXPECT_EQ(Graph.Edges.size(), 3u);
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 2u); // (a), (a-a)
}

TEST(SequenceGraph, CountsEachComponent) {
  SequenceGraph Graph;
  unsigned A = change(Graph, "a");
  change(Graph, "dead code");
  Graph.connect(Graph.Entry, A);
  Graph.connect(A, Graph.Exit);
  Graph.finish();
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 2u); // 2 - 4 + 2 * 2
}

TEST(SequenceGraph, LeavesAnUnreachedExitOut) {
  SequenceGraph Graph;
  unsigned A = change(Graph, "a");
  Graph.connect(Graph.Entry, A);
  Graph.connect(A, A);
  Graph.finish();
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 2u);
}

TEST(SequenceGraph, EscapesDotText) {
  SequenceGraph Graph;
  Graph.connect(Graph.Entry, Graph.add({SequenceNodeKind::Removal, {"a\"b.c", 7, 1, "f"}, "x \\ \"y\"\nz"}));
  Graph.finish();
  std::string Dot = toDot(Graph, "t\"itle");
  EXPECT_NE(Dot.find("f\\na\\\"b.c:7\\nx \\\\ \\\"y\\\"\\nz"), std::string::npos) << Dot;
  EXPECT_NE(Dot.find("digraph \"t\\\"itle\""), std::string::npos);
  EXPECT_NE(Dot.find("n0 -> n2;"), std::string::npos);
  EXPECT_NE(Dot.find("dashed"), std::string::npos);
}

} // namespace
} // namespace vernier

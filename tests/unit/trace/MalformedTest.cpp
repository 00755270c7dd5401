#include "ArenaWriter.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// A good trace; each test breaks one thing in it.
class Malformed : public testing::Test {
protected:
  void SetUp() override {
    W.leaf(32, "x", 5);
    In = W.input(0);
    Sum = W.node(VernierAdd, 32, In, W.constant(32, 1), 0, 6);
    Less = W.node(VernierSlt, 1, Sum, W.constant(32, 7), 0, 1);
    Branch = W.decide(VernierBranch, Less, 1, 0);
    Address = W.node(VernierZExt, 64, In, 0, 0, 5, Branch);
    Table = W.table(4, 1, {{0, 1}, {0, 2}, {0, 3}});
    Lookup = W.node(VernierLookup, 8, Address, Table, 0, 2, Branch);
    Output = W.output(0, "hello", {0, 0, Lookup, 0, 0}, 1, Branch);
    ASSERT_TRUE(W.read());
  }
  void expectRefused() {
    auto Read = W.read();
    ASSERT_FALSE(Read);
    EXPECT_EQ(Read.error().Message.rfind("corrupt trace: ", 0), 0u) << Read.error().Message;
  }
  ArenaWriter W;
  NodeId In = 0, Sum = 0, Less = 0, Branch = 0, Address = 0, Lookup = 0, Output = 0;
  std::uint32_t Table = 0;
};

TEST_F(Malformed, AnOperandThatIsNotBeforeItsUser) {
  W.at(Sum).A = Sum;
  expectRefused();
}
TEST_F(Malformed, AnOperandThatDoesNotExist) {
  W.at(Sum).B = 0xffffffff;
  expectRefused();
}
TEST_F(Malformed, AnOperandThatIsMissing) {
  W.at(Sum).B = 0;
  expectRefused();
}
TEST_F(Malformed, AnOperandOfAnotherWidth) {
  W.at(Sum).Bits = 16;
  expectRefused();
}
TEST_F(Malformed, AnOperandThatIsADecision) {
  W.at(Address).A = Branch;
  expectRefused();
}
TEST_F(Malformed, ALeafThatDoesNotExist) {
  W.at(In).A = 1;
  expectRefused();
}
TEST_F(Malformed, ALeafThatIsTooWide) {
  W.at(In).Bits = 16;
  expectRefused();
}
TEST_F(Malformed, AnOperationThatDoesNotExist) {
  W.at(Sum).Operation = VernierOperationCount;
  expectRefused();
}
TEST_F(Malformed, ASiteThatDoesNotExist) {
  W.at(Sum).Site = 8;
  expectRefused();
}
TEST_F(Malformed, AControlThatIsNoDecision) {
  W.at(Lookup).Control = Sum;
  expectRefused();
}
TEST_F(Malformed, ABranchWithThreeSides) {
  W.at(Branch).C = 2;
  expectRefused();
}
TEST_F(Malformed, ATableThatIsNotThere) {
  W.at(Lookup).B = static_cast<std::uint32_t>(W.Words.size());
  expectRefused();
}
TEST_F(Malformed, ATableThatIsTooLong) {
  W.Words[Table + 3] = 0x55555556; // three times this is 2 in 32 bits
  expectRefused();
}
TEST_F(Malformed, ATableWithoutElements) {
  W.Words[Table + 3] = 0;
  expectRefused();
}
TEST_F(Malformed, ATableWhoseElementIsNotBeforeIt) {
  W.Words[Table + TableView::HeaderWords] = Lookup;
  expectRefused();
}
TEST_F(Malformed, ATableOfNoKind) {
  W.Words[Table + 4] = VernierTableOfBytes + 1;
  expectRefused();
}
TEST_F(Malformed, ATableOfBytesThatIsTooLong) {
  W.Words[Table + 4] = VernierTableOfBytes;
  W.Words[Table + 3] = 0xfffffff0;
  expectRefused();
}
TEST_F(Malformed, ATableOfBytesWithWideElements) {
  W.Words[Table + 4] = VernierTableOfBytes;
  W.Words[Table + 2] = 9;
  expectRefused();
}
TEST_F(Malformed, ATableOfBytesWithElementsOfAnotherWidth) {
  W.Words[Table + 4] = VernierTableOfBytes;
  W.Words[Table + 2] = 2;
  expectRefused();
}
TEST_F(Malformed, OutputThatIsNotThere) {
  W.at(Output).Value = ~std::uint64_t(0);
  expectRefused();
}
TEST_F(Malformed, OutputThatHasNoValueOfAByte) {
  for (NodeId Byte : {Branch, Sum}) {
    W.Words[W.at(Output).B] = Byte;
    expectRefused();
  }
}
TEST_F(Malformed, AStatusThatHasNoValue) {
  W.node(VernierStatus, 32, Branch, 0, 0, 0);
  expectRefused();
}
TEST_F(Malformed, OutputThatIsNotBeforeIt) {
  W.Words[W.at(Output).B] = Output;
  expectRefused();
}
TEST_F(Malformed, DecisionsOutOfOrder) {
  W.Decisions.push_back(Branch);
  expectRefused();
}
TEST_F(Malformed, ADecisionThatIsNone) {
  W.Decisions.push_back(Lookup);
  expectRefused();
}
TEST_F(Malformed, TheTraceOfAnotherBuild) {
  W.Coverage.resize(5);
  expectRefused();
}
TEST_F(Malformed, FindingsWithoutRoom) {
  W.Header.FindingCount = VernierFindingRoom + 1;
  expectRefused();
}
TEST_F(Malformed, PartsThatLieOutside) {
  auto Refused = [&](auto Change) {
    std::vector<std::uint8_t> Bytes = W.bytes();
    VernierArena Header;
    std::memcpy(&Header, Bytes.data(), sizeof(Header));
    Change(Header);
    std::memcpy(Bytes.data(), &Header, sizeof(Header));
    EXPECT_FALSE(readTrace(Bytes, W.Build, W.Store, W.Leaves));
  };
  Refused([](VernierArena &H) { H.NodesAt = ~std::uint64_t(0) - 8; });
  Refused([](VernierArena &H) { H.WordsAt = H.Total; });
  Refused([](VernierArena &H) { H.NodeCount = H.NodeCapacity = ~0u; });
  Refused([](VernierArena &H) { H.NodeCount = H.NodeCapacity + 1; });
  Refused([](VernierArena &H) { H.DecisionsAt = H.Total - 2; });
  Refused([](VernierArena &H) { H.Total += 1; });
  Refused([](VernierArena &H) { H.Magic = 0; });
  EXPECT_FALSE(readTrace({}, W.Build, W.Store, W.Leaves));
}

} // namespace

// What expected.json of each folder of examples/figures claims, tried on the compiled programs. (Whether `verify` finds
// these partitions is another test.)

#include "SeededChanges.h"

#include <gtest/gtest.h>

#include <llvm/Support/JSON.h>

#include <climits>
#include <fstream>
#include <sstream>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

using Pair = int(int, int); ///< a function of one parameter gets a second one that it ignores

const fs::path Folder = VERNIER_SOURCE_DIR "/examples/figures";

std::string read(const fs::path &File) {
  std::ifstream Stream(File);
  EXPECT_TRUE(Stream) << File;
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

std::vector<fs::path> figures() {
  std::vector<fs::path> Found;
  for (const auto &Entry : fs::directory_iterator(Folder))
    if (Entry.is_directory())
      Found.push_back(Entry.path());
  std::sort(Found.begin(), Found.end());
  return Found;
}

const std::vector<int> Corners = {INT_MIN, INT_MIN + 1, -50, -2, -1, 0, 1, 2, 50, INT_MAX - 1, INT_MAX};
const std::vector<int> FewIterations = {INT_MIN, INT_MIN + 1, -50, -2, -1, 0, 1, 2, 50, 1000000};

/// The values of a parameter: what --bound says, else the corners. A parameter that does not exist has one value.
std::vector<int> values(const llvm::json::Object &Space, const std::string &Name, bool IsLoopBound) {
  for (const llvm::json::Value &Flag : *Space.getArray("flags")) {
    int Min = 0, Max = 0;
    if (std::sscanf(Flag.getAsString()->str().c_str(), (Name + "=%d..%d").c_str(), &Min, &Max) == 2) {
      std::vector<int> All;
      for (int Value = Min; Value <= Max; ++Value)
        All.push_back(Value);
      return All;
    }
  }
  const llvm::json::Object &First = *Space.getArray("partitions")->front().getAsObject();
  if (!First.getObject("example")->get(Name))
    return {0};
  return IsLoopBound ? FewIterations : Corners;
}

struct Partition {
  const llvm::json::Object *Fields;
  Pair *When;
  unsigned long long Seen = 0;

  bool isDifferent() const { return Fields->getString("kind") == "different"; }
  int number(llvm::StringRef Name) const { return std::stoi(Fields->getString(Name)->str()); }
  int example(llvm::StringRef Name) const {
    auto Value = Fields->getObject("example")->getString(Name);
    return Value ? std::stoi(Value->str()) : 0;
  }
};

/// The conditions of a space as functions.
class Conditions {
public:
  explicit Conditions(const llvm::json::Object &Space) : Code(text(Space)) {
    std::string Name = "when0";
    for (const llvm::json::Value &P : *Space.getArray("partitions")) {
      All.push_back({P.getAsObject(), Code.find<Pair>(Name.c_str())});
      Name = "when" + std::to_string(All.size());
    }
  }
  std::vector<Partition> All;

private:
  static std::string text(const llvm::json::Object &Space) {
    std::string Text = "#include <limits.h>\n";
    unsigned Number = 0;
    for (const llvm::json::Value &P : *Space.getArray("partitions"))
      Text += "int when" + std::to_string(Number++) + "(int i, int j) { (void)j; return " +
              P.getAsObject()->getString("when")->str() + "; }\n";
    return Text;
  }
  Machine Code;
};

void checkSpace(const llvm::json::Object &Space, Pair *Old, Pair *New, bool IsLoop) {
  Conditions Known(Space);
  llvm::APInt Sum(128, 0);
  for (Partition &P : Known.All) {
    int I = P.example("i"), J = P.example("j");
    EXPECT_TRUE(P.When(I, J)) << I << " " << J;
    EXPECT_EQ(Old(I, J), P.number("old")) << I << " " << J;
    EXPECT_EQ(New(I, J), P.number("new")) << I << " " << J;
    EXPECT_EQ(P.number("old") != P.number("new"), P.isDifferent());
    Sum += llvm::APInt(128, *P.Fields->getString("size"), 10);
  }
  EXPECT_EQ(Sum, llvm::APInt(128, *Space.getString("total"), 10));
  for (int I : values(Space, "i", false))
    for (int J : values(Space, "j", IsLoop)) {
      unsigned Holding = 0;
      for (Partition &P : Known.All)
        if (P.When(I, J)) {
          ++Holding;
          ++P.Seen;
          EXPECT_EQ(Old(I, J) != New(I, J), P.isDifferent()) << I << " " << J;
        }
      EXPECT_EQ(Holding, 1u) << I << " " << J;
    }
  if (Space.getArray("flags")->size() == 4) // both parameters are bounded: all inputs were tried
    for (Partition &P : Known.All)
      EXPECT_EQ(std::to_string(P.Seen), *P.Fields->getString("size")) << P.Fields->getString("when")->str();
}

} // namespace

TEST(FiguresExample, PartitionsAreDisjointCoverTheirSpaceAndClaimWhatIsTrue) {
  ASSERT_EQ(figures().size(), 3u);
  for (const fs::path &Figure : figures()) {
    SCOPED_TRACE(Figure);
    auto Expected = llvm::json::parse(read(Figure / "expected.json"));
    ASSERT_TRUE(static_cast<bool>(Expected)) << llvm::toString(Expected.takeError());
    const llvm::json::Object &Document = *Expected->getAsObject();
    std::string Entry = Document.getString("entry")->str();
    Machine Old(read(Figure / "old.c")), New(read(Figure / "new.c"));
    for (const llvm::json::Value &Space : *Document.getArray("spaces"))
      checkSpace(*Space.getAsObject(), Old.find<Pair>(Entry.c_str()), New.find<Pair>(Entry.c_str()),
                 Entry == "reaching");
  }
}

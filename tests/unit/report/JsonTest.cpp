#include "report/Json.h"

#include <gtest/gtest.h>

using namespace vernier;

TEST(Json, BytesThatAreNoTextDoNotBreakADocument) {
  llvm::json::Object Document{{"text", jsonText("a\xff\"b")}};
  auto Parsed = llvm::json::parse(printed(std::move(Document)));
  ASSERT_TRUE(static_cast<bool>(Parsed));
  EXPECT_TRUE(Parsed->getAsObject()->getString("text")->starts_with("a"));
}

TEST(Json, EveryDocumentNamesItsSchemaAndTool) {
  llvm::json::Object Document = jsonDocument("slice", nullptr, nullptr, 1.23456);
  EXPECT_EQ(Document.getString("schema"), "vernier.slice/1");
  EXPECT_EQ(Document.getObject("tool")->getString("version"), toolVersion());
  EXPECT_EQ(Document.getNumber("seconds"), 1.235);
}

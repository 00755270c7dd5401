#include "source/Tokens.h"

#include <gtest/gtest.h>

namespace vernier {
namespace {

std::vector<std::string> texts(std::string_view Text, SourceLanguage Language = SourceLanguage::C) {
  std::vector<std::string> Texts;
  for (auto &Token : lexTokens(Text, Language))
    Texts.emplace_back(Token.Text);
  return Texts;
}

using Strings = std::vector<std::string>;

TEST(Tokens, DropCommentsAndWhiteSpace) {
  EXPECT_EQ(texts("int /* a */ x; // b\n\t y\n"), (Strings{"int", "x", ";", "y"}));
  EXPECT_EQ(texts("\"a /* b */\" 'c' 0x1p3 <<="), (Strings{"\"a /* b */\"", "'c'", "0x1p3", "<<="}));
}

TEST(Tokens, KnowWhereTheyAre) {
  auto Tokens = lexTokens("a\n  b\n", SourceLanguage::C);
  ASSERT_EQ(Tokens.size(), 2u);
  EXPECT_EQ(Tokens[1].Line, 2u);
  EXPECT_EQ(Tokens[1].Column, 3u);
  EXPECT_EQ(Tokens[1].Offset, 4u);
}

TEST(Tokens, KnowDirectivesWithContinuedLines) {
  auto Tokens = lexTokens("#define A \\\n  b\nc\n", SourceLanguage::C);
  ASSERT_EQ(Tokens.size(), 5u);
  EXPECT_TRUE(Tokens[0].StartsLine && Tokens[0].InDirective);
  EXPECT_TRUE(Tokens[3].InDirective);
  EXPECT_FALSE(Tokens[3].StartsLine);
  EXPECT_FALSE(Tokens[4].InDirective);
}

TEST(Tokens, SurviveUnterminatedText) {
  EXPECT_FALSE(texts("x = \"abc\ny;").empty());
  EXPECT_EQ(texts("x /* never closed").front(), "x");
  EXPECT_EQ(texts("").size(), 0u);
}

TEST(Tokens, ReadRawStringsInCxxOnly) {
  EXPECT_EQ(texts("R\"(a ; b)\" ;", SourceLanguage::Cxx), (Strings{"R\"(a ; b)\"", ";"}));
}

} // namespace
} // namespace vernier

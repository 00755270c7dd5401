#include "input/Tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace vernier {

namespace {

bool startsName(char C) {
  return std::isalpha(static_cast<unsigned char>(C)) || C == '_';
}

// Names of leaves that would collide have a `~` in them.
bool continuesName(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '~';
}

bool isDigit(char C) {
  return std::isdigit(static_cast<unsigned char>(C));
}

/// Longest first.
constexpr std::array<std::string_view, 34> Operators = {
    "<<=", ">>=", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=",
    "+",   "-",   "*",  "/",  "%",  "<",  ">",  "!",  "~",  "&",  "|",  "^",  "?",  ":",  "(",  ")",  "["};
constexpr std::array<std::string_view, 4> MoreOperators = {"]", ".", "=", ","};

std::string_view operatorAt(std::string_view Rest) {
  for (std::string_view Each : Operators)
    if (Rest.starts_with(Each))
      return Each;
  for (std::string_view Each : MoreOperators)
    if (Rest.starts_with(Each))
      return Each;
  return {};
}

/// Digits, points, exponents with their sign, suffixes.
std::size_t numberLength(std::string_view Rest) {
  bool Hexadecimal = Rest.starts_with("0x") || Rest.starts_with("0X");
  std::size_t At = 0;
  while (At < Rest.size()) {
    char C = Rest[At], Before = At ? Rest[At - 1] : ' ';
    bool Exponent = Hexadecimal ? Before == 'p' || Before == 'P' : Before == 'e' || Before == 'E';
    if (!std::isalnum(static_cast<unsigned char>(C)) && C != '.' && !((C == '+' || C == '-') && Exponent))
      break;
    ++At;
  }
  return At;
}

/// Up to the closing quote; npos if there is none.
std::size_t characterLength(std::string_view Rest) {
  for (std::size_t At = 1; At < Rest.size(); ++At) {
    if (Rest[At] == '\\')
      ++At;
    else if (Rest[At] == '\'')
      return At + 1;
  }
  return std::string_view::npos;
}

} // namespace

Error expressionError(const std::string &Text, std::size_t Column, const std::string &Message) {
  Error Result =
      usageError("--assume: " + Message + ", at column " + std::to_string(Column + 1) + " of '" + Text + "'");
  Result.Output = Text + "\n" + std::string(Column, ' ') + "^\n";
  return Result;
}

Result<std::vector<Token>> tokensOf(const std::string &Text) {
  std::vector<Token> All;
  std::string_view Whole = Text;
  for (std::size_t At = 0; At < Whole.size();) {
    std::string_view Rest = Whole.substr(At);
    char C = Rest.front();
    if (std::isspace(static_cast<unsigned char>(C))) {
      ++At;
      continue;
    }
    Token Next{Token::Kind::Operator, {}, At};
    if (startsName(C)) {
      auto End = std::find_if_not(Rest.begin(), Rest.end(), continuesName);
      // `a~b` is a name only if it is one that Vernier made: NAME~NUMBER; else ~ is an operator.
      Next.Text = std::string(Rest.begin(), End);
      if (auto Tilde = Next.Text.find('~'); Tilde != std::string::npos) {
        auto Digits =
            std::find_if_not(Next.Text.begin() + static_cast<std::ptrdiff_t>(Tilde) + 1, Next.Text.end(), isDigit);
        bool Made = Digits == Next.Text.end() && Tilde + 1 != Next.Text.size();
        if (!Made)
          Next.Text.resize(Tilde);
      }
      Next.What = Token::Kind::Name;
      At += Next.Text.size();
    } else if (isDigit(C) || (C == '.' && Rest.size() > 1 && isDigit(Rest[1]))) {
      Next.What = Token::Kind::Number;
      Next.Text = Rest.substr(0, numberLength(Rest));
      At += Next.Text.size();
    } else if (C == '\'') {
      std::size_t Length = characterLength(Rest);
      if (Length == std::string_view::npos)
        return expressionError(Text, At, "the character has no closing quote");
      Next.What = Token::Kind::Character;
      Next.Text = Rest.substr(1, Length - 2);
      At += Length;
    } else {
      Next.Text = operatorAt(Rest);
      if (Next.Text.empty())
        return expressionError(Text, At, std::string("'") + C + "' has no meaning here");
      At += Next.Text.size();
    }
    All.push_back(std::move(Next));
  }
  All.push_back({Token::Kind::End, {}, Text.size()});
  return All;
}

} // namespace vernier

#include "report/Text.h"

#include <algorithm>

namespace vernier {

namespace {

/// Columns on the terminal: continuation bytes of UTF-8 take none.
std::size_t columns(const std::string &Text) {
  return static_cast<std::size_t>(std::count_if(Text.begin(), Text.end(), [](char C) { return (C & 0xC0) != 0x80; }));
}

std::string cutTo(const std::string &Text, std::size_t Width) {
  if (columns(Text) <= Width)
    return Text;
  std::string Result;
  std::size_t Used = 0;
  for (char C : Text) {
    if ((C & 0xC0) != 0x80 && ++Used + 3 > Width)
      break;
    Result += C;
  }
  return Result + "...";
}

} // namespace

std::string TextTable::print(unsigned Width) const {
  // Only the last column may be long; names of templates would push it off the screen.
  constexpr std::size_t WidestCell = 50;
  std::vector<std::vector<std::string>> Cut = Rows;
  for (auto &Row : Cut)
    for (std::size_t I = 0; I + 1 < Row.size(); ++I)
      Row[I] = cutTo(Row[I], WidestCell);
  std::vector<std::size_t> Widths;
  for (const auto &Row : Cut)
    for (std::size_t I = 0; I < Row.size(); ++I) {
      if (I == Widths.size())
        Widths.push_back(0);
      Widths[I] = std::max(Widths[I], columns(Row[I]));
    }
  std::string Result;
  for (const auto &Row : Cut) {
    std::string Line = " ";
    std::size_t Used = 1;
    for (std::size_t I = 0; I < Row.size(); ++I) {
      bool Last = I + 1 == Row.size();
      std::string Cell = Row[I];
      std::replace(Cell.begin(), Cell.end(), '\t', ' ');
      if (Last && Width > Used + 20)
        Cell = cutTo(Cell, Width - Used - 1);
      Line += " " + Cell;
      Used += 1 + Widths[I];
      if (!Last) {
        Line += std::string(Widths[I] - columns(Cell) + 1, ' ');
        ++Used;
      }
    }
    Line.erase(Line.find_last_not_of(' ') + 1);
    Result += Line + "\n";
  }
  return Result;
}

std::string counted(std::size_t Number, const std::string &Singular, const std::string &Plural) {
  if (Number == 1)
    return "1 " + Singular;
  return std::to_string(Number) + " " + (Plural.empty() ? Singular + "s" : Plural);
}

std::string lineRanges(std::vector<unsigned> Lines) {
  std::sort(Lines.begin(), Lines.end());
  Lines.erase(std::unique(Lines.begin(), Lines.end()), Lines.end());
  std::string Result;
  for (std::size_t I = 0; I < Lines.size();) {
    std::size_t J = I;
    while (J + 1 < Lines.size() && Lines[J + 1] == Lines[J] + 1)
      ++J;
    if (!Result.empty())
      Result += ", ";
    Result += std::to_string(Lines[I]);
    if (J > I)
      Result += (J == I + 1 ? ", " : "-") + std::to_string(Lines[J]);
    I = J + 1;
  }
  return Result;
}

std::string placeText(const Location &Where) {
  std::string Result = (Where.File.empty() ? "(no source)" : Where.File) + ":" + std::to_string(Where.Line);
  return Where.Function.empty() ? Result : Result + " (" + Where.Function + ")";
}

} // namespace vernier

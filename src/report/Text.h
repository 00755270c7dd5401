#pragma once

#include "base/Location.h"

#include <string>
#include <vector>

namespace vernier {

/// A table for the terminal: columns as wide as their widest cell, the last one cut to the width of the terminal.
class TextTable {
public:
  explicit TextTable(std::vector<std::string> Header) : Rows{std::move(Header)} {}
  void add(std::vector<std::string> Row) { Rows.push_back(std::move(Row)); }
  bool empty() const { return Rows.size() == 1; }
  std::string print(unsigned Width = 120) const;

private:
  std::vector<std::vector<std::string>> Rows;
};

/// `3 changed statements`, `1 changed statement`.
std::string counted(std::size_t Number, const std::string &Singular, const std::string &Plural = {});

/// `2, 5-7, 11`.
std::string lineRanges(std::vector<unsigned> Lines);

/// `file.c:12 (function)`.
std::string placeText(const Location &Where);

} // namespace vernier

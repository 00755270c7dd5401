#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// The edits between two texts: pieces of lines with nothing unchanged in between.
class SourceEdits {
public:
  SourceEdits(const std::string &Old, const std::string &New);

  /// Which edit a line (from 1 on) belongs to; nothing: it is in both texts.
  std::optional<std::size_t> editAtNew(unsigned Line) const;
  std::optional<std::size_t> editAtOld(unsigned Line) const;
  /// The new text, in which these edits are not made.
  std::string without(const std::set<std::size_t> &Edits) const;

private:
  struct Edit {
    std::size_t OldBegin, OldEnd, NewBegin, NewEnd;
  };
  std::vector<std::string> OldLines, NewLines;
  std::vector<Edit> All;
};

} // namespace vernier

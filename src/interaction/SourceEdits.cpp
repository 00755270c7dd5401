#include "interaction/SourceEdits.h"

#include "base/Diff.h"

namespace vernier {

namespace {

std::vector<std::string> linesOf(const std::string &Text) {
  std::vector<std::string> Lines;
  for (std::size_t At = 0; At < Text.size();) {
    std::size_t End = Text.find('\n', At);
    End = End == std::string::npos ? Text.size() : End + 1;
    Lines.push_back(Text.substr(At, End - At));
    At = End;
  }
  return Lines;
}

} // namespace

SourceEdits::SourceEdits(const std::string &Old, const std::string &New)
    : OldLines(linesOf(Old)), NewLines(linesOf(New)) {
  auto Common = commonSubsequence(OldLines.size(), NewLines.size(),
                                  [&](std::size_t I, std::size_t J) { return OldLines[I] == NewLines[J]; });
  Common.emplace_back(OldLines.size(), NewLines.size());
  std::size_t OldAt = 0, NewAt = 0;
  for (auto [I, J] : Common) {
    if (I != OldAt || J != NewAt)
      All.push_back({OldAt, I, NewAt, J});
    OldAt = I + 1;
    NewAt = J + 1;
  }
}

std::optional<std::size_t> SourceEdits::editAtNew(unsigned Line) const {
  for (std::size_t I = 0; I != All.size(); ++I)
    if (Line > All[I].NewBegin && Line <= All[I].NewEnd)
      return I;
  return std::nullopt;
}

std::optional<std::size_t> SourceEdits::editAtOld(unsigned Line) const {
  for (std::size_t I = 0; I != All.size(); ++I)
    if (Line > All[I].OldBegin && Line <= All[I].OldEnd)
      return I;
  return std::nullopt;
}

std::string SourceEdits::without(const std::set<std::size_t> &Edits) const {
  std::string Text;
  std::size_t At = 0;
  auto Add = [&](const std::vector<std::string> &Lines, std::size_t Begin, std::size_t End) {
    for (; Begin < End; ++Begin)
      Text += Lines[Begin];
  };
  for (std::size_t I = 0; I != All.size(); ++I) {
    Add(NewLines, At, All[I].NewBegin);
    if (Edits.contains(I))
      Add(OldLines, All[I].OldBegin, All[I].OldEnd);
    else
      Add(NewLines, All[I].NewBegin, All[I].NewEnd);
    At = All[I].NewEnd;
  }
  Add(NewLines, At, NewLines.size());
  return Text;
}

} // namespace vernier

#include "efsm/language/Source.h"

#include <algorithm>

namespace vernier::efsm {

void Diagnostics::add(Diagnostic One) {
  Errors += One.Kind == Severity::Error;
  Found.push_back(std::move(One));
}

namespace {

std::string lineOf(const std::string &Text, unsigned Line) {
  std::size_t Begin = 0;
  for (unsigned Number = 1; Number < Line; ++Number) {
    Begin = Text.find('\n', Begin);
    if (Begin == std::string::npos)
      return {};
    ++Begin;
  }
  std::string Found = Text.substr(Begin, Text.find('\n', Begin) - Begin);
  if (!Found.empty() && Found.back() == '\r')
    Found.pop_back();
  return Found;
}

/// The line and a caret with tildes below the range; tabs stay tabs, so that both lines are indented alike.
std::string excerpt(const std::string &Text, const SourceRange &Where) {
  std::string Line = lineOf(Text, Where.Line), Mark;
  for (unsigned Column = 1; Column < Where.Column; ++Column)
    Mark += Column <= Line.size() && Line[Column - 1] == '\t' ? '\t' : ' ';
  Mark += '^';
  bool OneLine = Where.EndLine == Where.Line;
  unsigned End = OneLine ? Where.EndColumn : static_cast<unsigned>(Line.size()) + 1;
  if (End > Where.Column + 1)
    Mark.append(End - Where.Column - 1, '~');
  return "  " + Line + "\n  " + Mark + "\n";
}

std::string firstLine(const Diagnostic &One, const std::string &File) {
  std::string Place = File + ":";
  if (One.Where.Line)
    Place += std::to_string(One.Where.Line) + ":" + std::to_string(One.Where.Column) + ":";
  return Place + (One.Kind == Severity::Error ? " error: " : " warning: ") + One.Message + "\n";
}

} // namespace

std::string Diagnostics::render(unsigned Most) const {
  std::vector<const Diagnostic *> Sorted;
  for (const Diagnostic &One : Found)
    Sorted.push_back(&One);
  std::stable_sort(Sorted.begin(), Sorted.end(), [](const Diagnostic *A, const Diagnostic *B) {
    return std::pair(A->Where.Line, A->Where.Column) < std::pair(B->Where.Line, B->Where.Column);
  });
  std::string Result;
  for (std::size_t I = 0; I < Sorted.size() && I < Most; ++I)
    Result += firstLine(*Sorted[I], File) + (Sorted[I]->Where.Line ? excerpt(Text, Sorted[I]->Where) : "");
  if (Sorted.size() > Most)
    Result += File + ": " + std::to_string(Sorted.size() - Most) + " more messages\n";
  return Result;
}

std::string shownIn(const std::vector<Diagnostic> &All, const std::string &File) {
  std::string Result;
  for (const Diagnostic &Each : All)
    Result += firstLine(Each, File);
  return Result;
}

} // namespace vernier::efsm

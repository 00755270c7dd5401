#include "partition/TextProbes.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace vernier {

namespace {

constexpr std::size_t MostLines = 20000, MostReaching = 64;
constexpr int MostParts = 100; ///< of what one run printed

/// Numbers are all the same: a line that only has other ones is no other line.
std::string withoutNumbers(llvm::StringRef Line) {
  std::string Result;
  for (char C : Line)
    if (!llvm::isDigit(C))
      Result += C;
    else if (Result.empty() || Result.back() != '0')
      Result += '0';
  return Result;
}

} // namespace

std::optional<InputAssignment> TextProbes::look(unsigned Count) {
  for (std::uint64_t End = Runs + Count; Runs < End;)
    if (auto Different = probe(nextInput()))
      return Different;
  return std::nullopt;
}

InputAssignment TextProbes::nextInput() {
  constexpr std::uint64_t OthersEvery = 8; // what is no text has its turn, too
  return Runs % OthersEvery == OthersEvery - 1 ? Draw.next() : Texts.next(zeros(Space));
}

std::optional<InputAssignment> TextProbes::probe(const InputAssignment &Input) {
  ++Runs;
  if (!admits(Space, Input))
    return std::nullopt;
  ProbedRun Ran = Versions.probe(Input);
  if (Ran.Differs)
    return Input;
  bool New = false;
  for (std::uint64_t Place : Ran.Places)
    New |= Places.insert(Place).second;
  if (New && Ran.ReachesChange && Reaching.size() < MostReaching)
    Reaching.push_back(Input);
  llvm::SmallVector<llvm::StringRef, 16> Parts;
  llvm::StringRef(Ran.Output).split(Parts, '\n', MostParts);
  for (llvm::StringRef Part : Parts)
    if (Lines.size() < MostLines)
      New |= Lines.insert(withoutNumbers(Part)).second;
  if (New)
    Texts.keep(Input, Ran.ReachesChange);
  return std::nullopt;
}

std::optional<InputAssignment> TextProbes::next() {
  if (Reaching.empty())
    return std::nullopt;
  InputAssignment First = std::move(Reaching.front());
  Reaching.pop_front();
  return First;
}

void TextProbes::ran(const InputAssignment &Input, std::size_t NewEdges) {
  if (NewEdges != 0)
    Texts.keep(Input);
}

} // namespace vernier

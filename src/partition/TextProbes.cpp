#include "partition/TextProbes.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace vernier {

namespace {

constexpr std::size_t MostLines = 20000, MostReaching = 64;
constexpr unsigned MostTogether = 16; ///< more would not yet know what the first of them came to
constexpr int MostParts = 100;        ///< of what one run printed

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
    if (auto Different = lookTogether(static_cast<unsigned>(std::min<std::uint64_t>(MostTogether, End - Runs))))
      return Different;
  return std::nullopt;
}

std::optional<InputAssignment> TextProbes::lookTogether(unsigned Count) {
  std::vector<InputAssignment> Next;
  for (; Count != 0; --Count, ++Runs)
    if (InputAssignment Input = nextInput(); admits(Space, Input))
      Next.push_back(std::move(Input));
  std::vector<ProbedRun> Ran = Versions.probe(Next);
  for (std::size_t I = 0; I != Ran.size(); ++I)
    if (note(Next[I], Ran[I]))
      return Next[I];
  return std::nullopt;
}

InputAssignment TextProbes::nextInput() {
  constexpr std::uint64_t OthersEvery = 8; // what is no text has its turn, too
  return Runs % OthersEvery == OthersEvery - 1 ? Draw.next() : Texts.next(zeros(Space));
}

bool TextProbes::note(const InputAssignment &Input, const ProbedRun &Ran) {
  if (Ran.Differs)
    return true;
  bool New = false, Diverges = false;
  for (std::uint64_t Place : Ran.Places)
    New |= Places.insert(Place).second;
  for (std::uint64_t Place : Ran.Diverging)
    Diverges |= Diverging.insert(Place).second;
  if ((Diverges || (New && Ran.ReachesChange)) && Reaching.size() < MostReaching)
    Reaching.push_back(Input);
  if (New || Diverges) {
    Texts.keep(Input, Diverges ? TextInputs::Worth::Best : TextInputs::Worth::Good);
    return false;
  }
  llvm::SmallVector<llvm::StringRef, 16> Parts;
  llvm::StringRef(Ran.Output).split(Parts, '\n', MostParts);
  for (llvm::StringRef Part : Parts)
    if (Lines.size() < MostLines)
      New |= Lines.insert(withoutNumbers(Part)).second;
  if (New)
    Texts.keep(Input);
  return false;
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

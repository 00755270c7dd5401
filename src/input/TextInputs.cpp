#include "input/TextInputs.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace {

/// Whatever a program reads, these may mean something.
constexpr llvm::StringLiteral Usual = "012 9\n-a";
constexpr std::size_t LongestWord = 12;
constexpr unsigned OfKept = 70, OfFew = 50, OfWords = 12, OfGood = 50, OfBest = 40, OfNewest = 30; ///< percent
constexpr std::size_t NewestKept = 8;

} // namespace

TextInputs::TextInputs(const InputSpace &Space, std::uint64_t Seed, const SourceConstants &Known)
    : Space(Space), Choose(Seed), Letters(Usual.str() + Known.Letters) {
  for (const std::string &Word : Known.Texts)
    if (Word.size() <= LongestWord)
      Words.push_back(Word);
  for (const ProgramInput::File &File : Space.Program.Files)
    for (int Weight = 0; Weight < 4; ++Weight)
      Words.push_back(File.Name);
  for (const llvm::APInt &Number : Known.Integers) {
    if (Number.ult(10))
      Letters += static_cast<char>('0' + Number.getZExtValue());
    Numbers.push_back(std::to_string(Number.getSExtValue()));
  }
  for (const char *Number : {"10", "16", "100", "0x1", "-1", "1.5"})
    Words.push_back(Number);
  for (const InputObject &Object : Space.Objects) {
    std::vector<unsigned> Bytes;
    for (const InputCell &Cell : Object.Cells)
      if (Object.Text && Cell.What == InputCell::Kind::Leaf)
        Bytes.push_back(Cell.Index);
    add(Bytes, std::nullopt);
  }
  for (const ProgramInput::Argument &Argument : Space.Program.Arguments)
    add(Argument.Leaves, std::nullopt);
  add(Space.Program.StdinLeaves, Space.Program.StdinLength);
  for (const ProgramInput::File &File : Space.Program.Files)
    add(File.Leaves, File.Length);
}

void TextInputs::add(const std::vector<unsigned> &Leaves, std::optional<unsigned> Length) {
  bool Bytes = llvm::all_of(Leaves, [&](unsigned Leaf) { return Space.Leaves[Leaf].Bits == 8; });
  if (!Leaves.empty() && Bytes)
    Texts.push_back({Leaves, Length});
}

std::string TextInputs::read(const Text &From, const InputAssignment &Input) const {
  std::string Result;
  std::uint64_t Length = From.Length ? Input[*From.Length].getLimitedValue() : From.Leaves.size();
  for (std::size_t I = 0; I != From.Leaves.size() && I < Length; ++I) {
    auto Byte = static_cast<char>(Input[From.Leaves[I]].getZExtValue());
    if (Byte == 0 && !From.Length)
      break;
    Result += Byte;
  }
  return Result;
}

void TextInputs::write(const std::string &Bytes, const Text &To, InputAssignment &Input) const {
  std::size_t Length = std::min(Bytes.size(), To.Leaves.size());
  for (std::size_t I = 0; I != To.Leaves.size(); ++I)
    Input[To.Leaves[I]] = llvm::APInt(8, I < Length ? static_cast<unsigned char>(Bytes[I]) : 0);
  if (To.Length)
    Input[*To.Length] = llvm::APInt(Space.Leaves[*To.Length].Bits, Length);
}

char TextInputs::letter() {
  const std::string &From = Alphabet.empty() ? Letters : Alphabet;
  return From[Choose.below(From.size())];
}

std::string TextInputs::word() {
  return Words[Choose.below(Words.size())];
}

std::string TextInputs::number() {
  return Numbers.empty() || Choose.chance(50) ? std::to_string(Choose.below(12))
                                              : Numbers[Choose.below(Numbers.size())];
}

const InputAssignment &TextInputs::anyKept() {
  const std::vector<InputAssignment> &From = !BestOnes.empty() && Choose.chance(OfBest)   ? BestOnes
                                             : !GoodOnes.empty() && Choose.chance(OfGood) ? GoodOnes
                                                                                          : Kept;
  // The newest stand on the others.
  std::size_t Newest = std::min(From.size(), NewestKept);
  return Choose.chance(OfNewest) ? From[From.size() - 1 - Choose.below(Newest)] : From[Choose.below(From.size())];
}

std::string TextInputs::fresh(std::size_t Most) {
  if (Choose.chance(OfWords))
    return word().substr(0, Most);
  std::size_t Length = Choose.chance(50) ? Most : Choose.below(Most + 1);
  std::string Result;
  while (Result.size() < Length)
    if (Choose.chance(OfWords))
      Result += word();
    else
      Result += letter();
  return Result.substr(0, Most);
}

std::string TextInputs::varied(std::string Bytes, const Text &Of) {
  for (std::uint64_t Steps = 1 + Choose.below(Choose.chance(50) ? 1 : 3); Steps > 0; --Steps)
    vary(Bytes, Of);
  return Bytes;
}

void TextInputs::vary(std::string &Bytes, const Text &Of) {
  constexpr std::uint64_t Ways = 9, LongestPart = 5;
  bool HasLines = Bytes.find('\n') != std::string::npos; // a text without lines is not made one by chance
  std::size_t At = Choose.below(Bytes.size() + 1), Size = std::min(Bytes.size() - At, Choose.below(LongestPart));
  switch (Choose.below(Ways + HasLines)) {
  case 0:
    Bytes.insert(At, 1, letter());
    break;
  case 1:
    if (At < Bytes.size())
      Bytes[At] = letter();
    break;
  case 2:
    if (At < Bytes.size())
      Bytes.erase(At, 1);
    break;
  case 3: // once more what stands here, somewhere
    Bytes.insert(Choose.below(Bytes.size() + 1), Bytes.substr(At, Size));
    break;
  case 4:
    Bytes.insert(At, word());
    break;
  case 5: { // a piece of another one
    std::string Other = read(Of, anyKept());
    Bytes.insert(At, Other.substr(Choose.below(Other.size() + 1), 1 + Choose.below(LongestPart)));
    break;
  }
  case 6:
    Bytes.erase(At, Size);
    break;
  case 7:
    varyNumber(Bytes, At);
    break;
  case Ways:
    insertLine(Bytes, read(Of, anyKept()), At);
    break;
  default: // goes on like another one
    Bytes = (Choose.chance(50) ? Bytes.substr(0, At) : Bytes) + read(Of, anyKept());
  }
}

/// A whole line of another one, where a line begins.
void TextInputs::insertLine(std::string &Bytes, llvm::StringRef Other, std::size_t From) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Other.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  if (Lines.empty())
    return;
  std::size_t Before = Bytes.rfind('\n', From);
  std::size_t Begin = Before == std::string::npos ? 0 : Before + 1;
  Bytes.insert(Begin, Lines[Choose.below(Lines.size())].str() + "\n");
}

/// Another number instead of the next one.
void TextInputs::varyNumber(std::string &Bytes, std::size_t From) {
  auto Begin = llvm::find_if(llvm::make_range(Bytes.begin() + static_cast<std::ptrdiff_t>(From), Bytes.end()),
                             [](char C) { return llvm::isDigit(C); });
  auto End = std::find_if(Begin, Bytes.end(), [](char C) { return !llvm::isDigit(C); });
  Bytes.replace(Begin, End, number());
}

InputAssignment TextInputs::next(InputAssignment Others) {
  // Few different letters make repetitions, which programs on texts look for.
  Alphabet.clear();
  if (Choose.chance(OfFew))
    for (std::uint64_t I = 0, Size = 1 + Choose.below(5); I != Size; ++I)
      Alphabet += Letters[Choose.below(Letters.size())];
  bool Vary = !Kept.empty() && Choose.chance(OfKept);
  InputAssignment Input = Vary ? anyKept() : std::move(Others);
  std::size_t Only = Choose.below(Texts.size());
  for (std::size_t I = 0; I != Texts.size(); ++I)
    if (!Vary)
      write(fresh(Texts[I].Leaves.size()), Texts[I], Input);
    else if (I == Only)
      write(varied(read(Texts[I], Input), Texts[I]), Texts[I], Input);
  settle(Space, Input);
  return Input;
}

} // namespace vernier

#include "input/RandomInputs.h"

#include <array>

namespace vernier {

namespace {

llvm::APInt least(const InputLeaf &Leaf) {
  if (Leaf.Min)
    return *Leaf.Min;
  return Leaf.Signed ? llvm::APInt::getSignedMinValue(Leaf.Bits) : llvm::APInt::getMinValue(Leaf.Bits);
}

llvm::APInt greatest(const InputLeaf &Leaf) {
  if (Leaf.Max)
    return *Leaf.Max;
  return Leaf.Signed ? llvm::APInt::getSignedMaxValue(Leaf.Bits) : llvm::APInt::getMaxValue(Leaf.Bits);
}

bool isWithin(const InputLeaf &Leaf, const llvm::APInt &Value) {
  llvm::APInt Low = least(Leaf), High = greatest(Leaf);
  return Leaf.Signed ? Value.sge(Low) && Value.sle(High) : Value.uge(Low) && Value.ule(High);
}

void addTexts(const InputContents &What, std::vector<std::vector<unsigned>> &Texts) {
  if (What.What == InputContents::Kind::Text)
    Texts.push_back(What.Leaves);
  for (const InputContents &Each : What.Elements)
    addTexts(Each, Texts);
}

/// Lengths as large as they can be, and values that are there.
void fillCounters(const InputSpace &Space, const InputContents &What, InputAssignment &Input) {
  if (What.What == InputContents::Kind::Text || What.What == InputContents::Kind::List ||
      What.What == InputContents::Kind::Optional)
    Input[What.Counter] = greatest(Space.Leaves[What.Counter]);
  for (const InputContents &Each : What.Elements)
    fillCounters(Space, Each, Input);
}

/// Standard input and files are as long as they can be.
void fillLengths(const InputSpace &Space, InputAssignment &Input) {
  auto Fill = [&](const std::optional<unsigned> &Length) {
    if (Length)
      Input[*Length] = greatest(Space.Leaves[*Length]);
  };
  Fill(Space.Program.StdinLength);
  for (const ProgramInput::File &File : Space.Program.Files)
    Fill(File.Length);
}

/// Bytes that a text is made of.
std::vector<std::vector<unsigned>> textsOf(const InputSpace &Space) {
  std::vector<std::vector<unsigned>> Texts;
  for (const InputObject &Object : Space.Objects) {
    std::vector<unsigned> Bytes;
    for (const InputCell &Cell : Object.Cells)
      if (Object.Text && Cell.What == InputCell::Kind::Leaf)
        Bytes.push_back(Cell.Index);
    Texts.push_back(std::move(Bytes));
  }
  for (const InputContents &Each : Space.Contents)
    addTexts(Each, Texts);
  for (const ProgramInput::Argument &Each : Space.Program.Arguments)
    Texts.push_back(Each.Leaves);
  for (const ProgramInput::File &Each : Space.Program.Files)
    Texts.push_back(Each.Leaves);
  for (const ProgramInput::Variable &Each : Space.Program.Environment)
    Texts.push_back(Each.Leaves);
  Texts.push_back(Space.Program.StdinLeaves);
  llvm::erase_if(Texts, [](const std::vector<unsigned> &Each) { return Each.empty(); });
  return Texts;
}

} // namespace

std::vector<InputAssignment> fullTexts(const InputSpace &Space, const InputAssignment &Others) {
  std::vector<InputAssignment> Result;
  std::vector<std::vector<unsigned>> Texts = textsOf(Space);
  if (Texts.empty() && Space.Contents.empty())
    return Result;
  for (llvm::StringRef Letters : {"a", "ab", "aA1 "}) {
    InputAssignment &Input = Result.emplace_back(Others);
    for (const std::vector<unsigned> &Text : Texts)
      for (std::size_t I = 0; I != Text.size(); ++I) {
        const InputLeaf &Leaf = Space.Leaves[Text[I]];
        llvm::APInt Letter =
            llvm::APInt(64, static_cast<unsigned char>(Letters[I % Letters.size()])).zextOrTrunc(Leaf.Bits);
        if (isWithin(Leaf, Letter))
          Input[Text[I]] = Letter;
      }
    for (const InputContents &Each : Space.Contents)
      fillCounters(Space, Each, Input);
    fillLengths(Space, Input);
    settle(Space, Input);
  }
  return Result;
}

RandomInputs::RandomInputs(const InputSpace &Space, std::uint64_t Seed, SourceConstants Known)
    : Space(Space), Choose(Seed), Known(std::move(Known)), Texts(textsOf(Space)) {}

llvm::APInt RandomInputs::bits(unsigned Width) {
  std::vector<std::uint64_t> Words;
  for (unsigned I = 0; I * 64 < Width; ++I)
    Words.push_back(Choose.next());
  return llvm::APInt(Width, Words);
}

llvm::APInt RandomInputs::uniform(const InputLeaf &Leaf) {
  if (Leaf.Floating)
    return bits(Leaf.Bits);
  llvm::APInt Low = least(Leaf), Span = greatest(Leaf) - Low;
  if (Span.isAllOnes())
    return bits(Leaf.Bits);
  // With 64 bits more than needed, the remainder is as good as uniform.
  unsigned Wide = Leaf.Bits + 64;
  return Low + bits(Wide).urem(Span.zext(Wide) + 1).trunc(Leaf.Bits);
}

llvm::APInt RandomInputs::small(const InputLeaf &Leaf) {
  std::int64_t Value = Choose.between(-16, 100);
  if (Leaf.Floating) {
    if (Leaf.Bits == 64)
      return llvm::APFloat(double(Value) / 4).bitcastToAPInt();
    return Leaf.Bits == 32 ? llvm::APFloat(float(Value) / 4).bitcastToAPInt() : bits(Leaf.Bits);
  }
  llvm::APInt Result = llvm::APInt(64, std::uint64_t(Value), true).sextOrTrunc(Leaf.Bits);
  return isWithin(Leaf, Result) ? Result : uniform(Leaf);
}

/// Where comparisons change: the ends of the range, zero, powers of two, and their neighbours.
llvm::APInt RandomInputs::border(const InputLeaf &Leaf) {
  llvm::APInt Zero = llvm::APInt::getZero(Leaf.Bits);
  std::array<llvm::APInt, 4> Places = {
      Zero, least(Leaf), greatest(Leaf),
      llvm::APInt::getOneBitSet(Leaf.Bits, static_cast<unsigned>(Choose.below(Leaf.Bits)))};
  llvm::APInt Result = Places[Choose.below(Places.size())];
  std::uint64_t Step = Choose.below(3);
  Result += Step;
  Result -= 1;
  return Leaf.Floating || isWithin(Leaf, Result) ? Result : uniform(Leaf);
}

llvm::APInt RandomInputs::known(const InputLeaf &Leaf) {
  if (Leaf.Floating && (Leaf.Bits == 64 || Leaf.Bits == 32) && !Known.Floating.empty()) {
    double Value = Known.Floating[Choose.below(Known.Floating.size())];
    return Leaf.Bits == 64 ? llvm::APFloat(Value).bitcastToAPInt()
                           : llvm::APFloat(static_cast<float>(Value)).bitcastToAPInt();
  }
  if (Leaf.Floating || Known.Integers.empty())
    return small(Leaf);
  llvm::APInt Value = Known.Integers[Choose.below(Known.Integers.size())].sextOrTrunc(Leaf.Bits);
  return isWithin(Leaf, Value) ? Value : small(Leaf);
}

llvm::APInt RandomInputs::value(const InputLeaf &Leaf) {
  if (!Known.Integers.empty() && Choose.chance(50))
    return known(Leaf);
  switch (Choose.below(3)) {
  case 0:
    return small(Leaf);
  case 1:
    return border(Leaf);
  default:
    return uniform(Leaf);
  }
}

unsigned char RandomInputs::letter() {
  if (!Alphabet.empty())
    return static_cast<unsigned char>(Alphabet[Choose.below(Alphabet.size())]);
  return static_cast<unsigned char>(Choose.between(' ', '~'));
}

/// One, two of them, or a number.
std::string RandomInputs::knownText() {
  std::string Result;
  for (std::uint64_t I = 0, Parts = 1 + Choose.below(2); I != Parts; ++I)
    if (Known.Texts.empty() || Choose.chance(30))
      Result += Known.Integers.empty()
                    ? std::to_string(Choose.between(-1, 20))
                    : std::to_string(Known.Integers[Choose.below(Known.Integers.size())].getSExtValue());
    else
      Result += Known.Texts[Choose.below(Known.Texts.size())];
  if (!Result.empty() && Choose.chance(20))
    Result[Choose.below(Result.size())] = static_cast<char>(letter());
  return Result;
}

void RandomInputs::fillText(const std::vector<unsigned> &Leaves, InputAssignment &To) {
  bool IsKnown = !Known.Integers.empty() && Choose.chance(50);
  std::string Text = IsKnown ? knownText() : "";
  std::size_t Length = IsKnown ? std::min(Text.size(), Leaves.size()) : Choose.below(Leaves.size() + 1);
  for (std::size_t I = 0; I != Leaves.size(); ++I) {
    const InputLeaf &Leaf = Space.Leaves[Leaves[I]];
    if (Leaf.Bits != 8)
      continue; // a wide string: any values
    llvm::APInt Value(8, I >= Length ? 0 : IsKnown ? static_cast<unsigned char>(Text[I]) : letter());
    if (isWithin(Leaf, Value))
      To[Leaves[I]] = Value;
  }
}

/// Some values are equal: programs compare them.
void RandomInputs::repeat(InputAssignment &Input) {
  if (Known.Integers.empty() || Input.size() < 2 || !Choose.chance(30))
    return;
  std::size_t From = Choose.below(Input.size()), To = Choose.below(Input.size());
  if (Space.Leaves[From].Bits == Space.Leaves[To].Bits && isWithin(Space.Leaves[To], Input[From]))
    Input[To] = Input[From];
}

InputAssignment RandomInputs::next() {
  // Few different characters make repetitions, which programs on texts look for.
  Alphabet.clear();
  if (Choose.chance(50))
    for (std::uint64_t I = 0, Size = 1 + Choose.below(4); I != Size; ++I)
      Alphabet += static_cast<char>(Choose.between(' ', '~'));
  InputAssignment Input;
  for (const InputLeaf &Leaf : Space.Leaves)
    Input.push_back(value(Leaf));
  repeat(Input);
  // Some texts are any bytes.
  for (const std::vector<unsigned> &Each : Texts)
    if (!Choose.chance(10))
      fillText(Each, Input);
  settle(Space, Input);
  return Input;
}

InputAssignment RandomInputs::near(InputAssignment Input) {
  if (Input.empty())
    return Input;
  std::size_t Changed = Choose.below(Input.size());
  Input[Changed] = value(Space.Leaves[Changed]);
  settle(Space, Input);
  return Input;
}

} // namespace vernier

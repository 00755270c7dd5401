#include "input/InputSpace.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace vernier {

namespace {

template <class T> std::string shortest(T Value) {
  if (std::isnan(Value))
    return "nan";
  if (std::isinf(Value))
    return Value < 0 ? "-inf" : "inf";
  std::array<char, 64> Buffer;
  auto End = std::to_chars(Buffer.data(), Buffer.data() + Buffer.size(), Value).ptr;
  return {Buffer.data(), End};
}

std::string otherFloat(const llvm::APInt &Bits) {
  const llvm::fltSemantics &Kind = Bits.getBitWidth() == 16   ? llvm::APFloat::IEEEhalf()
                                   : Bits.getBitWidth() == 80 ? llvm::APFloat::x87DoubleExtended()
                                                              : llvm::APFloat::IEEEquad();
  llvm::APFloat Value(Kind, Bits);
  if (Value.isNaN())
    return "nan";
  if (Value.isInfinity())
    return Value.isNegative() ? "-inf" : "inf";
  llvm::SmallString<64> Text;
  Value.toString(Text);
  return Text.str().str();
}

std::string bytesOf(const std::vector<unsigned> &Leaves, const InputAssignment &Values) {
  std::string Bytes;
  for (unsigned Leaf : Leaves)
    Bytes += static_cast<char>(Values[Leaf].getZExtValue());
  return Bytes;
}

} // namespace

std::string valueText(const llvm::APInt &Bits, bool Signed, bool Floating) {
  if (Floating) {
    switch (Bits.getBitWidth()) {
    case 32:
      return shortest(std::bit_cast<float>(static_cast<std::uint32_t>(Bits.getZExtValue())));
    case 64:
      return shortest(std::bit_cast<double>(Bits.getZExtValue()));
    case 16:
    case 80:
    case 128:
      return otherFloat(Bits);
    default:
      break;
    }
  }
  llvm::SmallString<40> Text;
  Bits.toString(Text, 10, Signed);
  return Text.str().str();
}

void settle(const InputSpace &Space, InputAssignment &Values) {
  // Counters come before what they count.
  for (const InputGuard &Each : Space.Guards) {
    llvm::APInt &Value = Values[Each.Leaf];
    bool Signed = Space.Leaves[Each.Leaf].Signed;
    if (Values[Each.Counter].ule(Each.AtMost))
      Value = llvm::APInt::getZero(Value.getBitWidth());
    else if (Each.Min &&
             (Signed ? Value.slt(*Each.Min) || Value.sgt(*Each.Max) : Value.ult(*Each.Min) || Value.ugt(*Each.Max)))
      Value = *Each.Min;
  }
}

std::vector<InputValue> describe(const InputSpace &Space, const InputAssignment &Values) {
  std::vector<InputValue> Result;
  for (std::size_t I = 0; I != Space.Leaves.size() && I != Values.size(); ++I) {
    const InputLeaf &Leaf = Space.Leaves[I];
    Result.push_back(
        {Leaf.Name, valueText(Values[I], Leaf.Signed, Leaf.Floating), Leaf.Bits, Leaf.Signed, Leaf.Floating});
  }
  return Result;
}

namespace {

std::string quoted(const std::string &Bytes) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  llvm::printEscapedString(Bytes, Stream);
  return "\"" + Text + "\"";
}

std::string contentsText(const InputSpace &Space, const InputContents &What, const InputAssignment &Values);

std::string listText(const InputSpace &Space, const InputContents &What, std::uint64_t Count,
                     const InputAssignment &Values) {
  std::string Text;
  for (std::uint64_t I = 0; I != What.Elements.size() && I < Count; ++I)
    Text += (I ? ", " : "") + contentsText(Space, What.Elements[I], Values);
  return "{" + Text + "}";
}

std::string contentsText(const InputSpace &Space, const InputContents &What, const InputAssignment &Values) {
  std::uint64_t Count = Values[What.Counter].getLimitedValue();
  switch (What.What) {
  case InputContents::Kind::Number: {
    const InputLeaf &Leaf = Space.Leaves[What.Leaves.front()];
    return valueText(Values[What.Leaves.front()], Leaf.Signed, Leaf.Floating);
  }
  case InputContents::Kind::Record:
    return What.Elements.size() == 1 ? contentsText(Space, What.Elements.front(), Values)
                                     : listText(Space, What, What.Elements.size(), Values);
  case InputContents::Kind::Text:
    return quoted(bytesOf(What.Leaves, Values).substr(0, Count));
  case InputContents::Kind::List:
    return listText(Space, What, Count, Values);
  case InputContents::Kind::Optional:
    return Count ? contentsText(Space, What.Elements.front(), Values) : "none";
  }
  return {};
}

void addCovered(const InputSpace &Space, const InputContents &What, std::vector<std::string> &Names) {
  bool Counts = What.What != InputContents::Kind::Number && What.What != InputContents::Kind::Record;
  if (Counts)
    Names.push_back(Space.Leaves[What.Counter].Name);
  for (unsigned Leaf : What.Leaves)
    Names.push_back(Space.Leaves[Leaf].Name);
  for (const InputContents &Each : What.Elements)
    addCovered(Space, Each, Names);
}

/// The object is there, under its own name.
bool isThere(const InputObject &Object, const InputAssignment &Values) {
  bool Null = Object.NullLeaf && Values[*Object.NullLeaf].getBoolValue();
  bool Other = Object.Alias && Values[Object.Alias->first].getBoolValue();
  return !Null && !Other;
}

} // namespace

std::vector<InputText> describeTexts(const InputSpace &Space, const InputAssignment &Values) {
  std::vector<InputText> Result;
  for (const InputContents &Each : Space.Contents) {
    if (!isThere(Space.Objects[Each.Object], Values))
      continue;
    InputText Text{Each.Name, {}, {}, {}};
    addCovered(Space, Each, Text.Leaves);
    if (Each.What == InputContents::Kind::Text)
      Text.Bytes = bytesOf(Each.Leaves, Values).substr(0, Values[Each.Counter].getLimitedValue());
    else
      Text.List = contentsText(Space, Each, Values);
    Result.push_back(std::move(Text));
  }
  for (const InputObject &Object : Space.Objects) {
    if (!Object.Text || !isThere(Object, Values))
      continue;
    std::vector<unsigned> Leaves;
    for (const InputCell &Cell : Object.Cells)
      if (Cell.What == InputCell::Kind::Leaf)
        Leaves.push_back(Cell.Index);
    std::string Bytes = bytesOf(Leaves, Values);
    Result.push_back({Object.Name, Bytes.substr(0, Bytes.find('\0'))});
  }
  ProgramTexts Texts = programTexts(Space, Values);
  for (std::size_t I = 0; I != Texts.Arguments.size(); ++I)
    Result.push_back({"argv_" + std::to_string(I + 1), Texts.Arguments[I]});
  if (Texts.Stdin)
    Result.push_back({"stdin", *Texts.Stdin});
  for (auto &[Name, Contents] : Texts.Files)
    Result.push_back({"file_" + Name, Contents});
  for (auto &[Name, Value] : Texts.Environment)
    Result.push_back({"env_" + Name, Value});
  return Result;
}

ProgramTexts programTexts(const InputSpace &Space, const InputAssignment &Values) {
  auto Text = [&](const std::vector<unsigned> &Leaves) {
    std::string Bytes = bytesOf(Leaves, Values);
    return Bytes.substr(0, Bytes.find('\0'));
  };
  auto Stream = [&](const std::vector<unsigned> &Leaves, unsigned Length) {
    return bytesOf(Leaves, Values).substr(0, Values[Length].getZExtValue());
  };
  ProgramTexts Result;
  for (const ProgramInput::Argument &Each : Space.Program.Arguments)
    Result.Arguments.push_back(Each.Fixed ? Each.Text : Text(Each.Leaves));
  if (Space.Program.StdinLength)
    Result.Stdin = Stream(Space.Program.StdinLeaves, *Space.Program.StdinLength);
  for (const ProgramInput::File &Each : Space.Program.Files)
    Result.Files.emplace_back(Each.Name, Each.Length ? Stream(Each.Leaves, *Each.Length) : Each.Contents);
  for (const ProgramInput::Variable &Each : Space.Program.Environment)
    if (Values[Each.SetLeaf].isZero())
      Result.Unset.push_back(Each.Name);
    else
      Result.Environment.emplace_back(Each.Name, Text(Each.Leaves));
  return Result;
}

} // namespace vernier

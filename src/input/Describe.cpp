#include "input/InputSpace.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/SmallString.h>

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

std::vector<InputValue> describe(const InputSpace &Space, const InputAssignment &Values) {
  std::vector<InputValue> Result;
  for (std::size_t I = 0; I != Space.Leaves.size() && I != Values.size(); ++I) {
    const InputLeaf &Leaf = Space.Leaves[I];
    Result.push_back(
        {Leaf.Name, valueText(Values[I], Leaf.Signed, Leaf.Floating), Leaf.Bits, Leaf.Signed, Leaf.Floating});
  }
  return Result;
}

std::vector<InputText> describeTexts(const InputSpace &Space, const InputAssignment &Values) {
  std::vector<InputText> Result;
  for (const InputObject &Object : Space.Objects) {
    bool Null = Object.NullLeaf && Values[*Object.NullLeaf].getBoolValue();
    bool Other = Object.Alias && Values[Object.Alias->first].getBoolValue();
    if (!Object.Text || Null || Other)
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

#include "execution/runs/ContentsReader.h"

#include "input/InputSpace.h"
#include "input/KnownClass.h"

namespace vernier {

namespace {

/// More bytes or elements are not compared.
constexpr std::uint64_t MostElements = 4096;

} // namespace

struct ContentsReader::Reading {
  LeftContents &Into;
  const Targets &Follow;
};

std::string bytesText(llvm::StringRef Bytes, llvm::StringRef Unwritten) {
  static constexpr char Digits[] = "0123456789abcdef";
  std::string Text = "\"";
  for (std::size_t I = 0; I != Bytes.size(); ++I) {
    auto Byte = static_cast<unsigned char>(Bytes[I]);
    if (I < Unwritten.size() && Unwritten[I])
      Text += "\\?";
    else if (Byte == '"' || Byte == '\\')
      Text += std::string("\\") + Bytes[I];
    else if (Byte < 32 || Byte > 126)
      Text += std::string("\\x") + Digits[Byte >> 4] + Digits[Byte & 15];
    else
      Text += Bytes[I];
  }
  return Text + "\"";
}

llvm::APInt bitsAt(llvm::StringRef Bytes, std::uint64_t Offset, unsigned Bits) {
  llvm::APInt Value(Bits, 0);
  for (unsigned Bit = 0; Bit < Bits; Bit += 8) {
    unsigned Width = std::min(8u, Bits - Bit);
    Value.insertBits(static_cast<unsigned char>(Bytes[Offset + Bit / 8]) & ((1u << Width) - 1), Bit, Width);
  }
  return Value;
}

void ContentsReader::fail(const std::string &Why) {
  if (Problem.empty())
    Problem = Why;
}

std::uint64_t ContentsReader::pinned(Reading &Now, Place At, unsigned Bits) {
  Now.Into.Pins.push_back({At.In->Observed, At.Offset, Bits, false});
  return bitsAt(At.In->Bytes, At.Offset, Bits).getZExtValue();
}

const MemoryArea *ContentsReader::areaOf(Reading &Now, std::uint64_t Address, std::uint64_t Size) {
  for (const MemoryArea &Area : Areas)
    if (Area.Address && Address >= Area.Address && Size <= Area.Bytes.size() &&
        Address - Area.Address <= Area.Bytes.size() - Size)
      return &Area;
  if (Address < Stack.first || Address >= Stack.second)
    fail("what '" + Now.Into.Name + "' holds is not all in memory that is known to be the program's");
  return nullptr;
}

std::string ContentsReader::text(Reading &Now, std::uint64_t Address, std::uint64_t Length) {
  Now.Into.Form += "text " + std::to_string(Length) + ";";
  if (!Length)
    return "\"\"";
  if (Length > MostElements) {
    fail("'" + Now.Into.Name + "' is longer than what is compared");
    return "long";
  }
  const MemoryArea *Area = areaOf(Now, Address, Length);
  if (!Area) {
    Now.Into.Form += "dangling;";
    return "dangling";
  }
  std::uint64_t Begin = Address - Area->Address;
  const LeftScalar &Whole = Now.Into.Whole;
  Now.Into.Inside &=
      Area->Observed == Whole.Observed && Begin >= Whole.Offset && Begin + Length <= Whole.Offset + Whole.Bits / 8;
  for (std::uint64_t I = 0; I != Length; ++I)
    Now.Into.Scalars.push_back({Area->Observed, Begin + I, 8, false});
  return bytesText(Area->Bytes.substr(Begin, Length));
}

std::string ContentsReader::list(Reading &Now, Place At, const llvm::DIType *Element, const std::string &Name) {
  Now.Into.Inside = false;
  std::uint64_t Begin = pinned(Now, At, 64), End = pinned(Now, {At.In, At.Offset + 8}, 64);
  std::uint64_t Size = std::max<std::uint64_t>(1, sizeInBytes(Element)), Count = (End - Begin) / Size;
  Now.Into.Form += "list " + std::to_string(Count) + ";";
  if (Begin == End)
    return "{}";
  auto Fields = fieldsOf(Element);
  if (!Fields || Count > MostElements) {
    fail("'" + Now.Into.Name + "' " + (Fields ? "is longer than what is compared" : "holds what is not compared"));
    return "long";
  }
  const MemoryArea *Area = areaOf(Now, Begin, Count * Size);
  if (!Area) {
    Now.Into.Form += "dangling;";
    return "dangling";
  }
  std::string Text;
  for (std::uint64_t I = 0; I != Count; ++I)
    Text += (I ? ", " : "") +
            fields(Now, {Area, Begin - Area->Address + I * Size}, *Fields, Name + "[" + std::to_string(I) + "]");
  return "{" + Text + "}";
}

std::string ContentsReader::field(Reading &Now, Place At, const Field &Each, const std::string &Name) {
  Place There{At.In, At.Offset + Each.Offset};
  if (There.Offset + (Each.Bits + 7) / 8 > At.In->Bytes.size()) {
    fail("'" + Now.Into.Name + "' is not all there");
    return "?";
  }
  switch (Each.What) {
  case Field::Kind::Number:
    Now.Into.Scalars.push_back({There.In->Observed, There.Offset, Each.Bits, Each.Floating, Each.Mask});
    return valueText(masked(bitsAt(There.In->Bytes, There.Offset, Each.Bits), Each.Mask), Each.Signed, Each.Floating);
  case Field::Kind::Contents:
    return object(Now, There, Each.Pointee, Name + Each.Path);
  case Field::Kind::Pointer:
  case Field::Kind::FunctionPointer:
    break;
  }
  std::string Target = Now.Follow(pinned(Now, There, 64), Each.Pointee, Name + Each.Path);
  Now.Into.Form += Target + ";";
  return Target;
}

std::string ContentsReader::fields(Reading &Now, Place At, const std::vector<Field> &Fields, const std::string &Name) {
  std::string Text;
  for (const Field &Each : Fields)
    Text += (Text.empty() ? "" : ", ") + field(Now, At, Each, Name);
  return Fields.size() == 1 ? Text : "{" + Text + "}";
}

std::string ContentsReader::object(Reading &Now, Place At, const llvm::DIType *Type, const std::string &Name) {
  KnownClass Known = *knownClass(Type);
  auto Word = [&](std::uint64_t Offset) { return pinned(Now, {At.In, At.Offset + Offset}, 64); };
  switch (Known.What) {
  case KnownClass::Kind::String: {
    std::uint64_t Address = Word(0), Length = Word(8);
    return text(Now, Address, Length);
  }
  case KnownClass::Kind::View: {
    std::uint64_t Length = Word(0), Address = Word(8);
    return text(Now, Address, Length);
  }
  case KnownClass::Kind::Vector:
    return list(Now, At, Known.Element, Name);
  case KnownClass::Kind::Optional:
    break;
  }
  bool Engaged = pinned(Now, {At.In, At.Offset + Known.Engaged}, 8) != 0;
  Now.Into.Form += Engaged ? "value;" : "none;";
  if (!Engaged)
    return "none";
  auto Fields = fieldsOf(Known.Element);
  if (!Fields) {
    fail("'" + Now.Into.Name + "' holds what is not compared");
    return "?";
  }
  return fields(Now, At, *Fields, Name);
}

LeftContents ContentsReader::read(const MemoryArea &In, std::uint64_t Offset, const llvm::DIType *Type,
                                  const std::string &Name, const Targets &Follow) {
  LeftContents Result;
  Result.Name = Name;
  std::uint64_t Size = sizeInBytes(Type);
  Result.Whole = {In.Observed, Offset, static_cast<unsigned>(8 * Size), false};
  if (Offset + Size > In.Bytes.size()) {
    fail("'" + Name + "' is not all there");
    return Result;
  }
  Reading Now{Result, Follow};
  Result.Text = object(Now, {&In, Offset}, Type, Name);
  return Result;
}

} // namespace vernier

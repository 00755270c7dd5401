#include "report/terms/SourceTypes.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <set>

namespace vernier {

const llvm::DIType *strippedType(const llvm::DIType *Type) {
  namespace dwarf = llvm::dwarf;
  while (auto *Derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(Type)) {
    unsigned Tag = Derived->getTag();
    if (Tag != dwarf::DW_TAG_typedef && Tag != dwarf::DW_TAG_const_type && Tag != dwarf::DW_TAG_volatile_type &&
        Tag != dwarf::DW_TAG_restrict_type)
      break;
    Type = Derived->getBaseType();
  }
  return Type;
}

std::optional<PointerType> pointerType(const llvm::DIType *Type) {
  auto *Pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strippedType(Type));
  if (!Pointer || (Pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type &&
                   Pointer->getTag() != llvm::dwarf::DW_TAG_reference_type))
    return std::nullopt;
  return PointerType{Pointer->getBaseType()};
}

namespace {

/// Names that mean the same in C and C++.
std::string plainName(llvm::StringRef Name, unsigned Bits, bool Signed) {
  static const std::set<llvm::StringRef> Known = {
      "int",  "unsigned int",  "char",      "signed char",        "unsigned char", "short", "unsigned short",
      "long", "unsigned long", "long long", "unsigned long long", "float",         "double"};
  if (Name == "_Bool" || Name == "bool")
    return "bool";
  if (Known.contains(Name))
    return Name.str();
  return "std::" + std::string(Signed ? "" : "u") + "int" + std::to_string(Bits) + "_t";
}

} // namespace

std::optional<NumberType> numberType(const llvm::DIType *Type) {
  namespace dwarf = llvm::dwarf;
  Type = strippedType(Type);
  if (auto *Enumeration = llvm::dyn_cast_or_null<llvm::DICompositeType>(Type);
      Enumeration && Enumeration->getTag() == dwarf::DW_TAG_enumeration_type) {
    if (auto Under = numberType(Enumeration->getBaseType()))
      return Under;
    if (Enumeration->getSizeInBits() == 32)
      return NumberType{"int", 32, true, false};
    return std::nullopt;
  }
  auto *Basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(Type);
  if (!Basic)
    return std::nullopt;
  auto Bits = static_cast<unsigned>(Basic->getSizeInBits());
  unsigned Encoding = Basic->getEncoding();
  if (Encoding == dwarf::DW_ATE_float) {
    if (Bits != 32 && Bits != 64)
      return std::nullopt;
    return NumberType{Bits == 32 ? "float" : "double", Bits, true, true};
  }
  if (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64)
    return std::nullopt;
  bool Signed = Encoding == dwarf::DW_ATE_signed || Encoding == dwarf::DW_ATE_signed_char;
  bool Integer = Signed || Encoding == dwarf::DW_ATE_unsigned || Encoding == dwarf::DW_ATE_unsigned_char ||
                 Encoding == dwarf::DW_ATE_boolean || Encoding == dwarf::DW_ATE_UTF;
  if (!Integer)
    return std::nullopt;
  return NumberType{plainName(Basic->getName(), Bits, Signed), Bits, Signed, false};
}

namespace {

std::string floatLiteral(const llvm::APInt &Value, const NumberType &Type) {
  std::string Text = valueText(Value, true, true);
  if (Text == "nan" || Text == "inf" || Text == "-inf")
    return "fromBits<" + Type.Name + ">(0x" + llvm::toString(Value, 16, false) + ")";
  if (Text.find_first_of(".e") == std::string::npos)
    Text += ".0";
  return Text + (Type.Bits == 32 ? "f" : "");
}

} // namespace

std::string literal(const llvm::APInt &Value, const NumberType &Type) {
  if (Type.Floating)
    return floatLiteral(Value, Type);
  if (Type.Name == "bool")
    return Value.isZero() ? "false" : "true";
  std::string Text = valueText(Value, Type.Signed, false);
  if (Type.Signed && Type.Bits == 64 && Value.isMinSignedValue())
    return "(-9223372036854775807LL - 1)";
  if (Type.Signed && Type.Bits == 32 && Value.isMinSignedValue())
    return "(-2147483647 - 1)";
  return Text + (Type.Signed ? "" : "U") + (Type.Bits == 64 ? "LL" : "");
}

std::string stringLiteral(const std::string &Bytes) {
  std::string Text = "\"";
  for (char C : Bytes) {
    if (llvm::isAlnum(C) || llvm::StringRef(" !#$%&'()*+,-./:;<=>@[]^_`{|}~").contains(C)) {
      Text += C;
      continue;
    }
    auto Byte = static_cast<unsigned char>(C);
    Text += {'\\', static_cast<char>('0' + (Byte >> 6)), static_cast<char>('0' + ((Byte >> 3) & 7)),
             static_cast<char>('0' + (Byte & 7))};
  }
  return Text + "\"";
}

std::string identifier(const std::string &Name) {
  static const std::set<std::string> Words = {
      "alignas", "alignof",  "and",      "asm",      "auto",      "bool",      "break",     "case",     "catch",
      "char",    "class",    "const",    "continue", "default",   "delete",    "do",        "double",   "else",
      "enum",    "explicit", "export",   "extern",   "false",     "float",     "for",       "friend",   "goto",
      "if",      "inline",   "int",      "long",     "mutable",   "namespace", "new",       "noexcept", "not",
      "nullptr", "operator", "or",       "private",  "protected", "public",    "register",  "requires", "return",
      "short",   "signed",   "sizeof",   "static",   "struct",    "switch",    "template",  "this",     "thread_local",
      "throw",   "true",     "try",      "typedef",  "typeid",    "typename",  "union",     "unsigned", "using",
      "virtual", "void",     "volatile", "while",    "xor",       "concept",   "constexpr", "decltype", "main"};
  std::string Result;
  for (char C : Name)
    Result += llvm::isAlnum(C) || C == '_' ? C : '_';
  if (Result.empty() || llvm::isDigit(Result.front()))
    Result = "_" + Result;
  return Words.contains(Result) ? Result + "_" : Result;
}

} // namespace vernier

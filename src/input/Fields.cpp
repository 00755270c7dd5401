#include "input/Fields.h"

#include "input/KnownClass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

namespace vernier {

namespace {

namespace dwarf = llvm::dwarf;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

/// Beyond this many scalars a value is no input that anyone wants to see element by element.
constexpr std::size_t MostFields = 1u << 16;

bool isPointer(unsigned Tag) {
  return Tag == dwarf::DW_TAG_pointer_type || Tag == dwarf::DW_TAG_reference_type ||
         Tag == dwarf::DW_TAG_rvalue_reference_type;
}

std::optional<std::uint64_t> elementCount(const llvm::DINode *Range) {
  auto *Sub = dyn_cast_or_null<llvm::DISubrange>(Range);
  if (!Sub)
    return std::nullopt;
  if (auto *Count = dyn_cast_or_null<llvm::ConstantInt *>(Sub->getCount()))
    return Count->isNegative() ? 0 : Count->getZExtValue();
  return 0; // a flexible array
}

/// By offset.
using ByteMasks = std::map<std::uint64_t, std::uint8_t>;

void addBitField(const llvm::DIDerivedType &Member, ByteMasks &To) {
  if (Member.getName().empty())
    return; // nobody can read it
  std::uint64_t First = Member.getOffsetInBits();
  for (std::uint64_t Bit = First; Bit != First + Member.getSizeInBits(); ++Bit)
    To[Bit / 8] |= static_cast<std::uint8_t>(1u << Bit % 8);
}

class Flattener {
public:
  std::vector<Field> Fields;
  std::optional<Error> Problem;

  void type(const llvm::DIType *Named, std::uint64_t Offset, const std::string &Path, const std::string &Group) {
    if (Problem)
      return;
    const llvm::DIType *Type = withoutNames(Named);
    if (!Type)
      return fail("void has no value");
    if (auto *Basic = dyn_cast<llvm::DIBasicType>(Type))
      return basic(*Basic, Offset, Path, Group);
    if (auto *Derived = dyn_cast<llvm::DIDerivedType>(Type))
      return pointer(*Derived, Offset, Path, Group);
    if (auto *Composite = dyn_cast<llvm::DICompositeType>(Type))
      return composite(*Composite, Offset, Path, Group);
    fail("'" + typeName(Type) + "' is not supported");
  }

private:
  void fail(const std::string &Why) {
    if (!Problem)
      Problem = analysisError(Why);
  }

  Field &add(std::uint64_t Offset, unsigned Bits, const std::string &Path, const std::string &Group) {
    if (Fields.size() == MostFields)
      fail("it has more than " + std::to_string(MostFields) + " elements");
    Field New;
    New.Offset = Offset;
    New.Bits = Bits;
    New.Path = Path;
    New.Group = Group;
    Fields.push_back(std::move(New));
    return Fields.back();
  }

  void bytes(std::uint64_t Offset, const ByteMasks &Masks, const std::string &Path, const std::string &Group) {
    for (const auto &[Byte, Mask] : Masks)
      if (!Problem)
        add(Offset + Byte, 8, Path + "_" + std::to_string(Byte), Group).Mask = Mask;
  }

  void basic(const llvm::DIBasicType &Type, std::uint64_t Offset, const std::string &Path, const std::string &Group) {
    auto Bits = static_cast<unsigned>(Type.getSizeInBits());
    switch (Type.getEncoding()) {
    case dwarf::DW_ATE_boolean: {
      Field &New = add(Offset, Bits, Path, Group);
      New.Min = llvm::APInt(Bits, 0);
      New.Max = llvm::APInt(Bits, 1);
      return;
    }
    case dwarf::DW_ATE_float:
      if (Bits == 128 && Type.getName() == "long double") // ten bytes, the others are padding
        Bits = 80;
      if (Bits > 64 && Bits != 80)
        return fail("'" + Type.getName().str() + "' is not supported");
      add(Offset, Bits, Path, Group).Floating = true;
      return;
    case dwarf::DW_ATE_complex_float:
      if (Bits > 128)
        return fail("'" + Type.getName().str() + "' is not supported");
      add(Offset, Bits / 2, Path + ".re", Group + ".re").Floating = true;
      add(Offset + Bits / 16, Bits / 2, Path + ".im", Group + ".im").Floating = true;
      return;
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char:
      add(Offset, Bits, Path, Group).Signed = true;
      return;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF:
      add(Offset, Bits, Path, Group);
      return;
    default:
      // nullptr_t and the like hold no value that a program reads.
      return fail("'" + Type.getName().str() + "' is not supported");
    }
  }

  void pointer(const llvm::DIDerivedType &Type, std::uint64_t Offset, const std::string &Path,
               const std::string &Group) {
    if (!isPointer(Type.getTag()))
      return fail("'" + typeName(&Type) + "' is not supported");
    Field &New = add(Offset, 64, Path, Group);
    New.Pointee = withoutNames(Type.getBaseType());
    New.Reference = Type.getTag() != dwarf::DW_TAG_pointer_type;
    New.What =
        dyn_cast_or_null<llvm::DISubroutineType>(New.Pointee) ? Field::Kind::FunctionPointer : Field::Kind::Pointer;
  }

  void composite(const llvm::DICompositeType &Type, std::uint64_t Offset, const std::string &Path,
                 const std::string &Group) {
    if (Type.isForwardDecl())
      return fail("'" + typeName(&Type) + "' is only declared, its contents are not known");
    if (auto Known = knownClass(&Type)) {
      Field &New = add(Offset, static_cast<unsigned>(8 * Known->Size), Path, Group);
      New.What = Field::Kind::Contents;
      New.Pointee = &Type;
      return;
    }
    switch (unsigned{Type.getTag()}) {
    case dwarf::DW_TAG_enumeration_type:
      return enumeration(Type, Offset, Path, Group);
    case dwarf::DW_TAG_array_type:
      return array(Type, 0, Offset, Path, Group);
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
      return structure(Type, Offset, Path, Group);
    case dwarf::DW_TAG_union_type:
      return overlay(Type, Offset, Path, Group);
    default:
      return fail("'" + typeName(&Type) + "' is not supported");
    }
  }

  /// A union: the bytes that any of its members has.
  void overlay(const llvm::DICompositeType &Type, std::uint64_t Offset, const std::string &Path,
               const std::string &Group) {
    Flattener Inside;
    ByteMasks Masks;
    for (const llvm::DINode *Element : Type.getElements()) {
      auto *Member = dyn_cast<llvm::DIDerivedType>(Element);
      if (!Member || Member->isStaticMember())
        continue;
      if (Member->isBitField())
        addBitField(*Member, Masks);
      else
        Inside.type(Member->getBaseType(), 0, "", "");
    }
    if (Inside.Problem || holdsPointers(Inside.Fields))
      return fail("'" + typeName(&Type) + "' may hold a pointer or a number, which is not supported");
    for (const Field &Each : Inside.Fields)
      for (std::uint64_t I = 0; I != (Each.Bits + 7) / 8; ++I)
        Masks[Each.Offset + I] |= Each.Mask;
    bytes(Offset, Masks, Path, Group);
  }

  void enumeration(const llvm::DICompositeType &Type, std::uint64_t Offset, const std::string &Path,
                   const std::string &Group) {
    auto Bits = static_cast<unsigned>(Type.getSizeInBits());
    Field &New = add(Offset, Bits, Path, Group);
    auto *Base = dyn_cast_or_null<llvm::DIBasicType>(withoutNames(Type.getBaseType()));
    New.Signed = Base && Base->getSignedness() == llvm::DIBasicType::Signedness::Signed;
    New.Enumeration = true;
    for (const llvm::DINode *Element : Type.getElements()) {
      auto *Each = dyn_cast<llvm::DIEnumerator>(Element);
      if (!Each)
        continue;
      llvm::APInt Value = Each->getValue().sextOrTrunc(Bits);
      auto Less = [&](const llvm::APInt &A, const llvm::APInt &B) { return New.Signed ? A.slt(B) : A.ult(B); };
      if (!New.Min || Less(Value, *New.Min))
        New.Min = Value;
      if (!New.Max || Less(*New.Max, Value))
        New.Max = Value;
    }
  }

  void array(const llvm::DICompositeType &Type, unsigned Dimension, std::uint64_t Offset, const std::string &Path,
             const std::string &Group) {
    if (Type.isVector())
      return fail("vectors are not supported");
    llvm::DINodeArray Ranges = Type.getElements();
    if (Dimension == Ranges.size())
      return type(Type.getBaseType(), Offset, Path, Group);
    std::uint64_t Inner = sizeInBytes(withoutNames(Type.getBaseType()));
    for (unsigned I = Dimension + 1; I != Ranges.size(); ++I)
      Inner *= elementCount(Ranges[I]).value_or(0);
    auto Count = elementCount(Ranges[Dimension]);
    if (!Count)
      return fail("an array of variable length is not supported");
    for (std::uint64_t I = 0; I != *Count && !Problem; ++I)
      array(Type, Dimension + 1, Offset + I * Inner, Path + "_" + std::to_string(I), Group);
  }

  void structure(const llvm::DICompositeType &Type, std::uint64_t Offset, const std::string &Path,
                 const std::string &Group) {
    ByteMasks BitFields;
    for (const llvm::DINode *Element : Type.getElements()) {
      auto *Member = dyn_cast<llvm::DIDerivedType>(Element);
      if (!Member || Member->isStaticMember())
        continue;
      if (Member->isBitField()) {
        addBitField(*Member, BitFields);
        continue;
      }
      if (Member->getTag() == dwarf::DW_TAG_inheritance) {
        if (Member->getFlags() & llvm::DINode::FlagVirtual)
          return fail("'" + typeName(&Type) + "' has virtual bases, which are not supported");
        type(Member->getBaseType(), Offset + Member->getOffsetInBits() / 8, Path, Group);
        continue;
      }
      if (Member->getTag() != dwarf::DW_TAG_member)
        continue;
      if (Member->getName().starts_with("_vptr"))
        return fail("'" + typeName(&Type) + "' has virtual functions, which are not supported");
      // The members of an anonymous structure are members of the one around it.
      std::string Name = Member->getName().empty() ? "" : "." + Member->getName().str();
      if (Name == "._M_elems" && isOfLibrary(&Type)) // std::array
        Name.clear();
      type(Member->getBaseType(), Offset + Member->getOffsetInBits() / 8, Path + Name, Group + Name);
    }
    bytes(Offset, BitFields, Path + ".bits", Group + ".bits");
  }
};

void flatten(llvm::Type *Type, const llvm::DataLayout &Layout, std::uint64_t Offset, const std::string &Path,
             const std::string &Group, std::vector<Field> &Fields) {
  if (Fields.size() >= MostFields)
    return;
  if (auto *Array = dyn_cast<llvm::ArrayType>(Type)) {
    std::uint64_t Step = Layout.getTypeAllocSize(Array->getElementType());
    for (std::uint64_t I = 0; I != Array->getNumElements() && Fields.size() < MostFields; ++I)
      flatten(Array->getElementType(), Layout, Offset + I * Step, Path + "_" + std::to_string(I), Group, Fields);
    return;
  }
  if (auto *Struct = dyn_cast<llvm::StructType>(Type)) {
    const llvm::StructLayout *Places = Layout.getStructLayout(Struct);
    for (unsigned I = 0; I != Struct->getNumElements(); ++I) {
      std::string Name = "." + std::to_string(I);
      flatten(Struct->getElementType(I), Layout, Offset + Places->getElementOffset(I), Path + Name, Group + Name,
              Fields);
    }
    return;
  }
  Field New;
  New.Offset = Offset;
  New.Path = Path;
  New.Group = Group;
  New.Bits = static_cast<unsigned>(Layout.getTypeStoreSizeInBits(Type));
  New.Floating = Type->isFloatingPointTy();
  if (Type->isPointerTy())
    New.What = Field::Kind::Pointer;
  Fields.push_back(std::move(New));
}

const llvm::DIGlobalVariable *description(const llvm::GlobalVariable &Global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Descriptions;
  Global.getDebugInfo(Descriptions);
  return Descriptions.empty() ? nullptr : Descriptions.front()->getVariable();
}

/// The function of a static local; a variable of a file has none.
const llvm::DISubprogram *functionOf(const llvm::DIGlobalVariable &Variable) {
  auto *Scope = dyn_cast_or_null<llvm::DILocalScope>(Variable.getScope());
  return Scope ? Scope->getSubprogram() : nullptr;
}

bool samePlace(const llvm::GlobalVariable &A, const llvm::GlobalVariable &B) {
  const llvm::DIGlobalVariable *First = description(A), *Second = description(B);
  if (!First || !Second || First->getFilename() != Second->getFilename())
    return false;
  const llvm::DISubprogram *Inside = functionOf(*First), *AlsoInside = functionOf(*Second);
  return !Inside == !AlsoInside && (!Inside || Inside->getName() == AlsoInside->getName());
}

llvm::StringRef withoutNumber(llvm::StringRef Symbol) {
  auto [Front, Back] = Symbol.rsplit('.');
  bool Numbered = !Back.empty() && llvm::all_of(Back, [](char C) { return C >= '0' && C <= '9'; });
  return Numbered ? Front : Symbol;
}

/// The other variables of the module that would have the same symbol, were it not numbered.
std::vector<const llvm::GlobalVariable *> namesakes(const llvm::GlobalVariable &Global) {
  std::vector<const llvm::GlobalVariable *> Others;
  for (const llvm::GlobalVariable &Other : Global.getParent()->globals())
    if (&Other != &Global && withoutNumber(Other.getName()) == withoutNumber(Global.getName()))
      Others.push_back(&Other);
  return Others;
}

} // namespace

const llvm::DIType *withoutNames(const llvm::DIType *Type) {
  while (auto *Derived = dyn_cast_or_null<llvm::DIDerivedType>(Type)) {
    unsigned Tag = Derived->getTag();
    if (isPointer(Tag) || Tag == dwarf::DW_TAG_ptr_to_member_type)
      break;
    Type = Derived->getBaseType();
  }
  return Type;
}

std::string typeName(const llvm::DIType *Type) {
  if (!Type)
    return "void";
  if (auto *Derived = dyn_cast<llvm::DIDerivedType>(Type)) {
    switch (unsigned{Derived->getTag()}) {
    case dwarf::DW_TAG_typedef:
      return Type->getName().str();
    case dwarf::DW_TAG_const_type:
      return "const " + typeName(Derived->getBaseType());
    case dwarf::DW_TAG_pointer_type:
      return typeName(Derived->getBaseType()) + " *";
    case dwarf::DW_TAG_reference_type:
      return typeName(Derived->getBaseType()) + " &";
    case dwarf::DW_TAG_rvalue_reference_type:
      return typeName(Derived->getBaseType()) + " &&";
    case dwarf::DW_TAG_ptr_to_member_type:
      return "pointer to member";
    default:
      return typeName(Derived->getBaseType());
    }
  }
  if (llvm::isa<llvm::DISubroutineType>(Type))
    return "function";
  if (auto *Composite = dyn_cast<llvm::DICompositeType>(Type)) {
    std::string Name = Type->getName().empty() ? "(unnamed)" : Type->getName().str();
    switch (unsigned{Composite->getTag()}) {
    case dwarf::DW_TAG_structure_type:
      return "struct " + Name;
    case dwarf::DW_TAG_union_type:
      return "union " + Name;
    case dwarf::DW_TAG_enumeration_type:
      return "enum " + Name;
    case dwarf::DW_TAG_array_type:
      return typeName(Composite->getBaseType()) + "[]";
    default:
      return Name;
    }
  }
  return Type->getName().str();
}

bool isPlainChar(const llvm::DIType *Type) {
  auto *Basic = dyn_cast_or_null<llvm::DIBasicType>(withoutNames(Type));
  return Basic && Basic->getName() == "char";
}

bool isRecord(const llvm::DIType *Type) {
  auto *Composite = dyn_cast_or_null<llvm::DICompositeType>(withoutNames(Type));
  return Composite &&
         (Composite->getTag() == dwarf::DW_TAG_structure_type || Composite->getTag() == dwarf::DW_TAG_class_type ||
          Composite->getTag() == dwarf::DW_TAG_union_type);
}

bool endsInFlexibleArray(const llvm::DIType *Type) {
  if (!isRecord(Type))
    return false;
  const llvm::DIType *Last = nullptr;
  for (const llvm::DINode *Element : llvm::cast<llvm::DICompositeType>(withoutNames(Type))->getElements())
    if (auto *Member = dyn_cast<llvm::DIDerivedType>(Element); Member && !Member->isStaticMember())
      Last = withoutNames(Member->getBaseType());
  auto *Array = dyn_cast_or_null<llvm::DICompositeType>(Last);
  bool IsArray = Array && Array->getTag() == dwarf::DW_TAG_array_type;
  return IsArray ? Array->getSizeInBits() == 0 : endsInFlexibleArray(Last);
}

std::uint64_t sizeInBytes(const llvm::DIType *Type) {
  const llvm::DIType *Bare = withoutNames(Type);
  return Bare ? (Bare->getSizeInBits() + 7) / 8 : 1;
}

const llvm::DIType *returnedType(const llvm::Function &F) {
  const llvm::DISubprogram *Known = F.getSubprogram();
  bool HasTypes = Known && Known->getType() && Known->getType()->getTypeArray().size() > 0;
  return HasTypes ? Known->getType()->getTypeArray()[0] : nullptr;
}

Result<std::vector<Field>> fieldsOf(const llvm::DIType *Type) {
  Flattener All;
  All.type(Type, 0, "", "");
  if (All.Problem)
    return *All.Problem;
  llvm::stable_sort(All.Fields, [](const Field &A, const Field &B) { return A.Offset < B.Offset; });
  for (std::size_t I = 1; I < All.Fields.size(); ++I)
    if (All.Fields[I - 1].Offset + All.Fields[I - 1].Bits / 8 > All.Fields[I].Offset)
      return analysisError("the members of '" + typeName(Type) + "' overlap, which is not supported");
  return std::move(All.Fields);
}

std::vector<Field> fieldsOf(llvm::Type *Type, const llvm::DataLayout &Layout) {
  std::vector<Field> Fields;
  flatten(Type, Layout, 0, "", "", Fields);
  return Fields;
}

const llvm::DIType *debugType(const llvm::GlobalVariable &Global) {
  const llvm::DIGlobalVariable *Known = description(Global);
  const llvm::DIType *Type = Known ? Known->getType() : nullptr;
  bool Fits = Type && sizeInBytes(Type) == Global.getDataLayout().getTypeAllocSize(Global.getValueType());
  return Fits ? Type : nullptr;
}

std::string sourceName(const llvm::GlobalVariable &Global) {
  const llvm::DIGlobalVariable *Known = description(Global);
  return Known ? Known->getName().str() : Global.getName().str();
}

bool isSameVariable(const llvm::GlobalVariable &Old, const llvm::GlobalVariable &New) {
  if (Old.getName() != New.getName())
    return false;
  if (!Old.hasLocalLinkage() && !New.hasLocalLinkage())
    return true;
  auto Before = namesakes(Old), After = namesakes(New);
  if (Before.empty() && After.empty())
    return true;
  auto Confused = [](const llvm::GlobalVariable &Global, const auto &Others) {
    return llvm::any_of(Others, [&](const llvm::GlobalVariable *Other) { return samePlace(Global, *Other); });
  };
  return samePlace(Old, New) && !Confused(Old, Before) && !Confused(New, After);
}

Result<std::vector<Field>> fieldsOf(const llvm::GlobalVariable &Global) {
  const llvm::DIType *Type = debugType(Global);
  return Type ? fieldsOf(Type) : fieldsOf(Global.getValueType(), Global.getDataLayout());
}

bool holdsPointers(const std::vector<Field> &Fields) {
  return llvm::any_of(Fields, [](const Field &Each) { return Each.What != Field::Kind::Number; });
}

void joinMasks(std::vector<Field> &Into, const std::vector<Field> &Other) {
  for (Field &Each : Into) {
    if (Each.Mask == WholeByte)
      continue;
    auto Same = llvm::find_if(Other, [&](const Field &Also) { return Also.Offset == Each.Offset && Also.Bits == 8; });
    Each.Mask |= Same == Other.end() ? WholeByte : Same->Mask;
  }
}

llvm::APInt masked(llvm::APInt Value, std::uint8_t Mask) {
  if (Mask == WholeByte)
    return Value;
  return Value & llvm::APInt(Value.getBitWidth(), Mask);
}

} // namespace vernier

#include "input/KnownClass.h"

#include "input/Fields.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <set>

namespace vernier {

namespace {

namespace dwarf = llvm::dwarf;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

bool isInNamespaceStd(const llvm::DIScope *Scope) {
  while (auto *Space = dyn_cast_or_null<llvm::DINamespace>(Scope)) {
    if (Space->getName() == "std" && !dyn_cast_or_null<llvm::DINamespace>(Space->getScope()))
      return true;
    if (!Space->getExportSymbols()) // an inline namespace is a part of the one around it
      return false;
    Scope = Space->getScope();
  }
  return false;
}

const llvm::DICompositeType *classOf(const llvm::DIType *Type) {
  auto *Class = dyn_cast_or_null<llvm::DICompositeType>(withoutNames(Type));
  return Class && isRecord(Class) && !Class->isForwardDecl() ? Class : nullptr;
}

/// Data members and bases.
std::vector<const llvm::DIDerivedType *> partsOf(const llvm::DICompositeType &Class) {
  std::vector<const llvm::DIDerivedType *> Parts;
  for (const llvm::DINode *Element : Class.getElements()) {
    auto *Part = dyn_cast<llvm::DIDerivedType>(Element);
    if (Part && !Part->isStaticMember() &&
        (Part->getTag() == dwarf::DW_TAG_member || Part->getTag() == dwarf::DW_TAG_inheritance))
      Parts.push_back(Part);
  }
  return Parts;
}

/// Where a data member is, looked for in bases and members, too.
std::optional<std::uint64_t> memberOffset(const llvm::DICompositeType &Class, llvm::StringRef Name,
                                          unsigned Depth = 0) {
  for (const llvm::DIDerivedType *Part : partsOf(Class)) {
    std::uint64_t Offset = Part->getOffsetInBits() / 8;
    if (Part->getTag() == dwarf::DW_TAG_member && Part->getName() == Name)
      return Offset;
    const llvm::DICompositeType *Inner = classOf(Part->getBaseType());
    if (!Inner || Depth == 6)
      continue;
    if (auto Inside = memberOffset(*Inner, Name, Depth + 1))
      return Offset + *Inside;
  }
  return std::nullopt;
}

const llvm::DIType *templateArgument(const llvm::DICompositeType &Class, unsigned Index) {
  if (!Class.getRawTemplateParams() || Class.getTemplateParams().size() <= Index)
    return nullptr;
  auto *Given = dyn_cast<llvm::DITemplateTypeParameter>(Class.getTemplateParams()[Index]);
  return Given ? withoutNames(Given->getType()) : nullptr;
}

bool isBool(const llvm::DIType *Type) {
  auto *Basic = dyn_cast_or_null<llvm::DIBasicType>(Type);
  return Basic && Basic->getEncoding() == dwarf::DW_ATE_boolean;
}

bool liesAt(const llvm::DICompositeType &Class, llvm::StringRef Member, std::uint64_t Offset) {
  auto Place = memberOffset(Class, Member);
  return Place && *Place == Offset;
}

bool hasUsualAllocator(const llvm::DICompositeType &Class, unsigned Index) {
  const llvm::DIType *Allocator = templateArgument(Class, Index);
  return Allocator && Allocator->getName().starts_with("allocator<") && isOfLibrary(Allocator);
}

bool isString(const llvm::DICompositeType &Class) {
  return Class.getName().starts_with("basic_string<") && isPlainChar(templateArgument(Class, 0)) &&
         hasUsualAllocator(Class, 2) && sizeInBytes(&Class) == 32 && liesAt(Class, "_M_p", 0) &&
         liesAt(Class, "_M_string_length", 8) && liesAt(Class, "_M_local_buf", 16);
}

bool isView(const llvm::DICompositeType &Class) {
  return Class.getName().starts_with("basic_string_view<") && isPlainChar(templateArgument(Class, 0)) &&
         sizeInBytes(&Class) == 16 && liesAt(Class, "_M_len", 0) && liesAt(Class, "_M_str", 8);
}

bool isVector(const llvm::DICompositeType &Class) {
  const llvm::DIType *Element = templateArgument(Class, 0);
  return Class.getName().starts_with("vector<") && Element && !isBool(Element) && hasUsualAllocator(Class, 1) &&
         sizeInBytes(&Class) == 24 && liesAt(Class, "_M_start", 0) && liesAt(Class, "_M_finish", 8) &&
         liesAt(Class, "_M_end_of_storage", 16);
}

bool isOptional(const llvm::DICompositeType &Class) {
  const llvm::DIType *Value = templateArgument(Class, 0);
  return Class.getName().starts_with("optional<") && Value && sizeInBytes(Value) > 0 &&
         liesAt(Class, "_M_engaged", sizeInBytes(Value));
}

/// Classes of the library that are their members.
bool isPlainClass(llvm::StringRef Name) {
  constexpr llvm::StringLiteral Fronts[] = {"pair<",        "__pair_base<", "array<",  "tuple<",
                                            "_Tuple_impl<", "_Head_base<",  "complex<"};
  return llvm::any_of(Fronts, [&](llvm::StringRef Front) { return Name.starts_with(Front); });
}

class HiddenClasses {
public:
  const llvm::DICompositeType *in(const llvm::DIType *Type) {
    const llvm::DIType *Bare = withoutNames(Type);
    if (auto *Array = dyn_cast_or_null<llvm::DICompositeType>(Bare);
        Array && Array->getTag() == dwarf::DW_TAG_array_type)
      return in(Array->getBaseType());
    const llvm::DICompositeType *Class = classOf(Bare);
    if (!Class || !Seen.insert(Class).second)
      return nullptr;
    if (auto Known = knownClass(Class))
      return Known->Element ? in(Known->Element) : nullptr;
    return inMembers(*Class);
  }

private:
  const llvm::DICompositeType *inMembers(const llvm::DICompositeType &Class) {
    std::vector<const llvm::DIDerivedType *> Parts = partsOf(Class);
    bool Plain = isOfLibrary(&Class) && isPlainClass(Class.getName());
    bool HasData = false;
    for (const llvm::DIDerivedType *Part : Parts)
      HasData |= Part->getTag() == dwarf::DW_TAG_member;
    if (isOfLibrary(&Class) && !Plain && HasData)
      return &Class;
    for (const llvm::DIDerivedType *Part : Parts) {
      if (!Plain && Part->getTag() == dwarf::DW_TAG_member && isHidden(Class, *Part))
        return &Class;
      if (const llvm::DICompositeType *Inside = in(Part->getBaseType()))
        return Inside;
    }
    return nullptr;
  }

  /// Members of a class that was declared with `class` are private unless they say otherwise.
  static bool isHidden(const llvm::DICompositeType &Class, const llvm::DIDerivedType &Member) {
    if (Member.isPublic())
      return false;
    return Member.isPrivate() || Member.isProtected() || Class.getTag() == dwarf::DW_TAG_class_type;
  }

  std::set<const llvm::DICompositeType *> Seen;
};

} // namespace

bool isOfLibrary(const llvm::DIType *Type) {
  const llvm::DIType *Bare = withoutNames(Type);
  return Bare && isInNamespaceStd(Bare->getScope());
}

std::optional<KnownClass> knownClass(const llvm::DIType *Type) {
  const llvm::DICompositeType *Class = classOf(Type);
  if (!Class || !isOfLibrary(Class))
    return std::nullopt;
  KnownClass Known;
  Known.Size = sizeInBytes(Class);
  if (isString(*Class))
    Known.What = KnownClass::Kind::String;
  else if (isView(*Class))
    Known.What = KnownClass::Kind::View;
  else if (isVector(*Class)) {
    Known.What = KnownClass::Kind::Vector;
    Known.Element = templateArgument(*Class, 0);
  } else if (isOptional(*Class)) {
    Known.What = KnownClass::Kind::Optional;
    Known.Element = templateArgument(*Class, 0);
    Known.Engaged = *memberOffset(*Class, "_M_engaged");
  } else
    return std::nullopt;
  return Known;
}

namespace {

bool declaresDestructor(const llvm::DICompositeType &Class) {
  return llvm::any_of(Class.getElements(), [](const llvm::DINode *Element) {
    auto *Member = dyn_cast<llvm::DISubprogram>(Element);
    return Member && Member->getName().starts_with("~");
  });
}

bool hasDestructor(const llvm::DIType *Type, std::set<const llvm::DIType *> &Seen) {
  const llvm::DIType *Bare = withoutNames(Type);
  if (auto *Array = dyn_cast_or_null<llvm::DICompositeType>(Bare); Array && Array->getTag() == dwarf::DW_TAG_array_type)
    return hasDestructor(Array->getBaseType(), Seen);
  const llvm::DICompositeType *Class = classOf(Bare);
  if (!Class || !Seen.insert(Class).second)
    return false;
  if (auto Known = knownClass(Class))
    return Known->Element && hasDestructor(Known->Element, Seen);
  // Of other classes of the library it is not known what they hold.
  bool IsPlain = isOfLibrary(Class) && isPlainClass(Class->getName());
  if (!IsPlain && declaresDestructor(*Class))
    return true;
  return llvm::any_of(partsOf(*Class),
                      [&](const llvm::DIDerivedType *Part) { return hasDestructor(Part->getBaseType(), Seen); });
}

} // namespace

bool hasDestructor(const llvm::DIType *Type) {
  std::set<const llvm::DIType *> Seen;
  return hasDestructor(Type, Seen);
}

const llvm::DICompositeType *hiddenClass(const llvm::DIType *Type) {
  return HiddenClasses().in(Type);
}

} // namespace vernier

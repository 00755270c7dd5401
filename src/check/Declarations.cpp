#include "check/Declarations.h"

#include "bitcode/Locations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <map>

namespace vernier {

namespace {

/// How far types are followed through pointers and members.
constexpr unsigned Depth = 3;

/// The types of one version as texts that are equal if the same bits mean the same.
class TypeTexts {
public:
  const std::string &of(const llvm::DIType *T, unsigned Left = Depth) {
    auto At = Known.find({T, Left});
    if (At == Known.end())
      At = Known.emplace(std::make_pair(T, Left), made(T, Left)).first;
    return At->second;
  }

private:
  std::string made(const llvm::DIType *T, unsigned Left) {
    if (!T)
      return "void";
    if (auto *Basic = llvm::dyn_cast<llvm::DIBasicType>(T))
      return std::to_string(Basic->getEncoding()) + "." + std::to_string(Basic->getSizeInBits());
    if (auto *Derived = llvm::dyn_cast<llvm::DIDerivedType>(T))
      return ofDerived(*Derived, Left);
    if (auto *Composite = llvm::dyn_cast<llvm::DICompositeType>(T))
      return ofComposite(*Composite, Left);
    std::string Text = "function(";
    if (auto *Function = llvm::dyn_cast<llvm::DISubroutineType>(T); Function && Left)
      for (const llvm::DIType *Each : Function->getTypeArray())
        Text += of(Each, Left - 1) + ",";
    return Text + ")";
  }

  std::string ofDerived(const llvm::DIDerivedType &T, unsigned Left) {
    bool Pointer = llvm::is_contained({llvm::dwarf::DW_TAG_pointer_type, llvm::dwarf::DW_TAG_reference_type,
                                       llvm::dwarf::DW_TAG_rvalue_reference_type},
                                      T.getTag());
    if (!Pointer)
      return of(T.getBaseType(), Left);
    return "*" + (Left ? of(T.getBaseType(), Left - 1) : "");
  }

  std::string ofComposite(const llvm::DICompositeType &T, unsigned Left) {
    std::string Size = std::to_string(T.getSizeInBits());
    if (T.getTag() == llvm::dwarf::DW_TAG_enumeration_type)
      return T.getBaseType() ? of(T.getBaseType(), Left) : "enumeration." + Size;
    if (T.getTag() == llvm::dwarf::DW_TAG_array_type)
      return "[" + Size + "]" + of(T.getBaseType(), Left);
    std::string Text = "{" + Size;
    if (Left)
      for (const llvm::DINode *Element : T.getElements())
        if (auto *Member = llvm::dyn_cast<llvm::DIDerivedType>(Element); Member && !Member->isStaticMember())
          Text += "," + Member->getName().str() + "@" + std::to_string(Member->getOffsetInBits()) + ":" +
                  std::to_string(Member->getSizeInBits()) + ":" + of(Member->getBaseType(), Left - 1);
    return Text + "}";
  }

  std::map<std::pair<const llvm::DIType *, unsigned>, std::string> Known;
};

bool isPointerText(const std::string &Text) {
  return Text.starts_with("*");
}

/// What comes back, and what pointers lead to. Numbers that go in are converted by whoever calls.
bool sameSignature(const llvm::Function &Old, const llvm::Function &New, TypeTexts &Before, TypeTexts &After) {
  const llvm::DISubprogram *A = Old.getSubprogram(), *B = New.getSubprogram();
  if (!A || !B || !A->getType() || !B->getType())
    return true;
  llvm::DITypeRefArray Of = A->getType()->getTypeArray(), With = B->getType()->getTypeArray();
  unsigned Count = Of.size() == With.size() ? Of.size() : std::min({1u, Of.size(), With.size()});
  for (unsigned I = 0; I != Count; ++I) {
    const std::string &X = Before.of(Of[I]), &Y = After.of(With[I]);
    if (X != Y && (I == 0 || (isPointerText(X) && isPointerText(Y))))
      return false;
  }
  return true;
}

/// gcc takes one instruction for a product and a sum, where there is one.
bool mayFuse(const llvm::Function &F) {
  auto Multiplies = [](const llvm::Instruction &I) { return I.getOpcode() == llvm::Instruction::FMul; };
  return F.getFnAttribute("target-features").getValueAsString().contains("+fma") &&
         llvm::any_of(llvm::instructions(F), Multiplies);
}

/// What compilers may take for granted of it.
bool samePromises(const llvm::Function &A, const llvm::Function &B) {
  if (A.isIntrinsic() || A.getFunctionType()->getNumParams() != B.getFunctionType()->getNumParams())
    return true;
  if (A.getMemoryEffects() != B.getMemoryEffects() || mayFuse(A) != mayFuse(B))
    return false;
  if (A.hasRetAttribute(llvm::Attribute::NoAlias) != B.hasRetAttribute(llvm::Attribute::NoAlias))
    return false;
  for (unsigned I = 0; I != A.arg_size() && I != B.arg_size(); ++I)
    if (!A.hasParamAttribute(I, llvm::Attribute::StructRet) &&
        A.hasParamAttribute(I, llvm::Attribute::NoAlias) != B.hasParamAttribute(I, llvm::Attribute::NoAlias))
      return false;
  return true;
}

/// Code that is not here calls it.
bool isUsedFromOutside(const ChangeMap &Map, const llvm::Function &F) {
  if (!Map.entry().empty())
    return F.getName() == Map.entry() && F.getName() != "main";
  return isLibrary(Map) && !F.isDeclaration() && F.hasExternalLinkage() && !F.hasHiddenVisibility();
}

const llvm::DIType *typeOf(const llvm::GlobalVariable &G) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Described;
  G.getDebugInfo(Described);
  return Described.empty() ? nullptr : Described.front()->getVariable()->getType();
}

} // namespace

bool isLibrary(const ChangeMap &Map) {
  const llvm::Function *Main = Map.newProgram().module().getFunction("main");
  return Map.entry().empty() && (!Main || Main->isDeclaration());
}

std::set<std::string> otherDeclarations(const ChangeMap &Map) {
  std::set<std::string> Result;
  TypeTexts Before, After;
  for (const llvm::Function &New : Map.newProgram().module()) {
    const llvm::Function *Old = Map.counterpart(New);
    if (Old && (!samePromises(*Old, New) || (isUsedFromOutside(Map, New) && !sameSignature(*Old, New, Before, After))))
      Result.insert(sourceName(New));
  }
  if (isLibrary(Map))
    for (const llvm::GlobalVariable &New : Map.newProgram().module().globals()) {
      const llvm::GlobalVariable *Old = New.hasExternalLinkage() ? Map.counterpart(New) : nullptr;
      if (Old && typeOf(*Old) && typeOf(New) && Before.of(typeOf(*Old)) != After.of(typeOf(New)))
        Result.insert(New.getName().str());
    }
  return Result;
}

std::set<std::string> wideBitFields(const Program &Version) {
  constexpr unsigned WidthOfInt = 32;
  std::set<std::string> Result;
  bool HasC = llvm::any_of(Version.module().debug_compile_units(), [](const llvm::DICompileUnit *Unit) {
    return llvm::dwarf::isC(static_cast<llvm::dwarf::SourceLanguage>(Unit->getSourceLanguage()));
  });
  if (!HasC)
    return Result;
  llvm::DebugInfoFinder Finder;
  Finder.processModule(Version.module());
  for (const llvm::DIType *T : Finder.types())
    if (auto *Member = llvm::dyn_cast<llvm::DIDerivedType>(T);
        Member && Member->isBitField() && Member->getSizeInBits() > WidthOfInt)
      Result.insert((Member->getScope() ? Member->getScope()->getName() : llvm::StringRef()).str() + "." +
                    Member->getName().str());
  return Result;
}

} // namespace vernier

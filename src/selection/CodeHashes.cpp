#include "selection/CodeHashes.h"

#include "bitcode/Startup.h"
#include "changes/Visibility.h"
#include "project/Hash.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ModuleSlotTracker.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <set>

namespace vernier {

namespace {

/// Hashes the parts of one module. What has a number instead of a name in the module (attribute groups, metadata,
/// unnamed strings) goes in by its contents, because the numbers change with code that has nothing to do with it.
class CodeHasher {
public:
  explicit CodeHasher(llvm::Module &M) : Slots(&M, /*ShouldInitializeAllMetadata=*/false) {
    for (llvm::Function &F : M)
      for (llvm::Instruction &I : llvm::instructions(F)) {
        I.dropUnknownNonDebugMetadata();
        I.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
      }
  }

  std::string of(llvm::Function &F) {
    ContentHash Hash;
    Mentioned.clear();
    Types.clear();
    Hash.add(printed(*F.getFunctionType())).add(attributes(F.getAttributes()));
    Hash.add(std::to_string(F.getLinkage())).add(std::to_string(F.getCallingConv()));
    Slots.incorporateFunction(F);
    std::map<const llvm::BasicBlock *, unsigned> Numbers;
    for (const llvm::BasicBlock &Block : F)
      Numbers.emplace(&Block, static_cast<unsigned>(Numbers.size()));
    for (llvm::BasicBlock &Block : F)
      for (llvm::Instruction &I : Block)
        add(Hash, I, Numbers);
    if (F.hasPersonalityFn())
      mention(*F.getPersonalityFn());
    for (const llvm::Type *Type : typesWithParts())
      Hash.add(definition(*Type));
    // Grows while it is walked: contents mention further variables.
    for (std::size_t I = 0; I != Mentioned.size(); ++I)
      Hash.add(contents(*Mentioned[I]));
    return Hash.text();
  }

private:
  template <class Thing> std::string printed(const Thing &What) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    What.print(Stream);
    return Stream.str();
  }

  static std::string attributes(const llvm::AttributeList &List) {
    std::string Text;
    for (unsigned Index : List.indexes())
      Text += std::to_string(Index) + " " + List.getAsString(Index) + "\n";
    return Text;
  }

  void add(ContentHash &Hash, llvm::Instruction &I, const std::map<const llvm::BasicBlock *, unsigned> &Numbers) {
    Hash.add(I.getOpcodeName()).add(std::to_string(Numbers.at(I.getParent()))).add(typeName(*I.getType()));
    Hash.add(std::to_string(I.getRawSubclassOptionalData()));
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      Hash.add(attributes(Call->getAttributes())).add(std::to_string(Call->getCallingConv()));
      Hash.add(typeName(*Call->getFunctionType()));
      for (unsigned Bundle = 0; Bundle != Call->getNumOperandBundles(); ++Bundle)
        Hash.add(Call->getOperandBundleAt(Bundle).getTagName().str());
    }
    if (auto *Place = llvm::dyn_cast<llvm::AllocaInst>(&I))
      Hash.add(typeName(*Place->getAllocatedType()));
    if (auto *Address = llvm::dyn_cast<llvm::GetElementPtrInst>(&I))
      Hash.add(typeName(*Address->getSourceElementType()));
    // Predicates, orderings, alignments, indices and masks, in the words of the printer.
    Hash.add(withoutOperands(I));
    for (const llvm::Use &Operand : I.operands())
      Hash.add(operand(*Operand.get(), Numbers));
    if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I))
      for (const llvm::BasicBlock *Block : Phi->blocks())
        Hash.add(std::to_string(Numbers.at(Block)));
  }

  /// What of an instruction neither its operands nor its types say.
  static std::string withoutOperands(const llvm::Instruction &I) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    if (auto *Compare = llvm::dyn_cast<llvm::CmpInst>(&I))
      Stream << Compare->getPredicate();
    else if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      Stream << Load->isVolatile() << Load->getAlign().value() << int(Load->getOrdering());
    else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      Stream << Store->isVolatile() << Store->getAlign().value() << int(Store->getOrdering());
    else if (auto *Update = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
      Stream << Update->getOperation() << int(Update->getOrdering()) << Update->isVolatile();
    else if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
      Stream << int(Exchange->getSuccessOrdering()) << int(Exchange->getFailureOrdering()) << Exchange->isVolatile()
             << Exchange->isWeak();
    else if (auto *Fence = llvm::dyn_cast<llvm::FenceInst>(&I))
      Stream << int(Fence->getOrdering());
    else if (auto *Place = llvm::dyn_cast<llvm::AllocaInst>(&I))
      Stream << Place->getAlign().value() << Place->isUsedWithInAlloca();
    else if (auto *Part = llvm::dyn_cast<llvm::ExtractValueInst>(&I))
      for (unsigned Index : Part->indices())
        Stream << Index << ' ';
    else if (auto *Whole = llvm::dyn_cast<llvm::InsertValueInst>(&I))
      for (unsigned Index : Whole->indices())
        Stream << Index << ' ';
    else if (auto *Shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&I))
      for (int Index : Shuffle->getShuffleMask())
        Stream << Index << ' ';
    else if (auto *Pad = llvm::dyn_cast<llvm::LandingPadInst>(&I)) {
      Stream << Pad->isCleanup();
      for (unsigned Clause = 0; Clause != Pad->getNumClauses(); ++Clause)
        Stream << Pad->isCatch(Clause);
    }
    return Stream.str();
  }

  std::string operand(const llvm::Value &V, const std::map<const llvm::BasicBlock *, unsigned> &Numbers) {
    if (auto *Block = llvm::dyn_cast<llvm::BasicBlock>(&V))
      return "block " + std::to_string(Numbers.at(Block));
    if (auto *Argument = llvm::dyn_cast<llvm::Argument>(&V))
      return "argument " + std::to_string(Argument->getArgNo());
    if (auto *I = llvm::dyn_cast<llvm::Instruction>(&V))
      return "value " + std::to_string(Numbers.at(I->getParent())) + " " + std::to_string(positionOf(*I));
    if (auto *C = llvm::dyn_cast<llvm::Constant>(&V))
      return constant(*C);
    if (auto *Assembly = llvm::dyn_cast<llvm::InlineAsm>(&V))
      return "asm " + Assembly->getAsmString() + " " + Assembly->getConstraintString() +
             std::to_string(Assembly->hasSideEffects()) + std::to_string(Assembly->isAlignStack()) +
             std::to_string(Assembly->getDialect());
    return "metadata"; // of intrinsics that say nothing about behaviour
  }

  unsigned positionOf(const llvm::Instruction &I) {
    auto [At, New] = Positions.try_emplace(&I, 0);
    if (New) {
      unsigned Number = 0;
      for (const llvm::Instruction &Other : *I.getParent())
        Positions[&Other] = Number++;
    }
    return Positions[&I];
  }

  std::string constant(const llvm::Constant &C) {
    if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(&C))
      return mention(*Global);
    if (auto *Address = llvm::dyn_cast<llvm::BlockAddress>(&C)) {
      unsigned Number = 0;
      for (const llvm::BasicBlock &Block : *Address->getFunction()) {
        if (&Block == Address->getBasicBlock())
          break;
        ++Number;
      }
      return "address " + mention(*Address->getFunction()) + " " + std::to_string(Number);
    }
    if (C.getNumOperands() == 0 || llvm::isa<llvm::ConstantData>(C)) {
      std::string Text = typeName(*C.getType()) + " ";
      llvm::raw_string_ostream Stream(Text);
      C.printAsOperand(Stream, /*PrintType=*/false, Slots);
      return Stream.str();
    }
    std::string Text = typeName(*C.getType());
    if (auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(&C)) {
      Text += std::string(" ") + Expression->getOpcodeName() + std::to_string(Expression->getRawSubclassOptionalData());
      if (auto *Address = llvm::dyn_cast<llvm::GEPOperator>(Expression))
        Text += typeName(*Address->getSourceElementType());
    }
    Text += "(";
    for (const llvm::Use &Part : C.operands())
      Text += constant(*llvm::cast<llvm::Constant>(Part.get())) + ",";
    return Text + ")";
  }

  /// The name under which it is told apart; its contents follow with those of the others.
  std::string mention(const llvm::Value &V) {
    const auto *Global = llvm::dyn_cast<llvm::GlobalValue>(V.stripPointerCasts());
    if (!Global)
      return "?";
    Mentioned.insert(Global);
    // Strings have numbers for names.
    if (const auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(Global); Variable && isUnnamedConstant(*Variable))
      return "constant " + (Inside.insert(Variable).second ? closing(Variable, constantText(*Variable)) : "itself");
    return Global->getName().str() + (Global->isDeclarationForLinker() ? " declared" : " defined");
  }

  std::string closing(const llvm::GlobalVariable *Variable, std::string Text) {
    Inside.erase(Variable);
    return Text;
  }

  static bool isUnnamedConstant(const llvm::GlobalVariable &G) {
    return G.isConstant() && G.hasPrivateLinkage() && G.hasGlobalUnnamedAddr() && G.hasInitializer();
  }

  std::string constantText(const llvm::GlobalVariable &G) { return constant(*G.getInitializer()); }

  std::string contents(const llvm::GlobalValue &Global) {
    std::string Text;
    if (const auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(&Global))
      return "alias " + constant(*Alias->getAliasee());
    if (const auto *Resolver = llvm::dyn_cast<llvm::GlobalIFunc>(&Global))
      return "ifunc " + constant(*Resolver->getResolver());
    if (const auto *F = llvm::dyn_cast<llvm::Function>(&Global))
      return typeName(*F->getFunctionType()) + attributes(F->getAttributes());
    const auto &Variable = llvm::cast<llvm::GlobalVariable>(Global);
    Text = typeName(*Variable.getValueType()) + std::to_string(Variable.isConstant()) +
           std::to_string(Variable.isThreadLocal()) + std::to_string(Variable.getLinkage()) +
           Variable.getSection().str() + std::to_string(Variable.getAlign().valueOrOne().value());
    return Text + (Variable.hasInitializer() ? constantText(Variable) : "elsewhere");
  }

  std::string typeName(const llvm::Type &Type) {
    Types.insert(&Type);
    return printed(Type);
  }

  std::vector<const llvm::Type *> typesWithParts() {
    for (std::size_t I = 0; I != Types.size(); ++I)
      for (llvm::Type *Part : Types[I]->subtypes())
        Types.insert(Part);
    return {Types.begin(), Types.end()};
  }

  static std::string definition(const llvm::Type &Type) {
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    Type.print(Stream, /*IsForDebug=*/false, /*NoDetails=*/false);
    return Stream.str();
  }

  llvm::ModuleSlotTracker Slots;
  llvm::SetVector<const llvm::GlobalValue *> Mentioned;
  llvm::SetVector<const llvm::Type *> Types;
  std::set<const llvm::GlobalVariable *> Inside;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Positions;
};

std::string surroundingsOf(const Program &Version) {
  const llvm::Module &M = Version.module();
  ContentHash Hash;
  Hash.add(M.getDataLayoutStr()).add(M.getTargetTriple()).add(M.getModuleInlineAsm());
  Hash.addAll(Version.Link.Identity.empty() ? Version.Link.Arguments : Version.Link.Identity);
  for (llvm::StringRef List : {"llvm.global_ctors", "llvm.global_dtors"}) {
    Hash.add(List.str());
    for (const llvm::Function *F : startupFunctions(M, List))
      Hash.add(F->getName().str());
  }
  for (const llvm::GlobalVariable &G : M.globals())
    if (G.hasSection())
      Hash.add(G.getName().str()).add(G.getSection().str());
  // A definition that others can see may take the place of one of a library, which then calls it.
  std::set<std::string> Replacing;
  for (const llvm::GlobalValue &G : M.global_values())
    if (!G.isDeclarationForLinker() && !G.hasLocalLinkage() && isLibraryName(G.getName().str()))
      Replacing.insert(G.getName().str());
  Hash.addAll(Replacing);
  return Hash.text();
}

} // namespace

CodeHashes hashCode(const Program &Version, const SlotTable &Table) {
  CodeHashes Hashes;
  Hashes.Surroundings = surroundingsOf(Version);
  Hashes.Functions.resize(Table.functions().size());
  // The hasher changes the module: it works on a copy, whose functions come in the same order.
  llvm::SmallVector<char, 0> Bytes;
  llvm::raw_svector_ostream Stream(Bytes);
  llvm::WriteBitcodeToFile(Version.module(), Stream);
  llvm::LLVMContext Context;
  auto Copy = llvm::cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(Stream.str(), "hashed"), Context));
  llvm::StripDebugInfo(*Copy);
  CodeHasher Hasher(*Copy);
  auto Original = Version.module().begin();
  for (llvm::Function &F : *Copy) {
    while (Original->getName() != F.getName())
      ++Original; // debug intrinsics are gone
    if (auto Index = Table.indexOf(*Original))
      Hashes.Functions[*Index] = Hasher.of(F);
  }
  return Hashes;
}

} // namespace vernier

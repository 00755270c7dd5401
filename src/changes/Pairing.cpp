#include "changes/Pairing.h"

#include "bitcode/Locations.h"
#include "changes/Labels.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

#include <llvm/IR/Instructions.h>
#include <map>
#include <set>

namespace vernier {

namespace {

const llvm::DIGlobalVariable *debugVariable(const llvm::GlobalVariable &G) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Infos;
  G.getDebugInfo(Infos);
  return Infos.empty() ? nullptr : Infos.front()->getVariable();
}

/// Which source file of the new version stands where a file of the old one stood.
class FilePairs {
public:
  FilePairs(const llvm::Module &Old, const llvm::Module &New) {
    std::vector<std::string> OldFiles = files(Old), NewFiles = files(New);
    std::erase_if(OldFiles, [&](const std::string &File) { return llvm::is_contained(NewFiles, File); });
    auto AllOld = files(Old);
    std::erase_if(NewFiles, [&](const std::string &File) { return llvm::is_contained(AllOld, File); });
    pairBy(OldFiles, NewFiles, [](const std::string &File) { return llvm::sys::path::filename(File).str(); });
    if (OldFiles.size() == NewFiles.size()) // old.c against new.c, in the order of the command line
      for (std::size_t I = 0; I < OldFiles.size(); ++I)
        OldNames[NewFiles[I]] = OldFiles[I];
  }

  /// The name that both versions use for the file.
  std::string common(const std::string &File, bool IsNew) const {
    auto It = IsNew ? OldNames.find(File) : OldNames.end();
    return It == OldNames.end() ? File : It->second;
  }

private:
  static std::vector<std::string> files(const llvm::Module &M) {
    std::vector<std::string> Files;
    for (const llvm::DICompileUnit *Unit : M.debug_compile_units())
      if (std::string File = fileOf(Unit->getFile()); !llvm::is_contained(Files, File))
        Files.push_back(File);
    return Files;
  }

  template <class KeyOf>
  void pairBy(std::vector<std::string> &OldFiles, std::vector<std::string> &NewFiles, KeyOf Key) {
    std::map<std::string, std::vector<std::string>> ByKey;
    for (const std::string &File : OldFiles)
      ByKey[Key(File)].push_back(File);
    std::set<std::string> Done;
    for (const std::string &File : NewFiles) {
      auto &Candidates = ByKey[Key(File)];
      if (Candidates.size() != 1 || !Done.insert(Candidates.front()).second)
        continue;
      OldNames[File] = Candidates.front();
    }
    std::erase_if(OldFiles, [&](const std::string &File) { return Done.contains(File); });
    std::erase_if(NewFiles, [&](const std::string &File) { return OldNames.contains(File); });
  }

  std::map<std::string, std::string> OldNames; // new file -> old file
};

/// Takes the pairs whose key is unique on both sides, in the order of the old version.
template <class T, class Match>
void pairByKey(const std::vector<std::pair<std::string, const T *>> &Old,
               const std::vector<std::pair<std::string, const T *>> &New, bool InOrder, Match OnPair) {
  std::map<std::string, std::vector<const T *>> NewByKey, OldByKey;
  for (auto &[Key, Value] : New)
    NewByKey[Key].push_back(Value);
  for (auto &[Key, Value] : Old)
    OldByKey[Key].push_back(Value);
  for (auto &[Key, Olds] : OldByKey) {
    auto It = NewByKey.find(Key);
    if (It == NewByKey.end() || It->second.size() != Olds.size() || (!InOrder && Olds.size() != 1))
      continue;
    for (std::size_t I = 0; I < Olds.size(); ++I)
      OnPair(*Olds[I], *It->second[I]);
  }
}

using NamedFunctions = std::vector<std::pair<std::string, const llvm::Function *>>;

template <class KeyOf>
NamedFunctions unpaired(const ChangeMap &Map, const llvm::Module &M, bool DefinedOnly, KeyOf Key) {
  NamedFunctions Result;
  for (const llvm::Function &F : M)
    if (!Map.counterpart(F) && !(DefinedOnly && F.isDeclaration()))
      if (std::string Name = Key(F); !Name.empty())
        Result.emplace_back(std::move(Name), &F);
  return Result;
}

std::string plainName(const llvm::Function &F) {
  const llvm::DISubprogram *Info = F.getSubprogram();
  return F.hasLocalLinkage() && Info && Info->getLinkageName().empty() ? Info->getName().str() : F.getName().str();
}

/// The labels of a body, sorted: equal bodies have equal ones, similar bodies share many.
std::vector<std::string> bodyLabels(const Labels &Canonical, const llvm::Function &F) {
  std::vector<std::string> Result;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (!isTransparent(I))
      Result.push_back(Canonical.instruction(
          I, [&](const llvm::AllocaInst &Slot) { return Canonical.type(Slot.getAllocatedType()); }));
  std::sort(Result.begin(), Result.end());
  return Result;
}

double similarity(const std::vector<std::string> &A, const std::vector<std::string> &B) {
  std::vector<std::string> Common;
  std::set_intersection(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(Common));
  return A.empty() && B.empty() ? 1.0
                                : 2.0 * static_cast<double>(Common.size()) / static_cast<double>(A.size() + B.size());
}

using NamedGlobals = std::vector<std::pair<std::string, const llvm::GlobalVariable *>>;

/// Constants without an address of their own are compared by content, the lists of constructors on their own.
bool needsNoPair(const llvm::GlobalVariable &G) {
  return G.getName().starts_with("llvm.") ||
         (G.isConstant() && G.hasGlobalUnnamedAddr() && G.hasDefinitiveInitializer());
}

/// File, function (by the name that it has in the old version) and name.
std::string scopedName(const ChangeMap &Map, const FilePairs &Files, const llvm::GlobalVariable &G, bool IsNew) {
  const llvm::DIGlobalVariable *Info = debugVariable(G);
  if (!G.hasLocalLinkage() || !Info)
    return G.getName().str();
  std::string Function;
  const llvm::DIScope *Scope = Info->getScope();
  while (Scope && llvm::isa<llvm::DILexicalBlockBase>(Scope))
    Scope = Scope->getScope();
  if (const auto *Owner = llvm::dyn_cast_or_null<llvm::DISubprogram>(Scope))
    for (const llvm::Function &F : *G.getParent())
      if (F.getSubprogram() == Owner) {
        const llvm::Function *Other = IsNew ? Map.counterpart(F) : &F;
        Function = stableId(Other ? *Other : F);
      }
  return Files.common(fileOf(Info->getFile()), IsNew) + "|" + Function + "|" + Info->getName().str();
}

/// Takes back the pairs whose storage or contents differ, until what is left is consistent: an initialiser that refers
/// to a changed global is changed itself.
void dropChangedGlobals(ChangeMap &Map) {
  auto Storage = [](const Labels &Canonical, const llvm::GlobalVariable &G) {
    return Canonical.type(G.getValueType()) + (G.isConstant() ? "constant" : "") +
           std::to_string(G.getThreadLocalMode()) + std::to_string(G.getAlign().valueOrOne().value()) +
           G.getSection().str() +
           (G.hasInitializer() ? Canonical.constant(G.getInitializer()) : "external " + G.getName().str());
  };
  for (bool Again = true; Again;) {
    Again = false;
    Labels Canonical(Map);
    std::vector<const llvm::GlobalVariable *> Changed;
    for (const llvm::GlobalVariable &G : Map.oldProgram().module().globals())
      if (const llvm::GlobalVariable *Other = Map.counterpart(G))
        if (Storage(Canonical, G) != Storage(Canonical, *Other))
          Changed.push_back(&G);
    for (const llvm::GlobalVariable *G : Changed) {
      Map.unmatch(*G);
      Again = true;
    }
  }
}

} // namespace

void pairFunctions(ChangeMap &Map) {
  const llvm::Module &Old = Map.oldProgram().module(), &New = Map.newProgram().module();
  FilePairs Files(Old, New);
  auto Match = [&](const llvm::Function &A, const llvm::Function &B) {
    if (!Map.counterpart(A) && !Map.counterpart(B) && A.isDeclaration() == B.isDeclaration())
      Map.match(A, B);
  };
  auto ScopedName = [&](bool IsNew) {
    return [&Files, IsNew](const llvm::Function &F) {
      if (!F.hasLocalLinkage())
        return F.getName().str();
      const llvm::DISubprogram *Info = F.getSubprogram();
      return (Info ? Files.common(fileOf(Info->getFile()), IsNew) : "") + "|" + plainName(F);
    };
  };
  pairByKey(unpaired(Map, Old, false, ScopedName(false)), unpaired(Map, New, false, ScopedName(true)), true, Match);
  // A function that moved to another file or became (no longer) static, if its name is unambiguous.
  pairByKey(unpaired(Map, Old, true, plainName), unpaired(Map, New, true, plainName), false, Match);
}

bool pairRenamedFunctions(ChangeMap &Map) {
  // Same signature, and bodies that are mostly the same (small bodies: exactly the same).
  Labels Canonical(Map);
  auto Type = [&](const llvm::Function &F) { return Canonical.type(F.getFunctionType()); };
  struct Body {
    const llvm::Function *F;
    std::string Type;
    std::vector<std::string> Labels;
  };
  auto Bodies = [&](const llvm::Module &M) {
    std::vector<Body> Result;
    for (auto &[Key, F] : unpaired(Map, M, true, Type))
      if (F->getName() != "main") // the entry point is what it is called
        Result.push_back({F, Key, bodyLabels(Canonical, *F)});
    return Result;
  };
  std::vector<Body> Old = Bodies(Map.oldProgram().module()), New = Bodies(Map.newProgram().module());
  std::vector<std::tuple<double, std::size_t, std::size_t>> Candidates;
  for (std::size_t I = 0; I < Old.size(); ++I)
    for (std::size_t J = 0; J < New.size(); ++J) {
      std::size_t Larger = std::max(Old[I].Labels.size(), New[J].Labels.size());
      std::size_t Smaller = std::min(Old[I].Labels.size(), New[J].Labels.size());
      if (Old[I].Type != New[J].Type || Smaller * 2 < Larger)
        continue;
      double Score = similarity(Old[I].Labels, New[J].Labels);
      if (Score == 1.0 || (Score >= 0.7 && Larger >= 12))
        Candidates.emplace_back(-Score, I, J);
    }
  std::sort(Candidates.begin(), Candidates.end());
  bool Any = false;
  for (auto &[Score, I, J] : Candidates)
    if (!Map.counterpart(*Old[I].F) && !Map.counterpart(*New[J].F)) {
      Map.match(*Old[I].F, *New[J].F);
      Any = true;
    }
  return Any;
}

void pairGlobals(ChangeMap &Map) {
  const llvm::Module &Old = Map.oldProgram().module(), &New = Map.newProgram().module();
  FilePairs Files(Old, New);
  auto Unpaired = [&](const llvm::Module &M, auto Key) {
    NamedGlobals Result;
    for (const llvm::GlobalVariable &G : M.globals())
      if (!Map.counterpart(G) && !needsNoPair(G))
        if (std::string Name = Key(G); !Name.empty())
          Result.emplace_back(std::move(Name), &G);
    return Result;
  };
  auto Match = [&](const llvm::GlobalVariable &A, const llvm::GlobalVariable &B) {
    if (!Map.counterpart(A) && !Map.counterpart(B))
      Map.match(A, B);
  };
  auto ScopedName = [&](bool IsNew) {
    return [&Map, &Files, IsNew](const llvm::GlobalVariable &G) { return scopedName(Map, Files, G, IsNew); };
  };
  pairByKey(Unpaired(Old, ScopedName(false)), Unpaired(New, ScopedName(true)), true, Match);

  // Renames: same type and contents, and no name in common. Globals that kept their name but not their contents are no
  // candidates.
  std::set<std::string> OldNames, NewNames;
  for (auto &[Name, G] : Unpaired(Old, ScopedName(false)))
    OldNames.insert(Name);
  for (auto &[Name, G] : Unpaired(New, ScopedName(true)))
    NewNames.insert(Name);
  Labels Canonical(Map);
  auto Contents = [&](bool IsNew) {
    return [&, IsNew](const llvm::GlobalVariable &G) -> std::string {
      std::string Name = scopedName(Map, Files, G, IsNew);
      if (!G.hasInitializer() || (IsNew ? OldNames : NewNames).contains(Name))
        return {};
      return Canonical.type(G.getValueType()) + Canonical.constant(G.getInitializer());
    };
  };
  pairByKey(Unpaired(Old, Contents(false)), Unpaired(New, Contents(true)), true, Match);
  dropChangedGlobals(Map);
}

} // namespace vernier

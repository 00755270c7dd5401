#include "check/BuildAssumptions.h"

#include "bitcode/BuildFacts.h"
#include "bitcode/Locations.h"
#include "bitcode/Settings.h"
#include "bitcode/SignedArithmetic.h"
#include "bitcode/Startup.h"
#include "check/ChangedArithmetic.h"
#include "check/Composition.h"
#include "check/ConditionalText.h"
#include "check/Declarations.h"
#include "check/EvaluationOrder.h"
#include "check/InlineDefinitions.h"
#include "check/Overlaps.h"
#include "check/PredefinedMacros.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include <map>
#include <set>

namespace vernier {

namespace {

using Codes = std::set<std::string>;

/// The settings of the file that the function stands in; of all files if it is a header.
std::vector<std::string> settingsOf(const Program &Version, const llvm::Function &F) {
  std::vector<std::string> All;
  if (!Version.Facts)
    return All;
  std::string File = locationOf(F).File;
  bool Known = llvm::any_of(Version.Facts->Compiled, [&](const CompiledFile &Each) { return Each.File == File; });
  for (const CompiledFile &Each : Version.Facts->Compiled)
    if (!Known || Each.File == File)
      llvm::append_range(All, Each.Settings);
  return All;
}

bool lastIs(const std::vector<std::string> &Settings, std::initializer_list<const char *> Yes,
            std::initializer_list<const char *> No, bool Otherwise) {
  bool Is = Otherwise;
  for (const std::string &Word : Settings) {
    if (llvm::any_of(Yes, [&](const char *Each) { return Word == Each; }))
      Is = true;
    if (llvm::any_of(No, [&](const char *Each) { return Word == Each; }))
      Is = false;
  }
  return Is;
}

/// Options of the family that -fno-fast-math of our own build takes back.
bool isFastMath(const std::vector<std::string> &Settings) {
  return llvm::any_of(Settings, [](const std::string &Word) {
    for (const char *Each : {"-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-fassociative-math",
                             "-freciprocal-math", "-fno-signed-zeros", "-ffinite-math-only", "-fno-honor-nans",
                             "-fno-honor-infinities", "-fno-math-errno", "-fapprox-func", "-fsingle-precision-constant",
                             "-ffp-contract=fast", "-ffp-contract=on", "-ffp-model=fast", "-fno-trapping-math"})
      if (Word == Each)
        return true;
    return false;
  });
}

/// The processor has an instruction for a product and a sum, which compilers take for two operations unless they are
/// told not to.
bool mayContract(const std::vector<std::string> &Settings) {
  static constexpr llvm::StringLiteral WithoutIt[] = {"x86-64",  "x86-64-v2",   "core2",    "corei7",
                                                      "nehalem", "sandybridge", "ivybridge"};
  bool Has = false, Off = false;
  for (llvm::StringRef Word : Settings) {
    if (Word == "-mfma" || Word == "-mfma4")
      Has = true;
    else if (Word == "-mno-fma")
      Has = false;
    else if (Word.consume_front("-march="))
      Has = !llvm::is_contained(WithoutIt, Word);
    else if (Word.consume_front("-ffp-contract="))
      Off = Word == "off";
  }
  return Has && !Off;
}

/// Functions that run before main, and what they call by name: nothing is looked for there.
std::set<const llvm::Function *> calledAtStartup(const llvm::Module &M) {
  std::vector<const llvm::Function *> Open = startupFunctions(M, "llvm.global_ctors");
  std::set<const llvm::Function *> Seen(Open.begin(), Open.end());
  while (!Open.empty()) {
    const llvm::Function *F = Open.back();
    Open.pop_back();
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        if (const llvm::Function *Callee = Call->getCalledFunction(); Callee && Seen.insert(Callee).second)
          Open.push_back(Callee);
  }
  return Seen;
}

/// Library functions that overflow for the smallest number, where they are more than an instruction.
bool isNegating(const llvm::Value &Used) {
  auto *F = llvm::dyn_cast<llvm::Function>(&Used);
  return F && F->isDeclaration() &&
         llvm::is_contained(llvm::ArrayRef<llvm::StringRef>{"abs", "labs", "llabs", "imaxabs"}, F->getName());
}

bool usesNegating(const llvm::Function &F) {
  return llvm::any_of(llvm::instructions(F), [](const llvm::Instruction &I) {
    return llvm::any_of(I.operands(), [](const llvm::Use &Used) { return isNegating(*Used); });
  });
}

/// Traced runs watch every signed operation of 64 bits or fewer, from main on.
bool isWatched(const Program &Version) {
  if (llvm::any_of(Version.module(), usesNegating))
    return false;
  std::set<const llvm::Function *> Startup = calledAtStartup(Version.module());
  for (const llvm::Function &F : Version.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (isSignedArithmetic(I) && (Startup.contains(&F) || I.getType()->getScalarSizeInBits() > 64))
        return false;
  return true;
}

/// What a claim about a changed function assumes of the user's build.
Codes codesOf(const ChangeMap &Map, const Program &Version, const llvm::Function &F) {
  Codes Result;
  ChangedArithmetic Does = changedArithmetic(Map, F);
  std::vector<std::string> Settings = settingsOf(Version, F);
  bool Negates = usesNegating(F) && Map.hasChange(F) &&
                 !lastIs(Settings, {"-fwrapv", "-fno-strict-overflow", "-ftrapv"}, {"-fno-wrapv"}, false);
  if (Does.SignedOverflow || Negates) // never where the build says -fwrapv
    Result.insert(assumption::WrappingArithmetic);
  if (Does.FloatingPoint && (isFastMath(Settings) || mayContract(Settings)))
    Result.insert("fast-math");
  if (Does.OtherType && !lastIs(Settings, {"-fno-strict-aliasing"}, {"-fstrict-aliasing"}, false))
    Result.insert("strict-aliasing");
  if (dependsOnEvaluationOrder(Map, F))
    Result.insert("evaluation-order");
  if (dependsOnOverlap(Map, F))
    Result.insert(assumption::DefinedBehaviour);
  if (asksOptimiser(Map, F))
    Result.insert("optimiser-answers");
  return Result;
}

/// By function of the new version, the codes of both.
std::map<const llvm::Function *, Codes> allCodes(const ChangeMap &Map, SignedOverflow Overflow) {
  std::map<const llvm::Function *, Codes> Result;
  bool Lifted = Overflow == SignedOverflow::LookedFor && isWatched(Map.oldProgram()) && isWatched(Map.newProgram());
  for (const llvm::Function &F : Map.newProgram().module()) {
    if (F.isDeclaration())
      continue;
    Codes Found = codesOf(Map, Map.newProgram(), F);
    if (const llvm::Function *Before = Map.counterpart(F); Before && !Before->isDeclaration())
      Found.merge(codesOf(Map, Map.oldProgram(), *Before));
    if (Lifted)
      Found.erase(assumption::WrappingArithmetic);
    if (!Found.empty())
      Result[&F] = std::move(Found);
  }
  return Result;
}

void addCodes(std::vector<std::string> &To, const Codes &Found) {
  for (const std::string &Code : Found)
    if (!llvm::is_contained(To, Code))
      To.push_back(Code);
}

/// What changed text could mean to another compiler. It may be about a change that is not in our bitcode at all.
Codes textCodes(const ChangeMap &Map) {
  Codes Result;
  for (const std::string &Code : conditionalTextCodes(Map))
    Result.insert(Code);
  if (std::set<std::string> Macros = predefinedMacros(Map); !Macros.empty())
    Result.insert(predefinedMacrosCode(Macros));
  if (std::set<std::string> Names = otherDeclarations(Map); !Names.empty())
    Result.insert(assumptionAbout("declarations", Names));
  if (std::set<std::string> Names = otherInlineDefinitions(Map); !Names.empty())
    Result.insert(assumptionAbout("inline-definitions", Names));
  std::set<std::string> Wide = wideBitFields(Map.newProgram());
  Wide.merge(wideBitFields(Map.oldProgram()));
  if (!Wide.empty())
    Result.insert(assumptionAbout("wide-bit-fields", Wide));
  return Result;
}

/// A difference of options that our builds do not follow.
const ChangeMap::Obstacle *optionsDiffer(const ChangeMap &Map) {
  for (const ChangeMap::Obstacle &Each : Map.obstacles())
    if (Each.Code == reason::CompileOptions || Each.Code == reason::LinkOptions)
      return &Each;
  return nullptr;
}

void withdraw(Answer &What, Reason &Why, const ChangeMap::Obstacle &Because) {
  if (What != Answer::Equal)
    return;
  What = Answer::Unknown;
  Why = {Because.Code, Because.Message, {}};
}

} // namespace

void applyBuild(const ChangeMap &Map, CheckResult &Result, SignedOverflow Overflow) {
  const ChangeMap::Obstacle *Because = optionsDiffer(Map);
  Codes All;
  std::map<std::pair<std::string, unsigned>, Codes> ByPlace;
  for (const auto &[F, Found] : allCodes(Map, Overflow)) {
    Location Where = locationOf(*F);
    ByPlace[{sourceName(*F), Where.Line}] = Found;
    All.insert(Found.begin(), Found.end());
  }
  for (CheckedFunction &Row : Result.Functions) {
    if (Because) {
      withdraw(Row.Judged.What, Row.Judged.Why, *Because);
      Row.ForAllCallers &= Row.Judged.What == Answer::Equal;
    }
    if (Row.Role == FunctionRole::Program)
      addCodes(Row.Judged.Assumptions, All);
    else if (auto At = ByPlace.find({Row.Name, Row.Where.Line}); At != ByPlace.end())
      addCodes(Row.Judged.Assumptions, At->second);
  }
  if (Because)
    withdraw(Result.Whole.What, Result.Whole.Why, *Because);
  if (redirectsCalls(Map.newProgram().Link) && Result.Whole.Why.Code != reason::NoChangeReached) {
    All.insert(assumption::LinkerOptions);
    for (CheckedFunction &Row : Result.Functions)
      if (Row.Mode != VerifyMode::None)
        addCodes(Row.Judged.Assumptions, {assumption::LinkerOptions});
  }
  if (Result.Whole.What != Answer::Unknown)
    addCodes(Result.Whole.Assumptions, All);
  Codes OfText = textCodes(Map);
  if (Result.Whole.What == Answer::Equal)
    addCodes(Result.Whole.Assumptions, OfText);
  for (CheckedFunction &Row : Result.Functions)
    if (Row.Judged.What == Answer::Equal)
      addCodes(Row.Judged.Assumptions, OfText);
}

void applyBuild(llvm::ArrayRef<const ChangeMap *> Maps, VerifyResult &Result, SignedOverflow Overflow) {
  Codes All, OfText;
  for (const ChangeMap *Map : Maps) {
    OfText.merge(textCodes(*Map));
    for (const auto &[F, Found] : allCodes(*Map, Overflow))
      All.insert(Found.begin(), Found.end());
    if (redirectsCalls(Map->newProgram().Link))
      All.insert(assumption::LinkerOptions);
    if (const ChangeMap::Obstacle *Because = optionsDiffer(*Map)) {
      withdraw(Result.Judged.What, Result.Judged.Why, *Because);
      for (VerifiedPartition &Each : Result.Partitions)
        withdraw(Each.What, Each.Why, *Because);
      Result.Complete = false;
      Result.EqualFraction.reset();
      Result.UnknownFraction.reset();
    }
  }
  if (Result.Judged.Why.Code == reason::NoChangeReached)
    All.clear();
  All.merge(OfText);
  addCodes(Result.Judged.Assumptions, All);
  for (VerifiedPartition &Each : Result.Partitions)
    addCodes(Each.Assumptions, All);
}

} // namespace vernier

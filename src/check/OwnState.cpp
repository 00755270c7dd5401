#include "check/OwnState.h"

#include "check/SpotCheck.h"
#include "input/Mentioned.h"
#include "input/RandomInputs.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <set>

namespace vernier {

namespace {

/// How often the state is changed before it is said not to matter.
constexpr unsigned OtherStates = 12;

/// Nothing but loads, also of parts of it.
bool onlyLoaded(const llvm::Value &Pointer) {
  return llvm::all_of(Pointer.users(), [](const llvm::User *Each) {
    return llvm::isa<llvm::LoadInst>(Each) || (llvm::isa<llvm::GEPOperator>(Each) && onlyLoaded(*Each));
  });
}

/// Stored to as a whole, and never looked at, by the code that is mentioned.
bool onlyStored(const llvm::GlobalVariable &G, const Mentioned &Code) {
  return llvm::all_of(G.users(), [&](const llvm::User *Each) {
    auto *I = llvm::dyn_cast<llvm::Instruction>(Each);
    if (I && !Code.Functions.contains(I->getFunction()))
      return true;
    auto *Store = llvm::dyn_cast_or_null<llvm::StoreInst>(I);
    return Store && Store->getPointerOperand() == &G && Store->getValueOperand() != &G;
  });
}

Mentioned mentionedBy(const Program &Version, const std::string &Entry) {
  Mentioned Code;
  if (auto F = findEntry(Version, Entry))
    Code.add(**F);
  return Code;
}

bool readsInput(const Mentioned &Code) {
  static const llvm::StringSet<> Readers{"getchar",  "getchar_unlocked", "fgetc", "getc",  "gets",           "fgets",
                                         "scanf",    "fscanf",           "read",  "fread", "__isoc99_scanf", "getline",
                                         "getdelim", "_IO_getc",         "ungetc"};
  return llvm::any_of(Code.Functions,
                      [&](const llvm::Function *F) { return F->isDeclaration() && Readers.contains(F->getName()); }) ||
         llvm::any_of(Code.Globals,
                      [](const llvm::GlobalVariable *G) { return G->isDeclaration() && G->getName() == "stdin"; });
}

void addWritten(const Program &Version, const std::string &Entry, std::set<std::string> &Names) {
  Mentioned Code = mentionedBy(Version, Entry);
  for (const llvm::GlobalVariable *G : Code.Globals)
    if (!G->isDeclaration() && !G->isConstant() && !G->getName().starts_with("llvm.") && !onlyLoaded(*G) &&
        !onlyStored(*G, Code))
      Names.insert(G->getName().str());
}

/// Runs the witness in other states of the globals that can have any value.
class OtherStateRuns {
public:
  OtherStateRuns(const ChangeMap &Map, InputSpace Wide, const VerifyResult &Different, const VerifyOptions &Options,
                 const Workspace &Place)
      : Map(Map), Wide(std::move(Wide)), Different(Different), Options(Options), Place(Place) {}

  /// Every run that could be compared shows a difference.
  bool alwaysDiffers(const InputAssignment &Witness) {
    auto Builds = plainBuilds({&Map}, Wide, Place);
    if (!Builds)
      return false;
    RandomInputs Draw(Wide, 1);
    unsigned Compared = 0;
    for (unsigned I = 0; I != OtherStates; ++I) {
      InputAssignment Input = withValues(Draw.next(), Witness);
      Outcome Old = Builds->front().run(Input, Options.Runs), New = Builds->back().run(Input, Options.Runs);
      if (!Old.comparable() || !New.comparable())
        continue;
      ++Compared;
      if (sameBehaviour(Old, New, Options.Observed))
        return false;
    }
    return Compared * 2 >= OtherStates;
  }

private:
  /// The parameters as in the witness, and the rest as drawn.
  InputAssignment withValues(InputAssignment Input, const InputAssignment &Witness) const {
    for (std::size_t I = 0; I != Wide.Leaves.size(); ++I)
      for (std::size_t K = 0; K != Different.Space.Leaves.size(); ++K)
        if (Wide.Leaves[I].Name == Different.Space.Leaves[K].Name && Wide.Leaves[I].Bits == Witness[K].getBitWidth())
          Input[I] = Witness[K];
    return Input;
  }

  const ChangeMap &Map;
  InputSpace Wide;
  const VerifyResult &Different;
  const VerifyOptions &Options;
  const Workspace &Place;
};

const VerifiedPartition *shownOf(const VerifyResult &Different) {
  for (const VerifiedPartition &Part : Different.Partitions)
    if (Part.Shown && Part.Values)
      return &Part;
  return nullptr;
}

} // namespace

bool readsInput(const Program &Version, const std::string &Entry) {
  return readsInput(mentionedBy(Version, Entry));
}

std::vector<std::string> stateBehind(const ChangeMap &Map, const InputOptions &Input, const VerifyResult &Different,
                                     const VerifyOptions &Options, const Workspace &Place) {
  std::set<std::string> Names;
  addWritten(Map.oldProgram(), Different.Space.OldEntry, Names);
  addWritten(Map.newProgram(), Different.Space.NewEntry, Names);
  std::vector<std::string> State(Names.begin(), Names.end());
  if (readsInput(Map.oldProgram(), Different.Space.OldEntry) || readsInput(Map.newProgram(), Different.Space.NewEntry))
    State.push_back("standard input");
  const VerifiedPartition *Shown = shownOf(Different);
  if (State.empty() || !Shown)
    return State;
  InputOptions Any = Input;
  Any.AllGlobalsSymbolic = true;
  auto Wide = inputSpace(Map.oldProgram(), Map.newProgram(), Any);
  if (!Wide)
    return State;
  bool AllData = llvm::all_of(State, [&](const std::string &Name) {
    return llvm::any_of(Wide->Globals, [&](const auto &Each) { return Each.first == Name; });
  });
  if (AllData && OtherStateRuns(Map, std::move(*Wide), Different, Options, Place).alwaysDiffers(*Shown->Values))
    return {};
  return State;
}

} // namespace vernier

#include "input/InputSpace.h"

#include "base/SimilarNames.h"

#include "input/Expression.h"
#include "input/Mentioned.h"
#include "input/SpaceBuilder.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace vernier {

std::string SpaceBuilder::unused(const std::string &Name) {
  std::string Free = Name;
  for (unsigned I = 2; !Names.insert(Free).second; ++I)
    Free = Name + "~" + std::to_string(I);
  return Free;
}

unsigned SpaceBuilder::addLeaf(InputLeaf Leaf) {
  Leaf.Name = unused(Leaf.Name);
  Space.Leaves.push_back(std::move(Leaf));
  return static_cast<unsigned>(Space.Leaves.size() - 1);
}

void SpaceBuilder::assume(const std::string &Code) {
  if (!llvm::is_contained(Space.Assumptions, Code))
    Space.Assumptions.push_back(Code);
}

namespace {

void shift(InputContents &What, unsigned FirstLeaf, unsigned FirstObject) {
  What.Counter += FirstLeaf;
  What.Object += FirstObject;
  for (unsigned &Leaf : What.Leaves)
    Leaf += FirstLeaf;
  for (InputContents &Each : What.Elements)
    shift(Each, FirstLeaf, FirstObject);
}

} // namespace

/// Moves leaves and objects over; returns where the leaves begin. Objects follow those that were there.
unsigned SpaceBuilder::place(Shape &Inputs) {
  auto FirstLeaf = static_cast<unsigned>(Space.Leaves.size());
  auto FirstObject = static_cast<unsigned>(Space.Objects.size());
  for (InputLeaf &Leaf : Inputs.Leaves)
    addLeaf(std::move(Leaf));
  for (InputObject &Object : Inputs.Objects) {
    for (InputCell &Cell : Object.Cells) {
      if (Cell.What == InputCell::Kind::Leaf) {
        Cell.Index += FirstLeaf;
        if (!Cell.Name.empty())
          Cell.Name = Space.Leaves[Cell.Index].Name;
      } else if (Cell.What == InputCell::Kind::Pointer)
        Cell.Index += FirstObject;
      if (Cell.Scaled)
        Cell.Scaled->first += FirstLeaf;
    }
    if (Object.Length)
      Object.Length->first += FirstLeaf;
    Space.Objects.push_back(std::move(Object));
  }
  for (auto &[Name, Leaves] : Inputs.Groups)
    for (unsigned Leaf : Leaves)
      Groups[Name].push_back(FirstLeaf + Leaf);
  for (InputContents &Each : Inputs.Contents) {
    shift(Each, FirstLeaf, FirstObject);
    Space.Contents.push_back(std::move(Each));
  }
  for (InputGuard &Each : Inputs.Guards) {
    Each.Counter += FirstLeaf;
    Each.Leaf += FirstLeaf;
    Space.Guards.push_back(std::move(Each));
  }
  if (Inputs.BoundedLengths)
    assume("bounded-lengths");
  if (Inputs.NullFunctionPointers)
    assume("null-function-pointers");
  if (Inputs.Enumerations)
    assume("enumerators-only");
  return FirstLeaf;
}

void SpaceBuilder::add(Shape Inputs, const Shape *Old, const Shape *New) {
  auto FirstObject = static_cast<unsigned>(Space.Objects.size());
  unsigned FirstLeaf = place(Inputs);
  auto Connect = [&](const Shape *Version, std::vector<InputArgument> &Arguments) {
    if (!Version)
      return;
    for (auto [Position, Argument] : Version->Arguments) {
      Argument.Index += Argument.What == InputArgument::Kind::Leaf ? FirstLeaf : FirstObject;
      Arguments[Position] = Argument;
    }
  };
  Connect(Old, Space.OldArguments);
  Connect(New, Space.NewArguments);
  // Objects that another object of the parameter points to are behind pointers too, also if it is passed by value.
  std::set<unsigned> Inner;
  for (unsigned I = FirstObject; I != Space.Objects.size(); ++I)
    for (const InputCell &Cell : Space.Objects[I].Cells)
      if (Cell.What == InputCell::Kind::Pointer && Cell.Index != I)
        Inner.insert(Cell.Index);
  for (unsigned I = FirstObject; I != Space.Objects.size(); ++I)
    if (!Space.Objects[I].Owned && (Inputs.Pointer || Inner.contains(I))) {
      Pointed.insert(I);
      Space.Objects[I].Chosen = true;
    }
}

void SpaceBuilder::addGlobal(Shape Inputs, const std::string &Symbol) {
  Space.Globals.push_back({Symbol, static_cast<unsigned>(Space.Objects.size())});
  place(Inputs);
}

namespace {

std::string similarNames(const llvm::Module &M, llvm::StringRef Name) {
  std::vector<std::string> Defined;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back((F.getSubprogram() ? F.getSubprogram()->getName() : F.getName()).str());
  return didYouMean(Name.str(), Defined);
}

using Shapes = std::vector<Shape>;

using Renames = std::vector<std::pair<std::string, std::string>>;

Result<Shapes> shapesOf(const llvm::Function &F, const InputOptions &Options, const Renames &Renamed, UsedNames &Used) {
  if (F.isVarArg())
    return analysisError("'" + Options.Entry +
                         "' takes a variable number of arguments, which is not supported; "
                         "choose one of its callers with --entry");
  Shapes Result;
  for (SourceParameter &Parameter : sourceParameters(F)) {
    auto To = llvm::find_if(Renamed, [&](const auto &Each) { return Each.first == Parameter.Name; });
    if (To != Renamed.end())
      Parameter.Name = To->second;
    auto One = shapeOf(Parameter, Options, Used);
    if (!One)
      return analysisError("'" + Options.Entry + "' cannot be called: " + One.error().Message +
                           "; choose another function with --entry");
    Result.push_back(std::move(*One));
  }
  return Result;
}

bool isInteger(const Shape &Inputs) {
  return Inputs.Objects.empty() && Inputs.Leaves.size() == 1 && !Inputs.Leaves.front().Floating &&
         Inputs.Arguments.size() == 1;
}

/// Members of the same names lie at other places: what a name means is not the same leaf.
bool haveMovedMembers(const Shape &Old, const Shape &New) {
  auto MemberOf = [](const Shape &Of, const InputLeaf &Leaf) {
    llvm::StringRef Name = Leaf.Name;
    Name.consume_front(Of.Name);
    return Name;
  };
  std::map<llvm::StringRef, std::size_t> Before;
  for (std::size_t I = 0; I != Old.Leaves.size(); ++I)
    Before[MemberOf(Old, Old.Leaves[I])] = I;
  for (std::size_t I = 0; I != New.Leaves.size(); ++I)
    if (auto At = Before.find(MemberOf(New, New.Leaves[I])); At != Before.end() && At->second != I)
      return true;
  return false;
}

bool agree(const Shape &Old, const Shape &New) {
  return sameShape(Old, New) && !haveMovedMembers(Old, New);
}

/// What both versions of a parameter can take: the narrower one of two integers.
std::optional<Shape> common(const Shape &Old, const Shape &New, SpaceBuilder &Builder) {
  if (agree(Old, New)) {
    Shape Both = New;
    widen(Both, Old);
    return Both;
  }
  if (!isInteger(Old) || !isInteger(New))
    return std::nullopt;
  Builder.assume("common-parameter-range");
  return Old.Leaves.front().Bits < New.Leaves.front().Bits ? Old : New;
}

Status addByPosition(SpaceBuilder &Builder, const Shapes &Old, const Shapes &New) {
  for (std::size_t I = 0; I != New.size(); ++I)
    Builder.add(*common(Old[I], New[I], Builder), &Old[I], &New[I]);
  return Done{};
}

Status addByName(SpaceBuilder &Builder, const Shapes &Old, const Shapes &New) {
  if (!llvm::equal(Old, New, [](const Shape &A, const Shape &B) { return A.Name == B.Name; }))
    Builder.assume("parameters-by-name");
  auto Named = [](const Shapes &All, const std::string &Name) -> const Shape * {
    auto At = llvm::find_if(All, [&](const Shape &Each) { return Each.Name == Name; });
    return At == All.end() ? nullptr : &*At;
  };
  for (const Shape &Each : New) {
    const Shape *Before = Named(Old, Each.Name);
    auto Both = Before ? common(*Before, Each, Builder) : Each;
    if (!Both)
      return analysisError("parameter '" + Each.Name + "' is '" + Before->TypeText + "' in the old version and '" +
                           Each.TypeText +
                           "' in the new one, laid out differently: there is no input that both can take");
    Builder.add(*Both, Before, &Each);
  }
  for (const Shape &Each : Old)
    if (!Named(New, Each.Name))
      Builder.add(Each, &Each, nullptr);
  return Done{};
}

/// The types agree, and no name stands at another place than before.
bool samePositions(const Shapes &Old, const Shapes &New) {
  if (Old.size() != New.size() || !llvm::equal(Old, New, agree))
    return false;
  for (std::size_t I = 0; I != Old.size(); ++I)
    for (std::size_t J = 0; J != New.size(); ++J)
      if (I != J && Old[I].Name == New[J].Name)
        return false;
  return true;
}

/// What --map says about parameters is about parameters that there are.
Status checkRenamed(const llvm::Function &Old, const llvm::Function &New, const InputOptions &Options) {
  auto Has = [](const llvm::Function &F, const std::string &Name) {
    return llvm::any_of(sourceParameters(F), [&](const SourceParameter &Each) { return Each.Name == Name; });
  };
  auto IsMapped = [&](const std::string &Name) {
    return llvm::any_of(Options.Renamed, [&](const auto &Each) { return Each.first == Name; });
  };
  for (const auto &[Before, After] : Options.Renamed) {
    std::string Flag = "--map " + Before + "=" + After + ": ";
    if (!Has(Old, Before))
      return usageError(Flag + "'" + Options.Entry + "' has no parameter '" + Before + "' in the old version");
    if (!Has(New, After))
      return usageError(Flag + "'" + Options.Entry + "' has no parameter '" + After + "' in the new version");
    if (Has(Old, After) && !IsMapped(After))
      return usageError(Flag + "the old version has a parameter '" + After + "', too; say with --map what it became");
  }
  return Done{};
}

Status addParameters(SpaceBuilder &Builder, const llvm::Function &Old, const llvm::Function &New,
                     const InputOptions &Options) {
  UsedNames Used;
  bool Alone = &Old == &New; // one version is looked at, under the names that a pair would give it
  if (Status Checked = checkRenamed(Old, New, Options); !Alone && !Checked)
    return Checked;
  auto Before = shapesOf(Old, Options, Options.Renamed, Used),
       After = shapesOf(New, Options, Alone ? Options.Renamed : Renames(), Used);
  if (!Before)
    return Before.takeError();
  if (!After)
    return After.takeError();
  for (const auto &[Name, Length] : Options.Lengths) {
    if (!Used.contains(Name))
      return usageError("--length " + Name + ": '" + Options.Entry + "' has no pointer, string or vector of that name");
    if (Length == 0)
      return usageError("--length " + Name + "=0: an object has at least one element (see --nullable)");
  }
  Builder.Space.OldArguments.resize(Old.arg_size());
  Builder.Space.NewArguments.resize(New.arg_size());
  bool ByPosition = Options.Renamed.empty() && samePositions(*Before, *After);
  return ByPosition ? addByPosition(Builder, *Before, *After) : addByName(Builder, *Before, *After);
}

bool mayStartAnyhow(const llvm::GlobalVariable &G) {
  return !G.isConstant() && !G.isDeclaration() && !G.isThreadLocal() && G.hasName() &&
         !G.getName().starts_with("llvm.");
}

const llvm::GlobalVariable *findGlobal(const llvm::Module &M, llvm::StringRef Name) {
  if (const llvm::GlobalVariable *G = M.getGlobalVariable(Name, /*AllowInternal=*/true))
    return G;
  const llvm::GlobalVariable *Found = nullptr;
  for (const llvm::GlobalVariable &G : M.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Descriptions;
    G.getDebugInfo(Descriptions);
    for (const llvm::DIGlobalVariableExpression *Each : Descriptions)
      if (Each->getVariable()->getName() == Name) {
        if (Found && Found != &G)
          return nullptr;
        Found = &G;
      }
  }
  return Found;
}

/// The contents of a global that both versions have alike.
Result<Shape> commonGlobal(const llvm::GlobalVariable *Old, const llvm::GlobalVariable *New, const std::string &Name,
                           bool RawFields) {
  for (const llvm::GlobalVariable *G : {Old, New}) {
    if (!G)
      return usageError("--symbolic-global: there is no global '" + Name + "' in the " + (G == Old ? "old" : "new") +
                        " version");
    if (!mayStartAnyhow(*G))
      return usageError("--symbolic-global: '" + Name + "' is constant, of a thread, or defined elsewhere");
  }
  if (!isSameVariable(*Old, *New))
    return usageError("--symbolic-global: '" + Name + "' is not clearly the same variable in the two versions");
  auto Before = shapeOf(*Old, Name, RawFields), After = shapeOf(*New, Name, RawFields);
  if (!Before)
    return Before.takeError();
  if (!After)
    return After.takeError();
  if (!sameShape(*Before, *After))
    return analysisError("global '" + Name +
                         "' is laid out differently in the two versions: it can only start as "
                         "initialised");
  widen(*After, *Before);
  return After;
}

/// Variables that both versions may mention; with the ones that start anyhow taken out, the rest is an assumption.
class GlobalInputs {
public:
  GlobalInputs(SpaceBuilder &Builder, const llvm::Function &Old, const llvm::Function &New)
      : Builder(Builder), OldModule(*Old.getParent()), NewModule(*New.getParent()) {
    Mentioned Reached[2];
    Reached[0].add(Old);
    Reached[1].add(New);
    for (const Mentioned &Each : Reached)
      for (const llvm::GlobalVariable *G : Each.Globals)
        if (!G->isConstant() && !G->isDeclaration())
          Variables.insert(G->getName().str());
  }

  Status add(const InputOptions &Options) {
    for (const std::string &Name : Options.SymbolicGlobals)
      if (auto Added = addOne(findGlobal(OldModule, Name), findGlobal(NewModule, Name), Name, Options); !Added)
        return Added;
    if (Options.AllGlobalsSymbolic)
      for (const std::string &Symbol : std::set<std::string>(Variables)) {
        auto *Old = OldModule.getGlobalVariable(Symbol, true), *New = NewModule.getGlobalVariable(Symbol, true);
        // What does not fit stays as initialised, and the assumption stays.
        if (Old && New && !Taken.contains(Symbol))
          (void)addOne(Old, New, sourceName(*New), Options);
      }
    for (const std::string &Symbol : Taken)
      Variables.erase(Symbol);
    if (!Variables.empty())
      Builder.assume(assumption::GlobalsAsInitialised);
    return Done{};
  }

  unsigned count() const { return static_cast<unsigned>(Variables.size() + Taken.size()); }

private:
  Status addOne(const llvm::GlobalVariable *Old, const llvm::GlobalVariable *New, const std::string &Name,
                const InputOptions &Options) {
    auto Inputs = commonGlobal(Old, New, Name, Options.RawFields);
    if (!Inputs)
      return Inputs.takeError();
    if (Taken.insert(New->getName().str()).second)
      Builder.addGlobal(std::move(*Inputs), New->getName().str());
    return Done{};
  }

  SpaceBuilder &Builder;
  const llvm::Module &OldModule, &NewModule;
  std::set<std::string> Variables, Taken;
};

Status addFunctionInputs(SpaceBuilder &Builder, const llvm::Function &Old, const llvm::Function &New,
                         const InputOptions &Options) {
  if (!Options.Files.empty() || !Options.FixedFiles.empty() || !Options.Environment.empty())
    return usageError("--file and --env are for whole programs; leave them out or use --entry main");
  if (Options.Argv || !Options.ArgvBefore.empty() || !Options.ArgvAfter.empty())
    return usageError("--argv is for whole programs; leave it out or use --entry main");
  if (Status Added = addParameters(Builder, Old, New, Options); !Added)
    return Added;
  if (Options.Stdin) {
    addStdin(Builder, *Options.Stdin);
    // How much of it is left is not compared.
    Builder.assume("surroundings: standard input is not read after the function");
  }
  return Done{};
}

} // namespace

std::vector<unsigned> movedArguments(const InputSpace &Space) {
  std::vector<unsigned> Moved;
  const std::vector<InputArgument> &Old = Space.OldArguments, &New = Space.NewArguments;
  for (unsigned I = 0; I != std::max(Old.size(), New.size()); ++I) {
    bool Both = I < Old.size() && I < New.size();
    bool Same = Both && Old[I].What == New[I].What && Old[I].Index == New[I].Index;
    Same = Same && Old[I].Offset == New[I].Offset;
    if (Same && Old[I].What == InputArgument::Kind::Constant)
      Same = Old[I].Value.getBitWidth() == New[I].Value.getBitWidth() && Old[I].Value == New[I].Value;
    if (!Same)
      Moved.push_back(I);
  }
  return Moved;
}

/// As the source names it: `add`, `C::add`, `C::add(int)`, `C::add(int) const`. Blanks mean nothing.
static bool isCalled(const llvm::Function &F, const std::string &Name) {
  if (F.getSubprogram() && F.getSubprogram()->getName() == Name)
    return true;
  std::string Symbol = F.getName().str(), Source = llvm::demangle(Symbol), Wanted = Name;
  if (Source == Symbol)
    return false;
  for (std::string *Text : {&Source, &Wanted})
    llvm::erase_if(*Text, [](char C) { return C == ' '; });
  llvm::StringRef Whole = Source;
  llvm::StringRef WithParameters = Whole.take_front(Whole.rfind(')') + 1);
  // Parameters may be functions with parameters of their own.
  std::size_t Begin = WithParameters.size();
  for (int Depth = 0; Begin > 0;) {
    char C = WithParameters[--Begin];
    Depth += C == ')' ? 1 : C == '(' ? -1 : 0;
    if (Depth == 0)
      break;
  }
  return Wanted == Whole || Wanted == WithParameters || Wanted == WithParameters.take_front(Begin);
}

Result<const llvm::Function *> findEntry(const Program &Version, const std::string &Name) {
  const llvm::Module &M = Version.module();
  if (const llvm::Function *F = M.getFunction(Name); F && !F->isDeclaration())
    return F;
  std::vector<const llvm::Function *> Named;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && isCalled(F, Name))
      Named.push_back(&F);
  if (Named.size() == 1)
    return Named.front();
  if (Named.size() > 1) {
    std::string Symbols;
    for (const llvm::Function *F : Named) {
      std::string Symbol = F->getName().str(), Source = llvm::demangle(Symbol);
      Symbols += (Symbols.empty() ? "'" : ", '") + Symbol + "'" + (Source == Symbol ? "" : " (" + Source + ")");
    }
    return usageError("--entry " + Name + ": several functions of " + Version.label() +
                      " have this name; choose a symbol: " + Symbols);
  }
  std::string What = M.getFunction(Name) ? "is only declared, not defined" : "does not exist";
  return usageError("--entry: '" + Name + "' " + What + " in " + Version.label() + similarNames(M, Name));
}

Result<InputSpace> inputSpace(const Program &Old, const Program &New, const InputOptions &Options) {
  auto OldEntry = findEntry(Old, Options.OldEntry.empty() ? Options.Entry : Options.OldEntry);
  auto NewEntry = findEntry(New, Options.Entry);
  if (!OldEntry)
    return OldEntry.takeError();
  if (!NewEntry)
    return NewEntry.takeError();
  SpaceBuilder Builder(Options);
  InputSpace &Space = Builder.Space;
  Space.OldEntry = (*OldEntry)->getName().str();
  Space.NewEntry = (*NewEntry)->getName().str();
  Space.WholeProgram = Options.Entry == "main";
  Space.Assume = Options.Assume;
  auto Added = Space.WholeProgram ? addProgramInputs(Builder, **OldEntry, **NewEntry, Options)
                                  : addFunctionInputs(Builder, **OldEntry, **NewEntry, Options);
  if (!Added)
    return Added.takeError();
  GlobalInputs Globals(Builder, **OldEntry, **NewEntry);
  // A whole program starts as its initialisers say: that is no assumption.
  if (Space.WholeProgram && !Options.Renamed.empty())
    return usageError(
        "--map " + Options.Renamed.front().first + "=" + Options.Renamed.front().second +
        ": only the entry and its parameters can be paired by hand, and those of a whole program need not "
        "be; leave it out or use --entry");
  if (Space.WholeProgram && !Options.SymbolicGlobals.empty())
    return usageError("--symbolic-global is for functions; a whole program starts with its globals as initialised");
  if (!Space.WholeProgram)
    if (auto Applied = Globals.add(Options); !Applied)
      return Applied.takeError();
  for (auto Step : {&SpaceBuilder::applyNullable, &SpaceBuilder::applyAliases, &SpaceBuilder::applyBounds})
    if (auto Applied = (Builder.*Step)(); !Applied)
      return Applied.takeError();
  Builder.notePointerAssumptions(Globals.count());
  for (const std::string &Expression : Options.Assume)
    Builder.assume("assume " + Expression);
  if (auto Parsed = assumptionsOf(Space); !Parsed)
    return Parsed.takeError();
  return std::move(Builder.Space);
}

} // namespace vernier

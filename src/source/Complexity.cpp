#include "source/Complexity.h"

#include "source/Marking.h"
#include "source/NameUse.h"

#include <algorithm>
#include <memory>

namespace vernier {

namespace {

/// A function of one of the changed files.
struct FunctionRef {
  unsigned File;
  unsigned Region;
};

class Measurement {
public:
  Measurement(const SourceReader &Read, const ComplexityOptions &TheOptions)
      : Clang(Read, TheOptions.Headers), Options(TheOptions) {}

  CommitComplexity run(const std::vector<FileChange> &Changes) {
    for (auto &Change : Changes)
      take(Change);
    findFunctions();
    Uses = std::make_unique<NameUse>(Files);
    gatherNames();
    findRelevant();
    for (unsigned F = 0; F != Files.size(); ++F)
      addFile(F);
    addRemovedFunctions();
    addDeclarations();
    finish();
    return std::move(Result);
  }

private:
  ClangReader Clang;
  const ComplexityOptions &Options;
  CommitComplexity Result;
  std::vector<std::unique_ptr<FileDiff>> Files;
  std::unique_ptr<NameUse> Uses;
  std::vector<FunctionRef> Functions;
  std::map<std::string, std::vector<unsigned>, std::less<>> FunctionsByName;
  ChangedNames Names;
  std::vector<bool> Relevant; ///< by function: has changes, or calls something that has
  std::vector<unsigned> FlowIndex;
  FlowProgram Program;
  unsigned CxxFiles = 0; ///< that needed parsing so far

  const Region &regionOf(unsigned Function) const {
    return Files[Functions[Function].File]->New.Regions[Functions[Function].Region];
  }
  const FileDiff &fileOf(unsigned Function) const { return *Files[Functions[Function].File]; }

  void take(const FileChange &Change) {
    auto Skip = [&](std::string Reason) { Result.Skipped.push_back({Change.path(), std::move(Reason)}); };
    auto Language = languageOf(Change);
    if (!Change.Omitted.empty())
      return Skip(Change.Omitted);
    if (!Language) {
      static const std::set<std::string, std::less<>> Generators = {"y", "yy", "l", "ll", "ypp", "lpp"};
      auto Dot = Change.path().rfind('.');
      bool Generator = Dot != std::string::npos && Generators.count(Change.path().substr(Dot + 1));
      return Skip(Generator ? "yacc or lex source: the code inside is not read" : "not a C or C++ file");
    }
    if (Change.OldText == Change.NewText)
      return Skip(Change.Status == FileStatus::Renamed ? "only renamed" : "contents are the same");
    auto Diff = std::make_unique<FileDiff>(diffFile(Change, *Language));
    if (Diff->empty())
      return Skip(Diff->EmptyReason);
    Result.Files.push_back(Change.path());
    Result.Cloc += Diff->ChangedLines;
    Files.push_back(std::move(Diff));
  }

  void findFunctions() {
    for (unsigned F = 0; F != Files.size(); ++F)
      for (unsigned R = 0; R != Files[F]->New.Regions.size(); ++R)
        if (Files[F]->New.Regions[R].Kind == RegionKind::Function) {
          FunctionsByName[Files[F]->New.Regions[R].Name].push_back(static_cast<unsigned>(Functions.size()));
          Functions.push_back({F, R});
        }
  }

  void gatherNames() {
    for (auto &File : Files) {
      for (auto &Change : File->Declarations) {
        auto Values = Uses->dependents(Change.ValueNames);
        Names.Values.insert(Values.begin(), Values.end());
        Names.Types.insert(Change.TypeNames.begin(), Change.TypeNames.end());
      }
      for (auto &Change : File->Functions)
        if (Change.Types)
          Names.Values.insert(File->New.Regions[Change.Region].Name);
    }
  }

  const FunctionChange *changeOf(unsigned Function) const {
    for (auto &Change : fileOf(Function).Functions)
      if (Change.Region == Functions[Function].Region)
        return &Change;
    return nullptr;
  }

  /// The functions that a name in File may call: those of the same file, else those that other files offer.
  std::vector<unsigned> targets(std::string_view Name, unsigned File) const {
    auto Found = FunctionsByName.find(Name);
    if (Found == FunctionsByName.end())
      return {};
    std::vector<unsigned> Own, Others;
    for (unsigned Function : Found->second)
      if (Functions[Function].File == File)
        Own.push_back(Function);
      else if (!regionOf(Function).Static || isHeader(fileOf(Function).Change->NewPath))
        Others.push_back(Function);
    return Own.empty() ? Others : Own;
  }

  /// Also through macros of the changed files.
  std::vector<unsigned> calledBy(std::string_view Name, unsigned File) const {
    auto Direct = targets(Name, File);
    if (Direct.empty())
      for (auto &Called : Uses->calledByMacro(Name))
        for (unsigned Function : targets(Called, File))
          Direct.push_back(Function);
    return Direct;
  }

  /// Functions with changes, and those from which control reaches them.
  void findRelevant() {
    Relevant.assign(Functions.size(), false);
    std::vector<std::vector<unsigned>> Callers(Functions.size());
    std::vector<unsigned> Work;
    for (unsigned F = 0; F != Functions.size(); ++F) {
      const Region &R = regionOf(F);
      const auto &Tokens = fileOf(F).NewTokens;
      bool Mentions = false;
      for (unsigned T = R.Body; T != R.End; ++T)
        if (Tokens[T].isIdentifier()) {
          Mentions |= Names.has(Tokens[T].Text);
          for (unsigned Target : calledBy(Tokens[T].Text, Functions[F].File))
            Callers[Target].push_back(F);
        }
      if (Mentions || changeOf(F)) {
        Relevant[F] = true;
        Work.push_back(F);
      }
    }
    while (!Work.empty()) {
      unsigned F = Work.back();
      Work.pop_back();
      for (unsigned Caller : Callers[F])
        if (!Relevant[Caller]) {
          Relevant[Caller] = true;
          Work.push_back(Caller);
        }
    }
    FlowIndex.assign(Functions.size(), ~0u);
    for (unsigned F = 0; F != Functions.size(); ++F)
      if (Relevant[F]) {
        FlowIndex[F] = static_cast<unsigned>(Program.Functions.size());
        Program.Functions.emplace_back();
      }
  }

  void note(const FileDiff &File, std::string Text) {
    Result.Problems.push_back({File.Change->path(), std::move(Text)});
  }

  static std::string counted(std::size_t Number, const char *What) {
    return std::to_string(Number) + " " + What + (Number == 1 ? "" : "s");
  }

  static std::string list(const std::vector<std::string> &Words) {
    constexpr std::size_t Most = 5;
    std::string Text;
    for (std::size_t I = 0; I != std::min(Most, Words.size()); ++I)
      Text += (I ? ", " : "") + Words[I];
    return Words.size() > Most ? Text + ", ..." : Text;
  }

  ClangFile parse(unsigned F) {
    const FileDiff &File = *Files[F];
    ClangRequest Request;
    Request.Path = File.Change->NewPath;
    Request.Text = File.Change->NewText;
    Request.Language = File.Language;
    Request.Tokens = &File.NewTokens;
    for (unsigned I = 0; I != Functions.size(); ++I)
      if (Functions[I].File == F && Relevant[I])
        Request.Wanted.push_back(&regionOf(I));
    if (Request.Wanted.empty())
      return {};
    ClangFile Parsed;
    if (!File.New.Problem.empty())
      Parsed.Failure = File.New.Problem;
    else if (Options.TokensOnly)
      Parsed.Failure = "asked not to parse";
    else if (File.Language == SourceLanguage::Cxx && ++CxxFiles > Options.MostCxxFiles)
      Parsed.Failure = "more than " + std::to_string(Options.MostCxxFiles) + " C++ files in one commit";
    else
      Parsed = Clang.read(Request);
    report(File, Parsed);
    return Parsed;
  }

  void report(const FileDiff &File, const ClangFile &Parsed) {
    if (!Parsed.Failure.empty())
      note(File, "control flow read from tokens only: " + Parsed.Failure);
    if (!Parsed.MissingHeaders.empty())
      note(File, counted(Parsed.MissingHeaders.size(), "header") + " missing: " + list(Parsed.MissingHeaders));
    if (Parsed.Errors != 0)
      note(File, counted(Parsed.Errors, "error") + " while parsing, first: " + Parsed.FirstError);
  }

  void addFile(unsigned F) {
    const FileDiff &File = *Files[F];
    ClangFile Parsed = parse(F);
    std::vector<bool> Inactive(File.NewTokens.size(), false);
    for (auto [Begin, End] : Parsed.Inactive)
      for (unsigned T = Begin; T < End && T < Inactive.size(); ++T)
        Inactive[T] = true;
    std::vector<std::string> FromTokens;
    for (unsigned I = 0; I != Functions.size(); ++I) {
      if (Functions[I].File != F || !Relevant[I])
        continue;
      const Region &R = regionOf(I);
      auto Body = std::find_if(Parsed.Bodies.begin(), Parsed.Bodies.end(),
                               [&](const BodyFlow &Flow) { return Flow.Begin == R.Body; });
      bool Usable = Body != Parsed.Bodies.end() && Body->End == R.End && understood(*Body, File, Inactive);
      if (!Usable && Parsed.Failure.empty())
        FromTokens.push_back(R.Name);
      addFunction(I, Usable ? std::move(*Body) : readBody(File.NewTokens, R.Body, R.End), Usable ? &Inactive : nullptr);
    }
    if (!FromTokens.empty())
      note(File, "control flow read from tokens (inactive, template, or not understood by Clang): " + list(FromTokens));
  }

  /// Whether Clang has kept all of the body's control flow.
  static bool understood(const BodyFlow &Body, const FileDiff &File, const std::vector<bool> &Inactive) {
    static const std::set<std::string_view> Flow = {"if",   "while", "for",    "switch",  "case",
                                                    "goto", "break", "return", "continue"};
    for (unsigned T = Body.Begin; T != Body.End; ++T)
      if (!Inactive[T] && !File.NewTokens[T].InDirective && Body.ownerOf(T) == BodyFlow::NoBlock &&
          Flow.count(File.NewTokens[T].Text))
        return false;
    return true;
  }

  void addFunction(unsigned I, BodyFlow Body, const std::vector<bool> *Inactive) {
    MarkingInput Input;
    Input.File = &fileOf(I);
    Input.Function = &regionOf(I);
    Input.Change = changeOf(I);
    Input.Inactive = Inactive;
    Input.Names = &Names;
    Input.Targets = [&, I](std::string_view Name) {
      std::vector<unsigned> Targets;
      for (unsigned Function : calledBy(Name, Functions[I].File))
        if (Relevant[Function])
          Targets.push_back(FlowIndex[Function]);
      return Targets;
    };
    FlowFunction Marked = markFunction(std::move(Body), Input);
    Marked.AllCallersKnown = allCallersKnown(I);
    if (std::any_of(Marked.Blocks.begin(), Marked.Blocks.end(), [](const FlowBlock &B) { return B.Changed; }))
      Result.Functions.push_back(fileOf(I).Change->NewPath + ":" + Marked.Name);
    Program.Functions[FlowIndex[I]] = std::move(Marked);
  }

  /// A static function that is only ever called, and only by functions of its own file.
  bool allCallersKnown(unsigned I) const {
    const Region &R = regionOf(I);
    if (!R.Static || isHeader(fileOf(I).Change->NewPath) || fileOf(I).Language != SourceLanguage::C)
      return false;
    return Uses->onlyCalled(fileOf(I), R.Name);
  }

  void addNode(SequenceNodeKind Kind, std::string Name, Location Where, std::string Label) {
    FlowFunction Alone;
    Alone.Name = std::move(Name);
    FlowBlock Block;
    Block.Changed = true;
    Block.Kind = Kind;
    Block.Where = std::move(Where);
    Block.Label = std::move(Label);
    Block.Leave = FlowLeave::Return;
    Alone.Blocks.push_back(std::move(Block));
    Program.Functions.push_back(std::move(Alone));
  }

  void addRemovedFunctions() {
    for (auto &File : Files)
      for (unsigned R : File->RemovedFunctions) {
        const Region &Gone = File->Old.Regions[R];
        const SourceToken &First = File->OldTokens[Gone.Begin];
        Result.Functions.push_back(File->Change->OldPath + ":" + Gone.Name);
        addNode(SequenceNodeKind::Removal, Gone.Name, {File->Change->OldPath, First.Line, First.Column, Gone.Name},
                "removed function " + Gone.Name);
      }
  }

  Location placeOf(const FileDiff &File, const DeclarationChange &Change) const {
    const auto &Tokens = Change.Region ? File.NewTokens : File.OldTokens;
    const auto &Regions = Change.Region ? File.New.Regions : File.Old.Regions;
    unsigned R = Change.Region.value_or(Change.OldRegion);
    Location Where;
    Where.File = Change.Region ? File.Change->NewPath : File.Change->OldPath;
    if (R < Regions.size()) {
      Where.Line = Tokens[Regions[R].Begin].Line;
      Where.Column = Tokens[Regions[R].Begin].Column;
    }
    return Where;
  }

  bool isUsed(const DeclarationChange &Change) const {
    auto Values = Uses->dependents(Change.ValueNames);
    auto Mentioned = [&](const std::string &Name) { return Uses->inBodies(Name); };
    return std::any_of(Values.begin(), Values.end(), Mentioned) ||
           std::any_of(Change.TypeNames.begin(), Change.TypeNames.end(), Mentioned);
  }

  /// Declarations that no body mentions: one node for each row of neighbours, like a block of statements. Those that
  /// act through other files only are shown when there is nothing else to show.
  void addDeclarations() {
    for (auto &File : Files) {
      const DeclarationChange *Previous = nullptr;
      for (auto &Change : File->Declarations) {
        if (Change.Weak || isUsed(Change)) {
          Previous = nullptr;
          continue;
        }
        if (!Previous || !neighbours(*Previous, Change))
          addNode(SequenceNodeKind::Declaration, "", placeOf(*File, Change),
                  (Change.Region ? "" : "removed: ") + Change.Name);
        Previous = &Change;
      }
    }
    bool Nothing = std::none_of(Program.Functions.begin(), Program.Functions.end(), [](const FlowFunction &F) {
      return std::any_of(F.Blocks.begin(), F.Blocks.end(), [](const FlowBlock &B) { return B.Changed; });
    });
    for (auto &File : Files) {
      std::vector<std::string> Weak;
      for (auto &Change : File->Declarations)
        if (Change.Weak)
          Weak.push_back(Change.Name);
      if (Weak.empty())
        continue;
      if (Nothing)
        addNode(SequenceNodeKind::Declaration, "", placeOf(*File, File->Declarations.front()), list(Weak));
      else
        note(*File, "not part of the graph, acts through other files: " + list(Weak));
    }
  }

  static bool neighbours(const DeclarationChange &A, const DeclarationChange &B) {
    if (A.Region.has_value() != B.Region.has_value())
      return false;
    return A.Region ? *A.Region + 1 == *B.Region : A.OldRegion + 1 == B.OldRegion;
  }

  void countElsewhere() {
    std::set<std::string_view> Elsewhere;
    for (unsigned F = 0; F != Functions.size(); ++F)
      if (changeOf(F))
        for (auto Name : Uses->calledIn(fileOf(F), regionOf(F)))
          if (!FunctionsByName.count(Name) && !Uses->isMacro(Name))
            Elsewhere.insert(Name);
    Result.CalledElsewhere = static_cast<unsigned>(Elsewhere.size());
  }

  void finish() {
    countElsewhere();
    Result.Graph = blockSequences(Program);
    Result.Cycc = cyclomaticChangeComplexity(Result.Graph);
    if (!Result.Graph.empty())
      return;
    std::vector<std::string> Reasons;
    for (auto &Skipped : Result.Skipped)
      if (languageOf(Skipped.Path) && std::find(Reasons.begin(), Reasons.end(), Skipped.Text) == Reasons.end())
        Reasons.push_back(Skipped.Text);
    Result.EmptyReason = !Reasons.empty()         ? list(Reasons)
                         : Result.Skipped.empty() ? "no file changed"
                                                  : "no C or C++ file changed";
  }
};

} // namespace

Result<CommitComplexity> measure(const std::vector<FileChange> &Changes, const SourceReader &Read,
                                 const ComplexityOptions &Options) {
  return Measurement(Read, Options).run(Changes);
}

} // namespace vernier

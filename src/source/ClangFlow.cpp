#include "source/ClangFlow.h"

#include "source/ClangBodies.h"
#include "source/Guess.h"
#include "source/RevisionFiles.h"
#include "source/StandardHeaders.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/Path.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <set>

namespace vernier {

namespace {

/// Counts errors and keeps the first one; nothing is printed.
class ErrorCounter : public clang::DiagnosticConsumer {
public:
  explicit ErrorCounter(ClangFile &TheFile) : File(TheFile) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    if (File.Errors++ == 0) {
      llvm::SmallString<128> Message;
      Info.FormatDiagnostic(Message);
      File.FirstError = place(Info) + Message.str().str();
    }
  }

private:
  ClangFile &File;

  static std::string place(const clang::Diagnostic &Info) {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return {};
    auto Where = Info.getSourceManager().getPresumedLoc(Info.getLocation());
    if (Where.isInvalid())
      return {};
    llvm::StringRef Name = Where.getFilename();
    if (Name.consume_front(RevisionRoot))
      Name.consume_front("/");
    return Name.str() + ":" + std::to_string(Where.getLine()) + ": ";
  }
};

/// Headers that are not there, and the parts of the main file that conditional directives leave out.
class PreprocessorNotes : public clang::PPCallbacks {
public:
  PreprocessorNotes(const clang::SourceManager &TheSources, const TokenPlaces &ThePlaces, ClangFile &TheFile)
      : Sources(TheSources), Places(ThePlaces), File(TheFile) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token &, llvm::StringRef Name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef Found, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override {
    if (!Found && Known.insert(Name.str()).second)
      File.MissingHeaders.push_back(Name.str());
  }
  void SourceRangeSkipped(clang::SourceRange Range, clang::SourceLocation) override {
    if (Sources.isInMainFile(Range.getBegin()))
      File.Inactive.emplace_back(Places.tokenAt(Sources.getFileOffset(Range.getBegin())),
                                 Places.tokenAt(Sources.getFileOffset(Range.getEnd())));
  }

private:
  const clang::SourceManager &Sources;
  const TokenPlaces &Places;
  ClangFile &File;
  std::set<std::string> Known;
};

/// Declares names that lookup does not find: types where they are used like one, in C constants and variables. Their
/// headers are missing; without this, every statement that mentions one would be lost.
class MissingNames : public clang::ExternalSemaSource {
public:
  MissingNames(clang::ASTContext &TheContext, const NameGuesses &TheGuesses)
      : Context(TheContext), Guesses(TheGuesses) {}

  bool LookupUnqualified(clang::LookupResult &Lookup, clang::Scope *) override {
    auto *Name = Lookup.getLookupName().getAsIdentifierInfo();
    if (!Name || Lookup.isForRedeclaration() || Lookup.getLookupKind() != clang::Sema::LookupOrdinaryName)
      return false;
    auto [Place, New] = Known.try_emplace(Name, nullptr);
    if (New)
      Place->second = declare(*Name);
    if (!Place->second)
      return false;
    Lookup.addDecl(Place->second);
    return true;
  }

private:
  clang::ASTContext &Context;
  const NameGuesses &Guesses;
  std::map<const clang::IdentifierInfo *, clang::NamedDecl *> Known;
  clang::EnumDecl *Constants = nullptr;
  unsigned NextConstant = 100'000;

  clang::NamedDecl *declare(clang::IdentifierInfo &Name) {
    std::string_view Text(Name.getName().data(), Name.getName().size());
    auto *Unit = Context.getTranslationUnitDecl();
    clang::NamedDecl *Declared = nullptr;
    if (Guesses.Types.count(Text))
      Declared =
          clang::TypedefDecl::Create(Context, Unit, {}, {}, &Name, Context.getTrivialTypeSourceInfo(Context.IntTy));
    else if (Context.getLangOpts().CPlusPlus || Guesses.Called.count(Text))
      return nullptr;
    else if (Guesses.Constants.count(Text))
      Declared = constant(Name);
    else
      Declared = clang::VarDecl::Create(Context, Unit, {}, {}, &Name, Context.IntTy,
                                        Context.getTrivialTypeSourceInfo(Context.IntTy), clang::SC_Extern);
    Declared->setImplicit();
    return Declared;
  }

  /// Something that may stand behind `case` and in array bounds, each with a value of its own.
  clang::NamedDecl *constant(clang::IdentifierInfo &Name) {
    if (!Constants) {
      Constants = clang::EnumDecl::Create(Context, Context.getTranslationUnitDecl(), {}, {}, nullptr, nullptr, false,
                                          false, false);
      Constants->setImplicit();
      Constants->setIntegerType(Context.IntTy);
      Constants->setPromotionType(Context.IntTy);
    }
    llvm::APSInt Value(llvm::APInt(Context.getIntWidth(Context.IntTy), NextConstant++), false);
    return clang::EnumConstantDecl::Create(Context, Constants, {}, &Name, Context.IntTy, nullptr, Value);
  }
};

class FlowConsumer : public clang::ASTConsumer {
public:
  FlowConsumer(const ClangRequest &TheRequest, const TokenPlaces &ThePlaces, ClangFile &TheFile)
      : Request(TheRequest), Places(ThePlaces), File(TheFile) {}

  bool shouldSkipFunctionBody(clang::Decl *Declared) override {
    auto &Sources = Declared->getASTContext().getSourceManager();
    clang::SourceLocation Where = Sources.getExpansionLoc(Declared->getLocation());
    if (!Sources.isInMainFile(Where))
      return true;
    unsigned Token = Places.tokenAt(Sources.getFileOffset(Where));
    return std::none_of(Request.Wanted.begin(), Request.Wanted.end(),
                        [&](const Region *Wanted) { return Token >= Wanted->Begin && Token < Wanted->End; });
  }
  void HandleTranslationUnit(clang::ASTContext &Context) override { File.Bodies = readClangBodies(Context, Places); }

private:
  const ClangRequest &Request;
  const TokenPlaces &Places;
  ClangFile &File;
};

class FlowAction : public clang::ASTFrontendAction {
public:
  FlowAction(const ClangRequest &TheRequest, const TokenPlaces &ThePlaces, const NameGuesses &TheGuesses,
             ClangFile &TheFile)
      : Request(TheRequest), Places(ThePlaces), Guesses(TheGuesses), File(TheFile) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler, llvm::StringRef) override {
    auto &Preprocessor = Compiler.getPreprocessor();
    // A missing header is not fatal here: what follows it is still worth reading.
    Preprocessor.SetSuppressIncludeNotFoundError(true);
    Compiler.setExternalSemaSource(new MissingNames(Compiler.getASTContext(), Guesses));
    Preprocessor.addPPCallbacks(std::make_unique<PreprocessorNotes>(Compiler.getSourceManager(), Places, File));
    return std::make_unique<FlowConsumer>(Request, Places, File);
  }

private:
  const ClangRequest &Request;
  const TokenPlaces &Places;
  const NameGuesses &Guesses;
  ClangFile &File;
};

/// Text before the file: words of C23 that older code takes from headers, and attributes, all of which may be missing
/// here. A header that does define one of them wins.
std::string prelude(SourceLanguage Language, const NameGuesses &Guesses) {
  std::string Text;
  if (Language == SourceLanguage::C) {
    if (!Guesses.DefinesBool)
      Text += "#define bool _Bool\n#define true 1\n#define false 0\n";
    Text += "#define nullptr ((void *)0)\n#define static_assert _Static_assert\n#define thread_local _Thread_local\n";
  }
  for (auto Name : Guesses.EmptyMacros)
    Text += "#define " + std::string(Name) + "\n";
  for (auto Name : Guesses.EmptyCallMacros)
    if (!Guesses.EmptyMacros.count(Name))
      Text += "#define " + std::string(Name) + "(...)\n";
  return Text;
}

} // namespace

struct ClangReader::State {
  llvm::IntrusiveRefCntPtr<RevisionFiles> Files;
  std::shared_ptr<StandardHeaders> Headers;
  std::vector<std::string> Arguments[2]; ///< of clang -cc1, by language

  const std::vector<std::string> &argumentsFor(SourceLanguage Language);
  void run(const ClangRequest &Request, ClangFile &File);
  std::shared_ptr<const std::string> precompiled(const ClangRequest &Request);
  NameGuesses guess(const ClangRequest &Request);
};

/// What the driver derives for this machine: system directories, target. It does not depend on the file.
const std::vector<std::string> &ClangReader::State::argumentsFor(SourceLanguage Language) {
  auto &Known = Arguments[Language == SourceLanguage::Cxx];
  if (!Known.empty())
    return Known;
  bool Cxx = Language == SourceLanguage::Cxx;
  clang::DiagnosticsEngine Silent(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                  new clang::IgnoringDiagConsumer);
  clang::driver::Driver Driver("clang", llvm::sys::getDefaultTargetTriple(), Silent);
  Driver.ResourceDir = VERNIER_CLANG_RESOURCES;
  Driver.setCheckInputsExist(false);
  std::vector<const char *> Words = {"clang",
                                     "-fsyntax-only",
                                     "-w",
                                     "-ferror-limit=0",
                                     "-Wno-int-conversion",
                                     "-Wno-implicit-function-declaration",
                                     "-Wno-implicit-int",
                                     "-Wno-incompatible-function-pointer-types",
                                     "-x",
                                     Cxx ? "c++" : "c",
                                     Cxx ? "-std=gnu++20" : "-std=gnu17",
                                     "-"};
  std::unique_ptr<clang::driver::Compilation> Compilation(Driver.BuildCompilation(Words));
  if (Compilation && Compilation->getJobs().size() == 1)
    for (const char *Argument : Compilation->getJobs().begin()->getArguments())
      if (llvm::StringRef(Argument) != "-cc1")
        Known.push_back(Argument);
  return Known;
}

/// The folders in which projects keep their headers: that of the file and those above it, and the usual ones.
std::vector<std::string> headerFolders(const std::string &Path) {
  std::vector<std::string> Folders;
  for (llvm::StringRef Folder = llvm::sys::path::parent_path(Path); !Folder.empty();
       Folder = llvm::sys::path::parent_path(Folder))
    Folders.push_back(Folder.str() + "/");
  Folders.insert(Folders.end(), {"", "include/", "src/", "lib/"});
  return Folders;
}

/// Guesses from the file and from the headers of the version that it includes, directly or at one remove.
NameGuesses ClangReader::State::guess(const ClangRequest &Request) {
  NameGuesses Guesses = guessNames(*Request.Tokens);
  auto Folders = headerFolders(Request.Path);
  std::set<std::string> Seen;
  std::function<void(const std::vector<SourceToken> &, unsigned)> Follow = [&](const std::vector<SourceToken> &Tokens,
                                                                               unsigned Depth) {
    for (std::size_t I = 0; I + 2 < Tokens.size(); ++I) {
      if (!Tokens[I].InDirective || !Tokens[I].StartsLine || !Tokens[I + 1].is("include"))
        continue;
      std::string Name;
      if (Tokens[I + 2].Kind == TokenKind::Text)
        Name = Tokens[I + 2].Text.substr(1, Tokens[I + 2].Text.size() - 2);
      else
        for (std::size_t N = I + 3; N < Tokens.size() && !Tokens[N].is(">") && !Tokens[N].StartsLine; ++N)
          Name += Tokens[N].Text;
      if (!Seen.insert(Name).second)
        continue;
      if (const std::string *Text = Files->contents(Name, Folders)) {
        auto Inner = lexTokens(*Text, Request.Language);
        Guesses.merge(guessNames(Inner));
        if (Depth == 0)
          Follow(Inner, Depth + 1);
      }
    }
  };
  Follow(*Request.Tokens, 0);
  return Guesses;
}

/// The standard headers that the file leads to, if it is C++.
std::shared_ptr<const std::string> ClangReader::State::precompiled(const ClangRequest &Request) {
  if (!Headers || Request.Language != SourceLanguage::Cxx)
    return nullptr;
  auto Folders = headerFolders(Request.Path);
  auto Contents = [&](const std::string &Name) { return Files->contents(Name, Folders); };
  return Headers->precompiled(standardHeadersOf(Request.Path, Request.Text, Contents), argumentsFor(Request.Language));
}

void ClangReader::State::run(const ClangRequest &Request, ClangFile &File) {
  TokenPlaces Places(*Request.Tokens);
  std::vector<const char *> Words;
  for (auto &Argument : argumentsFor(Request.Language))
    Words.push_back(Argument.c_str());
  ErrorCounter Counter(File);
  clang::DiagnosticsEngine Early(new clang::DiagnosticIDs, new clang::DiagnosticOptions, &Counter, false);
  clang::CompilerInstance Compiler;
  if (!clang::CompilerInvocation::CreateFromArgs(Compiler.getInvocation(), Words, Early)) {
    File.Failure = "clang refuses its own arguments: " + File.FirstError;
    return;
  }
  std::string Main = std::string(RevisionRoot) + "/" + Request.Path;
  auto Kind = Request.Language == SourceLanguage::Cxx ? clang::Language::CXX : clang::Language::C;
  auto &FrontEnd = Compiler.getFrontendOpts();
  FrontEnd.Inputs = {clang::FrontendInputFile(Main, clang::InputKind(Kind))};
  FrontEnd.SkipFunctionBodies = true; // those that shouldSkipFunctionBody names
  Compiler.getLangOpts().RecoveryAST = true;
  Compiler.getLangOpts().RecoveryASTType = true;
  Compiler.getLangOpts().SpellChecking = false;
  for (auto &Folder : headerFolders(Request.Path))
    Compiler.getHeaderSearchOpts().AddPath(std::string(RevisionRoot) +
                                               (Folder.empty() ? "" : "/" + Folder.substr(0, Folder.size() - 1)),
                                           clang::frontend::Angled, false, true);
  Files->set(Request.Path, std::string(Request.Text));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  Overlay->pushOverlay(Files);
  Compiler.createFileManager(Overlay);
  Compiler.createDiagnostics(&Counter, /*ShouldOwnClient=*/false);
  NameGuesses Guesses = guess(Request);
  std::string Prelude = prelude(Request.Language, Guesses);
  if (!Prelude.empty()) {
    std::string Name = std::string(RevisionRoot) + "/vernier-prelude.h";
    Compiler.getPreprocessorOpts().addRemappedFile(Name, llvm::MemoryBuffer::getMemBufferCopy(Prelude).release());
    Compiler.getPreprocessorOpts().Includes.push_back(Name);
  }
  std::shared_ptr<const std::string> Form = precompiled(Request);
  if (Form) {
    Files->share(PrecompiledName, Form);
    auto &Preprocessing = Compiler.getPreprocessorOpts();
    Preprocessing.ImplicitPCHInclude = std::string(RevisionRoot) + "/" + PrecompiledName;
    Preprocessing.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
    Preprocessing.AllowPCHWithCompilerErrors = true;
  }
  FlowAction Action(Request, Places, Guesses, File);
  Compiler.ExecuteAction(Action);
}

ClangReader::ClangReader(SourceReader Read, std::shared_ptr<StandardHeaders> Headers)
    : Self(std::make_unique<State>()) {
  Self->Headers = std::move(Headers);
  Self->Files = llvm::makeIntrusiveRefCnt<RevisionFiles>(std::move(Read));
}
ClangReader::~ClangReader() = default;

ClangFile ClangReader::read(const ClangRequest &Request) {
  ClangFile File;
  // Broken code is what this is for; should Clang itself fall over it, that is a reason to report, not the end.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext Recovery;
  if (!Recovery.RunSafely([&] { Self->run(Request, File); })) {
    File.Bodies.clear();
    File.Failure = "clang crashed";
  }
  llvm::CrashRecoveryContext::Disable();
  return File;
}

} // namespace vernier

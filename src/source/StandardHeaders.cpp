#include "source/StandardHeaders.h"

#include "source/RevisionFiles.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Serialization/ASTWriter.h>
#include <llvm/ADT/StringExtras.h>

#include <functional>

namespace vernier {

namespace {

/// Without <cassert>, which means something else each time.
bool isStandard(llvm::StringRef Name) {
  static const std::set<llvm::StringRef> All = {"algorithm",
                                                "any",
                                                "array",
                                                "atomic",
                                                "bit",
                                                "bitset",
                                                "cctype",
                                                "cerrno",
                                                "cfloat",
                                                "charconv",
                                                "chrono",
                                                "cinttypes",
                                                "climits",
                                                "clocale",
                                                "cmath",
                                                "compare",
                                                "complex",
                                                "concepts",
                                                "condition_variable",
                                                "csetjmp",
                                                "csignal",
                                                "cstdarg",
                                                "cstddef",
                                                "cstdint",
                                                "cstdio",
                                                "cstdlib",
                                                "cstring",
                                                "ctime",
                                                "cwchar",
                                                "cwctype",
                                                "deque",
                                                "exception",
                                                "filesystem",
                                                "forward_list",
                                                "fstream",
                                                "functional",
                                                "future",
                                                "initializer_list",
                                                "iomanip",
                                                "ios",
                                                "iosfwd",
                                                "iostream",
                                                "istream",
                                                "iterator",
                                                "limits",
                                                "list",
                                                "locale",
                                                "map",
                                                "memory",
                                                "mutex",
                                                "new",
                                                "numeric",
                                                "optional",
                                                "ostream",
                                                "queue",
                                                "random",
                                                "ratio",
                                                "regex",
                                                "set",
                                                "shared_mutex",
                                                "span",
                                                "sstream",
                                                "stack",
                                                "stdexcept",
                                                "streambuf",
                                                "string",
                                                "string_view",
                                                "system_error",
                                                "thread",
                                                "tuple",
                                                "type_traits",
                                                "typeindex",
                                                "typeinfo",
                                                "unordered_map",
                                                "unordered_set",
                                                "utility",
                                                "valarray",
                                                "variant",
                                                "vector",
                                                "ctype.h",
                                                "errno.h",
                                                "inttypes.h",
                                                "limits.h",
                                                "math.h",
                                                "stddef.h",
                                                "stdint.h",
                                                "stdio.h",
                                                "stdlib.h",
                                                "string.h",
                                                "time.h"};
  return All.count(Name) != 0;
}

/// The name behind `#include`; empty for all other lines.
llvm::StringRef includedBy(llvm::StringRef Line) {
  Line = Line.ltrim();
  if (!Line.consume_front("#") || !(Line = Line.ltrim()).consume_front("include"))
    return {};
  Line = Line.ltrim();
  if (Line.empty() || (Line[0] != '<' && Line[0] != '"'))
    return {};
  char End = Line[0] == '<' ? '>' : '"';
  return Line.drop_front().take_until([End](char C) { return C == End; });
}

class HeadersAction : public clang::ASTFrontendAction {
public:
  explicit HeadersAction(std::shared_ptr<clang::PCHBuffer> Out) : Out(std::move(Out)) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler, llvm::StringRef) override {
    Compiler.getPreprocessor().SetSuppressIncludeNotFoundError(true);
    return std::make_unique<clang::PCHGenerator>(Compiler.getPreprocessor(), Compiler.getModuleCache(), "", "", Out,
                                                 Compiler.getFrontendOpts().ModuleFileExtensions,
                                                 /*AllowASTWithErrors=*/true);
  }
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

private:
  std::shared_ptr<clang::PCHBuffer> Out;
};

std::shared_ptr<const std::string> precompile(const std::string &Text, const std::vector<std::string> &Arguments) {
  std::vector<const char *> Words;
  for (auto &Argument : Arguments)
    Words.push_back(Argument.c_str());
  clang::IgnoringDiagConsumer Silent;
  clang::DiagnosticsEngine Early(new clang::DiagnosticIDs, new clang::DiagnosticOptions, &Silent, false);
  clang::CompilerInstance Compiler;
  if (!clang::CompilerInvocation::CreateFromArgs(Compiler.getInvocation(), Words, Early))
    return nullptr;
  std::string Main = std::string(RevisionRoot) + "/" + StandardHeadersName;
  Compiler.getFrontendOpts().Inputs = {
      clang::FrontendInputFile(Main, clang::InputKind(clang::Language::CXX, clang::InputKind::Source))};
  Compiler.getFrontendOpts().SkipFunctionBodies = true;
  auto Files = llvm::makeIntrusiveRefCnt<RevisionFiles>(SourceReader());
  Files->set(StandardHeadersName, Text);
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  Overlay->pushOverlay(Files);
  Compiler.createFileManager(Overlay);
  Compiler.createDiagnostics(&Silent, /*ShouldOwnClient=*/false);
  auto Out = std::make_shared<clang::PCHBuffer>();
  HeadersAction Action(Out);
  if (!Compiler.ExecuteAction(Action) && !Out->IsComplete)
    return nullptr;
  return Out->IsComplete ? std::make_shared<const std::string>(Out->Data.begin(), Out->Data.end()) : nullptr;
}

} // namespace

std::set<std::string> standardHeadersOf(const std::string &Path, std::string_view Text,
                                        const std::function<const std::string *(const std::string &Name)> &Contents) {
  std::set<std::string> Result, Seen{Path};
  std::function<void(llvm::StringRef)> Follow = [&](llvm::StringRef File) {
    while (!File.empty()) {
      auto [Line, Rest] = File.split('\n');
      File = Rest;
      std::string Name = includedBy(Line).str();
      if (Name.empty() || !Seen.insert(Name).second)
        continue;
      if (const std::string *Inner = Contents(Name))
        Follow(*Inner);
      else if (isStandard(Name))
        Result.insert(Name);
    }
  };
  Follow(llvm::StringRef(Text.data(), Text.size()));
  return Result;
}

StandardHeaders::StandardHeaders() = default;
StandardHeaders::~StandardHeaders() = default;

std::shared_ptr<const std::string> StandardHeaders::precompiled(const std::set<std::string> &Wanted,
                                                                const std::vector<std::string> &Arguments) {
  bool First = !std::exchange(Asked, true);
  std::size_t Before = Names.size();
  Names.insert(Wanted.begin(), Wanted.end());
  if (First || Failed || Names.empty())
    return nullptr;
  if (Form && Names.size() == Before)
    return Form;
  std::string Text;
  for (const std::string &Name : Names)
    Text += "#include <" + Name + ">\n";
  Form = precompile(Text, Arguments);
  Failed = !Form;
  return Form;
}

} // namespace vernier

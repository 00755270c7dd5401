#include "bitcode/RefusedOptions.h"

#include "base/TextFile.h"
#include "bitcode/BuildStages.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <filesystem>
#include <optional>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// What an option has to do with code.
enum class Danger {
  Always,       ///< it loads code
  NamesProgram, ///< if its value is a path that is none of the system's
  ReadsFile,    ///< if its value is a file from elsewhere
};

struct DangerousOption {
  llvm::StringRef Name;
  Danger Why;
};

/// Longer names first where one begins with the other. The value follows, perhaps behind `=`, or is the next word.
constexpr DangerousOption Dangerous[] = {
    {"-fplugin-arg", Danger::Always},
    {"-fplugin", Danger::Always},
    {"-fpass-plugin", Danger::Always},
    {"-load-pass-plugin", Danger::Always},
    {"-load", Danger::Always},
    {"-add-plugin", Danger::Always},
    {"-plugin", Danger::Always},
    {"--config", Danger::Always},
    {"-wrapper", Danger::Always},
    {"-ccc-", Danger::Always},
    {"--driver-mode=cl", Danger::Always},
    {"-specs", Danger::NamesProgram},
    {"--specs", Danger::NamesProgram},
    {"-fuse-ld=", Danger::NamesProgram},
    {"--ld-path", Danger::NamesProgram},
    {"--gcc-toolchain", Danger::NamesProgram},
    {"-gcc-toolchain", Danger::NamesProgram},
    {"--gcc-install-dir", Danger::NamesProgram},
    {"--ptxas-path", Danger::NamesProgram},
    {"--cuda-path", Danger::NamesProgram},
    {"-B", Danger::NamesProgram},
    {"--prefix", Danger::NamesProgram},
    {"-include", Danger::ReadsFile},
    {"--include", Danger::ReadsFile},
    {"-imacros", Danger::ReadsFile},
    {"-ivfsoverlay", Danger::ReadsFile},
};

/// Options whose next word is for another stage, which may be any of the above; and front-end options that write.
constexpr llvm::StringRef Forwarding[] = {"-Xclang", "-mllvm", "-Xpreprocessor", "-Xassembler", "-Xanalyzer"};
constexpr llvm::StringRef FrontEndOutputs[] = {"-o",
                                               "-dependency-file",
                                               "-serialize-diagnostic-file",
                                               "-header-include-file",
                                               "-diagnostic-log-file",
                                               "-dependency-dot"};

class EntryCheck {
public:
  EntryCheck(const CompileCommand &Command, const std::vector<std::string> &Roots) : Command(Command), Roots(Roots) {}

  Status run() {
    const std::string &Compiler = Command.Arguments.front();
    if (Compiler.find('/') != std::string::npos && isOwn(Compiler))
      return refuse("the compiler '" + Compiler + "' is a program of this version");
    std::vector<std::string> Words(Command.Arguments.begin() + 1, Command.Arguments.end());
    if (Status Expanded = expand(Words, 0); !Expanded)
      return Expanded;
    for (std::size_t I = 0; I != Words.size(); ++I)
      if (Status Checked = checkWord(Words, I); !Checked)
        return Checked;
    return Done{};
  }

private:
  Error refuse(const std::string &Why) const {
    return analysisError("'" + Command.File + "': " + Why +
                         "; without --build nothing of a version is run. Take it out of the compilation database, or "
                         "let --build 'COMMAND' build this version if you trust it");
  }

  fs::path resolved(llvm::StringRef Path) const {
    std::error_code Failure;
    fs::path Whole = fs::path(Command.Directory) / Path.str();
    fs::path Real = fs::weakly_canonical(Whole, Failure);
    return Failure ? Whole.lexically_normal() : Real;
  }

  bool isOwn(llvm::StringRef Path) const {
    return llvm::any_of(Roots, [&](const std::string &Root) {
      std::error_code Failure;
      fs::path Real = fs::weakly_canonical(Root, Failure);
      return isBelow(resolved(Path).string(), Failure ? Root : Real.string());
    });
  }

  bool isSystems(llvm::StringRef Path) const {
    std::string Real = resolved(Path).string();
    return llvm::any_of(std::initializer_list<const char *>{"/usr", "/lib", "/lib64", "/opt", "/bin"},
                        [&](const char *Directory) { return isBelow(Real, Directory); }) &&
           !isOwn(Path);
  }

  /// Response files are read here, and only those of the version.
  Status expand(std::vector<std::string> &Words, unsigned Depth) const {
    constexpr unsigned MostDepth = 20;
    for (std::size_t I = 0; I < Words.size(); ++I) {
      if (!llvm::StringRef(Words[I]).starts_with("@"))
        continue;
      std::string Path = Words[I].substr(1);
      if (!isOwn(Path))
        return refuse("the response file '@" + Path + "' is not in the directory of this version");
      auto Text = readTextFile(resolved(Path).string());
      if (!Text)
        continue; // the compiler will say so
      if (Depth == MostDepth)
        return refuse("the response file '@" + Path + "' leads to others without end");
      std::vector<std::string> More = splitCommandLine(*Text);
      if (Status Expanded = expand(More, Depth + 1); !Expanded)
        return Expanded;
      Words.erase(Words.begin() + static_cast<std::ptrdiff_t>(I));
      Words.insert(Words.begin() + static_cast<std::ptrdiff_t>(I), More.begin(), More.end());
      I += More.size() - 1;
    }
    return Done{};
  }

  Status checkWord(const std::vector<std::string> &Words, std::size_t I) const {
    llvm::StringRef Word = Words[I];
    bool Forwarded = I && llvm::is_contained(Forwarding, llvm::StringRef(Words[I - 1]));
    if (Forwarded && Words[I - 1] == "-Xclang" && llvm::is_contained(FrontEndOutputs, Word))
      return refuse("the option '-Xclang " + Word.str() + "' writes a file");
    if (Word.starts_with("-Wp,") || Word.starts_with("-Wa,")) {
      llvm::SmallVector<llvm::StringRef> Parts;
      Word.drop_front(4).split(Parts, ',');
      std::vector<std::string> Inner(Parts.begin(), Parts.end());
      for (std::size_t J = 0; J != Inner.size(); ++J)
        if (Status Checked = checkWord(Inner, J); !Checked)
          return Checked;
      return Done{};
    }
    for (const DangerousOption &Option : Dangerous) {
      // Clang takes many of them with one dash or two.
      bool Named =
          Word.starts_with(Option.Name) || (Word.starts_with("--") && Word.drop_front().starts_with(Option.Name));
      if (!Named)
        continue;
      return checkOption(Option, Word, valueOf(Word, Option.Name, I + 1 < Words.size() ? Words[I + 1] : ""));
    }
    return Done{};
  }

  static std::string valueOf(llvm::StringRef Word, llvm::StringRef Name, const std::string &Next) {
    llvm::StringRef Rest = Word.substr(Word.find(Name) + Name.size());
    Rest.consume_front("=");
    return Rest.empty() ? Next : Rest.str();
  }

  Status checkOption(const DangerousOption &Option, llvm::StringRef Word, const std::string &Value) const {
    switch (Option.Why) {
    case Danger::Always:
      return refuse("the option '" + Word.str() + "' loads or chooses code");
    case Danger::NamesProgram:
      if (Value.find('/') == std::string::npos && !isOwn(Value))
        return Done{};
      if (Value.find('/') == std::string::npos && !fs::exists(resolved(Value)))
        return Done{}; // a name that the compiler looks up in the system
      return isSystems(Value) ? Status(Done{})
                              : Status(refuse("the option '" + Word.str() + "' chooses programs of '" + Value + "'"));
    case Danger::ReadsFile:
      return !fs::path(Value).is_absolute() || isOwn(Value) || isSystems(Value)
                 ? Status(Done{})
                 : Status(refuse("the option '" + Word.str() + "' reads '" + Value +
                                 "', which is not in the directory of "
                                 "this version"));
    }
    return Done{};
  }

  const CompileCommand &Command;
  const std::vector<std::string> &Roots;
};

} // namespace

Status refuseForeignCode(const CompileCommand &Command, const std::vector<std::string> &Roots) {
  return EntryCheck(Command, Roots).run();
}

} // namespace vernier

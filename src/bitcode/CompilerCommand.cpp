#include "bitcode/CompilerCommand.h"

#include "bitcode/Settings.h"
#include "project/VersionSpec.h"

#include <clang/Driver/Options.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace vernier {

namespace options = clang::driver::options;
using llvm::opt::Arg;

namespace {

std::string absoluteFrom(const std::string &Directory, llvm::StringRef Path) {
  llvm::SmallString<128> Whole(Path);
  llvm::sys::fs::make_absolute(Directory, Whole);
  // Prefix maps compare texts, so `build/../include` has to become one name; symbolic links forbid doing that on the
  // text alone.
  llvm::SmallString<128> Real;
  if (Path.contains("..") && !llvm::sys::fs::real_path(Whole, Real))
    return Real.str().str();
  llvm::sys::path::remove_dots(Whole, /*remove_dot_dot=*/false);
  return Whole.str().str();
}

bool isIncludePath(const Arg &A) {
  switch (A.getOption().getID()) {
  case options::OPT_I:
  case options::OPT_iquote:
  case options::OPT_isystem:
  case options::OPT_idirafter:
  case options::OPT_isystem_after:
  case options::OPT_cxx_isystem:
    return true;
  default:
    return false;
  }
}

/// -f options that are about how a build is observed, optimised as a whole or reported, not about what the source
/// means. Sanitizers, coverage and profiling add code of their own; prefix maps and link-time optimisation are ours to
/// choose.
bool isObservationFlag(llvm::StringRef Name) {
  for (const char *Prefix : {"fsanitize",
                             "fno-sanitize",
                             "fprofile",
                             "fno-profile",
                             "fcoverage",
                             "ftest-coverage",
                             "fcs-profile",
                             "flto",
                             "fno-lto",
                             "fthin-link",
                             "fthinlto",
                             "fsplit-lto-unit",
                             "fwhole-program",
                             "fdebug-",
                             "fmacro-prefix",
                             "ffile-prefix",
                             "ffile-compilation",
                             "fcolor",
                             "fno-color",
                             "fdiagnostics",
                             "fno-diagnostics",
                             "fcrash",
                             "fplugin",
                             "fpass-plugin",
                             "ftime-",
                             "fsave-opt",
                             "fembed-bitcode",
                             "fuse-ld",
                             "fstack-usage",
                             "fmodule",
                             "fpch",
                             "finstrument-functions",
                             "fxray",
                             "fstack-protector",
                             "fno-stack-protector",
                             "fstack-clash",
                             "fcf-protection",
                             "fintegrated-as",
                             "fno-integrated-as",
                             "fsplit-machine",
                             "fdriver",
                             "fvectorize",
                             "fno-vectorize",
                             "fslp",
                             "fno-slp",
                             "funroll",
                             "fno-unroll"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

bool isDropped(const Arg &A) {
  const llvm::opt::Option &O = A.getOption();
  for (unsigned Group : {options::OPT_M_Group, options::OPT_O_Group, options::OPT_R_Group, options::OPT_DebugInfo_Group,
                         options::OPT_Action_Group, options::OPT_Link_Group, options::OPT_StaticAnalyzer_Group,
                         options::OPT_clang_ignored_f_Group, options::OPT_clang_ignored_gcc_optimization_f_Group,
                         options::OPT_clang_ignored_m_Group, options::OPT_pedantic_Group, options::OPT_d_Group})
    if (O.matches(Group))
      return true;
  switch (O.getID()) {
  case options::OPT_o:
  case options::OPT_INPUT:
  case options::OPT_UNKNOWN:
  case options::OPT_x:
  case options::OPT_pipe:
  case options::OPT_save_temps:
  case options::OPT_save_temps_EQ:
  case options::OPT_v:
  case options::OPT__HASH_HASH_HASH:
  case options::OPT_coverage:
  case options::OPT_p:
  case options::OPT_pg:
  case options::OPT_Xlinker:
  case options::OPT_Wl_COMMA:
  case options::OPT_Wa_COMMA:
  case options::OPT_Xassembler:
  case options::OPT_mllvm:
  case options::OPT__DASH_DASH:
  case options::OPT__serialize_diags:
  case options::OPT_include_pch:
  case options::OPT_l:
  case options::OPT_L:
  case options::OPT_z:
  case options::OPT_w:
    return true;
  default:
    return isObservationFlag(O.getName());
  }
}

/// Warnings do not matter, but what the user switched off may be an error by default.
bool isDroppedWarning(const Arg &A) {
  if (!A.getOption().matches(options::OPT_W_Group))
    return false;
  return !llvm::StringRef(A.getSpelling()).starts_with("-Wno-") &&
         !(A.getNumValues() && llvm::StringRef(A.getValue()).starts_with("no-"));
}

class CommandReader {
public:
  CommandReader(const std::string &Directory, bool CPlusPlusDriver) : Directory(Directory) {
    Command.CPlusPlus = CPlusPlusDriver;
  }

  CompilerCommand read(const std::vector<std::string> &Words) {
    llvm::BumpPtrAllocator Memory;
    llvm::SmallVector<const char *, 64> Pointers;
    for (const std::string &Word : Words)
      Pointers.push_back(Word.c_str());
    llvm::cl::ExpansionContext Responses(Memory, llvm::cl::TokenizeGNUCommandLine);
    Responses.setCurrentDir(Directory);
    // An unreadable response file stays a word of its own; the compiler will complain about it.
    llvm::consumeError(Responses.expandResponseFiles(Pointers));
    unsigned MissingIndex = 0, MissingCount = 0;
    llvm::opt::InputArgList Arguments = clang::driver::getDriverOptTable().ParseArgs(
        Pointers, MissingIndex, MissingCount, llvm::opt::Visibility(options::ClangOption));
    for (const Arg *A : Arguments)
      readArgument(*A, Arguments);
    Command.Makes = product(Arguments);
    return std::move(Command);
  }

private:
  void readArgument(const Arg &A, const llvm::opt::ArgList &Arguments) {
    unsigned Id = A.getOption().getID();
    if (Id == options::OPT_INPUT)
      readInput(A.getValue());
    else if (Id == options::OPT_x)
      Language = llvm::StringRef(A.getValue()) == "none" ? "" : A.getValue();
    else if (Id == options::OPT_o)
      Command.Output = A.getValue();
    Command.Relocatable |= Id == options::OPT_r;
    Command.Shared |= Id == options::OPT_shared;
    Command.LinkTimeOptimised |= Id == options::OPT_flto || Id == options::OPT_flto_EQ;
    if (llvm::StringRef(A.getSpelling()).starts_with("--driver-mode=") && A.getNumValues())
      Command.CPlusPlus = llvm::StringRef(A.getValue()) == "g++";
    readLinkOption(A, Arguments);
    readMeaning(A, Arguments);
    readSettings(A, Arguments);
  }

  void readSettings(const Arg &A, const llvm::opt::ArgList &Arguments) {
    if (isCompileSetting(A))
      Command.CompileSettings.push_back(llvm::join(render(A, Arguments), " "));
    if (isLinkSetting(A))
      Command.LinkSettings.push_back(llvm::join(render(A, Arguments), " "));
  }

  void readInput(llvm::StringRef File) {
    bool IsSource = llvm::StringSwitch<bool>(Language)
                        .Cases("c", "c++", "cpp-output", "c++-cpp-output", true)
                        .Case("", isSourceFile(File.str()))
                        .Default(false);
    if (IsSource)
      Command.Sources.push_back({File.str(), Language});
    else
      Command.Link.push_back({LinkItem::Kind::Input, {absoluteFrom(Directory, File)}});
  }

  void readLinkOption(const Arg &A, const llvm::opt::ArgList &Arguments) {
    switch (A.getOption().getID()) {
    case options::OPT_L:
      Command.Link.push_back({LinkItem::Kind::Option, {"-L" + absoluteFrom(Directory, A.getValue())}});
      return;
    case options::OPT_Wl_COMMA:
    case options::OPT_Xlinker:
      Command.Link.push_back({LinkItem::Kind::Option, linkerWords(A, Arguments, Directory)});
      return;
    case options::OPT_l:
    case options::OPT_pthread:
    case options::OPT_z:
    case options::OPT_rdynamic:
    case options::OPT_static:
    case options::OPT_fopenmp:
    case options::OPT_fopenmp_EQ:
    case options::OPT_stdlib_EQ:
    case options::OPT_nodefaultlibs:
    case options::OPT_nostdlib:
      Command.Link.push_back({LinkItem::Kind::Option, render(A, Arguments)});
      return;
    default:
      return;
    }
  }

  void readMeaning(const Arg &A, const llvm::opt::ArgList &Arguments) {
    if (isIncludePath(A)) {
      llvm::StringRef Path = A.getValue();
      std::string Absolute = Path.starts_with("=") ? Path.str() : absoluteFrom(Directory, Path);
      Command.Includes.push_back(Absolute);
      addMeaning({A.getSpelling().str(), Absolute});
    } else if (A.getOption().matches(options::OPT_include) || A.getOption().matches(options::OPT_imacros)) {
      readForcedInclude(A);
    } else if (A.getOption().matches(options::OPT_Xclang)) {
      readFrontEndOption(A.getValue());
    } else if (A.getOption().matches(options::OPT_Wp_COMMA) || A.getOption().matches(options::OPT_Xpreprocessor)) {
      readPreprocessorOptions(A);
    } else if (!isDropped(A) && !isDroppedWarning(A)) {
      addMeaning(render(A, Arguments));
    }
  }

  /// For the driver, -include of a header that has a precompiled form beside it means that form, which was made with
  /// other options; the front end takes the header itself.
  void readForcedInclude(const Arg &A) {
    std::string Path = absoluteFrom(Directory, A.getValue());
    if (!llvm::sys::fs::exists(Path))
      Path = A.getValue(); // found along the include path
    std::string Option = A.getOption().matches(options::OPT_include) ? "-include" : "-imacros";
    addMeaning({"-Xclang", Option, "-Xclang", Path});
  }

  void readFrontEndOption(llvm::StringRef Value) {
    if (SkipFrontEndOption) {
      SkipFrontEndOption = false;
      return;
    }
    // Precompiled headers carry other options; plugins and outputs are not about meaning.
    if (Value == "-include-pch" || Value == "-load" || Value == "-add-plugin" || Value == "-plugin") {
      SkipFrontEndOption = true;
      return;
    }
    if (Value.starts_with("-plugin-arg") || Value.starts_with("-fno-pch") || Value.starts_with("-fpch") ||
        Value.starts_with("-emit"))
      return;
    addMeaning({"-Xclang", Value.str()});
  }

  /// -Wp,-MD,file,-DX: only definitions and include paths matter.
  void readPreprocessorOptions(const Arg &A) {
    for (unsigned I = 0; I != A.getNumValues(); ++I) {
      llvm::StringRef Value = A.getValue(I);
      if (Value.starts_with("-D") || Value.starts_with("-U"))
        addMeaning({Value.str()});
      else if (Value.starts_with("-I") && Value.size() > 2)
        addMeaning({"-I", absoluteFrom(Directory, Value.drop_front(2))});
    }
  }

  std::vector<std::string> render(const Arg &A, const llvm::opt::ArgList &Arguments) const {
    llvm::opt::ArgStringList Words;
    A.render(Arguments, Words);
    return {Words.begin(), Words.end()};
  }

  void addMeaning(std::vector<std::string> Words) { llvm::append_range(Command.Meaning, Words); }

  CompilerCommand::Product product(const llvm::opt::ArgList &Arguments) const {
    using Product = CompilerCommand::Product;
    for (const Arg *A : Arguments) {
      const llvm::opt::Option &O = A->getOption();
      if (O.matches(options::OPT_M) || O.matches(options::OPT_MM) || O.matches(options::OPT__HASH_HASH_HASH) ||
          O.matches(options::OPT_emit_llvm) || O.matches(options::OPT_version) || O.matches(options::OPT__version) ||
          O.matches(options::OPT_help) || llvm::StringRef(A->getSpelling()).starts_with("-print-") ||
          llvm::StringRef(A->getSpelling()).starts_with("--print-") ||
          llvm::StringRef(A->getSpelling()).starts_with("-dump"))
        return Product::Other;
      if (O.matches(options::OPT_Action_Group) && !O.matches(options::OPT_c))
        return Product::Other;
    }
    bool HasInput = !Command.Sources.empty() || llvm::any_of(Command.Link, [](const LinkItem &Item) {
      return Item.What == LinkItem::Kind::Input || llvm::StringRef(Item.Words.front()).starts_with("-l");
    });
    if (!HasInput)
      return Product::Other;
    return Arguments.hasArg(options::OPT_c) ? Product::Object : Product::Link;
  }

  const std::string &Directory;
  CompilerCommand Command;
  std::string Language;
  bool SkipFrontEndOption = false;
};

} // namespace

CompilerCommand parseCompilerCommand(const std::vector<std::string> &Words, const std::string &Directory,
                                     bool CPlusPlusDriver) {
  return CommandReader(Directory, CPlusPlusDriver).read(Words);
}

bool isCPlusPlusDriver(const std::string &Program) {
  return llvm::sys::path::filename(Program).contains("++");
}

} // namespace vernier

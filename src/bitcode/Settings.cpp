#include "bitcode/Settings.h"

#include "bitcode/BuildStages.h"

#include <clang/Driver/Options.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace fs = std::filesystem;

namespace vernier {

namespace {

namespace options = clang::driver::options;

/// How a build is observed, reported, laid out or made fast: no defined program behaves differently.
constexpr const char *HarmlessPrefixes[] = {"fdebug-",
                                            "fmacro-prefix",
                                            "ffile-prefix",
                                            "ffile-compilation",
                                            "fcoverage-",
                                            "fcolor",
                                            "fno-color",
                                            "fdiagnostics",
                                            "fno-diagnostics",
                                            "fcrash",
                                            "ftime-",
                                            "fsave-opt",
                                            "flto",
                                            "fno-lto",
                                            "fthin",
                                            "fsplit-lto",
                                            "fuse-ld",
                                            "fintegrated",
                                            "fno-integrated",
                                            "fmodule",
                                            "fpch",
                                            "fvectorize",
                                            "fno-vectorize",
                                            "fslp",
                                            "fno-slp",
                                            "funroll",
                                            "fno-unroll",
                                            "fomit-frame",
                                            "fno-omit-frame",
                                            "ffunction-sections",
                                            "fno-function-s",
                                            "fdata-sections",
                                            "fno-data-sec",
                                            "funwind",
                                            "fno-unwind",
                                            "fasynchronous-",
                                            "fno-asynchron",
                                            "fident",
                                            "fno-ident",
                                            "frecord-",
                                            "fverbose-asm",
                                            "finline",
                                            "fno-inline",
                                            "fmerge",
                                            "fno-merge",
                                            "fmessage",
                                            "fmax-errors",
                                            "ferror-limit",
                                            "ftemplate-depth",
                                            "fconstexpr-depth",
                                            "fstack-usage",
                                            "fno-caret",
                                            "fcaret",
                                            "fshow",
                                            "fno-show",
                                            "fstandalone",
                                            "fno-standalone",
                                            "flimit-debug",
                                            "fno-limit-debug",
                                            "fsemantic-inter",
                                            "fno-semantic-i",
                                            "fplt",
                                            "fno-plt",
                                            "ftree",
                                            "fno-tree",
                                            "foptimize-sib",
                                            "fno-optimize-s",
                                            "funique",
                                            "fno-unique",
                                            "faddrsig",
                                            "fno-addrsig",
                                            "fdriver",
                                            "fspell-checking",
                                            "fno-spell",
                                            "fansi-escape",
                                            "freorder",
                                            "fno-reorder",
                                            "falign",
                                            "fno-align"};

/// What our own compilation follows: its bitcode shows the effect.
constexpr const char *FollowedPrefixes[] = {"fsigned-char",
                                            "funsigned-char",
                                            "fno-signed-char",
                                            "fno-unsigned-ch",
                                            "fshort-enums",
                                            "fno-short-enums",
                                            "fpack-struct",
                                            "fno-pack-struct",
                                            "fshort-wchar",
                                            "fno-short-wchar",
                                            "fexceptions",
                                            "fno-exceptions",
                                            "fcxx-exc",
                                            "fno-cxx-exc",
                                            "frtti",
                                            "fno-rtti",
                                            "fvisibility",
                                            "fno-visibility",
                                            "fPIC",
                                            "fpic",
                                            "fPIE",
                                            "fpie",
                                            "fno-PIC",
                                            "fno-pic",
                                            "fno-PIE",
                                            "fno-pie",
                                            "fcommon",
                                            "fno-common",
                                            "fms-",
                                            "fno-ms-",
                                            "fgnu",
                                            "fno-gnu",
                                            "fopenmp",
                                            "fno-openmp",
                                            "fblocks",
                                            "fno-blocks",
                                            "fsized-",
                                            "fno-sized-",
                                            "fthreadsafe-",
                                            "fno-threadsafe-",
                                            "fchar8",
                                            "fno-char8",
                                            "fconcepts",
                                            "fcoroutines",
                                            "fdeclspec",
                                            "fdollars",
                                            "fno-dollars",
                                            "fpermissive",
                                            "faligned-",
                                            "fno-aligned-",
                                            "fnew-",
                                            "fdelayed-",
                                            "fno-delayed-",
                                            "flax-vector",
                                            "fasm",
                                            "fno-asm",
                                            "fdigraphs",
                                            "fno-digraphs",
                                            "fuse-cxa",
                                            "fno-use-cxa",
                                            "foperator",
                                            "fno-operator",
                                            "faccess-control",
                                            "fno-access",
                                            "felide-constr",
                                            "fno-elide",
                                            "fgnuc-version",
                                            "finput-charset",
                                            "fexec-charset",
                                            "fms-volatile",
                                            "fstrict-enums",
                                            "fno-strict-enums",
                                            "fhosted",
                                            "fkeep-static-con",
                                            "fno-keep-static",
                                            "fzero-init",
                                            "fno-zero-init",
                                            "fforce-enable"};

bool beginsWithOneOf(llvm::StringRef Name, llvm::ArrayRef<const char *> Prefixes) {
  return llvm::any_of(Prefixes, [&](const char *Prefix) { return Name.starts_with(Prefix); });
}

bool isInHarmlessGroup(const llvm::opt::Option &O) {
  for (unsigned Group :
       {options::OPT_M_Group, options::OPT_W_Group, options::OPT_R_Group, options::OPT_DebugInfo_Group,
        options::OPT_Action_Group, options::OPT_Link_Group, options::OPT_StaticAnalyzer_Group, options::OPT_I_Group,
        options::OPT_clang_ignored_f_Group, options::OPT_clang_ignored_gcc_optimization_f_Group,
        options::OPT_clang_ignored_m_Group, options::OPT_pedantic_Group, options::OPT_d_Group, options::OPT_u_Group,
        options::OPT_clang_i_Group, options::OPT_Preprocessor_Group})
    if (O.matches(Group))
      return true;
  return false;
}

/// clang ignores them or only passes them on, and gcc computes something else.
bool isForGccOnly(llvm::StringRef Word) {
  return llvm::is_contained({"-fsingle-precision-constant", "-ffloat-store", "-fsignaling-nans", "-fno-for-scope",
                             "-fno-implicit-templates", "-mdaz-ftz", "-mrecip"},
                            Word);
}

/// -Ofast is -ffast-math, too.
bool isFast(llvm::StringRef Level) {
  return Level == "-Ofast" || Level == "fast";
}

/// A level of optimisation. It means nothing by itself, but there are macros for it.
bool isLevel(llvm::StringRef Word) {
  return Word.starts_with("-O") && !isFast(Word);
}

std::vector<std::string> withoutLevels(std::vector<std::string> Settings) {
  llvm::erase_if(Settings, isLevel);
  return Settings;
}

/// -Xclang and -Xpreprocessor are followed where they mean something.
bool isHarmless(const llvm::opt::Option &O) {
  switch (O.getID()) {
  case options::OPT_INPUT:
  case options::OPT_o:
  case options::OPT_x:
  case options::OPT_D:
  case options::OPT_U:
  case options::OPT_I:
  case options::OPT_std_EQ:
  case options::OPT_ansi:
  case options::OPT_pipe:
  case options::OPT_save_temps:
  case options::OPT_save_temps_EQ:
  case options::OPT_v:
  case options::OPT__HASH_HASH_HASH:
  case options::OPT_w:
  case options::OPT_l:
  case options::OPT_L:
  case options::OPT_z:
  case options::OPT_Xlinker:
  case options::OPT_Wl_COMMA:
  case options::OPT_Wp_COMMA:
  case options::OPT_Xpreprocessor:
  case options::OPT_Xclang:
  case options::OPT_pthread:
  case options::OPT__DASH_DASH:
  case options::OPT__serialize_diags:
  case options::OPT_include_pch:
  case options::OPT_mtune_EQ:
  case options::OPT_Qunused_arguments:
  case options::OPT_m32: // another target shows
  case options::OPT_m64:
    return true;
  default:
    return false;
  }
}

/// Places of files inside of linker options: --version-script=FILE, -T,FILE, @FILE.
constexpr const char *FileOptions[] = {"--version-script",
                                       "--dynamic-list",
                                       "--script",
                                       "-T",
                                       "--retain-symbols-file",
                                       "--just-symbols",
                                       "-R",
                                       "--default-script",
                                       "-dT"};

/// It need not exist yet, or any more: a recorded build moves when it is done.
std::string absoluteFile(llvm::StringRef Path, const std::string &Directory) {
  return (fs::path(Directory) / Path.str()).lexically_normal().string();
}

/// One part of -Wl; the part before it may be the option that it belongs to.
std::string absolutePart(llvm::StringRef Part, llvm::StringRef Before, const std::string &Directory) {
  if (llvm::is_contained(FileOptions, Before))
    return absoluteFile(Part, Directory);
  if (Part.starts_with("@"))
    return "@" + absoluteFile(Part.drop_front(), Directory);
  auto [Name, File] = Part.split('=');
  if (!File.empty() && llvm::is_contained(FileOptions, Name))
    return (Name + "=").str() + absoluteFile(File, Directory);
  if (Part.starts_with("-T") && Part.size() > 2 && !Part.starts_with("-Ttext") && !Part.starts_with("-Tdata") &&
      !Part.starts_with("-Tbss"))
    return "-T" + absoluteFile(Part.drop_front(2), Directory);
  return Part.str();
}

/// "a.c", "a.c and b.c", "a.c, b.c and 4 more".
std::string someOf(const std::vector<std::string> &Files) {
  constexpr std::size_t Most = 3;
  if (Files.size() <= Most)
    return listOf(Files);
  return listOf({Files.begin(), Files.begin() + (Most - 1)}) + " (and " + std::to_string(Files.size() - Most + 1) +
         " more)";
}

std::vector<std::string> without(const std::vector<std::string> &From, const std::vector<std::string> &Taken) {
  std::vector<std::string> Rest;
  for (const std::string &Word : From)
    if (!llvm::is_contained(Taken, Word))
      Rest.push_back(Word);
  return Rest;
}

/// Options with the hashes of the files that they name (VersionBuilder.cpp) are for machines.
std::string withoutHashes(const std::vector<std::string> &Words) {
  std::string Text;
  for (llvm::StringRef Word : Words) {
    auto [Front, Hash] = Word.rsplit('=');
    bool IsHash = Hash.size() == 32 && llvm::all_of(Hash, llvm::isHexDigit);
    Text += (Text.empty() ? "" : " ") + (IsHash ? Front : Word).str();
  }
  return Text;
}

/// "with -ffast-math in the new version only"
std::string differenceText(const std::vector<std::string> &Old, const std::vector<std::string> &New) {
  std::vector<std::string> Gone = without(Old, New), Come = without(New, Old);
  if (Gone.empty() && Come.empty())
    return "with the same options in another order: " + llvm::join(New, " ");
  std::string OldWords = withoutHashes(Gone), NewWords = withoutHashes(Come), Text;
  if (OldWords == NewWords)
    return "with a file that differs: " + NewWords;
  if (!Gone.empty())
    Text = "with " + OldWords + " in the old version only";
  if (!Come.empty())
    Text += (Text.empty() ? "with " : ", and with ") + NewWords + " in the new version only";
  return Text;
}

/// The words of a link that are neither libraries nor places to look for them, with their values.
std::vector<std::string> linkerOptions(const LinkInfo &Link) {
  std::vector<std::string> Options;
  bool IsValue = false;
  for (const std::string &Word : Link.Identity.empty() ? Link.Arguments : Link.Identity) {
    bool IsLibrary = !llvm::StringRef(Word).starts_with("-") || llvm::StringRef(Word).starts_with("-l") ||
                     llvm::StringRef(Word).starts_with("-L");
    if (IsValue)
      Options.back() += " " + Word;
    else if (!IsLibrary)
      Options.push_back(Word);
    IsValue = !IsValue && (Word == "-Xlinker" || Word == "-z");
  }
  return Options;
}

/// A file may be compiled several times, for several targets.
std::map<std::pair<std::string, unsigned>, const CompiledFile *> byFile(const BuildFacts &Facts) {
  std::map<std::pair<std::string, unsigned>, const CompiledFile *> Files;
  std::map<std::string, unsigned> Times;
  for (const CompiledFile &Each : Facts.Compiled)
    Files[{Each.File, Times[Each.File]++}] = &Each;
  return Files;
}

} // namespace

std::vector<std::string> filesBelow(const std::vector<std::string> &Files, const std::string &Root) {
  std::set<std::string> Below;
  for (const std::string &File : Files)
    if (std::string Path = fs::path(File).lexically_normal().string(); isBelow(Path, Root))
      Below.insert(fs::path(Path).lexically_relative(Root).string());
  return {Below.begin(), Below.end()};
}

bool isCompileSetting(const llvm::opt::Arg &A) {
  const llvm::opt::Option &O = A.getOption();
  llvm::StringRef Word = A.getSpelling();
  if (O.matches(options::OPT_O_Group) || isForGccOnly(Word))
    return true;
  if (isHarmless(O) || isInHarmlessGroup(O))
    return false;
  llvm::StringRef Name = Word.ltrim('-');
  return !beginsWithOneOf(Name, HarmlessPrefixes) && !beginsWithOneOf(Name, FollowedPrefixes);
}

bool isLinkSetting(const llvm::opt::Arg &A) {
  if (A.getOption().matches(options::OPT_O_Group))
    return isFast(A.getNumValues() ? A.getValue() : A.getSpelling());
  switch (A.getOption().getID()) {
  case options::OPT_shared:
  case options::OPT_pie:
  case options::OPT_no_pie:
  case options::OPT_static_pie:
  case options::OPT_static_libgcc:
  case options::OPT_static_libstdcxx:
  case options::OPT_nostartfiles:
  case options::OPT_nostdlibxx:
  case options::OPT_T:
  case options::OPT_u:
  case options::OPT_e:
  case options::OPT_rpath:
    return true;
  default:
    return isCompileSetting(A);
  }
}

std::vector<std::string> linkerWords(const llvm::opt::Arg &A, const llvm::opt::ArgList &Arguments,
                                     const std::string &Directory) {
  if (A.getOption().matches(options::OPT_Wl_COMMA)) {
    std::string Word = "-Wl";
    for (unsigned I = 0; I != A.getNumValues(); ++I)
      Word += "," + absolutePart(A.getValue(I), I ? A.getValue(I - 1) : "", Directory);
    return {Word};
  }
  llvm::opt::ArgStringList Words;
  A.render(Arguments, Words);
  std::vector<std::string> Result(Words.begin(), Words.end());
  if (A.getOption().matches(options::OPT_Xlinker) && Result.size() == 2)
    Result[1] = absolutePart(Result[1], "", Directory);
  return Result;
}

std::vector<std::string> filesInLinkerWord(llvm::StringRef Word) {
  std::vector<std::string> Files;
  for (llvm::StringRef Part : llvm::split(Word, ','))
    for (llvm::StringRef Piece : llvm::split(Part, '=')) {
      std::size_t Slash = Piece.find('/');
      if (Slash == llvm::StringRef::npos || Slash > 2) // FILE, @FILE, -TFILE
        continue;
      std::error_code Ignored;
      if (std::string Path = Piece.drop_front(Slash).str(); fs::is_regular_file(Path, Ignored))
        Files.push_back(std::move(Path));
    }
  return Files;
}

std::vector<std::string> comparableSettings(const std::vector<std::string> &Settings, const std::string &Root) {
  std::vector<std::string> Result;
  for (std::string Word : Settings) {
    for (std::size_t At = Word.find(Root); Root.size() > 1 && At != std::string::npos; At = Word.find(Root, At + 1))
      Word.replace(At, Root.size(), ".");
    llvm::erase(Result, Word);
    Result.push_back(std::move(Word));
  }
  return Result;
}

std::optional<SettingDifference> linkDifference(const LinkInfo &Old, const LinkInfo &New) {
  if (Old == New)
    return std::nullopt;
  std::vector<std::string> Before = linkerOptions(Old), After = linkerOptions(New);
  if (Before == After)
    return SettingDifference{"libraries", "the versions link with different options or libraries"};
  return SettingDifference{"link-options", "the program is linked " + differenceText(Before, After)};
}

bool redirectsCalls(const LinkInfo &Link) {
  return llvm::any_of(linkerOptions(Link), [](const std::string &Word) {
    return llvm::any_of(std::initializer_list<const char *>{"--wrap", "--defsym", "--script", "-T,", " -T"},
                        [&](const char *Option) { return Word.find(Option) != std::string::npos; });
  });
}

std::string optimisationLevel(const CompiledFile &File) {
  std::string Level = "0";
  for (llvm::StringRef Word : File.Settings)
    if (Word.consume_front("-O"))
      Level = Word.empty() ? "1" : Word.str();
  return Level == "0" || Level == "s" || Level == "z" || Level == "g" ? Level : "1";
}

bool levelsDiffer(const BuildFacts &Old, const BuildFacts &New) {
  auto Before = byFile(Old);
  return llvm::any_of(byFile(New), [&](const auto &Each) {
    auto InOld = Before.find(Each.first);
    return InOld != Before.end() && optimisationLevel(*InOld->second) != optimisationLevel(*Each.second);
  });
}

std::vector<SettingDifference> settingDifferences(const BuildFacts &Old, const BuildFacts &New) {
  std::map<std::string, std::vector<std::string>> FilesOf;
  auto Before = byFile(Old);
  for (const auto &[Key, InNew] : byFile(New))
    if (auto InOld = Before.find(Key); InOld != Before.end()) {
      std::vector<std::string> Old = withoutLevels(InOld->second->Settings), New = withoutLevels(InNew->Settings);
      if (Old != New)
        FilesOf[differenceText(Old, New)].push_back(Key.first);
    }
  std::vector<SettingDifference> Result;
  for (const auto &[Text, Files] : FilesOf)
    Result.push_back(
        {"compile-options", someOf(Files) + (Files.size() == 1 ? " is compiled " : " are compiled ") + Text});
  if (Old.LinkSettings != New.LinkSettings)
    Result.push_back({"link-options", "the program is linked " + differenceText(Old.LinkSettings, New.LinkSettings)});
  return Result;
}

} // namespace vernier

#pragma once

#include "bitcode/BuildFacts.h"
#include "bitcode/Program.h"

#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>

#include <optional>
#include <string>
#include <vector>

namespace vernier {

// Settings are compiler and linker options that can change what a program does without leaving a trace in our bitcode:
// we drop them (-fsanitize=), override them (-ffast-math, -fno-wrapv), do not know them, or hand them to tools that
// come later (-Wa). Options that we follow are none: what they change is in the bitcode and is compared there.

/// The option is a setting of a compilation.
bool isCompileSetting(const llvm::opt::Arg &A);
/// The option is a setting of a link, beyond what LinkInfo holds.
bool isLinkSetting(const llvm::opt::Arg &A);
/// The words of -Wl with names of scripts and lists made absolute, so that they can be found and compared.
std::vector<std::string> linkerWords(const llvm::opt::Arg &A, const llvm::opt::ArgList &Arguments,
                                     const std::string &Directory);
/// The names of files in such a word.
std::vector<std::string> filesInLinkerWord(llvm::StringRef Word);

/// The settings with the place of the version left out, each once, at its last place.
std::vector<std::string> comparableSettings(const std::vector<std::string> &Settings, const std::string &Root);

/// A setting that differs between two versions.
struct SettingDifference {
  std::string Code; ///< `compile-options` or `link-options`
  std::string Message;
};
/// Options of the linker, or the libraries (`libraries`).
std::optional<SettingDifference> linkDifference(const LinkInfo &Old, const LinkInfo &New);
/// The linker is told to take other symbols than the ones that the code names, which one module of bitcode cannot
/// follow.
bool redirectsCalls(const LinkInfo &Link);
std::vector<SettingDifference> settingDifferences(const BuildFacts &Old, const BuildFacts &New);
/// Some file is optimised in one version and not in the other, or for size in one. Only macros tell (__OPTIMIZE__).
bool levelsDiffer(const BuildFacts &Old, const BuildFacts &New);

} // namespace vernier

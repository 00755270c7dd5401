#pragma once

#include "base/Result.h"
#include "bitcode/Dependencies.h"
#include "project/Workspace.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// One translation unit, ready to be compiled to bitcode.
struct TranslationUnit {
  std::string File;                  ///< absolute, or `-`
  std::string Input;                 ///< for `-`: the file with what standard input held
  std::string Language;              ///< for -x; empty: by the file's name
  std::string Directory;             ///< where the compiler runs
  bool CPlusPlus = false;            ///< the C++ driver compiles it
  std::vector<std::string> Options;  ///< CompilerCommand::Meaning
  std::vector<std::string> Includes; ///< CompilerCommand::Includes
  std::string Root;                  ///< locations and __FILE__ are relative to it
  /// What __FILE__ is in this file; empty: its name relative to Root.
  std::string FileMacro;
  bool Sanitize = false; ///< BuildOptions::Sanitize
};

struct CompiledUnit {
  std::string Hash;              ///< of the bitcode, which lies at Workspace::object(Hash)
  std::string File;              ///< as in the unit
  std::vector<std::string> Read; ///< every file that the compiler read, absolute
};

/// What compiling cost. Shared by the threads that compile.
struct CompileCounters {
  std::atomic<unsigned> CompilerProcesses{0};
  std::atomic<unsigned> CachedUnits{0};
};

/// Compiles to bitcode, or finds out without starting the compiler that the result is known: the same compiler, options
/// and main file were compiled before, every file that was read then has the same contents now, and no file has
/// appeared that an #include or __has_include would have found first. Safe to use from several threads.
class UnitCompiler {
public:
  UnitCompiler(const Workspace &Space, CompileCounters &Counters) : Space(Space), Counters(Counters) {}

  Result<CompiledUnit> compile(const TranslationUnit &Unit);

private:
  std::string keyOf(const TranslationUnit &Unit, const std::string &MainHash) const;
  /// What is known of an earlier compilation that would give the same now.
  std::optional<DependencyRecord> lookUp(const std::string &Manifest);
  Result<CompiledUnit> run(const TranslationUnit &Unit, const std::string &MainHash);
  void remember(const TranslationUnit &Unit, const std::string &Key, const std::string &Object,
                const std::vector<std::string> &Read, std::int64_t Start);

  const Workspace &Space;
  CompileCounters &Counters;
  FileHashes Hashes;
};

/// The command line that compiles a unit.
std::vector<std::string> compileCommandLine(const TranslationUnit &Unit, const std::string &Output,
                                            const std::string &DependencyFile);

/// clang-19 or clang++-19.
Result<std::string> findClang(bool CPlusPlus);

} // namespace vernier

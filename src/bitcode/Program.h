#pragma once

#include "base/Result.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vernier {

struct BuildFacts;

/// What it takes to turn the module into an executable again: the version's own link options and libraries, in order.
struct LinkInfo {
  std::vector<std::string> Arguments;
  bool CPlusPlus = false;
  /// The arguments as they compare between versions: without the place of the version, and with the hashes of libraries
  /// and objects that lie in it. Empty: the arguments themselves.
  std::vector<std::string> Identity;

  bool operator==(const LinkInfo &Other) const {
    return CPlusPlus == Other.CPlusPlus && identity() == Other.identity();
  }

private:
  const std::vector<std::string> &identity() const { return Identity.empty() ? Arguments : Identity; }
};

/// One version, built: a whole linked module with its link options. Later stages read it and never change it.
class Program {
public:
  Program(std::unique_ptr<llvm::LLVMContext> Context, std::unique_ptr<llvm::Module> Module, std::string Label)
      : Context(std::move(Context)), Whole(std::move(Module)), Label(std::move(Label)) {}

  const llvm::Module &module() const { return *Whole; }
  llvm::Module &module() { return *Whole; }
  llvm::LLVMContext &context() { return *Context; }

  /// How the user named this version.
  const std::string &label() const { return Label; }

  /// The directory that relative file names of locations start from; empty if the sources are not at hand (a bitcode
  /// file).
  std::string SourceRoot;
  /// Sources that are not on disk (by the file name of their locations).
  std::map<std::string, std::string> Texts;
  /// What this program lacks compared with the real one ("not instrumented: FILE", ...), one line each.
  std::vector<std::string> Warnings;
  LinkInfo Link;
  /// What it was built of and how (bitcode/BuildFacts.h); null for a bitcode file.
  std::shared_ptr<const BuildFacts> Facts;

private:
  // The module must go before its context.
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Whole;
  std::string Label;
};

/// Reads a bitcode file (.bc or textual .ll) and normalises it (bitcode/Normalise.h).
Result<Program> loadBitcodeFile(const std::string &Path, std::string Label);

} // namespace vernier

#include "support/CompileText.h"

#include "bitcode/Flags.h"
#include "bitcode/Normalise.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <cstdlib>

namespace vernier::test {

namespace {

[[noreturn]] void fail(const std::string &What, const std::string &Text) {
  llvm::errs() << "test program: " << What << "\n" << Text << "\n";
  std::abort();
}

/// The -cc1 arguments that the driver derives from the flags; they do not depend on the text.
std::vector<std::string> frontEndArguments(const std::string &FileName) {
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Diagnostics(
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                   new clang::TextDiagnosticPrinter(llvm::errs(), new clang::DiagnosticOptions)));
  clang::driver::Driver Driver("clang-19", llvm::sys::getDefaultTargetTriple(), *Diagnostics);
  Driver.ResourceDir = VERNIER_CLANG_RESOURCES;
  Driver.setCheckInputsExist(false);
  std::vector<std::string> Words = {"clang-19", "-c", "-emit-llvm", FileName, "-o", "-"};
  for (auto &Flag : meaningFlags())
    Words.push_back(Flag);
  std::vector<const char *> Pointers;
  for (auto &Word : Words)
    Pointers.push_back(Word.c_str());
  std::unique_ptr<clang::driver::Compilation> Compilation(Driver.BuildCompilation(Pointers));
  if (!Compilation || Compilation->getJobs().size() != 1)
    fail("no compile job for " + FileName, "");
  const auto &Arguments = Compilation->getJobs().begin()->getArguments();
  return {Arguments.begin(), Arguments.end()};
}

} // namespace

Program compileText(const std::string &Text, const std::string &FileName) {
  std::vector<std::string> Arguments = frontEndArguments(FileName);
  std::vector<const char *> Pointers;
  for (auto &Argument : Arguments)
    if (Argument != "-cc1")
      Pointers.push_back(Argument.c_str());

  std::string Printed;
  llvm::raw_string_ostream Stream(Printed);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> Options(new clang::DiagnosticOptions);
  auto *Printer = new clang::TextDiagnosticPrinter(Stream, Options.get());
  clang::DiagnosticsEngine Diagnostics(new clang::DiagnosticIDs, Options, Printer);

  clang::CompilerInstance Compiler;
  if (!clang::CompilerInvocation::CreateFromArgs(Compiler.getInvocation(), Pointers, Diagnostics))
    fail("bad compiler arguments", Printed);
  Compiler.getPreprocessorOpts().addRemappedFile(FileName,
                                                 llvm::MemoryBuffer::getMemBufferCopy(Text, FileName).release());
  Compiler.createDiagnostics(new clang::TextDiagnosticPrinter(Stream, Options.get()));
  // The driver asks for this because a compiler exits soon; a test compiles thousands of texts.
  Compiler.getFrontendOpts().DisableFree = false;
  Compiler.getCodeGenOpts().DisableFree = false;
  Compiler.getCodeGenOpts().DebugCompilationDir = ".";
  Compiler.getCodeGenOpts().CoverageCompilationDir = ".";

  auto Context = std::make_unique<llvm::LLVMContext>();
  clang::EmitLLVMOnlyAction Action(Context.get());
  if (!Compiler.ExecuteAction(Action))
    fail("does not compile: " + Printed, Text);
  std::unique_ptr<llvm::Module> Module = Action.takeModule();
  normalise(*Module);
  Program Result(std::move(Context), std::move(Module), FileName);
  Result.Texts[FileName] = Text;
  return Result;
}

Program parseIr(const std::string &Text) {
  auto Context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic Problem;
  auto Module = llvm::parseAssemblyString(Text, Problem, *Context);
  if (!Module)
    fail("bad IR: " + Problem.getMessage().str(), Text);
  return Program(std::move(Context), std::move(Module), "text");
}

} // namespace vernier::test

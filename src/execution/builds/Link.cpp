#include "execution/builds/Link.h"

#include "bitcode/UnitCompiler.h"
#include "execution/builds/LinkOptions.h"
#include "project/Subprocess.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <filesystem>
#include <set>

namespace vernier {

namespace {

/// Options of a version that make something else than an executable.
bool makesLibrary(llvm::StringRef Word) {
  return Word == "-shared" || Word == "-r" || Word.starts_with("-Wl,-soname") || Word.starts_with("-Wl,-h,") ||
         Word.contains("version-script") || Word.contains("no-undefined");
}

std::string linkerPath() {
  if (auto Path = llvm::sys::findProgramByName("ld.lld-19"))
    return *Path;
  if (auto Path = llvm::sys::findProgramByName("ld.lld", {VERNIER_LLVM_TOOLS}))
    return *Path;
  return {}; // the compiler's own choice
}

/// "ld.lld: error: undefined symbol: f", or what GNU ld says: "undefined reference to `f'".
std::vector<std::string> undefinedSymbols(llvm::StringRef Text) {
  std::set<std::string> Names;
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    for (llvm::StringRef Phrase : {"undefined symbol: ", "undefined hidden symbol: ", "undefined reference to `"})
      if (std::size_t At = Line.find(Phrase); At != llvm::StringRef::npos)
        Names.insert(Line.substr(At + Phrase.size()).take_until([](char C) { return C == '\'' || C == ' '; }).str());
  return {Names.begin(), Names.end()};
}

/// Complaints that are not about undefined symbols.
bool onlyUndefined(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  return llvm::none_of(Lines, [](llvm::StringRef Line) {
    bool Undefined = Line.contains("undefined ") && Line.contains("symbol: ");
    return Line.contains("error: ") && !Undefined && !Line.contains("linker command failed");
  });
}

} // namespace

Result<LinkAnswer> linkExecutable(const LinkJob &Job) {
  auto Compiler = findClang(Job.CPlusPlus);
  if (!Compiler)
    return Compiler.takeError();
  ProcessRequest Request;
  Request.Arguments = {*Compiler, "-o", Job.Output, "-Qunused-arguments", "-Wl,--no-demangle"};
  if (std::string Linker = linkerPath(); !Linker.empty())
    llvm::append_values(Request.Arguments, "--ld-path=" + Linker, std::string("-Wl,--error-limit=0"));
  if (Job.Sanitized)
    Request.Arguments.push_back("-fsanitize=address,undefined");
  if (Job.Harness)
    llvm::append_values(Request.Arguments, std::string("-Wl,--wrap=free"), std::string("-Wl,--wrap=realloc"));
  llvm::append_range(Request.Arguments, Job.Objects);
  llvm::copy_if(harmlessLinkOptions(Job.Link->Arguments), std::back_inserter(Request.Arguments),
                [](const std::string &Word) { return !makesLibrary(Word); });
  // Single files are given without link options; what is not needed costs nothing.
  llvm::append_values(Request.Arguments, std::string("-Wl,--as-needed"), std::string("-lm"));
  Request.Environment = {{"LC_ALL", "C"}};
  Request.Writable = {llvm::sys::path::parent_path(Job.Output).str()};
  auto Outcome = runProcess(Request);
  if (!Outcome)
    return Outcome.takeError();
  LinkAnswer Answer;
  Answer.Linked = Outcome->succeeded();
  if (Answer.Linked) {
    // Some linkers change the mode when they are done, which they cannot here.
    std::error_code Ignored;
    std::filesystem::permissions(Job.Output, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add,
                                 Ignored);
    return Answer;
  }
  std::string Said = Outcome->Errors + Outcome->Output;
  Answer.Undefined = undefinedSymbols(Said);
  if (Answer.Undefined.empty() || !onlyUndefined(Said))
    return analysisError("this version cannot be linked into an executable (" + Outcome->describe() + ")", Said);
  return Answer;
}

} // namespace vernier

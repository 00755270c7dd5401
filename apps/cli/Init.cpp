#include "Common.h"

#include "base/TextFile.h"
#include "project/Git.h"
#include "project/ProjectFile.h"
#include "project/ProjectGuess.h"

#include <llvm/ADT/StringExtras.h>

#include <filesystem>
#include <iostream>

namespace fs = std::filesystem;

namespace vernier::cli {

namespace {

struct InitFlags {
  bool Force = false, Print = false;
};

/// The root of the git repository, or the current directory.
std::string projectRoot() {
  auto Repository = GitRepository::open(".");
  std::string Root = Repository ? Repository->workTree() : "";
  return Root.empty() ? "." : Root;
}

std::string told(const ProjectGuess &Guess, const std::string &File) {
  std::string Text = File + ": written\n";
  if (!Guess.System.empty())
    Text += "build     " + Guess.Build + "   (" + Guess.System + ")\n" +
            (Guess.Test.empty() ? "tests     none seen\n" : "tests     " + Guess.Test + "\n") +
            "next      vernier check   compares HEAD with the working tree\n";
  else if (!Guess.Sources.empty())
    Text += "build     no build system seen; sources: " + llvm::join(Guess.Sources, ", ") +
            "\nnext      vernier check -- " + llvm::join(Guess.Sources, " ") + "\n";
  else
    Text += "build     no build system seen; say in the file how the project is built\n";
  return Text;
}

int runInit(const CommonOptions &Options, const InitFlags &Flags) {
  std::string Root = projectRoot();
  ProjectGuess Guess = guessProject(Root);
  std::string Text = projectFileText(Guess);
  if (Flags.Print) {
    std::cout << Text << std::flush;
    return NothingToReport;
  }
  std::string File = (fs::path(Root) / ProjectFileName).lexically_normal().string();
  std::error_code Failure;
  if (fs::exists(File, Failure) && !Flags.Force)
    return fail(usageError(File + " is there already; edit it, or give --force to write a new one"));
  if (Status Written = writeTextFile(File, Text); !Written)
    return fail(Written.error());
  tell(Options, told(Guess, File));
  return NothingToReport;
}

} // namespace

void addInit(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  CLI::App *Verb = Vernier.add_subcommand("init", "Write a project file after looking at how the project is built");
  auto Flags = std::make_shared<InitFlags>();
  Verb->add_flag("--force", Flags->Force, "Replace a project file that is there");
  Verb->add_flag("--print", Flags->Print, "Print it instead of writing it");
  Verb->add_flag("-q,--quiet", Options.Quiet, "Print nothing but errors");
  Verb->footer("Examples:\n  vernier init\n  vernier init --print");
  Verb->callback([&Options, &Code, Flags] { Code = runInit(Options, *Flags); });
}

} // namespace vernier::cli

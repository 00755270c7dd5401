#include "Common.h"
#include "ProjectFlags.h"
#include "Suggestions.h"

#include "report/Json.h"

#include <iostream>
#include <vector>

using namespace vernier;
using namespace vernier::cli;

int main(int Argc, char **Argv) {
  CLI::App Vernier("Vernier compares two versions of a C or C++ program.", "vernier");
  Vernier.set_version_flag("--version", "vernier " + toolVersion());
  Vernier.set_help_all_flag("--help-all", "Help for all verbs");
  Vernier.require_subcommand(1);
  Vernier.footer(
      "Versions are C/C++ files (a.c,b.c), a directory with compile_commands.json (--target NAME) or one that --build "
      "'CMD' "
      "builds,\na bitcode file, or git revisions (REV1..REV2). Exit codes: 0 nothing to report, 1 findings, 2 usage, "
      "3 could not analyse, 4 undecided.\n`vernier VERB --help` has examples.");
  CommonOptions Options;
  int Code = 0;
  addCheck(Vernier, Options, Code);
  addVerify(Vernier, Options, Code);
  addImpact(Vernier, Options, Code);
  addSlice(Vernier, Options, Code);
  addComplexity(Vernier, Options, Code);
  addExplore(Vernier, Options, Code);
  addExpose(Vernier, Options, Code);
  addInteract(Vernier, Options, Code);
  addGuard(Vernier, Options, Code);
  addReplay(Vernier, Options, Code);
  addSelect(Vernier, Options, Code);
  addEfsm(Vernier, Options, Code);
  addInit(Vernier, Options, Code);

  // What stands after `--` are paths, never versions or options.
  std::vector<std::string> Arguments(Argv + 1, Argv + Argc);
  auto Separator = std::find(Arguments.begin(), Arguments.end(), "--");
  if (Separator != Arguments.end()) {
    Options.Paths.assign(Separator + 1, Arguments.end());
    Arguments.erase(Separator, Arguments.end());
  }
  // `vernier help VERB` is what people try first.
  if (!Arguments.empty() && Arguments.front() == "help") {
    Arguments.erase(Arguments.begin());
    Arguments.push_back("--help");
  }
  if (Status Added = addProjectFlags(Vernier, Arguments); !Added)
    return fail(Added.error());
  try {
    Vernier.parse(std::vector<std::string>(Arguments.rbegin(), Arguments.rend()));
  } catch (const CLI::Success &Help) {
    return Vernier.exit(Help);
  } catch (const CLI::ParseError &Problem) {
    std::cerr << "vernier: error: " << explainUsage(Vernier, Arguments, Problem) << std::endl;
    return UsageError;
  }
  return Code;
}

#include "Suggestions.h"

#include "base/SimilarNames.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace vernier::cli {

namespace {

std::vector<std::string> verbNames(const CLI::App &Vernier) {
  std::vector<std::string> Names;
  for (const CLI::App *Verb : Vernier.get_subcommands([](const CLI::App *) { return true; }))
    Names.push_back(Verb->get_name());
  return Names;
}

/// The first argument that looks like a flag and is none of the verb's.
std::string unknownFlag(const CLI::App &Verb, const std::vector<std::string> &Arguments) {
  for (const std::string &Argument : Arguments) {
    std::string Name = Argument.substr(0, Argument.find('='));
    if (Name.starts_with("--") && Name.size() > 2 && !Verb.get_option_no_throw(Name))
      return Name.substr(2);
  }
  return {};
}

} // namespace

const CLI::App *verbNamed(const CLI::App &Vernier, const std::string &Name) {
  for (const CLI::App *Verb : Vernier.get_subcommands([](const CLI::App *) { return true; }))
    if (Verb->check_name(Name))
      return Verb;
  return nullptr;
}

std::vector<std::string> longNames(const CLI::App &Verb) {
  std::vector<std::string> Names;
  for (const CLI::Option *Flag : Verb.get_options())
    for (const std::string &Name : Flag->get_lnames())
      Names.push_back(Name);
  return Names;
}

std::string explainUsage(const CLI::App &Vernier, const std::vector<std::string> &Arguments,
                         const CLI::ParseError &Problem) {
  std::vector<std::string> Verbs = verbNames(Vernier);
  if (Arguments.empty())
    return "a verb is missing: " + llvm::join(Verbs, ", ") + "; see 'vernier --help'";
  const CLI::App *Verb = verbNamed(Vernier, Arguments.front());
  if (!Verb)
    return "no verb '" + Arguments.front() + "'" + didYouMean(Arguments.front(), Verbs) + " See 'vernier --help'";
  std::string Help = "see 'vernier " + Verb->get_name() + " --help'";
  if (std::string Flag = unknownFlag(*Verb, Arguments); !Flag.empty() && Verb->get_subcommands({}).empty())
    return "vernier " + Verb->get_name() + " has no flag '--" + Flag + "'" + didYouMean(Flag, longNames(*Verb)) + " (" +
           Help + ")";
  return std::string(Problem.what()) + "; " + Help;
}

} // namespace vernier::cli

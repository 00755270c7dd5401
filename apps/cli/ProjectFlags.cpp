#include "ProjectFlags.h"

#include "Suggestions.h"
#include "base/SimilarNames.h"
#include "project/ProjectFile.h"

#include <llvm/ADT/STLExtras.h>

#include <filesystem>
#include <iostream>
#include <set>

namespace fs = std::filesystem;

namespace vernier::cli {

namespace {

const CLI::Option *flagOf(const CLI::App &Verb, const std::string &Flag) {
  return Verb.get_option_no_throw("--" + Flag);
}

/// Whether an argument is this flag, in any of its forms.
bool gives(llvm::StringRef Argument, const CLI::Option &Flag) {
  for (const std::string &Name : Flag.get_lnames())
    if (Argument == "--" + Name || Argument.starts_with("--" + Name + "="))
      return true;
  for (const std::string &Name : Flag.get_snames())
    if (!Argument.starts_with("--") && Argument.starts_with("-" + Name))
      return true;
  return false;
}

bool isPath(const CLI::Option &Flag) {
  return llvm::is_contained({"FILE", "DIR", "PATH"}, Flag.get_type_name());
}

/// Names of files are relative to the project, wherever the command is run.
std::string valueOf(const ProjectFile &File, const CLI::Option &Flag, const std::string &Value) {
  if (!isPath(Flag) || Value == "-" || fs::path(Value).is_absolute())
    return Value;
  std::error_code Failure;
  fs::path Relative = fs::relative(fs::path(File.Directory) / Value, Failure);
  return Failure ? (fs::path(File.Directory) / Value).string() : Relative.string();
}

class FlagAdder {
public:
  FlagAdder(const CLI::App &Vernier, const CLI::App &Verb, const ProjectFile &File, std::vector<std::string> &Arguments)
      : Vernier(Vernier), Verb(Verb), File(File), Arguments(Arguments), Given(Arguments) {}

  Status addAll() {
    for (const std::string &Section : {"function." + entry(), Verb.get_name(), std::string()})
      for (const ProjectSetting &Setting : File.Settings)
        if (Setting.Section == Section)
          if (Status Added = add(Setting); !Added)
            return Added;
    return sectionsAreKnown();
  }

private:
  /// Of the command line, or of the file.
  std::string entry() const {
    for (std::size_t I = 0; I != Given.size(); ++I) {
      if (llvm::StringRef Argument = Given[I]; Argument.consume_front("--entry="))
        return Argument.str();
      if (Given[I] == "--entry" && I + 1 != Given.size())
        return Given[I + 1];
    }
    for (const ProjectSetting &Setting : File.Settings)
      if (Setting.Flag == "entry" && Setting.Values.size() == 1 &&
          (Setting.Section.empty() || Setting.Section == Verb.get_name()))
        return Setting.Values.front();
    return "main";
  }

  Status add(const ProjectSetting &Setting) {
    const CLI::Option *Flag = flagOf(Verb, Setting.Flag);
    if (!Flag)
      return Setting.Section == Verb.get_name() ? unknown(Setting, {&Verb}) : knownSomewhere(Setting);
    if (Flag->get_items_expected_max() == 0 && !Setting.Switch)
      return usageError(File.placeOf(Setting) + ": '" + Setting.Flag + "' is a switch; write true or false");
    if (Flag->get_items_expected_max() != 0 && Setting.Switch)
      return usageError(File.placeOf(Setting) + ": '" + Setting.Flag + "' wants a value, not true or false");
    // What stands first wins: the command line, then the narrower section.
    bool Known = llvm::any_of(Given, [&](const std::string &Argument) { return gives(Argument, *Flag); });
    if (Known || !Added.insert(Flag).second)
      return Done{};
    if (Setting.Switch && Setting.On)
      Arguments.push_back("--" + Setting.Flag);
    for (const std::string &Value : Setting.Values)
      Arguments.push_back("--" + Setting.Flag + "=" + valueOf(File, *Flag, Value));
    return Done{};
  }

  std::vector<const CLI::App *> verbs() const {
    return Vernier.get_subcommands([](const CLI::App *) { return true; });
  }

  Status knownSomewhere(const ProjectSetting &Setting) const {
    for (const CLI::App *Other : verbs())
      if (flagOf(*Other, Setting.Flag))
        return Done{};
    return unknown(Setting, verbs());
  }

  Error unknown(const ProjectSetting &Setting, const std::vector<const CLI::App *> &Verbs) const {
    std::vector<std::string> Known;
    for (const CLI::App *Other : Verbs)
      llvm::append_range(Known, longNames(*Other));
    return usageError(File.placeOf(Setting) + ": no flag '" + Setting.Flag + "'" +
                      (Setting.Section.empty() ? "" : " for [" + Setting.Section + "]") +
                      didYouMean(Setting.Flag, Known));
  }

  Status sectionsAreKnown() const {
    std::vector<std::string> Names;
    for (const CLI::App *Other : verbs())
      Names.push_back(Other->get_name());
    for (const ProjectSetting &Setting : File.Settings)
      if (!Setting.Section.empty() && !llvm::StringRef(Setting.Section).starts_with("function.") &&
          !llvm::is_contained(Names, Setting.Section))
        return usageError(File.placeOf(Setting) + ": no verb '" + Setting.Section + "'" +
                          didYouMean(Setting.Section, Names));
    return Done{};
  }

  const CLI::App &Vernier, &Verb;
  const ProjectFile &File;
  std::vector<std::string> &Arguments;
  const std::vector<std::string> Given;
  std::set<const CLI::Option *> Added;
};

} // namespace

Status addProjectFlags(const CLI::App &Vernier, std::vector<std::string> &Arguments) {
  const CLI::App *Verb = Arguments.empty() ? nullptr : verbNamed(Vernier, Arguments.front());
  if (!Verb || !flagOf(*Verb, "no-project-file"))
    return Done{};
  if (llvm::any_of(Arguments, [](llvm::StringRef Argument) {
        return Argument == "--no-project-file" || Argument == "--help" || Argument == "-h";
      }))
    return Done{};
  auto File = findProjectFile(".");
  if (!File)
    return File.takeError();
  if (!*File)
    return Done{};
  std::size_t Before = Arguments.size();
  if (Status Added = FlagAdder(Vernier, *Verb, **File, Arguments).addAll(); !Added)
    return Added;
  if (llvm::is_contained(Arguments, "--verbose") || llvm::is_contained(Arguments, "-v"))
    for (std::size_t I = Before; I != Arguments.size(); ++I)
      std::cerr << "vernier: " << (*File)->Path << ": " << Arguments[I] << std::endl;
  return Done{};
}

} // namespace vernier::cli

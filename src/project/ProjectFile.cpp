#include "project/ProjectFile.h"

#include "base/TextFile.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace vernier {

namespace fs = std::filesystem;

namespace {

/// The text of a value that is no table and no list; nothing for dates and the like.
std::optional<std::string> scalarText(const toml::node &Node) {
  if (auto Text = Node.value_exact<std::string>())
    return *Text;
  if (auto Number = Node.value_exact<std::int64_t>())
    return std::to_string(*Number);
  return std::nullopt;
}

class Reader {
public:
  explicit Reader(const std::string &Path) { File.Path = Path, File.Directory = fs::path(Path).parent_path(); }

  Result<ProjectFile> read(const toml::table &Root) {
    for (const auto &[Key, Node] : Root) {
      Status Added = Done{};
      if (const toml::table *Section = Node.as_table())
        Added =
            std::string(Key.str()) == "function" ? addEntries(*Section) : addSection(std::string(Key.str()), *Section);
      else
        Added = add("", std::string(Key.str()), Node);
      if (!Added)
        return Added.takeError();
    }
    std::stable_sort(File.Settings.begin(), File.Settings.end(),
                     [](const ProjectSetting &A, const ProjectSetting &B) { return A.Line < B.Line; });
    return std::move(File);
  }

private:
  Error wrong(const toml::node &Node, const std::string &Message) const {
    return usageError(File.Path + ":" + std::to_string(Node.source().begin.line) + ": " + Message);
  }

  Status addEntries(const toml::table &Entries) {
    for (const auto &[Name, Node] : Entries) {
      const toml::table *Section = Node.as_table();
      if (!Section)
        return wrong(Node, "an input space belongs to a function: write [function.NAME] above it");
      if (Status Added = addSection("function." + std::string(Name.str()), *Section); !Added)
        return Added;
    }
    return Done{};
  }

  Status addSection(const std::string &Name, const toml::table &Section) {
    for (const auto &[Key, Node] : Section) {
      if (Node.is_table())
        return wrong(Node,
                     "[" + Name + "." + std::string(Key.str()) +
                         "] is not known; a section is named like a verb ([check]) or a function ([function.NAME])");
      if (Status Added = add(Name, std::string(Key.str()), Node); !Added)
        return Added;
    }
    return Done{};
  }

  Status add(const std::string &Section, const std::string &Flag, const toml::node &Node) {
    ProjectSetting Setting;
    Setting.Section = Section;
    Setting.Flag = Flag;
    Setting.Line = Node.source().begin.line;
    if (auto On = Node.value_exact<bool>()) {
      Setting.Switch = true;
      Setting.On = *On;
    } else if (const toml::array *List = Node.as_array()) {
      for (const toml::node &Element : *List) {
        auto Text = scalarText(Element);
        if (!Text)
          return wrong(Element, "'" + Flag + "' wants texts or numbers in its list");
        Setting.Values.push_back(std::move(*Text));
      }
    } else if (auto Text = scalarText(Node)) {
      Setting.Values.push_back(std::move(*Text));
    } else {
      return wrong(Node, "'" + Flag + "' wants a text, a number, true or false, or a list of texts");
    }
    File.Settings.push_back(std::move(Setting));
    return Done{};
  }

  ProjectFile File;
};

/// Like git, which reads no configuration of a repository that belongs to somebody else.
Status belongsToUser(const std::string &Path) {
  struct stat Info = {};
  if (::stat(Path.c_str(), &Info) != 0)
    return analysisError("cannot read " + Path);
  if (Info.st_uid != ::geteuid() && Info.st_uid != 0)
    return analysisError(Path + " belongs to another user, and it can name commands to run; make it yours (chown), or "
                                "give --no-project-file");
  return Done{};
}

} // namespace

Result<ProjectFile> parseProjectFile(const std::string &Text, const std::string &Path) {
  toml::parse_result Parsed = toml::parse(Text, Path);
  if (!Parsed)
    return usageError(Path + ":" + std::to_string(Parsed.error().source().begin.line) + ": " +
                      std::string(Parsed.error().description()));
  return Reader(Path).read(Parsed.table());
}

/// The directories from Directory up to the root of its repository; outside of one only Directory, for what lies above
/// it may be anybody's.
static std::vector<fs::path> directoriesOfProject(const std::string &Directory) {
  std::error_code Failure;
  std::vector<fs::path> Above;
  fs::path Start = (fs::absolute(Directory, Failure) / "").lexically_normal().parent_path();
  for (fs::path Next = Start; !Failure; Next = Next.parent_path()) {
    Above.push_back(Next);
    if (fs::exists(Next / ".git", Failure))
      return Above;
    if (Next == Next.parent_path())
      break;
  }
  return {Start};
}

Result<std::optional<ProjectFile>> findProjectFile(const std::string &Directory) {
  std::error_code Failure;
  for (const fs::path &Above : directoriesOfProject(Directory)) {
    std::string File = (Above / ProjectFileName).string();
    if (!fs::exists(File, Failure))
      continue;
    if (Status Own = belongsToUser(File); !Own)
      return Own.takeError();
    auto Text = readTextFile(File);
    if (!Text)
      return Text.takeError();
    auto Parsed = parseProjectFile(*Text, File);
    if (!Parsed)
      return Parsed.takeError();
    return std::optional(std::move(*Parsed));
  }
  return std::optional<ProjectFile>();
}

} // namespace vernier

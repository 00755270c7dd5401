// What comments and pages refer to exists: pages with their sections, files, and the works of the bibliography with the
// places that are cited. Lines of Markdown are short.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

const fs::path Root = VERNIER_SOURCE_DIR;
constexpr std::size_t LongestLine = 120;

std::string read(const fs::path &File) {
  std::ifstream Stream(File);
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

std::string nameOf(const fs::path &File) {
  return fs::relative(File, Root).string();
}

/// Everything in the repository that people write, as text; not this file, which spells what it forbids.
std::vector<fs::path> textFiles() {
  std::vector<fs::path> Result;
  auto Add = [&](const fs::path &File) {
    static const std::set<std::string> Pictures = {".png", ".svg", ".ico"};
    if (!Pictures.contains(File.extension()) && File != Root / "tests/structure/DocumentsTest.cpp")
      Result.push_back(File);
  };
  for (const auto &Entry : fs::directory_iterator(Root))
    if (Entry.is_regular_file() && !Entry.is_symlink())
      Add(Entry.path());
  for (const char *Top : {"apps", "bench", "cmake", "docs", "examples", "src", "tests"})
    for (const auto &Entry : fs::recursive_directory_iterator(Root / Top))
      if (Entry.is_regular_file() && Entry.path().string().find("__pycache__") == std::string::npos)
        Add(Entry.path());
  std::sort(Result.begin(), Result.end());
  return Result;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> Result = textFiles();
  std::erase_if(Result, [](const fs::path &File) { return File.extension() != ".md"; });
  return Result;
}

std::vector<std::string> linesOf(const std::string &Text) {
  std::vector<std::string> Result;
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);)
    Result.push_back(Line);
  return Result;
}

bool isFence(const std::string &Line) {
  return Line.find_first_not_of(' ') == Line.find("```") && !Line.empty();
}

/// A page without the blocks that show code or output.
std::vector<std::string> proseOf(const fs::path &Page) {
  std::vector<std::string> Result;
  bool Fenced = false;
  for (const std::string &Line : linesOf(read(Page))) {
    if (isFence(Line))
      Fenced = !Fenced;
    else if (!Fenced)
      Result.push_back(Line);
  }
  return Result;
}

/// The name that a link has for a heading, as git hosts make it.
std::string anchorOf(const std::string &Heading) {
  std::string Result;
  for (char C : Heading) {
    auto Byte = static_cast<unsigned char>(C);
    if (std::isalnum(Byte) || C == '-' || C == '_' || Byte >= 0x80)
      Result += static_cast<char>(Byte < 0x80 ? std::tolower(Byte) : Byte);
    else if (C == ' ')
      Result += '-';
  }
  return Result;
}

const std::set<std::string> &anchorsOf(const fs::path &Page) {
  static std::map<fs::path, std::set<std::string>> Known;
  auto [At, New] = Known.try_emplace(Page.lexically_normal());
  if (New)
    for (const std::string &Line : proseOf(Page))
      if (auto Text = Line.find_first_not_of('#'); Text != 0 && Text != std::string::npos && Line[Text] == ' ')
        At->second.insert(anchorOf(Line.substr(Text + 1)));
  return At->second;
}

/// The text as one line, without the marks of comments: what is cited may go on in the next line.
std::string joined(const std::string &Text) {
  std::string Result;
  for (const std::string &Line : linesOf(Text)) {
    auto At = Line.find_first_not_of(" \t");
    for (const char *Mark : {"///<", "///", "//", "/*", "*", "#", "> "})
      if (At != std::string::npos && Line.compare(At, std::string(Mark).size(), Mark) == 0) {
        At = Line.find_first_not_of(' ', At + std::string(Mark).size());
        break;
      }
    if (At != std::string::npos)
      Result += Line.substr(At);
    Result += ' ';
  }
  return Result;
}

/// What matched, with its groups; a group that did not is empty.
std::vector<std::vector<std::string>> matches(const std::string &Text, const std::regex &Pattern) {
  std::vector<std::vector<std::string>> Result;
  for (std::sregex_iterator It(Text.begin(), Text.end(), Pattern), End; It != End; ++It)
    Result.emplace_back(It->begin(), It->end());
  return Result;
}

// ---- citations ----

/// "Name 2014", "Name et al. 2014", "Name and Name 2014"; letters may be any.
const std::string Work = "[A-Z][A-Za-z\x80-\xff]+(?: et al\\.| and [A-Z][A-Za-z\x80-\xff]+)? (?:19|20)[0-9]{2}";
/// "section 3.1", "sections 3.1 and 3.2", "definitions 13 to 15".
const std::string Place = "(?:chapter|section|definition|algorithm|theorem|lemma|figure|table|appendix)(?:s|ices)? "
                          "(?:[0-9]+(?:\\.[0-9]+)*|[A-Z]\\b)(?:(?:, | and | to )[0-9]+(?:\\.[0-9]+)*)*";

struct Bibliography {
  std::map<std::string, std::set<std::string>> Works; ///< the places of each that are listed
};

const Bibliography &bibliography() {
  static const Bibliography Known = [] {
    Bibliography Result;
    std::string Current;
    const std::regex Heading("^### (" + Work + ")$"), Listed("^- (" + Work + "): "),
        Row("^\\| ([a-z]+ [0-9A-Z.]+) \\|");
    for (const std::string &Line : proseOf(Root / "docs/bibliography.md")) {
      std::smatch Found;
      if (std::regex_search(Line, Found, Heading) || std::regex_search(Line, Found, Listed))
        Result.Works[Current = Found[1]];
      else if (std::regex_search(Line, Found, Row) && !Current.empty())
        Result.Works[Current].insert(Found[1]);
    }
    return Result;
  }();
  return Known;
}

/// "sections 3.1 and 3.2": each with its kind in the singular.
std::vector<std::string> placesIn(const std::string &Text) {
  auto Space = Text.find(' ');
  std::string Kind = Text.substr(0, Space);
  if (Kind.ends_with("ices"))
    Kind.replace(Kind.size() - 4, 4, "ix");
  else if (Kind.ends_with('s'))
    Kind.pop_back();
  std::vector<std::string> Result;
  for (const auto &Number : matches(Text.substr(Space), std::regex("[0-9]+(?:\\.[0-9]+)*|\\b[A-Z]\\b")))
    Result.push_back(Kind + " " + Number[0]);
  return Result;
}

/// Works that a text names.
std::set<std::string> worksIn(const std::string &Text) {
  std::set<std::string> Result;
  for (const auto &Found : matches(Text, std::regex(Work)))
    if (bibliography().Works.contains(Found[0]))
      Result.insert(Found[0]);
  return Result;
}

bool mayCite(const fs::path &File) {
  static const std::set<std::string> Kinds = {".cpp", ".h", ".c", ".md", ".txt", ".py", ".efsm", ".json", ".js", ""};
  return Kinds.contains(File.extension()) && File != Root / "docs/bibliography.md";
}

} // namespace

TEST(Documents, LinksOfPagesLeadSomewhere) {
  const std::regex Link("\\]\\(([^)\\s]+)\\)");
  unsigned Number = 0;
  for (const fs::path &Page : pages())
    for (const std::string &Line : proseOf(Page))
      for (const auto &Found : matches(std::regex_replace(Line, std::regex("`[^`]*`"), "``"), Link)) {
        std::string Target = Found[1];
        if (Target.find("://") != std::string::npos)
          continue;
        ++Number;
        auto Hash = Target.find('#');
        fs::path File = Hash == 0 ? Page : Page.parent_path() / Target.substr(0, Hash);
        EXPECT_TRUE(fs::exists(File)) << nameOf(Page) << ": " << Target;
        if (Hash != std::string::npos && fs::exists(File))
          EXPECT_TRUE(anchorsOf(File).contains(Target.substr(Hash + 1))) << nameOf(Page) << ": no section " << Target;
      }
  EXPECT_GT(Number, 60u);
}

TEST(Documents, PagesThatFilesNameExist) {
  const std::regex Named("docs/([a-z0-9-]+\\.md)(?:#([a-z0-9_-]+))?");
  unsigned Number = 0;
  for (const fs::path &File : textFiles()) {
    std::string Text = joined(read(File));
    for (const auto &Found : matches(Text, Named)) {
      ++Number;
      fs::path Page = Root / "docs" / Found[1];
      EXPECT_TRUE(fs::exists(Page)) << nameOf(File) << ": " << Found[0];
      if (!Found[2].empty() && fs::exists(Page))
        EXPECT_TRUE(anchorsOf(Page).contains(Found[2])) << nameOf(File) << ": no section " << Found[0];
    }
  }
  EXPECT_GT(Number, 100u);
}

TEST(Documents, FilesThatPagesNameExist) {
  const std::regex Named("`((?:src|apps|tests|docs|bench|examples|cmake)/[A-Za-z0-9_./+-]*)");
  unsigned Number = 0;
  for (const fs::path &Page : pages())
    for (const std::string &Line : proseOf(Page))
      for (const auto &Found : matches(Line, Named)) {
        ++Number;
        EXPECT_TRUE(fs::exists(Root / Found[1]) || fs::exists(Page.parent_path() / Found[1]))
            << nameOf(Page) << ": " << Found[1];
      }
  EXPECT_GT(Number, 80u);
}

TEST(Documents, HeadersThatFoldersNameAreTheirs) {
  const std::regex Named("`([A-Za-z]+\\.(?:h|cpp|c))`");
  for (const auto &Folder : fs::directory_iterator(Root / "src")) {
    std::set<std::string> Own;
    for (const auto &Entry : fs::recursive_directory_iterator(Folder.path()))
      Own.insert(Entry.path().filename());
    for (const std::string &Line : proseOf(Folder.path() / "README.md"))
      for (const auto &Found : matches(Line, Named))
        EXPECT_TRUE(Own.contains(Found[1])) << nameOf(Folder.path()) << "/README.md: " << Found[1];
  }
}

TEST(Documents, TheTableOfFoldersHasThemAll) {
  std::set<std::string> Folders, Listed;
  for (const auto &Entry : fs::directory_iterator(Root / "src"))
    Folders.insert(Entry.path().filename());
  for (const auto &Entry : fs::directory_iterator(Root / "apps"))
    Folders.insert("apps/" + Entry.path().filename().string());
  for (const std::string &Line : proseOf(Root / "docs/architecture.md"))
    for (const auto &Found : matches(Line, std::regex("^\\| `([a-z/]+)` \\|")))
      Listed.insert(Found[1]);
  EXPECT_EQ(Folders, Listed);
}

TEST(Documents, EachQuestionOfAReaderHasAFile) {
  const std::regex File("`((?:src|apps|tests)/[A-Za-z0-9_./-]+\\.[a-z]+)`"), Link("\\]\\([^)]+\\)");
  unsigned Questions = 0, Files = 0;
  bool Inside = false;
  for (const std::string &Line : proseOf(Root / "docs/architecture.md")) {
    if (Line.starts_with("#"))
      Inside = Line == "## Where is ...?";
    if (!Inside || !Line.starts_with("| Where "))
      continue;
    ++Questions;
    auto Answers = matches(Line, File);
    Files += !Answers.empty();
    EXPECT_TRUE(!Answers.empty() || !matches(Line, Link).empty()) << Line;
    for (const auto &Found : Answers)
      EXPECT_TRUE(fs::is_regular_file(Root / Found[1])) << Line;
  }
  EXPECT_GE(Questions, 15u);
  EXPECT_GE(Files, 15u);
}

TEST(Documents, WhatIsCitedIsInTheBibliography) {
  ASSERT_GT(bibliography().Works.size(), 10u);
  // A name and a year with a place behind it; nothing else is taken for a citation.
  const std::regex Citation("(" + Work + "), (" + Place + ")(?:,? (?:and |or )?(" + Place + "))?");
  unsigned Number = 0;
  for (const fs::path &File : textFiles()) {
    if (!mayCite(File))
      continue;
    std::string Text = joined(read(File));
    for (const auto &Found : matches(Text, Citation)) {
      auto Known = bibliography().Works.find(Found[1]);
      ASSERT_NE(Known, bibliography().Works.end()) << nameOf(File) << ": " << Found[0];
      for (unsigned Group : {2u, 3u})
        if (!Found[Group].empty())
          for (const std::string &Where : placesIn(Found[Group])) {
            ++Number;
            EXPECT_TRUE(Known->second.contains(Where)) << nameOf(File) << ": " << Found[1] << " has no " << Where;
          }
    }
  }
  EXPECT_GT(Number, 100u);
}

TEST(Documents, APlaceIsOneOfAWorkThatIsNamedBesideIt) {
  const std::regex Bare(
      "\\b((?:[Dd]efinition|[Aa]lgorithm|[Tt]heorem|[Ll]emma|[Ff]igure|[Ss]ection)s? [0-9]+(?:\\.[0-9]+)*)");
  for (const fs::path &File : textFiles()) {
    if (!mayCite(File))
      continue;
    std::string Text = joined(read(File));
    std::set<std::string> Works = worksIn(Text);
    for (const auto &Found : matches(Text, Bare)) {
      std::string Spelled = Found[1];
      Spelled[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(Spelled[0])));
      for (const std::string &Where : placesIn(Spelled))
        EXPECT_TRUE(std::any_of(Works.begin(), Works.end(),
                                [&](const std::string &Each) { return bibliography().Works.at(Each).contains(Where); }))
            << nameOf(File) << ": " << Found[1] << " of what? (docs/bibliography.md)";
    }
  }
}

TEST(Documents, NothingIsCitedByANumberOfItsOwn) {
  const std::regex Forbidden("(^|[^0-9.,'])\\b00[0-4], |[Ss]ource 00[0-4]|\\bTRAPS|\\bDESIGN\\b|\\bCONTRACT\\b|"
                             "\\bSTYLE\\.md|[Dd]ecisions? D[0-9]|\\(D[0-9]{1,2}\\)");
  // An expression of the library takes long for all lines.
  const std::vector<std::string> Parts = {"00", "TRAPS", "DESIGN", "CONTRACT", "STYLE", "ecision", "(D"};
  for (const fs::path &File : textFiles()) {
    unsigned Number = 0;
    for (const std::string &Line : linesOf(read(File))) {
      ++Number;
      bool Possible = Line.size() < 2000 && // what is longer is data
                      std::any_of(
                          Parts.begin(), Parts.end(),
                          [&](const std::string &Part) { return Line.find(Part) != std::string::npos; });
      EXPECT_FALSE(Possible && std::regex_search(Line, Forbidden)) << nameOf(File) << ":" << Number << ": " << Line;
    }
  }
}

TEST(Documents, LinesOfPagesAreShort) {
  // What a program prints is shown as it is; commands can be broken.
  const std::regex Command("^ *([$-] *)?(vernier|[./a-z]+/vernier) ");
  for (const fs::path &Page : pages()) {
    unsigned Number = 0;
    bool Fenced = false;
    for (const std::string &Line : linesOf(read(Page))) {
      ++Number;
      if (isFence(Line))
        Fenced = !Fenced;
      auto Width = std::count_if(Line.begin(), Line.end(),
                                 [](char C) { return (static_cast<unsigned char>(C) & 0xc0) != 0x80; });
      if (!Fenced || std::regex_search(Line, Command))
        EXPECT_LE(static_cast<std::size_t>(Width), LongestLine) << nameOf(Page) << ":" << Number;
    }
  }
}

#include "check/ConditionalText.h"

#include "base/Diff.h"
#include "bitcode/BuildFacts.h"
#include "bitcode/Locations.h"
#include "bitcode/SourceText.h"
#include "check/Declarations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>

#include <map>

namespace vernier {

namespace {

/// How many places one assumption names.
constexpr std::size_t MostPlaces = 4;

/// The lines between #if, #elif, #else and #endif, without these.
struct Branch {
  unsigned From = 0, To = 0;
  bool Never = false; ///< under `#if 0`, or an include guard: no compiler chooses
  std::vector<std::size_t> Around;
};

struct Branches {
  std::vector<Branch> All;
  std::vector<std::vector<std::size_t>> OfLine; ///< by line, from 0
};

/// `if` of `# if X`; empty if the line is no directive.
llvm::StringRef directiveOf(llvm::StringRef Line) {
  Line = Line.ltrim();
  if (!Line.consume_front("#"))
    return {};
  return Line.ltrim().take_while(llvm::isAlpha);
}

/// `X` of `# if X`.
llvm::StringRef restOf(llvm::StringRef Line) {
  return Line.ltrim().drop_front().ltrim().drop_while(llvm::isAlpha).trim();
}

bool opens(llvm::StringRef Directive) {
  return Directive == "if" || Directive == "ifdef" || Directive == "ifndef";
}

bool isCondition(llvm::StringRef Directive) {
  return opens(Directive) || Directive.starts_with("elif");
}

/// `#ifndef X` with `#define X` behind it: an include guard, or a value that the user may override.
bool isGuard(const std::vector<std::string> &Lines, std::size_t At) {
  if (directiveOf(Lines[At]) != "ifndef" || At + 1 == Lines.size() || directiveOf(Lines[At + 1]) != "define")
    return false;
  return restOf(Lines[At + 1]).split(' ').first.trim() == restOf(Lines[At]).split(' ').first.trim();
}

bool isPlain(llvm::StringRef Line) {
  Line = Line.trim();
  return Line.empty() || Line.starts_with("//") || Line.starts_with("/*") || Line.starts_with("*");
}

Branches branchesOf(const std::vector<std::string> &Lines) {
  Branches Result;
  std::vector<std::size_t> Open;
  auto Begin = [&](std::size_t At, bool Never) {
    Result.All.push_back({static_cast<unsigned>(At + 2), static_cast<unsigned>(Lines.size()), Never, Open});
    Open.push_back(Result.All.size() - 1);
  };
  auto End = [&](std::size_t At) {
    Result.All[Open.back()].To = static_cast<unsigned>(At);
    Open.pop_back();
  };
  for (std::size_t At = 0; At != Lines.size(); ++At) {
    llvm::StringRef Directive = directiveOf(Lines[At]);
    bool Ends = Directive == "endif" || Directive == "else" || Directive.starts_with("elif");
    if (Ends && !Open.empty())
      End(At);
    Result.OfLine.push_back(Open);
    if (isCondition(Directive) || Directive == "else")
      Begin(At, (opens(Directive) && restOf(Lines[At]) == "0") || isGuard(Lines, At));
  }
  return Result;
}

std::set<std::size_t> linesOnlyIn(const std::vector<std::string> &A, const std::vector<std::string> &B) {
  std::set<std::size_t> Result;
  for (std::size_t At = 0; At != A.size(); ++At)
    Result.insert(At);
  auto IsSame = [&](std::size_t I, std::size_t J) {
    return llvm::StringRef(A[I]).trim() == llvm::StringRef(B[J]).trim();
  };
  for (auto [I, J] : commonSubsequence(A.size(), B.size(), IsSame))
    Result.erase(I);
  return Result;
}

bool isWordPart(char C) {
  return llvm::isAlnum(C) || C == '_';
}

void addWords(llvm::StringRef Line, std::set<llvm::StringRef> &To) {
  while (!Line.empty()) {
    Line = Line.drop_until(isWordPart);
    llvm::StringRef Word = Line.take_while(isWordPart);
    To.insert(Word);
    Line = Line.drop_front(Word.size());
  }
}

bool isIgnored(llvm::StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("optimize", "scalar_storage_order", "target_clones", "simd", true)
      .Cases("nonnull", "returns_nonnull", true) // our builds are told not to trust them
      .Default(false);
}

/// Behind `#pragma GCC`.
bool isIgnoredOfGcc(llvm::StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("target", "reset_options", "pop_options", "push_options", true)
      .Default(false);
}

class LeftOut {
public:
  explicit LeftOut(const ConditionalText &TheText) : Text(TheText), Parts(branchesOf(TheText.Lines)) {
    for (std::size_t Line = 0; Line != Text.Lines.size(); ++Line)
      if (isWithoutCode(Line))
        addWords(Text.Lines[Line], WordsWithoutCode);
  }

  bool isLeftOut(std::size_t Line) const {
    llvm::StringRef Directive = directiveOf(Text.Lines[Line]);
    if (isPlain(Text.Lines[Line]) || llvm::any_of(Parts.OfLine[Line], [&](std::size_t B) { return isNobodys(B); }))
      return false;
    if (isCondition(Directive))
      return restOf(Text.Lines[Line]) != "0" && !isGuard(Text.Lines, Line);
    if (Directive == "else" || Directive == "endif")
      return false;
    return isWithoutCode(Line) || (Directive == "define" && isNamedWithoutCode(restOf(Text.Lines[Line])));
  }

private:
  /// Nothing that is under `#if 0` is compiled by anybody; what is behind an include guard always is.
  bool isNobodys(std::size_t B) const {
    const Branch &Part = Parts.All[B];
    return Part.Never && Part.From >= 2 && restOf(Text.Lines[Part.From - 2]) == "0";
  }

  bool isWithoutCode(std::size_t Line) const {
    return llvm::any_of(Parts.OfLine[Line], [&](std::size_t B) {
      const Branch &Part = Parts.All[B];
      return !Part.Never && !Text.HasCode(Part.From, Part.To);
    });
  }

  bool isNamedWithoutCode(llvm::StringRef Definition) const {
    return WordsWithoutCode.contains(Definition.take_while(isWordPart));
  }

  const ConditionalText &Text;
  Branches Parts;
  std::set<llvm::StringRef> WordsWithoutCode;
};

/// The lines of each file that code of a version comes from.
using CodeLines = std::map<std::string, std::set<unsigned>>;

CodeLines codeLinesOf(const Program &Version) {
  CodeLines Result;
  for (const llvm::Function &F : Version.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (std::optional<Location> Where = locationOf(I))
        Result[Where->File].insert(Where->Line);
  return Result;
}

std::set<std::string> filesOf(const Program &Version) {
  std::set<std::string> Result;
  if (Version.Facts)
    for (const CompiledFile &Each : Version.Facts->Compiled) {
      Result.insert(Each.File);
      Result.insert(Each.Read.begin(), Each.Read.end());
    }
  return Result;
}

/// What is compiled by itself: no headers.
std::set<std::string> sourcesOf(const Program &Version) {
  std::set<std::string> Result;
  if (Version.Facts)
    for (const CompiledFile &Each : Version.Facts->Compiled)
      Result.insert(Each.File);
  return Result;
}

/// A line of a header that is no code of the library, and may be some of its users: macros, types, inline functions.
bool isForUsers(const ConditionalText &Text, std::size_t Line) {
  llvm::StringRef Words = Text.Lines[Line], Directive = directiveOf(Words);
  if (isPlain(Words) || (!Directive.empty() && Directive != "define") || !llvm::any_of(Words, isWordPart))
    return false;
  unsigned Number = static_cast<unsigned>(Line + 1);
  return !Text.HasCode(Number, Number);
}

/// Files of the same name; of what is left on both sides, the first with the first, and so on (old.c and new.c). An
/// empty name: only one version has the file.
std::vector<std::pair<std::string, std::string>> pairedFiles(const ChangeMap &Map) {
  std::set<std::string> Before = filesOf(Map.oldProgram()), After = filesOf(Map.newProgram());
  std::vector<std::pair<std::string, std::string>> Result;
  std::vector<std::string> OnlyBefore, OnlyAfter;
  for (const std::string &File : Before)
    if (After.contains(File))
      Result.push_back({File, File});
    else
      OnlyBefore.push_back(File);
  for (const std::string &File : After)
    if (!Before.contains(File))
      OnlyAfter.push_back(File);
  for (std::size_t I = 0; I < std::max(OnlyBefore.size(), OnlyAfter.size()); ++I)
    Result.push_back({I < OnlyBefore.size() ? OnlyBefore[I] : "", I < OnlyAfter.size() ? OnlyAfter[I] : ""});
  return Result;
}

std::function<bool(unsigned, unsigned)> codeIn(const CodeLines &Code, const std::string &File) {
  return [&Code, File](unsigned From, unsigned To) {
    auto Lines = Code.find(File);
    if (Lines == Code.end())
      return false;
    auto First = Lines->second.lower_bound(From);
    return First != Lines->second.end() && *First <= To;
  };
}

} // namespace

std::vector<unsigned> changedTextLeftOut(const ConditionalText &A, const ConditionalText &B) {
  std::vector<unsigned> Result;
  LeftOut Look(A);
  for (std::size_t Line : linesOnlyIn(A.Lines, B.Lines))
    if (Look.isLeftOut(Line))
      Result.push_back(static_cast<unsigned>(Line + 1));
  return Result;
}

std::string assumptionAbout(const std::string &Code, const std::set<std::string> &Names) {
  std::vector<std::string> Shown;
  for (const std::string &Name : Names)
    if (Shown.size() != MostPlaces)
      Shown.push_back(Name);
  return Code + ": " + llvm::join(Shown, ", ") + (Names.size() > MostPlaces ? ", ..." : "");
}

std::string inactiveCode(const std::set<std::string> &Places) {
  return assumptionAbout("inactive-code", Places);
}

void addIgnoredByClang(const std::string &Line, std::set<std::string> &To) {
  llvm::StringRef Text(Line);
  std::set<llvm::StringRef> Words;
  addWords(Text, Words);
  bool Pragma = directiveOf(Text) == "pragma" || Words.contains("_Pragma");
  if (Pragma && Words.contains("omp"))
    return;
  bool Attribute = Text.contains("__attribute") || Text.contains("[[gnu::");
  for (llvm::StringRef Word : Words)
    if (((Pragma || Attribute) && isIgnored(Word)) || (Pragma && Words.contains("GCC") && isIgnoredOfGcc(Word)))
      To.insert(Word.str());
}

std::vector<std::string> conditionalTextCodes(const ChangeMap &Map) {
  SourceText Old(Map.oldProgram()), New(Map.newProgram());
  CodeLines OldCode = codeLinesOf(Map.oldProgram()), NewCode = codeLinesOf(Map.newProgram());
  static const std::vector<std::string> NoLines;
  std::set<std::string> Places, Ignored, OfUsers;
  bool Library = isLibrary(Map);
  std::set<std::string> Sources = sourcesOf(Map.oldProgram());
  Sources.merge(sourcesOf(Map.newProgram()));
  auto AddOf = [&](const ConditionalText &A, const ConditionalText &B, const std::string &File) {
    for (unsigned Line : changedTextLeftOut(A, B))
      Places.insert(File + ":" + std::to_string(Line));
    for (std::size_t Line : linesOnlyIn(A.Lines, B.Lines))
      addIgnoredByClang(A.Lines[Line], Ignored);
    if (Library && !Sources.contains(File))
      for (std::size_t Line : linesOnlyIn(A.Lines, B.Lines))
        if (isForUsers(A, Line))
          OfUsers.insert(File + ":" + std::to_string(Line + 1));
  };
  for (const auto &[Before, After] : pairedFiles(Map)) {
    ConditionalText A{Before.empty() ? NoLines : Old.lines(Before), codeIn(OldCode, Before)};
    ConditionalText B{After.empty() ? NoLines : New.lines(After), codeIn(NewCode, After)};
    if (A.Lines == B.Lines)
      continue;
    AddOf(A, B, Before);
    AddOf(B, A, After);
  }
  std::vector<std::string> Codes;
  if (!Places.empty())
    Codes.push_back(inactiveCode(Places));
  if (!Ignored.empty())
    Codes.push_back(assumptionAbout("ignored-by-clang", Ignored));
  if (!OfUsers.empty())
    Codes.push_back(assumptionAbout("users-of-headers", OfUsers));
  return Codes;
}

} // namespace vernier

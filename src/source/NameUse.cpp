#include "source/NameUse.h"

#include "source/Declarations.h"

namespace vernier {

namespace {

const std::set<std::string_view> NotCalls = {
    "if",       "while",  "for",        "switch",  "return",   "sizeof", "catch",         "alignof",
    "_Alignof", "typeof", "__typeof__", "defined", "decltype", "case",   "__attribute__", "do",
    "else",     "throw",  "and",        "or",      "not"};

} // namespace

NameUse::NameUse(const std::vector<std::unique_ptr<FileDiff>> &Files) {
  for (auto &File : Files)
    for (auto &R : File->New.Regions)
      readRegion(*File, R);
}

void NameUse::readRegion(const FileDiff &File, const Region &R) {
  const auto &Tokens = File.NewTokens;
  if (R.Kind == RegionKind::Function) {
    for (unsigned T = R.Body; T != R.End; ++T)
      if (Tokens[T].isIdentifier())
        BodyNames.insert(Tokens[T].Text);
  } else if (R.Kind == RegionKind::Define) {
    auto &Body = Macros[R.Name];
    for (unsigned T = R.Begin + 3; T < R.End; ++T)
      if (Tokens[T].isIdentifier()) {
        Body.insert(Tokens[T].Text);
        UsedBy[Tokens[T].Text].insert(R.Name);
      }
  } else if (R.Kind == RegionKind::Declaration) {
    bool Enum = false;
    for (unsigned T = R.Begin; T != R.End; ++T)
      Enum |= Tokens[T].is("enum");
    DeclaredNames Names = declaredNames(Tokens, R, {});
    if (Names.Prototype)
      return;
    for (unsigned T = R.Begin; T != R.End; ++T)
      if (Tokens[T].isIdentifier()) {
        // Of an enumeration, a name only affects the values from its place on.
        auto Affected = Enum ? declaredNames(Tokens, R, {T}).Values : Names.Values;
        UsedBy[Tokens[T].Text].insert(Affected.begin(), Affected.end());
      }
  }
}

std::set<std::string> NameUse::dependents(const std::set<std::string> &Names) const {
  std::set<std::string> Found = Names;
  std::vector<std::string> Work(Names.begin(), Names.end());
  while (!Work.empty()) {
    std::string Name = std::move(Work.back());
    Work.pop_back();
    if (auto Users = UsedBy.find(Name); Users != UsedBy.end())
      for (auto &User : Users->second)
        if (Found.insert(User).second)
          Work.push_back(User);
  }
  return Found;
}

std::vector<std::string_view> NameUse::calledByMacro(std::string_view Name) const {
  std::set<std::string_view> Found;
  std::vector<std::string_view> Work{Name};
  while (!Work.empty()) {
    auto Macro = Macros.find(Work.back());
    Work.pop_back();
    if (Macro != Macros.end())
      for (auto Mentioned : Macro->second)
        if (Found.insert(Mentioned).second)
          Work.push_back(Mentioned);
  }
  return {Found.begin(), Found.end()};
}

std::vector<std::string_view> NameUse::calledIn(const FileDiff &File, const Region &Function) const {
  std::vector<std::string_view> Called;
  const auto &Tokens = File.NewTokens;
  for (unsigned T = Function.Body; T + 1 < Function.End; ++T)
    if (Tokens[T].isIdentifier() && !Tokens[T].InDirective && Tokens[T + 1].is("(") && !NotCalls.count(Tokens[T].Text))
      Called.push_back(Tokens[T].Text);
  return Called;
}

bool NameUse::onlyCalled(const FileDiff &File, std::string_view Name) const {
  const auto &Tokens = File.NewTokens;
  bool Called = false;
  for (auto &R : File.New.Regions) {
    bool Function = R.Kind == RegionKind::Function;
    unsigned Begin = Function ? R.Body : R.Begin;
    bool Prototype = R.Kind == RegionKind::Declaration && R.Name == Name;
    for (unsigned T = Begin; T != R.End; ++T) {
      if (Tokens[T].Text != Name || Prototype)
        continue;
      if (!Function || T + 1 == R.End || !Tokens[T + 1].is("("))
        return false;
      Called = true;
    }
  }
  return Called;
}

} // namespace vernier

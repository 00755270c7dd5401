#include "trace/Surroundings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <set>

namespace vernier {

namespace {

constexpr const char *AsInTheRun = "as in the run";

/// A text of a run, which may hold anything.
std::string textOf(const char *Bytes, std::size_t Room) {
  std::string Text;
  for (char C : llvm::StringRef(Bytes, strnlen(Bytes, Room)))
    Text += llvm::isPrint(C) ? std::string(1, C) : "\\x" + llvm::utohexstr(static_cast<unsigned char>(C), true, 2);
  return Text;
}

/// The name that programs know it by.
std::string shownName(llvm::StringRef Function) {
  Function.consume_front("vernier_");
  return Function.str();
}

std::string limitName(std::int64_t Number) {
  switch (Number) {
  case 30:
    return "_SC_PAGESIZE";
  case 83:
    return "_SC_NPROCESSORS_CONF";
  case 84:
    return "_SC_NPROCESSORS_ONLN";
  default:
    return std::to_string(Number);
  }
}

class Telling {
public:
  Telling(const VernierQuestion &Asked, const AskingFunction &Function, Location Where)
      : Asked(Asked), Function(Function), Where(std::move(Where)), Name(textOf(Asked.Name, sizeof Asked.Name)) {}

  Surrounding tell() const {
    if (Asked.Flags & VernierAskedSymbolic)
      return {shownName(Function.Name) + "(...)", "with a name of the input as in the run", Where};
    switch (Function.Kind) {
    case QuestionKind::Variable:
      return {call('"' + Name + cut() + '"'), toldText("is unset"), Where};
    case QuestionKind::Options:
      return {"getenv(\"POSIXLY_CORRECT\")", "is unset", Where};
    case QuestionKind::Number:
      return {call(argument()), "is " + std::to_string(Asked.Answer), Where};
    case QuestionKind::File:
      return {"file " + Name + cut(), fileTold(), Where};
    case QuestionKind::Locale:
      return {call('"' + Name + cut() + '"'), toldText("fails"), Where};
    case QuestionKind::Output:
      return {"output", "can be written", Where};
    case QuestionKind::Varying:
    case QuestionKind::Other:
      break;
    }
    return {call(""), AsInTheRun, Where};
  }

private:
  std::string call(const std::string &Argument) const { return shownName(Function.Name) + "(" + Argument + ")"; }
  const char *cut() const { return Asked.Flags & VernierAskedCut ? "..." : ""; }

  std::string argument() const {
    if (!Function.Numbered)
      return "";
    return Function.Name == "sysconf" ? limitName(Asked.Number) : std::to_string(Asked.Number);
  }

  std::string toldText(const char *Nothing) const {
    if (!(Asked.Flags & VernierAskedText))
      return Nothing;
    return "is \"" + textOf(Asked.Told, sizeof Asked.Told) + cut() + '"';
  }

  std::string fileTold() const {
    if (Asked.Answer >= 0)
      return AsInTheRun;
    return Asked.Error == ENOENT ? "does not exist" : "cannot be used as in the run";
  }

  const VernierQuestion &Asked;
  const AskingFunction &Function;
  Location Where;
  std::string Name;
};

/// More names than that are not told one by one.
constexpr unsigned MostNames = 6;

/// Functions that were asked with so many names that one sentence says it for all.
std::set<std::uint32_t> askedOften(const Trace &Of) {
  std::map<std::uint32_t, unsigned> Counts;
  std::set<std::uint32_t> Often;
  for (const VernierQuestion &Asked : Of.asked())
    if ((Asked.Flags & VernierAskedName) && ++Counts[Asked.Function] > MostNames)
      Often.insert(Asked.Function);
  return Often;
}

/// Somebody reads the program's name.
bool readsName(const Trace &Of) {
  NodeId Name = Of.programName();
  if (!Name)
    return false;
  bool Reads = false;
  for (NodeId Id = Name + 1; Id < Of.size() && !Reads; ++Id)
    Of.forEachEdge(Id, [&](EdgeRole, NodeId Target) { Reads |= Target == Name; });
  return Reads;
}

bool isInput(const VernierQuestion &Asked, const AskingFunction &Function, const InputNames &Input) {
  if (Asked.Flags & (VernierAskedSymbolic | VernierAskedCut))
    return false;
  std::string Name = textOf(Asked.Name, sizeof Asked.Name);
  if (Function.Kind == QuestionKind::Options)
    return llvm::is_contained(Input.Variables, "POSIXLY_CORRECT");
  return (Function.Kind == QuestionKind::Variable && llvm::is_contained(Input.Variables, Name)) ||
         (Function.Kind == QuestionKind::File && llvm::is_contained(Input.Files, Name));
}

} // namespace

std::vector<Surrounding> surroundingsOf(const Trace &Of, const InputNames &Input) {
  std::vector<Surrounding> World;
  const Instrumentation &Build = Of.instrumentation();
  auto Add = [&](Surrounding Each) { addSurroundings(World, {std::move(Each)}); };
  std::set<std::uint32_t> Often = askedOften(Of);
  for (const VernierQuestion &Asked : Of.asked()) {
    if (Asked.Function == VernierStandardInput) {
      Add({"standard input", "is empty", {}});
      continue;
    }
    // The run may have written anything there.
    if (Asked.Function >= Build.Asking.size() || Asked.Site >= Build.Sites.size()) {
      Add({"what cannot be read any more was asked", AsInTheRun, {}});
      continue;
    }
    const AskingFunction &Function = Build.Asking[Asked.Function];
    if (Often.contains(Asked.Function))
      Add({shownName(Function.Name) + "(...)", "with many names as in the run", Build.Sites[Asked.Site].Where});
    else if (!isInput(Asked, Function, Input))
      Add(Telling(Asked, Function, Build.Sites[Asked.Site].Where).tell());
  }
  if (Of.askedMore())
    Add({"more questions than are listed", "answered as in the run", {}});
  // What stands in a buffer is lost, and a terminal's holds no more than a line.
  if (!Of.finished() && Build.BuffersOutput)
    Add({NoTerminal, AsInTheRun, {}});
  if (readsName(Of))
    Add({"argv[0]", "is \"program\"", {}});
  for (const WorldUse &Use : Build.WorldUses)
    Add({Use.Asked, AsInTheRun, Use.Where});
  return World;
}

} // namespace vernier

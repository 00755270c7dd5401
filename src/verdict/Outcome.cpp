#include "verdict/Outcome.h"

#include <array>
#include <csignal>
#include <map>
#include <utility>

namespace vernier {

std::string_view endingCode(Ending What) {
  switch (What) {
  case Ending::Returned:
    return "returned";
  case Ending::Exited:
    return "exited";
  case Ending::Signalled:
    return "signalled";
  case Ending::TimedOut:
    return "timed-out";
  case Ending::Failed:
    return "failed";
  }
  return {};
}

DifferenceKind differenceKind(const Witness &Shown) {
  if (!Shown.OldUndefined.Code.empty() || !Shown.NewUndefined.Code.empty())
    return DifferenceKind::Definedness;
  return differenceKind(Shown.Old, Shown.New, {});
}

bool sameMemory(const std::vector<NamedValue> &Old, const std::vector<NamedValue> &New) {
  if (Old == New)
    return true;
  std::map<std::string, std::vector<const NamedValue *>> Values[2];
  for (const NamedValue &Value : Old)
    Values[0][Value.Name].push_back(&Value);
  for (const NamedValue &Value : New)
    Values[1][Value.Name].push_back(&Value);
  // Each value that one of them changed is the other one's, changed or not. Names may stand several times.
  auto IsIn = [](const auto &Some, const auto &Others) {
    for (const auto &[Name, List] : Some)
      for (std::size_t I = 0; I != List.size(); ++I) {
        if (List[I]->AsAtStart)
          continue;
        auto Known = Others.find(Name);
        if (Known == Others.end() || Known->second.size() != List.size() || Known->second[I]->Value != List[I]->Value)
          return false;
      }
    return true;
  };
  return IsIn(Values[0], Values[1]) && IsIn(Values[1], Values[0]);
}

bool sameBehaviour(const Outcome &Old, const Outcome &New, const Observation &Observed) {
  return Old.comparable() && New.comparable() && (!Observed.Exit || (Old.End == New.End && Old.Code == New.Code)) &&
         (!Observed.Stdout || Old.Stdout == New.Stdout) && (!Observed.Stderr || Old.Stderr == New.Stderr) &&
         (!Observed.Return || Old.Return == New.Return) && (!Observed.Memory || sameMemory(Old.Memory, New.Memory)) &&
         (!Observed.Files || Old.Files == New.Files) && Old.Calls == New.Calls;
}

std::string signalName(int Signal) {
  static constexpr std::array<std::pair<int, const char *>, 12> Names{{{SIGABRT, "SIGABRT"},
                                                                       {SIGBUS, "SIGBUS"},
                                                                       {SIGFPE, "SIGFPE"},
                                                                       {SIGHUP, "SIGHUP"},
                                                                       {SIGILL, "SIGILL"},
                                                                       {SIGINT, "SIGINT"},
                                                                       {SIGKILL, "SIGKILL"},
                                                                       {SIGPIPE, "SIGPIPE"},
                                                                       {SIGSEGV, "SIGSEGV"},
                                                                       {SIGTERM, "SIGTERM"},
                                                                       {SIGTRAP, "SIGTRAP"},
                                                                       {SIGXFSZ, "SIGXFSZ"}}};
  for (auto [Number, Name] : Names)
    if (Number == Signal)
      return Name;
  return "signal " + std::to_string(Signal);
}

namespace {

std::string quoted(const std::string &Text) {
  constexpr std::size_t Longest = 60;
  std::string Result = "\"";
  for (char C : Text.substr(0, Longest)) {
    if (C == '\n')
      Result += "\\n";
    else if (C == '"' || C == '\\')
      Result += std::string("\\") + C;
    else if (static_cast<unsigned char>(C) < 32 || static_cast<unsigned char>(C) > 126) {
      static constexpr char Digits[] = "0123456789abcdef";
      Result += std::string("\\x") + Digits[static_cast<unsigned char>(C) >> 4] + Digits[C & 15];
    } else
      Result += C;
  }
  return Result + (Text.size() > Longest ? "...\"" : "\"");
}

std::string endingText(const Outcome &What) {
  switch (What.End) {
  case Ending::Returned:
    if (!What.Return.empty())
      return "returned " + What.Return;
    return What.Code == 0 ? "ended" : "exit " + std::to_string(What.Code);
  case Ending::Exited:
    return "exit " + std::to_string(What.Code);
  case Ending::Signalled:
    return signalName(What.Code);
  case Ending::TimedOut:
    return "did not end in time";
  case Ending::Failed:
    return "could not be run" + (What.Note.empty() ? "" : ": " + What.Note);
  }
  return {};
}

} // namespace

std::string outcomeText(const Outcome &What) {
  std::string Text = endingText(What);
  if (!What.Stdout.empty())
    Text += ", printed " + quoted(What.Stdout);
  if (!What.Stderr.empty())
    Text += ", complained " + quoted(What.Stderr);
  for (const std::string &Call : What.Calls)
    Text += ", called " + Call;
  for (const NamedValue &Value : What.Memory)
    if (!Value.AsAtStart)
      Text += ", " + Value.Name + " = " + Value.Value;
  for (const NamedValue &File : What.Files)
    Text += ", left " + File.Name + ": " + File.Value;
  return Text;
}

} // namespace vernier

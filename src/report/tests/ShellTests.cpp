#include "report/OutcomeJson.h"
#include "report/tests/GeneratedTests.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace {

std::string whyNotExpressible(const Outcome &Shown) {
  if (Shown.End == Ending::TimedOut)
    return "it did not end in time";
  if (!Shown.comparable())
    return "it has no outcome that could be compared";
  if (!Shown.Calls.empty())
    return "it calls " + Shown.Calls.front() + ", which nobody defines";
  return {};
}

} // namespace

std::string whyNotExpressible(const ObservedTest &Test) {
  std::string Why = whyNotExpressible(Test.Shown);
  if (Why.empty() && Test.ShownNew)
    Why = whyNotExpressible(*Test.ShownNew);
  if (Why.empty() && !Test.Deterministic)
    Why = "it does something else when it is run again";
  return Why;
}

namespace {

/// Between single quotes, the format of a printf. Everything but letters, digits and blanks is an octal escape: there
/// is nothing left that quoting, printf or a shell could understand in its own way.
std::string printfText(const std::string &Bytes) {
  std::string Text = "'";
  for (char C : Bytes) {
    if (llvm::isAlnum(C) || C == ' ') {
      Text += C;
      continue;
    }
    auto Byte = static_cast<unsigned char>(C);
    Text += {'\\', static_cast<char>('0' + (Byte >> 6)), static_cast<char>('0' + ((Byte >> 3) & 7)),
             static_cast<char>('0' + (Byte & 7))};
  }
  return Text + "'";
}

/// A name that the user chose: a file, a variable of the environment.
std::string singleQuoted(const std::string &Text) {
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Result + "'";
}

/// Bytes in a comment, for people.
std::string shown(const std::string &Bytes) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  llvm::printEscapedString(llvm::StringRef(Bytes).take_front(40), Stream);
  return "\"" + Text + (Bytes.size() > 40 ? "...\"" : "\"");
}

// A command substitution loses line breaks at its end, so a dot stands behind the bytes and is cut off again.
const char *const OneVersion = R"sh(# Usage: run-tests.sh [--only NAME] PROGRAM
# Each test runs PROGRAM on one input and compares its standard output and exit status with what was recorded.
LC_ALL=C
export LC_ALL
only=
if [ "$1" = --only ]; then
  only=$2
  shift 2
fi
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: $0 [--only NAME] PROGRAM" >&2
  exit 2
fi
)sh";

const char *const TwoVersions = R"sh(# Usage: run-tests.sh [--new] [--only NAME] PROGRAM
# Each test runs PROGRAM on one input and compares its standard output and exit status with what the old version
# showed; with --new, with what the new version showed. Both are the same except where a comment says "different".
LC_ALL=C
export LC_ALL
which=old only=
if [ "$1" = --new ]; then
  which=new
  shift
fi
if [ "$1" = --only ]; then
  only=$2
  shift 2
fi
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: $0 [--new] [--only NAME] PROGRAM" >&2
  exit 2
fi
)sh";

const char *const Prologue = R"sh(program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/program"
limit=
if command -v timeout > /dev/null; then
  limit="timeout ${TEST_TIMEOUT:-10}"
fi
number=0
failed=0

# begin: an empty directory for the next run
begin() {
  rm -rf "$work/run"
  mkdir -p "$work/run"
  : > "$work/stdin"
}
# fresh_file FILE: empty, with its directories
fresh_file() {
  mkdir -p "$(dirname "$work/run/$1")"
  : > "$work/run/$1"
}
# finish NAME STATUS [VARIABLE=VALUE...] program [ARGUMENT...]: runs it; what it must print is in $work/expected
finish() {
  name=$1 wanted=$2
  shift 2
  [ -z "$only" ] || [ "$only" = "$name" ] || return
  number=$((number + 1))
  # With the name alone, env finds the program in PATH and calls it by that name.
  { (cd "$work/run" && exec $limit env -i LC_ALL=C PATH="$work/bin:/usr/bin:/bin" \
      ${LD_LIBRARY_PATH:+"LD_LIBRARY_PATH=$LD_LIBRARY_PATH"} "$@" < "$work/stdin" > "$work/out" 2> "$work/err"); } 2> /dev/null
  status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "not ok $number - $name"
    echo "# exit status $status, expected $wanted"
    failed=$((failed + 1))
  elif ! cmp -s "$work/expected" "$work/out"; then
    echo "not ok $number - $name"
    echo "# expected:"
    od -c < "$work/expected" | sed 's/^/#   /'
    echo "# printed:"
    od -c < "$work/out" | sed 's/^/#   /'
    failed=$((failed + 1))
  else
    echo "ok $number - $name"
  fi
}

)sh";

std::string fileText(const std::string &Name, const std::string &Contents) {
  std::string Place = singleQuoted(Name);
  return "fresh_file " + Place + "\nprintf " + printfText(Contents) + " > \"$work/run/\"" + Place + "\n";
}

/// Sets a variable of the shell to the bytes.
std::string assigned(const std::string &Variable, const std::string &Bytes) {
  return Variable + "=$(printf " + printfText(Bytes + ".") + "); " + Variable + "=${" + Variable + "%.}\n";
}

int statusOf(const Outcome &Shown) {
  return Shown.End == Ending::Signalled ? 128 + Shown.Code : Shown.Code;
}

std::string expected(const Outcome &Shown) {
  return "printf " + printfText(Shown.Stdout) + " > \"$work/expected\"\n";
}

/// For a comment.
std::string oneLine(std::string Text) {
  std::replace_if(Text.begin(), Text.end(), [](char C) { return !llvm::isPrint(C); }, ' ');
  return Text;
}

/// What a script of this form sees.
bool looksAlike(const ObservedTest &Test) {
  return Test.ShownNew && Test.ShownNew->Stdout == Test.Shown.Stdout &&
         statusOf(*Test.ShownNew) == statusOf(Test.Shown);
}

std::string testText(const InputSpace &Space, const ObservedTest &Test) {
  ProgramTexts Texts = programTexts(Space, Test.Input);
  std::string Text = "# " + Test.Name + ":", Setup = "begin\n", Command;
  for (auto &[Name, Contents] : Texts.Files)
    Setup += fileText(Name, Contents);
  for (std::size_t I = 0; I != Texts.Environment.size(); ++I) {
    std::string Variable = "e" + std::to_string(I + 1);
    Setup += assigned(Variable, Texts.Environment[I].second);
    Command += " " + singleQuoted(Texts.Environment[I].first) + "=\"$" + Variable + "\"";
  }
  Command += " program"; // in an environment of its own, where variables that are not set are not there
  for (std::size_t I = 0; I != Texts.Arguments.size(); ++I) {
    std::string Variable = "a" + std::to_string(I + 1);
    Text += " " + shown(Texts.Arguments[I]);
    Setup += assigned(Variable, Texts.Arguments[I]);
    Command += " \"$" + Variable + "\"";
  }
  if (Texts.Stdin) {
    Text += " < " + shown(*Texts.Stdin);
    Setup += "printf " + printfText(*Texts.Stdin) + " > \"$work/stdin\"\n";
  }
  if (!Test.About.empty())
    Text += "\n# " + oneLine(Test.About);
  std::string Status = std::to_string(statusOf(Test.Shown));
  if (Test.ShownNew) {
    Setup += "if [ $which = new ]; then\n  " + expected(*Test.ShownNew) +
             "  code=" + std::to_string(statusOf(*Test.ShownNew)) + "\nelse\n  " + expected(Test.Shown) +
             "  code=" + Status + "\nfi\n";
    Status = "$code";
  } else
    Setup += expected(Test.Shown);
  return Text + "\n" + Setup + "finish " + Test.Name + " " + Status + Command + "\n\n";
}

} // namespace

namespace {

/// For a command that a person copies: plain where it can be. Line breaks at the end need the script.
std::string argumentText(const std::string &Bytes) {
  bool Plain = llvm::all_of(Bytes, [](char C) { return llvm::isPrint(C); });
  return Plain ? singleQuoted(Bytes) : "\"$(printf " + printfText(Bytes) + ")\"";
}

} // namespace

std::string shellCommand(const InputSpace &Space, const InputAssignment &Input) {
  ProgramTexts Texts = programTexts(Space, Input);
  std::string Files, Command;
  for (auto &[Name, Contents] : Texts.Files)
    Files += "printf " + printfText(Contents) + " > " + singleQuoted(Name) + "; ";
  if (Texts.Stdin)
    Files += "printf " + printfText(*Texts.Stdin) + " | ";
  for (const std::string &Name : Texts.Unset)
    Command += "-u " + singleQuoted(Name) + " ";
  for (auto &[Name, Value] : Texts.Environment)
    Command += singleQuoted(Name + "=") + argumentText(Value) + " ";
  Command = (Command.empty() ? "" : "env " + Command) + "./program";
  for (const std::string &Argument : Texts.Arguments)
    Command += " " + argumentText(Argument);
  return Files + Command;
}

GeneratedTests shellTests(const InputSpace &Space, const std::vector<ObservedTest> &Tests, const TestStyle &Style) {
  GeneratedTests Result;
  Result.Text = "#!/bin/sh\n# Tests that Vernier generated: " + Style.About + ".\n" +
                (Style.Pair ? TwoVersions : OneVersion) + Prologue;
  std::string Body;
  for (const ObservedTest &Test : Tests) {
    std::string Why = whyNotExpressible(Test);
    if (Why.empty() && looksAlike(Test))
      Why = "the versions differ, but neither in standard output nor in the exit status";
    if (!Why.empty()) {
      Result.LeftOut.push_back(Test.Name + ": " + Why);
      continue;
    }
    ++Result.Written;
    Result.Names.push_back(Test.Name);
    Body += testText(Space, Test);
  }
  if (!Result.LeftOut.empty())
    Result.Text += "# Left out (" + std::to_string(Result.LeftOut.size()) + "):\n";
  for (const std::string &Each : Result.LeftOut)
    Result.Text += "#   " + Each + "\n";
  Result.Text += "[ -n \"$only\" ] || echo 1.." + std::to_string(Result.Written) + "\n\n" + Body +
                 "echo \"# $number tests, $failed failed\"\n"
                 "if [ -n \"$only\" ] && [ \"$number\" -eq 0 ]; then\n"
                 "  echo \"$0: there is no test '$only'\" >&2\n  exit 2\nfi\n"
                 "[ \"$failed\" -eq 0 ]\n";
  return Result;
}

std::vector<RawInput> rawInputs(const InputSpace &Space, const std::vector<ObservedTest> &Tests) {
  std::vector<RawInput> Result;
  if (!Space.WholeProgram)
    return Result;
  bool Arguments = llvm::any_of(Space.Program.Arguments, [](const auto &Each) { return !Each.Fixed; });
  for (const ObservedTest &Test : Tests) {
    ProgramTexts Texts = programTexts(Space, Test.Input);
    if (Arguments) {
      std::string Line = std::string("program") + '\0';
      for (const std::string &Each : Texts.Arguments)
        Line += (Each.empty() ? std::string("\2") : Each) + '\0';
      Result.push_back({"argv/" + Test.Name, Line + '\0'});
    }
    if (Texts.Stdin)
      Result.push_back({"stdin/" + Test.Name, *Texts.Stdin});
    for (std::size_t I = 0; I != Texts.Files.size(); ++I)
      if (Space.Program.Files[I].Length) {
        std::string Name = Texts.Files[I].first;
        std::replace(Name.begin(), Name.end(), '/', '_');
        Result.push_back({"file-" + Name + "/" + Test.Name, Texts.Files[I].second});
      }
  }
  return Result;
}

} // namespace vernier

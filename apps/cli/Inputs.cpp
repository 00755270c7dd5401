#include "Inputs.h"
#include "base/TextFile.h"

#include "base/Budget.h"
#include "project/Hash.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace vernier::cli {

void addSpaceFlags(CLI::App &Verb, InputFlags &Flags, bool Entry) {
  const char *Group = "Input space";
  if (Entry) {
    Verb.add_option("--entry", Flags.Entry, "The function that execution starts at")
        ->type_name("FUNCTION")
        ->capture_default_str()
        ->group(Group);
    Verb.add_option("--bound", Flags.Bounds, "Restrict a parameter: n=0..10 (an array: each element), p[0].a=0..3")
        ->type_name("PARAM=MIN..MAX")
        ->group(Group);
    Verb.add_option("--length", Flags.Lengths, "Elements behind a pointer or of a vector, bytes of a string: a=3")
        ->type_name("PARAM=N")
        ->group(Group);
    Verb.add_option("--assume", Flags.Assume, "A C expression over the parameters that holds")
        ->type_name("EXPR")
        ->group(Group);
    Verb.add_option("--symbolic-global", Flags.SymbolicGlobals, "A global that starts with any value")
        ->type_name("NAME")
        ->group(Group);
    Verb.add_option("--nullable", Flags.Nullable, "A pointer that may be null")->type_name("PARAM")->group(Group);
    Verb.add_flag("--raw-fields", Flags.RawFields,
                  "Members of classes are inputs, also private ones: any combination of their values")
        ->group(Group);
    Verb.add_option("--may-alias", Flags.MayAlias, "Two pointers that may be equal: p,q")
        ->type_name("P,Q")
        ->group(Group);
  }
  Verb.add_option("--argv", Flags.Argv, "N symbolic arguments of at most LEN bytes (default 2x4)")
      ->type_name("N[xLEN]")
      ->group(Group);
  Verb.add_option("--argv-before", Flags.ArgvBefore, "Fixed arguments in front of them")
      ->type_name("ARGS")
      ->group(Group);
  Verb.add_option("--argv-after", Flags.ArgvAfter, "Fixed arguments behind them")->type_name("ARGS")->group(Group);
  Verb.add_option("--stdin", Flags.Stdin, "At most LEN bytes of standard input (default: none)")
      ->type_name("LEN")
      ->check(CLI::Range(0, 1 << 16))
      ->group(Group);
  Verb.add_option("--file", Flags.Files, "A file that is input: at most LEN bytes, or the contents of PATH")
      ->type_name("NAME=LEN|NAME=@PATH")
      ->group(Group);
  Verb.add_option("--env", Flags.Environment,
                  "A variable of the environment that is input: unset, or at most LEN bytes; auto: all that the "
                  "program names, of at most 4 bytes")
      ->type_name("NAME=LEN|auto")
      ->group(Group);
}

void addObserveFlag(CLI::App &Verb, InputFlags &Flags) {
  Verb.add_option("--observe", Flags.Observe,
                  "What counts as output, a list of: return,stdout,stderr,exit,memory (default: all)")
      ->type_name("LIST")
      ->group("Comparison");
}

void addRunTimeFlag(CLI::App &Verb, InputFlags &Flags, const std::string &Group) {
  Verb.add_option("--run-time", Flags.RunTime, "The most that one run of a program may take (default 2s)")
      ->type_name("TIME")
      ->group(Group);
}

void addQueryTimeFlag(CLI::App &Verb, InputFlags &Flags, const std::string &Group, const std::string &Usual) {
  Verb.add_option("--query-time", Flags.QueryTime,
                  "The most that one question to the solver may take (default " + Usual + ")")
      ->type_name("TIME")
      ->group(Group);
}

void addInputFlags(CLI::App &Verb, InputFlags &Flags, bool Entry) {
  addSpaceFlags(Verb, Flags, Entry);
  if (Entry) {
    Verb.add_option("--map", Flags.Map, "The entry, or a parameter of it, has another name in the old version: old=new")
        ->type_name("OLD=NEW")
        ->group("Input space");
    addObserveFlag(Verb, Flags);
  }
  Verb.add_option("--unwind", Flags.Unwind,
                  "How often loops and recursion are unrolled where the input decides (default: as the time allows)")
      ->type_name("K")
      ->group("Proof");
  Verb.add_flag("--check-overflow", Flags.CheckOverflow, "Look for signed overflow: in one version only, it differs")
      ->group("Proof");
  addQueryTimeFlag(Verb, Flags, "Proof", "10s");
  addRunTimeFlag(Verb, Flags, "Proof");
}

namespace {

Error badFlag(const std::string &Flag, const std::string &Text, const std::string &Wanted) {
  return usageError(Flag + " '" + Text + "' is not understood; write " + Wanted);
}

Status parseArgv(const std::string &Text, InputOptions &Out) {
  if (Text.empty())
    return Done{};
  auto [Count, Length] = llvm::StringRef(Text).split('x');
  unsigned N = 0, Bytes = 4;
  if (Count.getAsInteger(10, N) || (!Length.empty() && Length.getAsInteger(10, Bytes)) || N > 64 || Bytes > 4096)
    return badFlag("--argv", Text, "2 or 2x4");
  Out.Argv = {N, Bytes};
  return Done{};
}

std::vector<std::string> words(const std::string &Text) {
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  llvm::SplitString(Text, Parts, " \t");
  return std::vector<std::string>(Parts.begin(), Parts.end());
}

Status parseBounds(const InputFlags &Flags, InputOptions &Out) {
  for (const std::string &Text : Flags.Bounds) {
    auto [Name, Range] = llvm::StringRef(Text).split('=');
    auto [Min, Max] = Range.split("..");
    if (Name.empty() || Min.empty() || Max.empty())
      return badFlag("--bound", Text, "n=0..10");
    Out.Bounds.push_back({Name.str(), {Min.str(), Max.str()}});
  }
  for (const std::string &Text : Flags.Lengths) {
    auto [Name, Number] = llvm::StringRef(Text).split('=');
    unsigned Length = 0;
    if (Name.empty() || Number.getAsInteger(10, Length))
      return badFlag("--length", Text, "a=3");
    Out.Lengths.push_back({Name.str(), Length});
  }
  for (const std::string &Text : Flags.MayAlias) {
    auto [First, Second] = llvm::StringRef(Text).split(',');
    if (First.empty() || Second.empty())
      return badFlag("--may-alias", Text, "p,q");
    Out.MayAlias.push_back({First.str(), Second.str()});
  }
  return Done{};
}

constexpr unsigned LongestStream = 1 << 16, LongestVariable = 4096;

Status parseFiles(const InputFlags &Flags, InputOptions &Out) {
  for (const std::string &Text : Flags.Files) {
    auto [Name, What] = llvm::StringRef(Text).rsplit('=');
    unsigned Length = 0;
    if (Name.empty() || What.empty())
      return badFlag("--file", Text, "input.txt=8 or input.txt=@path");
    if (What.consume_front("@")) {
      auto Contents = readTextFile(What.str());
      if (!Contents)
        return usageError("--file " + Text + ": " + Contents.error().Message);
      Out.FixedFiles.push_back({Name.str(), *Contents});
    } else if (What.getAsInteger(10, Length) || Length > LongestStream)
      return badFlag("--file", Text, "input.txt=8 or input.txt=@path");
    else
      Out.Files.push_back({Name.str(), Length});
  }
  for (const std::string &Text : Flags.Environment) {
    if (Text == "auto") {
      Out.NamedVariables = true;
      continue;
    }
    auto [Name, Number] = llvm::StringRef(Text).split('=');
    unsigned Length = 0;
    if (Name.empty() || Number.getAsInteger(10, Length) || Length > LongestVariable)
      return badFlag("--env", Text, "NAME=4 or auto");
    Out.Environment.push_back({Name.str(), Length});
  }
  return Done{};
}

Status parseObserve(const std::string &Text, Observation &Out) {
  if (Text.empty())
    return Done{};
  Out = {false, false, false, false, false, false};
  llvm::SmallVector<llvm::StringRef, 5> Parts;
  llvm::StringRef(Text).split(Parts, ',');
  for (llvm::StringRef Part : Parts) {
    if (Part == "return")
      Out.Return = true;
    else if (Part == "stdout")
      Out.Stdout = true;
    else if (Part == "stderr")
      Out.Stderr = true;
    else if (Part == "exit")
      Out.Exit = true;
    else if (Part == "memory")
      Out.Memory = true;
    else if (Part == "files")
      Out.Files = true;
    else
      return badFlag("--observe", Part.str(), "a list of return, stdout, stderr, exit, memory, files");
  }
  return Done{};
}

} // namespace

Result<InputOptions> inputOptions(const InputFlags &Flags) {
  InputOptions Out;
  Out.Entry = Flags.Entry;
  for (const std::string &Text : Flags.Map) {
    auto [Old, New] = llvm::StringRef(Text).split('=');
    if (Old.empty() || New.empty())
      return badFlag("--map", Text, "old_name=new_name");
    if (New == Flags.Entry)
      Out.OldEntry = Old.str();
    else
      Out.Renamed.push_back({Old.str(), New.str()});
  }
  if (Status Parsed = parseArgv(Flags.Argv, Out); !Parsed)
    return Parsed.takeError();
  if (Status Parsed = parseBounds(Flags, Out); !Parsed)
    return Parsed.takeError();
  if (Status Parsed = parseFiles(Flags, Out); !Parsed)
    return Parsed.takeError();
  Out.ArgvBefore = words(Flags.ArgvBefore);
  Out.ArgvAfter = words(Flags.ArgvAfter);
  if (Flags.Stdin >= 0)
    Out.Stdin = static_cast<unsigned>(Flags.Stdin);
  Out.Assume = Flags.Assume;
  Out.SymbolicGlobals = Flags.SymbolicGlobals;
  Out.Nullable = Flags.Nullable;
  Out.RawFields = Flags.RawFields;
  return Out;
}

Result<VerifyOptions> verifyOptions(const InputFlags &Flags) {
  VerifyOptions Out;
  Out.Unwind = Flags.Unwind;
  Out.CheckOverflow = Flags.CheckOverflow;
  if (Status Parsed = parseObserve(Flags.Observe, Out.Observed); !Parsed)
    return Parsed.takeError();
  if (!Flags.QueryTime.empty()) {
    auto Time = parseDuration(Flags.QueryTime);
    if (!Time)
      return badFlag("--query-time", Flags.QueryTime, "5s or 500ms");
    Out.QueryTime = std::chrono::duration_cast<std::chrono::milliseconds>(*Time);
  }
  if (!Flags.RunTime.empty()) {
    auto Time = parseDuration(Flags.RunTime);
    if (!Time)
      return badFlag("--run-time", Flags.RunTime, "2s or 500ms");
    Out.Runs.Time = std::chrono::duration_cast<std::chrono::milliseconds>(*Time);
  }
  return Out;
}

} // namespace vernier::cli

#include "base/TextFile.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace vernier {

namespace json = llvm::json;

namespace {

Error notUnderstood(const std::string &What) {
  return analysisError("'" + What + "' is not understood");
}

Result<std::vector<std::string>> readStrings(const json::Object &From, const char *Field) {
  std::vector<std::string> Result;
  const json::Value *Given = From.get(Field);
  if (!Given)
    return Result;
  const json::Array *List = Given->getAsArray();
  if (!List)
    return notUnderstood(Field);
  for (const json::Value &Each : *List) {
    auto Text = Each.getAsString();
    if (!Text)
      return notUnderstood(Field);
    Result.push_back(Text->str());
  }
  return Result;
}

/// A number of bytes or elements, as large as the flags allow.
std::optional<unsigned> readSize(const json::Value &From) {
  auto Number = From.getAsInteger();
  if (!Number || *Number < 0 || *Number > (1 << 20))
    return std::nullopt;
  return static_cast<unsigned>(*Number);
}

/// Lists of `{name, length}`; of files also `{name, hex}`.
Status readStreams(const json::Object &Space, InputOptions &To) {
  for (const char *Field : {"file", "env"}) {
    const json::Value *Given = Space.get(Field);
    if (!Given)
      continue;
    if (!Given->getAsArray())
      return notUnderstood(Field);
    bool File = Field == llvm::StringRef("file");
    for (const json::Value &Each : *Given->getAsArray()) {
      const json::Object *One = Each.getAsObject();
      auto Name = One ? One->getString("name") : std::nullopt;
      auto Length = One && One->get("length") ? readSize(*One->get("length")) : std::nullopt;
      auto Hex = One && File ? One->getString("hex") : std::nullopt;
      std::string Contents;
      if (Name && Length)
        (File ? To.Files : To.Environment).push_back({Name->str(), *Length});
      else if (Name && Hex && llvm::tryGetFromHex(*Hex, Contents))
        To.FixedFiles.push_back({Name->str(), Contents});
      else
        return notUnderstood(Field);
    }
  }
  return Done{};
}

Status readProgramInput(const json::Object &Space, InputOptions &To) {
  if (const json::Value *Argv = Space.get("argv")) {
    const json::Object *Pair = Argv->getAsObject();
    auto Count = Pair && Pair->get("count") ? readSize(*Pair->get("count")) : std::nullopt;
    auto Length = Pair && Pair->get("length") ? readSize(*Pair->get("length")) : std::nullopt;
    if (!Count || !Length || *Count > 64)
      return notUnderstood("argv");
    To.Argv = {*Count, *Length};
  }
  if (const json::Value *Stdin = Space.get("stdin")) {
    To.Stdin = readSize(*Stdin);
    if (!To.Stdin)
      return notUnderstood("stdin");
  }
  return Done{};
}

Status readLayout(const json::Object &Space, InputOptions &To) {
  if (const json::Value *Lengths = Space.get("length")) {
    if (!Lengths->getAsObject())
      return notUnderstood("length");
    for (const auto &[Name, Given] : *Lengths->getAsObject()) {
      auto Length = readSize(Given);
      if (!Length)
        return notUnderstood("length");
      To.Lengths.push_back({Name.str(), *Length});
    }
    std::sort(To.Lengths.begin(), To.Lengths.end());
  }
  if (const json::Value *Aliases = Space.get("may_alias")) {
    if (!Aliases->getAsArray())
      return notUnderstood("may_alias");
    for (const json::Value &Each : *Aliases->getAsArray()) {
      const json::Array *Pair = Each.getAsArray();
      if (!Pair || Pair->size() != 2 || !(*Pair)[0].getAsString() || !(*Pair)[1].getAsString())
        return notUnderstood("may_alias");
      To.MayAlias.push_back({(*Pair)[0].getAsString()->str(), (*Pair)[1].getAsString()->str()});
    }
  }
  To.AllGlobalsSymbolic = Space.getBoolean("all_globals_symbolic").value_or(false);
  To.RawFields = Space.getBoolean("raw_fields").value_or(false);
  for (auto [Field, Size] : {std::pair("default_length", &To.DefaultLength), {"default_string", &To.DefaultString}})
    if (const json::Value *Given = Space.get(Field)) {
      auto Read = readSize(*Given);
      if (!Read)
        return notUnderstood(Field);
      *Size = *Read;
    }
  return Done{};
}

Status readBounds(const json::Object &Space, InputOptions &To) {
  const json::Value *Bounds = Space.get("bound");
  if (!Bounds)
    return Done{};
  if (!Bounds->getAsArray())
    return notUnderstood("bound");
  for (const json::Value &Each : *Bounds->getAsArray()) {
    const json::Object *One = Each.getAsObject();
    auto Name = One ? One->getString("name") : std::nullopt, Min = One ? One->getString("min") : std::nullopt,
         Max = One ? One->getString("max") : std::nullopt;
    if (!Name || !Min || !Max)
      return notUnderstood("bound");
    To.Bounds.push_back({Name->str(), {Min->str(), Max->str()}});
  }
  return Done{};
}

Status readRenamed(const json::Object &Space, InputOptions &To) {
  const json::Value *Renamed = Space.get("renamed");
  if (!Renamed)
    return Done{};
  if (!Renamed->getAsArray())
    return notUnderstood("renamed");
  for (const json::Value &Each : *Renamed->getAsArray()) {
    const json::Object *One = Each.getAsObject();
    auto Old = One ? One->getString("old") : std::nullopt, New = One ? One->getString("new") : std::nullopt;
    if (!Old || !New)
      return notUnderstood("renamed");
    To.Renamed.push_back({Old->str(), New->str()});
  }
  return Done{};
}

} // namespace

Result<InputOptions> readInputOptions(const json::Object &Space) {
  InputOptions Result;
  auto Entry = Space.getString("entry");
  if (!Entry)
    return analysisError("'space' has no 'entry'");
  Result.Entry = Entry->str();
  Result.OldEntry = Space.getString("old_entry").value_or("").str();
  for (auto [Field, To] : {std::pair("argv_before", &Result.ArgvBefore),
                           {"argv_after", &Result.ArgvAfter},
                           {"symbolic_global", &Result.SymbolicGlobals},
                           {"nullable", &Result.Nullable},
                           {"assume", &Result.Assume}}) {
    auto Read = readStrings(Space, Field);
    if (!Read)
      return Read.takeError();
    *To = std::move(*Read);
  }
  for (auto Step : {readProgramInput, readStreams, readLayout, readBounds, readRenamed})
    if (Status Read = Step(Space, Result); !Read)
      return Read.takeError();
  return Result;
}

namespace {

std::optional<int> signalNumber(llvm::StringRef Name) {
  for (int Number = 1; Number != 65; ++Number)
    if (signalName(Number) == Name)
      return Number;
  return std::nullopt;
}

/// Output is text, and beside it its bytes if it is none.
Result<std::string> readBytes(const json::Object &From, const std::string &Name) {
  std::string Bytes;
  if (auto Hex = From.getString(Name + "_hex")) {
    if (!llvm::tryGetFromHex(*Hex, Bytes))
      return notUnderstood(Name + "_hex");
    return Bytes;
  }
  return From.getString(Name).value_or("").str();
}

Result<Ending> readEnding(const json::Object &From) {
  auto Given = From.getString("ending");
  if (!Given) { // written by hand, or by something older
    if (From.getBoolean("timeout").value_or(false))
      return Ending::TimedOut;
    return From.getString("signal") ? Ending::Signalled : Ending::Returned;
  }
  for (Ending Each : {Ending::Returned, Ending::Exited, Ending::Signalled, Ending::TimedOut, Ending::Failed})
    if (llvm::StringRef(endingCode(Each)) == *Given)
      return Each;
  return notUnderstood("ending");
}

std::vector<NamedValue> readNamedValues(const json::Object &From, const char *Member) {
  std::vector<NamedValue> Result;
  if (const json::Array *List = From.getArray(Member))
    for (const json::Value &Entry : *List)
      if (const json::Object *One = Entry.getAsObject())
        Result.push_back({One->getString("name").value_or("").str(), One->getString("value").value_or("").str()});
  return Result;
}

} // namespace

Result<Outcome> readOutcome(const json::Object &From) {
  Outcome Result;
  auto End = readEnding(From);
  auto Output = readBytes(From, "stdout"), Errors = readBytes(From, "stderr");
  if (!End)
    return End.takeError();
  if (!Output || !Errors)
    return Output ? Errors.takeError() : Output.takeError();
  Result.End = *End;
  Result.Stdout = std::move(*Output);
  Result.Stderr = std::move(*Errors);
  Result.Code = static_cast<int>(From.getInteger("exit").value_or(0));
  if (Result.End == Ending::Signalled) {
    auto Number = signalNumber(From.getString("signal").value_or(""));
    if (!Number)
      return notUnderstood("signal");
    Result.Code = *Number;
  }
  Result.Return = From.getString("return").value_or("").str();
  Result.Truncated = From.getBoolean("truncated").value_or(false);
  Result.Memory = readNamedValues(From, "memory");
  Result.Files = readNamedValues(From, "files");
  auto Calls = readStrings(From, "calls");
  if (!Calls)
    return Calls.takeError();
  Result.Calls = std::move(*Calls);
  return Result;
}

namespace {

/// The values, with their types where the document has them: a list of `{name, bits, signed, float}`.
Result<std::vector<InputValue>> readValues(const json::Object *Values, const json::Object *Bits,
                                           const json::Array *Types) {
  if (!Values)
    return analysisError("there is no 'input'");
  std::vector<InputValue> Result;
  for (const auto &[Name, Given] : *Values) {
    auto Text = Given.getAsString();
    if (!Text)
      return notUnderstood("input");
    InputValue Value{Name.str(), Text->str(), 0, false, false};
    if (auto Exact = Bits ? Bits->getString(Name) : std::nullopt)
      Value.Value = "nan:" + Exact->str();
    Result.push_back(std::move(Value));
  }
  std::sort(Result.begin(), Result.end(), [](auto &A, auto &B) { return A.Name < B.Name; });
  std::size_t Placed = 0; // in the order of the types, which is that of the parameters
  for (const json::Value &Each : Types ? *Types : json::Array()) {
    const json::Object *Type = Each.getAsObject();
    auto At = std::find_if(Result.begin() + Placed, Result.end(), [&](const InputValue &Value) {
      return Type && Type->getString("name") == llvm::StringRef(Value.Name);
    });
    if (At == Result.end())
      continue;
    At->Bits = static_cast<unsigned>(Type->getInteger("bits").value_or(0));
    At->Signed = Type->getBoolean("signed").value_or(false);
    At->Floating = Type->getBoolean("float").value_or(false);
    std::rotate(Result.begin() + Placed, At, At + 1);
    ++Placed;
  }
  return Result;
}

std::vector<InputText> readTexts(const json::Object *Texts) {
  std::vector<InputText> Result;
  if (Texts)
    for (const auto &[Name, Given] : *Texts) {
      const json::Object *Text = Given.getAsObject();
      std::string Bytes;
      auto List = Text ? Text->getString("list") : std::nullopt;
      if (List)
        Result.push_back({Name.str(), {}, List->str()});
      else if (Text && llvm::tryGetFromHex(Text->getString("hex").value_or(""), Bytes))
        Result.push_back({Name.str(), Bytes});
    }
  std::sort(Result.begin(), Result.end(), [](auto &A, auto &B) { return A.Name < B.Name; });
  return Result;
}

/// One test: the names of the fields differ between tests and witnesses.
struct Fields {
  const json::Object *Space = nullptr;
  const json::Object *Test = nullptr;
  const json::Array *Types = nullptr;
  const char *Input = "input";
  const char *Texts = "input_text";
  const char *Recorded = "outcome";
};

Result<SavedTest> readTest(const Fields &From, const std::string &Name) {
  SavedTest Result;
  Result.Name = Name;
  if (!From.Space)
    return analysisError("there is no 'space': it was not written to be replayed");
  auto Space = readInputOptions(*From.Space);
  if (!Space)
    return Space.takeError();
  Result.Space = std::move(*Space);
  auto Values = readValues(From.Test->getObject(From.Input), From.Test->getObject("nan_bits"), From.Types);
  if (!Values)
    return Values.takeError();
  Result.Input = std::move(*Values);
  Result.Texts = readTexts(From.Test->getObject(From.Texts));
  if (const json::Object *Recorded = From.Test->getObject(From.Recorded)) {
    auto Shown = readOutcome(*Recorded);
    if (!Shown)
      return Shown.takeError();
    Result.Recorded = std::move(*Shown);
  }
  Result.Path = From.Test->getString("path").value_or("").str();
  return Result;
}

using Tests = std::vector<SavedTest>;

Result<Tests> readOne(const json::Object &Document, const std::string &Name) {
  auto Test = readTest({Document.getObject("space"), &Document, Document.getArray("input_types")}, Name);
  if (!Test)
    return Test.takeError();
  Test->FoundOn = Document.getString("version").value_or("").str();
  Test->About = Document.getString("about").value_or("").str();
  if (const json::Object *Other = Document.getObject("new_outcome")) {
    auto Shown = readOutcome(*Other);
    if (!Shown)
      return Shown.takeError();
    Test->RecordedNew = std::move(*Shown);
  }
  if (auto Findings = readStrings(Document, "findings"))
    Test->Findings = std::move(*Findings);
  return Tests{std::move(*Test)};
}

/// Those of a list that have an input.
Result<Tests> readList(const json::Object &Document, const char *List, Fields From, const std::string &Name) {
  Tests Result;
  unsigned Number = 0;
  for (const json::Value &Each : Document.getArray(List) ? *Document.getArray(List) : json::Array()) {
    ++Number;
    From.Test = Each.getAsObject();
    if (!From.Test || !From.Test->getObject(From.Input))
      continue;
    const json::Object *Own = From.Test->getObject("space");
    Fields One = From;
    One.Space = Own ? Own : From.Space;
    if (!One.Types)
      One.Types = From.Test->getArray("input_types");
    auto Test = readTest(One, Name + ": " + List + " " + std::to_string(Number));
    if (!Test)
      return Test.takeError();
    Result.push_back(std::move(*Test));
  }
  return Result;
}

Result<Tests> readDocument(const json::Object &Document, const std::string &Name) {
  llvm::StringRef Schema = Document.getString("schema").value_or("");
  const json::Object *Space = Document.getObject("space");
  const json::Array *Types = Document.getArray("input");
  if (Schema == "vernier.test/1")
    return readOne(Document, Name);
  if (Schema == "vernier.explore/1")
    return readList(Document, "tests", {Space, nullptr, Types}, Name);
  if (Schema == "vernier.verify/1")
    return readList(Document, "partitions", {Space, nullptr, Types, "witness", "witness_text", "new"}, Name);
  return analysisError(Schema.empty() ? "it has no 'schema'"
                                      : "'" + Schema.str() +
                                            "' is no document with tests (vernier.test/1, "
                                            "vernier.explore/1, vernier.verify/1)");
}

Result<Tests> loadFile(const std::string &Path) {
  auto Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  return readSavedTests(*Text, std::filesystem::path(Path).filename().string());
}

bool isTestFile(const std::filesystem::path &File) {
  if (File.extension() != ".json")
    return false;
  auto Text = readTextFile(File.string());
  return Text && llvm::StringRef(*Text).contains("\"vernier.test/1\"");
}

} // namespace

Result<Tests> readSavedTests(const std::string &Text, const std::string &Name) {
  auto Parsed = json::parse(Text);
  if (!Parsed)
    return analysisError("'" + Name + "' is no saved test: " + llvm::toString(Parsed.takeError()));
  if (!Parsed->getAsObject())
    return analysisError("'" + Name + "' is no saved test: it is no JSON object");
  auto Read = readDocument(*Parsed->getAsObject(), Name);
  if (!Read)
    return analysisError("'" + Name + "' cannot be replayed: " + Read.error().Message);
  return Read;
}

Result<Tests> loadSavedTests(const std::string &Path) {
  std::error_code Problem;
  if (!std::filesystem::is_directory(Path, Problem)) {
    auto Read = loadFile(Path);
    if (Read && Read->empty())
      return analysisError("there is no test in '" + Path + "'");
    return Read;
  }
  std::vector<std::filesystem::path> Files;
  for (auto It = std::filesystem::directory_iterator(Path, Problem); !Problem && It != decltype(It)();
       It.increment(Problem))
    if (isTestFile(It->path()))
      Files.push_back(It->path());
  std::sort(Files.begin(), Files.end());
  Tests All;
  for (const std::filesystem::path &File : Files) {
    auto Read = loadFile(File.string());
    if (!Read)
      return Read;
    All.insert(All.end(), Read->begin(), Read->end());
  }
  if (All.empty())
    return analysisError("there is no saved test (a file *.json of schema vernier.test/1) in '" + Path + "'");
  return All;
}

} // namespace vernier

#include "search/RunStore.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>
#include <sqlite3.h>

#include <cstring>
#include <filesystem>

namespace vernier {

namespace {

constexpr int ApplicationId = 0x564e5253, FormatVersion = 1;

std::string encode(const InputAssignment &Input) {
  std::string Bytes;
  for (const llvm::APInt &Each : Input)
    for (unsigned Low = 0; Low < Each.getBitWidth(); Low += 8)
      Bytes.push_back(static_cast<char>(Each.extractBitsAsZExtValue(std::min(8u, Each.getBitWidth() - Low), Low)));
  return Bytes;
}

/// Nothing if the bytes are no input of these widths.
std::optional<InputAssignment> decode(std::string_view Bytes, const std::vector<unsigned> &Widths) {
  InputAssignment Result;
  for (unsigned Bits : Widths) {
    llvm::APInt Value = llvm::APInt::getZero(Bits);
    for (unsigned Low = 0; Low < Bits; Low += 8) {
      if (Bytes.empty())
        return std::nullopt;
      unsigned Part = std::min(8u, Bits - Low);
      Value.insertBits(static_cast<unsigned char>(Bytes.front()) & ((1u << Part) - 1), Low, Part);
      Bytes.remove_prefix(1);
    }
    Result.push_back(std::move(Value));
  }
  return Bytes.empty() ? std::optional(std::move(Result)) : std::nullopt;
}

std::string encode(const PathKey &Key) {
  std::string Bytes(16, 0);
  std::memcpy(Bytes.data(), &Key.High, 8);
  std::memcpy(Bytes.data() + 8, &Key.Low, 8);
  return Bytes;
}

std::optional<PathKey> decodeKey(std::string_view Bytes) {
  if (Bytes.size() != 16)
    return std::nullopt;
  PathKey Key;
  std::memcpy(&Key.High, Bytes.data(), 8);
  std::memcpy(&Key.Low, Bytes.data() + 8, 8);
  return Key;
}

/// A prepared statement.
class Statement {
public:
  Statement() = default;
  Statement(sqlite3 *Database, const char *Text) { sqlite3_prepare_v2(Database, Text, -1, &Handle, nullptr); }
  Statement(Statement &&Other) noexcept : Handle(std::exchange(Other.Handle, nullptr)) {}
  Statement &operator=(Statement &&Other) noexcept {
    std::swap(Handle, Other.Handle);
    return *this;
  }
  ~Statement() { sqlite3_finalize(Handle); }

  Statement &bytes(int Index, const std::string &Value) {
    sqlite3_bind_blob(Handle, Index, Value.data(), static_cast<int>(Value.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &text(int Index, const std::string &Value) {
    sqlite3_bind_text(Handle, Index, Value.data(), static_cast<int>(Value.size()), SQLITE_TRANSIENT);
    return *this;
  }
  bool run() {
    bool Fine = Handle && sqlite3_step(Handle) == SQLITE_DONE;
    sqlite3_reset(Handle);
    return Fine;
  }
  /// SQLITE_ROW, SQLITE_DONE, or what went wrong.
  int step() { return Handle ? sqlite3_step(Handle) : SQLITE_ERROR; }
  std::string column(int Index) const {
    auto *Bytes = static_cast<const char *>(sqlite3_column_blob(Handle, Index));
    return Bytes ? std::string(Bytes, static_cast<std::size_t>(sqlite3_column_bytes(Handle, Index))) : std::string();
  }
  explicit operator bool() const { return Handle != nullptr; }

private:
  sqlite3_stmt *Handle = nullptr;
};

} // namespace

struct RunStore::Database {
  sqlite3 *Handle = nullptr;
  Statement Run, Question;

  ~Database() {
    Run = Statement();
    Question = Statement();
    sqlite3_close_v2(Handle);
  }
  bool execute(const std::string &Text) {
    return sqlite3_exec(Handle, Text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  /// The value of a query with one row of one column.
  std::string value(const char *Text) {
    Statement Query(Handle, Text);
    return Query.step() == SQLITE_ROW ? Query.column(0) : std::string();
  }
};

RunStore::RunStore(std::string File, std::vector<unsigned> Widths, std::unique_ptr<Database> Opened)
    : File(std::move(File)), Widths(std::move(Widths)), Open(std::move(Opened)) {}

RunStore::~RunStore() {
  (void)commit();
}

Error RunStore::problem(const std::string &What) const {
  int Code = sqlite3_errcode(Open->Handle) & 0xff;
  std::string Begin = "cannot " + What + " the store " + File + ": ";
  const char *Kept = "; what was committed is kept: make room and go on with --resume";
  if (Code == SQLITE_FULL)
    return analysisError(Begin + "the disk is full" + Kept);
  if (Code == SQLITE_IOERR)
    return analysisError(Begin + "the disk does not take it (a limit on the size of files, or a defect)" + Kept);
  if (Code == SQLITE_BUSY || Code == SQLITE_LOCKED)
    return analysisError(Begin + "another process is using it; wait for it, or choose another file with --store");
  if (Code == SQLITE_NOTADB || Code == SQLITE_CORRUPT)
    return analysisError(Begin +
                         "it is damaged, or no store of Vernier; choose another file with --store, or remove it");
  return analysisError(Begin + sqlite3_errmsg(Open->Handle) +
                       "; check the file and its directory, or choose another with --store");
}

ExplorationIdentity identityOfInputs(const InputSpace &Space) {
  std::string Leaves, Fixed;
  for (const InputLeaf &Leaf : Space.Leaves) {
    Leaves += Leaf.Name + ":" + std::to_string(Leaf.Bits);
    if (Leaf.Min)
      Leaves += ":" + valueText(*Leaf.Min, Leaf.Signed, false);
    if (Leaf.Max)
      Leaves += ".." + valueText(*Leaf.Max, Leaf.Signed, false);
    Leaves += "\n";
  }
  for (const ProgramInput::Argument &Argument : Space.Program.Arguments)
    Fixed += (Argument.Fixed ? "=" + Argument.Text : std::to_string(Argument.Leaves.size())) + "\n";
  for (const ProgramInput::File &File : Space.Program.Files)
    Fixed += File.Name +
             (File.Length ? "" : "=" + llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(File.Contents)))) +
             "\n";
  return {{"entry", Space.NewEntry},
          {"inputs", Leaves},
          {"arguments and files", Fixed},
          {"assumptions", llvm::join(Space.Assume, "\n")}};
}

std::vector<unsigned> widthsOf(const InputSpace &Space) {
  std::vector<unsigned> Widths;
  for (const InputLeaf &Leaf : Space.Leaves)
    Widths.push_back(Leaf.Bits);
  return Widths;
}

Result<std::unique_ptr<RunStore>> RunStore::open(const std::string &File, const ExplorationIdentity &Identity,
                                                 std::vector<unsigned> Widths, bool Resume) {
  std::error_code Ignored;
  if (!Resume && std::filesystem::exists(File, Ignored) && !std::filesystem::is_empty(File, Ignored))
    return usageError("the store " + File + " exists already: go on with it with --resume, or choose another file " +
                      "with --store");
  auto Opened = std::make_unique<Database>();
  int Code = sqlite3_open_v2(File.c_str(), &Opened->Handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  std::unique_ptr<RunStore> Store(new RunStore(File, std::move(Widths), std::move(Opened)));
  if (Code != SQLITE_OK)
    return Store->problem("open");
  ExplorationIdentity Whole = Identity;
  Whole.emplace_back("widths of inputs", "");
  for (unsigned Bits : Store->Widths)
    Whole.back().second += (Whole.back().second.empty() ? "" : " ") + std::to_string(Bits);
  if (Status Checked = Store->check(Whole); !Checked)
    return Checked.error();
  return Store;
}

/// Makes a new store of an empty file; else the file must be a store of this exploration, and whole.
Status RunStore::check(const ExplorationIdentity &Identity) {
  // One process at a time, from the first read on; no other file stays beside it.
  if (!Open->execute("PRAGMA locking_mode=EXCLUSIVE") || !Open->execute("PRAGMA journal_mode=DELETE") ||
      !Open->execute("BEGIN EXCLUSIVE") || !Open->execute("COMMIT"))
    return problem("open");
  if (Open->value("SELECT count(*) FROM sqlite_master") == "0" && Open->value("PRAGMA application_id") == "0") {
    if (Status Made = create(Identity); !Made)
      return Made;
  } else {
    if (Open->value("PRAGMA application_id") != std::to_string(ApplicationId))
      return analysisError(File + " is a database of another program; choose another file with --store");
    if (Open->value("PRAGMA user_version") != std::to_string(FormatVersion))
      return analysisError("the store " + File +
                           " was written by another version of Vernier; choose another file with " +
                           "--store, or remove it");
    if (!whole())
      return analysisError("the store " + File + " is damaged; choose another file with --store, or remove it");
    if (Status Same = compare(Identity); !Same)
      return Same;
  }
  if (Status Loaded = load(); !Loaded)
    return Loaded;
  return prepare();
}

/// SQLite takes the missing end of a file for zeros: the size has to be looked at.
bool RunStore::whole() {
  std::error_code Failed;
  std::uintmax_t Size = std::filesystem::file_size(File, Failed);
  std::string Bytes = Open->value("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
  return !Failed && std::to_string(Size) == Bytes && Open->value("PRAGMA quick_check(1)") == "ok";
}

Status RunStore::create(const ExplorationIdentity &Identity) {
  bool Fine = Open->execute("BEGIN") && Open->execute("PRAGMA application_id=" + std::to_string(ApplicationId)) &&
              Open->execute("PRAGMA user_version=" + std::to_string(FormatVersion)) &&
              Open->execute("CREATE TABLE identity (name TEXT, value TEXT)") &&
              Open->execute("CREATE TABLE run (id INTEGER PRIMARY KEY, input BLOB, path BLOB)") &&
              Open->execute("CREATE TABLE question (key BLOB PRIMARY KEY, hole TEXT, detail TEXT) WITHOUT ROWID");
  for (const auto &[Name, Value] : Identity)
    Fine = Fine && Statement(Open->Handle, "INSERT INTO identity VALUES (?, ?)").text(1, Name).text(2, Value).run();
  if (Fine && Open->execute("COMMIT"))
    return Done{};
  return problem("create");
}

Status RunStore::compare(const ExplorationIdentity &Identity) {
  ExplorationIdentity There;
  Statement Query(Open->Handle, "SELECT name, value FROM identity ORDER BY rowid");
  int Code;
  while ((Code = Query.step()) == SQLITE_ROW)
    There.emplace_back(Query.column(0), Query.column(1));
  if (Code != SQLITE_DONE)
    return problem("read");
  for (std::size_t I = 0; I < std::max(There.size(), Identity.size()); ++I) {
    if (I < There.size() && I < Identity.size() && There[I] == Identity[I])
      continue;
    const std::string &Name = I < Identity.size() ? Identity[I].first : There[I].first;
    std::string Was = I < There.size() ? There[I].second : "", Is = I < Identity.size() ? Identity[I].second : "";
    return usageError("the store " + File + " belongs to another exploration: '" + Name + "' was \"" + Was +
                      "\" and is \"" + Is + "\" now; choose another file with --store, or remove it");
  }
  return Done{};
}

Status RunStore::load() {
  auto Damaged = [&] {
    return analysisError("the store " + File + " is damaged; choose another file with --store, or remove it");
  };
  Statement Query(Open->Handle, "SELECT input, path FROM run ORDER BY id");
  int Code;
  while ((Code = Query.step()) == SQLITE_ROW) {
    auto Input = decode(Query.column(0), Widths);
    auto Path = decodeKey(Query.column(1));
    if (!Input || !Path)
      return Damaged();
    Runs.push_back({std::move(*Input), *Path});
  }
  if (Code != SQLITE_DONE)
    return problem("read");
  Statement Answers(Open->Handle, "SELECT key, hole, detail FROM question");
  while ((Code = Answers.step()) == SQLITE_ROW) {
    auto Key = decodeKey(Answers.column(0));
    if (!Key)
      return Damaged();
    Questions[*Key] = {Answers.column(1), Answers.column(2)};
  }
  return Code == SQLITE_DONE ? Status(Done{}) : problem("read");
}

Status RunStore::prepare() {
  Open->Run = Statement(Open->Handle, "INSERT INTO run (input, path) VALUES (?, ?)");
  Open->Question = Statement(Open->Handle, "INSERT OR REPLACE INTO question VALUES (?, ?, ?)");
  if (!Open->Run || !Open->Question)
    return problem("read");
  return Done{};
}

Status RunStore::begin() {
  if (Waiting > 0)
    return Done{};
  SinceBegin = Stopwatch();
  return Open->execute("BEGIN") ? Status(Done{}) : problem("write");
}

Status RunStore::recorded(bool Fine) {
  if (Fine) {
    ++Waiting;
    return commitIfDue();
  }
  Error Why = problem("write");
  Waiting = 0;
  Open->execute("ROLLBACK");
  return Why;
}

Status RunStore::addRun(const InputAssignment &Input, const PathKey &Path) {
  if (Status Begun = begin(); !Begun)
    return Begun;
  return recorded(Open->Run.bytes(1, encode(Input)).bytes(2, encode(Path)).run());
}

Status RunStore::addSettled(const PathKey &Question, const Settled &Answer) {
  if (Status Begun = begin(); !Begun)
    return Begun;
  return recorded(Open->Question.bytes(1, encode(Question)).text(2, Answer.Hole).text(3, Answer.Detail).run());
}

Status RunStore::commitIfDue() {
  return Waiting >= MostRecords || (Waiting > 0 && SinceBegin.seconds() > 1) ? commit() : Status(Done{});
}

Status RunStore::commit() {
  if (Waiting == 0)
    return Done{};
  Waiting = 0;
  if (Open->execute("COMMIT"))
    return Done{};
  Error Why = problem("write");
  Open->execute("ROLLBACK");
  return Why;
}

} // namespace vernier

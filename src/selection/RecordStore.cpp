#include "selection/RecordStore.h"

#include "project/Hash.h"

#include <sqlite3.h>

#include <cstring>
#include <filesystem>

namespace vernier {

namespace {

constexpr int ApplicationId = 0x564e5245, FormatVersion = 1;

/// For each function: its number, the number of bytes, the bytes; numbers are 32 bits, little-endian.
std::string encode(const HitProfile &Profile) {
  std::string Bytes;
  auto Number = [&](std::uint32_t Value) {
    for (unsigned Shift = 0; Shift != 32; Shift += 8)
      Bytes.push_back(static_cast<char>(Value >> Shift & 0xff));
  };
  for (const CodeHits &Hits : Profile) {
    Number(Hits.Code);
    Number(static_cast<std::uint32_t>(Hits.Slots.size()));
    Bytes.append(Hits.Slots.begin(), Hits.Slots.end());
  }
  return Bytes;
}

/// Nothing if the bytes are no profile.
std::shared_ptr<const HitProfile> decode(std::string_view Bytes) {
  auto Profile = std::make_shared<HitProfile>();
  auto Number = [&](std::uint32_t &Value) {
    if (Bytes.size() < 4)
      return false;
    Value = 0;
    for (unsigned I = 0; I != 4; ++I)
      Value |= std::uint32_t(static_cast<unsigned char>(Bytes[I])) << 8 * I;
    Bytes.remove_prefix(4);
    return true;
  };
  while (!Bytes.empty()) {
    CodeHits Hits;
    std::uint32_t Size = 0;
    if (!Number(Hits.Code) || !Number(Size) || Bytes.size() < Size)
      return nullptr;
    Hits.Slots.assign(Bytes.begin(), Bytes.begin() + Size);
    Bytes.remove_prefix(Size);
    Profile->push_back(std::move(Hits));
  }
  return Profile;
}

class Statement {
public:
  Statement(sqlite3 *Database, const char *Text) { sqlite3_prepare_v2(Database, Text, -1, &Handle, nullptr); }
  Statement(const Statement &) = delete;
  ~Statement() { sqlite3_finalize(Handle); }

  Statement &text(int Index, const std::string &Value) {
    sqlite3_bind_text(Handle, Index, Value.data(), static_cast<int>(Value.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &bytes(int Index, const std::string &Value) {
    sqlite3_bind_blob(Handle, Index, Value.data(), static_cast<int>(Value.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &number(int Index, std::int64_t Value) {
    sqlite3_bind_int64(Handle, Index, Value);
    return *this;
  }
  Statement &real(int Index, double Value) {
    sqlite3_bind_double(Handle, Index, Value);
    return *this;
  }
  int step() { return Handle ? sqlite3_step(Handle) : SQLITE_ERROR; }
  bool run() { return step() == SQLITE_DONE; }
  std::string_view column(int Index) const {
    const auto *Bytes = static_cast<const char *>(sqlite3_column_blob(Handle, Index));
    return Bytes ? std::string_view(Bytes, static_cast<std::size_t>(sqlite3_column_bytes(Handle, Index)))
                 : std::string_view();
  }
  std::int64_t integer(int Index) const { return sqlite3_column_int64(Handle, Index); }
  double real(int Index) const { return sqlite3_column_double(Handle, Index); }

private:
  sqlite3_stmt *Handle = nullptr;
};

} // namespace

struct RecordStore::Database {
  sqlite3 *Handle = nullptr;
  ~Database() { sqlite3_close_v2(Handle); }
  bool execute(const std::string &Text) {
    return sqlite3_exec(Handle, Text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }
};

RecordStore::RecordStore(std::string File, std::unique_ptr<Database> Opened)
    : File(std::move(File)), Open(std::move(Opened)) {}

RecordStore::~RecordStore() = default;

Error RecordStore::problem(const std::string &Doing) const {
  int Code = sqlite3_errcode(Open->Handle) & 0xff;
  std::string Begin = "cannot " + Doing + " the store of records '" + File + "': ";
  if (Code == SQLITE_NOTADB || Code == SQLITE_CORRUPT)
    return analysisError(Begin + "it is damaged, or no store; choose another file with --store, or remove it");
  if (Code == SQLITE_BUSY || Code == SQLITE_LOCKED)
    return analysisError(Begin + "another process is using it; wait for it, or choose another file with --store");
  return analysisError(Begin + sqlite3_errmsg(Open->Handle) +
                       "; check the file and its directory, or choose another with --store");
}

Result<std::unique_ptr<RecordStore>> RecordStore::open(const std::string &File) {
  std::error_code Ignored;
  if (auto Parent = std::filesystem::path(File).parent_path(); !Parent.empty())
    std::filesystem::create_directories(Parent, Ignored);
  std::unique_ptr<RecordStore> Store(new RecordStore(File, std::make_unique<Database>()));
  constexpr int PatienceInMilliseconds = 10000;
  if (sqlite3_open(File.c_str(), &Store->Open->Handle) != SQLITE_OK)
    return Store->problem("open");
  sqlite3_busy_timeout(Store->Open->Handle, PatienceInMilliseconds);
  if (Status Prepared = Store->prepare(); !Prepared)
    return Prepared.takeError();
  if (Status Loaded = Store->load(); !Loaded)
    return Loaded.takeError();
  return Store;
}

Status RecordStore::prepare() {
  std::int64_t Id = 0, Version = 0, Tables = 0;
  {
    Statement Kind(Open->Handle, "PRAGMA application_id"), Format(Open->Handle, "PRAGMA user_version"),
        Count(Open->Handle, "SELECT count(*) FROM sqlite_master");
    if (Kind.step() != SQLITE_ROW || Format.step() != SQLITE_ROW || Count.step() != SQLITE_ROW)
      return problem("read");
    Id = Kind.integer(0);
    Version = Format.integer(0);
    Tables = Count.integer(0);
  }
  if (Tables != 0 && Id != ApplicationId)
    return analysisError("'" + File + "' is no store of records; choose another file with --store");
  if (Tables != 0 && Version != FormatVersion)
    return analysisError("the store of records '" + File +
                         "' is of another version of Vernier; remove it, or choose another file with --store");
  bool Fine =
      Open->execute("PRAGMA journal_mode=WAL") && Open->execute("PRAGMA synchronous=NORMAL") &&
      Open->execute("BEGIN IMMEDIATE; PRAGMA application_id=" + std::to_string(ApplicationId) +
                    "; PRAGMA user_version=" + std::to_string(FormatVersion) +
                    "; CREATE TABLE IF NOT EXISTS code (id INTEGER PRIMARY KEY, executable TEXT NOT NULL, function "
                    "TEXT NOT NULL, hash TEXT NOT NULL, UNIQUE (executable, function, hash));"
                    "CREATE TABLE IF NOT EXISTS profile (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, data BLOB "
                    "NOT NULL);"
                    "CREATE TABLE IF NOT EXISTS record (suite TEXT NOT NULL, name TEXT NOT NULL, contents TEXT NOT "
                    "NULL, profile INTEGER NOT NULL, seconds REAL NOT NULL, passed INTEGER NOT NULL, ended TEXT NOT "
                    "NULL, PRIMARY KEY (suite, name, contents, profile)); COMMIT");
  if (!Fine)
    return problem("write to");
  return Done{};
}

Status RecordStore::load() {
  Statement AllCode(Open->Handle, "SELECT id, executable, function, hash FROM code");
  int Step = AllCode.step();
  for (; Step == SQLITE_ROW; Step = AllCode.step()) {
    auto Number = static_cast<std::uint32_t>(AllCode.integer(0));
    CodeName Code{std::string(AllCode.column(1)), std::string(AllCode.column(2)), std::string(AllCode.column(3))};
    Numbers.emplace(Code, Number);
    Codes.emplace(Number, std::move(Code));
  }
  if (Step != SQLITE_DONE)
    return problem("read");
  std::map<std::int64_t, std::shared_ptr<const HitProfile>> Profiles;
  Statement AllProfiles(Open->Handle, "SELECT id, data FROM profile");
  for (Step = AllProfiles.step(); Step == SQLITE_ROW; Step = AllProfiles.step()) {
    auto Profile = decode(AllProfiles.column(1));
    if (!Profile)
      return analysisError("the store of records '" + File +
                           "' is damaged; choose another file with --store, or "
                           "remove it");
    Profiles.emplace(AllProfiles.integer(0), std::move(Profile));
  }
  if (Step != SQLITE_DONE)
    return problem("read");
  Statement AllRecords(Open->Handle,
                       "SELECT suite, name, contents, profile, seconds, passed, ended FROM record ORDER BY rowid DESC");
  for (Step = AllRecords.step(); Step == SQLITE_ROW; Step = AllRecords.step()) {
    auto Profile = Profiles.find(AllRecords.integer(3));
    if (Profile == Profiles.end())
      continue;
    TestIdentity Test{std::string(AllRecords.column(0)), std::string(AllRecords.column(1)),
                      std::string(AllRecords.column(2))};
    Records[Test].push_back(
        {Profile->second, AllRecords.real(4), AllRecords.integer(5) != 0, std::string(AllRecords.column(6))});
  }
  return Step == SQLITE_DONE ? Status(Done{}) : Status(problem("read"));
}

Result<std::uint32_t> RecordStore::numberOf(const CodeName &Code) {
  if (auto At = Numbers.find(Code); At != Numbers.end())
    return At->second;
  Statement Insert(Open->Handle, "INSERT OR IGNORE INTO code (executable, function, hash) VALUES (?, ?, ?)");
  if (!Insert.text(1, Code.Executable).text(2, Code.Function).text(3, Code.Hash).run())
    return problem("write to");
  Statement Find(Open->Handle, "SELECT id FROM code WHERE executable = ? AND function = ? AND hash = ?");
  if (Find.text(1, Code.Executable).text(2, Code.Function).text(3, Code.Hash).step() != SQLITE_ROW)
    return problem("read");
  auto Number = static_cast<std::uint32_t>(Find.integer(0));
  Numbers.emplace(Code, Number);
  Codes.emplace(Number, Code);
  return Number;
}

const std::vector<TestRecord> &RecordStore::records(const TestIdentity &Test) const {
  static const std::vector<TestRecord> None;
  auto At = Records.find(Test);
  return At == Records.end() ? None : At->second;
}

Status RecordStore::add(const TestIdentity &Test, TestRecord Record) {
  std::string Data = encode(*Record.Profile), Hash = hashText(Data);
  if (!Open->execute("BEGIN IMMEDIATE"))
    return problem("write to");
  Statement Profile(Open->Handle, "INSERT OR IGNORE INTO profile (hash, data) VALUES (?, ?)");
  Statement Insert(Open->Handle, "INSERT OR REPLACE INTO record VALUES (?, ?, ?, (SELECT id FROM profile WHERE hash = "
                                 "?), ?, ?, ?)");
  bool Fine = Profile.text(1, Hash).bytes(2, Data).run() && Insert.text(1, Test.Suite)
                                                                .text(2, Test.Name)
                                                                .text(3, Test.Contents)
                                                                .text(4, Hash)
                                                                .real(5, Record.Seconds)
                                                                .number(6, Record.Passed)
                                                                .text(7, Record.Ended)
                                                                .run();
  if (!Fine || !Open->execute("COMMIT")) {
    Error Why = problem("write to");
    (void)Open->execute("ROLLBACK");
    return Why;
  }
  auto &Known = Records[Test];
  Known.insert(Known.begin(), std::move(Record));
  return Done{};
}

} // namespace vernier

#pragma once

#include "base/Result.h"
#include "selection/TestRecord.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vernier {

/// What tests executed, in one SQLite file, for any number of versions and suites. Records name code by content, so
/// that those of one version serve others. Several processes can use it, one after the other writing.
class RecordStore {
public:
  /// Makes the file if it is not there. An error says what is wrong with it and what to do.
  static Result<std::unique_ptr<RecordStore>> open(const std::string &File);
  ~RecordStore();
  RecordStore(const RecordStore &) = delete;

  /// The number of the code; the same for equal names.
  Result<std::uint32_t> numberOf(const CodeName &Code);
  const CodeName &code(std::uint32_t Number) const { return Codes.at(Number); }
  /// All numbers with their names, as of opening and since then.
  const std::map<std::uint32_t, CodeName> &codes() const { return Codes; }

  /// All records of a test, the newest first.
  const std::vector<TestRecord> &records(const TestIdentity &Test) const;
  /// Committed at once: what has been recorded is not recorded again after a kill.
  Status add(const TestIdentity &Test, TestRecord Record);

private:
  struct Database;
  RecordStore(std::string File, std::unique_ptr<Database> Opened);
  Status prepare();
  Status load();
  Error problem(const std::string &Doing) const;

  std::string File;
  std::unique_ptr<Database> Open;
  std::map<std::uint32_t, CodeName> Codes;
  std::map<CodeName, std::uint32_t> Numbers;
  std::map<TestIdentity, std::vector<TestRecord>> Records;
};

} // namespace vernier

#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <filesystem>
#include <istream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vernier::test {

/// An example of one file with a folder `changes` of one-line changes, and `apply`.
struct SeededExample {
  std::filesystem::path Folder;
  std::string File; ///< in the folder

  std::string text() const;
};

/// One file of `changes`.
struct SeededChange {
  std::string Name;
  std::map<std::string, std::string> Fields;

  bool isEqual() const { return Fields.at("expected") == "equal"; }
};

/// Ordered by name.
std::vector<SeededChange> seededChanges(const SeededExample &Example);

/// The text of the example with the change. Expects that the changed line is the one that the change names.
std::string applied(const SeededExample &Example, const SeededChange &Change);

/// Expects that the example's own script prints the same.
void expectThatTheScriptAgrees(const SeededExample &Example, const SeededChange &Change);

/// The next text in quotes: \\, \", \n and \xNN are escapes.
std::string quoted(std::istream &Stream);

/// One version of an example as machine code in this process.
class Machine {
public:
  /// Calls of the functions in Replaced go to the given ones.
  explicit Machine(const std::string &Text, const std::map<std::string, void *> &Replaced = {});
  template <typename Function> Function *find(const char *Name) const {
    return llvm::cantFail(Jit->lookup(Name)).template toPtr<Function *>();
  }

private:
  std::unique_ptr<llvm::orc::LLJIT> Jit;
};

} // namespace vernier::test

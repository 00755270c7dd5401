#include "CommandLine.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace vernier::test {

namespace fs = std::filesystem;

CommandLine::CommandLine() {
  std::string Name = (fs::temp_directory_path() / "vernier-cli-XXXXXX").string();
  if (!mkdtemp(Name.data()))
    ADD_FAILURE() << "no temporary directory";
  Directory = Name;
  fs::create_directories(Directory / "work");
}

CommandLine::~CommandLine() {
  fs::remove_all(Directory);
}

Ran CommandLine::run(const std::string &Command) const {
  write("../command", Command + "\n");
  std::string Line = "cd '" + (Directory / "work").string() +
                     "' && PATH='" VERNIER_BINARY_DIR "/bin':\"$PATH\" VERNIER_CACHE='" +
                     (Directory / "cache").string() + "' HOME='" + Directory.string() +
                     "' GIT_CONFIG_NOSYSTEM=1 sh ../command > ../out 2> ../err < /dev/null";
  int Status = std::system(Line.c_str());
  return {WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status), read("../out"), read("../err")};
}

llvm::json::Object CommandLine::json(const std::string &Arguments, int ExpectedCode) const {
  Ran Result = run("vernier " + Arguments + " --json -");
  EXPECT_EQ(Result.Code, ExpectedCode) << Arguments << "\n" << Result.Err;
  auto Parsed = llvm::json::parse(Result.Out);
  if (!Parsed || !Parsed->getAsObject()) {
    llvm::consumeError(Parsed.takeError());
    ADD_FAILURE() << "not a JSON object: " << Result.Out.substr(0, 500);
    return {};
  }
  return std::move(*Parsed->getAsObject());
}

void CommandLine::write(const std::string &File, const std::string &Text) const {
  fs::path Path = Directory / "work" / File;
  fs::create_directories(Path.parent_path());
  std::ofstream(Path) << Text;
}

std::string CommandLine::read(const std::string &File) const {
  std::ifstream Stream(Directory / "work" / File);
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

} // namespace vernier::test

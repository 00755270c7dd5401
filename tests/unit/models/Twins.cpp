#include "Twins.h"

#include "models/Models.h"
#include "support/CompileText.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace vernier::test {

namespace {

const std::string Programs = VERNIER_SOURCE_DIR "/tests/unit/models/programs/";

[[noreturn]] void fail(const std::string &Why) {
  std::fprintf(stderr, "twins: %s\n", Why.c_str());
  std::abort();
}

std::string textOf(const std::string &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  if (!Stream)
    return "(none)";
  return {std::istreambuf_iterator<char>(Stream), {}};
}

void compile(const std::string &Directory, const std::string &Arguments) {
  std::string Command = "cd " + Directory + " && " VERNIER_CLANG " -O1 -w -fuse-ld=lld-19 " + Arguments;
  if (std::system(Command.c_str()))
    fail("cannot be built: " + Command);
}

void writeModule(const llvm::Module &M, const std::string &Path) {
  std::error_code Problem;
  llvm::raw_fd_ostream Stream(Path, Problem);
  if (Problem)
    fail(Path + ": " + Problem.message());
  llvm::WriteBitcodeToFile(M, Stream);
}

struct Pipe {
  int Read, Write;
  Pipe() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC))
      fail("no pipe");
    Read = Ends[0];
    Write = Ends[1];
  }
};

/// Everything that comes out of both, until both are closed.
void collect(int FirstEnd, std::string &First, int SecondEnd, std::string &Second) {
  pollfd Ends[] = {{FirstEnd, POLLIN, 0}, {SecondEnd, POLLIN, 0}};
  std::string *Texts[] = {&First, &Second};
  for (int Open = 2; Open > 0;) {
    if (poll(Ends, 2, 20000) <= 0)
      fail("a program does not end");
    for (int I = 0; I < 2; ++I) {
      if (Ends[I].fd < 0 || !Ends[I].revents)
        continue;
      char Block[4096];
      ssize_t N = read(Ends[I].fd, Block, sizeof Block);
      if (N > 0) {
        Texts[I]->append(Block, static_cast<std::size_t>(N));
      } else {
        Ends[I].fd = -1;
        --Open;
      }
    }
  }
}

int inputOf(const RunSetup &Setup, const std::string &Directory) {
  if (Setup.InputIsFile) {
    std::ofstream(Directory + "/input", std::ios::binary) << Setup.Input;
    return open((Directory + "/input").c_str(), O_RDONLY | O_CLOEXEC);
  }
  Pipe In; // small inputs fit into it
  if (write(In.Write, Setup.Input.data(), Setup.Input.size()) != static_cast<ssize_t>(Setup.Input.size()))
    fail("too much input");
  close(In.Write);
  return In.Read;
}

std::vector<char *> pointers(const std::vector<std::string> &Texts) {
  std::vector<char *> Result;
  for (const std::string &Text : Texts)
    Result.push_back(const_cast<char *>(Text.c_str()));
  Result.push_back(nullptr);
  return Result;
}

} // namespace

std::ostream &operator<<(std::ostream &Out, const RunResult &R) {
  return Out << "status " << R.Status << ", input at " << R.InputOffset << "\n--- output\n"
             << R.Output << "\n--- errors\n"
             << R.Errors << "\n--- file\n"
             << R.File << "\n";
}

Twins::Twins(const std::string &Source) {
  Directory = (std::filesystem::temp_directory_path() / "vernier-twins-XXXXXX").string();
  if (!mkdtemp(Directory.data()))
    fail("no directory");
  Program P = compileText(textOf(Programs + Source), Source);
  if (auto Linked = linkModels(P.module(), ModelSet::Engine); !Linked)
    fail(Linked.error().Message);
  writeModule(P.module(), Directory + "/model.bc");
  // Both know the source by the same name.
  std::filesystem::copy_file(Programs + Source, Directory + "/" + Source);
  std::string Library = llvm::StringRef(Source).ends_with(".cpp") ? " -lstdc++" : "";
  compile(Directory, Source + " -o plain" + Library);
  compile(Directory, "model.bc " + Programs + "host.c -o model" + Library);
}

Twins::~Twins() {
  std::error_code Ignored;
  std::filesystem::remove_all(Directory, Ignored);
}

RunResult Twins::run(const std::string &Which, const RunSetup &Setup) const {
  RunResult Result;
  std::filesystem::remove(Directory + "/file.txt");
  int In = inputOf(Setup, Directory);
  Pipe Out, Err;
  std::vector<std::string> Arguments = {"program"};
  Arguments.insert(Arguments.end(), Setup.Arguments.begin(), Setup.Arguments.end());
  std::vector<std::string> Environment = {"PATH=/usr/bin:/bin"};
  Environment.insert(Environment.end(), Setup.Environment.begin(), Setup.Environment.end());
  auto Argv = pointers(Arguments), Envp = pointers(Environment);
  std::string Path = Directory + "/" + Which;
  pid_t Child = fork();
  if (!Child) {
    dup2(In, 0);
    dup2(Out.Write, 1);
    dup2(Setup.OneOutput ? Out.Write : Err.Write, 2);
    if (chdir(Directory.c_str()) == 0)
      execve(Path.c_str(), Argv.data(), Envp.data());
    _exit(125);
  }
  close(Out.Write);
  close(Err.Write);
  collect(Out.Read, Result.Output, Err.Read, Result.Errors);
  waitpid(Child, &Result.Status, 0);
  if (Setup.InputIsFile)
    Result.InputOffset = lseek(In, 0, SEEK_CUR);
  for (int Descriptor : {In, Out.Read, Err.Read})
    close(Descriptor);
  Result.File = textOf(Directory + "/file.txt");
  return Result;
}

std::vector<std::string> Twins::importsOfModel() const {
  std::string List = Directory + "/imports";
  if (std::system(
          (VERNIER_NM " -D --undefined-only --no-demangle --format=just-symbols " + Directory + "/model > " + List)
              .c_str()))
    fail("nm");
  std::istringstream Lines(textOf(List));
  std::vector<std::string> Result;
  for (std::string Line; std::getline(Lines, Line);)
    Result.push_back(Line.substr(0, Line.find('@')));
  return Result;
}

} // namespace vernier::test

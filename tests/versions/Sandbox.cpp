#include "versions/Sandbox.h"

#include "bitcode/Locations.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/FileSystem.h>

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace vernier::test {

Sandbox::Sandbox() {
  llvm::SmallString<128> Name;
  EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("vernier-versions", Name));
  Root = fs::canonical(Name.str().str()).string();
  Before = fs::current_path().string();
  fs::create_directories(Root + "/work");
  Root += "/work";
  fs::current_path(Root);
  auto Opened = Workspace::at(fs::path(Root).parent_path().string() + "/cache");
  EXPECT_TRUE(Opened);
  Space.emplace(std::move(*Opened));
  Options.WrapperDirectory = VERNIER_BINARY_DIR "/bin";
  Options.Jobs = 2;
}

Sandbox::~Sandbox() {
  fs::current_path(Before);
  std::error_code Ignored;
  fs::remove_all(fs::path(Root).parent_path(), Ignored);
}

void Sandbox::write(const std::string &Path, const std::string &Text) const {
  fs::create_directories(fs::path(path(Path)).parent_path());
  std::ofstream(path(Path), std::ios::binary) << Text;
}

std::string Sandbox::shell(const std::string &Command) const {
  ProcessRequest Request;
  Request.Arguments = {"/bin/sh", "-c", Command};
  Request.Directory = Root;
  auto Outcome = runProcess(Request);
  EXPECT_TRUE(Outcome && Outcome->succeeded())
      << Command << "\n"
      << (Outcome ? Outcome->Output + Outcome->Errors : Outcome.error().Message);
  return Outcome ? Outcome->Output : "";
}

Result<Program> Sandbox::build(const std::string &Version, const std::vector<std::string> &Paths) {
  auto Spec = parseVersion(Version, {}, Paths);
  if (!Spec)
    return Spec.takeError();
  Statistics = {};
  return buildVersion(*Spec, Options, *Space, &Statistics);
}

Error Sandbox::errorOf(const std::string &Version, const std::vector<std::string> &Paths) {
  auto Built = build(Version, Paths);
  if (!Built) {
    EXPECT_EQ(Built.error().Message.find('\n'), std::string::npos) << Built.error().Message;
    return Built.takeError();
  }
  ADD_FAILURE() << Version << " was built";
  return {};
}

int Sandbox::runAgain(const Program &P) const {
  std::error_code Failure;
  {
    llvm::raw_fd_ostream Stream(path("again.bc"), Failure);
    llvm::WriteBitcodeToFile(P.module(), Stream);
  }
  ProcessRequest Request;
  Request.Directory = Root;
  Request.Arguments = {P.Link.CPlusPlus ? "clang++-19" : "clang-19", "again.bc", "-o", "again"};
  Request.Arguments.insert(Request.Arguments.end(), P.Link.Arguments.begin(), P.Link.Arguments.end());
  auto Linked = runProcess(Request);
  EXPECT_TRUE(Linked && Linked->succeeded()) << (Linked ? Linked->Errors : Linked.error().Message);
  Request.Arguments = {path("again")};
  auto Ran = runProcess(Request);
  EXPECT_TRUE(Ran && Ran->Signal == 0);
  return Ran ? Ran->Exit : -1;
}

std::set<std::string> definedFunctions(const Program &P) {
  std::set<std::string> Names;
  for (const llvm::Function &F : P.module())
    if (!F.isDeclarationForLinker())
      Names.insert(sourceName(F));
  return Names;
}

std::string fileOfFunction(const Program &P, const std::string &Name) {
  for (const llvm::Function &F : P.module())
    if (!F.isDeclaration() && sourceName(F) == Name)
      return locationOf(F).File;
  return {};
}

bool mentions(const Program &P, const std::string &Text) {
  for (const llvm::GlobalVariable &G : P.module().globals())
    if (G.hasInitializer())
      if (const auto *Data = llvm::dyn_cast<llvm::ConstantDataSequential>(G.getInitializer()))
        if (Data->isString() && Data->getAsString().contains(Text))
          return true;
  return false;
}

} // namespace vernier::test

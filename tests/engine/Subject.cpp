#include "engine/Subject.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace vernier::test {

/// A cache that lives as long as the test program.
static const Workspace &temporaryCache() {
  struct Temporary {
    std::string Path = testing::TempDir() + "vernier-engine-" + std::to_string(getpid());
    Result<Workspace> Place = Workspace::at(Path);
    ~Temporary() {
      std::error_code Ignored;
      std::filesystem::remove_all(Path, Ignored);
    }
  };
  static const Temporary Cache;
  return *Cache.Place;
}

Result<std::unique_ptr<Subject>> Subject::make(const std::string &Text, const InputOptions &Options,
                                               const std::string &File) {
  std::unique_ptr<Subject> Made(new Subject(compileText(Text, File)));
  auto Space = inputSpace(Made->Version, Made->Version, Options);
  if (!Space)
    return Space.takeError();
  Made->Space = std::move(*Space);
  Made->Leaves = leafTerms(Made->Store, Made->Space);
  auto Build = InstrumentedBuild::create(Made->Version, Made->Version, Side::New, Made->Space, temporaryCache());
  if (!Build)
    return Build.takeError();
  Made->Build.emplace(std::move(*Build));
  auto Plain = PlainBuild::create(Made->Version, Made->Version, Side::New, Made->Space, temporaryCache());
  if (!Plain)
    return Plain.takeError();
  Made->Plain.emplace(std::move(*Plain));
  auto Server = Made->Build->serve();
  if (!Server)
    return Server.takeError();
  Made->Server = std::move(*Server);
  return Made;
}

Status Subject::restart(const InputOptions &Options) {
  auto Other = inputSpace(Version, Version, Options);
  if (!Other)
    return Other.takeError();
  Space = std::move(*Other);
  Leaves = leafTerms(Store, Space);
  ServedProgram What;
  What.Executable = Build->executable();
  What.Space = Space;
  What.Missing = !Build->missing().empty();
  What.Edges = static_cast<std::uint32_t>(Build->instrumentation().coverageSize());
  What.Externals = static_cast<std::uint32_t>(Build->instrumentation().Externals.size());
  auto Started = ForkServer::start(std::move(What), temporaryCache());
  if (!Started)
    return Started.takeError();
  Server = std::move(*Started);
  return Done{};
}

TracedRun Subject::run(const InputAssignment &Input) {
  TracedRun Result;
  RunResult Ran = Server->run(Input);
  Result.Shown = std::move(Ran.Shown);
  Result.Memory = std::move(Ran.Left);
  auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Ran.Trace.data()), Ran.Trace.size()},
                        Build->instrumentation(), Store, Leaves);
  if (Read)
    Result.Left.emplace(std::move(*Read));
  else
    Result.Why = Read.error().Message;
  return Result;
}

llvm::APInt Subject::randomValue(unsigned Leaf, Random &Generator) const {
  const InputLeaf &What = Space.Leaves[Leaf];
  auto Propose = [&]() -> std::uint64_t {
    if (What.Floating) {
      double Number = static_cast<double>(Generator.between(-100, 100)) / 4;
      if (Generator.chance(20))
        return Generator.next();
      return What.Bits == 32 ? llvm::APFloat(static_cast<float>(Number)).bitcastToAPInt().getZExtValue()
                             : llvm::APFloat(Number).bitcastToAPInt().getZExtValue();
    }
    if (What.Bits == 8 && Generator.chance(50))
      return static_cast<unsigned char>("aAzZ019 +-_\0\0\0xf"[Generator.below(16)]);
    switch (Generator.below(4)) {
    case 0:
      return Generator.next();
    case 1:
      return std::uint64_t(1) << Generator.below(What.Bits);
    default:
      return static_cast<std::uint64_t>(Generator.between(-9, 12));
    }
  };
  for (unsigned Tries = 0; Tries < 100; ++Tries)
    if (llvm::APInt Value(What.Bits, Propose()); admits(Leaves[Leaf], Value))
      return Value;
  return inputOf({Leaves[Leaf]}, Assignment())[0];
}

InputAssignment Subject::randomInput(Random &Generator) const {
  InputAssignment Input;
  for (unsigned I = 0; I < Space.Leaves.size(); ++I)
    Input.push_back(randomValue(I, Generator));
  return Input;
}

std::string text(const Subject &Of, const InputAssignment &Input) {
  std::string Text;
  for (const InputValue &Each : describe(Of.Space, Input))
    Text += (Text.empty() ? "" : " ") + Each.Name + "=" + Each.Value;
  return Text;
}

} // namespace vernier::test

#pragma once

#include "Runs.h"
#include "execution/builds/HarnessModule.h"
#include "execution/builds/Link.h"
#include "execution/builds/ObjectCode.h"
#include "execution/runs/ForkServer.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>

#include <unistd.h>

namespace vernier::test {

/// A program with a server in it, without instrumentation: the runtime is FakeRuntime.c.
struct Served {
  Program Version;
  InputSpace Space;
  std::string Directory;
  std::unique_ptr<ForkServer> Server;
  std::string Failure; ///< why there is no server

  explicit Served(const std::string &Text, const InputOptions &Options = {}, const RunLimits &Limits = {})
      : Version(compileText(Text)) {
    auto Found = inputSpace(Version, Version, Options);
    EXPECT_TRUE(Found) << Found.error().Message;
    if (!Found)
      return;
    Space = *Found;
    ServedProgram What;
    What.Space = Space;
    if (!Space.WholeProgram)
      What.Shape = entryShape(Version, Version, Side::New, Space);
    What.Executable = build(What.Shape);
    What.Edges = 100;
    auto Started = ForkServer::start(std::move(What), temporaryCache(), Limits);
    if (Started)
      Server = std::move(*Started);
    else
      Failure = Started.error().Message;
  }

  InputAssignment input(const std::map<std::string, std::int64_t> &Named = {}) const {
    InputAssignment Values;
    std::size_t Used = 0;
    for (const InputLeaf &Leaf : Space.Leaves) {
      auto Given = Named.find(Leaf.Name);
      Used += Given != Named.end();
      std::int64_t Value = Given == Named.end() ? 0 : Given->second;
      Values.push_back(llvm::APInt(64, static_cast<std::uint64_t>(Value)).sextOrTrunc(Leaf.Bits));
    }
    EXPECT_EQ(Used, Named.size()) << "a name that is no input";
    return Values;
  }

  RunResult run(const std::map<std::string, std::int64_t> &Named = {}) {
    EXPECT_TRUE(Server) << Failure;
    return Server ? Server->run(input(Named)) : RunResult{};
  }

private:
  std::string build(const EntryShape &Shape) {
    auto Made = temporaryCache().scratchDirectory();
    EXPECT_TRUE(Made);
    Directory = *Made;
    std::string Bytes;
    llvm::raw_string_ostream Stream(Bytes);
    llvm::WriteBitcodeToFile(Version.module(), Stream);
    llvm::LLVMContext Context;
    auto Copy = llvm::cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(Stream.str(), "served"), Context));
    if (Space.WholeProgram)
      Copy->getFunction("main")->setName("vernier_program_main");
    else
      addHarness(*Copy, Space.NewEntry, Shape.symbols(), /*Main=*/false);
    auto Code = objectCode(*Copy);
    EXPECT_TRUE(Code);
    LinkJob Job;
    Job.Objects = {Directory + "/program.o", VERNIER_SERVED_OBJECTS "/Server.o", VERNIER_SERVED_OBJECTS "/Input.o",
                   VERNIER_SERVED_OBJECTS "/FakeRuntime.o"};
    EXPECT_TRUE(temporaryCache().write(Job.Objects[0], *Code));
    if (!Space.WholeProgram) {
      Job.Objects.push_back(Directory + "/harness.o");
      EXPECT_TRUE(temporaryCache().write(Job.Objects.back(), harnessObject()));
      Job.Harness = true;
    }
    Job.Output = Directory + "/program";
    Job.Link = &Version.Link;
    auto Linked = linkExecutable(Job);
    EXPECT_TRUE(Linked && Linked->Linked)
        << (Linked ? "undefined: " + Linked->Undefined.front() : Linked.error().Output);
    return Job.Output;
  }
};

} // namespace vernier::test

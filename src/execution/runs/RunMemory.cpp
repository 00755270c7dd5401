#include "execution/runs/RunMemory.h"

#include "execution/runs/Confinement.h"

#include <cstring>

namespace vernier {

Result<RunMemory> RunMemory::create(const InputSpace &Space, std::uint64_t Most) {
  RunMemory Result;
  Result.Space = &Space;
  Result.plan(Most);
  auto Memory = SharedMemory::create(Result.Planned.size() * VernierMostProbes, /*OthersWrite=*/false);
  if (!Memory)
    return Memory.takeError();
  Result.Memory = std::move(*Memory);
  for (unsigned I = 0; I != VernierMostProbes; ++I)
    std::memcpy(Result.Memory.data() + I * Result.Planned.size(), Result.Planned.data(), Result.Planned.size());
  return Result;
}

std::uint64_t RunMemory::reserve(std::uint64_t Size) {
  std::uint64_t At = (Planned.size() + 15) / 16 * 16;
  Planned.resize(At + Size);
  return At;
}

template <class T> std::uint64_t RunMemory::table(const std::vector<T> &Rows) {
  std::uint64_t At = reserve(Rows.size() * sizeof(T));
  if (!Rows.empty())
    std::memcpy(Planned.data() + At, Rows.data(), Rows.size() * sizeof(T));
  return At;
}

/// Fixed bytes, then leaves.
VernierBytes RunMemory::planText(const std::string &Prefix, const std::vector<unsigned> &Leaves) {
  std::vector<std::uint32_t> Numbers(Prefix.size(), 0);
  VernierBytes Text{};
  Text.Size = static_cast<std::uint32_t>(Prefix.size() + Leaves.size());
  Text.At = reserve(Text.Size);
  Prefix.copy(Planned.data() + Text.At, Prefix.size());
  for (unsigned Leaf : Leaves) {
    Bytes.push_back({Text.At + Numbers.size(), Leaf});
    Numbers.push_back(Leaf + 1);
  }
  Text.Leaves = Leaves.empty() ? 0 : table(Numbers);
  return Text;
}

VernierBytes RunMemory::planVariable(const ProgramInput::Variable &Variable) {
  VernierBytes Text = planText(Variable.Name + "=", Variable.Leaves);
  Text.PresenceLeaf = Variable.SetLeaf + 1;
  return Text;
}

VernierStream RunMemory::planStream(const std::vector<unsigned> &Leaves, std::optional<unsigned> Length,
                                    const std::string &Fixed) {
  VernierStream Stream{};
  Stream.Contents = planText(Fixed, Leaves);
  Stream.Most = Stream.Contents.Size;
  Stream.LengthLeaf = Length ? *Length + 1 : 0;
  return Stream;
}

void RunMemory::plan(std::uint64_t Most) {
  const ProgramInput &Input = Space->Program;
  reserve(sizeof(VernierRun));
  VernierRun Head{};
  Head.Magic = VernierRunMagic;
  Head.Version = VernierRunVersion;
  Head.Memory = Most;
  std::vector<VernierBytes> Arguments = {planText("program", {})}, Variables;
  for (const ProgramInput::Argument &Each : Input.Arguments)
    Arguments.push_back(planText(Each.Text, Each.Leaves));
  std::vector<std::string> OfInput;
  for (const ProgramInput::Variable &Each : Input.Environment)
    OfInput.push_back(Each.Name);
  for (const std::string &Each : fixedEnvironment(OfInput))
    Variables.push_back(planText(Each, {}));
  for (const ProgramInput::Variable &Each : Input.Environment)
    Variables.push_back(planVariable(Each));
  std::vector<VernierStream> Files;
  for (const ProgramInput::File &Each : Input.Files)
    Files.push_back(planStream(Each.Leaves, Each.Length, Each.Contents));
  if (Input.StdinLength) {
    Head.HasStdin = 1;
    Head.Stdin = planStream(Input.StdinLeaves, Input.StdinLength, "");
  }
  Head.Arguments = static_cast<std::uint32_t>(Arguments.size());
  Head.Variables = static_cast<std::uint32_t>(Variables.size());
  Head.Files = static_cast<std::uint32_t>(Files.size());
  Head.ArgumentTable = table(Arguments);
  Head.VariableTable = table(Variables);
  Head.FileTable = table(Files);
  reserve(0); // the next one begins here
  Head.Stride = Planned.size();
  Head.Total = Head.Stride * VernierMostProbes;
  std::memcpy(Planned.data(), &Head, sizeof Head);
}

void RunMemory::fillStream(std::uint64_t At, std::optional<unsigned> Length, const InputAssignment &Values) {
  if (Length)
    stream(At).Contents.Size =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(Values[*Length].getZExtValue(), stream(At).Most));
}

void RunMemory::fillAt(std::uint64_t Start, const InputAssignment &Values, const std::vector<struct stat> &Files) {
  for (const Byte &Each : Bytes)
    Memory.data()[Start + Each.At] = static_cast<std::byte>(Values[Each.Leaf].getZExtValue());
  auto &Head = *reinterpret_cast<const VernierRun *>(Memory.data() + Start);
  auto *Variables = reinterpret_cast<VernierBytes *>(Memory.data() + Start + Head.VariableTable);
  for (std::uint32_t I = 0; I != Head.Variables; ++I)
    if (Variables[I].PresenceLeaf)
      Variables[I].Absent = Values[Variables[I].PresenceLeaf - 1].isZero();
  fillStream(Start + offsetof(VernierRun, Stdin), Space->Program.StdinLength, Values);
  for (std::size_t I = 0; I != Files.size(); ++I) {
    std::uint64_t At = Start + Head.FileTable + I * sizeof(VernierStream);
    fillStream(At, Space->Program.Files[I].Length, Values);
    stream(At).Device = Files[I].st_dev;
    stream(At).Inode = Files[I].st_ino;
    stream(At).Modified = Files[I].st_mtim.tv_sec;
  }
}

} // namespace vernier

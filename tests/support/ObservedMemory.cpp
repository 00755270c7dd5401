#include "support/ObservedMemory.h"

#include <cstring>

namespace vernier::test {

void ObservedMemory::read(std::uint32_t Id, std::uintptr_t Address, std::uint64_t Size) {
  for (auto At = LastWrite.lower_bound(Address); At != LastWrite.end() && At->first < Address + Size; ++At)
    if (Known.insert({At->second, Id}).second && *Count < Capacity)
      Shared[(*Count)++] = {At->second, Id};
}

void ObservedMemory::readString(std::uint32_t Id, const char *Text) {
  if (Text)
    read(Id, reinterpret_cast<std::uintptr_t>(Text), std::strlen(Text) + 1);
}

void ObservedMemory::wrote(std::uint32_t Id, std::uintptr_t Address, std::uint64_t Size) {
  for (std::uint64_t I = 0; I != Size; ++I)
    LastWrite[Address + I] = Id;
  // The program's own writes during a library call (in a callback) are not the library's.
  for (Snapshot &Call : Calls)
    for (auto &[Begin, Bytes] : Call.Bytes)
      for (std::uint64_t I = 0; I != Size; ++I)
        if (Address + I >= Begin && Address + I < Begin + Bytes.size())
          Bytes[Address + I - Begin] = *reinterpret_cast<std::uint8_t *>(Address + I);
}

void ObservedMemory::fresh(std::uintptr_t Address, std::uint64_t Size) {
  gone(Address, Size);
  if (Size)
    Ranges[Address] = Size;
}

void ObservedMemory::gone(std::uintptr_t Address, std::uint64_t Size) {
  LastWrite.erase(LastWrite.lower_bound(Address), LastWrite.lower_bound(Address + Size));
  Ranges.erase(Ranges.lower_bound(Address), Ranges.lower_bound(Address + Size));
  for (Snapshot &Call : Calls)
    Call.Bytes.erase(Call.Bytes.lower_bound(Address), Call.Bytes.lower_bound(Address + Size));
}

std::uint64_t ObservedMemory::sizeOf(std::uintptr_t Address) const {
  auto Known = Ranges.find(Address);
  return Known == Ranges.end() ? 0 : Known->second;
}

void ObservedMemory::trimStack(std::uintptr_t Frame) {
  constexpr std::uintptr_t StackReach = 4u << 20;
  gone(Frame - StackReach, StackReach);
}

void ObservedMemory::beforeCall(std::uint32_t Id) {
  Snapshot New{Id, {}};
  for (const auto &[Begin, Size] : Ranges) {
    const auto *Bytes = reinterpret_cast<const std::uint8_t *>(Begin);
    New.Bytes[Begin].assign(Bytes, Bytes + Size);
  }
  Calls.push_back(std::move(New));
}

void ObservedMemory::afterCall(std::uint32_t Id) {
  // Calls that a longjmp left are still open; a call that returns twice may be closed already.
  std::size_t Open = Calls.size();
  while (Open && Calls[Open - 1].Id != Id)
    --Open;
  if (!Open)
    return;
  Calls.resize(Open);
  Snapshot Done = std::move(Calls.back());
  Calls.pop_back();
  for (const auto &[Begin, Bytes] : Done.Bytes)
    for (std::size_t I = 0; I != Bytes.size(); ++I)
      if (*reinterpret_cast<const std::uint8_t *>(Begin + I) != Bytes[I])
        wrote(Id, Begin + I, 1);
}

} // namespace vernier::test

#include "selection/RecordedCode.h"

#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace vernier {

RecordedCode::RecordedCode(std::string Name, std::shared_ptr<const Program> Version)
    : Name(std::move(Name)), Version(std::move(Version)), Table(this->Version->module()),
      Hashes(hashCode(*this->Version, Table)) {}

std::string RecordedCode::key() const {
  return hashText(Name);
}

Result<HitProfile> RecordedCode::profileOf(const SlotBytes &Bytes, RecordStore &Store) const {
  HitProfile Profile;
  auto Number = Store.numberOf(surroundings());
  if (!Number)
    return Number.takeError();
  Profile.push_back({*Number});
  for (unsigned I = 0; I != Table.functions().size(); ++I) {
    const FunctionSlots &Function = Table.functions()[I];
    CodeHits Hits;
    for (unsigned Slot = 0; Slot != Function.count(); ++Slot)
      if (Function.First + Slot < Bytes.size() && Bytes[Function.First + Slot]) {
        Hits.Slots.resize((Function.count() + 7) / 8);
        Hits.Slots[Slot / 8] |= static_cast<std::uint8_t>(1u << Slot % 8);
      }
    if (Hits.Slots.empty())
      continue;
    Number = Store.numberOf(codeName(I));
    if (!Number)
      return Number.takeError();
    Hits.Code = *Number;
    Profile.push_back(std::move(Hits));
  }
  return Profile;
}

KnownCode::KnownCode(llvm::ArrayRef<RecordedCode> Executables, const RecordStore &Store) {
  std::map<CodeName, CodePlace> Mine;
  for (unsigned I = 0; I != Executables.size(); ++I) {
    Mine.emplace(Executables[I].surroundings(), CodePlace{I, CodePlace::None});
    for (unsigned F = 0; F != Executables[I].table().functions().size(); ++F)
      Mine.emplace(Executables[I].codeName(F), CodePlace{I, F});
  }
  if (!Store.codes().empty())
    Places.resize(Store.codes().rbegin()->first + std::size_t(1));
  for (const auto &[Number, Code] : Store.codes())
    if (auto At = Mine.find(Code); At != Mine.end())
      Places[Number] = At->second;
}

bool KnownCode::isValid(const HitProfile &Profile) const {
  return llvm::all_of(Profile, [&](const CodeHits &Hits) { return (*this)[Hits.Code].Executable != CodePlace::None; });
}

} // namespace vernier

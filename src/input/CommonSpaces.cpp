#include "input/CommonSpaces.h"

#include "input/EntryShape.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// What is not the same in two spaces; empty: nothing.
std::string differenceOf(const InputLeaf &A, const InputLeaf &B) {
  if (A.Bits != B.Bits)
    return "'" + A.Name + "' has " + std::to_string(A.Bits) + " bits in some of them and " + std::to_string(B.Bits) +
           " in others";
  if (A.Signed != B.Signed || A.Floating != B.Floating)
    return "'" + A.Name + "' is of another type in some of them";
  if (A.Min != B.Min || A.Max != B.Max)
    return "'" + A.Name + "' has another range in some of them";
  return "";
}

std::string differenceOf(const std::vector<InputLeaf> &A, const std::vector<InputLeaf> &B) {
  auto Has = [](const std::vector<InputLeaf> &All, const std::string &Name) {
    return llvm::any_of(All, [&](const InputLeaf &Each) { return Each.Name == Name; });
  };
  for (const InputLeaf &Each : A)
    if (!Has(B, Each.Name))
      return "only some of them have the input '" + Each.Name + "'";
  for (const InputLeaf &Each : B)
    if (!Has(A, Each.Name))
      return "only some of them have the input '" + Each.Name + "'";
  for (std::size_t I = 0; I != A.size(); ++I) {
    if (A[I].Name != B[I].Name)
      return "'" + A[I].Name + "' and '" + B[I].Name + "' change places";
    if (std::string Text = differenceOf(A[I], B[I]); !Text.empty())
      return Text;
  }
  return "";
}

bool sameCell(const InputCell &A, const InputCell &B) {
  bool SameValue =
      A.What != InputCell::Kind::Constant || (A.Value.getBitWidth() == B.Value.getBitWidth() && A.Value == B.Value);
  return A.Offset == B.Offset && A.What == B.What && A.Index == B.Index && SameValue && A.Name == B.Name &&
         A.Address == B.Address && A.Addend == B.Addend && A.Scaled == B.Scaled;
}

std::string differenceOf(const std::vector<InputObject> &A, const std::vector<InputObject> &B) {
  if (A.size() != B.size())
    return "they do not have the same pointers";
  for (std::size_t I = 0; I != A.size(); ++I)
    if (A[I].Name != B[I].Name || A[I].Size != B[I].Size || A[I].Text != B[I].Text || A[I].Length != B[I].Length ||
        A[I].NullLeaf != B[I].NullLeaf || A[I].Alias != B[I].Alias || !llvm::equal(A[I].Cells, B[I].Cells, sameCell))
      return "the object '" + A[I].Name + "' is laid out differently in some of them";
  return "";
}

bool sameField(const Field &A, const Field &B) {
  return A.Offset == B.Offset && A.What == B.What && A.Bits == B.Bits && A.Signed == B.Signed &&
         A.Floating == B.Floating && A.Path == B.Path;
}

std::string differenceOf(const std::vector<ObservedGlobal> &A, const std::vector<ObservedGlobal> &B) {
  auto Missing = [](const std::vector<ObservedGlobal> &From, const std::vector<ObservedGlobal> &In) -> std::string {
    for (const ObservedGlobal &Each : From) {
      auto Same = [&](const ObservedGlobal &Other) {
        return Each.Symbol == Other.Symbol && Each.Name == Other.Name && Each.Size == Other.Size &&
               llvm::equal(Each.Fields, Other.Fields, sameField);
      };
      if (llvm::none_of(In, Same))
        return "only some of them have the global '" + Each.Name + "', or it is of another type";
    }
    return "";
  };
  std::string Text = Missing(A, B);
  return Text.empty() ? Missing(B, A) : Text;
}

std::string differenceOf(const ChangeMap &MapA, const InputSpace &A, const ChangeMap &MapB, const InputSpace &B) {
  if (std::string Text = differenceOf(A.Leaves, B.Leaves); !Text.empty())
    return Text;
  if (std::string Text = differenceOf(A.Objects, B.Objects); !Text.empty())
    return Text;
  if (A.Globals != B.Globals)
    return "they do not have the same symbolic globals";
  if (A.WholeProgram)
    return "";
  return differenceOf(entryShape(MapA.oldProgram(), MapA.newProgram(), Side::New, A).Globals,
                      entryShape(MapB.oldProgram(), MapB.newProgram(), Side::New, B).Globals);
}

} // namespace

Result<std::vector<InputSpace>> commonSpaces(llvm::ArrayRef<const ChangeMap *> Maps, const InputOptions &Options) {
  std::vector<InputSpace> Spaces;
  if (Maps.size() > 1 && (!Options.OldEntry.empty() || !Options.Renamed.empty()))
    return usageError(
        "--map is for two versions; more of them are compared where the entry and its parameters have one "
        "name in all");
  for (const ChangeMap *Map : Maps) {
    auto Space = inputSpace(Map->oldProgram(), Map->newProgram(), Options);
    if (!Space)
      return Space.takeError();
    Spaces.push_back(std::move(*Space));
    if (Spaces.size() == 1)
      continue;
    std::string Text = differenceOf(*Maps.front(), Spaces.front(), *Map, Spaces.back());
    if (!Text.empty())
      return analysisError("'" + Options.Entry + "' of all versions cannot be compared at once: " + Text +
                           "; compare two of them at a time");
  }
  return Spaces;
}

} // namespace vernier

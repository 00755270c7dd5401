#pragma once

#include "input/InputSpace.h"
#include "input/Shape.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// How the name of the leaf ends that says whether a variable of the environment is set.
inline constexpr const char *VariableIsSet = "_set";

/// An input space while it grows: the names of groups and what the user asked for are still needed.
class SpaceBuilder {
public:
  explicit SpaceBuilder(const InputOptions &Options) : Options(Options) {}

  InputSpace Space;

  /// Takes the inputs of a parameter over; positions are those of its LLVM parameters in each version (-1: none).
  void add(Shape Inputs, const Shape *Old, const Shape *New);
  unsigned addLeaf(InputLeaf Leaf);
  void addToGroup(const std::string &Group, unsigned Leaf) { Groups[Group].push_back(Leaf); }
  /// A global that starts with any contents.
  void addGlobal(Shape Inputs, const std::string &Symbol);
  void assume(const std::string &Code);

  // Restrictions.cpp: what the user asks for, once all inputs are there.
  Status applyBounds();
  Status applyNullable();
  Status applyAliases();
  /// Which assumptions about pointers the space rests on. MoreMemory: globals that a pointer might point to as well.
  void notePointerAssumptions(unsigned MoreMemory);

private:
  unsigned place(Shape &Inputs);
  std::string unused(const std::string &Name);
  std::string namesThereAre() const;
  Status applyBound(const std::string &Name, const std::string &Min, const std::string &Max);
  void restrictLeaf(unsigned Index, const llvm::APInt &Low, const llvm::APInt &High);
  Result<unsigned> objectNamed(const std::string &Name, const std::string &Flag) const;

  const InputOptions &Options;
  std::map<std::string, std::vector<unsigned>> Groups;
  std::set<std::string> Names;
  std::set<unsigned> Pointed; ///< objects that are there because of a pointer
  std::set<std::pair<unsigned, unsigned>> AliasPairs;
};

// ProgramInputs.cpp
void addStdin(SpaceBuilder &Builder, unsigned Length);
Status addProgramInputs(SpaceBuilder &Builder, const llvm::Function &Old, const llvm::Function &New,
                        const InputOptions &Options);

} // namespace vernier

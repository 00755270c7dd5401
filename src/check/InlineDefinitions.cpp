#include "check/InlineDefinitions.h"

#include "bitcode/OptionalDefinitions.h"

namespace vernier {

std::set<std::string> otherInlineDefinitions(const ChangeMap &Map) {
  OptionalDefinitions Before = optionalDefinitions(Map.oldProgram().module());
  OptionalDefinitions After = optionalDefinitions(Map.newProgram().module());
  std::set<std::string> Result;
  auto AddOf = [&](const OptionalDefinitions &A, const OptionalDefinitions &B, const Program &Other) {
    for (const auto &[Name, Bodies] : A) {
      auto Same = B.find(Name);
      bool Differ = Same != B.end() ? Same->second != Bodies : Other.module().getFunction(Name) != nullptr;
      if (Differ)
        Result.insert(Name);
    }
  };
  AddOf(Before, After, Map.newProgram());
  AddOf(After, Before, Map.oldProgram());
  return Result;
}

} // namespace vernier

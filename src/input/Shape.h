#pragma once

#include "base/Result.h"
#include "input/Fields.h"
#include "input/InputSpace.h"

#include <llvm/IR/Argument.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// The inputs of one source parameter, or of one global. Indices count within the shape.
struct Shape {
  std::string Name;
  std::string TypeText; ///< for messages
  std::vector<InputLeaf> Leaves;
  std::vector<InputObject> Objects;
  std::vector<std::pair<unsigned, InputArgument>> Arguments; ///< by position in the LLVM function
  /// Names that stand for several leaves (arrays) and the leaves they stand for.
  std::map<std::string, std::vector<unsigned>> Groups;
  std::vector<InputContents> Contents;
  std::vector<InputGuard> Guards;
  bool Pointer = false;        ///< it is a pointer that a caller chooses
  bool BoundedLengths = false; ///< strings or vectors are among them
  bool NullFunctionPointers = false;
  bool Enumerations = false; ///< some range is that of enumerators
};

/// A parameter as the source declares it, with the LLVM parameters that it became.
struct SourceParameter {
  std::string Name;
  const llvm::DIType *Type = nullptr; ///< null without debug information
  std::vector<const llvm::Argument *> Arguments;
  bool Result = false; ///< the hidden pointer to the place for a returned structure
};

/// The parameters of a function, in order. Debug information says names and types; where one parameter became several,
/// the stores into its slot, or the names of values, say which.
std::vector<SourceParameter> sourceParameters(const llvm::Function &F);

/// Marks which of the user's lengths were of use.
using UsedNames = std::set<std::string>;

Result<Shape> shapeOf(const SourceParameter &Parameter, const InputOptions &Options, UsedNames &Used);
/// The contents of a global as inputs.
Result<Shape> shapeOf(const llvm::GlobalVariable &Global, const std::string &Name, bool RawFields);

/// Both are the same inputs: as many leaves of the same widths, at the same places. Signs and ranges may differ.
bool sameShape(const Shape &A, const Shape &B);
/// The ranges of both, where they are of the same signedness; bits that count in one of them.
void widen(Shape &Into, const Shape &Other);

} // namespace vernier

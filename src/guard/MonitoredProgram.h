#pragma once

#include "base/Result.h"
#include "base/Side.h"
#include "bitcode/Program.h"
#include "guard/Property.h"

#include <cstdint>
#include <vector>

namespace vernier {

/// What is to be done at points of a program.
enum class PointAction {
  Record, ///< leave the values of all variables of all points
  Check,  ///< evaluate properties and count where they fail
  Assert, ///< the same for the bounded proof (proveAssertions): the name of each is its number
};

/// Which points and properties.
struct PointPlan {
  const std::vector<MonitoredPoint> &Points;
  const std::vector<Property> &Properties;
  std::vector<std::size_t> Chosen; ///< properties by number; of Check and Assert
};

/// A copy of a version that does so. Numbers in what it leaves are positions in Points, or in Chosen.
Result<Program> monitoredProgram(const Program &Version, Side Which, const PointPlan &Plan, PointAction Action);

/// Does the same to another module that holds the functions of a version, in part or all: a test program of its build.
/// Functions belong together by their names, if their code is the same; others stay as they are.
Status weaveByShape(const llvm::Module &Version, llvm::Module &Into, Side Which, const PointPlan &Plan,
                    PointAction Action);

/// The bytes of the memory that such a program leaves what it saw in, laid out, and empty.
std::vector<std::uint64_t> monitorMemory(const PointPlan &Plan, Side Which, PointAction Action);

/// Of which program the memory is: of the version, and of what is done there.
std::uint64_t monitorIdentity(const PointPlan &Plan, Side Which, PointAction Action);

} // namespace vernier

#pragma once

#include "solver/Solver.h"
#include "solver/Z3Terms.h"

namespace vernier {

/// What Z3 said, with the values of these variables if it is Yes.
SolverAnswer z3Answer(z3::solver &Core, z3::check_result Result, Z3Terms &Terms, llvm::ArrayRef<Term> Variables);

void setZ3Limit(z3::context &Context, z3::solver &Core, std::chrono::milliseconds Limit);

} // namespace vernier

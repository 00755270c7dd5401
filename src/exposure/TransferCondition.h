#pragma once

#include "abi/Trace.h"
#include "term/Term.h"

namespace vernier {

enum class OperandPlace { A, B, C };

/// When the result of an operation of the trace depends on one of its operands at all: for some two values of that
/// operand, with the others as they are, the results differ (Qi et al. 2010, definition 1). It does not mention the
/// operand itself. Where the operation is a number's, it may hold although no two values differ; it never fails to hold
/// where two do. Terms of operands that the operation does not have are nothing.
Term transferCondition(TermStore &Store, std::uint8_t Operation, OperandPlace Of, Term A, Term B, Term C);

} // namespace vernier

#pragma once

#include "input/Expression.h"
#include "term/Term.h"

namespace vernier {

/// The expression as a term over the leaves.
Term toTerm(TermStore &Store, const Expression &What, const std::vector<Term> &Leaves);

/// Every expression is not zero.
Term allHold(TermStore &Store, const std::vector<Expression> &Expressions, const std::vector<Term> &Leaves);

} // namespace vernier

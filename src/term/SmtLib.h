#pragma once

#include "term/Term.h"

#include <string>

namespace vernier {

/// The term as an SMT-LIB 2 boolean or bit-vector term over its variables, self-contained; shared parts are bound by
/// `let`. A term of one bit is a Bool, but every
/// variable is a bit-vector.
std::string smtLibTerm(const TermStore &Store, Term Root);

/// A complete script: declarations, `(assert ROOT)`, `(check-sat)`.
std::string smtLibScript(const TermStore &Store, Term Root);

/// A name as SMT-LIB spells it, quoted where it has to be.
std::string smtLibName(llvm::StringRef Name);

} // namespace vernier

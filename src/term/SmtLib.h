#pragma once

#include "term/Term.h"

#include <string>

namespace vernier {

/// A term of one bit as an SMT-LIB 2 boolean term over its variables, self-contained; shared parts are bound by `let`,
/// the bits of floating-point results that are used as bits by `exists`. Every variable is a bit-vector, even of one
/// bit. Uninterpreted functions, and C's fmod (`fmod32` and the like), which SMT-LIB does not have, are mentioned by
/// name.
std::string smtLibTerm(const TermStore &Store, Term Root);

/// A complete script: declarations of the variables and functions, `(assert ROOT)`, `(check-sat)`.
std::string smtLibScript(const TermStore &Store, Term Root);

/// A name as SMT-LIB spells it, quoted where it has to be.
std::string smtLibName(llvm::StringRef Name);

} // namespace vernier

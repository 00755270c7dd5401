#pragma once

#include "base/Random.h"
#include "term/Term.h"

#include <map>
#include <vector>

namespace vernier {

/// Values for variables that are worth a try: those that the terms compare with and their neighbours, small ones,
/// extreme ones, any. The same sequence every time.
class Guesser {
public:
  explicit Guesser(llvm::ArrayRef<Term> Terms);
  /// Within the bounds of the variable.
  llvm::APInt next(Term Variable);

private:
  llvm::APInt pick(unsigned Bits);

  Random Generator{1};
  std::map<unsigned, std::vector<llvm::APInt>> Constants; ///< of the terms, by width
};

} // namespace vernier

#include "solver/Guesser.h"

namespace vernier {

using llvm::APInt;

Guesser::Guesser(llvm::ArrayRef<Term> Terms) {
  for (Term Each : reachable(Terms))
    if (Each.isConstant() && Each.bits() > 1)
      Constants[Each.bits()].push_back(Each.value());
}

APInt Guesser::next(Term V) {
  unsigned Bits = V.bits();
  APInt Value = pick(Bits);
  if (admits(V, Value))
    return Value;
  // An interval of one kind may cross the border of the other: only the one that the bounds are about will do.
  auto Bound = boundOf(V);
  std::uint64_t Most = (Bound->Max - Bound->Min).getZExtValue();
  std::uint64_t Step = Generator.next() % 3 ? Generator.below(Most + 1) : Generator.next() % 2 ? 0 : Most;
  return Bound->Min + APInt(Bits, Step);
}

APInt Guesser::pick(unsigned Bits) {
  auto &Known = Constants[Bits];
  switch (Generator.next() % 8) {
  case 0:
    return APInt(Bits, Generator.next() % 3);
  case 1:
    return APInt(Bits, ~std::uint64_t(0) - Generator.next() % 2, true);
  case 2:
    return APInt::getSignedMaxValue(Bits) + (Generator.next() & 1);
  case 3:
  case 4:
  case 5:
    if (!Known.empty())
      return Known[Generator.next() % Known.size()] + APInt(Bits, Generator.next() % 3) - 1;
    return APInt(Bits, Generator.next() % 256);
  case 6:
    return APInt(Bits, Generator.next() % 256);
  default:
    return APInt(Bits, Generator.next());
  }
}

} // namespace vernier

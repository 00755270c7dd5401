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
  bool Signed = V->SMin < 0;
  std::uint64_t Low = Signed ? static_cast<std::uint64_t>(V->SMin) : V->UMin;
  std::uint64_t High = Signed ? static_cast<std::uint64_t>(V->SMax) : V->UMax;
  std::uint64_t Step = Generator.next() % 3 ? Generator.below(High - Low + 1) : Generator.next() % 2 ? 0 : High - Low;
  return APInt(Bits, Low + Step);
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

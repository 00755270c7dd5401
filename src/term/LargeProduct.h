#pragma once

#include <llvm/ADT/APInt.h>

#include <string>

namespace vernier {

/// A product of many factors, most of which are powers of two: the size of a space of thousands of inputs has tens of
/// thousands of digits, and multiplying them at their full width takes minutes.
class LargeProduct {
public:
  void multiply(const llvm::APInt &Factor);
  void multiplyByPowerOfTwo(unsigned Exponent) { Shift += Exponent; }
  /// In that many bits, which it has to fit in.
  llvm::APInt value(unsigned Bits) const;

private:
  void multiplyOdd(std::uint64_t Factor);
  void flush();

  llvm::APInt Odd{64, 1}; ///< what is left without the powers of two
  std::uint64_t Pending = 1;
  unsigned Shift = 0;
  bool Zero = false;
};

std::string decimal(const llvm::APInt &Number);

} // namespace vernier

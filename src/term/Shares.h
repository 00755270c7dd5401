#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

namespace vernier {

// The one place where numbers of inputs become shares. Numbers are exact and of any size; all of one call have the same
// width.

/// A part of a whole as a number from 0 to 1: 0 only if the part is empty, 1 only if it is everything.
double fractionOf(const llvm::APInt &Part, const llvm::APInt &Whole);

/// Hundredths of a percent of parts that do not overlap. Together they are never more than 10000, and exactly that if
/// the parts are everything; none is off by as much as one.
std::vector<unsigned> hundredthsOf(llvm::ArrayRef<llvm::APInt> Parts, const llvm::APInt &Whole);

/// `49.9 %`; never 0 % of something or 100 % of less than everything.
std::string percentText(const llvm::APInt &Part, const llvm::APInt &Whole, unsigned Hundredths);
/// The same for a number from 0 to 1; of one that is 1, Whole says whether that is everything or a rounded number.
std::string percentText(double Fraction, bool Whole = false);

} // namespace vernier

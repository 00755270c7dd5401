#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>

namespace vernier {

// What LLVM may forget and we may not: that a division traps, that an access leaves its object, that a value was never
// written. Each becomes a call of a function that only we know, so that no transformation drops it, invents it, or
// concludes anything from it.

/// `vernier.touch(address, bytes)`: the access is undefined unless these bytes are there. Reads what frees memory.
inline constexpr llvm::StringRef TouchName = "vernier.touch";
/// The same of an access that writes: constant memory is not there for it.
inline constexpr llvm::StringRef WriteTouchName = "vernier.touch.write";
/// `vernier.reads.strlen(p)`: what a library function reads off memory and computes; `vernier.touch.strlen(p)` in front
/// of it: undefined unless what it reads is there.
inline constexpr llvm::StringRef ReadsPrefix = "vernier.reads.";
/// `vernier.traps.sdiv.i32(a, b)`: ends the program where the division does.
inline constexpr llvm::StringRef TrapPrefix = "vernier.traps.";
/// `vernier.opaque.shl.i32(a, b)`: an operation without traps whose result is not defined for all operands.
inline constexpr llvm::StringRef OpaquePrefix = "vernier.opaque.";
/// `vernier.unwritten.i32(n)`: the contents of the n-th piece of memory that nobody has written.
inline constexpr llvm::StringRef UnwrittenPrefix = "vernier.unwritten.";
/// `vernier.fill(address, n)`: unwritten memory that is larger than a few values.
inline constexpr llvm::StringRef FillName = "vernier.fill";
/// `vernier.ends(address)`: the object's life ends; what is read behind it is anything.
inline constexpr llvm::StringRef EndsName = "vernier.ends";
/// `vernier.never()`: control does not come here in a defined run.
inline constexpr llvm::StringRef NeverName = "vernier.never";

/// Puts the calls in, and drops everything that promises something which C's undefined behaviour would excuse:
/// attributes, metadata, debug information. Division by a constant other than zero and accesses that are inside of
/// their object for certain need no guard.
void guardMeaning(llvm::Module &M);

/// How many bytes behind a pointer parameter exist for certain.
using KnownBytes = std::function<std::uint64_t(const llvm::Argument &)>;

/// Drops the guards of accesses that are inside of their object for certain, as is known by now.
bool dropNeedlessTouches(llvm::Function &F, const KnownBytes &Known);

/// Marks where the lives of objects end whose addresses may outlive them; for functions without scalar locals in
/// memory.
void markEnds(llvm::Function &F);

} // namespace vernier

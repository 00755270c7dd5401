#pragma once

#include <cstdint>
#include <string>

namespace vernier::test {

/// A random C program for the concolic engine, with an entry `program`: arithmetic of all widths, floating point,
/// structures by value and by pointer, unions, bit-fields, arrays with symbolic indices, strings, heap, function
/// pointers, recursion, variable arguments, memory functions, formatted output, early exits. No input runs into
/// undefined behaviour or into an endless loop.
std::string engineProgram(std::uint64_t Seed);

} // namespace vernier::test

#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace vernier::test {

/// The machine code of the model of a library function, as linkModels gives it to a program that includes the real
/// headers; aborts the test program if there is none.
void *modelCode(const std::string &Name);

/// A model and the host's own function, both behind pointers, so that no compiler knows what they do.
template <class Signature> struct Both {
  Signature *volatile Model, *volatile Host;
  Both(const char *Name, Signature *Host) : Model(reinterpret_cast<Signature *>(modelCode(Name))), Host(Host) {}
};

/// Memory with an inaccessible page behind it: whoever reads or writes one byte too many, dies.
class GuardedMemory {
public:
  GuardedMemory();
  ~GuardedMemory();
  /// The last Size bytes before the inaccessible page.
  char *last(std::size_t Size) { return End - Size; }
  /// A string that ends with that page.
  char *string(std::string_view Text) {
    char *At = last(Text.size() + 1);
    std::memcpy(At, Text.data(), Text.size());
    At[Text.size()] = 0;
    return At;
  }

private:
  char *Start, *End;
};

/// All strings of these letters with at most Length of them, the empty one first.
std::vector<std::string> allStrings(std::string_view Letters, unsigned Length);

} // namespace vernier::test

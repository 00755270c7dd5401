#pragma once

#include "base/Result.h"

#include <llvm/Support/BLAKE3.h>

#include <string>
#include <string_view>

namespace vernier {

/// Names contents: equal hashes are taken as equal contents everywhere in the cache (BLAKE3, 128 bits).
class ContentHash {
public:
  /// Adds one field; its length is hashed too, so that ("ab", "c") and ("a", "bc") differ.
  ContentHash &add(std::string_view Field);
  ContentHash &add(const std::string &Field) { return add(std::string_view(Field)); }
  ContentHash &add(const char *Field) { return add(std::string_view(Field)); }
  template <class Range> ContentHash &addAll(const Range &Fields) {
    add(std::to_string(Fields.size()));
    for (const auto &Field : Fields)
      add(Field);
    return *this;
  }
  /// 32 hexadecimal digits.
  std::string text();

private:
  llvm::BLAKE3 State;
};

std::string hashText(std::string_view Text);

} // namespace vernier

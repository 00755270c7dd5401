#include "project/Hash.h"

#include <llvm/ADT/StringExtras.h>

namespace vernier {

ContentHash &ContentHash::add(std::string_view Field) {
  State.update(std::to_string(Field.size()) + ":");
  State.update(llvm::StringRef(Field));
  return *this;
}

std::string ContentHash::text() {
  auto Digest = State.final<16>();
  return llvm::toHex(Digest, /*LowerCase=*/true);
}

std::string hashText(std::string_view Text) {
  return ContentHash().add(Text).text();
}

} // namespace vernier

#pragma once

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// How lists of names are kept in the files of the cache.
inline llvm::json::Array jsonList(const std::vector<std::string> &Texts) {
  llvm::json::Array List;
  for (const std::string &Text : Texts)
    List.push_back(llvm::json::fixUTF8(Text));
  return List;
}

/// The list that jsonList wrote under a key; empty if there is none.
inline std::vector<std::string> textList(const llvm::json::Object &Object, llvm::StringRef Key) {
  std::vector<std::string> Texts;
  if (const llvm::json::Array *List = Object.getArray(Key))
    for (const llvm::json::Value &Value : *List)
      Texts.push_back(Value.getAsString().value_or("").str());
  return Texts;
}

} // namespace vernier

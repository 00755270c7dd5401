#pragma once

#include "source/ClangFlow.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// What the includes of a C++ file lead to, as far as the standard library is concerned.
std::set<std::string> standardHeadersOf(const std::string &Path, std::string_view Text,
                                        const std::function<const std::string *(const std::string &Name)> &Contents);

/// The standard headers of C++ in precompiled form, without function bodies, for all files of a run: parsing them again
/// for every file is nearly all that a small C++ file costs. One form holds every header that any file has asked for so
/// far; a file sees more names than it includes, never fewer.
class StandardHeaders {
public:
  StandardHeaders();
  ~StandardHeaders();
  StandardHeaders(const StandardHeaders &) = delete;
  StandardHeaders &operator=(const StandardHeaders &) = delete;

  /// The precompiled form with at least these headers; null if there is none (then a file is parsed with its headers).
  /// The first file of a run gets none: for one file alone it costs more than it saves.
  std::shared_ptr<const std::string> precompiled(const std::set<std::string> &Wanted,
                                                 const std::vector<std::string> &Arguments);

private:
  std::set<std::string> Names;
  std::shared_ptr<const std::string> Form;
  bool Asked = false;
  bool Failed = false;
};

} // namespace vernier

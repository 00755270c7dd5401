#pragma once

#include "source/BodyFlow.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// The contents of a file of the new version (path relative to its root), or nothing.
using SourceReader = std::function<std::optional<std::string>(const std::string &Path)>;

/// What Clang made of one file.
struct ClangFile {
  std::vector<BodyFlow> Bodies; ///< of the wanted functions, as far as Clang understood them
  /// Ranges of tokens that conditional directives leave out.
  std::vector<std::pair<unsigned, unsigned>> Inactive;
  std::vector<std::string> MissingHeaders;
  unsigned Errors = 0;
  std::string FirstError; ///< "file:line: message"
  std::string Failure;    ///< why there is nothing at all; empty if there is
};

struct ClangRequest {
  std::string Path; ///< relative to the version's root
  std::string_view Text;
  SourceLanguage Language = SourceLanguage::C;
  const std::vector<SourceToken> *Tokens = nullptr;
  /// The functions whose bodies are needed; all others are skipped while parsing.
  std::vector<const Region *> Wanted;
};

class StandardHeaders;

/// Parses single files of a version in memory, tolerating whatever is missing.
class ClangReader {
public:
  /// Headers may be null: then each file is parsed with all that it includes.
  explicit ClangReader(SourceReader Read, std::shared_ptr<StandardHeaders> Headers = nullptr);
  ~ClangReader();
  ClangReader(const ClangReader &) = delete;
  ClangReader &operator=(const ClangReader &) = delete;

  ClangFile read(const ClangRequest &Request);

private:
  struct State;
  std::unique_ptr<State> Self;
};

} // namespace vernier

#pragma once

#include "base/Result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// What an object, archive, library or executable says about the bitcode it is made of. It stands in a section of its
/// own that is not loaded; linkers concatenate such sections, archivers and file moves keep them.
struct TraceNote {
  static constexpr const char *Section = ".vernier.bc";

  std::vector<std::pair<std::string, std::string>> Units; ///< hash of the bitcode, source file
  std::vector<std::string> Missing;                       ///< sources whose bitcode could not be made
  std::vector<std::string> Links;                         ///< ids of the links that made it, innermost first

  bool empty() const { return Units.empty() && Missing.empty() && Links.empty(); }
  void add(const TraceNote &Other);
  std::string text() const;
  static TraceNote parse(std::string_view Text);
};

enum class BinaryKind { Object, Executable, SharedLibrary, Archive };

struct TracedBinary {
  BinaryKind Kind = BinaryKind::Object;
  TraceNote Note;                    ///< of all members, for an archive
  std::vector<std::string> Untraced; ///< members of an archive without a note
};

/// Nothing for files that are no ELF binaries or archives of them.
std::optional<TracedBinary> readTrace(const std::string &Path);

/// Adds to the note of an ELF file, which keeps everything else, its name and its mode.
Status appendTrace(const std::string &Path, const TraceNote &Note);

} // namespace vernier

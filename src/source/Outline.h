#pragma once

#include "source/Tokens.h"

#include <string>
#include <vector>

namespace vernier {

enum class RegionKind {
  Function,    ///< a definition with its body
  Declaration, ///< variables, types, prototypes, the head of a class, anything else outside functions
  Define,      ///< #define and #undef
  Include,
  Directive, ///< pragmas and the like; conditionals are the context of other regions, not regions
};

/// One item of a file outside of functions, as a range of its tokens.
struct Region {
  RegionKind Kind = RegionKind::Declaration;
  std::string Name;    ///< of the function or macro; for declarations the first declared name, as far as it is clear
  unsigned Begin = 0;  ///< first token
  unsigned End = 0;    ///< behind the last token
  unsigned Body = 0;   ///< the '{' of a function
  std::string Context; ///< the conditional directives around it, outermost first
  bool Static = false; ///< a function with internal linkage, as far as its own tokens say
};

/// What a file consists of, read off its tokens alone. It needs no headers and no successful parse, and sees code in
/// inactive branches; in return it only knows what the shape of the text says.
struct Outline {
  std::vector<Region> Regions;
  std::string Problem; ///< why the shape is not to be trusted (braces that do not match); empty if it is
};

Outline readOutline(const std::vector<SourceToken> &Tokens, SourceLanguage Language);

/// The bracket that matches the one at Open, or End if there is none: brackets of the same kind are counted, and a
/// closing brace ends everything that was opened inside. Where alternatives of a conditional directive open different
/// numbers of brackets, the last alternative counts.
unsigned matchingBracket(const std::vector<SourceToken> &Tokens, unsigned Open, unsigned End);
/// The token behind it; End for a brace and the next token for other brackets if there is none.
unsigned behindMatching(const std::vector<SourceToken> &Tokens, unsigned Open, unsigned End);

} // namespace vernier

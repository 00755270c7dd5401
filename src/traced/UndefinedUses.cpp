#include "traced/UndefinedUses.h"

namespace vernier {

namespace {

std::string bytes(std::uint64_t Number) {
  return std::to_string(Number) + (Number == 1 ? " byte" : " bytes");
}

std::string accessText(const VernierFinding &Found) {
  return std::string(Found.Write ? "a write" : "a read") + (Found.Bytes ? " of " + bytes(Found.Bytes) : "");
}

std::string objectText(const VernierFinding &Found) {
  const char *Name = Found.Region == VernierHeapRegion     ? "a block"
                     : Found.Region == VernierGlobalRegion ? "a global variable"
                     : Found.Region == VernierLocalRegion  ? "a local variable"
                                                           : "an object of the input";
  return std::string(Name) + " of " + bytes(Found.Size);
}

const char *overflowCode(const VernierFinding &Found) {
  switch (Found.Region) {
  case VernierHeapRegion:
    return "heap-buffer-overflow";
  case VernierGlobalRegion:
    return "global-buffer-overflow";
  case VernierLocalRegion:
    return "stack-buffer-overflow";
  default:
    return "buffer-overflow";
  }
}

std::string distanceText(const VernierFinding &Found) {
  std::int64_t Offset = static_cast<std::int64_t>(Found.Address - Found.Base);
  if (Offset < 0)
    return bytes(static_cast<std::uint64_t>(-Offset)) + " before ";
  if (static_cast<std::uint64_t>(Offset) < Found.Size)
    return "across the end of ";
  return bytes(static_cast<std::uint64_t>(Offset) - Found.Size) + " behind ";
}

/// "2147483647 + 1 does not fit into 32 bits".
std::string overflowText(const VernierFinding &Found) {
  std::string A = std::to_string(static_cast<std::int64_t>(Found.Address)),
              B = std::to_string(static_cast<std::int64_t>(Found.Base));
  std::uint64_t Operation = Found.Size & 255;
  const char *Sign = Operation == VernierAdd ? " + " : Operation == VernierSub ? " - " : " * ";
  bool Negation = Operation == VernierSub && Found.Address == 0;
  return (Negation ? "-(" + B + ")" : A + Sign + B) + " does not fit into " + std::to_string(Found.Size >> 8) + " bits";
}

} // namespace

UndefinedUse undefinedUse(const VernierFinding &Found, const Location &Where) {
  switch (static_cast<VernierTrapKind>(Found.Kind)) {
  case VernierTrapBounds:
    return {overflowCode(Found), accessText(Found) + ", " + distanceText(Found) + objectText(Found), Where};
  case VernierTrapFreed:
    return {"heap-use-after-free", accessText(Found) + ", in a block of " + bytes(Found.Size) + " that was given back",
            Where};
  case VernierTrapFreedTwice:
    return {"double-free", "a block of " + bytes(Found.Size) + " is given back twice", Where};
  case VernierTrapInvalidFree:
    return {"bad-free", "memory is given back that no allocation gave", Where};
  case VernierTrapSigned: // only if it is looked for
    return {"signed-integer-overflow", overflowText(Found), Where};
  case VernierTrapDivision: // the processor answers
  case VernierTrapOverflow:
  case VernierTrapAssertion:
  case VernierTrapAddress:
  case VernierTrapKindCount:
    break;
  }
  return {};
}

UndefinedUse unwrittenUse(const Location &Where) {
  return {"use-of-uninitialized-value", "memory that nobody wrote is read, and what it holds matters", Where};
}

} // namespace vernier

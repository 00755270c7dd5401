#include "trace/Gaps.h"

#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

std::string frozenCode(std::uint32_t Reason) {
  switch (static_cast<VernierFrozen>(Reason)) {
  case VernierNotFrozen:
    return "";
  case VernierNodesFull:
  case VernierWordsFull:
  case VernierDecisionsFull:
    return "trace-full";
  case VernierShadowFull:
    return "shadow-full";
  case VernierJumped:
    return "longjmp";
  case VernierThreaded:
    return "threads";
  case VernierForked:
    return "fork";
  case VernierHandler:
    return "signal-handler";
  case VernierReachFull:
    return "reach-full";
  case VernierReadAhead:
    return "read-ahead";
  case VernierImpossible:
    return "undefined-behaviour";
  }
  return "corrupt-trace";
}

std::string findingKind(std::uint32_t Kind) {
  switch (static_cast<VernierTrapKind>(Kind)) {
  case VernierTrapDivision:
    return "division-by-zero";
  case VernierTrapOverflow:
    return "division-overflow";
  case VernierTrapBounds:
    return "out-of-bounds";
  case VernierTrapAssertion:
    return "assertion";
  case VernierTrapSigned:
    return "signed-overflow";
  case VernierTrapFreed:
    return "use-after-free";
  case VernierTrapFreedTwice:
    return "double-free";
  case VernierTrapInvalidFree:
    return "invalid-free";
  case VernierTrapAddress: // the program dies of it
  case VernierTrapKindCount:
    break;
  }
  return "unknown";
}

std::vector<Gap> gapsOf(const Trace &Of, const Instrumentation &Build, const ProgramKind &What) {
  std::vector<Gap> Result;
  if (!Of.problems().empty())
    Result.push_back({"engine-problem", 0, Of.problems().front()});
  if (Build.ConstructorsReadInput && What.Whole)
    Result.push_back({reason::ConstructorReadsInput, 0});
  for (const ExternalUse &Use : Of.externals()) {
    if (Use.Calls && What.Streams && llvm::is_contained(Build.InputReaders, Use.Function))
      Result.push_back({reason::ExternalReadsInput, 0});
    if (Use.Calls && llvm::is_contained(Build.Unmodelled, Use.Function))
      Result.push_back({reason::UnknownFunction, 0, Use.Function});
  }
  return Result;
}

} // namespace vernier

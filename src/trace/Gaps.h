#pragma once

#include "trace/Trace.h"

namespace vernier {

/// Something that the decisions of a run do not account for: other inputs of the same path may behave differently.
struct Gap {
  std::string Reason; ///< a short, stable code
  std::uint32_t Site = 0;
  std::string Detail = {}; ///< for people; of the first of its kind it is reported
};

/// The code of why a trace ends before its run does; empty: it does not.
std::string frozenCode(std::uint32_t Reason);
/// The name of a finding: "division-by-zero", ...
std::string findingKind(std::uint32_t Kind);

/// What kind of input the program has.
struct ProgramKind {
  bool Whole = false;   ///< arguments, streams, files or an environment are its input
  bool Streams = false; ///< more than arguments
};

/// Of a trace whose decisions were asked for.
std::vector<Gap> gapsOf(const Trace &Of, const Instrumentation &Build, const ProgramKind &What);

} // namespace vernier

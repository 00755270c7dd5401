#pragma once

#include "analysis/ProgramAnalysis.h"

#include "AnalysisFixture.h"

namespace vernier::test {

using Lines = std::set<unsigned>;

inline Lines linesOf(const Slice &S) {
  Lines Result;
  for (const SourceLine &L : S.lines())
    Result.insert(L.Line);
  return Result;
}

/// A program given as text, and the lines of its slices.
struct Sliced {
  explicit Sliced(const std::string &Text) : P(compileText(Text)), Analysis(P) {}
  Lines backward(unsigned Line) const {
    return linesOf(Analysis.backwardSlice(instructionsAt(P.module(), "test.c", Line)));
  }
  Lines forward(unsigned Line) const {
    return linesOf(Analysis.forwardSlice(instructionsAt(P.module(), "test.c", Line)));
  }
  Program P;
  ProgramAnalysis Analysis;
};

} // namespace vernier::test

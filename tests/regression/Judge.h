#pragma once

#include "check/Unreached.h"
#include "impact/Impact.h"
#include "support/CompileText.h"

namespace vernier::test {

/// Both versions, compared as `check` does.
struct Judged {
  Judged(const std::string &OldText, const std::string &NewText, const std::string &File = "t.c")
      : OldProgram(compileText(OldText, File)), NewProgram(compileText(NewText, File)),
        Map(computeChangeMap(OldProgram, NewProgram)), Old(OldProgram), New(NewProgram) {}

  Answer answer() const { return judgeUnreached(Map, Old, New).Whole.What; }

  Program OldProgram, NewProgram;
  ChangeMap Map;
  ProgramAnalysis Old, New;
};

/// The text with one part of it replaced.
inline std::string with(std::string Text, const std::string &Part, const std::string &By) {
  auto At = Text.find(Part);
  return At == std::string::npos ? "#error no such part" : Text.replace(At, Part.size(), By);
}

} // namespace vernier::test

#include "report/tests/GeneratedTests.h"

#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace {

/// What of an outcome a test can see to be another one.
std::string seenBy(const Outcome &Old, const Outcome &New) {
  if (Old.End == Ending::Signalled || New.End == Ending::Signalled)
    if (Old.End != New.End || Old.Code != New.Code)
      return "signal";
  if (Old.End != New.End || Old.Code != New.Code)
    return "exit";
  if (Old.Stdout != New.Stdout)
    return "stdout";
  if (Old.Return != New.Return)
    return "return";
  if (!sameMemory(Old.Memory, New.Memory))
    return "memory";
  if (Old.Stderr != New.Stderr)
    return "stderr";
  return !sameMemory(Old.Files, New.Files) ? "files" : "";
}

/// For names of files and tests.
std::string inName(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (llvm::isAlnum(C) || C == '_' || C == '.')
      Result += C;
    else if (!Result.empty() && Result.back() != '-')
      Result += '-';
  return llvm::StringRef(Result).rtrim('-').take_front(80).str();
}

/// The lines that call CMake with each name.
std::string listed(const GeneratedTests &Tests) {
  std::string Text = "  foreach(name IN ITEMS";
  for (const std::string &Name : Tests.Names)
    Text += "\n      " + Name;
  return Text + ")\n";
}

std::string programTests(const GeneratedTests &Tests, const TestStyle &Style) {
  std::string Text = "function(vernier_add_tests target)\n  set(expected)\n";
  if (Style.Pair)
    Text += "  if(NEW IN_LIST ARGN)\n    set(expected --new)\n  endif()\n";
  return Text + listed(Tests) +
         "    add_test(NAME ${target}.${name}\n"
         "      COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run-tests.sh ${expected} --only ${name} "
         "$<TARGET_FILE:${target}>)\n"
         "  endforeach()\nendfunction()\n";
}

std::string functionTests(const GeneratedTests &Tests, const TestStyle &Style) {
  std::string Text = "function(vernier_add_tests target)\n  find_package(GTest REQUIRED)\n"
                     "  set(tests ${target}-vernier-tests)\n"
                     "  add_executable(${tests} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/" +
                     Style.GoogleTestFile +
                     ")\n  target_compile_features(${tests} PRIVATE cxx_std_17)\n"
                     "  target_link_libraries(${tests} PRIVATE ${target} GTest::gtest_main)\n" +
                     listed(Tests) + "    add_test(NAME ${target}.${name} COMMAND ${tests} --gtest_filter=*.${name})\n";
  if (Style.Pair)
    Text += "    if(NEW IN_LIST ARGN)\n"
            "      set_tests_properties(${target}.${name} PROPERTIES ENVIRONMENT VERNIER_EXPECT=new)\n"
            "    endif()\n";
  return Text + "  endforeach()\nendfunction()\n";
}

} // namespace

std::string tellingName(const std::string &Shows, const std::string &Function, const Outcome &Old, const Outcome &New) {
  std::string Name = inName(Shows), In = inName(Function), By = seenBy(Old, New);
  return Name + (In.empty() ? "" : "-in-" + In) + (By.empty() ? "" : "-by-" + By);
}

std::string ctestFile(const InputSpace &Space, const GeneratedTests &Tests, const TestStyle &Style) {
  std::string Target = Space.WholeProgram ? "the executable" : "a library that has the function (no other main)";
  std::string Text = "# Tests that Vernier generated, for CTest (CMake 3.17 or later): " + Style.About +
                     ".\n# Behind include() of this file, vernier_add_tests(TARGET) adds them. TARGET is " + Target +
                     ".\n";
  if (Style.Pair)
    Text += "# What the old version showed is expected; with vernier_add_tests(TARGET NEW) what the new one showed.\n";
  if (!Tests.LeftOut.empty())
    Text +=
        "# Left out (" + std::to_string(Tests.LeftOut.size()) + "): the other generated file says which, and why.\n";
  return Text + (Space.WholeProgram ? programTests(Tests, Style) : functionTests(Tests, Style));
}

} // namespace vernier

// Every class of errors of models and of tests: its message, its line and its column.

#include "Read.h"
#include "efsm/language/WellFormed.h"

#include <gtest/gtest.h>

namespace vernier::efsm::test {

namespace {

/// `line:column message`, one per line.
std::string listed(const std::vector<Diagnostic> &All) {
  std::string Result;
  for (const Diagnostic &Each : All)
    Result += std::to_string(Each.Where.Line) + ":" + std::to_string(Each.Where.Column) + " " + Each.Message + "\n";
  return Result;
}

std::string errorsOf(const std::string &Text) {
  Diagnostics Problems("m.efsm", Text);
  EXPECT_FALSE(parseMachine(Problems)) << Text;
  return listed(Problems.all());
}

/// Line 1 holds everything that a small model needs; what is tested stands from line 2 on.
std::string errorsBehind(const std::string &Rest) {
  return errorsOf(
      "machine m state s, u initial s var a: int var l: 0..10 var b: bool var k: {red, green} var r: record "
      "{ n: int } var q: queue of int var m: map[int] int input i(x: int) output o(x: int)\n" +
      Rest);
}

TEST(ModelErrors, OfTheStructure) {
  EXPECT_EQ(errorsOf("state s initial s"), "1:1 the model has no name; begin it with 'machine NAME'\n");
  EXPECT_EQ(errorsOf(""), "1:1 the model has no name; begin it with 'machine NAME'\n"
                          "0:0 the machine has no states; declare them with 'state s0, s1'\n");
  EXPECT_EQ(errorsOf("machine m\nstate s"), "1:9 the machine has no initial state; declare it with 'initial s'\n");
  EXPECT_EQ(errorsOf("machine m\nmachine n\nstate s\ninitial s"),
            "2:1 a file holds one machine, and this one is called 'm' already\n");
  EXPECT_EQ(errorsBehind("t: s u"), "2:7 expected '->' and the next state, found the end of the file\n");
  EXPECT_EQ(
      errorsBehind("frob 1"),
      "2:1 expected a declaration ('machine', 'type', 'var', 'input', 'output', 'state', 'initial' or 'NAME: ...' "
      "for a transition), found 'frob'\n");
  EXPECT_EQ(errorsBehind("var if: int"), "2:5 expected the name of the variable, found the keyword 'if'\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a := 1 / a := 2"),
            "2:22 assignments stand before the outputs; separate them by ';'\n");
  EXPECT_EQ(errorsBehind("t: s -> u / o(1) / a := 2"), "2:18 nothing stands behind the outputs of a transition\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a[1]"),
            "2:13 expected an output message, as in 'ack(x)', or an assignment, as in 'x := 1'\n");
  EXPECT_EQ(errorsBehind("t: [a == 1 s -> u"), "2:12 expected ']' behind the guard, found 's'\n");
  EXPECT_EQ(errorsBehind("t: [a == \xC3\xA4] s -> u"), "2:10 expected an expression, found '\xC3\xA4'\n");
  EXPECT_EQ(errorsBehind("t: i(1) s -> u"),
            "2:6 expected a name for the parameter (a condition on it is a guard), found '1'\n");
}

TEST(ModelErrors, ATypeThatMeansNothingIsOneError) {
  EXPECT_EQ(
      errorsBehind("var c: map[int] colour = {1: red}\nt: [c[1] == red and c[2] > 1] s -> u / c[1] := 5 / o(c[1])\n"
                   "v: s -> nowhere"),
      "2:17 there is no type 'colour' (a type is declared before it is used)\n4:9 there is no state 'nowhere'\n");
}

TEST(ModelErrors, OfNames) {
  EXPECT_EQ(errorsBehind("var a: bool"), "2:5 the variable 'a' is declared a second time; the first is in line 1\n");
  EXPECT_EQ(errorsBehind("state u"), "2:7 the state 'u' is declared a second time; the first is in line 1\n");
  EXPECT_EQ(errorsBehind("input i()"), "2:7 the input 'i' is declared a second time; the first is in line 1\n");
  EXPECT_EQ(errorsBehind("t: s -> u\nt: u -> s"),
            "3:1 the transition 't' is declared a second time; the first is in line 2\n");
  EXPECT_EQ(errorsBehind("type n = int\ntype n = int"),
            "3:6 the type 'n' is declared a second time; the first is in line 2\n");
  EXPECT_EQ(errorsBehind("input j(y: int, y: int)"),
            "2:17 the parameter 'y' is declared a second time; the first is in line 2\n");
  EXPECT_EQ(errorsBehind("t: s -> v"), "2:9 there is no state 'v'\n");
  EXPECT_EQ(errorsBehind("initial v"), "2:9 there is no state 'v'\n");
  EXPECT_EQ(errorsBehind("initial s"), "2:9 the state 's' is initial already\n");
  EXPECT_EQ(errorsBehind("t: j(x) s -> u"), "2:4 'j' is no input message\n");
  EXPECT_EQ(errorsBehind("t: o(x) s -> u"), "2:4 'o' is no input message, it is an output\n");
  EXPECT_EQ(errorsBehind("t: i(x) s -> u / p(1)"), "2:18 'p' is no output message\n");
  EXPECT_EQ(errorsBehind("t: i(x, y) s -> u"), "2:4 i has 1 parameters, here it is given 2\n");
  EXPECT_EQ(errorsBehind("t: i(a) s -> u"), "2:6 the parameter 'a' hides a variable; give it another name\n");
  EXPECT_EQ(errorsBehind("t: i(red) s -> u"), "2:6 the parameter 'red' hides a label; give it another name\n");
  EXPECT_EQ(errorsBehind("var red: int"), "2:1 'red' is a label already; a variable needs another name\n");
  EXPECT_EQ(errorsBehind("var c: {blue, red}"), "2:8 the label 'red' belongs to another enumeration already\n");
  EXPECT_EQ(errorsBehind("var c: {blue, blue}"),
            "2:15 the label 'blue' is declared a second time; the first is in line 2\n");
  EXPECT_EQ(errorsBehind("t: [c == 1] s -> u"), "2:5 'c' is not declared; it is no variable, parameter or label\n");
  EXPECT_EQ(errorsBehind("t: i(x) s -> u / x := 1"), "2:18 'x' is a parameter; only variables can be assigned\n");
  EXPECT_EQ(errorsBehind("t: s -> u / c := 1"), "2:13 'c' is no variable\n");
  EXPECT_EQ(errorsBehind("var c: int = a"), "2:14 'a' is a variable; only constants may stand here\n");
  EXPECT_EQ(errorsBehind("t: [f(a) == 1] s -> u"),
            "2:5 'f' is no function; there are empty, head, length, push and pop\n");
}

TEST(ModelErrors, OfTypes) {
  EXPECT_EQ(errorsBehind("var c: what"), "2:8 there is no type 'what' (a type is declared before it is used)\n");
  EXPECT_EQ(errorsBehind("var c: 5..4"), "2:8 the range is empty: 5 is greater than 4\n");
  EXPECT_EQ(errorsBehind("var c: map[queue of int] int"),
            "2:12 the keys of a map are numbers, booleans or labels, not queue of int\n");
  EXPECT_EQ(errorsBehind("var c: record { n: int, n: int }"),
            "2:25 the field 'n' is declared a second time; the first is in line 2\n");
  EXPECT_EQ(
      errorsBehind("var c: [int]"),
      "2:8 expected a type (bool, int, 0..10, {red, green}, map[int] int, record { name: int }, queue of int, or the "
      "name of a type), found '['\n");
  EXPECT_EQ(errorsBehind("t: [a] s -> u"), "2:5 expected a value of type bool, this is of type int\n");
  EXPECT_EQ(errorsBehind("t: [b + 1 == 2] s -> u"), "2:5 expected a value of type int, this is of type bool\n");
  EXPECT_EQ(errorsBehind("t: [a == b] s -> u"), "2:5 a value of type int cannot be compared with one of type bool\n");
  EXPECT_EQ(errorsBehind("t: [0 <= a < 5] s -> u"), "2:12 comparisons do not chain; write 'a <= b and b < c'\n");
  EXPECT_EQ(errorsBehind("t: s -> u / l := 11"), "2:18 11 is outside of 0..10\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a := b"), "2:18 expected a value of type int, this is of type bool\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a[1] := 2"), "2:13 only maps have elements, this is of type int\n");
  EXPECT_EQ(errorsBehind("t: s -> u / r.k := 2"), "2:13 a value of type record { n: int } has no field 'k'\n");
  EXPECT_EQ(errorsBehind("t: s -> u / r := {k: 2}"), "2:19 this is no field of record { n: int }\n");
  EXPECT_EQ(errorsBehind("t: s -> u / r := {}"), "2:18 the field 'n' is missing\n");
  EXPECT_EQ(errorsBehind("t: s -> u / r := {n: 1, n: 2}"), "2:25 the field 'n' has a value already\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a := {}"), "2:18 expected a value of type int, this is a map or a record\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a := [1]"), "2:18 expected a value of type int, this is a queue\n");
  EXPECT_EQ(errorsBehind("t: [[] == []] s -> u"),
            "2:11 the type of this queue is not known here; assign it to a variable first\n");
  EXPECT_EQ(errorsBehind("t: [empty(a)] s -> u"), "2:11 empty is for queues, this is of type int\n");
  EXPECT_EQ(errorsBehind("t: s -> u / q := push(q)"), "2:18 push takes 2 arguments, not 1\n");
  EXPECT_EQ(errorsBehind("t: s -> u / o(1, 2)"), "2:13 o takes 1 argument, not 2\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a := if b then 1 else b"), "2:18 the two values have the types int and bool\n");
  EXPECT_EQ(errorsBehind("t: s -> u / a := 1 div 0"), "2:18 division by zero\n");
  EXPECT_EQ(errorsBehind("var c: int = head([])"),
            "2:19 the type of this queue is not known here; assign it to a variable first\n");
}

TEST(ModelErrors, AllOfAFileAreFound) {
  EXPECT_EQ(errorsBehind("var c: what\nt1: s -> \nt2: [a] v -> u / b := 1; l := 12\n  / o(true)\nt3: s -> u\n"),
            "3:9 expected the state to which it leads, found the end of the line\n"
            "2:8 there is no type 'what' (a type is declared before it is used)\n"
            "4:9 there is no state 'v'\n"
            "4:6 expected a value of type bool, this is of type int\n"
            "4:23 expected a value of type bool, this is of type int\n"
            "4:31 12 is outside of 0..10\n"
            "5:7 expected a value of type int, this is of type bool\n");
}

TEST(ModelErrors, ShowTheLineWithACaretInTheOrderOfTheFile) {
  Diagnostics Problems("m.efsm", "machine m\nstate s\ninitial s\nvar a: int\n\tt: [a + 1] s -> s\nu: [zz] s -> s\n");
  EXPECT_FALSE(parseMachine(Problems));
  EXPECT_EQ(Problems.render(), "m.efsm:5:6: error: expected a value of type bool, this is of type int\n"
                               "  \tt: [a + 1] s -> s\n"
                               "  \t    ^~~~~\n"
                               "m.efsm:6:5: error: 'zz' is not declared; it is no variable, parameter or label\n"
                               "  u: [zz] s -> s\n"
                               "      ^~\n");
}

TEST(ModelErrors, DeepNestingIsRefusedInsteadOfExhaustingTheStack) {
  std::string Deep(100000, '('), Long = "a", Minus(100000, '-'), Not;
  for (int I = 0; I < 50000; ++I) {
    Long += " + a";
    Not += "not ";
  }
  for (const std::string &Guard : {Deep + "a", Long + " == 1", Minus + "a == 1", Not + "b"})
    EXPECT_NE(errorsBehind("t: [" + Guard + "] s -> u").find("nested too deeply"), std::string::npos);
}

const std::string Small =
    "machine m\nstate s, u\ninitial s\nvar a: int\nvar l: 0..10\ninput i(x: int)\ninput j(x: 0..5)\n"
    "output o(x: int)\nt: i(x) s -> s / o(x)\n";

std::string testErrors(const std::string &Text, const std::string &Model = Small) {
  Machine For = machine(Model);
  Diagnostics Problems("t.efsm", Text);
  EXPECT_FALSE(parseTests(For, Problems)) << Text;
  return listed(Problems.all());
}

TEST(TestErrors, OfEveryClass) {
  EXPECT_EQ(testErrors("open(1)"), "1:1 expected 'test NAME from STATE', found 'open'\n");
  EXPECT_EQ(testErrors("test from s"), "1:6 expected the name of the test, found the keyword 'from'\n");
  EXPECT_EQ(testErrors("test a\ntest a"), "2:6 the test 'a' is declared a second time; the first is in line 1\n");
  EXPECT_EQ(testErrors("test a from v"), "1:13 there is no state 'v'\n");
  EXPECT_EQ(testErrors("test a from s with z = 1"), "1:20 there is no variable 'z'\n");
  EXPECT_EQ(testErrors("test a from s with a = 1, a = 2"), "1:27 the variable 'a' has a value already\n");
  EXPECT_EQ(testErrors("test a from s with a = true"), "1:24 expected a value of type int, this is of type bool\n");
  EXPECT_EQ(testErrors("test a from s with l = 11"), "1:24 11 is outside of 0..10\n");
  EXPECT_EQ(testErrors("test a from s with l = 5 + 6"), "1:24 this has no value: 11 is outside of 0..10\n");
  EXPECT_EQ(testErrors("test a from s with a = l"), "1:24 'l' is a variable; only constants may stand here\n");
  EXPECT_EQ(testErrors("test a\n  k(1)"), "2:3 'k' is no input message\n");
  EXPECT_EQ(testErrors("test a\n  o(1)"), "2:3 'o' is no input message, it is an output\n");
  EXPECT_EQ(testErrors("test a\n  i(1, 2)"), "2:3 i has 1 parameters, here it is given 2\n");
  EXPECT_EQ(testErrors("test a\n  i(a)"), "2:5 'a' is a variable; only constants may stand here\n");
  EXPECT_EQ(testErrors("test a\n  j(6)"), "2:5 6 is outside of 0..5\n");
  EXPECT_EQ(testErrors("test a\n  i(1) / p(1)"), "2:10 'p' is no output message\n");
  EXPECT_EQ(testErrors("test a\n  i(1) / o(true)"), "2:12 expected a value of type int, this is of type bool\n");
  EXPECT_EQ(testErrors("test a\n  i(1) / o()"), "2:10 o takes 1 argument, not 0\n");
  EXPECT_EQ(testErrors("test a\n  5"),
            "2:3 expected a step 'input(constants) / output(values)' or the next test, found "
            "'5'\n");
  EXPECT_EQ(testErrors("test a", Small + "initial u\n"),
            "1:7 expected 'from STATE' (the machine has several initial states), found the end of the file\n");
}

TEST(TestErrors, AllOfAFileAreFound) {
  EXPECT_EQ(testErrors("test a from v with z = 1, l = 12\n  i(true)\n  k()\n  i(1)\ntest b from s\n  i(2) / o(b)\n"),
            "1:13 there is no state 'v'\n1:20 there is no variable 'z'\n1:31 12 is outside of 0..10\n"
            "2:5 expected a value of type int, this is of type bool\n3:3 'k' is no input message\n"
            "6:12 'b' is not declared; it is no variable, parameter or label\n");
}

TEST(Lint, NamesWhatLooksLikeAMistake) {
  Machine Of = machine("machine m\nstate s, u, v\ninitial s\nvar a: int\nvar b: int\ninput i()\ninput j()\noutput o()\n"
                       "t: i() s -> u / a := 1\nx: [false] v -> s\n");
  EXPECT_EQ(listed(lint(Of)),
            "2:10 no transition leads from the state 'u' back to an initial state: no test that comes here can be "
            "complete\n"
            "2:13 no transition leads from an initial state to the state 'v'\n"
            "4:1 the variable 'a' is assigned, but never read\n5:1 the variable 'b' is never used\n"
            "7:1 no transition has the input 'j'\n8:1 no transition has the output 'o'\n"
            "10:5 the guard of x never holds\n");
  EXPECT_EQ(listed(lint(exampleMachine("bank/old.efsm"))), "");
}

} // namespace

} // namespace vernier::efsm::test

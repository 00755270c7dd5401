// The text of terms means to another solver what the terms mean to us: cvc5 reads it.

#include "term/SmtLib.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

/// What cvc5 prints for some scripts, read one after the other.
std::vector<std::string> answers(const std::vector<std::string> &Scripts) {
  std::string File = testing::TempDir() + "vernier-term-" + std::to_string(getpid()) + ".smt2";
  {
    std::ofstream Out(File);
    for (const std::string &Each : Scripts)
      Out << "(reset)\n(set-logic ALL)\n" << Each;
  }
  FILE *Pipe = popen(("cvc5 --fp-exp --lang smt2 " + File + " 2>&1").c_str(), "r");
  std::vector<std::string> Lines;
  std::string Line;
  for (int C; Pipe && (C = fgetc(Pipe)) != EOF;)
    if (C == '\n')
      Lines.push_back(std::exchange(Line, ""));
    else
      Line += static_cast<char>(C);
  if (Pipe)
    pclose(Pipe);
  std::remove(File.c_str());
  return Lines;
}

/// Asks whether a term has that value where the variables have theirs.
std::string question(TermStore &Store, const Assignment &Given, Term Subject, const APInt &Value) {
  Term All = Store.eq(Subject, Store.constant(Value));
  for (const auto &[Variable, Chosen] : Given)
    All = Store.andTerm(All, Store.eq(Variable, Store.constant(Chosen)));
  // Once more at the top, where solvers make use of it.
  std::string Facts;
  for (Term Each : reachable({All}))
    if (Each.is(Operation::Variable))
      Facts += "(assert " + smtLibTerm(Store, Store.eq(Each, Store.constant(Given.at(Each)))) + ")\n";
  std::string Script = smtLibScript(Store, All), Asks = "(check-sat)\n";
  return Script.substr(0, Script.size() - Asks.size()) + Facts + Asks;
}

/// Asks about random terms: has the term its value where the variables have theirs, and no other one?
void askAboutRandomTerms(std::uint64_t Seed, const RandomTermOptions &Options, unsigned Count) {
  Random Generator(Seed);
  std::vector<std::string> Scripts, Messages;
  while (Scripts.size() < 2 * Count) {
    TermScript Script = randomScript(Generator, Options);
    TermStore Store;
    std::vector<Term> Terms = build(Script, Store);
    Values Inputs = randomInputs(Generator, Script);
    Values Wanted = compute(Script, Inputs);
    unsigned Last = static_cast<unsigned>(Script.size() - 1);
    Assignment Given;
    for (Term Node : reachable({Terms[Last]}))
      for (unsigned I = 0; I <= Last; ++I)
        if (Node == Terms[I] && Script[I].What == Make::Variable)
          Given[Node] = Inputs[I];
    if (Given.empty())
      continue; // nothing is left to ask
    APInt Other = Wanted[Last];
    Other.flipBit(static_cast<unsigned>(Generator.below(Other.getBitWidth())));
    for (const APInt &Value : {Wanted[Last], Other}) {
      Scripts.push_back(question(Store, Given, Terms[Last], Value));
      Messages.push_back(text(Script, Last, Wanted) + Scripts.back());
    }
  }
  std::vector<std::string> Found = answers(Scripts);
  for (std::size_t I = 0; I < Scripts.size(); ++I) {
    ASSERT_LT(I, Found.size()) << "no answer\n" << Messages[I];
    ASSERT_EQ(Found[I], I % 2 ? "unsat" : "sat") << Messages[I];
  }
}

} // namespace

TEST(SmtLib, BitVectors) {
  RandomTermOptions Options;
  Options.Steps = 10;
  Options.Bounds = true;
  askAboutRandomTerms(1, Options, 200);
}

TEST(SmtLib, FloatingPoint) {
  RandomTermOptions Options;
  Options.Steps = 5; // cvc5 takes long for more, and for division and roots of 64 bits
  Options.Widths = {1, 8, 16, 32};
  Options.Floats = true;
  Options.Remainders = false;
  Options.Division = false;
  askAboutRandomTerms(2, Options, 40);
  Options.Widths = {64};
  Options.Steps = 2;
  askAboutRandomTerms(3, Options, 8);
}

TEST(SmtLib, NumbersThatDoNotFit) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input);
  std::vector<std::string> Scripts, Wanted;
  for (double Number :
       {0.0, -0.5, -1.0, 127.5, 128.0, -128.5, -129.0, 255.5, 256.0, 1e30, -1e30, HUGE_VAL, std::nan("")})
    for (bool Signed : {false, true})
      for (unsigned Bits : {1u, 8u, 64u}) {
        APInt Value = llvm::APFloat(static_cast<float>(Number)).bitcastToAPInt();
        Term Converted = Signed ? Store.ftosi(X, Bits) : Store.ftoui(X, Bits);
        APInt Result = evaluate(Converted, {{X, Value}});
        for (bool Right : {true, false}) {
          Scripts.push_back(question(Store, {{X, Value}}, Converted, Right ? Result : ~Result));
          Wanted.push_back(Right ? "sat" : "unsat");
        }
      }
  EXPECT_EQ(answers(Scripts), Wanted);
}

TEST(SmtLib, NamesThatAreWordsOfSmtLib) {
  TermStore Store;
  std::vector<std::string> Scripts, Wanted;
  for (const char *Name : {"let", "exists", "_", "assert", "push", "par", "x", "p->f", "a[1]", "9", "", "argv_1_0"}) {
    Term V = Store.variable(32, Name, VariableKind::Input);
    Scripts.push_back(smtLibScript(Store, Store.ult(V, Store.constant(32, 9))));
    Wanted.push_back("sat");
  }
  Term N = Store.variable(16, "n", VariableKind::Input), R = Store.variable(16, "r", VariableKind::Input);
  Scripts.push_back(smtLibScript(Store, Store.flt(Store.fadd(N, R), N))); // our own bindings have other names
  Wanted.push_back("sat");
  EXPECT_EQ(answers(Scripts), Wanted);
}

TEST(SmtLib, FunctionsAreDeclared) {
  TermStore Store;
  Term X = Store.variable(1, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term Z = Store.variable(32, "z", VariableKind::Input);
  Term Twice = Store.apply(1, "f", {X, X}), Remainder = Store.frem(Y, Z);
  std::vector<std::string> Scripts = {
      smtLibScript(Store, Store.andTerm(Twice, Store.eq(Remainder, Z))),
      // congruence
      smtLibScript(Store,
                   Store.andTerm(Store.eq(Y, Z), Store.ne(Store.apply(32, "g", {Y}), Store.apply(32, "g", {Z})))),
      smtLibScript(Store, Store.andTerm(Store.eq(Store.apply(32, "h", {}), Y), Store.ult(Y, Store.apply(32, "h", {})))),
  };
  EXPECT_EQ(answers(Scripts), (std::vector<std::string>{"sat", "unsat", "unsat"}));
}

TEST(SmtLib, BoundsAreSaid) {
  // Simplification relies on bounds, so the text has to say them.
  TermStore Store;
  Term X = Store.boundedVariable(8, "x", VariableKind::Input, false, APInt(8, 100), APInt(8, 200));
  Term Y = Store.boundedVariable(8, "y", VariableKind::Input, true, APInt(8, -3, true), APInt(8, 5));
  std::vector<std::string> Scripts = {
      smtLibScript(Store, Store.eq(Store.mul(X, X), Store.constant(8, 16))), // 4, 12, ... and 108 among others
      smtLibScript(Store, Store.eq(Store.mul(Y, Y), Store.constant(8, 25))), // 5, but also 253 * 253 would be 9
      smtLibScript(Store, Store.eq(Store.mul(Y, Y), Store.constant(8, 36))),
  };
  EXPECT_EQ(answers(Scripts), (std::vector<std::string>{"sat", "sat", "unsat"}));
}

TEST(SmtLib, SharedPartsArePrintedOnce) {
  TermStore Store;
  auto Size = [&](unsigned Depth) {
    Term Value = Store.variable(32, "x", VariableKind::Input);
    for (unsigned I = 0; I < Depth; ++I)
      Value = Store.xorTerm(Store.mul(Value, Value), Store.udiv(Value, Store.constant(32, 3)));
    return smtLibTerm(Store, Store.eq(Value, Store.constant(32, 1))).size();
  };
  EXPECT_LT(Size(60), 3 * Size(30)); // as a tree it would be 2^30 times as long
}

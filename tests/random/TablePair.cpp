#include "random/TablePair.h"

#include "base/Random.h"

namespace vernier::test {

namespace {

constexpr const char *ElementTypes[] = {"unsigned char", "signed char", "char", "unsigned short", "short",
                                        "int",           "unsigned",    "long", "unsigned long"};

std::string number(std::uint64_t Value) {
  return std::to_string(Value);
}

/// How a program reads its tables. The text has both versions: OLD and NEW stand for the two numbers.
class TableProgram {
public:
  explicit TableProgram(std::uint64_t Seed) : Rng(Seed), Shape(Seed % Shapes) {}

  RandomPair make(std::uint64_t Seed) {
    std::string Body = shape();
    Text = Declarations + "int program(" + parameters() + ") {\n" + Body + "}\n";
    RandomPair Pair;
    Pair.Seed = Seed;
    Pair.TrapShape = "table-" + number(Shape);
    Pair.Parameters = Inputs;
    Pair.OldText = version(true);
    Pair.NewText = version(false);
    Pair.Edits = {"a number of a table, or that is compared with an element"};
    return Pair;
  }

private:
  static constexpr std::uint64_t Shapes = 10;

  std::string parameters() const {
    std::string List;
    for (const InputParameter &Each : Inputs)
      List += (List.empty() ? "" : ", ") + Each.Type + " " + Each.Name;
    return List;
  }

  void input(const char *Name, const char *Type, unsigned Bits, bool Signed, std::int64_t Min, std::int64_t Max) {
    Inputs.push_back({Name, Type, Bits, Signed, Min, Max});
  }

  std::string version(bool Old) const {
    std::string Result = Output;
    Result += Text;
    for (std::size_t At; (At = Result.find("CHANGED(")) != std::string::npos;) {
      std::size_t Comma = Result.find('|', At), End = Result.find(')', At);
      Result.replace(At, End + 1 - At,
                     Old ? Result.substr(At + 8, Comma - At - 8) : Result.substr(Comma + 1, End - Comma - 1));
    }
    return Result;
  }

  /// Runs of equal elements, of growing ones, and noise.
  std::string element(std::uint64_t I) {
    if (I == 0 || Rng.chance(Noise))
      Last = Rng.below(Most);
    else if (Rng.chance(Growth))
      Last = (Last + 1) % Most;
    return number(Last);
  }

  std::string elements(std::uint64_t Count) {
    Noise = Rng.chance(30) ? 90 : 8;
    Growth = Rng.chance(40) ? 70 : 5;
    std::uint64_t Edited = Rng.chance(50) ? Rng.below(Count) : Count;
    std::string List;
    for (std::uint64_t I = 0; I < Count; ++I) {
      std::string Value = element(I);
      List += I ? ", " : "";
      List += I == Edited && !HasChange ? "CHANGED(" + Value + "|" + number(Rng.below(Most)) + ")" : Value;
      HasChange |= I == Edited;
    }
    return List;
  }

  /// A limit to compare with: another one in the new version, if nothing else has changed yet.
  std::string limit() {
    std::uint64_t Value = Rng.below(Most);
    if (HasChange)
      return number(Value);
    HasChange = true;
    return "CHANGED(" + number(Value) + "|" + number(Rng.chance(50) ? Value + 1 : Rng.below(Most)) + ")";
  }

  std::string show(const std::string &Value) {
    switch (Rng.below(4)) {
    case 0:
      return "  if (" + Value + " < " + limit() + ") return 1;\n  return 0;\n";
    case 1:
      return "  out_int((int)(" + Value + "));\n  if ((" + Value + ") == " + limit() +
             ") out_char('!');\n  return 0;\n";
    case 2:
      return "  return (int)((" + Value + ") & " + limit() + ");\n";
    default:
      return "  int s = 0;\n  if ((" + Value + ") & 1) s = " + limit() + ";\n  return s + (int)((" + Value +
             ") >> 1);\n";
    }
  }

  std::string table(const char *Name, const char *Type, std::uint64_t Count, const char *Qualifier = "const ") {
    return std::string("static ") + Qualifier + Type + " " + Name + "[" + number(Count) + "] = {" + elements(Count) +
           "};\n";
  }

  const char *anyType() { return ElementTypes[Rng.below(std::size(ElementTypes))]; }
  std::uint64_t anyCount(std::uint64_t Least) { return Least + Rng.below(Rng.chance(50) ? 60 : 600); }

  std::string shape() {
    Most = Rng.chance(50) ? 100 : 7;
    switch (Shape) {
    case 0: { // any width
      input("x", "int", 32, true, 0, 400);
      Declarations = table("t", anyType(), anyCount(401));
      return show("t[x]");
    }
    case 1: { // an index that begins in the middle, of a signed character
      input("x", "signed char", 8, true, -128, 127);
      Declarations = table("t", anyType(), anyCount(256));
      return show("(t + 128)[x]");
    }
    case 2: { // characters of either sign
      input("x", "int", 32, true, -128, 255);
      Declarations = table("t", anyType(), 384);
      return "  char c = (char)x;\n  unsigned char u = (unsigned char)c;\n" +
             show(Rng.chance(50) ? "t[u]" : "(t + 128)[c]");
    }
    case 3: { // structures
      input("x", "int", 32, true, 0, 150);
      const char *First = anyType(), *Second = anyType(), *Third = anyType();
      Declarations = std::string("struct entry {\n  ") + First + " a;\n  " + Second + " b;\n  " + Third +
                     " c;\n};\nstatic const struct entry t[151] = {" + elements(3 * 151) + "};\n";
      return show(std::string("t[x].") + "abc"[Rng.below(3)]);
    }
    case 4: { // rows
      input("x", "int", 32, true, 0, 19);
      input("y", "int", 32, true, 0, 22);
      Declarations = std::string("static const ") + anyType() + " t[20][23] = {" + elements(20 * 23) + "};\n";
      return show("t[x][y]");
    }
    case 5: { // the index is computed and cut
      input("x", "int", 32, true, -40, 90);
      input("y", "int", 32, true, 0, 9);
      Declarations = table("t", anyType(), 256 + Rng.below(300));
      return show("t[(unsigned char)(x * " + number(1 + Rng.below(9)) + " + y)]");
    }
    case 6: { // a table that leads into another one, as scanners have them
      input("x", "int", 32, true, 0, 255);
      input("y", "int", 32, true, 0, 15);
      Most = 8;
      Declarations = table("kind", "unsigned char", 300) + table("next", anyType(), 400);
      return "  int state = (int)next[kind[x] * 8 + (y & 7)];\n" + show("next[(state & 7) * 8 + kind[y]]");
    }
    case 7: { // a sum over bytes, as checksums have it
      input("x", "int", 32, true, 0, 255);
      input("y", "int", 32, true, 0, 7);
      Declarations = table("t", "unsigned", 256 + Rng.below(2) * 100);
      return "  unsigned sum = (unsigned)y;\n  for (int k = 0; k < 2; k++)\n    sum = (sum >> 8) ^ t[(sum ^ "
             "(unsigned)(x + k)) "
             "& "
             "255];\n" +
             show("sum");
    }
    case 8: { // one of two tables
      input("x", "int", 32, true, 0, 260);
      input("y", "int", 32, true, 0, 3);
      const char *Type = anyType();
      Declarations = table("a", Type, 261) + table("b", Type, 300);
      return std::string("  const ") + Type + " *p = y & 1 ? a : b;\n" + show("p[x]");
    }
    default: { // a table that is written before it is read
      input("x", "int", 32, true, 0, 249);
      input("y", "int", 32, true, 0, 3);
      const char *Type = anyType();
      Declarations = table("t", Type, 250, "");
      std::string Some = number(Rng.below(250));
      return "  long first = (long)t[x];\n  t[" + Some + "] = 3;\n  long second = (long)t[x];\n  t[7] = (" +
             std::string(Type) + ")(y + 1);\n  if (y == 2)\n    t[" + Some + "] = 5;\n" +
             show("(long)t[x] + 2 * first + 3 * second");
    }
    }
  }

  static constexpr const char *Output = "int printf(const char *, ...);\nvoid out_int(int);\nvoid out_char(int);\n";

  Random Rng;
  std::uint64_t Shape, Most = 100, Last = 0;
  unsigned Noise = 8, Growth = 5;
  bool HasChange = false;
  std::string Declarations, Text;
  std::vector<InputParameter> Inputs;
};

} // namespace

RandomPair generateTablePair(std::uint64_t Seed) {
  return TableProgram(Seed).make(Seed);
}

} // namespace vernier::test

#include "random/RandomPair.h"

#include "random/Editor.h"
#include "random/TrapShapes.h"

namespace vernier::test {

namespace {

Style randomStyle(Random &Rng) {
  Style Look;
  Look.Indent = static_cast<unsigned>(Rng.below(9));
  Look.BraceOnOwnLine = Rng.chance(50);
  Look.Comments = Rng.chance(60);
  Look.BlankLines = Rng.chance(60);
  Look.Seed = Rng.next();
  return Look;
}

/// Applies edits of one kind until Count of them have found a place and the text differs.
void edit(SourceProgram &P, const std::string &OldText, const std::vector<Editor::Edit> &Kinds, std::uint64_t Count,
          Random &Rng, const GeneratorOptions &Options, std::vector<std::string> &Notes) {
  for (unsigned Tries = 0; Tries < 60; ++Tries) {
    if (Notes.size() >= Count && print(P) != OldText)
      return;
    Editor Editing(P, Rng, Options);
    if (auto Note = (Editing.*Kinds[Rng.below(Kinds.size())])())
      Notes.push_back(*Note);
  }
}

std::string mainFor(const RandomPair &Pair, bool Void) {
  std::string Call = Pair.Entry + "(";
  for (std::size_t K = 0; K < Pair.Parameters.size(); ++K)
    Call += (K ? ", (" : "(") + Pair.Parameters[K].Type + ")atoi(argv[" + std::to_string(K + 1) + "])";
  Call += ")";
  std::string Text = "int atoi(const char *);\n"
                     "void out_int(int v) {\n  printf(\"%d\\n\", v);\n}\n"
                     "void out_char(int c) {\n  printf(\"%c\", c);\n}\n"
                     "int main(int argc, char **argv) {\n";
  Text += "  if (argc != " + std::to_string(Pair.Parameters.size() + 1) + ")\n    return 2;\n";
  Text += Void ? "  " + Call + ";\n" : "  printf(\"= %d\\n\", " + Call + ");\n";
  return Text + "  return 0;\n}\n";
}

} // namespace

std::uint64_t RandomPair::inputs() const {
  std::uint64_t Size = 1;
  for (const InputParameter &P : Parameters)
    Size *= P.size();
  return Size;
}

RandomPair generatePair(std::uint64_t Seed, const GeneratorOptions &Options) {
  Random Rng(Seed);
  RandomPair Pair;
  Pair.Seed = Seed;
  SourceProgram Old = generateProgram(Rng, Options, Pair.Parameters);
  SourceProgram New = Old;
  Style Look;
  bool Void = Old.Functions.back().Void;
  bool Shaped = Options.TrapShape || Rng.chance(Options.TrapShapePercent);
  if (Shaped) {
    Pair.TrapShape = addTrapShape(Old, New, Pair.Parameters, Rng, Options);
    Pair.Edits.push_back("shape " + Pair.TrapShape);
    if (Rng.chance(25))
      edit(New, print(Old), Editor::behavioural(), 2, Rng, Options, Pair.Edits);
  } else if (Rng.chance(Options.IdentityPercent)) {
    Pair.Identity = true;
    edit(New, print(Old), Editor::identical(), 1 + Rng.below(3), Rng, Options, Pair.Edits);
    Look = randomStyle(Rng);
  } else {
    edit(New, print(Old), Editor::behavioural(), 1 + Rng.below(Options.MaxEdits), Rng, Options, Pair.Edits);
    if (Rng.chance(20)) {
      std::vector<std::string> Notes;
      edit(New, {}, Editor::identical(), 1, Rng, Options, Notes);
      Pair.Edits.insert(Pair.Edits.end(), Notes.begin(), Notes.end());
      Look = randomStyle(Rng);
    }
  }
  Pair.OldText = print(Old);
  Pair.NewText = print(New, Look);
  if (Options.WholeProgram) {
    Pair.OldText += mainFor(Pair, Void);
    Pair.NewText += mainFor(Pair, Void);
  }
  return Pair;
}

} // namespace vernier::test

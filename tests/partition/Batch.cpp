#include "partition/Batch.h"

#include <algorithm>
#include <set>

namespace vernier::test {

namespace {

/// Names that mean the same everywhere: of the language, of the preprocessor, of the library, of the output.
bool isShared(const std::string &Name) {
  static const std::set<std::string> Names = {
      "break",   "case",   "char",   "const",   "continue",   "default", "do",      "double",   "else",
      "enum",    "extern", "float",  "for",     "goto",       "if",      "int",     "long",     "return",
      "short",   "signed", "sizeof", "static",  "struct",     "switch",  "union",   "unsigned", "void",
      "while",   "define", "pragma", "clang",   "diagnostic", "ignored", "out_int", "out_char", "printf",
      "exit",    "_exit",  "abort",  "memcpy",  "memmove",    "memset",  "strcpy",  "strcmp",   "malloc",
      "realloc", "free",   "qsort",  "toupper", "putenv",     "getenv",  "getchar", "putchar",  "constructor"};
  return Name.starts_with("__") || Names.contains(Name);
}

bool isLetter(char C) {
  return std::isalpha(static_cast<unsigned char>(C)) || C == '_';
}

bool isPart(char C) {
  return isLetter(C) || std::isdigit(static_cast<unsigned char>(C));
}

/// Behind the literal or the number that begins there.
std::size_t literalEnd(const std::string &Text, std::size_t At) {
  if (Text[At] != '"' && Text[At] != '\'') {
    while (At < Text.size() && (isPart(Text[At]) || Text[At] == '.'))
      ++At;
    return At;
  }
  char Quote = Text[At++];
  while (At < Text.size() && Text[At] != Quote)
    At += Text[At] == '\\' ? 2 : 1;
  return At + 1;
}

/// Behind the comment that begins there; the same place if none does.
std::size_t commentEnd(const std::string &Text, std::size_t At) {
  if (Text.compare(At, 2, "//") == 0)
    return std::min(Text.find('\n', At), Text.size());
  if (Text.compare(At, 2, "/*") == 0)
    return std::min(Text.find("*/", At), Text.size() - 2) + 2;
  return At;
}

std::string dispatch(const std::vector<RandomPair> &Members, std::size_t Most, const std::vector<bool> &Void) {
  std::string Text = "int program(int which";
  for (std::size_t K = 0; K < Most; ++K)
    Text += ", int in" + std::to_string(K);
  Text += ") {\n  switch (which) {\n";
  for (std::size_t M = 0; M < Members.size(); ++M) {
    std::string Call = "program_" + std::to_string(M) + "(";
    for (std::size_t K = 0; K < Members[M].Parameters.size(); ++K)
      Call += (K ? ", (" : "(") + Members[M].Parameters[K].Type + ")in" + std::to_string(K);
    Text +=
        "  case " + std::to_string(M) + ":\n    " + (Void[M] ? Call + ");\n    break;\n" : "return " + Call + ");\n");
  }
  return Text + "  }\n  return 0;\n}\n";
}

} // namespace

bool canBeBatched(const RandomPair &Pair) {
  // What only one version of a member calls in the library would be a reason to say nothing about all of them.
  return Pair.TrapShape != "7-became-external" && Pair.TrapShape != "10-lost-buffer";
}

std::string withEnding(const std::string &Text, const std::string &Ending) {
  std::string Out;
  for (std::size_t At = 0; At < Text.size();) {
    std::size_t End = commentEnd(Text, At);
    if (End == At && (Text[At] == '"' || Text[At] == '\'' || std::isdigit(static_cast<unsigned char>(Text[At]))))
      End = literalEnd(Text, At);
    if (End != At) {
      Out += Text.substr(At, End - At);
      At = End;
      continue;
    }
    if (!isLetter(Text[At])) {
      Out += Text[At++];
      continue;
    }
    while (End < Text.size() && isPart(Text[End]))
      ++End;
    std::string Name = Text.substr(At, End - At);
    Out += isShared(Name) ? Name : Name + Ending;
    At = End;
  }
  return Out;
}

Batch batchOf(std::vector<RandomPair> Members, const std::string &Ends) {
  Batch Made;
  std::size_t Most = 0;
  std::vector<bool> OldVoid, NewVoid;
  for (std::size_t M = 0; M < Members.size(); ++M) {
    const RandomPair &Pair = Members[M];
    std::string Ending = "_" + std::to_string(M);
    Made.OldText += withEnding(Pair.OldText, Ending);
    Made.NewText += withEnding(Pair.NewText, Ending);
    Most = std::max(Most, Pair.Parameters.size());
    OldVoid.push_back(Pair.OldText.find("void " + Pair.Entry + "(") != std::string::npos);
    NewVoid.push_back(Pair.NewText.find("void " + Pair.Entry + "(") != std::string::npos);
  }
  Made.OldText += dispatch(Members, Most, OldVoid) + Ends;
  Made.NewText += dispatch(Members, Most, NewVoid) + Ends;
  for (std::size_t M = 0; M < Members.size(); ++M) {
    auto Number = static_cast<std::int64_t>(M);
    std::vector<InputParameter> All = {{"which", "int", 32, true, Number, Number}};
    for (std::size_t K = 0; K < Most; ++K) {
      InputParameter In{"in" + std::to_string(K), "int", 32, true, 0, 0};
      if (K < Members[M].Parameters.size()) {
        In.Min = Members[M].Parameters[K].Min;
        In.Max = Members[M].Parameters[K].Max;
      }
      All.push_back(In);
    }
    Made.Parameters.push_back(std::move(All));
  }
  Made.Members = std::move(Members);
  return Made;
}

} // namespace vernier::test

#include "source/Outline.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace vernier {

namespace {

bool isOneOf(const SourceToken &Token, const std::set<std::string_view> &Words) {
  return Words.count(Token.Text) != 0;
}

/// Words that may stand before '(' without being the name of a function.
const std::set<std::string_view> NotAName = {
    "__attribute__", "__attribute", "__declspec", "_Alignas",   "alignas",  "asm",
    "__asm__",       "__asm",       "decltype",   "noexcept",   "throw",    "requires",
    "explicit",      "_Generic",    "typeof",     "__typeof__", "if",       "while",
    "for",           "switch",      "return",     "sizeof",     "operator", "_Static_assert",
    "static_assert"};

bool looksLikeMacro(std::string_view Name) {
  return std::none_of(Name.begin(), Name.end(), [](unsigned char C) { return std::islower(C); }) || Name[0] == '_';
}

class Reader {
public:
  Reader(const std::vector<SourceToken> &TheTokens, SourceLanguage TheLanguage)
      : Tokens(TheTokens), Language(TheLanguage), Count(static_cast<unsigned>(TheTokens.size())) {}

  Outline read() {
    while (At < Count)
      if (Tokens[At].InDirective)
        readDirective();
      else
        readItem();
    if (Scopes != 0)
      problem("a scope is not closed at the end of the file");
    if (!Conditions.empty())
      problem("a conditional directive is not closed at the end of the file");
    return std::move(Result);
  }

private:
  const std::vector<SourceToken> &Tokens;
  SourceLanguage Language;
  unsigned Count;
  unsigned At = 0;
  unsigned Scopes = 0; ///< open namespaces, linkage blocks and (in C++) classes
  std::vector<std::string> Conditions;
  Outline Result;

  void problem(std::string Text) {
    if (Result.Problem.empty())
      Result.Problem = std::move(Text);
  }

  unsigned endOfDirective(unsigned Start) const {
    unsigned End = Start + 1;
    while (End < Count && Tokens[End].InDirective && !Tokens[End].StartsLine)
      ++End;
    return End;
  }

  std::string textOf(unsigned Begin, unsigned End) const {
    std::string Text;
    for (unsigned I = Begin; I != End; ++I)
      Text.append(Text.empty() ? "" : " ").append(Tokens[I].Text);
    return Text;
  }

  std::string context() const {
    std::string Text;
    for (auto &Condition : Conditions)
      Text += Condition + "\n";
    return Text;
  }

  Region &add(RegionKind Kind, std::string Name, unsigned Begin, unsigned End) {
    Region Next;
    Next.Kind = Kind;
    Next.Name = std::move(Name);
    Next.Begin = Begin;
    Next.End = End;
    Next.Context = context();
    return Result.Regions.emplace_back(std::move(Next));
  }

  /// #ifndef NAME, #define NAME at the very start: renaming it changes nothing for what is inside.
  bool isGuard(unsigned Begin, unsigned End) const {
    return Result.Regions.empty() && Conditions.empty() && End == Begin + 3 && Tokens[Begin + 1].is("ifndef") &&
           End + 2 < Count && Tokens[End].InDirective && Tokens[End + 1].is("define") &&
           Tokens[End + 2].Text == Tokens[Begin + 2].Text;
  }

  void readDirective() {
    unsigned Begin = At, End = endOfDirective(At);
    At = End;
    if (End == Begin + 1)
      return;
    std::string_view Word = Tokens[Begin + 1].Text;
    if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
      Conditions.push_back(isGuard(Begin, End) ? "include guard" : textOf(Begin, End));
    } else if (Word == "else" || Word == "elif" || Word == "elifdef" || Word == "elifndef") {
      if (Conditions.empty())
        problem("#" + std::string(Word) + " without #if");
      else
        Conditions.back() += " / " + textOf(Begin, End);
    } else if (Word == "endif") {
      if (Conditions.empty())
        problem("#endif without #if");
      else
        Conditions.pop_back();
    } else if ((Word == "define" || Word == "undef") && End > Begin + 2) {
      add(RegionKind::Define, std::string(Tokens[Begin + 2].Text), Begin, End);
    } else if (Word == "include" || Word == "import" || Word == "include_next") {
      std::string Name;
      for (unsigned I = Begin + 2; I != End; ++I)
        Name += Tokens[I].Text;
      add(RegionKind::Include, std::move(Name), Begin, End);
    } else {
      add(RegionKind::Directive, std::string(Word), Begin, End);
    }
  }

  /// The name that is declared by "... name ( ... )"; Count if there is none.
  unsigned functionName(unsigned Begin, unsigned End) const {
    unsigned Last = Count;
    for (unsigned I = Begin; I + 1 < End;) {
      const SourceToken &Token = Tokens[I];
      if (Token.InDirective) {
        ++I;
        continue;
      }
      if (Token.isIdentifier() && Tokens[I + 1].is("(") && !isOneOf(Token, NotAName)) {
        Last = I;
        if (!looksLikeMacro(Token.Text))
          return I;
      }
      I = Token.is("(") || Token.is("[") || Token.is("{") ? behindMatching(Tokens, I, End) : I + 1;
    }
    return Last;
  }

  /// The first declared name: what stands before the first of = [ ; , ( at the outermost level, or the tag of a type.
  std::string declaredName(unsigned Begin, unsigned End) const {
    if (unsigned Function = functionName(Begin, End); Function != Count)
      return std::string(Tokens[Function].Text);
    std::string Tag, Last;
    for (unsigned I = Begin; I < End;) {
      const SourceToken &Token = Tokens[I];
      if (Token.is("=") || Token.is("[") || Token.is(";") || Token.is(","))
        break;
      if (Token.is("{")) {
        I = behindMatching(Tokens, I, End);
        continue;
      }
      if (Token.isIdentifier() && !Token.InDirective) {
        if (I != Begin && (Tokens[I - 1].is("struct") || Tokens[I - 1].is("union") || Tokens[I - 1].is("enum") ||
                           Tokens[I - 1].is("class")))
          Tag = Token.Text;
        Last = Token.Text;
      }
      ++I;
    }
    return Last == "struct" || Last == "union" || Last == "enum" ? Tag : Last;
  }

  /// Whether the '{' behind [Begin, Open) opens a scope whose contents are items themselves.
  bool opensScope(unsigned Begin, unsigned Open, bool SeenAssignment) const {
    bool Class = false, Namespace = false, Linkage = false, Call = false;
    for (unsigned I = Begin; I != Open; ++I) {
      const SourceToken &Token = Tokens[I];
      Namespace |= Token.is("namespace");
      Class |= Token.is("class") || Token.is("struct") || Token.is("union");
      Linkage |= Token.is("extern") && I + 1 != Open && Tokens[I + 1].Kind == TokenKind::Text;
      Call |= Token.is("(") && I != Begin && !isOneOf(Tokens[I - 1], NotAName);
    }
    if (Namespace || (Linkage && Open - Begin == 2))
      return true;
    return Language == SourceLanguage::Cxx && Class && !Call && !SeenAssignment;
  }

  void closeScope() {
    if (Scopes == 0)
      problem("a closing brace without an opening one in line " + std::to_string(Tokens[At].Line));
    else
      --Scopes;
    ++At;
  }

  /// A word in capitals, with arguments or without, may be a macro that stands for whole declarations.
  bool isLoneMacro(unsigned Begin, unsigned End) const {
    return Tokens[Begin].isIdentifier() && looksLikeMacro(Tokens[Begin].Text) &&
           (Begin + 1 == End || (Tokens[Begin + 1].is("(") && behindMatching(Tokens, Begin + 1, End) == End));
  }

  void readItem() {
    unsigned Begin = At;
    if (Tokens[At].is("}"))
      return closeScope();
    if (Tokens[At].is(";")) {
      ++At;
      return;
    }
    bool Assigned = false, Parameters = false;
    for (unsigned I = Begin; I < Count;) {
      const SourceToken &Token = Tokens[I];
      if (Token.InDirective) {
        // A directive between two tokens of an item is part of it, unless what came before is complete.
        if (isLoneMacro(Begin, I)) {
          add(RegionKind::Declaration, declaredName(Begin, I), Begin, I);
          At = I;
          return;
        }
        I = endOfDirective(I);
      } else if (Token.is(";")) {
        add(RegionKind::Declaration, declaredName(Begin, I), Begin, I + 1);
        At = I + 1;
        return;
      } else if (Token.is("}")) {
        add(RegionKind::Declaration, declaredName(Begin, I), Begin, I);
        At = I;
        return;
      } else if (Token.is("{")) {
        if (opensScope(Begin, I, Assigned)) {
          add(RegionKind::Declaration, declaredName(Begin, I), Begin, I + 1);
          ++Scopes;
          At = I + 1;
          return;
        }
        if (!Assigned && (Parameters || I == Begin))
          return readFunction(Begin, I);
        I = behindMatching(Tokens, I, Count);
      } else if (Token.is("(") || Token.is("[")) {
        Parameters |= Token.is("(");
        I = behindMatching(Tokens, I, Count);
      } else {
        Assigned |= Token.is("=") && !(I != Begin && Tokens[I - 1].is("operator"));
        ++I;
      }
    }
    add(RegionKind::Declaration, declaredName(Begin, Count), Begin, Count);
    if (!isLoneMacro(Begin, Count))
      problem("the last item of the file is not complete");
    At = Count;
  }

  void readFunction(unsigned Begin, unsigned Open) {
    // Parameters declared between the list and the body (before C90) have ended the item too early.
    while (Begin == Open || functionName(Begin, Open) == Count) {
      if (Result.Regions.empty() || Result.Regions.back().Kind != RegionKind::Declaration)
        break;
      Begin = Result.Regions.back().Begin;
      Result.Regions.pop_back();
    }
    unsigned End = behindMatching(Tokens, Open, Count);
    if (matchingBracket(Tokens, Open, Count) == Count) {
      problem("the body that starts in line " + std::to_string(Tokens[Open].Line) + " is not closed");
      End = guessEnd(Open);
    }
    unsigned Name = functionName(Begin, Open);
    Region &Function = add(RegionKind::Function, Name == Count ? "" : std::string(Tokens[Name].Text), Begin, End);
    Function.Body = Open;
    for (unsigned I = Begin; I != Open; ++I)
      Function.Static |= Tokens[I].is("static");
    At = End;
  }

  /// Braces that do not match: most code closes a function in the first column.
  unsigned guessEnd(unsigned Open) const {
    for (unsigned I = Open + 1; I < Count; ++I)
      if (Tokens[I].is("}") && Tokens[I].Column == 1)
        return I + 1;
    return Count;
  }
};

} // namespace

namespace {

/// Follows the depth of brackets through conditional directives.
class DepthCounter {
public:
  long Depth = 0;

  /// At the '#' of a directive, with the word behind it.
  void directive(std::string_view Word) {
    if (Word == "if" || Word == "ifdef" || Word == "ifndef")
      AtCondition.push_back(Depth);
    else if ((Word == "else" || Word.substr(0, 4) == "elif") && !AtCondition.empty())
      Depth = AtCondition.back();
    else if (Word == "endif" && !AtCondition.empty())
      AtCondition.pop_back();
  }

private:
  std::vector<long> AtCondition;
};

} // namespace

unsigned matchingBracket(const std::vector<SourceToken> &Tokens, unsigned Open, unsigned End) {
  std::string_view Opening = Tokens[Open].Text;
  std::string_view Closing = Opening == "(" ? ")" : Opening == "[" ? "]" : "}";
  DepthCounter Own, Braces;
  for (unsigned I = Open; I < End; ++I) {
    const SourceToken &Token = Tokens[I];
    if (Token.InDirective) {
      if (Token.StartsLine && I + 1 != End) {
        Own.directive(Tokens[I + 1].Text);
        Braces.directive(Tokens[I + 1].Text);
      }
      continue;
    }
    if (Token.Text == Opening)
      ++Own.Depth;
    else if (Token.Text == Closing && --Own.Depth == 0)
      return I;
    if (Opening == "{")
      continue;
    if (Token.is("{"))
      ++Braces.Depth;
    else if (Token.is("}") && --Braces.Depth < 0)
      return End;
  }
  return End;
}

unsigned behindMatching(const std::vector<SourceToken> &Tokens, unsigned Open, unsigned End) {
  unsigned Close = matchingBracket(Tokens, Open, End);
  // Without its partner a bracket stands for itself, so that what follows is still read.
  return Close != End ? Close + 1 : Tokens[Open].is("{") ? End : Open + 1;
}

Outline readOutline(const std::vector<SourceToken> &Tokens, SourceLanguage Language) {
  return Reader(Tokens, Language).read();
}

} // namespace vernier

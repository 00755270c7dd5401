#include "source/Guess.h"

#include "source/Outline.h"

#include <algorithm>
#include <cctype>

namespace vernier {

namespace {

using Words = std::set<std::string_view>;

const Words DeclarationWords = {"static", "extern", "inline", "const",    "int",      "char",      "void",   "unsigned",
                                "signed", "long",   "short",  "struct",   "union",    "enum",      "double", "float",
                                "bool",   "_Bool",  "class",  "volatile", "register", "_Noreturn", "auto",   "typedef"};
const Words Qualifiers = {"const", "volatile", "restrict", "__restrict", "static", "extern", "register", "inline"};
const Words OtherKeywords = {"return",
                             "if",
                             "else",
                             "while",
                             "for",
                             "do",
                             "switch",
                             "case",
                             "default",
                             "break",
                             "continue",
                             "goto",
                             "sizeof",
                             "restrict",
                             "_Static_assert",
                             "new",
                             "delete",
                             "throw",
                             "operator",
                             "typename",
                             "using",
                             "namespace",
                             "template",
                             "public",
                             "private",
                             "protected",
                             "friend",
                             "virtual",
                             "try",
                             "catch",
                             "asm",
                             "__asm__",
                             "typeof",
                             "__typeof__",
                             "defined",
                             "__attribute__",
                             "__extension__",
                             "_Alignas",
                             "alignas",
                             "alignof",
                             "constexpr",
                             "explicit",
                             "mutable",
                             "override",
                             "final",
                             "noexcept",
                             "const_cast",
                             "static_cast",
                             "this",
                             "co_return",
                             "and",
                             "or",
                             "not",
                             "_Generic",
                             "_Atomic",
                             "_Thread_local",
                             "thread_local",
                             "__inline",
                             "__inline__",
                             "__restrict",
                             "__restrict__",
                             "__const",
                             "__volatile__"};

bool isKeyword(std::string_view Text) {
  return DeclarationWords.count(Text) || OtherKeywords.count(Text);
}

bool hasNoLowerCase(std::string_view Name) {
  return std::none_of(Name.begin(), Name.end(), [](unsigned char C) { return std::islower(C); });
}

class Guesser {
public:
  explicit Guesser(const std::vector<SourceToken> &All) {
    for (auto &Token : All)
      if (!Token.InDirective)
        Tokens.push_back(&Token);
  }

  NameGuesses guess() {
    findDepths();
    for (std::size_t I = 0; I != Tokens.size(); ++I)
      if (isName(I) && text(I + 1) == "(")
        Result.Called.emplace(text(I));
    for (std::size_t I = 0; I != Tokens.size(); ++I)
      Result.DefinesBool |= text(I) == "bool" && text(I + 1) == ";";
    for (std::size_t I = 0; I != Tokens.size(); ++I)
      if (isName(I) && (before(I) == "case" || hasNoLowerCase(text(I))))
        Result.Constants.emplace(text(I));
    for (std::size_t I = 0; I != Tokens.size(); ++I)
      if (isName(I) && looksLikeAttribute(I))
        Result.EmptyMacros.emplace(text(I));
    for (std::size_t I = 0; I != Tokens.size(); ++I)
      if (isName(I) && looksLikeCallAttribute(I))
        Result.EmptyCallMacros.emplace(text(I));
    for (std::size_t I = 0; I != Tokens.size(); ++I)
      if (isName(I) && !Result.EmptyMacros.count(text(I)) && looksLikeType(I))
        Result.Types.emplace(text(I));
    return std::move(Result);
  }

private:
  std::vector<const SourceToken *> Tokens;
  std::vector<unsigned> BraceDepth;
  NameGuesses Result;

  std::string_view text(std::size_t I) const { return I < Tokens.size() ? Tokens[I]->Text : std::string_view(); }
  std::string_view before(std::size_t I) const { return I == 0 ? std::string_view(";") : text(I - 1); }
  bool isName(std::size_t I) const { return I < Tokens.size() && Tokens[I]->isIdentifier() && !isKeyword(text(I)); }
  bool nameBefore(std::size_t I) const { return I != 0 && isName(I - 1); }

  void findDepths() {
    unsigned Depth = 0;
    for (auto *Token : Tokens) {
      if (Token->is("}") && Depth != 0)
        --Depth;
      BraceDepth.push_back(Depth);
      if (Token->is("{"))
        ++Depth;
    }
  }

  bool looksLikeAttribute(std::size_t I) const {
    std::string_view Next = text(I + 1), Previous = before(I);
    if (!hasNoLowerCase(text(I)) && text(I)[0] != '_')
      return false;
    if (DeclarationWords.count(Next) && Next != "const")
      return true;
    bool AfterType = nameBefore(I) || DeclarationWords.count(Previous) || Previous == "*";
    if (AfterType && isName(I + 1) && !Qualifiers.count(Previous) && Previous != "struct" && Previous != "union" &&
        Previous != "enum")
      return true;
    if (Previous == ")" && BraceDepth[I] == 0 && (Next == ";" || Next == "{"))
      return true;
    // `type name ATTRIBUTE`; what follows a type directly is the name.
    bool AfterName = nameBefore(I) && I >= 2 &&
                     (isName(I - 2) || text(I - 2) == "*" ||
                      (DeclarationWords.count(text(I - 2)) && !Qualifiers.count(text(I - 2))));
    return AfterName && (Next == "," || Next == ")" || Next == ";" || Next == "=");
  }

  bool looksLikeCallAttribute(std::size_t I) const {
    if (text(I + 1) != "(" || BraceDepth[I] != 0 || (!hasNoLowerCase(text(I)) && text(I)[0] != '_'))
      return false;
    return before(I) == ")" || before(I) == "]" || nameBefore(I);
  }

  bool looksLikeType(std::size_t I) const {
    static const Words NotBefore = {"struct", "union", "enum", "goto", "class", ".", "->", "::"};
    std::string_view Previous = before(I);
    if (NotBefore.count(Previous))
      return false;
    if (isName(I + 1) || text(I + 1) == "const" || text(I + 1) == "restrict")
      return true;
    std::size_t Behind = I + 1;
    while (text(Behind) == "*" || Qualifiers.count(text(Behind)))
      ++Behind;
    if (Behind == I + 1)
      return false;
    if (Previous == "(" && text(Behind) == ")")
      return true; // a cast to a pointer
    static const Words Starts = {";", "{", "}", "(", ","};
    static const Words Ends = {",", ")", ";", "=", "[", "("};
    // In a body, `(LIMIT * n` is rather a product.
    bool Caps = hasNoLowerCase(text(I)) && text(I) != "FILE" && text(I) != "DIR" && BraceDepth[I] != 0;
    return isName(Behind) && Ends.count(text(Behind + 1)) &&
           (Qualifiers.count(Previous) || (Starts.count(Previous) && !Caps));
  }
};

} // namespace

void NameGuesses::merge(const NameGuesses &Other) {
  Types.insert(Other.Types.begin(), Other.Types.end());
  EmptyMacros.insert(Other.EmptyMacros.begin(), Other.EmptyMacros.end());
  EmptyCallMacros.insert(Other.EmptyCallMacros.begin(), Other.EmptyCallMacros.end());
  Called.insert(Other.Called.begin(), Other.Called.end());
  DefinesBool |= Other.DefinesBool;
  Constants.insert(Other.Constants.begin(), Other.Constants.end());
}

NameGuesses guessNames(const std::vector<SourceToken> &Tokens) {
  return Guesser(Tokens).guess();
}

} // namespace vernier

#include "source/Declarations.h"

#include <algorithm>

namespace vernier {

namespace {

class Reader {
public:
  Reader(const std::vector<SourceToken> &TheTokens, const Region &TheRegion, const std::set<unsigned> &TheTouched)
      : Tokens(TheTokens), R(TheRegion), Touched(TheTouched) {}

  DeclaredNames read() {
    bool Typedef = false;
    for (unsigned I = R.Begin; I != R.End;) {
      const SourceToken &Token = Tokens[I];
      if (Token.InDirective) {
        ++I;
        continue;
      }
      Typedef |= Token.is("typedef") || Token.is("using");
      if (Token.is("struct") || Token.is("union") || Token.is("class") || Token.is("enum")) {
        I = readTag(I);
        continue;
      }
      if (Token.is("=")) {
        I = skipInitialiser(I);
        continue;
      }
      if (Token.is("(") || Token.is("[") || Token.is("{")) {
        if (Token.is("("))
          readPointer(I);
        I = behindMatching(Tokens, I, R.End);
        continue;
      }
      if (Token.isIdentifier() && endsDeclarator(I + 1))
        (Typedef ? Result.Types : Result.Values).emplace(Token.Text);
      ++I;
    }
    return std::move(Result);
  }

private:
  const std::vector<SourceToken> &Tokens;
  const Region &R;
  const std::set<unsigned> &Touched;
  DeclaredNames Result;

  bool endsDeclarator(unsigned I) {
    if (I >= R.End)
      return true;
    const SourceToken &Token = Tokens[I];
    if (Token.is("(") && Tokens[I - 1].Text == R.Name)
      Result.Prototype = true;
    return Token.is("=") || Token.is("[") || Token.is(",") || Token.is(";") || Token.is("(") || Token.is(":");
  }

  /// `(*name)` declares name.
  void readPointer(unsigned I) {
    if (I + 2 < R.End && Tokens[I + 1].is("*") && Tokens[I + 2].isIdentifier())
      Result.Values.emplace(Tokens[I + 2].Text);
  }

  unsigned skipInitialiser(unsigned I) {
    while (I != R.End && !Tokens[I].is(",") && !Tokens[I].is(";"))
      I = Tokens[I].is("(") || Tokens[I].is("[") || Tokens[I].is("{") ? behindMatching(Tokens, I, R.End) : I + 1;
    return I;
  }

  unsigned readTag(unsigned I) {
    bool Enum = Tokens[I].is("enum");
    std::string Tag;
    for (++I; I != R.End && Tokens[I].isIdentifier(); ++I)
      Tag = Tokens[I].Text;
    if (I == R.End || !Tokens[I].is("{"))
      return I; // only mentioned; its last word may be the declared name
    if (!Tag.empty())
      Result.Types.insert(Tag);
    unsigned End = behindMatching(Tokens, I, R.End);
    if (Enum)
      readEnumerators(I + 1, End);
    else
      for (unsigned M = I + 1; M < End; ++M)
        if (Touched.count(M) && Tokens[M].isIdentifier() && memberEnds(M + 1))
          Result.Types.emplace(Tokens[M].Text);
        else if (Touched.count(M))
          addMemberAround(M, I + 1, End);
    return End;
  }

  bool memberEnds(unsigned I) const {
    return I < R.End &&
           (Tokens[I].is(";") || Tokens[I].is(",") || Tokens[I].is("[") || Tokens[I].is(":") || Tokens[I].is("("));
  }

  /// The members of the declaration (up to its semicolon) that a touched token belongs to.
  void addMemberAround(unsigned M, unsigned Begin, unsigned End) {
    unsigned From = M;
    while (From > Begin && !Tokens[From - 1].is(";") && !Tokens[From - 1].is("{") && !Tokens[From - 1].is("}"))
      --From;
    for (unsigned I = From; I + 1 < End; ++I) {
      if (Tokens[I].isIdentifier() && memberEnds(I + 1))
        Result.Types.emplace(Tokens[I].Text);
      if (Tokens[I].is(";"))
        return;
    }
  }

  /// A touched enumerator changes the ones behind it too, up to the next that is given a value.
  void readEnumerators(unsigned Begin, unsigned End) {
    bool Affected = false;
    for (unsigned I = Begin; I + 1 < End;) {
      unsigned Next = I;
      bool Here = false, Given = false;
      while (Next + 1 < End && !Tokens[Next].is(",")) {
        Here |= Touched.count(Next) != 0;
        Given |= Tokens[Next].is("=");
        Next = Tokens[Next].is("(") || Tokens[Next].is("{") ? std::min(behindMatching(Tokens, Next, End), End - 1)
                                                            : Next + 1;
      }
      Affected = Here || (Affected && !Given);
      while (I < Next && Tokens[I].InDirective)
        ++I;
      if (Affected && I < Next && Tokens[I].isIdentifier())
        Result.Values.emplace(Tokens[I].Text);
      // Something removed just before the comma belongs to what follows.
      Affected |= Touched.count(Next) != 0;
      I = Next + 1;
    }
  }
};

} // namespace

DeclaredNames declaredNames(const std::vector<SourceToken> &Tokens, const Region &R,
                            const std::set<unsigned> &Touched) {
  if (R.Kind == RegionKind::Define)
    return {{R.Name}, {}, false};
  if (R.Kind != RegionKind::Declaration)
    return {};
  return Reader(Tokens, R, Touched).read();
}

} // namespace vernier

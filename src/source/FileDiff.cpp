#include "source/FileDiff.h"

#include "source/Alignment.h"
#include "source/Declarations.h"
#include "source/Slide.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>

namespace vernier {

std::optional<SourceLanguage> languageOf(const std::string &Path) {
  auto Dot = Path.rfind('.');
  if (Dot == std::string::npos || Path.find('/', Dot) != std::string::npos)
    return std::nullopt;
  static const std::set<std::string, std::less<>> C = {"c", "h", "inc", "def"},
                                                  Cxx = {"cc",  "cpp", "cxx", "c++", "C",   "hh",  "hpp",
                                                         "hxx", "h++", "H",   "ipp", "tpp", "inl", "tcc"};
  std::string Suffix = Path.substr(Dot + 1);
  if (C.count(Suffix))
    return SourceLanguage::C;
  if (Cxx.count(Suffix))
    return SourceLanguage::Cxx;
  return std::nullopt;
}

std::optional<SourceLanguage> languageOf(const FileChange &Change) {
  auto Language = languageOf(Change.path());
  if (Language != SourceLanguage::C || !isHeader(Change.path()))
    return Language;
  static const std::set<std::string_view> OnlyCxx = {"class", "namespace", "template", "::", "public", "private"};
  int GuardedFor = 0; // C headers may have parts for C++
  auto Tokens = lexTokens(Change.NewText.empty() ? Change.OldText : Change.NewText, SourceLanguage::Cxx);
  for (std::size_t I = 0; I != Tokens.size(); ++I) {
    if (Tokens[I].InDirective)
      GuardedFor += Tokens[I].is("__cplusplus") ? 1 : 0;
    else if (OnlyCxx.count(Tokens[I].Text) && GuardedFor == 0 &&
             !(I != 0 && (Tokens[I - 1].is(".") || Tokens[I - 1].is("->"))))
      return SourceLanguage::Cxx;
  }
  return Language;
}

bool isHeader(const std::string &Path) {
  static const std::set<std::string, std::less<>> Suffixes = {"h",   "inc", "def", "hh",  "hpp", "hxx",
                                                              "h++", "H",   "ipp", "tpp", "inl", "tcc"};
  auto Dot = Path.rfind('.');
  return Dot != std::string::npos && Suffixes.count(Path.substr(Dot + 1));
}

namespace {

/// Numbers for texts, so that sequences of them can be aligned.
class Interner {
public:
  std::uint32_t operator()(std::string_view Text) {
    return Numbers.try_emplace(std::string(Text), static_cast<std::uint32_t>(Numbers.size())).first->second;
  }

private:
  std::unordered_map<std::string, std::uint32_t> Numbers;
};

/// Two ranges of tokens that correspond.
struct RangePair {
  unsigned OldBegin, OldEnd, NewBegin, NewEnd;
};

class Differ {
public:
  Differ(const FileChange &Change, SourceLanguage Language) {
    Diff.Change = &Change;
    Diff.Language = Language;
    Diff.OldTokens = lexTokens(Change.OldText, Language);
    Diff.NewTokens = lexTokens(Change.NewText, Language);
    Diff.Changed.assign(Diff.NewTokens.size(), false);
  }

  FileDiff run() {
    if (sameTokens()) {
      Diff.EmptyReason = "only comments and white space";
      return std::move(Diff);
    }
    Diff.Old = readOutline(Diff.OldTokens, Diff.Language);
    Diff.New = readOutline(Diff.NewTokens, Diff.Language);
    PartnerOfOld.assign(Diff.Old.Regions.size(), None);
    PartnerOfNew.assign(Diff.New.Regions.size(), None);
    pairEqual();
    pairByName();
    pairRenamed();
    for (unsigned N = 0; N != Diff.New.Regions.size(); ++N)
      compare(N);
    for (unsigned O = 0; O != Diff.Old.Regions.size(); ++O)
      if (PartnerOfOld[O] == None)
        removed(O);
    if (Diff.empty())
      explainNoRegion();
    Diff.ChangedLines = countLines();
    return std::move(Diff);
  }

private:
  static constexpr unsigned None = ~0u;
  FileDiff Diff;
  Interner Number;
  std::vector<unsigned> PartnerOfOld, PartnerOfNew;
  std::vector<bool> Exact; ///< by new region: the partner has the same tokens and context
  std::vector<RemovedTokens> AllRemoved;

  bool sameTokens() const {
    return std::equal(Diff.OldTokens.begin(), Diff.OldTokens.end(), Diff.NewTokens.begin(), Diff.NewTokens.end(),
                      [](const SourceToken &A, const SourceToken &B) {
                        return A.Text == B.Text && A.InDirective == B.InDirective &&
                               (!A.InDirective || A.StartsLine == B.StartsLine);
                      });
  }

  static std::string textOf(const std::vector<SourceToken> &Tokens, unsigned Begin, unsigned End) {
    std::string Text;
    for (unsigned I = Begin; I != End; ++I)
      Text.append(Tokens[I].InDirective && Tokens[I].StartsLine ? "\n" : " ").append(Tokens[I].Text);
    return Text;
  }

  void join(unsigned O, unsigned N) {
    PartnerOfOld[O] = N;
    PartnerOfNew[N] = O;
  }

  template <class Key> void pairBy(Key KeyOf) {
    std::map<std::string, std::vector<unsigned>> Waiting;
    for (unsigned O = Diff.Old.Regions.size(); O-- != 0;)
      if (PartnerOfOld[O] == None)
        if (std::string Text = KeyOf(Diff.OldTokens, Diff.Old.Regions[O]); !Text.empty())
          Waiting[Text].push_back(O);
    for (unsigned N = 0; N != Diff.New.Regions.size(); ++N)
      if (PartnerOfNew[N] == None)
        if (auto Found = Waiting.find(KeyOf(Diff.NewTokens, Diff.New.Regions[N]));
            Found != Waiting.end() && !Found->second.empty()) {
          join(Found->second.back(), N);
          Found->second.pop_back();
        }
  }

  void pairEqual() {
    pairBy([](auto &Tokens, const Region &R) { return R.Context + "|" + textOf(Tokens, R.Begin, R.End); });
    Exact.resize(Diff.New.Regions.size());
    for (unsigned N = 0; N != Exact.size(); ++N)
      Exact[N] = PartnerOfNew[N] != None;
  }

  void pairByName() {
    auto Kind = [](const Region &R) { return std::to_string(static_cast<int>(R.Kind)) + "|" + R.Name; };
    pairBy([&](auto &, const Region &R) { return R.Name.empty() ? "" : R.Context + Kind(R); });
    pairBy([&](auto &, const Region &R) { return R.Name.empty() || R.Kind == RegionKind::Include ? "" : Kind(R); });
  }

  /// A renamed function is not a removed and an added one (docs/design.md#change-map): bodies that share most tokens
  /// are one.
  void pairRenamed() {
    constexpr unsigned Most = 200;
    std::vector<unsigned> OldLeft, NewLeft;
    for (unsigned O = 0; O != Diff.Old.Regions.size(); ++O)
      if (PartnerOfOld[O] == None && Diff.Old.Regions[O].Kind == RegionKind::Function)
        OldLeft.push_back(O);
    for (unsigned N = 0; N != Diff.New.Regions.size(); ++N)
      if (PartnerOfNew[N] == None && Diff.New.Regions[N].Kind == RegionKind::Function)
        NewLeft.push_back(N);
    if (OldLeft.size() > Most || NewLeft.size() > Most)
      return;
    for (unsigned N : NewLeft) {
      unsigned Best = None;
      double BestShare = 0.75;
      for (unsigned O : OldLeft)
        if (PartnerOfOld[O] == None)
          if (double Share = sharedTokens(Diff.Old.Regions[O], Diff.New.Regions[N]); Share > BestShare) {
            BestShare = Share;
            Best = O;
          }
      if (Best != None)
        join(Best, N);
    }
  }

  double sharedTokens(const Region &O, const Region &N) const {
    std::unordered_map<std::string_view, int> Counts;
    for (unsigned I = O.Body; I != O.End; ++I)
      ++Counts[Diff.OldTokens[I].Text];
    unsigned Shared = 0;
    for (unsigned I = N.Body; I != N.End; ++I)
      if (auto Found = Counts.find(Diff.NewTokens[I].Text); Found != Counts.end() && Found->second-- > 0)
        ++Shared;
    return static_cast<double>(Shared) / std::max(O.End - O.Body, N.End - N.Body);
  }

  /// Lines first, so that equal words far apart are not taken for each other; then tokens between equal lines.
  std::vector<RemovedTokens> alignTokens(const RangePair &Pair) {
    auto OldLines = linesOf(Diff.OldTokens, Pair.OldBegin, Pair.OldEnd);
    auto NewLines = linesOf(Diff.NewTokens, Pair.NewBegin, Pair.NewEnd);
    Alignment Lines = align(OldLines.second, NewLines.second);
    std::vector<RemovedTokens> Removed;
    unsigned O = 0, N = 0;
    unsigned OldCount = OldLines.second.size(), NewCount = NewLines.second.size();
    while (O < OldCount || N < NewCount) {
      if (O < OldCount && N < NewCount && Lines.NewOf[O] == N) {
        ++O, ++N;
        continue;
      }
      unsigned OldEnd = O, NewEnd = N;
      while (OldEnd < OldCount && Lines.NewOf[OldEnd] == Alignment::Unmatched)
        ++OldEnd;
      while (NewEnd < NewCount && Lines.OldOf[NewEnd] == Alignment::Unmatched)
        ++NewEnd;
      alignInside({OldLines.first[O], OldLines.first[OldEnd], NewLines.first[N], NewLines.first[NewEnd]}, Removed);
      O = OldEnd, N = NewEnd;
    }
    slideAdded(Diff.NewTokens, Pair.NewBegin, Pair.NewEnd, Removed, Diff.Changed);
    for (auto &Gone : Removed)
      if (!replaced(Gone))
        Gone = slideRemoved(Gone, Diff.OldTokens, Pair.OldBegin, Pair.OldEnd, Diff.NewTokens, Pair.NewBegin,
                            Pair.NewEnd, Diff.Changed);
    return Removed;
  }

  /// Whether something new stands where the tokens were.
  bool replaced(const RemovedTokens &Gone) const {
    return (Gone.At < Diff.NewTokens.size() && Diff.Changed[Gone.At]) ||
           (Gone.At > 0 && Gone.At <= Diff.NewTokens.size() && Diff.Changed[Gone.At - 1]);
  }

  /// The first token of each line (and the end), and a number for the text of each.
  std::pair<std::vector<unsigned>, std::vector<std::uint32_t>> linesOf(const std::vector<SourceToken> &Tokens,
                                                                       unsigned Begin, unsigned End) {
    std::vector<unsigned> Starts;
    std::vector<std::uint32_t> Numbers;
    for (unsigned I = Begin; I < End;) {
      unsigned Next = I;
      while (Next < End && Tokens[Next].Line == Tokens[I].Line)
        ++Next;
      Starts.push_back(I);
      Numbers.push_back(Number(textOf(Tokens, I, Next)));
      I = Next;
    }
    Starts.push_back(End);
    return {Starts, Numbers};
  }

  void alignInside(const RangePair &Pair, std::vector<RemovedTokens> &Removed) {
    std::vector<std::uint32_t> Old, New, OldLines, NewLines;
    for (unsigned I = Pair.OldBegin; I != Pair.OldEnd; ++I) {
      Old.push_back(Number(Diff.OldTokens[I].Text));
      OldLines.push_back(Diff.OldTokens[I].Line);
    }
    for (unsigned I = Pair.NewBegin; I != Pair.NewEnd; ++I) {
      New.push_back(Number(Diff.NewTokens[I].Text));
      NewLines.push_back(Diff.NewTokens[I].Line);
    }
    Alignment Tokens = alignByLines(Old, OldLines, New, NewLines);
    for (unsigned I = 0; I != New.size(); ++I)
      if (Tokens.OldOf[I] == Alignment::Unmatched)
        Diff.Changed[Pair.NewBegin + I] = true;
    unsigned At = 0;
    for (unsigned I = 0; I < Old.size();) {
      if (Tokens.NewOf[I] != Alignment::Unmatched) {
        At = Tokens.NewOf[I++] + 1;
        continue;
      }
      unsigned End = I;
      while (End < Old.size() && Tokens.NewOf[End] == Alignment::Unmatched)
        ++End;
      Removed.push_back({Pair.NewBegin + At, Pair.OldBegin + I, Pair.OldBegin + End});
      I = End;
    }
  }

  void compare(unsigned N) {
    if (Exact[N])
      return;
    const Region &New = Diff.New.Regions[N];
    if (New.Kind == RegionKind::Function)
      return compareFunction(N);
    DeclarationChange Change;
    Change.Region = N;
    std::vector<RemovedTokens> Removed;
    if (unsigned O = PartnerOfNew[N]; O != None) {
      const Region &Old = Diff.Old.Regions[O];
      Removed = alignTokens({Old.Begin, Old.End, New.Begin, New.End});
    } else {
      std::fill(Diff.Changed.begin() + New.Begin, Diff.Changed.begin() + New.End, true);
    }
    AllRemoved.insert(AllRemoved.end(), Removed.begin(), Removed.end());
    std::set<unsigned> Touched;
    for (unsigned I = New.Begin; I != New.End; ++I)
      if (Diff.Changed[I])
        Touched.insert(I);
    for (auto &Gone : Removed)
      if (Gone.At < New.End)
        Touched.insert(Gone.At);
    describe(Diff.NewTokens, New, Touched, Change);
    Diff.Declarations.push_back(std::move(Change));
  }

  void compareFunction(unsigned N) {
    const Region &New = Diff.New.Regions[N];
    FunctionChange Change;
    Change.Region = N;
    unsigned O = PartnerOfNew[N];
    if (O == None) {
      Change.Added = true;
      std::fill(Diff.Changed.begin() + New.Begin, Diff.Changed.begin() + New.End, true);
      Diff.Functions.push_back(std::move(Change));
      return;
    }
    const Region &Old = Diff.Old.Regions[O];
    auto Head = alignTokens({Old.Begin, Old.Body, New.Begin, New.Body});
    Change.Removed = alignTokens({Old.Body, Old.End, New.Body, New.End});
    Change.Signature = !Head.empty() || std::any_of(Diff.Changed.begin() + New.Begin, Diff.Changed.begin() + New.Body,
                                                    [](bool Changed) { return Changed; });
    Change.Types = Change.Signature && signatureTypes(Diff.OldTokens, Old) != signatureTypes(Diff.NewTokens, New);
    Change.Context = Old.Context != New.Context;
    AllRemoved.insert(AllRemoved.end(), Head.begin(), Head.end());
    AllRemoved.insert(AllRemoved.end(), Change.Removed.begin(), Change.Removed.end());
    Diff.Functions.push_back(std::move(Change));
  }

  /// In signatures, mostly attributes.
  static bool inCapitals(const SourceToken &Token) {
    return Token.isIdentifier() &&
           std::none_of(Token.Text.begin(), Token.Text.end(), [](unsigned char C) { return std::islower(C); });
  }

  /// What a signature means for callers: its words without the names of function and parameters, and without
  /// qualifiers.
  static std::string signatureTypes(const std::vector<SourceToken> &Tokens, const Region &R) {
    static const std::set<std::string_view> Irrelevant = {"const",    "extern",   "static",    "inline",
                                                          "register", "restrict", "_Noreturn", "volatile"};
    std::string Text;
    for (unsigned I = R.Begin; I != R.Body; ++I) {
      unsigned Next = I + 1;
      while (Next < R.Body && inCapitals(Tokens[Next]))
        ++Next;
      bool EndsParameter = Next == R.Body || Tokens[Next].is(",") || Tokens[Next].is(")") || Tokens[Next].is("[");
      bool HasType = I != R.Begin && (Tokens[I - 1].isIdentifier() || Tokens[I - 1].is("*") || Tokens[I - 1].is("&"));
      bool IsName = Tokens[I].Text == R.Name || (Tokens[I].isIdentifier() && EndsParameter && HasType);
      if (!IsName && !inCapitals(Tokens[I]) && !Irrelevant.count(Tokens[I].Text))
        Text.append(" ").append(Tokens[I].Text);
    }
    return Text;
  }

  void removed(unsigned O) {
    const Region &Old = Diff.Old.Regions[O];
    AllRemoved.push_back({static_cast<unsigned>(Diff.NewTokens.size()), Old.Begin, Old.End});
    if (Old.Kind == RegionKind::Function) {
      Diff.RemovedFunctions.push_back(O);
      return;
    }
    DeclarationChange Change;
    Change.OldRegion = O;
    std::set<unsigned> Touched;
    for (unsigned I = Old.Begin; I != Old.End; ++I)
      Touched.insert(I);
    describe(Diff.OldTokens, Old, Touched, Change);
    Diff.Declarations.push_back(std::move(Change));
  }

  void describe(const std::vector<SourceToken> &Tokens, const Region &R, const std::set<unsigned> &Touched,
                DeclarationChange &Change) const {
    DeclaredNames Names = declaredNames(Tokens, R, Touched);
    Change.Name = R.Kind == RegionKind::Define      ? "#define " + R.Name
                  : R.Kind == RegionKind::Include   ? "#include " + R.Name
                  : R.Kind == RegionKind::Directive ? "#" + R.Name
                                                    : R.Name;
    Change.ValueNames = std::move(Names.Values);
    Change.TypeNames = std::move(Names.Types);
    Change.Weak = R.Kind == RegionKind::Include || R.Kind == RegionKind::Directive ||
                  (Names.Prototype && definesFunction(R.Name));
    if (Change.Weak) {
      Change.ValueNames.clear();
      Change.TypeNames.clear();
    }
  }

  bool definesFunction(const std::string &Name) const {
    return std::any_of(Diff.New.Regions.begin(), Diff.New.Regions.end(),
                       [&](const Region &R) { return R.Kind == RegionKind::Function && R.Name == Name; });
  }

  /// The tokens differ, but every item has its counterpart: something between the items, or their order.
  void explainNoRegion() {
    std::vector<unsigned> Order;
    for (unsigned N = 0; N != PartnerOfNew.size(); ++N)
      if (Diff.New.Regions[N].Kind != RegionKind::Function && Diff.New.Regions[N].Kind != RegionKind::Declaration)
        Order.push_back(PartnerOfNew[N]);
    bool Moved = !std::is_sorted(PartnerOfNew.begin(), PartnerOfNew.end());
    if (Moved && std::is_sorted(Order.begin(), Order.end()) && Diff.Old.Problem.empty() && Diff.New.Problem.empty()) {
      Diff.EmptyReason = "only the order of declarations";
      return;
    }
    DeclarationChange Change;
    Change.Name = Moved ? "order of preprocessor directives" : "preprocessor conditionals without code";
    Change.Weak = true;
    if (!Diff.New.Regions.empty())
      Change.Region = 0;
    Diff.Declarations.push_back(std::move(Change));
  }

  /// Changed lines with executable code: in bodies, initialisers and macros, with more than brackets on them. Lines
  /// that were only removed count where nothing took their place.
  unsigned countLines() {
    std::set<unsigned> NewLines, OldLines;
    auto Code = codeTokens(Diff.NewTokens, Diff.New), OldCode = codeTokens(Diff.OldTokens, Diff.Old);
    for (unsigned I = 0; I != Diff.NewTokens.size(); ++I)
      if (Diff.Changed[I] && Code[I])
        NewLines.insert(Diff.NewTokens[I].Line);
    for (auto &Gone : AllRemoved) {
      if (replaced(Gone) && Gone.At < Diff.NewTokens.size())
        continue;
      for (unsigned I = Gone.OldBegin; I != Gone.OldEnd; ++I)
        if (OldCode[I])
          OldLines.insert(Diff.OldTokens[I].Line);
    }
    return static_cast<unsigned>(NewLines.size() + OldLines.size());
  }

  static std::vector<bool> codeTokens(const std::vector<SourceToken> &Tokens, const Outline &Shape) {
    std::vector<bool> Code(Tokens.size(), false);
    for (auto &R : Shape.Regions) {
      unsigned Begin = R.Kind == RegionKind::Function ? R.Body : R.Kind == RegionKind::Define ? R.Begin : R.End;
      if (R.Kind == RegionKind::Declaration)
        for (Begin = R.Begin; Begin != R.End && !Tokens[Begin].is("=");)
          ++Begin;
      for (unsigned I = Begin; I != R.End; ++I)
        Code[I] = !(Tokens[I].is("{") || Tokens[I].is("}") || Tokens[I].is("(") || Tokens[I].is(")") ||
                    Tokens[I].is(";") || Tokens[I].is("else") || Tokens[I].is("do"));
    }
    return Code;
  }
};

} // namespace

FileDiff diffFile(const FileChange &Change, SourceLanguage Language) {
  return Differ(Change, Language).run();
}

} // namespace vernier

#include "source/Slide.h"

#include <algorithm>

namespace vernier {

namespace {

/// Whole statements: brackets that close were opened inside, and the last token ends one.
bool readsWell(const std::vector<SourceToken> &Tokens, unsigned Begin, unsigned End) {
  int Depth = 0;
  for (unsigned I = Begin; I != End; ++I) {
    if (Tokens[I].is("{") || Tokens[I].is("("))
      ++Depth;
    else if ((Tokens[I].is("}") || Tokens[I].is(")")) && --Depth < 0)
      return false;
  }
  return Depth == 0 && End > Begin && (Tokens[End - 1].is(";") || Tokens[End - 1].is("}"));
}

} // namespace

RemovedTokens slideRemoved(RemovedTokens Gone, const std::vector<SourceToken> &Old, unsigned OldBegin, unsigned OldEnd,
                           const std::vector<SourceToken> &New, unsigned NewBegin, unsigned NewEnd,
                           const std::vector<bool> &Changed) {
  if (readsWell(Old, Gone.OldBegin, Gone.OldEnd))
    return Gone;
  RemovedTokens At = Gone;
  // As far up as it goes, then down to the first place that reads well.
  while (At.OldBegin > OldBegin && At.At > NewBegin && !Changed[At.At - 1] &&
         Old[At.OldBegin - 1].Text == Old[At.OldEnd - 1].Text && New[At.At - 1].Text == Old[At.OldBegin - 1].Text)
    At = {At.At - 1, At.OldBegin - 1, At.OldEnd - 1};
  while (!readsWell(Old, At.OldBegin, At.OldEnd)) {
    if (At.OldEnd == OldEnd || At.At == NewEnd || Changed[At.At] || Old[At.OldBegin].Text != Old[At.OldEnd].Text ||
        New[At.At].Text != Old[At.OldEnd].Text)
      return Gone;
    At = {At.At + 1, At.OldBegin + 1, At.OldEnd + 1};
  }
  return At;
}

void slideAdded(const std::vector<SourceToken> &New, unsigned Begin, unsigned End,
                const std::vector<RemovedTokens> &Removed, std::vector<bool> &Changed) {
  auto Replaces = [&](unsigned From, unsigned To) {
    return std::any_of(Removed.begin(), Removed.end(),
                       [&](const RemovedTokens &Gone) { return Gone.At >= From && Gone.At <= To; });
  };
  for (unsigned From = Begin; From < End;) {
    if (!Changed[From]) {
      ++From;
      continue;
    }
    unsigned To = From;
    while (To < End && Changed[To])
      ++To;
    unsigned First = From, Last = To;
    if (!Replaces(From, To) && !readsWell(New, From, To)) {
      while (First > Begin && !Changed[First - 1] && New[First - 1].Text == New[Last - 1].Text &&
             !Replaces(First - 1, Last - 1))
        --First, --Last;
      while (!readsWell(New, First, Last)) {
        bool Blocked = Last == End || (Last >= To && Changed[Last]) || New[First].Text != New[Last].Text ||
                       Replaces(First + 1, Last + 1);
        if (Blocked) {
          First = From, Last = To;
          break;
        }
        ++First, ++Last;
      }
      std::fill(Changed.begin() + From, Changed.begin() + To, false);
      std::fill(Changed.begin() + First, Changed.begin() + Last, true);
    }
    From = std::max(To, Last);
  }
}

} // namespace vernier

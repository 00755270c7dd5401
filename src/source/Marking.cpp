#include "source/Marking.h"

#include <algorithm>
#include <functional>

namespace vernier {

namespace {

constexpr unsigned NoBlock = BodyFlow::NoBlock;

/// The line of a token, without indentation, as the label of a node.
std::string lineOf(const std::string &Text, const SourceToken &Token) {
  constexpr std::size_t Longest = 60;
  std::size_t Begin = Text.rfind('\n', Token.Offset);
  Begin = Text.find_first_not_of(" \t", Begin == std::string::npos ? 0 : Begin + 1);
  std::string Line = Text.substr(Begin, Text.find('\n', Token.Offset) - Begin);
  if (Line.size() > Longest) {
    std::size_t Cut = Longest;
    while (Cut > 0 && (static_cast<unsigned char>(Line[Cut]) & 0xc0) == 0x80)
      --Cut; // not inside a character
    Line = Line.substr(0, Cut) + "...";
  }
  return Line;
}

class Marker {
public:
  Marker(BodyFlow TheFlow, const MarkingInput &TheInput)
      : Flow(std::move(TheFlow)), Input(TheInput), Tokens(TheInput.File->NewTokens) {
    Result.Name = Input.Function->Name;
    Result.Entry = Flow.Entry;
    Result.Blocks.resize(Flow.Blocks.size());
    for (unsigned B = 0; B != Flow.Blocks.size(); ++B) {
      Result.Blocks[B].Successors = Flow.Blocks[B].Successors;
      Result.Blocks[B].Leave = Flow.Blocks[B].Leave;
    }
    findPlaces();
  }

  FlowFunction run() {
    if (Input.Change)
      markOwnChanges();
    markMentions();
    addCalls();
    return std::move(Result);
  }

private:
  BodyFlow Flow;
  const MarkingInput &Input;
  const std::vector<SourceToken> &Tokens;
  FlowFunction Result;
  /// Where each block stands: its first token, or for blocks without any (joins, back edges) the latest of those that
  /// lead to them. The block that returns stands behind everything.
  std::vector<unsigned> Places;
  std::vector<unsigned> MarkedAt; ///< by block: the first token that marks it

  bool inactive(unsigned T) const { return Input.Inactive && (*Input.Inactive)[T]; }

  void findPlaces() {
    Places.assign(Flow.Blocks.size(), NoBlock);
    MarkedAt.assign(Flow.Blocks.size(), NoBlock);
    for (unsigned T = Flow.End; T-- != Flow.Begin;)
      if (unsigned Owner = Flow.ownerOf(T); Owner != NoBlock)
        Places[Owner] = T;
    std::vector<bool> Own(Places.size());
    for (unsigned B = 0; B != Places.size(); ++B) {
      Own[B] = Places[B] != NoBlock;
      if (!Own[B])
        Places[B] = Flow.Blocks[B].Leave == FlowLeave::Return ? Flow.End : Flow.Begin;
    }
    for (bool Grew = true; Grew;) {
      Grew = false;
      for (unsigned From = 0; From != Places.size(); ++From)
        for (unsigned To : Flow.Blocks[From].Successors)
          if (!Own[To] && Places[To] < Places[From] && Places[From] != Flow.End) {
            Places[To] = Places[From];
            Grew = true;
          }
    }
  }

  void mark(unsigned Block, unsigned Token) {
    FlowBlock &Target = Result.Blocks[Block];
    if (Target.Changed && MarkedAt[Block] <= Token)
      return;
    Target.Changed = true;
    MarkedAt[Block] = Token;
    locate(Target, Token);
  }
  void locate(FlowBlock &Target, unsigned Token) const {
    Token = std::min<unsigned>(Token, Tokens.size() - 1);
    Target.Where = {Input.File->Change->NewPath, Tokens[Token].Line, Tokens[Token].Column, Result.Name};
    Target.Label = lineOf(Input.File->Change->NewText, Tokens[Token]);
  }

  unsigned ownedBefore(unsigned T) const {
    while (T-- > Flow.Begin)
      if (Flow.ownerOf(T) != NoBlock)
        return T;
    return NoBlock;
  }
  unsigned ownedFrom(unsigned T) const {
    for (T = std::max(T, Flow.Begin); T < Flow.End; ++T)
      if (Flow.ownerOf(T) != NoBlock)
        return T;
    return NoBlock;
  }

  void markOwnChanges() {
    const FunctionChange &Change = *Input.Change;
    if (Change.Added) {
      markEverything();
    } else {
      if (Change.Signature || Change.Context)
        markFirst();
      for (unsigned T = Flow.Begin; T != Flow.End; ++T)
        if (Input.File->Changed[T])
          T = markToken(T);
      for (auto &Gone : Change.Removed)
        markRemoved(Gone);
    }
    // A change that no block shows must not get lost.
    if (std::none_of(Result.Blocks.begin(), Result.Blocks.end(), [](const FlowBlock &B) { return B.Changed; }))
      markFirst();
  }

  void markEverything() {
    for (unsigned T = Flow.Begin; T != Flow.End; ++T)
      if (unsigned Owner = Flow.ownerOf(T); Owner != NoBlock)
        mark(Owner, T);
  }

  /// The block that is executed first, for changes of the function as a whole.
  void markFirst() {
    if (unsigned T = ownedFrom(Flow.Begin); T != NoBlock)
      return mark(Flow.ownerOf(T), T);
    mark(Result.Entry, Flow.Begin);
  }

  /// Returns the last token it dealt with.
  unsigned markToken(unsigned T) {
    if (unsigned Owner = Flow.ownerOf(T); Owner != NoBlock) {
      mark(Owner, T);
      return T;
    }
    if (inactive(T) || Tokens[T].InDirective)
      return markInactive(T);
    if (rowExecutes(T))
      return T;
    unsigned Nearest = nearestOwned(T);
    if (Nearest == NoBlock)
      markFirst();
    else
      mark(Flow.ownerOf(Nearest), T);
    return T;
  }

  /// Whether the row of changed tokens around T has one that marks its own block; braces beside it need no other.
  bool rowExecutes(unsigned T) const {
    unsigned First = T;
    while (First > Flow.Begin && Input.File->Changed[First - 1])
      --First;
    for (; First != Flow.End && Input.File->Changed[First]; ++First)
      if (Flow.ownerOf(First) != NoBlock)
        return true;
    return false;
  }

  /// For tokens that execute nothing themselves: the rest of their statement, or else what stands before them.
  unsigned nearestOwned(unsigned T) const {
    if (Tokens[T].Kind != TokenKind::Punctuation)
      for (unsigned I = T; I != Flow.End && !Tokens[I].is(";") && !Tokens[I].is("{") && !Tokens[I].is("}"); ++I)
        if (Flow.ownerOf(I) != NoBlock)
          return I;
    if (unsigned Before = ownedBefore(T); Before != NoBlock)
      return Before;
    return ownedFrom(T);
  }

  /// Code that a conditional directive leaves out, or the directive itself: one block for each row of such tokens.
  unsigned markInactive(unsigned T) {
    unsigned Last = T;
    auto Belongs = [&](unsigned I) { return Flow.ownerOf(I) == NoBlock && (inactive(I) || Tokens[I].InDirective); };
    while (Last + 1 != Flow.End && Belongs(Last + 1) && Input.File->Changed[Last + 1])
      ++Last;
    unsigned Block = insertAt(T, "");
    locate(Result.Blocks[Block], T);
    Result.Blocks[Block].Changed = true;
    return Last;
  }

  void markRemoved(const RemovedTokens &Gone) {
    const FileDiff &File = *Input.File;
    // A replacement: the new tokens beside it have marked their block already.
    bool Replaced =
        (Gone.At < Flow.End && File.Changed[Gone.At]) || (Gone.At > Flow.Begin && File.Changed[Gone.At - 1]);
    unsigned Before = ownedBefore(Gone.At), After = ownedFrom(Gone.At);
    bool SameBlock = Before != NoBlock && After != NoBlock && Flow.ownerOf(Before) == Flow.ownerOf(After);
    if (Replaced)
      return;
    bool Executes = false, Whole = false;
    for (unsigned I = Gone.OldBegin; I != Gone.OldEnd; ++I) {
      const SourceToken &Token = File.OldTokens[I];
      Executes |= Token.Kind != TokenKind::Punctuation && !Token.is("else") && !Token.is("do");
      Whole |= Token.is(";");
    }
    if (SameBlock || !Executes || !Whole) {
      if (unsigned At = Before != NoBlock && (SameBlock || After == NoBlock || !Executes) ? Before : After;
          At != NoBlock)
        mark(Flow.ownerOf(At), std::min(Gone.At, Flow.End - 1));
      return;
    }
    unsigned Block = insertAt(Gone.At, File.OldTokens[Gone.OldBegin].Text);
    FlowBlock &Dummy = Result.Blocks[Block];
    Dummy.Changed = true;
    Dummy.Kind = SequenceNodeKind::Removal;
    locate(Dummy, Gone.At);
    Dummy.Label = "removed: " + lineOf(File.Change->OldText, File.OldTokens[Gone.OldBegin]);
  }

  unsigned newBlock() {
    Result.Blocks.emplace_back();
    Flow.Blocks.emplace_back();
    Places.push_back(Flow.Begin);
    MarkedAt.push_back(Flow.Begin);
    return static_cast<unsigned>(Result.Blocks.size() - 1);
  }

  /// Puts Block on the edge From -> To.
  void splitEdge(unsigned From, unsigned To, unsigned Block) {
    for (unsigned &Successor : Result.Blocks[From].Successors)
      if (Successor == To)
        Successor = Block;
    link(Block, To);
  }
  void link(unsigned From, unsigned To) {
    auto &Successors = Result.Blocks[From].Successors;
    if (std::find(Successors.begin(), Successors.end(), To) == Successors.end())
      Successors.push_back(To);
  }

  /// A new block for code at the place of token At. FirstWord is how that code starts, as far as it is known.
  unsigned insertAt(unsigned At, std::string_view FirstWord) {
    unsigned Block = newBlock();
    unsigned Before = ownedBefore(At), After = ownedFrom(At);
    if (FirstWord == "case" || FirstWord == "default")
      if (unsigned Head = switchAround(At); Head != NoBlock) {
        link(Head, Block);
        joinBehindSwitch(Head, After, Block);
        return Block;
      }
    Places[Block] = At;
    if (After == NoBlock || closesBetween(At, After))
      insertAtScopeEnd(At, Before, Block);
    else
      insertInFront(Flow.ownerOf(After), At, FirstWord == "else", Block);
    return Block;
  }

  /// Whether a scope that At lies in ends before the token Next.
  bool closesBetween(unsigned At, unsigned Next) const {
    int Depth = 0;
    for (unsigned I = At; I < Next; ++I) {
      if (Tokens[I].is("{"))
        ++Depth;
      else if (Tokens[I].is("}") && --Depth < 0)
        return true;
    }
    return false;
  }

  /// The last thing inside a scope: on the edges that leave what stands before it in that scope, other than jumps. In
  /// an empty scope, on the side that the condition before it guards.
  void insertAtScopeEnd(unsigned At, unsigned Before, unsigned Block) {
    unsigned Open = openBrace(At);
    auto Inside = [&](unsigned B) { return Places[B] > Open && Places[B] < At; };
    bool Found = false;
    for (unsigned From = 0; From != Block; ++From) {
      if (!Inside(From) || Flow.Blocks[From].End == BlockEnd::Jump)
        continue;
      for (unsigned To : std::vector<unsigned>(Result.Blocks[From].Successors))
        if (To != Block && !Inside(To)) {
          splitEdge(From, To, Block);
          Found = true;
        }
    }
    if (Found)
      return;
    if (Before != NoBlock && Before < Open) {
      unsigned Guard = Flow.ownerOf(Before);
      if (Flow.Blocks[Guard].End == BlockEnd::Branch && !Result.Blocks[Guard].Successors.empty())
        return splitEdge(Guard, Result.Blocks[Guard].Successors.front(), Block);
    }
    // Nothing leads here: an empty body, or code behind a jump.
    for (unsigned B = 0; B != Block; ++B)
      if (Places[B] == Flow.End) {
        if (Before == NoBlock)
          for (unsigned From = 0; From != Block; ++From)
            if (leadsTo(From, B))
              splitEdge(From, B, Block);
        link(Block, B);
        return;
      }
    Result.Blocks[Block].Leave = FlowLeave::Return;
  }

  /// The brace that opens the innermost scope around At.
  unsigned openBrace(unsigned At) const {
    int Depth = 0;
    for (unsigned I = At; I-- > Flow.Begin;) {
      if (Tokens[I].is("}"))
        ++Depth;
      else if (Tokens[I].is("{") && --Depth < 0)
        return I;
    }
    return Flow.Begin;
  }

  /// In front of what follows: on the edges that come from further up, not on those that loop back to it.
  void insertInFront(unsigned After, unsigned At, bool Else, unsigned Block) {
    unsigned Found = 0;
    for (unsigned From = 0; From != Result.Blocks.size(); ++From) {
      if (From == Block || !leadsTo(From, After))
        continue;
      bool Above = Places[From] < At;
      bool Fits = !Else || Flow.Blocks[From].End == BlockEnd::Branch;
      if (Above && Fits) {
        splitEdge(From, After, Block);
        ++Found;
      }
    }
    if (Found == 0) {
      link(Block, After);
      if (Result.Entry == After)
        Result.Entry = Block;
    }
  }

  bool leadsTo(unsigned From, unsigned To) const {
    auto &Successors = Result.Blocks[From].Successors;
    return std::find(Successors.begin(), Successors.end(), To) != Successors.end();
  }

  /// The head of the innermost switch whose braces are around At.
  unsigned switchAround(unsigned At) const {
    int Depth = 0;
    for (unsigned I = At; I-- > Flow.Begin;) {
      if (Tokens[I].is("}"))
        ++Depth;
      else if (Tokens[I].is("{") && --Depth < 0) {
        unsigned Before = ownedBefore(I);
        if (Before != NoBlock && Flow.Blocks[Flow.ownerOf(Before)].End == BlockEnd::Switch)
          return Flow.ownerOf(Before);
      }
    }
    return NoBlock;
  }

  /// Where a removed case led: behind the switch, as its other cases that break do; else to what follows.
  void joinBehindSwitch(unsigned Head, unsigned After, unsigned Block) {
    for (unsigned Case : Result.Blocks[Head].Successors)
      for (unsigned Next : Case == Block ? std::vector<unsigned>() : Result.Blocks[Case].Successors)
        if (Flow.Blocks[Case].End == BlockEnd::Jump) {
          link(Block, Next);
          return;
        }
    if (After != NoBlock)
      return link(Block, Flow.ownerOf(After));
    for (unsigned B = 0; B != Block; ++B)
      if (Places[B] == Flow.End)
        return link(Block, B);
  }

  void markMentions() {
    if (Input.Names->empty())
      return;
    for (unsigned T = Flow.Begin; T != Flow.End; ++T)
      if (Tokens[T].isIdentifier() && Input.Names->has(Tokens[T].Text))
        if (unsigned Owner = Flow.ownerOf(T); Owner != NoBlock)
          mark(Owner, T);
  }

  /// A call is executed when its arguments have been: at its closing bracket.
  void addCalls() {
    struct Call {
      unsigned Where, Block;
      std::vector<unsigned> Targets;
    };
    std::vector<Call> Calls;
    for (unsigned T = Flow.Begin; T + 1 < Flow.End; ++T) {
      unsigned Owner = Flow.ownerOf(T);
      if (Owner == NoBlock || !Tokens[T].isIdentifier() || Tokens[T].InDirective)
        continue;
      auto Targets = Input.Targets(Tokens[T].Text);
      if (Targets.empty())
        continue;
      bool HasList = Tokens[T + 1].is("(");
      Calls.push_back({HasList ? behindMatching(Tokens, T + 1, Flow.End) : T, Owner, std::move(Targets)});
    }
    std::sort(Calls.begin(), Calls.end(), [](const Call &A, const Call &B) { return A.Where < B.Where; });
    std::map<unsigned, unsigned> Heads;
    for (auto &Call : Calls) {
      unsigned Block = Call.Block;
      // What is called before the changed part of a block is executed before the change.
      if (Result.Blocks[Block].Changed && Call.Where <= MarkedAt[Block]) {
        auto [Head, New] = Heads.try_emplace(Block, 0);
        if (New)
          Head->second = splitFront(Block);
        Block = Head->second;
      }
      for (unsigned Target : Call.Targets)
        Result.Blocks[Block].Calls.push_back({{Target}, false});
    }
  }

  /// A new block through which everything that led to Block now gets there.
  unsigned splitFront(unsigned Block) {
    unsigned Head = newBlock();
    for (unsigned From = 0; From != Head; ++From)
      for (unsigned &Successor : Result.Blocks[From].Successors)
        if (Successor == Block)
          Successor = Head;
    link(Head, Block);
    if (Result.Entry == Block)
      Result.Entry = Head;
    return Head;
  }
};

} // namespace

FlowFunction markFunction(BodyFlow Flow, const MarkingInput &Input) {
  return Marker(std::move(Flow), Input).run();
}

} // namespace vernier

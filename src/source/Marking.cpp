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

  bool inactive(unsigned T) const { return Input.Inactive && (*Input.Inactive)[T]; }

  void mark(unsigned Block, unsigned Token) {
    FlowBlock &Target = Result.Blocks[Block];
    if (Target.Changed)
      return;
    Target.Changed = true;
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
    unsigned Nearest = nearestOwned(T);
    if (Nearest == NoBlock)
      markFirst();
    else
      mark(Flow.ownerOf(Nearest), T);
    return T;
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
    if (Replaced)
      return;
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
    bool ClosesFirst = After == NoBlock || closesBetween(At, After);
    if (ClosesFirst && Before != NoBlock && Flow.Blocks[Flow.ownerOf(Before)].End != BlockEnd::Jump) {
      insertBehind(Flow.ownerOf(Before), Block);
      return Block;
    }
    if (After != NoBlock)
      insertInFront(Flow.ownerOf(After), At, FirstWord == "else", Block);
    else
      insertAtEnd(Block);
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

  /// The last thing inside a scope: behind what stands before it. Behind a condition, that is the side it guards.
  void insertBehind(unsigned Before, unsigned Block) {
    auto Successors = Result.Blocks[Before].Successors;
    if (Flow.Blocks[Before].End == BlockEnd::Branch && !Successors.empty())
      return splitEdge(Before, Successors.front(), Block);
    for (unsigned To : Successors)
      splitEdge(Before, To, Block);
  }

  /// In front of what follows: on the edges that come from further up, not on those that loop back to it.
  void insertInFront(unsigned After, unsigned At, bool Else, unsigned Block) {
    unsigned Found = 0;
    for (unsigned From = 0; From != Result.Blocks.size(); ++From) {
      if (From == Block || !leadsTo(From, After))
        continue;
      bool Above = place(From) < At;
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

  /// Where a block stands: its first token, or for blocks without any (joins, back edges) the end of what leads to
  /// them.
  unsigned place(unsigned Block, unsigned Depth = 0) const {
    for (unsigned T = Flow.Begin; T != Flow.End; ++T)
      if (Flow.ownerOf(T) == Block)
        return T;
    unsigned Latest = Flow.Begin;
    constexpr unsigned Deepest = 4;
    for (unsigned From = 0; From != Flow.Blocks.size() && Depth != Deepest; ++From) {
      auto &Next = Flow.Blocks[From].Successors;
      if (std::find(Next.begin(), Next.end(), Block) != Next.end())
        Latest = std::max(Latest, place(From, Depth + 1));
    }
    return Latest;
  }

  void insertAtEnd(unsigned Block) {
    for (unsigned B = 0; B != Result.Blocks.size(); ++B)
      if (Result.Blocks[B].Leave == FlowLeave::Return && B != Block) {
        for (unsigned From = 0; From != Result.Blocks.size(); ++From)
          if (From != Block && leadsTo(From, B) && Flow.Blocks[From].End != BlockEnd::Jump)
            splitEdge(From, B, Block);
        link(Block, B);
        return;
      }
    Result.Blocks[Block].Leave = FlowLeave::Return;
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
      link(Block, Flow.ownerOf(After));
    else
      insertAtEnd(Block);
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
    for (auto &Call : Calls)
      for (unsigned Target : Call.Targets)
        Result.Blocks[Call.Block].Calls.push_back({{Target}, false});
  }
};

} // namespace

FlowFunction markFunction(BodyFlow Flow, const MarkingInput &Input) {
  return Marker(std::move(Flow), Input).run();
}

} // namespace vernier

#include "source/BodyFlow.h"

#include <algorithm>
#include <map>
#include <string>

namespace vernier {

namespace {

class BodyReader {
public:
  BodyReader(const std::vector<SourceToken> &TheTokens, unsigned Begin, unsigned End) : Tokens(TheTokens), At(Begin) {
    Flow.Begin = Begin;
    Flow.End = End;
    Flow.Owner.assign(End - Begin, BodyFlow::NoBlock);
  }

  BodyFlow read() {
    Flow.Entry = Current = newBlock();
    while (At < Flow.End)
      statement();
    ReturnBlock = newBlock();
    Flow.Blocks[ReturnBlock].Leave = FlowLeave::Return;
    flowTo(ReturnBlock);
    for (unsigned Block : Returns)
      Flow.Blocks[Block].Successors.push_back(ReturnBlock);
    for (auto &[Block, Label] : Gotos)
      Flow.Blocks[Block].Successors.push_back(Labels.count(Label) ? Labels[Label] : ReturnBlock);
    return std::move(Flow);
  }

private:
  static constexpr unsigned None = BodyFlow::NoBlock;

  /// Where break and continue of the innermost loop or switch lead.
  struct Target {
    unsigned Break;
    unsigned Continue;   ///< None in a switch
    unsigned SwitchHead; ///< None in a loop
    bool HasDefault = false;
  };

  const std::vector<SourceToken> &Tokens;
  BodyFlow Flow;
  unsigned At;
  unsigned Current = 0; ///< None behind a jump
  unsigned ReturnBlock = None;
  std::vector<Target> Targets;
  std::vector<unsigned> Returns;
  std::map<std::string_view, unsigned> Labels;
  std::vector<std::pair<unsigned, std::string_view>> Gotos;

  unsigned newBlock() {
    Flow.Blocks.emplace_back();
    return static_cast<unsigned>(Flow.Blocks.size() - 1);
  }
  void edge(unsigned From, unsigned To) { Flow.Blocks[From].Successors.push_back(To); }
  void flowTo(unsigned Block) {
    if (Current != None)
      edge(Current, Block);
    Current = Block;
  }
  /// The block to put code into; code behind a jump gets one that nothing leads to.
  unsigned here() {
    if (Current == None)
      Current = newBlock();
    return Current;
  }

  bool done() const { return At >= Flow.End; }
  /// Gives directives to the current block and stops at the next real token.
  void skipDirectives() {
    while (!done() && Tokens[At].InDirective)
      take();
  }
  bool see(std::string_view Text) {
    skipDirectives();
    return !done() && Tokens[At].is(Text);
  }
  bool see(unsigned Ahead, std::string_view Text) const { return At + Ahead < Flow.End && Tokens[At + Ahead].is(Text); }
  void take() { Flow.Owner[At++ - Flow.Begin] = here(); }
  void takeUntil(unsigned End) {
    while (At < End && !done())
      take();
  }
  /// A parenthesised group, if there is one.
  void takeGroup() {
    if (see("("))
      takeUntil(behindMatching(Tokens, At, Flow.End));
  }
  /// An expression or declaration up to its semicolon; braces in it belong to it.
  void takeSimple() {
    while (!done() && !see("}") && !done()) {
      if (Tokens[At].is(";")) {
        take();
        return;
      }
      if (Tokens[At].is("(") || Tokens[At].is("[") || Tokens[At].is("{"))
        takeUntil(behindMatching(Tokens, At, Flow.End));
      else
        take();
    }
  }

  void statement() {
    skipDirectives();
    if (done())
      return;
    const SourceToken &Token = Tokens[At];
    if (Token.is("{"))
      return compound();
    if (Token.is("}") || Token.is(";") || Token.is(")") || Token.is("]")) {
      ++At; // executes nothing
      return;
    }
    if (Token.is("if"))
      return branch();
    if (Token.is("while") || Token.is("for"))
      return loop();
    if (Token.is("do"))
      return doLoop();
    if (Token.is("switch"))
      return switchStatement();
    if (Token.is("case") || Token.is("default"))
      return caseLabel();
    if (Token.is("break") || Token.is("continue"))
      return leaveLoop();
    if (Token.is("return") || Token.is("goto") || Token.is("throw"))
      return jump();
    if (Token.is("try"))
      return tryStatement();
    if (Token.isIdentifier() && see(1, ":") && !see(2, ":"))
      return label();
    if (isMacroLoop())
      return loop();
    if (see(1, "(") && (Token.is("exit") || Token.is("_exit") || Token.is("_Exit") || Token.is("abort")))
      return endProgram();
    takeSimple();
  }

  void endProgram() {
    takeSimple();
    Flow.Blocks[here()].Leave = FlowLeave::Program;
    Flow.Blocks[here()].End = BlockEnd::Jump;
    Current = None;
  }

  void compound() {
    unsigned End = behindMatching(Tokens, At, Flow.End);
    ++At;
    while (At < End && !done()) {
      if (Tokens[At].is("}") && At + 1 == End) {
        ++At;
        return;
      }
      statement();
    }
  }

  bool isMacroLoop() const {
    if (!Tokens[At].isIdentifier() || !see(1, "("))
      return false;
    unsigned Behind = behindMatching(Tokens, At + 1, Flow.End);
    return Behind < Flow.End && Tokens[Behind].is("{");
  }

  void branch() {
    take();
    if (see("constexpr"))
      take();
    takeGroup();
    unsigned Head = here(), After = newBlock();
    Flow.Blocks[Head].End = BlockEnd::Branch;
    Current = None;
    side(Head, After);
    if (see("else")) {
      ++At;
      side(Head, After);
    } else {
      edge(Head, After);
    }
    Current = After;
  }

  void side(unsigned Head, unsigned After) {
    Current = newBlock();
    edge(Head, Current);
    statement();
    flowTo(After);
  }

  void loop() {
    unsigned Head = newBlock(), After = newBlock();
    flowTo(Head);
    bool Endless = saysConstant({"( ; ; )", "( 1 )", "( true )"});
    take();
    takeGroup();
    Flow.Blocks[Head].End = BlockEnd::Branch;
    Targets.push_back({After, Head, None});
    side(Head, Head);
    Targets.pop_back();
    if (!Endless)
      edge(Head, After);
    Current = After;
  }

  /// Whether the group behind the current token is one of these.
  bool saysConstant(std::initializer_list<std::string_view> Groups) const {
    if (!see(1, "("))
      return false;
    std::string Text;
    for (unsigned I = At + 1, End = behindMatching(Tokens, At + 1, Flow.End); I != End && Text.size() < 16; ++I)
      Text.append(Text.empty() ? "" : " ").append(Tokens[I].Text);
    return std::find(Groups.begin(), Groups.end(), Text) != Groups.end();
  }

  void doLoop() {
    unsigned Body = newBlock(), Condition = newBlock(), After = newBlock();
    flowTo(Body);
    ++At; // 'do' itself executes nothing
    Targets.push_back({After, Condition, None});
    statement();
    Targets.pop_back();
    flowTo(Condition);
    bool Once = false;
    if (see("while")) {
      Once = saysConstant({"( 0 )", "( false )"});
      take();
      takeGroup();
    }
    Flow.Blocks[Condition].End = BlockEnd::Branch;
    if (!Once)
      edge(Condition, Body);
    edge(Condition, After);
    Current = After;
  }

  void switchStatement() {
    take();
    takeGroup();
    unsigned Head = here(), After = newBlock();
    Flow.Blocks[Head].End = BlockEnd::Switch;
    Current = None;
    Targets.push_back({After, None, Head});
    statement();
    flowTo(After);
    if (!Targets.back().HasDefault)
      edge(Head, After);
    Targets.pop_back();
    Current = After;
  }

  void caseLabel() {
    unsigned Block = newBlock();
    for (auto Target = Targets.rbegin(); Target != Targets.rend(); ++Target)
      if (Target->SwitchHead != None) {
        edge(Target->SwitchHead, Block);
        Target->HasDefault |= Tokens[At].is("default");
        break;
      }
    flowTo(Block);
    while (!done() && !Tokens[At].is(":") && !Tokens[At].is(";"))
      take();
    if (!done())
      take();
  }

  void label() {
    unsigned Block = newBlock();
    Labels[Tokens[At].Text] = Block;
    flowTo(Block);
    take();
    take();
  }

  void leaveLoop() {
    bool Break = Tokens[At].is("break");
    takeSimple();
    Flow.Blocks[here()].End = BlockEnd::Jump;
    for (auto Target = Targets.rbegin(); Target != Targets.rend(); ++Target)
      if (Break || Target->Continue != None) {
        edge(here(), Break ? Target->Break : Target->Continue);
        break;
      }
    Current = None;
  }

  void jump() {
    bool Goto = Tokens[At].is("goto");
    if (Goto && At + 1 < Flow.End && Tokens[At + 1].isIdentifier())
      Gotos.emplace_back(here(), Tokens[At + 1].Text);
    else
      Returns.push_back(here());
    takeSimple();
    Flow.Blocks[here()].End = BlockEnd::Jump;
    Current = None;
  }

  /// The handlers may be entered from the start of the block; where exactly it throws is not known.
  void tryStatement() {
    ++At;
    unsigned Head = here(), After = newBlock();
    side(Head, After);
    while (see("catch")) {
      Current = newBlock();
      edge(Head, Current);
      take();
      takeGroup();
      statement();
      flowTo(After);
    }
    Current = After;
  }
};

} // namespace

BodyFlow readBody(const std::vector<SourceToken> &Tokens, unsigned Begin, unsigned End) {
  return BodyReader(Tokens, Begin, End).read();
}

} // namespace vernier

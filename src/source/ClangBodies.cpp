#include "source/ClangBodies.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Analysis/CFG.h>
#include <clang/Basic/SourceManager.h>

#include <tuple>

namespace vernier {

namespace {

/// One body: paints each token with the innermost piece of the graph that covers it.
class BodyPainter {
public:
  BodyPainter(clang::ASTContext &Context, const TokenPlaces &ThePlaces, const clang::CompoundStmt &Body)
      : Sources(Context.getSourceManager()), Places(ThePlaces) {
    Flow.Begin = beginOf(Body.getLBracLoc());
    Flow.End = std::min(endOf(Body.getRBracLoc()), Places.count());
  }

  bool usable() const { return Flow.Begin < Flow.End && Places[Flow.Begin].is("{"); }

  BodyFlow paint(const clang::CFG &Graph) {
    Flow.Blocks.resize(Graph.getNumBlockIDs());
    Flow.Owner.assign(Flow.End - Flow.Begin, BodyFlow::NoBlock);
    Flow.Entry = Graph.getEntry().getBlockID();
    Flow.Blocks[Graph.getExit().getBlockID()].Leave = FlowLeave::Return;
    for (const clang::CFGBlock *Block : Graph)
      readBlock(*Block, Graph);
    connectHandlers();
    std::sort(Pieces.begin(), Pieces.end(), [](const Piece &A, const Piece &B) {
      return std::tuple(B.End - B.Begin, A.Begin, A.Block) < std::tuple(A.End - A.Begin, B.Begin, B.Block);
    });
    for (auto &Piece : Pieces)
      std::fill(Flow.Owner.begin() + (Piece.Begin - Flow.Begin), Flow.Owner.begin() + (Piece.End - Flow.Begin),
                Piece.Block);
    return std::move(Flow);
  }

private:
  struct Piece {
    unsigned Begin, End, Block;
  };

  const clang::SourceManager &Sources;
  const TokenPlaces &Places;
  BodyFlow Flow;
  std::vector<Piece> Pieces;
  std::vector<std::pair<const clang::CXXTryStmt *, unsigned>> Handlers;

  /// Where a location is written in the file: an argument of a macro at the argument, its expansion at its name.
  unsigned beginOf(clang::SourceLocation Where) const {
    return Places.tokenAt(Sources.getFileOffset(Sources.getFileLoc(Where)));
  }
  /// Behind the token at a location; behind the arguments for the expansion of a macro.
  unsigned endOf(clang::SourceLocation Where) const {
    while (Where.isMacroID())
      Where = Sources.isMacroArgExpansion(Where) ? Sources.getImmediateSpellingLoc(Where)
                                                 : Sources.getImmediateExpansionRange(Where).getEnd();
    return Places.tokenAt(Sources.getFileOffset(Where)) + 1;
  }

  void add(clang::SourceLocation From, clang::SourceLocation To, const clang::CFGBlock &Block) {
    if (From.isInvalid() || To.isInvalid() || !Sources.isInMainFile(Sources.getFileLoc(From)))
      return;
    unsigned Begin = std::max(beginOf(From), Flow.Begin), End = std::min(endOf(To), Flow.End);
    if (Begin < End)
      Pieces.push_back({Begin, End, Block.getBlockID()});
  }
  void add(const clang::Stmt &Part, const clang::CFGBlock &Block) { add(Part.getBeginLoc(), Part.getEndLoc(), Block); }

  void readBlock(const clang::CFGBlock &Block, const clang::CFG &Graph) {
    BodyBlock &Result = Flow.Blocks[Block.getBlockID()];
    for (auto &Element : Block)
      if (auto Statement = Element.getAs<clang::CFGStmt>())
        add(*Statement->getStmt(), Block);
      else if (auto Initializer = Element.getAs<clang::CFGInitializer>())
        add(Initializer->getInitializer()->getSourceRange().getBegin(),
            Initializer->getInitializer()->getSourceRange().getEnd(), Block);
    if (const clang::Stmt *Label = Block.getLabel())
      addLabel(*Label, Block);
    if (const clang::Stmt *Terminator = Block.getTerminatorStmt())
      addTerminator(*Terminator, Block, Result);
    if (Block.hasNoReturnElement()) {
      Result.Leave = FlowLeave::Program;
      Result.End = BlockEnd::Jump;
      return;
    }
    // A loop that is endless or runs once is what it says (`do ... while (0)`); a constant condition elsewhere usually
    // depends on the configuration, so that both sides count.
    bool Loop = llvm::isa_and_nonnull<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(Block.getTerminatorStmt());
    for (auto &Successor : Block.succs())
      if (const clang::CFGBlock *Next = Successor.getReachableBlock())
        Result.Successors.push_back(Next->getBlockID());
      else if (const clang::CFGBlock *Excluded = Successor.getPossiblyUnreachableBlock(); Excluded && !Loop)
        Result.Successors.push_back(Excluded->getBlockID());
    // A return is an element, not a terminator.
    if (!Block.empty() && Result.Successors.size() == 1 && Result.Successors[0] == Graph.getExit().getBlockID())
      if (auto Last = Block.back().getAs<clang::CFGStmt>(); Last && llvm::isa<clang::ReturnStmt>(Last->getStmt()))
        Result.End = BlockEnd::Jump;
  }

  void addLabel(const clang::Stmt &Label, const clang::CFGBlock &Block) {
    if (auto *Case = llvm::dyn_cast<clang::SwitchCase>(&Label)) {
      add(Case->getKeywordLoc(), Case->getColonLoc(), Block);
    } else if (auto *Named = llvm::dyn_cast<clang::LabelStmt>(&Label)) {
      add(Named->getIdentLoc(), Named->getIdentLoc(), Block);
    } else if (auto *Catch = llvm::dyn_cast<clang::CXXCatchStmt>(&Label)) {
      if (Catch->getExceptionDecl())
        add(Catch->getCatchLoc(), Catch->getExceptionDecl()->getEndLoc(), Block);
      else
        add(Catch->getCatchLoc(), Catch->getCatchLoc(), Block);
    }
  }

  void addTerminator(const clang::Stmt &Terminator, const clang::CFGBlock &Block, BodyBlock &Result) {
    if (auto *If = llvm::dyn_cast<clang::IfStmt>(&Terminator)) {
      add(If->getIfLoc(), If->getRParenLoc(), Block);
      Result.End = BlockEnd::Branch;
    } else if (auto *While = llvm::dyn_cast<clang::WhileStmt>(&Terminator)) {
      add(While->getWhileLoc(), While->getRParenLoc(), Block);
      Result.End = BlockEnd::Branch;
    } else if (auto *For = llvm::dyn_cast<clang::ForStmt>(&Terminator)) {
      add(For->getForLoc(), For->getRParenLoc(), Block);
      Result.End = BlockEnd::Branch;
    } else if (auto *Range = llvm::dyn_cast<clang::CXXForRangeStmt>(&Terminator)) {
      add(Range->getForLoc(), Range->getRParenLoc(), Block);
      Result.End = BlockEnd::Branch;
    } else if (auto *Do = llvm::dyn_cast<clang::DoStmt>(&Terminator)) {
      add(Do->getWhileLoc(), Do->getRParenLoc(), Block);
      Result.End = BlockEnd::Branch;
    } else if (auto *Switch = llvm::dyn_cast<clang::SwitchStmt>(&Terminator)) {
      add(Switch->getSwitchLoc(), Switch->getRParenLoc(), Block);
      Result.End = BlockEnd::Switch;
    } else if (auto *Try = llvm::dyn_cast<clang::CXXTryStmt>(&Terminator)) {
      Handlers.emplace_back(Try, Block.getBlockID());
    } else if (llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt, clang::IndirectGotoStmt>(Terminator)) {
      add(Terminator, Block);
      Result.End = BlockEnd::Jump;
    }
  }

  /// Anything inside a try block may throw. Clang's own edges for this would let every call of a function leave it.
  void connectHandlers() {
    for (auto &[Try, Dispatch] : Handlers) {
      unsigned Begin = beginOf(Try->getTryBlock()->getBeginLoc()), End = endOf(Try->getTryBlock()->getEndLoc());
      for (auto &Piece : Pieces)
        if (Piece.Begin >= Begin && Piece.End <= End) {
          auto &Successors = Flow.Blocks[Piece.Block].Successors;
          if (std::find(Successors.begin(), Successors.end(), Dispatch) == Successors.end())
            Successors.push_back(Dispatch);
        }
    }
  }
};

class BodyFinder : public clang::RecursiveASTVisitor<BodyFinder> {
public:
  BodyFinder(clang::ASTContext &TheContext, const TokenPlaces &ThePlaces) : Context(TheContext), Places(ThePlaces) {}

  std::vector<BodyFlow> Bodies;

  bool VisitFunctionDecl(clang::FunctionDecl *Function) {
    if (!Function->doesThisDeclarationHaveABody() || Function->hasSkippedBody() || Function->isInvalidDecl() ||
        Function->isDependentContext())
      return true;
    auto *Body = llvm::dyn_cast_or_null<clang::CompoundStmt>(Function->getBody());
    auto &Sources = Context.getSourceManager();
    if (!Body || Body->getLBracLoc().isMacroID() || !Sources.isInMainFile(Body->getLBracLoc()) ||
        Body->getRBracLoc().isMacroID())
      return true;
    BodyPainter Painter(Context, Places, *Body);
    if (!Painter.usable())
      return true;
    clang::CFG::BuildOptions Options;
    Options.AddInitializers = true;
    if (auto Graph = clang::CFG::buildCFG(Function, Body, &Context, Options))
      Bodies.push_back(Painter.paint(*Graph));
    return true;
  }

private:
  clang::ASTContext &Context;
  const TokenPlaces &Places;
};

} // namespace

std::vector<BodyFlow> readClangBodies(clang::ASTContext &Context, const TokenPlaces &Places) {
  BodyFinder Finder(Context, Places);
  auto &Sources = Context.getSourceManager();
  // Those of precompiled headers stay unread.
  for (clang::Decl *Declared : Context.getTranslationUnitDecl()->noload_decls())
    if (Sources.isInMainFile(Sources.getExpansionLoc(Declared->getBeginLoc())))
      Finder.TraverseDecl(Declared);
  return std::move(Finder.Bodies);
}

} // namespace vernier

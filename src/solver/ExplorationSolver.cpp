#include "solver/ExplorationSolver.h"

#include "solver/Layers.h"

#include <llvm/Support/FileSystem.h>

namespace vernier {

Result<std::unique_ptr<Solver>> makeExplorationSolver(TermStore &Store, const ExplorationSolverOptions &Options) {
  std::unique_ptr<Solver> Chain = makeQuickSolver(Store, makeZ3Solver(Store));
  if (!Options.LogQueries.empty()) {
    if (auto Problem = llvm::sys::fs::create_directories(Options.LogQueries))
      return analysisError("cannot make the directory " + Options.LogQueries +
                           " for the log of queries: " + Problem.message() + "; choose another with --log-queries");
    Chain = makeLoggingSolver(Store, std::move(Chain), Options.LogQueries);
  }
  if (Options.Guesses) // the quick solver needs a millisecond: guessing must not take longer
    Chain = makeGuessingSolver(Store, std::move(Chain), 2000);
  if (Options.Caches)
    Chain = makeCachingSolver(std::move(Chain));
  if (Options.Independence)
    Chain = makeIndependenceSolver(std::move(Chain));
  return makeCheckingSolver(std::move(Chain));
}

} // namespace vernier

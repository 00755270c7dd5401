#include "solver/Layers.h"

#include "base/Budget.h"
#include "term/SmtLib.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/Path.h>

#include <fstream>

namespace vernier {

namespace {

const char *nameOf(Satisfiable What) {
  switch (What) {
  case Satisfiable::Yes:
    return "sat";
  case Satisfiable::No:
    return "unsat";
  case Satisfiable::Unknown:
    return "unknown";
  }
  return "unknown";
}

class LoggingSolver : public SolverLayer {
public:
  LoggingSolver(TermStore &Store, std::unique_ptr<Solver> Behind, std::string Directory)
      : SolverLayer(std::move(Behind)), Store(Store), Directory(std::move(Directory)) {}

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    Stopwatch Watch;
    SolverAnswer Answer = Behind->check(Conjuncts, Limit);
    write(Conjuncts, Answer, Watch.seconds());
    return Answer;
  }
  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.LogFailures = Failures;
    return Result;
  }

private:
  void write(llvm::ArrayRef<Term> Conjuncts, const SolverAnswer &Answer, double Seconds) {
    llvm::SmallString<128> File(Directory);
    llvm::sys::path::append(File, llvm::formatv("query-{0,0+6}.smt2", ++Written).str());
    std::ofstream Stream(File.c_str());
    Stream << "; answer: " << nameOf(Answer.What) << "\n; seconds: " << Seconds << "\n";
    if (!Answer.Why.empty())
      Stream << "; why: " << llvm::StringRef(Answer.Why).split('\n').first.str() << "\n";
    Stream << smtLibScript(Store, conjunction(Conjuncts));
    Stream.close();
    Failures += !Stream;
  }

  Term conjunction(llvm::ArrayRef<Term> Conjuncts) {
    Term All = Store.boolean(true);
    for (Term Each : Conjuncts)
      All = Store.andTerm(All, Each);
    return All;
  }

  TermStore &Store;
  std::string Directory;
  unsigned Written = 0, Failures = 0;
};

} // namespace

std::unique_ptr<Solver> makeLoggingSolver(TermStore &Store, std::unique_ptr<Solver> Behind, std::string Directory) {
  return std::make_unique<LoggingSolver>(Store, std::move(Behind), std::move(Directory));
}

} // namespace vernier

#include "check/Recheck.h"

#include "base/Budget.h"
#include "base/TextFile.h"
#include "project/Subprocess.h"
#include "term/SmtLib.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <filesystem>
#include <fstream>

namespace vernier {

namespace fs = std::filesystem;

namespace {

const char *const SecondSolver = "cvc5";

std::string fileName(unsigned Partition, const std::string &What) {
  std::string Number = std::to_string(Partition);
  return "class-" + std::string(Number.size() < 6 ? 6 - Number.size() : 0, '0') + Number + "-" + What + ".smt2";
}

/// Makes the scripts.
class Obligations {
public:
  explicit Obligations(const PartitionResult &Explored) : Explored(Explored), Store(*Explored.Store) {}

  std::vector<ProofObligation> all() {
    for (const DifferentialPartition &Each : Explored.Found.Partitions) {
      addClaim(Each);
      addImplied(Each);
      addDefined(Each);
    }
    if (Explored.Found.Covered)
      addCover();
    return std::move(Made);
  }

private:
  Term admitted() const { return Explored.Admitted ? Explored.Admitted : Store.boolean(true); }

  Term holds(const DifferentialPartition &Part) const {
    Term Result = admitted();
    for (const Conjunct &Each : Part.Conditions)
      Result = Store.andTerm(Result, Each.Holds);
    return Result;
  }

  void addClaim(const DifferentialPartition &Part) {
    if (Part.What == Answer::Unknown || Part.Basis != PartitionBasis::Outcome || !Part.Differs)
      return;
    Term Opposite = Part.What == Answer::Equal ? Part.Differs : Store.notTerm(Part.Differs);
    add(ProofObligation::Kind::Claim, Part.Id, fileName(Part.Id, "claim"), Store.andTerm(holds(Part), Opposite),
        "Inputs of class " + std::to_string(Part.Id) + ", which is claimed " + std::string(toString(Part.What)) +
            ", of which the opposite holds.");
  }

  void addImplied(const DifferentialPartition &Part) {
    if (Part.What == Answer::Unknown || Part.Dropped.empty())
      return;
    Term Some = Store.boolean(false);
    for (Term Each : Part.Dropped)
      Some = Store.orTerm(Some, Store.notTerm(Each));
    add(ProofObligation::Kind::Implied, Part.Id, fileName(Part.Id, "implied"), Store.andTerm(holds(Part), Some),
        "Inputs of class " + std::to_string(Part.Id) +
            " that violate a condition which was left out because the others imply it.");
  }

  void addDefined(const DifferentialPartition &Part) {
    if (Part.What == Answer::Unknown || !Part.Undefined)
      return;
    add(ProofObligation::Kind::Defined, Part.Id, fileName(Part.Id, "defined"),
        Store.andTerm(holds(Part), Part.Undefined),
        "Inputs of class " + std::to_string(Part.Id) + " that read memory which nobody wrote.");
  }

  void addCover() {
    Term Outside = admitted();
    for (const DifferentialPartition &Part : Explored.Found.Partitions) {
      Term Some = Store.boolean(false);
      for (const Conjunct &Each : Part.Conditions)
        Some = Store.orTerm(Some, Store.notTerm(Each.Holds));
      Outside = Store.andTerm(Outside, Some);
    }
    add(ProofObligation::Kind::Cover, 0, "cover.smt2", Outside, "Inputs of the space that are in no class.");
  }

  void add(ProofObligation::Kind What, unsigned Partition, std::string Name, Term Formula, const std::string &About) {
    if (Formula.isFalse())
      return; // both versions compute the same term: nothing was asked
    Made.push_back({What, Partition, std::move(Name),
                    "; " + About + "\n; Must be unsatisfiable.\n(set-logic ALL)\n" + smtLibScript(Store, Formula)});
  }

  const PartitionResult &Explored;
  TermStore &Store;
  std::vector<ProofObligation> Made;
};

Error notThere(const Error &Why) {
  return analysisError("--recheck needs the program '" + std::string(SecondSolver) +
                       "', which cannot be started (Debian: apt install cvc5): " + Why.Message);
}

/// Obligations of an earlier time would be taken for those of this one.
Status prepare(const fs::path &Directory) {
  std::error_code Problem;
  fs::create_directories(Directory, Problem);
  for (auto It = fs::directory_iterator(Directory, Problem); !Problem && It != fs::directory_iterator();
       It.increment(Problem)) {
    std::string Name = It->path().filename().string();
    if (Name == "cover.smt2" || (llvm::StringRef(Name).starts_with("class-") && It->path().extension() == ".smt2"))
      fs::remove(It->path(), Problem);
  }
  if (Problem)
    return analysisError("cannot write to '" + Directory.string() + "': " + Problem.message());
  return Done{};
}

Result<RecheckedObligation> ask(const ProofObligation &What, const std::string &File, std::chrono::milliseconds Limit) {
  RecheckedObligation Result;
  Result.Kind = What.What;
  Result.Partition = What.Partition;
  Result.File = File;
  Stopwatch Watch;
  ProcessRequest Request;
  Request.Arguments = {SecondSolver, "--lang=smt2", "--tlimit=" + std::to_string(Limit.count()), File};
  auto Ran = runProcess(Request);
  if (!Ran)
    return notThere(Ran.error());
  Result.Seconds = Watch.seconds();
  llvm::StringRef Said = llvm::StringRef(Ran->Output).trim();
  if (Said == "unsat")
    Result.What = RecheckedObligation::Answer::Confirmed;
  else if (Said == "sat")
    Result.What = RecheckedObligation::Answer::Contradicted;
  if (Said != "unsat")
    Result.Detail = Said.empty()
                        ? (llvm::StringRef(Ran->Errors).trim().empty() ? Ran->describe()
                                                                       : llvm::StringRef(Ran->Errors).trim().str())
                        : Said.str();
  return Result;
}

} // namespace

std::vector<ProofObligation> proofObligations(const PartitionResult &Explored) {
  return Obligations(Explored).all();
}

Result<std::string> recheckProgram() {
  ProcessRequest Request;
  Request.Arguments = {SecondSolver, "--version"};
  auto Ran = runProcess(Request);
  if (!Ran)
    return notThere(Ran.error());
  if (!Ran->succeeded())
    return notThere(analysisError(Ran->describe()));
  return llvm::StringRef(Ran->Output).split('\n').first.trim().str();
}

Result<Rechecked> recheck(const PartitionResult &Explored, const std::string &Directory,
                          std::chrono::milliseconds TimeOfEach) {
  Rechecked Result;
  Result.Directory = Directory;
  auto Version = recheckProgram();
  if (!Version)
    return Version.takeError();
  Result.Program = *Version;
  if (Status Ready = prepare(Directory); !Ready)
    return Ready.takeError();
  std::set<unsigned> Having;
  for (const ProofObligation &Each : proofObligations(Explored)) {
    std::string File = (fs::path(Directory) / Each.Name).string();
    if (Status Written = writeTextFile(File, Each.Script); !Written)
      return Written.takeError();
    auto Answer = ask(Each, File, TimeOfEach);
    if (!Answer)
      return Answer.takeError();
    Having.insert(Each.Partition);
    Result.Confirmed += Answer->What == RecheckedObligation::Answer::Confirmed;
    Result.Undecided += Answer->What == RecheckedObligation::Answer::Undecided;
    Result.Contradicted += Answer->What == RecheckedObligation::Answer::Contradicted;
    Result.All.push_back(std::move(*Answer));
  }
  for (const DifferentialPartition &Each : Explored.Found.Partitions)
    Result.Nothing += Each.What != Answer::Unknown && !Having.contains(Each.Id);
  return Result;
}

} // namespace vernier

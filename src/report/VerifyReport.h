#pragma once

#include "base/Result.h"
#include "changes/ChangeMap.h"
#include "check/Recheck.h"
#include "check/Verify.h"
#include "replay/Golden.h"
#include "report/tests/TestFiles.h"

#include <llvm/Support/JSON.h>

#include <map>
#include <string>
#include <vector>

namespace vernier {

/// The classes that differ, judged by a golden version.
struct GoldenClasses {
  std::string Version;                       ///< as the user named it
  std::map<unsigned, ClassifiedChange> ById; ///< of a partition
  std::size_t count(ChangeClass What) const;
};

/// What a report shows beside the result itself.
struct VerifyView {
  const std::vector<ChangedStatement> *Changes = nullptr; ///< of the pair; ids are positions from 1 on
  bool Verbose = false;                                   ///< every class instead of the first few
  const GoldenClasses *Golden = nullptr;                  ///< --golden
  const Rechecked *Checked = nullptr;                     ///< --recheck
  const TestFiles *Written = nullptr;                     ///< --out
};

/// The verdict with the share of the inputs that it is about, the first classes that differ, what the equal ones rest
/// on, each kind of unknown once. About as long for a thousand classes as for ten.
std::string verifyText(const VerifyResult &Result, const VerifyView &View);

/// The fields of `vernier.verify/1` beyond the common ones.
void addVerify(llvm::json::Object &Document, const VerifyResult &Result, const VerifyView &View);

/// A partition of the result. The error says which there are.
vernier::Result<const VerifiedPartition *> partitionById(const VerifyResult &Result, unsigned Id);

/// Where each part of the condition of a class comes from, and the changed statements that its outcomes depend on.
std::string explainText(const VerifyResult &Result, const VerifiedPartition &Part, const VerifyView &View);
llvm::json::Object explainJson(const VerifyResult &Result, const VerifiedPartition &Part, const VerifyView &View);

/// One line while it goes on, without a line break.
std::string progressText(const PartitionProgress &Now);

// What text, JSON and explanations share.

/// `unreached`, `outcome`, `input`, `unexplored`.
std::string_view toString(PartitionBasis Basis);
/// The condition of an explored class for people, at most so many conjuncts of it (0: all); empty if there is none.
std::string conditionText(const VerifyResult &Result, const VerifiedPartition &Part, unsigned MostConjuncts);
/// `outcomes are the same`, ...: what the claim about a class rests on.
std::string basisText(const VerifiedPartition &Part);
/// One part of a condition.
std::string conjunctText(const VerifyResult &Result, const Conjunct &Each);
/// Where a decision of a condition was made; empty: it is none.
Location siteOf(const VerifyResult &Result, const Conjunct &Each);
/// Where a class could not be decided; empty where no place is to blame.
Location placeOfUnknown(const VerifyResult &Result, const VerifiedPartition &Part);
/// `2147483647 inputs`, `3 to 9 inputs`; empty: nobody knows.
std::string sizeText(const VerifiedPartition &Part);
/// Shares of the input space as people read them (`49.9 %`, `less than 0.01 %`), from exact numbers; empty: not known.
/// Those of all classes together, and of all three kinds together, are never more than everything.
struct ShareTexts {
  std::string Equal, Different, Unknown;
  std::map<unsigned, std::string> OfClass; ///< by id
};
ShareTexts sharesOf(const VerifyResult &Result);

} // namespace vernier

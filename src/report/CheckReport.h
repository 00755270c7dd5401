#pragma once

#include "check/Check.h"

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// A summary that fits on one screen.
std::string checkText(const CheckResult &Result);

/// One line for a function that has just been decided.
std::string decidedText(const FunctionVerdict &Verdict);

/// The fields of `vernier.check/1` beyond the common ones.
void addCheck(llvm::json::Object &Document, const CheckResult &Result);

/// What only the page needs: the texts of the files that changes and affected lines are in, where the conditions of
/// partitions come from, and the picture of the change sequence graph.
void addPageData(llvm::json::Object &Document, const CheckResult &Result, const ChangeMap &Map);

/// The row of one function, as in `functions`.
llvm::json::Object functionJson(const CheckedFunction &Verdict);

} // namespace vernier

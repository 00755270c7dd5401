#pragma once

#include "impact/Impact.h"

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// The fields of `vernier.impact/1` beyond the common ones.
void addImpact(llvm::json::Object &Document, const Impact &Result);

/// One of `changes`.
llvm::json::Object toJson(const ChangedStatement &S);

/// For the terminal. A long list is cut after MostRows rows, and says so.
std::string impactText(const Impact &Result, std::size_t MostRows = 40);

/// One line for each function that changed in some way.
std::string functionsText(const FunctionSummary &Functions);

std::string_view toString(ChangeKind Kind);
std::string_view toString(Side Where);

} // namespace vernier

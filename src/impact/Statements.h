#pragma once

#include "analysis/ProgramAnalysis.h"
#include "changes/ChangeMap.h"
#include "csg/StatementSequences.h"

namespace vernier {

/// The statements of the new version as nodes of one flow graph across calls: neighbouring instructions of one block
/// and one line. A removed statement has a node of its own, before the statement that now stands in its place (Böhme
/// 2014, definition 13).
struct StatementFlow {
  StatementGraph Graph;
  /// The instructions of each node; empty for removed statements.
  std::vector<std::vector<const llvm::Instruction *>> Instructions;
  /// The changed statement (position in the list) that a node belongs to, or None.
  std::vector<unsigned> ChangeOf;

  static constexpr unsigned None = ~0u;
};

StatementFlow statementFlow(const ChangeMap &Map, const std::vector<ChangedStatement> &Changes,
                            const ProgramAnalysis &New);

} // namespace vernier

#include "report/ImpactReport.h"

#include "report/Json.h"
#include "report/Text.h"

#include <map>
#include <set>

namespace vernier {

namespace json = llvm::json;

std::string_view toString(ChangeKind Kind) {
  switch (Kind) {
  case ChangeKind::Added:
    return "added";
  case ChangeKind::Removed:
    return "removed";
  case ChangeKind::Modified:
    return "modified";
  }
  return "modified";
}

std::string_view toString(Side Where) {
  return Where == Side::Old ? "old" : "new";
}

json::Object toJson(const ChangedStatement &S) {
  json::Object Result{{"id", S.Id},
                      {"kind", std::string(toString(S.Kind))},
                      {"side", std::string(toString(S.Where))},
                      {"location", toJson(S.Place)},
                      {"text", jsonText(S.Text)}};
  if (S.Kind == ChangeKind::Modified) {
    Result["old_location"] = toJson(S.OldPlace);
    Result["old_text"] = jsonText(S.OldText);
  }
  return Result;
}

namespace {

/// Beyond so many ids in all lines together, a line with many lists its first ones only.
constexpr std::size_t MostIds = 2'000'000;
constexpr std::size_t MostIdsOfLine = 20;

json::Array ids(const std::vector<unsigned> &Changes) {
  return json::Array(Changes);
}

json::Object toJson(const Impact &Result, const SequenceGraph &Graph) {
  json::Array Nodes, Edges;
  for (std::size_t I = 0; I < Graph.Nodes.size(); ++I) {
    json::Object Node{{"id", I}, {"kind", std::string(toString(Graph.Nodes[I].Kind))}};
    if (I > SequenceGraph::Exit) {
      Node["location"] = vernier::toJson(Graph.Nodes[I].Where);
      Node["label"] = jsonText(Graph.Nodes[I].Label);
    }
    if (I < Result.GraphChanges.size() && !Result.GraphChanges[I].empty())
      Node["changes"] = ids(Result.GraphChanges[I]);
    Nodes.push_back(std::move(Node));
  }
  for (auto [From, To] : Graph.Edges)
    Edges.push_back(json::Array{From, To});
  return json::Object{{"nodes", std::move(Nodes)}, {"edges", std::move(Edges)}};
}

json::Array names(const std::vector<std::string> &Names) {
  json::Array Result;
  for (const std::string &Name : Names)
    Result.push_back(jsonText(Name));
  return Result;
}

std::string idList(const std::vector<unsigned> &Ids, std::size_t Most) {
  std::string Result;
  for (std::size_t I = 0; I < Ids.size() && I < Most; ++I)
    Result += (I ? ", " : "") + std::to_string(Ids[I]);
  return Ids.size() > Most ? Result + ", ... (" + std::to_string(Ids.size()) + ")" : Result;
}

std::string linesByFile(const std::vector<Location> &Lines) {
  std::map<std::string, std::vector<unsigned>> ByFile;
  std::size_t Outside = 0;
  for (const Location &Where : Lines)
    if (Where.File.starts_with("/"))
      ++Outside;
    else
      ByFile[Where.File].push_back(Where.Line);
  std::string Result;
  for (auto &[File, Numbers] : ByFile)
    Result += (Result.empty() ? "" : "; ") + File + ": " + lineRanges(Numbers);
  if (Outside > 0)
    Result += (Result.empty() ? "" : "; ") + counted(Outside, "line") + " in headers outside of the version";
  return Result;
}

std::string leftOut(std::size_t All, std::size_t Shown) {
  return All > Shown ? "  (" + std::to_string(All - Shown) + " more; --json FILE has all of them)\n" : "";
}

/// One row for each statement, and one for each function that is new or gone as a whole.
std::string changesText(const Impact &Result, std::size_t MostRows) {
  auto Whole = [&](const ChangedStatement &S) {
    const auto &Names = S.Kind == ChangeKind::Added ? Result.Functions.Added : Result.Functions.Removed;
    return S.Kind != ChangeKind::Modified && std::find(Names.begin(), Names.end(), S.Place.Function) != Names.end();
  };
  TextTable Table({"id", "kind", "place", "statement"});
  std::size_t Rows = 0;
  for (std::size_t I = 0; I < Result.Changes.size(); ++I) {
    const ChangedStatement &S = Result.Changes[I];
    std::size_t Last = I;
    if (Whole(S))
      while (Last + 1 < Result.Changes.size() && Result.Changes[Last + 1].Kind == S.Kind &&
             Result.Changes[Last + 1].Place.File == S.Place.File &&
             Result.Changes[Last + 1].Place.Function == S.Place.Function)
        ++Last;
    std::string Id = std::to_string(S.Id), Text = S.Text;
    if (Last > I) {
      Id += "-" + std::to_string(Result.Changes[Last].Id);
      Text = "the whole function, " + counted(Last - I + 1, "statement");
    } else if (S.Kind == ChangeKind::Modified && S.Text != S.OldText) {
      Text += "   was: " + S.OldText;
    }
    if (Rows++ < MostRows)
      Table.add({Id, std::string(toString(S.Kind)), (S.Where == Side::Old ? "old " : "") + placeText(S.Place), Text});
    I = Last;
  }
  return Table.print() + leftOut(Rows, MostRows);
}

/// A few ids, or how many there are.
std::string whichChanges(const std::vector<unsigned> &Ids, std::size_t All) {
  constexpr std::size_t MostListed = 10;
  return Ids.size() <= MostListed ? idList(Ids, MostListed) : std::to_string(Ids.size()) + " of " + std::to_string(All);
}

std::string affectedText(const Impact &Result, std::size_t MostRows) {
  // Lines of one function that depend on the same changes (on many of them) are one row.
  struct Row {
    std::vector<unsigned> Lines;
    unsigned Distance = ~0u; ///< of the nearest
  };
  std::map<std::tuple<std::string, std::string, std::string>, Row> Rows;
  std::size_t Outside = 0;
  for (const AffectedLine &Line : Result.Affected)
    if (Line.Where.File.starts_with("/")) // a header of the system
      ++Outside;
    else {
      Row &Of = Rows[{Line.Where.File, Line.Where.Function, whichChanges(Line.changes(), Result.Changes.size())}];
      Of.Lines.push_back(Line.Where.Line);
      Of.Distance = std::min(Of.Distance, Line.Distance);
    }
  // What is nearest to a change comes first.
  std::vector<const decltype(Rows)::value_type *> Sorted;
  for (auto &Entry : Rows)
    Sorted.push_back(&Entry);
  std::stable_sort(Sorted.begin(), Sorted.end(),
                   [](auto *A, auto *B) { return A->second.Distance < B->second.Distance; });
  TextTable Table({"file", "function", "by change", "lines"});
  for (std::size_t I = 0; I < std::min(MostRows, Sorted.size()); ++I) {
    auto &[File, Function, By] = Sorted[I]->first;
    Table.add({File, Function, By, lineRanges(Sorted[I]->second.Lines)});
  }
  std::string Text = Table.empty() ? "" : Table.print() + leftOut(Rows.size(), MostRows);
  return Outside == 0 ? Text : Text + "  and " + counted(Outside, "line") + " in headers outside of the version\n";
}

} // namespace

void addImpact(json::Object &Document, const Impact &Result) {
  json::Array Changes, Affected, Interferences, Renamed, Obstacles;
  for (const ChangedStatement &S : Result.Changes)
    Changes.push_back(toJson(S));
  std::size_t AllIds = 0;
  for (const AffectedLine &Line : Result.Affected)
    AllIds += Line.changes().size();
  for (const AffectedLine &Line : Result.Affected) {
    json::Object Entry = toJson(Line.Where);
    Entry["distance"] = Line.Distance;
    // With thousands of changes, the lists of all lines together would be gigabytes.
    if (AllIds > MostIds && Line.changes().size() > MostIdsOfLine) {
      Entry["changes"] = ids({Line.changes().begin(), Line.changes().begin() + MostIdsOfLine});
      Entry["changes_total"] = Line.changes().size();
    } else {
      Entry["changes"] = ids(Line.changes());
    }
    Affected.push_back(std::move(Entry));
  }
  for (const Interference &I : Result.Interferences) {
    json::Array Lines;
    for (const Location &Where : I.Lines)
      Lines.push_back(toJson(Where));
    Interferences.push_back(json::Object{{"changes", ids(I.Changes)}, {"locations", std::move(Lines)}});
  }
  for (auto &[Old, New] : Result.Functions.Renamed)
    Renamed.push_back(json::Object{{"old", jsonText(Old)}, {"new", jsonText(New)}});
  for (const auto &Obstacle : Result.Obstacles)
    Obstacles.push_back(json::Object{{"code", Obstacle.Code}, {"message", jsonText(Obstacle.Message)}});
  Document["changes"] = std::move(Changes);
  // What was not computed is no empty list.
  bool Computed = Result.Stopped == StopReason::None;
  auto OrNull = [&](json::Value Value) { return Computed ? std::move(Value) : json::Value(nullptr); };
  Document["affected"] = OrNull(std::move(Affected));
  Document["interference"] = OrNull(std::move(Interferences));
  Document["interference_left_out"] = OrNull(Result.InterferencesLeftOut);
  Document["csg"] = Result.GraphLeftOut ? json::Value(nullptr) : OrNull(toJson(Result, Result.Graph));
  Document["functions"] = json::Object{{"changed", names(Result.Functions.Changed)},
                                       {"added", names(Result.Functions.Added)},
                                       {"removed", names(Result.Functions.Removed)},
                                       {"renamed", std::move(Renamed)},
                                       {"unchanged", Result.Functions.Unchanged}};
  Document["obstacles"] = std::move(Obstacles);
  Document["complete"] = Result.Stopped == StopReason::None;
  if (Result.Stopped != StopReason::None)
    Document["stopped"] = std::string(toString(Result.Stopped));
}

std::string functionsText(const FunctionSummary &Functions) {
  auto Join = [](const std::vector<std::string> &Names) {
    std::string Result;
    for (std::size_t I = 0; I < Names.size() && I < 12; ++I)
      Result += (I ? ", " : "") + Names[I];
    return Names.size() > 12 ? Result + ", ... (" + std::to_string(Names.size()) + ")" : Result;
  };
  std::string Result;
  auto Line = [&](const char *What, const std::string &Names) {
    if (!Names.empty())
      Result += "  " + std::string(What) + ": " + Names + "\n";
  };
  Line("changed", Join(Functions.Changed));
  Line("added", Join(Functions.Added));
  Line("removed", Join(Functions.Removed));
  std::vector<std::string> Renamed;
  for (auto &[Old, New] : Functions.Renamed)
    Renamed.push_back(Old + " -> " + New);
  Line("renamed", Join(Renamed));
  return Result;
}

std::string impactText(const Impact &Result, std::size_t MostRows) {
  std::string Text;
  for (const auto &Obstacle : Result.Obstacles)
    Text += "note: " + Obstacle.Message + "; nothing can be claimed equal\n";
  if (Result.Changes.empty())
    return Text + (!Result.Obstacles.empty() ? "no changed statement\n"
                   : Result.Narrowed         ? "no changed statement below the given paths\n"
                                     : "no changed statement: the versions differ in nothing that is executed\n");

  std::map<ChangeKind, unsigned> Kinds;
  for (const ChangedStatement &S : Result.Changes)
    ++Kinds[S.Kind];
  std::string Split;
  for (auto &[Kind, Number] : Kinds)
    Split += (Split.empty() ? "" : ", ") + std::to_string(Number) + " " + std::string(toString(Kind));
  Text += counted(Result.Changes.size(), "changed statement") + " (" + Split + ")\n" + changesText(Result, MostRows);
  Text +=
      "\nfunctions (" + std::to_string(Result.Functions.Unchanged) + " unchanged)\n" + functionsText(Result.Functions);

  if (Result.Stopped != StopReason::None)
    return Text + "\nwhich lines may depend on a change, and where changes meet, was not computed: the time was up "
                  "(--time gives more)\n";
  std::set<std::string> Files;
  for (const AffectedLine &Line : Result.Affected)
    Files.insert(Line.Where.File);
  Text += "\n" + counted(Result.Affected.size(), "line") + " in " + counted(Files.size(), "file") +
          " may depend on a change\n";
  if (!Result.Affected.empty())
    Text += affectedText(Result, MostRows);

  if (!Result.Interferences.empty()) {
    Text += "\nchanges that may interfere (test them together)\n";
    TextTable Table({"changes", "at"});
    std::size_t Most = std::min<std::size_t>(MostRows, 15);
    for (std::size_t I = 0; I < Result.Interferences.size() && I < Most; ++I)
      Table.add({whichChanges(Result.Interferences[I].Changes, Result.Changes.size()),
                 linesByFile(Result.Interferences[I].Lines)});
    Text += Table.print() + leftOut(Result.Interferences.size() + Result.InterferencesLeftOut, Most);
  } else if (Result.Changes.size() > 1) {
    Text += "\nno two changes can interfere\n";
  }
  if (Result.GraphLeftOut)
    return Text + "\nno change sequence graph: there are more than 1,000 changed statements\n";
  std::size_t Interactions = 0;
  for (const SequenceNode &Node : Result.Graph.Nodes)
    Interactions += Node.Kind == SequenceNodeKind::Interaction;
  return Text + "\nchange sequence graph: " + counted(Result.Graph.Nodes.size(), "node") + ", " +
         counted(Result.Graph.Edges.size(), "edge") + ", " + counted(Interactions, "interaction location") +
         " (picture: --svg FILE)\n";
}

} // namespace vernier

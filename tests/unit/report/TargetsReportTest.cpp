// The documents of several targets as one.

#include "report/TargetsReport.h"

#include <gtest/gtest.h>

using namespace vernier;
namespace json = llvm::json;

namespace {

json::Object change(int Id, int Line) {
  return json::Object{{"id", Id},
                      {"side", "new"},
                      {"kind", "modified"},
                      {"text", "x"},
                      {"location", json::Object{{"file", "a.c"}, {"line", Line}, {"column", 1}}}};
}

json::Object progress(int Id, bool Exposed, json::Value Test) {
  return json::Object{
      {"id", Id}, {"reached", Exposed}, {"infected", Exposed}, {"exposed", Exposed}, {"test", std::move(Test)}};
}

template <class... Objects> json::Array listOf(Objects... Each) {
  json::Array Result;
  (Result.push_back(std::move(Each)), ...);
  return Result;
}

ComparedTarget target(const std::string &Name, json::Array Changes, json::Array Progress, json::Array Tests) {
  ComparedTarget Result;
  Result.Name = Name;
  Result.Document =
      json::Object{{"impact", json::Object{{"changes", std::move(Changes)}}},
                   {"functions", json::Array()},
                   {"expose", json::Object{{"changes", std::move(Progress)}, {"tests", std::move(Tests)}}}};
  return Result;
}

json::Object test(int Id, int Change, const char *Input) {
  return json::Object{
      {"id", Id}, {"changes", json::Array{Change}}, {"exposes", json::Array{Change}}, {"witness", Input}};
}

} // namespace

TEST(TargetsReport, EachChangeHasTheTestOfTheTargetWhereInputsComeFurthest) {
  // The second target has the change in line 3 as its first, and one of its own in line 9.
  TargetsSummary Summary;
  Summary.Compared.push_back(target("one", listOf(change(1, 2), change(2, 3)),
                                    listOf(progress(1, true, 1), progress(2, false, nullptr)),
                                    listOf(test(1, 1, "of one"))));
  Summary.Compared.push_back(target("two", listOf(change(1, 3), change(2, 9)),
                                    listOf(progress(1, true, 2), progress(2, true, 1)),
                                    listOf(test(1, 2, "of line 9"), test(2, 1, "of line 3"))));
  json::Object Whole = mergedDocument(Summary, false);
  const json::Object &Exposure = *Whole.getObject("expose");
  const json::Array &Changes = *Exposure.getArray("changes"), &Tests = *Exposure.getArray("tests");
  ASSERT_EQ(Changes.size(), 3u);
  ASSERT_EQ(Tests.size(), 3u);
  const char *Inputs[] = {"of one", "of line 3", "of line 9"};
  for (const json::Value &Each : Changes) {
    const json::Object &Change = *Each.getAsObject();
    auto Id = Change.getInteger("id").value_or(0), Test = Change.getInteger("test").value_or(0);
    EXPECT_EQ(Change.getBoolean("exposed"), true) << Id;
    ASSERT_TRUE(Id >= 1 && Id <= 3 && Test >= 1 && Test <= 3) << Id << " " << Test;
    const json::Object &By = *Tests[static_cast<std::size_t>(Test - 1)].getAsObject();
    EXPECT_EQ(By.getInteger("id"), Test);
    EXPECT_EQ(By.getString("witness"), Inputs[Id - 1]);
    EXPECT_EQ(*By.getArray("exposes"), json::Array{Id});
  }
}

TEST(TargetsReport, ATargetThatNobodySearchedTakesNothingAway) {
  TargetsSummary Summary;
  Summary.Compared.push_back(
      target("one", listOf(change(1, 2)), listOf(progress(1, true, 1)), listOf(test(1, 1, "of one"))));
  Summary.Compared.push_back(target("two", listOf(change(1, 2)), listOf(progress(1, false, nullptr)), listOf()));
  json::Object Whole = mergedDocument(Summary, false);
  const json::Array &Changes = *Whole.getObject("expose")->getArray("changes");
  ASSERT_EQ(Changes.size(), 1u);
  EXPECT_EQ(Changes.front().getAsObject()->getBoolean("exposed"), true);
  EXPECT_EQ(Changes.front().getAsObject()->getInteger("test"), 1);
}

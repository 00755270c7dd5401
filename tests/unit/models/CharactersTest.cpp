// Every character against the host's C library in the C locale, with the very values it returns.

#include "Machine.h"

#include <gtest/gtest.h>

#include <climits>
#include <ctype.h>

using namespace vernier::test;

namespace {

using Classifier = int(int);

void expectSame(const char *Name, Classifier *Host, int From, int To) {
  Both<Classifier> F(Name, Host);
  for (int C = From; C <= To; ++C)
    EXPECT_EQ(F.Model(C), F.Host(C)) << Name << "(" << C << ")";
}

template <class Entry> void expectSameTable(const char *Name, const Entry **(*Host)()) {
  Both<const Entry **()> F(Name, Host);
  for (int C = -128; C <= 255; ++C)
    EXPECT_EQ((*F.Model())[C], (*F.Host())[C]) << Name << " at " << C;
}

} // namespace

TEST(CharacterModels, Classes) {
  for (auto [Name, Host] : {std::pair<const char *, Classifier *>{"isalnum", isalnum},
                            {"isalpha", isalpha},
                            {"isblank", isblank},
                            {"iscntrl", iscntrl},
                            {"isdigit", isdigit},
                            {"isgraph", isgraph},
                            {"islower", islower},
                            {"isprint", isprint},
                            {"ispunct", ispunct},
                            {"isspace", isspace},
                            {"isupper", isupper},
                            {"isxdigit", isxdigit}})
    expectSame(Name, Host, -128, 255);
}

TEST(CharacterModels, CaseAndAsciiOfAnyInt) {
  for (auto [Name, Host] : {std::pair<const char *, Classifier *>{"tolower", tolower},
                            {"toupper", toupper},
                            {"isascii", isascii},
                            {"toascii", toascii}}) {
    expectSame(Name, Host, -1000, 1000);
    expectSame(Name, Host, INT_MAX - 1000, INT_MAX - 1);
    expectSame(Name, Host, INT_MIN, INT_MIN + 1000);
  }
}

TEST(CharacterModels, Tables) {
  expectSameTable<unsigned short>("__ctype_b_loc", __ctype_b_loc);
  expectSameTable<int>("__ctype_tolower_loc", __ctype_tolower_loc);
  expectSameTable<int>("__ctype_toupper_loc", __ctype_toupper_loc);
}

#!/bin/sh
# The tests of due-date. Usage: tests.sh SOURCE.c
set -eu
[ $# = 1 ] || { sed -n '2s/.*\(Usage\)/\1/p' "$0" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${CC:-cc}" -o "$scratch/due-date" "$1"
failed=0
due() { # EXPECTED YEAR MONTH DAY TERM
  expected=$1
  shift
  actual=$("$scratch/due-date" "$@" 2>&1) || true
  [ "$actual" = "$expected" ] || { echo "due-date $*: expected '$expected', got '$actual'"; failed=1; }
}
due 2024-05-15 2024 5 1 14              # within a month
due 2024-05-31 2024 5 1 30
due 2024-07-01 2024 5 31 30             # into the next month; a Sunday becomes a Monday
due 2025-01-13 2024 12 14 30            # into the next year
due 2024-02-29 2024 2 28 1              # a leap year
due 2023-03-01 2023 2 28 1              # not a leap year
due 2000-02-29 2000 2 28 1              # the century that is one
due 1900-03-01 1900 2 28 1              # centuries that are none
due 2100-03-01 2100 2 28 1
due 'due-date: no such day' 2023 2 29 0
due 'due-date: no such day' 1900 2 29 0
due 'due-date: no such day' 2024 13 1 0
due 2024-03-15 2024 3 15 0              # no term
[ $failed = 0 ] && echo "all tests passed"

/* More names for reading numbers, and their arithmetic. */
#include "numbers.h"

long strtoimax(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 0); }
unsigned long strtoumax(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 0, 0); }
long long strtoq(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 0); }
unsigned long long strtouq(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 0, 0); }

/* Since glibc 2.38 headers of newer C standards call these: 0b101 is a number. */
long __isoc23_strtol(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 1); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 1); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return vernier_model_parse(text, end, base, 0, 1);
}
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return vernier_model_parse(text, end, base, 0, 1);
}
long __isoc23_strtoimax(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 1); }
unsigned long __isoc23_strtoumax(const char *text, char **end, int base) {
  return vernier_model_parse(text, end, base, 0, 1);
}

long imaxabs(long x) { return x < 0 ? -x : x; }

#ifndef VERNIER_NUMBERS_H
#define VERNIER_NUMBERS_H

#include "model.h"

/* strtol and its family. With `binary`, 0b is a prefix as 0x is. */
unsigned long vernier_model_parse(const char *text, char **end, int base, int isSigned, int binary);

/* strtod and its family. parseFloat.c */
double vernier_model_parseDouble(const char *text, char **end);
float vernier_model_parseFloat(const char *text, char **end);
long double vernier_model_parseLongDouble(const char *text, char **end);

#endif

/* What all models share. They are compiled without any header of the C library, so that their meaning is all in here.
 *
 * How a model is written: an executor that merges paths and unrolls loops runs it. So one loop over an index that
 * starts at zero (then the index, and with it the address, is the same number on all paths of one iteration), few
 * branches, and comparisons instead of tables. A model reads and writes exactly the bytes that the function it stands
 * for may touch. A model never calls a modelled function by its public name: the program may have its own.
 *
 * What files of models share among themselves has external linkage and names that begin with `vernier_model_`; loading
 * makes it local to the program that it is linked with. `vernier_write` and its kin are the runtime's: system calls
 * that take part in the trace. */
#ifndef VERNIER_MODEL_H
#define VERNIER_MODEL_H

typedef __SIZE_TYPE__ size_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef unsigned char byte;

#define NULL ((void *)0)

/* Without short-circuit evaluation, for one branch fewer. */
static inline int isSpaceByte(byte c) {
  return (c == ' ') | (c - 9u < 5u);
}

static inline byte lowerByte(byte c) {
  return c - 'A' < 26u ? c + 32 : c;
}

/* numbers.c */
void vernier_model_setErrorNumber(int number);
void vernier_model_setErrorNumberIf(int wanted, int number);
/* environment.c */
char *vernier_model_environment(const char *name);

#endif

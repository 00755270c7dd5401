/* qsort_r: glibc's merge sort (sorting.c) for a comparison that gets an argument of its own. */
#include "model.h"

typedef int comparison(const void *, const void *, void *);

struct order {
  size_t size;
  comparison *compare;
  void *argument;
};

static void mergeSort(char *base, size_t count, const struct order *o, char *scratch) {
  if (count <= 1)
    return;
  size_t half = count / 2, size = o->size;
  mergeSort(base, half, o, scratch);
  mergeSort(base + half * size, count - half, o, scratch);
  size_t left = 0, right = half;
  for (size_t i = 0; i < count; i++) {
    if (left < half && (right == count || o->compare(base + left * size, base + right * size, o->argument) <= 0))
      __builtin_memcpy(scratch + i * size, base + left++ * size, size);
    else
      __builtin_memcpy(scratch + i * size, base + right++ * size, size);
  }
  __builtin_memcpy(base, scratch, count * size);
}

void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *argument) {
  struct order o = {size, compare, argument};
  for (size_t n = 2; n <= count; n++)
    if (n == count)
      mergeSort(base, n, &o, __builtin_alloca(n * size));
}

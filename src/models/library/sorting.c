/* Sorting and searching as glibc 2.36 does it, with the same calls of the comparison in the same order. So the model is right
 * also for a comparison that counts its calls or is no order at all (`return a - b` that overflows). glibc takes another
 * algorithm when the array is larger than a quarter of the machine's memory; the model does not. */
#include "model.h"

typedef int comparison(const void *, const void *);

/* glibc's merge sort. Its output position is the loop's index; the rest of the longer half is copied by the same loop. */
static void mergeSort(char *base, size_t count, size_t size, comparison *compare, char *scratch) {
  if (count <= 1)
    return;
  size_t half = count / 2;
  mergeSort(base, half, size, compare, scratch);
  mergeSort(base + half * size, count - half, size, compare, scratch);
  size_t left = 0, right = half;
  for (size_t i = 0; i < count; i++) {
    if (left < half && (right == count || compare(base + left * size, base + right * size) <= 0))
      __builtin_memcpy(scratch + i * size, base + left++ * size, size);
    else
      __builtin_memcpy(scratch + i * size, base + right++ * size, size);
  }
  __builtin_memcpy(base, scratch, count * size);
}

/* The loop makes a count that is not known the same number on all paths that sort. */
void qsort(void *base, size_t count, size_t size, comparison *compare) {
  for (size_t n = 2; n <= count; n++)
    if (n == count)
      mergeSort(base, n, size, compare, __builtin_alloca(n * size));
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison *compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0)
      return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

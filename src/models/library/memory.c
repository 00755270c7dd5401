/* Comparing and searching memory. memcpy, memmove and memset are the executor's own. */
#include "model.h"

/* Only the sign is what every glibc returns: its variants for different processors disagree about the number. */
int memcmp(const void *left, const void *right, size_t count) {
  const byte *a = left, *b = right;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return a[i] - b[i];
  return 0;
}

void *memchr(const void *memory, int wanted, size_t count) {
  const byte *m = memory;
  for (size_t i = 0; i < count; i++)
    if (m[i] == (byte)wanted)
      return (void *)(m + i);
  return NULL;
}

/* Forwards although it wants the last one: from the end, each address would depend on the count. */
void *memrchr(const void *memory, int wanted, size_t count) {
  const byte *m = memory;
  const byte *last = NULL;
  for (size_t i = 0; i < count; i++)
    if (m[i] == (byte)wanted)
      last = m + i;
  return (void *)last;
}

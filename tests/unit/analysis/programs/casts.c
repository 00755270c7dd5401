#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; };
int main(int c, char **v) {
  int n = atoi(v[1]);
  struct pair p = {n, 2};
  uintptr_t bits = (uintptr_t)&p;
  ((struct pair *)bits)->a += 3;
  int *q = (int *)(bits + sizeof(int));
  *q = 9;
  char bytes[sizeof(int *)];
  memcpy(bytes, &q, sizeof q);
  int *r;
  for (unsigned i = 0; i < sizeof r; i++) ((char *)&r)[i] = bytes[i];
  *r += 1;
  uintptr_t x = (uintptr_t)&p ^ (uintptr_t)&n;
  int *m = (int *)(x ^ (uintptr_t)&p);
  *m += 5;
  long whole;
  memcpy(&whole, &p, sizeof whole);
  return (p.a + p.b + n + (int)(whole >> 32)) & 63;
}

/* Memory and arithmetic: the sum of primes, found in an array again and again. */
#include <stdio.h>
#include <stdlib.h>

enum { Size = 20000 };

static unsigned char Crossed[Size];

static unsigned long sumOfPrimes(void) {
  unsigned long Sum = 0;
  for (int I = 0; I < Size; ++I)
    Crossed[I] = 0;
  for (int I = 2; I < Size; ++I) {
    if (Crossed[I])
      continue;
    Sum += (unsigned long)I;
    for (int K = 2 * I; K < Size; K += I)
      Crossed[K] = 1;
  }
  return Sum;
}

int main(int Count, char **Arguments) {
  int Rounds = Count > 1 ? atoi(Arguments[1]) : 1;
  unsigned long Sum = 0;
  for (int I = 0; I < Rounds; ++I)
    Sum = Sum * 31 + sumOfPrimes();
  printf("%lu\n", Sum);
  return 0;
}

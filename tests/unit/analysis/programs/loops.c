#include <stdlib.h>
static int grid[4][5];
int main(int c, char **v) {
  int n = atoi(v[1]) & 3, s = 0;
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) grid[i][j] = i * j + n;
  int *flat = &grid[0][0];
  for (int i = 0; i < 20; i += 3) flat[i] ^= 5;
  int (*row)[5] = grid + n;
  (*row)[2] = 77;
  do { s += grid[n][s % 5] + 1; if (s > 300) break; if (s & 1) continue; s++; } while (s < 200);
  for (;;) { if (s-- < 10) break; grid[s % 4][0]++; }
  int vla[n + 2];
  for (int i = 0; i < n + 2; i++) vla[i] = i;
  return (s + grid[1][0] + vla[n]) & 63;
}

#include <stdio.h>
int work(int x) {
  char room[512 << 10];
  room[0] = 1;
  room[(512 << 10) - 1] = 1;
  return 2 * x * room[0];
}
int main(int argc, char **argv) {
  (void)argv;
  printf("%d", work(argc));
  return 0;
}

#include <stdio.h>
void bye(void) {
  puts("bye");
}
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 5)
    bye();
  return 0;
}

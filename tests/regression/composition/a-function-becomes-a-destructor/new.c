#include <stdio.h>
__attribute__((destructor)) void bye(void) {
  puts("bye");
}
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 5)
    bye();
  return 0;
}

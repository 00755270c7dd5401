#include <cstdio>
int main() {
  std::puts("vernier " VERNIER_VERSION);
  return 0;
}

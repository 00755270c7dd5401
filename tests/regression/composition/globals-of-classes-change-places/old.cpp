#include <cstdio>
static int counter;
struct Numbered {
  int n;
  Numbered() : n(++counter) {}
};
Numbered first;
Numbered second;
int main() {
  std::printf("%d %d", first.n, second.n);
  return 0;
}

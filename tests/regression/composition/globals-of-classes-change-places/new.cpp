#include <cstdio>
static int counter;
struct Numbered {
  int n;
  Numbered() : n(++counter) {}
};
Numbered second;
Numbered first;
int main() {
  std::printf("%d %d", first.n, second.n);
  return 0;
}

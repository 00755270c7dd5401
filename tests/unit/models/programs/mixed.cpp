// Streams of C++ and of C in turn: both write to and read from the same buffers.
#include <cstdio>
#include <iostream>
#include <string>

int main() {
  std::cout << "C++ ";
  std::printf("C %d ", 1);
  std::cout << 2 << " C++ again\n";
  std::cerr << "error ";
  std::fprintf(stderr, "and C\n");
  int Number = -1;
  std::cin >> Number;
  std::cout << "number " << Number << ", then " << std::getchar() << "\n";
  std::cin.clear();
  std::string Line;
  std::getline(std::cin, Line);
  std::printf("line %s\n", Line.c_str());
  char Text[20] = "";
  if (std::scanf("%19s", Text) == 1)
    std::cout << Text << std::endl;
  std::puts("end");
}

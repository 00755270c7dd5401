__attribute__((weak)) int limit(void) {
  return 3;
}
int below(int x) {
  return x < limit();
}

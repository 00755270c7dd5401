/* What programs of csmith expect, written for the campaign: arithmetic that is always defined, and a checksum that
   prints what goes into it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t checksum_value = 14695981039346656037u;
static inline void transparent_crc(uint64_t value, const char *name, int shown) {
  checksum_value = (checksum_value ^ value) * 1099511628211u;
  if (shown)
    printf("%s %llx\n", name, (unsigned long long)value);
}
static inline void transparent_crc_bytes(const char *bytes, int count, const char *name, int shown) {
  for (int i = 0; i < count; i++)
    transparent_crc((unsigned char)bytes[i], name, shown);
}
#define crc32_context 0u
static inline void crc32_gentab(void) {}
static inline void platform_main_begin(void) {}
static inline void platform_main_end(unsigned ignored, int shown) {
  (void)ignored, (void)shown;
  printf("checksum = %llx\n", (unsigned long long)checksum_value);
}

/* Overflow wraps (-fwrapv); divisors of zero and shifts that are too far give the left operand. */
#define SAFE(T, S)                                                                                                     \
  static inline T safe_add_func_##T##_##S##_##S(T a, T b) {                                                            \
    return (T)(a + b);                                                                                                 \
  }                                                                                                                    \
  static inline T safe_sub_func_##T##_##S##_##S(T a, T b) {                                                            \
    return (T)(a - b);                                                                                                 \
  }                                                                                                                    \
  static inline T safe_mul_func_##T##_##S##_##S(T a, T b) {                                                            \
    return (T)((uint64_t)a * (uint64_t)b);                                                                             \
  }                                                                                                                    \
  static inline T safe_div_func_##T##_##S##_##S(T a, T b) {                                                            \
    return b == 0 || b == (T) - 1 ? a : (T)(a / b);                                                                    \
  }                                                                                                                    \
  static inline T safe_mod_func_##T##_##S##_##S(T a, T b) {                                                            \
    return b == 0 || b == (T) - 1 ? a : (T)(a % b);                                                                    \
  }                                                                                                                    \
  static inline T safe_lshift_func_##T##_##S##_u(T a, unsigned b) {                                                    \
    return b >= 8 * sizeof(T) ? a : (T)((uint64_t)a << b);                                                             \
  }                                                                                                                    \
  static inline T safe_lshift_func_##T##_##S##_s(T a, int b) {                                                         \
    return b < 0 || b >= (int)(8 * sizeof(T)) ? a : (T)((uint64_t)a << b);                                             \
  }                                                                                                                    \
  static inline T safe_rshift_func_##T##_##S##_u(T a, unsigned b) {                                                    \
    return b >= 8 * sizeof(T) ? a : (T)(a >> b);                                                                       \
  }                                                                                                                    \
  static inline T safe_rshift_func_##T##_##S##_s(T a, int b) {                                                         \
    return b < 0 || b >= (int)(8 * sizeof(T)) ? a : (T)(a >> b);                                                       \
  }                                                                                                                    \
  static inline T safe_unary_minus_func_##T##_##S(T a) {                                                               \
    return (T) - a;                                                                                                    \
  }
SAFE(int8_t, s)
SAFE(int16_t, s)
SAFE(int32_t, s)
SAFE(int64_t, s)
SAFE(uint8_t, u)
SAFE(uint16_t, u)
SAFE(uint32_t, u)
SAFE(uint64_t, u)

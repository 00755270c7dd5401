/* The part of a driver that is the same for all pairs. The sources of one version are included, with an allocator that
   knows its blocks; after each call everything reachable is printed as tokens. Memory that nobody wrote holds a
   pattern; each input runs with two patterns, and tokens that depend on the pattern print as `?`. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum block_kind { HEAP, INPUT, GLOBAL };
struct block {
  char *base;
  size_t size;
  enum block_kind kind;
  const char *name;
  int freed, number;
};
static struct block blocks[4000];
static int block_count, numbered, undefined_use;
static unsigned char pattern;
static char *tokens[2][20000], *extras[2][2000], printed[4000];
static int token_count[2], extra_count[2], side;
static sigjmp_buf back;
enum { REDZONE = 64 };

static void tok(const char *format, ...) {
  char text[4200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  for (char *c = text; *c; c++) /* one line for each input */
    if (*c == '\n' || *c == '\t')
      *c = '~';
  if (token_count[side] < 19999)
    tokens[side][token_count[side]++] = strdup(text);
}
static void extra(const char *format, ...) {
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (extra_count[side] < 1999)
    extras[side][extra_count[side]++] = strdup(text);
}

static struct block *block_at(const void *pointer) {
  for (int i = block_count - 1; i >= 0; i--)
    if ((char *)pointer >= blocks[i].base &&
        (char *)pointer < blocks[i].base + blocks[i].size + (blocks[i].kind == HEAP))
      return &blocks[i];
  return 0;
}
static void *add_block(void *base, size_t size, enum block_kind kind, const char *name) {
  if (block_count == 4000)
    siglongjmp(back, 1000);
  blocks[block_count++] = (struct block){base, size, kind, name, 0, 0};
  return base;
}
static void *drv_malloc(size_t size) {
  char *base = malloc(size + 2 * REDZONE);
  memset(base, 0xfd, size + 2 * REDZONE);
  memset(base + REDZONE, pattern, size);
  return add_block(base + REDZONE, size, HEAP, "");
}
static void *drv_calloc(size_t count, size_t size) {
  return memset(drv_malloc(count * size), 0, count * size);
}
static void drv_free(void *pointer) {
  struct block *block = block_at(pointer);
  if (!pointer)
    return;
  if (!block || block->kind != HEAP || block->freed || block->base != pointer) {
    undefined_use = 1;
    return;
  }
  block->freed = 1;
  memset(block->base, 0xdd, block->size);
}
static void *drv_realloc(void *pointer, size_t size) {
  char *moved = drv_malloc(size);
  struct block *block = pointer ? block_at(pointer) : 0;
  if (block)
    memcpy(moved, pointer, block->size < size ? block->size : size);
  drv_free(pointer);
  return moved;
}
static int drv_printf(const char *format, ...) {
  size_t length = strlen(printed);
  va_list arguments;
  va_start(arguments, format);
  int result = vsnprintf(printed + length, sizeof printed - length, format, arguments);
  va_end(arguments);
  return result;
}
static int drv_puts(const char *text) {
  return drv_printf("%s\n", text);
}
static void drv_exit(int status) {
  siglongjmp(back, 2000 + (status & 255));
}
static void on_signal(int number) {
  siglongjmp(back, number);
}

#define malloc(n) drv_malloc(n)
#define calloc(n, m) drv_calloc(n, m)
#define realloc(p, n) drv_realloc(p, n)
#define free(p) drv_free(p)
#define printf(...) drv_printf(__VA_ARGS__)
#define puts(s) drv_puts(s)
#define exit(n) drv_exit(n)
#include VERSION
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef printf
#undef puts
#undef exit

static void p_char(const char *pointer);
static void p_int(const int *pointer);
static void p_S(const struct S *pointer);
static void p_L(const struct L *pointer);
static void p_T(const struct T *pointer);
static void p_H(const struct H *pointer);
static void p_fn(int (*function)(int));
static void where_constant(const void *pointer);

static void d_char(const char *value) {
  tok("%d", *value);
}
static void d_int(const int *value) {
  tok("%d", *value);
}
static void d_S(const struct S *value);
static void d_U(const union U *value) {
  for (int i = 0; i < 4; i++)
    tok("%d", value->c[i]);
}
static void d_L(const struct L *value) {
  tok("%d", value->v);
  p_char(value->name);
  p_L(value->next);
}
static void d_T(const struct T *value) {
  tok("%d", value->v);
  p_T(value->l);
  p_T(value->r);
}
static void d_H(const struct H *value) {
  tok("%d", value->k);
  p_S(value->one);
  p_S(value->two);
  p_char(value->name);
  p_fn(value->fn);
  d_U(&value->u);
}

/* True if the block has to be dumped now. */
static struct block *enter(const void *pointer) {
  struct block *block = block_at(pointer);
  if (!pointer) {
    tok("null");
    return 0;
  }
  /* A field that nobody wrote holds the pattern: where it leads is not defined. */
  unsigned char bytes[sizeof pointer];
  memcpy(bytes, &pointer, sizeof pointer);
  if (bytes[0] == pattern && bytes[5] == pattern && bytes[7] == pattern) {
    tok("unwritten%d", pattern);
    return 0;
  }
  if (!block) {
    where_constant(pointer);
    return 0;
  }
  if (block->freed) {
    tok("freed");
    return 0;
  }
  if (block->kind != HEAP) {
    tok("%s+%ld", block->name, (long)((char *)pointer - block->base));
    return 0;
  }
  if (block->number) {
    tok("#%d+%ld", block->number, (long)((char *)pointer - block->base));
    return 0;
  }
  block->number = ++numbered;
  tok("#%d+%ld:%ld{", block->number, (long)((char *)pointer - block->base), (long)block->size);
  return block;
}
static int is_constant(const void *pointer) {
  unsigned char bytes[sizeof pointer];
  memcpy(bytes, &pointer, sizeof pointer);
  return pointer && !block_at(pointer) && !(bytes[0] == pattern && bytes[5] == pattern && bytes[7] == pattern);
}
#define POINTER(NAME, TYPE)                                                                                            \
  static void p_##NAME(const TYPE *pointer) {                                                                          \
    struct block *block = enter(pointer);                                                                              \
    if (is_constant(pointer)) {                                                                                        \
      tok("constant");                                                                                                 \
      d_##NAME(pointer);                                                                                               \
    }                                                                                                                  \
    if (!block)                                                                                                        \
      return;                                                                                                          \
    size_t at = 0;                                                                                                     \
    for (; at + sizeof(TYPE) <= block->size; at += sizeof(TYPE))                                                       \
      d_##NAME((const TYPE *)(block->base + at));                                                                      \
    for (; at < block->size; at++)                                                                                     \
      tok("b%d", block->base[at]);                                                                                     \
    tok("}");                                                                                                          \
  }
POINTER(int, int)
POINTER(S, struct S)
POINTER(L, struct L)
POINTER(T, struct T)
POINTER(H, struct H)
static void p_char(const char *pointer) {
  struct block *block = enter(pointer);
  if (is_constant(pointer))
    tok("text:%s", pointer);
  for (size_t at = 0; block && at < block->size; at++)
    d_char(block->base + at);
  if (block)
    tok("}");
}

static void finish_run(void) {
  long live = 0, bytes = 0;
  for (int i = 0; i < block_count; i++) {
    struct block *block = &blocks[i];
    if (block->kind != HEAP)
      continue;
    for (int k = 0; k < REDZONE; k++)
      if (block->base[-1 - k] != (char)0xfd || block->base[block->size + k] != (char)0xfd)
        undefined_use = 1;
    for (size_t k = 0; block->freed && k < block->size; k++)
      if (block->base[k] != (char)0xdd)
        undefined_use = 1;
    if (!block->freed && !block->number) {
      live++;
      bytes += block->size;
    }
    free(block->base - REDZONE);
  }
  extra("leaked:%ld:%ld", live, bytes);
}

static void run_once(const long long *leaves);

static void run_side(const long long *leaves) {
  block_count = numbered = undefined_use = 0;
  printed[0] = 0;
  token_count[side] = extra_count[side] = 0;
  int why = sigsetjmp(back, 1);
  if (why == 0)
    run_once(leaves);
  else {
    token_count[side] = 0;
    if (why >= 2000)
      tok("exit%d %s", why - 2000, printed);
    else
      tok("signal%d", why);
  }
  finish_run();
}

static void print_merged(char **one, int count_one, char **two, int count_two) {
  if (count_one != count_two) {
    fputs(" INDETERMINATE", stdout);
    return;
  }
  for (int i = 0; i < count_one; i++)
    printf(" %s", strcmp(one[i], two[i]) ? "?" : one[i]);
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  long long leaves[64];
  static char stack[65536];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
  (void)argc;
  sigaltstack(&alternative, 0);
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGFPE, &action, 0);
  sigaction(SIGABRT, &action, 0);
  sigaction(SIGBUS, &action, 0);
  sigaction(SIGALRM, &action, 0);
  for (;;) {
    for (int i = 0; i < count; i++)
      if (scanf("%lld", &leaves[i]) != 1)
        return 0;
    int undefined = 0;
    for (side = 0; side < 2; side++) {
      pattern = side ? 0x55 : 0xaa;
      run_side(leaves);
      undefined |= undefined_use;
    }
    if (undefined)
      fputs(" UNDEFINED", stdout);
    else
      print_merged(tokens[0], token_count[0], tokens[1], token_count[1]);
    fputs("\t", stdout);
    print_merged(extras[0], extra_count[0], extras[1], extra_count[1]);
    for (side = 0; side < 2; side++) {
      while (token_count[side])
        free(tokens[side][--token_count[side]]);
      while (extra_count[side])
        free(extras[side][--extra_count[side]]);
    }
    putchar('\n');
    fflush(stdout);
  }
}

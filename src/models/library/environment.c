/* Environment variables. Functions that change them are the C library's; they keep `environ` up to date. */
#include "model.h"

extern char **environ;

/* What stands behind "NAME=", or null. */
static char *valueIn(char *entry, const char *name) {
  size_t i = 0;
  while (name[i] && entry[i] == name[i])
    i++;
  return !name[i] && entry[i] == '=' ? entry + i + 1 : NULL;
}

char *vernier_model_environment(const char *name) {
  if (!environ || !name[0])
    return NULL;
  for (size_t i = 0; environ[i]; i++) {
    char *value = valueIn(environ[i], name);
    if (value)
      return value;
  }
  return NULL;
}

char *getenv(const char *name) { return vernier_model_environment(name); }
char *secure_getenv(const char *name) { return vernier_model_environment(name); }

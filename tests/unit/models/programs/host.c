/* The runtime's system calls, for programs that run outside of the engine. */
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

int64_t vernier_write(int descriptor, const void *bytes, uint64_t count) { return write(descriptor, bytes, count); }
int64_t vernier_read(int descriptor, void *bytes, uint64_t count) { return read(descriptor, bytes, count); }
int vernier_open(const char *path, int flags, int mode) { return open(path, flags, mode); }
int64_t vernier_lseek(int descriptor, int64_t offset, int whence) { return lseek(descriptor, offset, whence); }
int vernier_close(int descriptor) { return close(descriptor); }

/* Linked into executables whose runs are recorded (RecordHits.h). It must not disturb them: raw system calls only, for
   the program may have its own C library functions, and the error number stays as it is. */

#include "selection/HitsAbi.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LongestName = 4096, AnybodyReadsAndWrites = 0666 };
static const char Mark[VernierHitsMarkSize] = VERNIER_HITS_MARK;
static const char Variable[] = "VERNIER_HITS=";

extern char **environ;

static const char *directoryOf(const char *Default) {
  for (char **Entry = environ; Entry && *Entry; ++Entry) {
    size_t At = 0;
    while (Variable[At] && (*Entry)[At] == Variable[At])
      ++At;
    if (!Variable[At])
      return *Entry + At;
  }
  return Default;
}

static int isGiven(unsigned long Size) {
  char Found[VernierHitsMarkSize];
  if (syscall(SYS_pread64, VernierHitsDescriptor, Found, sizeof Found, Size) != (long)sizeof Found)
    return 0;
  for (int I = 0; I != VernierHitsMarkSize; ++I)
    if (Found[I] != Mark[I])
      return 0;
  return 1;
}

static size_t append(char *Name, size_t At, const char *Text) {
  while (*Text && At + 1 < LongestName)
    Name[At++] = *Text++;
  Name[At] = 0;
  return At;
}

static int openIn(const char *Directory, const char *Key, unsigned long Size) {
  char Name[LongestName];
  if (!*Directory)
    return -1;
  size_t At = append(Name, 0, Directory);
  At = append(Name, At, "/");
  At = append(Name, At, Key);
  append(Name, At, ".hits");
  int File = (int)syscall(SYS_openat, AT_FDCWD, Name, O_RDWR | O_CREAT | O_CLOEXEC, AnybodyReadsAndWrites);
  if (File >= 0 && syscall(SYS_ftruncate, File, Size) != 0) {
    syscall(SYS_close, File);
    return -1;
  }
  return File;
}

/* What was executed before this counts too: it is in Slots, which lie on pages of their own. */
void vernier_hits_map(unsigned char *Slots, unsigned long Size, const char *Key, const char *Default) {
  int Before = errno;
  int File = isGiven(Size) ? VernierHitsDescriptor : openIn(directoryOf(Default), Key, Size);
  if (File >= 0) {
    long Shared = syscall(SYS_mmap, NULL, Size, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0L);
    if (Shared != -1) {
      volatile unsigned char *To = (volatile unsigned char *)Shared;
      for (unsigned long I = 0; I != Size; ++I)
        if (Slots[I])
          To[I] = 1;
      syscall(SYS_munmap, Shared, Size);
      syscall(SYS_mmap, Slots, Size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, File, 0L);
    }
    syscall(SYS_close, File);
  }
  errno = Before;
}

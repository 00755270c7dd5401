#pragma once

/* What an instrumented executable and its reader share, in terms that C and C++ read alike. */

enum {
  VernierHitsDescriptor = 903, /* where a confined run finds the file for its hits */
  VernierHitsMarkSize = 16     /* bytes behind the slots of such a file */
};

#define VERNIER_HITS_MARK "vernier hits 01"

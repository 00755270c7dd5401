#pragma once

/* What a monitored program leaves for `guard`, in terms that C and C++ read alike. The memory is shared: with Vernier
   (an inherited descriptor), or with a file of its own in a directory that the environment names. A process that is
   forked goes on in the same memory. Places are offsets from its beginning. */

#include <stdint.h>

enum {
  VernierMonitorDescriptor = 903, /* where a run in the sandbox finds the memory */
  VernierFirstRows = 48,          /* visits of a point that are kept in any case... */
  VernierSampledRows = 80         /* ...and as many of the others, chosen at random */
};

#define VERNIER_MONITOR_MAGIC UINT64_C(0x3172696e6f6d5f76)
#define VERNIER_MONITOR_VARIABLE "VERNIER_MONITOR_DIRECTORY"

/* The rows of a point: those above, then for each value the one in which it was least, and the one in which it was
   greatest (as signed numbers). A row is a word that says whether it is used, and a word for each value. */
struct VernierMonitoredPoint {
  uint64_t Visits;
  uint32_t Values;
  uint32_t Lost; /* visits that another thread kept from being written down */
  uint64_t Rows;
};

/* A condition that is evaluated where the program runs. */
struct VernierMonitoredCheck {
  uint64_t Visits, Failed;
  uint64_t FirstFailed; /* a count of failures of all checks, when this one first failed; 0: never */
};

struct VernierMonitor {
  uint64_t Magic, Identity, Size;
  uint32_t Points, Checks;
  uint64_t Random, Failures;
  uint32_t Lock, Started;
  uint64_t PointTable, CheckTable;
};

/* What the program knows of the layout. */
struct VernierMonitorPlan {
  uint64_t Identity;
  uint32_t Points, Checks;
  uint32_t Values[]; /* of each point */
};

static inline uint64_t vernierMonitorRows(uint32_t Values) {
  return VernierFirstRows + VernierSampledRows + 2 * (uint64_t)Values;
}

static inline uint64_t vernierMonitorSize(const struct VernierMonitorPlan *Plan) {
  uint64_t Size = sizeof(struct VernierMonitor) + Plan->Points * sizeof(struct VernierMonitoredPoint) +
                  Plan->Checks * sizeof(struct VernierMonitoredCheck);
  for (uint32_t I = 0; I != Plan->Points; ++I)
    Size += vernierMonitorRows(Plan->Values[I]) * (1 + Plan->Values[I]) * sizeof(uint64_t);
  return Size;
}

/* The memory is zero before. */
static inline void vernierMonitorLayOut(struct VernierMonitor *To, const struct VernierMonitorPlan *Plan) {
  To->Identity = Plan->Identity;
  To->Size = vernierMonitorSize(Plan);
  To->Points = Plan->Points;
  To->Checks = Plan->Checks;
  To->Random = UINT64_C(0x9e3779b97f4a7c15);
  To->PointTable = sizeof(struct VernierMonitor);
  To->CheckTable = To->PointTable + Plan->Points * sizeof(struct VernierMonitoredPoint);
  uint64_t Rows = To->CheckTable + Plan->Checks * sizeof(struct VernierMonitoredCheck);
  struct VernierMonitoredPoint *Points = (struct VernierMonitoredPoint *)((char *)To + To->PointTable);
  for (uint32_t I = 0; I != Plan->Points; ++I) {
    Points[I].Values = Plan->Values[I];
    Points[I].Rows = Rows;
    Rows += vernierMonitorRows(Plan->Values[I]) * (1 + Plan->Values[I]) * sizeof(uint64_t);
  }
  To->Magic = VERNIER_MONITOR_MAGIC;
}

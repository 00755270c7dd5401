#pragma once

/* Between Server.c and Input.c. */

#include "abi/Run.h"

enum { VernierChildFailed = 125 /* status of a child that could not be confined or given its input */ };

/* In the server: room for arguments and environment, so that they are at the same place in every run. */
int vernier_prepare_texts(const struct VernierRun *Run);

/* In a child: standard input as descriptor 0. Before the trace begins. */
int vernier_give_streams(const struct VernierRun *Run);

/* In a child: arguments and environment, and marks them as input. How many arguments there are. */
int vernier_give_texts(const struct VernierRun *Run, char ***Arguments, char ***Environment);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What threads that work at once share: the bandwidth of memory, cores and their clock. */
#pragma once

#include <stdbool.h>

/* On the reference machine, the time that threads take beside the time of one, where each does this
 * part of the work.  streams: its tables do not fit into caches. */
double pm_sharing_part(bool streams, double part);

/* How many times as long work on such tables takes, where walks and passes over memory take so many
 * times as long. */
double pm_sharing_times(double walks, double passes);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chunks of the sums of terms.h on GPUs, with the CPU's bits. */
#ifndef PM_BATCH_TERMS_GPU_H
#define PM_BATCH_TERMS_GPU_H

#include "batch/terms_sums.h"

enum { PM_TERM_GPU_CHUNKS = 1024 }; /* fewer chunks are faster on threads */

/* The devices, each with the tables of a matrix. */
struct pm_terms_devices;

/* The tables are copied.  Errors: PM_UNABLE, PM_NOMEM. */
pm_status pm_terms_devices_new(struct pm_terms_devices **devices, const struct pm_terms_sums *w,
                               struct pm_gpus *gpus);
void pm_terms_devices_free(struct pm_terms_devices *devices); /* NULL is fine */

/* How many chunks they take at a time. */
size_t pm_terms_devices_room(const struct pm_terms_devices *devices);

/* sum[k] = that of chunk first + k, for all k < count.  A device that fails leaves its share as it
 * is, and gets nothing any more. */
void pm_terms_devices_sum(struct pm_terms_sum *sum, struct pm_terms_devices *devices,
                          uint64_t first, size_t count);

#endif

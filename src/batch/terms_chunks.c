/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chunks are shared by threads and devices, a number of them at a time, and added up in order. */
#include "batch/terms_chunks.h"

#include "base/alloc.h"
#include "batch/terms_gpu.h"
#include "cuda/gpu.h"
#include "engine/more.h"

#include <stdlib.h>

enum { TOGETHER = 256 }; /* chunks that threads share at a time */

static void add_chunk(struct pm_terms_sum *sum, const struct pm_terms_sum *more)
{
    for (int part = 0; part < 2; part++)
        pm_terms_sum_add(&sum->high[part], &sum->low[part], more->high[part], more->low[part]);
    sum->size += more->size;
}

/* The chunks that no device has computed. */
static void sum_missing(struct pm_terms_sum *sum, const struct pm_terms_sums *w, uint64_t first,
                        size_t count, const struct pm_batch *b)
{
    const int threads = count > 1 && b->inside > 1 ? b->inside : 1;

#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t k = 0; k < count; k++)
        if (sum[k].size < 0 && !pm_batch_is_stopped(b))
            pm_terms_sums_chunk(&sum[k], w, first + k);
}

void pm_terms_chunks_sum(struct pm_terms_sum *sum, const struct pm_terms_sums *w,
                         const struct pm_batch *b)
{
    const uint64_t chunks = (w->walks + PM_TERM_CHUNK - 1) / PM_TERM_CHUNK;
    struct pm_terms_devices *devices = NULL;
    struct pm_terms_sum few[TOGETHER], *many = NULL;
    size_t room = TOGETHER;

    if (b->stack.gpus != NULL && (chunks >= PM_TERM_GPU_CHUNKS || pm_gpus_are_eager()) &&
        pm_terms_devices_new(&devices, w, b->stack.gpus) == PM_OK) {
        many = pm_alloc(pm_terms_devices_room(devices), sizeof *many);
        room = many != NULL ? pm_terms_devices_room(devices) : room;
    }
    struct pm_terms_sum *const some = many != NULL ? many : few;
    *sum = (struct pm_terms_sum){.size = 0};
    for (uint64_t first = 0; first < chunks && !pm_batch_is_stopped(b); first += room) {
        const size_t count = chunks - first < room ? (size_t)(chunks - first) : room;
        for (size_t k = 0; k < count; k++)
            some[k].size = -1;
        if (devices != NULL)
            pm_terms_devices_sum(some, devices, first, count);
        sum_missing(some, w, first, count, b);
        for (size_t k = 0; k < count; k++)
            add_chunk(sum, &some[k]);
    }
    free(many);
    pm_terms_devices_free(devices);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every device gets the tables of the matrix once.  Then it takes a share of the chunks, one launch
 * after the other (cuda/terms.cu). */
#include "engine/multiple/terms.h"

#include "base/alloc.h"
#include "cuda/gpu.h"

#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 128,
    BLOCK = THREADS / PM_TERM_LANES, /* chunks */
    LAUNCH = 1 << 16,                /* chunks */
};

struct device {
    struct pm_gpu *gpu;
    bool able;
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue;
    pm_cu_pointer table;
};

struct pm_terms_devices {
    int count;
    struct device device[];
};

/* ------------------------------------------------------------------ tables */

/* A place for `count` doubles behind the table. */
static unsigned place(struct pm_terms_table *t, int count)
{
    t->end += (unsigned)count;
    return t->end - (unsigned)count;
}

static void lay_out(struct pm_terms_table *t, const struct pm_terms_sums *w)
{
    const struct pm_lines *const l = w->entries->lines;
    const int lines = l->count[PM_SIGNED], cells = w->t.factors * w->t.parts;

    *t = (struct pm_terms_table){.walks = w->walks,
                                 .lines = lines,
                                 .low = w->low,
                                 .factors = w->t.factors,
                                 .groups = w->t.groups};
    for (int i = 0; i < lines; i++) {
        t->radix[i] = pm_lines_radix(l, i);
        t->times[i] = l->times[PM_SIGNED][i];
    }
    memcpy(t->power, w->t.times, sizeof(int) * (size_t)w->t.factors);
    t->entry = place(t, lines * cells);
    t->offset = place(t, w->t.groups * cells * PM_TERM_LANES);
    t->weight = place(t, w->t.groups * PM_TERM_LANES);
    t->binomial = place(t, lines * (PM_TERM_MOST + 1));
    t->floor = place(t, w->t.factors);
}

static void fill(double *number, const struct pm_terms_table *t, const struct pm_terms_sums *w)
{
    const int parts = w->t.parts;

    for (int i = 0; i < t->lines; i++)
        for (int j = 0; j < t->factors; j++)
            memcpy(number + t->entry + (i * t->factors + j) * parts,
                   pm_terms_entry(w->entries, i, j), sizeof(double) * (size_t)parts);
    memcpy(number + t->offset, w->offset, sizeof(double) * (t->weight - t->offset));
    memcpy(number + t->weight, w->weight, sizeof(double) * (t->binomial - t->weight));
    memcpy(number + t->binomial, w->binomial, sizeof(double) * (t->floor - t->binomial));
    memcpy(number + t->floor, w->t.floor, sizeof(double) * (t->end - t->floor));
}

static pm_status put_table(pm_cu_pointer *at, const struct pm_gpu *gpu,
                           const struct pm_terms_sums *w)
{
    enum { HEAD = sizeof(struct pm_terms_table) / sizeof(double) };
    struct pm_terms_table t;
    double *all;

    lay_out(&t, w);
    PM_NEW(all, HEAD + t.end);
    memcpy(all, &t, sizeof t);
    fill(all + HEAD, &t, w);
    const pm_status status = pm_gpu_put(at, gpu, all, (HEAD + t.end) * sizeof *all);
    free(all);
    return status;
}

/* ----------------------------------------------------------------- devices */

static pm_status device_open(struct device *d, const struct pm_terms_sums *w)
{
    struct pm_recipe_text text;
    pm_status status;

    PM_TRY(pm_gpu_enter(d->gpu));
    pm_recipe_begin(&text, "terms.cu");
    pm_recipe_define(&text, "-DPARTS=%d", w->t.parts);
    pm_recipe_define(&text, "-DTHREADS=%d", THREADS);
    PM_TRY_GOTO(status, pm_gpu_kernel_init(&d->kernel, d->gpu, &text.recipe, "walk"), done);
    PM_TRY_GOTO(status, put_table(&d->table, d->gpu, w), done);
    status = pm_gpu_queue_init(&d->queue, d->gpu, sizeof(struct pm_terms_sum) * LAUNCH);
done:
    pm_recipe_clear(&text);
    pm_gpu_leave(d->gpu);
    return status;
}

static void device_close(struct device *d)
{
    if (d->gpu == NULL || pm_gpu_enter(d->gpu) != PM_OK)
        return;
    pm_gpu_queue_clear(&d->queue);
    pm_gpu_drop(d->gpu, d->table);
    pm_gpu_leave(d->gpu);
}

pm_status pm_terms_devices_new(struct pm_terms_devices **out, const struct pm_terms_sums *w,
                               struct pm_gpus *gpus)
{
    pm_status status = PM_UNABLE;
    struct pm_terms_devices *devices =
        pm_alloc(1, sizeof *devices + sizeof(struct device) * (size_t)gpus->count);

    if (devices == NULL)
        return PM_NOMEM;
    devices->count = gpus->count;
    bool any = false;
    for (int k = 0; k < gpus->count; k++) {
        struct device *const d = &devices->device[k];
        d->gpu = &gpus->gpu[k];
        status = device_open(d, w);
        d->able = status == PM_OK;
        any = any || d->able;
    }
    if (any)
        *out = devices;
    else
        pm_terms_devices_free(devices);
    return any ? PM_OK : status;
}

void pm_terms_devices_free(struct pm_terms_devices *devices)
{
    if (devices == NULL)
        return;
    for (int k = 0; k < devices->count; k++)
        device_close(&devices->device[k]);
    free(devices);
}

/* -------------------------------------------------------------------- sums */

size_t pm_terms_devices_room(const struct pm_terms_devices *devices)
{
    return (size_t)devices->count * LAUNCH;
}

static pm_status device_sum(struct pm_terms_sum *sum, struct device *d, uint64_t first,
                            size_t count)
{
    unsigned long long from = first;
    void *arguments[] = {&d->queue.out, &d->table, &from};
    pm_status status;

    PM_TRY(pm_gpu_enter(d->gpu));
    PM_TRY_GOTO(status,
                pm_gpu_launch(&d->queue, &d->kernel, (unsigned)((count + BLOCK - 1) / BLOCK),
                              THREADS, arguments, count * sizeof *sum),
                done);
    PM_TRY_GOTO(status, pm_gpu_wait(&d->queue, NULL), done);
    memcpy(sum, d->queue.result, count * sizeof *sum);
done:
    pm_gpu_leave(d->gpu);
    return status;
}

void pm_terms_devices_sum(struct pm_terms_sum *sum, struct pm_terms_devices *devices,
                          uint64_t first, size_t count)
{
    struct device *able[PM_GPUS_MOST];
    size_t many = 0;

    for (int k = 0; k < devices->count; k++)
        if (devices->device[k].able)
            able[many++] = &devices->device[k];
    const size_t share = many > 0 ? (count + many - 1) / many : 0;
#pragma omp parallel for num_threads((int)many) if (many > 1)
    for (size_t k = 0; k < many; k++) {
        const size_t begin = k * share, end = begin + share < count ? begin + share : count;
        if (begin < end && device_sum(sum + begin, able[k], first + begin, end - begin) != PM_OK)
            able[k]->able = false;
    }
}

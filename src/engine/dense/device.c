/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of cuda/real.cu, complex.cu, real_dd.cu and modular.cu: constants, tables,
 * launches.
 *
 * A block of THREADS threads returns one node of the fold, for THREADS / PM_LANES units.  Tables
 * are laid out as `struct tables` and `struct far_tables` of the kernels have them. */
#include "engine/dense/device.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS = PM_LANES << PM_DEVICE_LOG_NODE,
    PAIRS = PM_BLOCK / 2,
    REGISTERS = 65536, /* of a multiprocessor, 32 bits each */
    OTHERS = 92,
};

struct pm_dense_device {
    const struct pm_gpu *gpu;
    const struct pm_dense *floating;
    const struct pm_modular *modular;
    struct pm_gpu_kernel kernel;
    pm_cu_pointer tables, far;
    struct pm_gpu_queue queue;
};

/* ------------------------------------------------------------------ constants */

static void define(struct pm_dense_recipe *r, const char *format, ...)
{
    va_list arguments;

    char *const text = r->text[r->recipe.options];
    va_start(arguments, format);
    vsnprintf(text, PM_DENSE_DEFINE, format, arguments);
    va_end(arguments);
    r->option[r->recipe.options++] = text;
}

/* Blocks on a multiprocessor that leave a thread the registers it needs: two for a number of its
 * row sums, and OTHERS. */
static int blocks_for(int numbers)
{
    const int blocks = REGISTERS / THREADS / (2 * numbers + OTHERS);

    return blocks < 2 ? 2 : blocks;
}

/* The classes of rows as modular.cu names them. */
static void define_classes(struct pm_dense_recipe *r, const struct pm_residues *w)
{
    enum { FIRST = 1, LAST = 2, ONE = 4, ZERO = 8, ANY = 16, WIDE = 32 };
    char text[PM_DENSE_DEFINE] = "";
    size_t end = 0;

    for (int k = 0; k < w->groups; k++)
        for (int i = w->row[k]; i < w->row[k + 1]; i++) {
            const int class = k < w->ones ? ONE : k < w->zeros ? ZERO : k < w->exact ? ANY : WIDE;
            end += (size_t)snprintf(text + end, sizeof text - end, "%s%d", i > 0 ? "," : "",
                                    class + (i == w->row[k] ? FIRST : 0) +
                                        (i + 1 == w->row[k + 1] ? LAST : 0));
        }
    define(r, "-DCLASSES=%s", text);
}

void pm_dense_recipe_set(struct pm_dense_recipe *r, const struct pm_dense *floating,
                         const struct pm_modular *modular)
{
    const int n = floating != NULL ? floating->n : modular->walk.n;
    const int words = floating != NULL ? floating->words : 1;
    const int gray = pm_dense_gray(n);

    r->recipe = (struct pm_recipe){.option = r->option};
    define(r, "-DN=%d", n);
    define(r, "-DLOG_BLOCKS=%d", gray);
    define(r, "-DLOG_STRANDS=%d", n - 2 - PM_LOG_BLOCK - gray);
    define(r, "-DTHREADS=%d", THREADS);
    if (floating != NULL) {
        r->recipe.source = words == 1             ? "real.cu"
                           : floating->parts == 2 ? "complex.cu"
                                                  : "real_dd.cu";
        define(r, "-DONES=%d", floating->walk.ones);
        define(r, "-DZEROS=%d", floating->walk.zeros);
    } else {
        r->recipe.source = "modular.cu";
        define_classes(r, &modular->walk);
    }
    define(r, "-DBLOCKS=%d", blocks_for(n * words));
}

/* ------------------------------------------------------------------ tables */

/* Half of the sums of the unrolled columns, `lines` times. */
static double *put_low(double *next, const double *low, int lines)
{
    for (int k = 0; k < lines; k++, low += PM_BLOCK, next += PAIRS)
        memcpy(next, low, PAIRS * sizeof *low);
    return next;
}

static double *put(double *next, const double *from, int count)
{
    memcpy(next, from, (size_t)count * sizeof *from);
    return next + count;
}

static pm_status upload_tables(struct pm_dense_device *d, const double *memory, const double *end)
{
    return pm_gpu_put(&d->tables, d->gpu, memory,
                      (size_t)((const char *)end - (const char *)memory));
}

static pm_status upload_floating(struct pm_dense_device *d)
{
    const struct pm_dense *const f = d->floating;
    const int line = f->n * f->words;
    double *memory, *next;

    PM_NEW(memory, line * (PAIRS + f->walk.log_blocks + 3) + f->n);
    next = put_low(memory, f->walk.low, line);
    next = put(next, f->walk.step, f->walk.log_blocks * line);
    next = put(next, f->walk.pivot, line);
    next = put(next, f->walk.centre[0], line);
    next = put(next, f->walk.centre[1], line);
    next = put(next, f->walk.reach, f->n);
    const pm_status status = upload_tables(d, memory, next);
    free(memory);
    return status;
}

static pm_status upload_modular(struct pm_dense_device *d)
{
    const struct pm_residues *const w = &d->modular->walk;
    double *memory, *next;

    PM_NEW(memory, w->n * (2 * PAIRS + w->log_blocks));
    next = put_low(memory, w->low, 2 * w->n);
    next = put(next, w->step, w->log_blocks * w->n);
    const pm_status status = upload_tables(d, memory, next);
    free(memory);
    return status;
}

/* What the first row sums of a strand are made of. */
static pm_status upload_far(struct pm_dense_device *d)
{
    const struct pm_dense *const f = d->floating;
    const int line = f != NULL ? f->n * f->words : d->modular->walk.n;
    const int blocks = f != NULL ? f->walk.log_blocks : d->modular->walk.log_blocks;
    const int columns = (f != NULL ? f->columns : d->modular->columns) - PM_LOG_BLOCK - blocks;
    const double *const twice = f != NULL ? f->twice : d->modular->twice;
    double *memory, *next;

    PM_NEW(memory, line * (1 + columns));
    next = put(memory, f != NULL ? f->base : d->modular->base, line);
    put(next, twice + blocks * line, columns * line);
    const pm_status status =
        pm_gpu_put(&d->far, d->gpu, memory, (size_t)(line * (1 + columns)) * sizeof *memory);
    free(memory);
    return status;
}

/* ------------------------------------------------------------------ launches */

static size_t node_size(const struct pm_dense_device *d)
{
    return d->floating != NULL ? sizeof(struct pm_total) : sizeof(int64_t);
}

static pm_status device_fill(struct pm_dense_device *d)
{
    struct pm_dense_recipe recipe;
    const uint64_t all = pm_dense_units(d->floating != NULL ? d->floating->n : d->modular->walk.n);
    const uint64_t most = UINT64_C(1) << PM_DEVICE_LOG_MOST;
    const uint64_t nodes = (all < most ? all : most) >> PM_DEVICE_LOG_NODE;

    pm_dense_recipe_set(&recipe, d->floating, d->modular);
    PM_TRY(pm_gpu_kernel_init(&d->kernel, d->gpu, &recipe.recipe, "walk"));
    PM_TRY(d->floating != NULL ? upload_floating(d) : upload_modular(d));
    PM_TRY(upload_far(d));
    return pm_gpu_queue_init(&d->queue, d->gpu, nodes * node_size(d));
}

pm_status pm_dense_device_new(struct pm_dense_device **out, const struct pm_gpu *gpu,
                              const struct pm_dense *floating, const struct pm_modular *modular)
{
    const int order = floating != NULL ? floating->n : modular->walk.n;
    struct pm_dense_device *d;

    if (floating != NULL && floating->words == 4)
        return pm_fail(PM_UNABLE, "no kernel for complex double-double");
    if (pm_dense_units(order) < 1 << PM_DEVICE_LOG_NODE)
        return pm_fail(PM_UNABLE, "order %d is too small for a GPU", order);
    PM_NEW(d, 1);
    d->gpu = gpu;
    d->floating = floating;
    d->modular = modular;
    const pm_status status = device_fill(d);
    if (status == PM_OK)
        *out = d;
    else
        pm_dense_device_free(d);
    return status;
}

void pm_dense_device_free(struct pm_dense_device *d)
{
    if (d == NULL)
        return;
    pm_gpu_queue_clear(&d->queue);
    pm_gpu_drop(d->gpu, d->tables);
    pm_gpu_drop(d->gpu, d->far);
    pm_gpu_kernel_clear(&d->kernel);
    free(d);
}

/* Starts `nodes` nodes from unit `first`. */
static pm_status launch(struct pm_dense_device *d, uint64_t first, uint64_t nodes)
{
    struct {
        double p, inverse;
    } prime;
    struct pm_finish finish;
    double start;

    if (d->floating != NULL) {
        finish = d->floating->finish;
        start = d->floating->walk.start;
        void *arguments[] = {&d->queue.out, &d->tables, &d->far, &start, &finish, &first};
        return pm_gpu_launch(&d->queue, &d->kernel, (unsigned)nodes, THREADS, arguments,
                             nodes * node_size(d));
    }
    prime.p = d->modular->walk.p;
    prime.inverse = d->modular->walk.inverse;
    void *arguments[] = {&d->queue.out, &d->tables, &d->far, &prime, &first};
    return pm_gpu_launch(&d->queue, &d->kernel, (unsigned)nodes, THREADS, arguments,
                         nodes * node_size(d));
}

static pm_status add_launch(struct pm_dense_device *d, uint64_t first, uint64_t nodes,
                            struct pm_fold *fold, double *seconds)
{
    PM_TRY(launch(d, first, nodes));
    PM_TRY(pm_gpu_wait(&d->queue, seconds));
    for (uint64_t k = 0; k < nodes; k++) {
        const struct pm_part part =
            d->floating != NULL
                ? pm_total_part(((const struct pm_total *)d->queue.result)[k], d->floating->exp)
                : pm_modular_part(d->modular, ((const int64_t *)d->queue.result)[k]);
        PM_TRY(pm_fold_add(fold, PM_DEVICE_LOG_NODE, (first >> PM_DEVICE_LOG_NODE) + k, &part));
    }
    return PM_OK;
}

static pm_status add_unit(struct pm_dense_device *d, uint64_t unit, struct pm_fold *fold)
{
    struct pm_part part;

    if (d->floating != NULL)
        pm_dense_unit(&part, d->floating, unit);
    else
        pm_modular_unit(&part, d->modular, unit);
    return pm_fold_add(fold, 0, unit, &part);
}

pm_status pm_dense_device_add(struct pm_dense_device *d, uint64_t first, uint64_t count,
                              struct pm_fold *fold, double *seconds)
{
    const uint64_t node = UINT64_C(1) << PM_DEVICE_LOG_NODE, end = first + count;

    while (first < end) {
        uint64_t now = end - first;
        if (first % node != 0 || now < node) {
            PM_TRY(add_unit(d, first, fold));
            first++;
            continue;
        }
        if (now >> PM_DEVICE_LOG_MOST != 0)
            now = UINT64_C(1) << PM_DEVICE_LOG_MOST;
        now -= now % node;
        PM_TRY(add_launch(d, first, now / node, fold, seconds));
        first += now;
    }
    return PM_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second half of pm-bench dense: sparse matrices of order 40, walked densely, sparsely and by
 * the paper's SpaRyser, over real and complex numbers and modulo a prime.  A permanent takes too
 * long, so that units spread evenly over the walk are timed, the best of several turns each, and
 * the seconds of the whole on one thread follow from how many there are. */
#include "bench.h"
#include "walk.h"
#include "engine/engine.h"
#include "plan/machine.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { ORDER = 40, EACH_ROW = 8, UNITS = 8, TURNS = 5 };

/* Processor time of this thread: a unit takes long enough to be interrupted. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint32_t draw(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 16;
}

/* Whether there is an entry: a fifth of all places at random, or eight of each row and column. */
static bool is_filled(bool regular, int i, int j, uint32_t *state)
{
    static const int offset[EACH_ROW] = {0, 1, 3, 7, 12, 20, 25, 34};
    bool filled = false;

    if (!regular)
        return i == j || draw(state) % 1000 < 180;
    for (int k = 0; k < EACH_ROW; k++)
        filled = filled || (i + offset[k]) % ORDER == j;
    return filled;
}

struct thin {
    bool regular, pattern;
    uint32_t state;
};

/* 0/1, or k / 1000 in (0, 1). */
static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct thin *const thin = context;
    const ulong den = thin->pattern ? 1 : 1000;

    if (!is_filled(thin->regular, i, j, &thin->state))
        return false;
    fmpq_set_si(re, thin->pattern ? 1 : 1 + (slong)(draw(&thin->state) % 999), den);
    fmpq_set_si(im, 1 + (slong)(draw(&thin->state) % 999), 1000);
    return true;
}

static pm_status thin_matrix(struct pm_matrix **a, bool regular, bool pattern, bool complex_values)
{
    struct thin thin = {.regular = regular, .pattern = pattern, .state = 4711};

    return bench_matrix(a, ORDER, complex_values, entry, &thin);
}

/* Seconds of the whole on one thread. */
static pm_status whole_seconds(double *seconds, const char *name, const struct pm_matrix *a,
                               const struct pm_ring *ring)
{
    const struct pm_engine *const engine = pm_engine_find(name);
    const struct pm_limits limits = {.memory = pm_machine_memory(), .threads = 1};
    const struct pm_core core = {.a = a};
    struct pm_cost cost;
    struct pm_part part;
    double best[UNITS];
    void *job = NULL;
    pm_status status;

    PM_TRY(engine->cost(&cost, &core, ring->number, &limits));
    status = engine->open(&job, &core, &cost, ring, &limits);
    for (int turn = 0; turn < TURNS && status == PM_OK; turn++)
        for (int k = 0; k < UNITS && status == PM_OK; k++) {
            const double start = now();
            status = engine->work(job, cost.units / UNITS * (uint64_t)k, 1, &part);
            const double took = now() - start;
            best[k] = turn == 0 || took < best[k] ? took : best[k];
        }
    *seconds = 0;
    for (int k = 0; k < UNITS && status == PM_OK; k++)
        *seconds += best[k] * (double)cost.units / UNITS;
    if (job != NULL)
        engine->close(job);
    if (cost.choice != NULL)
        engine->forget(cost.choice);
    return status;
}

static pm_status put_line(bool regular, bool pattern, const struct pm_ring *ring)
{
    struct pm_matrix *a;
    double sparse, dense = 0, sparyser = 0;

    PM_TRY(thin_matrix(&a, regular, pattern, ring->number == PM_COMPLEX));
    pm_status status = whole_seconds(&sparse, "sparse", a, ring);
    if (status == PM_OK)
        status = whole_seconds(&dense, "dense", a, ring);
    if (status == PM_OK)
        status = whole_seconds(&sparyser, "sparyser", a, ring);
    if (status == PM_OK)
        printf("%-12s %-8s %-8s %10.4g %10.4g %10.4g %8.1f x %8.1f x\n",
               regular ? "8 a line" : "density 0.2", pattern ? "0/1" : "decimal",
               pm_number_name(ring->number), sparse, dense, sparyser, dense / sparse,
               sparyser / sparse);
    fflush(stdout);
    pm_matrix_free(a);
    return status;
}

pm_status bench_thin(void)
{
    const struct pm_ring real = pm_ring_of(PM_REAL), complex_ring = pm_ring_of(PM_COMPLEX);
    const struct pm_ring mod = pm_ring_mod(UINT64_C(281474976710597)); /* 2^48 - 59 */
    pm_status status = PM_OK;

    printf("\nn = %d, seconds of the whole on one thread, from units\n", ORDER);
    printf("%-12s %-8s %-8s %10s %10s %10s %10s %10s\n", "matrix", "entries", "numbers", "sparse",
           "dense", "sparyser", "dense/", "sparyser/");
    for (int regular = 0; regular <= 1 && status == PM_OK; regular++) {
        status = put_line(regular, false, &real);
        if (status == PM_OK)
            status = put_line(regular, true, &real);
        if (status == PM_OK)
            status = put_line(regular, false, &complex_ring);
        if (status == PM_OK)
            status = put_line(regular, true, &mod);
    }
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second half of pm-bench cuda: the sparse walk on a GPU, for whole permanents.
 *
 * For each kind of number there are two matrices: one with eight entries in every row and column,
 * made by exchanging the ends of random pairs of entries, and one of density 0.2.  Columns: seconds
 * to generate and to compile the kernel, without the cache; seconds of the device for all units, by
 * its own clock; steps of the engine per second.  The last column is the time of the fastest
 * kernels that SUPerman generates, on an H200, without their compilation, for real matrices of
 * order 40. */
#include "base/clock.h"
#include "bench/suite_cuda.h"
#include "bench/measured.h"
#include "engine/gpu_walk.h"
#include "engine/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { REGULAR = 8, LAUNCH_UNITS = 1 << 16 };

static const double DENSITY = 0.2;

struct numbers {
    const char *name;
    enum pm_number number;
    bool ones, complex_values; /* entries are 1; entries have an imaginary part */
};

static const struct numbers numbers[] = {
    {"real", PM_REAL, false, false},
    {"0/1", PM_REAL, true, false},
    {"complex", PM_COMPLEX, false, true},
    {"dd", PM_DD, false, false},
    {"complex dd", PM_COMPLEX_DD, false, true},
    {"0/1 mod p", PM_MOD, true, false},
    {"mod p", PM_MOD, false, false},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };
_Static_assert(BENCH_SPARSE_ROWS == 2 * NUMBERS, "a row for each kind of pattern");

struct pattern {
    int n;
    bool full[64][64];
};

static void draw_regular(struct pattern *p, uint64_t *state)
{
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++)
            p->full[i][j] = (j - i + p->n) % p->n < REGULAR;
    for (int k = 0; k < 100000; k++) {
        const long i = bench_draw(state, p->n), j = bench_draw(state, p->n),
                   h = bench_draw(state, p->n), l = bench_draw(state, p->n);
        if (p->full[i][j] && p->full[h][l] && !p->full[i][l] && !p->full[h][j]) {
            p->full[i][j] = p->full[h][l] = false;
            p->full[i][l] = p->full[h][j] = true;
        }
    }
}

static void draw_density(struct pattern *p, uint64_t *state)
{
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++)
            p->full[i][j] = i == j || bench_draw(state, 1000) < 1000 * DENSITY;
}

struct filling {
    const struct pattern *pattern;
    const struct numbers *kind;
    uint64_t state;
};

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct filling *const f = context;
    fmpq *const part[2] = {re, im};

    for (int k = 0; k < 2; k++)
        fmpq_set_si(part[k], f->kind->ones ? 1 : 1 + bench_draw(&f->state, 999),
                    f->kind->ones ? 1 : 1000);
    return f->pattern->full[i][j];
}

/* ------------------------------------------------------------------ measuring */

struct figures {
    double source, compile, device, steps;
};

/* Runs all units; *seconds: of the device. */
static pm_status run_all(double *seconds, const struct pm_gpu *gpu,
                         const struct pm_device_walk *walk, const struct pm_ring *ring)
{
    struct pm_device *device;
    struct pm_fold fold;
    pm_status status = PM_OK;

    *seconds = 0;
    PM_TRY(pm_device_new(&device, gpu, walk));
    pm_fold_init(&fold, ring);
    for (uint64_t first = 0; status == PM_OK && first < walk->units; first += LAUNCH_UNITS) {
        const uint64_t rest = walk->units - first;
        double now = 0;
        status =
            pm_device_add(device, first, rest < LAUNCH_UNITS ? rest : LAUNCH_UNITS, &fold, &now);
        *seconds += now;
    }
    pm_fold_clear(&fold);
    pm_device_free(device);
    return status;
}

static pm_status compile(const struct pm_recipe *recipe, int arch)
{
    struct pm_binary binary = {NULL, 0};
    struct pm_nvrtc nvrtc;

    PM_TRY(pm_nvrtc_open(&nvrtc));
    const pm_status status = pm_compile_fresh(&binary, &nvrtc, recipe, arch);
    free(binary.code);
    return status;
}

static pm_status measure_job(struct figures *f, const struct pm_gpu *gpu,
                             const struct pm_engine *engine, const void *job,
                             const struct pm_ring *ring)
{
    struct pm_device_walk walk;
    struct pm_recipe_text recipe;
    double start = pm_clock();

    PM_TRY(engine->gpu->describe(&walk, &recipe, job));
    f->source = pm_clock() - start;
    start = pm_clock();
    pm_status status = compile(&recipe.recipe, gpu->arch);
    f->compile = pm_clock() - start;
    if (status == PM_OK)
        status = run_all(&f->device, gpu, &walk, ring);
    pm_recipe_clear(&recipe);
    return status;
}

/* f->device stays 0 if the row is skipped. */
static pm_status measure(struct figures *f, const struct pm_gpu *gpu, const struct pm_matrix *a,
                         enum pm_number number, struct table *t, struct bench_time *time)
{
    const struct pm_engine *const engine = pm_engine_find("sparse");
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};
    const struct pm_core core = {.a = a};
    const struct pm_ring ring = bench_ring(number);
    struct pm_cost cost;
    void *job;

    PM_TRY(engine->cost(&cost, &core, number, &limits));
    *f = (struct figures){.steps = cost.steps};
    pm_status status = PM_OK;
    if (bench_begins(time, t, cost.steps / engine->gpu->rate[number])) {
        status = engine->open(&job, &core, &cost, &ring, &limits);
        if (status == PM_OK) {
            status = measure_job(f, gpu, engine, job, &ring);
            engine->close(job);
        }
    }
    engine->forget(cost.choice);
    return status;
}

static const struct table_column columns[] = {
    {"numbers", -10}, {"sparse", -11}, {"n", 3},        {"write s", 9},  {"compile s", 9},
    {"device s", 9},  {"steps", 10},   {"steps/s", 10}, {"SUPerman", 8}, {NULL, 0},
};

static pm_status put_row(struct table *t, const struct pm_gpu *gpu, int n,
                         const struct numbers *kind, bool regular, struct bench_time *time)
{
    const double paper = n == 40 && kind->number == PM_REAL ? regular ? 2.3 : 9.0 : NAN;
    struct pattern pattern = {.n = n};
    uint64_t state = 12345;
    struct pm_matrix *a;
    struct figures f;

    table_put(t, "%s\t%s\t%d", kind->name, regular ? "8-regular" : "density 0.2", n);
    (regular ? draw_regular : draw_density)(&pattern, &state);
    struct filling filling = {.pattern = &pattern, .kind = kind, .state = state};
    PM_TRY(bench_matrix(&a, n, kind->complex_values, entry, &filling));
    const pm_status status = measure(&f, gpu, a, kind->number, t, time);
    pm_matrix_free(a);
    if (status == PM_OK && f.device > 0)
        table_put(t, "%.3f\t%.3f\t%.4f\t%.4g\t%.4g\t%.1f\n", f.source, f.compile, f.device, f.steps,
                  f.steps / f.device, paper);
    return status;
}

pm_status bench_cuda_sparse(const struct bench *b, const struct pm_gpu *gpu,
                            struct bench_time *time)
{
    struct table t;

    putchar('\n');
    table_start(&t, b->cli->csv, columns);
    for (int k = 0; k < b->orders; k++)
        for (int kind = 0; kind < NUMBERS; kind++)
            for (int regular = 1; regular >= 0; regular--)
                PM_TRY(put_row(&t, gpu, b->order[k], &numbers[kind], regular, time));
    return PM_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `table`: matrices with at most PM_TABLE_ROWS rows, by the table of table.h.  A step is a
 * multiplication.  table_stack.c computes eight matrices of a stack at the same time, integers.c
 * matrices of integers modulo several primes each.
 *
 * The error of a core is at most a few roundings of per(|A|).  Entries are below 4
 * (model/balance.h). They are multiplied by a power of two, so that all products together are below
 * 2^TOP.  A product that falls below the range of doubles adds at most LOST, times the entries of
 * the rows after it: there are 2^30 operations at most, and sums grow by less than (4
 * COLS_MOST)^PM_TABLE_ROWS. */
#include "engine/table/table.h"
#include "engine/table/row_table.h"
#include "engine/table/subsets.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"
#include "engine/abilities.h"
#include "num/mag.h"
#include "num/type_mod.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = PM_TABLE_LANES,
    COLS_MOST = 1 << 10,
    TOP = 800,  /* with 2^120 products, their sum is below 2^1000 */
    LOW = -960, /* products above 2^LOW lose nothing to underflow (table_stack.c) */
};

static const double TINY = 0x1p-1060, LOST = 0x1p-896;

struct job {
    struct pm_table table;
    pm_table_walk *walk;
    struct pm_ring ring;
    int64_t exp;
    int up;       /* entries are multiplied by 2^up */
    double least; /* no modulus of an entry is below this, but for zeros */
    double off;   /* the largest radius relative to the modulus, of those above TINY */
};

/* To open a job, in steps. */
static const double SETUP = 400;

static double table_floor(const struct pm_core *core)
{
    return core->a->rows <= PM_TABLE_ROWS && core->a->cols <= COLS_MOST
               ? SETUP + pm_table_steps(core->a->rows, core->a->cols)
               : HUGE_VAL;
}

static pm_status table_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    (void)number;
    (void)limits;
    if (table_floor(core) == HUGE_VAL)
        return pm_fail(PM_UNABLE, "%d x %d: at most %d rows and %d columns", core->a->rows,
                       core->a->cols, PM_TABLE_ROWS, COLS_MOST);
    *cost = (struct pm_cost){.steps = table_floor(core), .units = 1};
    return PM_OK;
}

/* A residue, of modulus p / 2 at most. */
static void put_residue(double *at, const struct pm_ring *ring, T x)
{
    const uint64_t r = t_to_residue(ring, x);

    *at = r > ring->p / 2 ? -(double)(ring->p - r) : (double)r;
}

/* Real numbers are m, r and complex ones re, im, r (num/type_real.h, num/type_complex.h). */
static void put_floating(double *at, struct job *j, const double *x)
{
    const int parts = j->table.parts;
    const double modulus = pm_modulus(x, parts), radius = x[parts];

    at[parts * LANES] = ldexp(modulus, j->up);
    for (int part = 0; part < parts; part++) {
        at[part * LANES] = ldexp(x[part], j->up);
        j->least = x[part] != 0 ? fmin(j->least, fabs(x[part])) : j->least;
    }
    if (radius > TINY)
        j->off = fmax(j->off, radius / modulus);
    else if (radius > modulus)
        j->least = 0;
}

static void load(struct job *j, const struct pm_image *image)
{
    struct pm_table *const t = &j->table;

    for (int i = 0; i < image->rows; i++)
        for (int k = image->row_start[i]; k < image->row_start[i + 1]; k++) {
            double *const at = t->entries + (i * t->cols + image->row_col[k]) * t->words * LANES;
            if (j->ring.number == PM_MOD)
                put_residue(at, &j->ring, ((const T *)image->row_val)[k]);
            else
                put_floating(at, j, (const double *)image->row_val + k * (t->parts + 1));
        }
}

static void table_close(void *job)
{
    struct job *const j = job;

    pm_table_close(&j->table);
    free(j);
}

static pm_status table_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    const bool modular = ring->number == PM_MOD;
    const int parts = ring->number == PM_COMPLEX ? 2 : 1;
    struct pm_image *image = NULL;
    const struct pm_isa *isa;
    pm_status status;
    struct job *j;

    (void)cost;
    PM_TRY(pm_isa_chosen(&isa, limits->isa));
    PM_NEW(j, 1);
    *j = (struct job){.table = {.rows = core->a->rows,
                                .cols = core->a->cols,
                                .parts = parts,
                                .numbers = modular ? PM_TABLE_RESIDUES : PM_TABLE_SIZED,
                                .words = parts + !modular},
                      .walk = pm_table_kernel(isa),
                      .ring = *ring,
                      .up = core->a->rows > 0 && !modular ? TOP / core->a->rows : 0,
                      .least = 1};
    PM_TRY_GOTO(status, pm_table_open(&j->table, false), done);
    for (int lane = 0; lane < LANES && modular; lane++)
        pm_table_set_prime(&j->table, lane, ring->p);
    PM_TRY_GOTO(status, pm_image_new(&image, core->a, ring), done);
    load(j, image);
    j->exp = image->exp - (int64_t)core->a->rows * j->up;
    *job = j;
done:
    pm_image_free(image);
    if (status != PM_OK)
        table_close(j);
    return status;
}

/* At most what products lose that fall below the range of doubles. */
static double lost(const struct job *j)
{
    const double least = log2(j->least) + j->up;
    /* products of entries of fewer rows are in range */
    const double first = j->least == 0 ? 0 : least < 0 ? fmax(ceil(LOW / least), 1) : HUGE_VAL;

    return first <= j->table.rows ? ldexp(LOST, (int)(j->table.rows - first) * j->up) : 0;
}

static pm_status table_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;
    struct pm_table_sum sum;

    (void)first; /* there is one unit */
    (void)count;
    j->walk(&sum, &j->table);
    if (j->ring.number == PM_MOD) {
        const double r = sum.value[0][0];
        *part = (struct pm_part){.word = {(uint64_t)(r < 0 ? r + (double)j->ring.p : r)}};
        return PM_OK;
    }
    const double sums = pm_gamma(pm_table_roundings(&j->table));
    const double entries = pm_gamma(j->table.rows * j->off / PM_BALL_U);
    /* the modulus may have been rounded as often as the value */
    const double roundings = (sums + entries) * (1 + sums) * (1 + entries);
    *part = (struct pm_part){.re = {sum.value[0][0]},
                             .im = {j->table.parts == 2 ? sum.value[1][0] : 0},
                             .err = pm_up(roundings * sum.modulus[0] * PM_UP + lost(j)),
                             .exp = j->exp};
    return PM_OK;
}

static const struct pm_engine_more more = {
    .stack = {&pm_table_stack},
    .query = {[PM_DRAWS] = &pm_table_draws_query, [PM_SIZES] = &pm_table_sizes_query}};

const struct pm_engine pm_engine_table = {
    .name = "table",
    .what = "a table over the subsets of rows or columns, eight matrices at the same time",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_REAL_BIT | PM_COMPLEX_BIT,
    .figures = {.steady = true,
                .quick = true,
                .prime_bits = PM_TABLE_PRIME_BITS,
                .rate = {[PM_MOD] = 1.5e8, [PM_REAL] = 4e8, [PM_COMPLEX] = 2e8}},
    .floor = table_floor,
    .cost = table_cost,
    .open = table_open,
    .work = table_work,
    .close = table_close,
    .more = &more,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk modulo a prime p: tables and units (sparse_modular_kernel.c has the loop).
 *
 * As in dense/dense_mod.c: residues are centred, nothing is divided, a row whose moduli sum to at
 * most 2^46 has exact sums, others are reduced at every Gray step.  A bound of every product is
 * known beforehand: factors are multiplied exactly as long as it stays below 2^50, then what there
 * is goes into a reduced product (`apart`); a product that was never reduced needs no reduction at
 * all. */
#include "engine/sparse/sparse_walk.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "num/type_mod.h"

#include <math.h>
#include <stdlib.h>

#define KERNEL(set) extern pm_sparse_residues pm_sparse_mod_##set;
#define ROW(set)    pm_sparse_mod_##set,

PM_ISA_EACH(KERNEL)

struct fill {
    struct pm_sparse_mod *s;
    const struct pm_order *order;
    double *b;      /* [n][n] by the matrix's rows and columns, centred */
    double sum[64]; /* of moduli; by the program's rows */
};

static double *entry(const struct fill *f, int k, int place)
{
    return f->b + f->s->program.row[k] * f->s->program.n + f->order->column[place];
}

/* The entry of row k in the first column that it meets. */
static double first_entry(const struct fill *f, int k)
{
    const uint64_t met = f->s->program.met[k];

    return met != 0 ? *entry(f, k, __builtin_ctzll(met)) : 0;
}

/* Sums of moduli; rows whose first entry in a fast column is -1 change their sign. */
static void classify(struct fill *f)
{
    struct pm_program *const p = &f->s->program;

    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++)
        for (int k = op->row; k < op->rows; k++) {
            double sum = 0;
            for (int place = 0; place < p->n; place++)
                sum += fabs(*entry(f, k, place));
            if (op->scope > 0 && first_entry(f, k) == -1) {
                f->s->factor = t_neg(&f->s->ring, f->s->factor);
                for (int place = 0; place < p->n; place++)
                    *entry(f, k, place) = -*entry(f, k, place);
            }
            f->sum[k] = sum;
            f->s->wide[k] = sum > PM_EXACT_SUM;
            if (op->scope > 0 && !f->s->wide[k] && first_entry(f, k) == 1) {
                const int to = op->ones++;
                const double other = f->sum[to];
                const bool wide = f->s->wide[to];
                pm_program_swap(p, k, to);
                f->sum[to] = f->sum[k];
                f->s->wide[to] = f->s->wide[k];
                if (to != k) {
                    f->sum[k] = other;
                    f->s->wide[k] = wide;
                }
            }
        }
}

/* Where products are reduced, from bounds of all factors. */
static void place_reductions(const struct fill *f)
{
    struct pm_program *const p = &f->s->program;
    const double reduced = f->s->walk.p * 7 / 8;
    double bound[PM_ENTRIES];

    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++) {
        double product = 1;
        op->reduce = false;
        for (int k = op->table; k < op->tables; k++) {
            const double factor = bound[p->table[k].entry];
            p->table[k].apart = product * factor >= PM_EXACT_PRODUCT;
            op->reduce = op->reduce || p->table[k].apart;
            product = p->table[k].apart ? factor : product * factor;
        }
        for (int k = op->row; k < op->rows; k++) {
            const double factor = f->s->wide[k] ? 2 * f->s->walk.p : fmax(f->sum[k], 1);
            p->apart[k] = product * factor >= PM_EXACT_PRODUCT;
            op->reduce = op->reduce || p->apart[k];
            product = p->apart[k] ? factor : product * factor;
        }
        op->reduce = op->reduce || 2 * product >= PM_EXACT_PRODUCT;
        bound[op->entry] = (op->reduce ? reduced : product) * (op->sum ? 2 : 1);
    }
}

static double wrapped(const struct fill *f, int k, double x)
{
    return f->s->wide[k] ? remainder(x, f->s->walk.p) : x;
}

/* Wide rows last in every column's steps. */
static void fill_slow(const struct fill *f)
{
    struct pm_sparse_mod *const s = f->s;
    const struct pm_program *const p = &s->program;
    int *const start = s->places, *const wide = start + p->gray + 1, *const row = wide + p->gray;
    double *const step = (double *)s->walk.step;
    int steps = 0;

    for (int place = p->fast; place < p->fast + p->gray; place++) {
        const int gray = place - p->fast;
        start[gray] = steps;
        for (int pass = 0; pass < 2; pass++) {
            if (pass == 1)
                wide[gray] = steps;
            for (int k = 0; k < p->n; k++)
                if (p->met[k] >> place & 1 && s->wide[k] == (pass == 1)) {
                    row[steps] = k;
                    step[steps++] = wrapped(f, k, 2 * *entry(f, k, place));
                }
        }
    }
    start[p->gray] = steps;
    for (int k = 0; k < p->n; k++) {
        for (int place = p->fast; place < p->n; place++) {
            const int above = place - p->fast - p->gray;
            s->base[k] += *entry(f, k, place);
            if (above >= 0 && place < p->n - 1)
                s->twice[above * p->n + k] = wrapped(f, k, 2 * *entry(f, k, place));
        }
        s->base[k] = wrapped(f, k, s->base[k]);
    }
}

static void fill_lows(const struct fill *f)
{
    const struct pm_program *const p = &f->s->program;

    for (const struct pm_operation *op = p->operation; op < p->operation + p->operations; op++) {
        double *low = (double *)f->s->walk.low + op->low;
        for (int k = op->row; k < op->rows && op->scope > 0; k++) {
            const uint64_t met = p->met[k] & ((UINT64_C(1) << p->fast) - 1);
            const uint64_t columns = k < op->ones ? met & (met - 1) : met;
            const int count = 1 << pm_popcount(columns);
            for (int v = 0; v < count; v++) {
                int bit = 0;
                for (uint64_t rest = columns; rest != 0; rest &= rest - 1, bit++)
                    low[v] += (v >> bit & 1 ? -1 : 1) * *entry(f, k, __builtin_ctzll(rest));
                low[v] = wrapped(f, k, low[v]);
            }
            low += count;
        }
    }
}

static pm_status tables_new(struct pm_sparse_mod *s)
{
    struct pm_program *const p = &s->program;
    const int slow = p->n - 1 - p->fast - p->gray, low = pm_program_place_lows(p, 1);
    const int steps = pm_program_steps(p);
    double *next;

    PM_NEW(next, low + steps + p->n + p->n * slow);
    s->memory = next;
    s->walk.low = next;
    s->walk.step = next + low;
    s->base = next + low + steps;
    s->twice = s->base + p->n;
    PM_NEW(s->places, 2 * p->gray + 1 + steps);
    s->walk.step_start = s->places;
    s->walk.step_wide = s->places + p->gray + 1;
    s->walk.step_row = s->walk.step_wide + p->gray;
    return PM_OK;
}

static pm_status fill(struct fill *f, const struct pm_image *image)
{
    PM_NEW(f->b, f->s->program.n * f->s->program.n);
    pm_residues_load(f->b, f->s->program.n, image);
    classify(f);
    place_reductions(f);
    PM_TRY(tables_new(f->s));
    fill_lows(f);
    fill_slow(f);
    return PM_OK;
}

pm_status pm_sparse_mod_new(struct pm_sparse_mod **out, const struct pm_image *image,
                            const struct pm_sparse_choice *choice)
{
    struct pm_sparse_mod *s;
    struct fill f = {.order = &choice->order};

    PM_NEW(s, 1);
    f.s = s;
    s->ring = image->ring;
    s->program = choice->program;
    s->walk = (struct pm_sparse_walk){.program = &s->program,
                                      .log_blocks = s->program.gray,
                                      .p = (double)s->ring.p,
                                      .inverse = 1 / (double)s->ring.p};
    s->factor = t_one(&s->ring);
    for (int k = 1; k < s->program.n; k++)
        s->factor = t_half(&s->ring, s->factor);
    const pm_status status = fill(&f, image);
    free(f.b);
    if (status != PM_OK)
        pm_sparse_mod_free(s);
    else
        *out = s;
    return status;
}

void pm_sparse_mod_free(struct pm_sparse_mod *s)
{
    if (s != NULL) {
        free(s->memory);
        free(s->places);
    }
    free(s);
}

void pm_sparse_mod_unit(struct pm_part *part, const struct pm_sparse_mod *s, uint64_t unit)
{
    static pm_sparse_residues *const walk[] = {PM_ISA_EACH(ROW)};
    double x[64 * PM_LANES] __attribute__((aligned(64)));
    double sum[PM_LANES] __attribute__((aligned(64)));
    const int n = s->program.n;

    pm_strands_begin(x, s->base, s->twice, n, unit);
    for (int k = 0; k < n; k++)
        for (int lane = 0; lane < PM_LANES && s->wide[k]; lane++)
            x[k * PM_LANES + lane] = remainder(x[k * PM_LANES + lane], s->walk.p);
    walk[s->isa->number](sum, &s->walk, x);
    *part = pm_residues_end(sum, &s->ring, s->factor, unit);
}

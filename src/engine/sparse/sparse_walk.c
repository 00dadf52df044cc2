/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of a program, for floating numbers and for residues; and the walk of a unit. */
#include "engine/sparse/sparse_walk.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>

PM_ISA_NUMBERS(pm_sparse_strands, pm_sparse);
PM_ISA_TABLE(pm_sparse_residues, pm_sparse_mod);

/* ------------------------------------------------------------------ tables */

static pm_status tables_new(struct pm_sparse_signs *s)
{
    struct pm_program *const p = &s->program;
    const int words = s->signs.words, line = p->n * words;
    const int low = pm_sparse_program_place_lows(p, words), steps = pm_sparse_program_steps(p);
    double *next;
    int *start;

    PM_NEW(next, low + steps * words + p->n + line + line * s->signs.slow);
    s->signs.memory = next;
    s->walk.low = next;
    next += low;
    s->walk.step = next;
    next += steps * words;
    s->walk.least = next;
    next += p->n;
    s->signs.base = next;
    s->signs.twice = next + line;
    PM_NEW(start, 2 * p->gray + 1 + steps);
    s->signs.places = start;
    s->walk.step_start = start;
    s->walk.step_wide = start + p->gray + 1;
    s->walk.step_row = start + 2 * p->gray + 1;
    return PM_OK;
}

/* The entry of row k in the column at that place. */
static const double *entry(const struct pm_sparse_signs *s, const struct pm_sparse_entries *e,
                           int k, int place)
{
    const int i = e->row != NULL ? e->row[k] : k;

    return e->b + (i * s->program.n + e->column[place]) * s->signs.words;
}

static double wrapped(const struct pm_sparse_signs *s, int k, double x)
{
    return s->wide[k] ? remainder(x, s->walk.p) : x;
}

/* Sums of row k over the scope of its operation, without the first column if its entry is 1;
 * returns the place for the next row. */
static double *fill_low(double *low, const struct pm_sparse_signs *s,
                        const struct pm_sparse_entries *e, const struct pm_operation *op, int k)
{
    const uint64_t met = s->program.met[k] & ((UINT64_C(1) << s->program.fast) - 1);
    const uint64_t columns = k < op->ones ? met & (met - 1) : met;
    const int count = 1 << pm_popcount(columns);

    for (int word = 0; word < s->signs.words; word++)
        for (int v = 0; v < count; v++, low++) {
            int bit = 0;
            for (uint64_t rest = columns; rest != 0; rest &= rest - 1, bit++)
                *low += (v >> bit & 1 ? -1 : 1) * entry(s, e, k, __builtin_ctzll(rest))[word];
            *low = wrapped(s, k, *low);
        }
    return low;
}

static void fill_lows(const struct pm_sparse_signs *s, const struct pm_sparse_entries *e)
{
    const struct pm_program *const p = &s->program;

    for (const struct pm_operation *op = p->operation; op < p->operation + p->operations; op++) {
        double *low = (double *)s->walk.low + op->low;
        for (int k = op->row; k < op->rows && op->scope > 0; k++)
            low = fill_low(low, s, e, op, k);
    }
}

/* Lists the rows of each Gray-coded column, wide rows last. */
static void fill_steps(const struct pm_sparse_signs *s, const struct pm_sparse_entries *e)
{
    const struct pm_program *const p = &s->program;
    int *const start = s->signs.places, *const wide = start + p->gray + 1, *row = wide + p->gray;
    double *step = (double *)s->walk.step;
    int steps = 0;

    for (int gray = 0; gray < p->gray; gray++) {
        const int place = p->fast + gray;
        start[gray] = steps;
        for (int pass = 0; pass < 2; pass++) {
            if (pass == 1)
                wide[gray] = steps;
            for (int k = 0; k < p->n; k++) {
                if (!(p->met[k] >> place & 1) || s->wide[k] != (pass == 1))
                    continue;
                row[steps++] = k;
                for (int word = 0; word < s->signs.words; word++)
                    *step++ = wrapped(s, k, 2 * entry(s, e, k, place)[word]);
            }
        }
    }
    start[p->gray] = steps;
}

/* The columns of lanes and units for all rows, and the sums of these and the Gray-coded ones. */
static void fill_slow(const struct pm_sparse_signs *s, const struct pm_sparse_entries *e)
{
    const struct pm_program *const p = &s->program;
    const int words = s->signs.words, slow = p->fast + p->gray;

    for (int k = 0; k < p->n; k++)
        for (int word = 0; word < words; word++) {
            double sum = 0;
            for (int place = p->fast; place < p->n; place++) {
                const double b = entry(s, e, k, place)[word];
                sum += b;
                if (place >= slow && place < p->n - 1)
                    s->signs.twice[((place - slow) * p->n + k) * words + word] =
                        wrapped(s, k, 2 * b);
            }
            s->signs.base[k * words + word] = wrapped(s, k, sum);
        }
}

pm_status pm_sparse_fill(struct pm_sparse_signs *s, const struct pm_sparse_entries *entries)
{
    PM_TRY(tables_new(s));
    fill_lows(s, entries);
    fill_steps(s, entries);
    fill_slow(s, entries);
    return PM_OK;
}

pm_status pm_sparse_begin(struct pm_sparse_signs **out, const struct pm_sign_walk *signs,
                          const struct pm_sparse_choice *choice)
{
    struct pm_sparse_signs *s;

    PM_NEW(s, 1);
    s->program = choice->program;
    s->signs = *signs;
    s->signs.rows = s->program.n;
    s->signs.slow = s->program.n - 1 - s->program.fast - s->program.gray;
    s->walk.program = &s->program;
    s->walk.log_blocks = s->program.gray;
    *out = s;
    return PM_OK;
}

/* ------------------------------------------------------------------ a unit */

void pm_sparse_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x)
{
    const struct pm_sparse_signs *const s = (const struct pm_sparse_signs *)signs;

    pm_sparse_sets[signs->isa->number][signs->words > signs->parts][signs->parts - 1](sum, &s->walk,
                                                                                      x);
}

void pm_sparse_mod_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x)
{
    const struct pm_sparse_signs *const s = (const struct pm_sparse_signs *)signs;

    for (int k = 0; k < signs->rows * PM_LANES; k++)
        x[k] = wrapped(s, k / PM_LANES, x[k]);
    pm_sparse_mod_sets[signs->isa->number](sum->high[0], &s->walk, x);
}

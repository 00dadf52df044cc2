/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T_j(S) is the sum over all ways to match the rows of S in the columns from j on:
 *
 *     T_j(S) = T_(j+1)(S) + sum over i in S of a(i, j) T_(j+1)(S without i).
 *
 * The sum over the matchings with entry (i, j) is a(i, j) times the sum over all S without i of
 * F_j(S) T_(j+1)(the other rows but i), where F_j is the same for the columns before j.  A draw
 * goes through the columns: column j is left free, or given to a row of those that are left.
 *
 * Table: nnz 2^(m-1) products; sums: three times as many; a draw: at most nnz products.
 * Source: Nijenhuis and Wilf, Combinatorial Algorithms, 2nd edition 1978, chapter 23. */
#include "query/row_table.h"

#include "base/alloc.h"
#include "num/random.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS = 16, NONE = -1 };

static const double STEPS_MOST = 1 << 25;

struct table {
    const struct pm_matrix *a;
    const int *stop;
    size_t sets;
    fmpz *sum;  /* [cols + 1][sets]: T */
    int *entry; /* [cols][rows]: the entry of the matrix, or NONE */
};

double pm_row_table_steps(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const double steps = a->rows <= ROWS ? ldexp(pm_matrix_nnz(a), a->rows - 1) : HUGE_VAL;

    return core->kind == PM_PERMANENT && a->im == NULL && ldexp(a->cols, a->rows) <= STEPS_MOST &&
                   steps <= STEPS_MOST
               ? steps
               : HUGE_VAL;
}

static int entry_at(const struct table *t, int i, int j)
{
    return t->entry[j * t->a->rows + i];
}

/* to(S) += sum over i in S of a(i, j) from(S without i) */
static void add_column(fmpz *to, const fmpz *from, const struct table *t, int j)
{
    for (int i = 0; i < t->a->rows; i++) {
        const int e = entry_at(t, i, j);
        for (size_t set = t->sets; set-- > 0 && e != NONE;)
            if (set >> i & 1)
                fmpz_addmul(to + set, fmpq_numref(t->a->re + e), from + (set ^ (size_t)1 << i));
    }
}

static pm_status fill(struct table *t)
{
    const struct pm_matrix *const a = t->a;

    fmpz_one(t->sum + (size_t)a->cols * t->sets);
    for (int j = a->cols - 1; j >= 0; j--) {
        fmpz *const here = t->sum + (size_t)j * t->sets, *const next = here + t->sets;
        PM_TRY(pm_go_on(t->stop));
        _fmpz_vec_set(here, next, (slong)t->sets);
        add_column(here, next, t, j);
    }
    return PM_OK;
}

static void table_clear(struct table *t)
{
    if (t->sum != NULL)
        _fmpz_vec_clear(t->sum, (slong)((size_t)(t->a->cols + 1) * t->sets));
    free(t->entry);
}

/* The caller clears the table also after an error. */
static pm_status table_init(struct table *t, const struct pm_core *core, const int *stop)
{
    const struct pm_matrix *const a = core->a;
    const int cells = a->rows * a->cols;

    *t = (struct table){.a = a, .stop = stop, .sets = (size_t)1 << (a->rows <= ROWS ? a->rows : 0)};
    if (isinf(pm_row_table_steps(core)))
        return pm_fail(PM_UNABLE, "%d x %d: there is no table over sets of rows", a->rows, a->cols);
    PM_NEW(t->entry, cells);
    for (int k = 0; k < cells; k++)
        t->entry[k] = NONE;
    for (int i = 0; i < a->rows; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++)
            t->entry[a->col[e] * a->rows + i] = e;
    t->sum = _fmpz_vec_init((slong)((size_t)(a->cols + 1) * t->sets));
    return fill(t);
}

/* ------------------------------------------------------------------ sums of entries */

/* *sum = the sum over the matchings with an entry of row i, whose column is between the tables. */
static void entry_sum(fmpz_t sum, const struct table *t, int i, int e, const fmpz *before,
                      const fmpz *behind)
{
    const size_t others = (t->sets - 1) ^ (size_t)1 << i;

    fmpz_zero(sum);
    for (size_t set = 0; set < t->sets; set++)
        if ((set >> i & 1) == 0 && !fmpz_is_zero(before + set))
            fmpz_addmul(sum, before + set, behind + (others ^ set));
    fmpz_mul(sum, sum, fmpq_numref(t->a->re + e));
}

static pm_status find_sums(struct pm_gauss *sum, const struct table *t, fmpz *before, fmpz *next)
{
    const struct pm_matrix *const a = t->a;

    fmpz_one(before);
    for (int j = 0; j < a->cols; j++) {
        PM_TRY(pm_go_on(t->stop));
        for (int i = 0; i < a->rows; i++) {
            const int e = entry_at(t, i, j);
            if (e != NONE)
                entry_sum(fmpq_numref(sum[e].re), t, i, e, before,
                          t->sum + (size_t)(j + 1) * t->sets);
        }
        _fmpz_vec_set(next, before, (slong)t->sets);
        add_column(next, before, t, j);
        _fmpz_vec_swap(next, before, (slong)t->sets);
    }
    fmpz_set(fmpq_numref(sum[pm_matrix_nnz(a)].re), t->sum + t->sets - 1);
    return PM_OK;
}

pm_status pm_row_sums(struct pm_gauss *sum, const struct pm_core *core, const int *stop)
{
    struct table t;
    pm_status status = table_init(&t, core, stop);

    if (status == PM_OK) {
        fmpz *const room = _fmpz_vec_init((slong)(2 * t.sets));
        status = find_sums(sum, &t, room, room + t.sets);
        _fmpz_vec_clear(room, (slong)(2 * t.sets));
    }
    table_clear(&t);
    return status;
}

/* ------------------------------------------------------------------ draws */

/* The row that column j gets, of those of `set`, or NONE, for the random number x below T_j(set).
 */
static int choose(fmpz_t x, fmpz_t part, const struct table *t, size_t set, int j)
{
    const fmpz *const behind = t->sum + (size_t)(j + 1) * t->sets;

    for (int i = 0; i < t->a->rows; i++) {
        const int e = entry_at(t, i, j);
        if (e == NONE || (set >> i & 1) == 0)
            continue;
        fmpz_mul(part, fmpq_numref(t->a->re + e), behind + (set ^ (size_t)1 << i));
        if (fmpz_cmp(x, part) < 0)
            return i;
        fmpz_sub(x, x, part);
    }
    return NONE;
}

/* After a choice, x is uniform below what it was chosen from: it serves the next column if that was
 * left free, and a new number is needed if it was not. */
static pm_status draw(int *entry, const struct table *t, uint64_t *state, fmpz_t x, fmpz_t part)
{
    size_t set = t->sets - 1;

    pm_random_below(x, t->sum + set, state);
    for (int j = 0; set != 0; j++) {
        const int i = choose(x, part, t, set, j);
        if (i == NONE)
            continue;
        entry[i] = entry_at(t, i, j);
        set ^= (size_t)1 << i;
        if (set != 0)
            pm_random_below(x, t->sum + (size_t)(j + 1) * t->sets + set, state);
    }
    return pm_go_on(t->stop);
}

pm_status pm_row_draws(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                       const int *stop)
{
    struct table t;
    fmpz_t x, part;

    fmpz_init(x);
    fmpz_init(part);
    pm_status status = table_init(&t, core, stop);
    if (status == PM_OK && fmpz_is_zero(t.sum + t.sets - 1))
        status = pm_fail(PM_DOMAIN, "there is no perfect matching, or their weights add up to 0");
    for (size_t k = 0; k < count && status == PM_OK; k++)
        status = draw(entry + k * (size_t)core->a->rows, &t, state, x, part);
    table_clear(&t);
    fmpz_clear(x);
    fmpz_clear(part);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T_j(S) is the sum over all ways to match the rows of S in the columns from j on:
 *
 *     T_j(S) = T_(j+1)(S) + sum over i in S of a(i, j) T_(j+1)(S without i).
 *
 * The sum over the matchings with entry (i, j) is a(i, j) times the sum over all S without i of
 * F_j(S) T_(j+1)(the other rows but i), where F_j is the same for the columns before j.
 *
 * A draw goes through the columns: column j is given to a row of those that are left, or left free.
 * This is chosen by LEAD random bits, and by as many more words as it takes to be sure: with the
 * bits W so far, the random number in 0 .. 1 is in W .. W + 1, times 2^-bits.  So the probabilities
 * are exact.
 *
 * Table: nnz 2^(m-1) products; sums: three times as many; a draw: a choice in each column.
 * Source: Nijenhuis and Wilf, Combinatorial Algorithms, 2nd edition 1978, chapter 23. */
#include "engine/table/row_table.h"

#include "base/alloc.h"
#include "base/splitmix.h"
#include "engine/table/table.h"
#include "model/bound.h"
#include "num/crt.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS = 16, NONE = -1, LEAD = 16, CHOICES_MOST = 1 << 24 };

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
    PM_EACH_ENTRY(a, i, e)
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

struct draws {
    const struct table *t;
    uint64_t *state; /* of the random generator */
    /* [cols][sets][rows]: 2^LEAD times the probability that column j goes to a row or to one before
     * it; NULL: there are too many */
    uint32_t *below;
    bool *known; /* [cols][sets] */
    fmpz_t bits, low, high, sum;
};

/* The number of elements of below[]; 0: it is not used. */
static size_t choices(const struct pm_matrix *a)
{
    const double count = ldexp((double)a->rows * a->cols, a->rows);

    return count <= CHOICES_MOST ? (size_t)count : 0;
}

/* Adds the matchings in which row i takes column j, of those of T_j(set). */
static void add_row(struct draws *d, size_t set, int j, int i)
{
    const struct table *const t = d->t;
    const int e = entry_at(t, i, j);

    if (e != NONE && (set >> i & 1))
        fmpz_addmul(d->sum, fmpq_numref(t->a->re + e),
                    t->sum + (size_t)(j + 1) * t->sets + (set ^ (size_t)1 << i));
}

static const uint32_t *below_of(struct draws *d, size_t set, int j)
{
    const struct table *const t = d->t;
    const size_t place = (size_t)j * t->sets + set;
    uint32_t *const below = d->below + place * (size_t)t->a->rows;

    if (d->known[place])
        return below;
    fmpz_zero(d->sum);
    for (int i = 0; i < t->a->rows; i++) {
        add_row(d, set, j, i);
        fmpz_mul_2exp(d->high, d->sum, LEAD);
        fmpz_fdiv_q(d->high, d->high, t->sum + place);
        below[i] = (uint32_t)fmpz_get_ui(d->high);
    }
    d->known[place] = true;
    return below;
}

/* The row for the random number that begins with `lead`, from row `first` on. */
static int choose_exactly(struct draws *d, size_t set, int j, int first, uint32_t lead)
{
    const fmpz *const all = d->t->sum + (size_t)j * d->t->sets + set;
    ulong count = LEAD;

    fmpz_zero(d->sum);
    fmpz_set_ui(d->bits, lead);
    for (int i = 0; i < d->t->a->rows; i++) {
        add_row(d, set, j, i);
        while (i >= first) {
            fmpz_mul_2exp(d->high, d->sum, count);
            fmpz_mul(d->low, d->bits, all);
            if (fmpz_cmp(d->low, d->high) >= 0)
                break; /* the number is above all of this row */
            fmpz_add(d->low, d->low, all);
            if (fmpz_cmp(d->low, d->high) <= 0)
                return i;
            fmpz_mul_2exp(d->bits, d->bits, 64);
            fmpz_add_ui(d->bits, d->bits, pm_random_word(d->state));
            count += 64;
        }
    }
    return NONE;
}

/* The row of those of `set` that column j gets, or NONE. */
static int choose(struct draws *d, size_t set, int j)
{
    const uint32_t lead = (uint32_t)(pm_random_word(d->state) >> (64 - LEAD));
    const int rows = d->t->a->rows;
    int i = 0;

    if (d->below == NULL)
        return choose_exactly(d, set, j, 0, lead);
    const uint32_t *const below = below_of(d, set, j);
    while (i < rows && lead > below[i])
        i++;
    return i == rows ? NONE : lead < below[i] ? i : choose_exactly(d, set, j, i, lead);
}

static pm_status draw_all(int *entry, size_t count, struct draws *d)
{
    enum { OFTEN = 4096 };
    const struct table *const t = d->t;
    const size_t whole = t->sets - 1;

    if (fmpz_is_zero(t->sum + whole))
        return pm_fail(PM_DOMAIN, "there is no perfect matching, or their weights add up to 0");
    for (size_t k = 0; k < count; k++, entry += t->a->rows) {
        size_t set = whole;
        if (k % OFTEN == 0)
            PM_TRY(pm_go_on(t->stop));
        for (int j = 0; set != 0; j++) {
            const int i = choose(d, set, j);
            if (i == NONE)
                continue;
            entry[i] = entry_at(t, i, j);
            set ^= (size_t)1 << i;
        }
    }
    return PM_OK;
}

static pm_status draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits)
{
    const size_t known = choices(core->a);
    struct table t;
    struct draws d = {.t = &t, .state = state};
    pm_status status;

    (void)cost;
    PM_EACH(fmpz_init, d.bits, d.low, d.high, d.sum);
    PM_TRY_GOTO(status, table_init(&t, core, limits->stop), done);
    if (known > 0) {
        PM_NEW_GOTO(status, d.below, known, done);
        PM_NEW_GOTO(status, d.known, (size_t)core->a->cols * t.sets, done);
    }
    status = draw_all(entry, count, &d);
done:
    PM_FREE(d.below, d.known);
    table_clear(&t);
    PM_EACH(fmpz_clear, d.sum, d.high, d.low, d.bits);
    return status;
}

static pm_status draws_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    static const double SETUP = 400, PRODUCT = 8; /* in steps of residues (table_core.c) */
    const struct pm_matrix *const a = core->a;
    const double products = pm_row_table_steps(core), known = (double)choices(a);
    double bits;

    (void)number;
    (void)limits;
    if (isinf(products))
        return pm_fail(PM_UNABLE, "%d x %d: the table over sets of rows is too large", a->rows,
                       a->cols);
    PM_TRY(pm_bound_bits(&bits, a, PM_PERMANENT));
    /* the planner counts one table for each prime, and this is one of integers */
    const double rings = pm_crt_count_below(fmax(bits, 0), false, PM_TABLE_PRIME_BITS);
    *cost = (struct pm_cost){.steps = (SETUP + PRODUCT * products) / rings,
                             .each = (known > 0 ? a->cols : PRODUCT * pm_matrix_nnz(a)) / rings,
                             .bytes = sizeof(fmpz) * ldexp(a->cols + 1, a->rows) +
                                      sizeof(uint32_t) * known,
                             .units = 1};
    return PM_OK;
}

const struct pm_engine_query pm_table_draws_query = {
    .kinds = PM_PERMANENT_BIT, .numbers = PM_MOD_BIT, .cost = draws_cost, .draw = draw};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings between rows and few columns.  A table has, for every set S of columns that the
 * first |S| rows may use, the exact sum over all ways to match the other rows.  Each draw goes down
 * the rows.  An entry is chosen by 16 random bits, and by as many more words as it takes to be
 * sure: with the bits W so far, the random number in 0 .. 1 is in W .. W + 1, times 2^-bits.  So
 * the probabilities are exact.  Table: 2^n n products; a draw: m n comparisons. */
#include "base/alloc.h"
#include "base/splitmix.h"
#include "query/draw.h"

#include <flint/fmpz_vec.h>

enum { LEAD = 16, ROW = PM_DRAW_SMALL };

struct table {
    const struct pm_matrix *a;
    fmpz *sum;   /* [2^n] */
    bool *known; /* [2^n]: above[] is filled */
    uint32_t (
        *above)[ROW]; /* [2^n]: 2^LEAD times the probability of an entry or of those before it */
    uint64_t *state;
};

/* *cumulative = the sum over all ways that use entry k of its row, or an entry before it. */
static void cumulate(fmpz_t cumulative, const struct table *t, unsigned set, int row, int k)
{
    for (int e = t->a->start[row]; e <= k; e++)
        if (!(set >> t->a->col[e] & 1))
            fmpz_addmul(cumulative, fmpq_numref(t->a->re + e), t->sum + (set | 1u << t->a->col[e]));
}

static void fill(struct table *t)
{
    const unsigned sets = 1u << t->a->cols;

    for (unsigned set = sets; set-- > 0;) {
        const int row = __builtin_popcount(set);
        if (row == t->a->rows)
            fmpz_one(t->sum + set);
        else if (row < t->a->rows)
            cumulate(t->sum + set, t, set, row, t->a->start[row + 1] - 1);
    }
}

static void know(struct table *t, unsigned set, int row)
{
    fmpz_t cumulative;

    fmpz_init(cumulative);
    for (int e = t->a->start[row]; e < t->a->start[row + 1]; e++) {
        fmpz_zero(cumulative);
        cumulate(cumulative, t, set, row, e);
        fmpz_mul_2exp(cumulative, cumulative, LEAD);
        fmpz_fdiv_q(cumulative, cumulative, t->sum + set);
        t->above[set][e - t->a->start[row]] = (uint32_t)fmpz_get_ui(cumulative);
    }
    t->known[set] = true;
    fmpz_clear(cumulative);
}

/* The entry for the random number that begins with these bits, from entry `first` on. */
static int choose_exactly(struct table *t, unsigned set, int row, int first, uint32_t lead)
{
    fmpz_t bits, low, wanted, word;
    ulong count = LEAD;
    int e = first;

    fmpz_init(low);
    fmpz_init(wanted);
    fmpz_init(word);
    fmpz_init_set_ui(bits, lead);
    for (bool found = false; !found;) {
        fmpz_zero(wanted);
        cumulate(wanted, t, set, row, e);
        fmpz_mul_2exp(wanted, wanted, count);
        fmpz_mul(low, bits, t->sum + set);
        if (fmpz_cmp(low, wanted) >= 0) {
            e++;
            continue;
        }
        fmpz_add(low, low, t->sum + set);
        found = fmpz_cmp(low, wanted) <= 0;
        if (!found) {
            fmpz_set_ui(word, pm_random_word(t->state));
            fmpz_mul_2exp(bits, bits, 64);
            fmpz_add(bits, bits, word);
            count += 64;
        }
    }
    fmpz_clear(bits);
    fmpz_clear(word);
    fmpz_clear(wanted);
    fmpz_clear(low);
    return e;
}

static int choose(struct table *t, unsigned set, int row)
{
    const uint32_t lead = (uint32_t)(pm_random_word(t->state) >> (64 - LEAD));
    const int start = t->a->start[row];
    int e = start;

    if (!t->known[set])
        know(t, set, row);
    while (lead > t->above[set][e - start])
        e++;
    return lead < t->above[set][e - start] ? e : choose_exactly(t, set, row, e, lead);
}

static pm_status draw_all(int *entry, size_t count, struct table *t, const int *stop)
{
    enum { OFTEN = 4096 };

    for (size_t k = 0; k < count; k++) {
        unsigned set = 0;
        if (k % OFTEN == 0)
            PM_TRY(pm_go_on(stop));
        for (int row = 0; row < t->a->rows; row++) {
            const int e = choose(t, set, row);
            entry[k * (size_t)t->a->rows + (size_t)row] = e;
            set |= 1u << t->a->col[e];
        }
    }
    return PM_OK;
}

pm_status pm_draw_small(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                        const int *stop)
{
    struct table t = {.a = core->a, .state = state};
    pm_status status;

    if (core->kind != PM_PERMANENT || t.a->cols > PM_DRAW_SMALL || t.a->rows > t.a->cols)
        return PM_UNABLE;
    const slong sets = 1L << t.a->cols;
    t.sum = _fmpz_vec_init(sets);
    PM_NEW_GOTO(status, t.known, sets, done);
    PM_NEW_GOTO(status, t.above, sets, done);
    fill(&t);
    status = fmpz_is_zero(t.sum)
                 ? pm_fail(PM_DOMAIN, "there is no perfect matching, or their weights add up to 0")
                 : draw_all(entry, count, &t, stop);
done:
    PM_FREE(t.above, t.known);
    _fmpz_vec_clear(t.sum, sets);
    return status;
}

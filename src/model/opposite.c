/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forbids cycle covers that use two opposite arcs, u -> v of weight x and v -> u of weight y.  A
 * gadget does this, in the manner of Valiant (The complexity of computing the permanent,
 * Theoretical Computer Science 8, 1979): two rows r, s and two columns c, d with the entries
 *
 *            u    v    c    d
 *     u      .    x    x    .
 *     v      y    .    .    y
 *     r     1/2  1/2  1/2  1/2
 *     s     -1   -1    1    1
 *
 * Rows r and s with columns c and d have the permanent 1.  If exactly one of the rows u, v uses c
 * or d, and exactly one of the columns u, v uses r or s, the terms sum to (1/2 - 1/2) x = 0.  If
 * both rows and both columns do, they sum to x y (-1/2 - 1/2) = -x y, which cancels the term of the
 * two arcs.  So a cover without such pairs is counted once; any other gets a factor 1 - 1 = 0 for
 * each of its pairs.  Cost: 8 entries for each pair.  (No gadget has only integer entries: modulo
 * 2, permanents are determinants, and the gadget would need the determinant of a zero matrix.) */
#include "model/opposite.h"

static pm_status put_number(struct pm_triplets *t, int row, int col, long p, ulong q)
{
    fmpq_t re, im;

    PM_EACH(fmpq_init, re, im);
    fmpq_set_si(re, p, q);
    const pm_status status = pm_triplets_add(t, row, col, re, t->complex_values ? im : NULL);
    PM_EACH(fmpq_clear, re, im);
    return status;
}

/* The gadget for arc k from u to v and arc l back, in rows and columns `at` and `at` + 1. */
static pm_status put_gadget(struct pm_triplets *t, const struct pm_matrix *a, int u, int v, int k,
                            int l, int at)
{
    const int col[4] = {u, v, at, at + 1};

    PM_TRY(pm_triplets_copy(t, u, at, a, k));
    PM_TRY(pm_triplets_copy(t, v, at + 1, a, l));
    for (int j = 0; j < 4; j++) {
        PM_TRY(put_number(t, at, col[j], 1, 2));
        PM_TRY(put_number(t, at + 1, col[j], j < 2 ? -1 : 1, 1));
    }
    return PM_OK;
}

/* The index of the entry at (row, col); -1: there is none. */
static int find(const struct pm_matrix *a, int row, int col)
{
    for (int k = a->start[row]; k < a->start[row + 1]; k++)
        if (a->col[k] == col)
            return k;
    return -1;
}

static int count_pairs(const struct pm_matrix *a)
{
    int pairs = 0;

    PM_EACH_ENTRY(a, u, k)
        pairs += a->col[k] > u && find(a, a->col[k], u) >= 0;
    return pairs;
}

static pm_status put_all(struct pm_triplets *t, const struct pm_matrix *a)
{
    int at = a->rows;

    PM_EACH_ENTRY(a, u, k) {
        const int v = a->col[k], l = v > u ? find(a, v, u) : -1;
        PM_TRY(pm_triplets_copy(t, u, v, a, k));
        if (l < 0)
            continue;
        PM_TRY(put_gadget(t, a, u, v, k, l, at));
        at += 2;
    }
    return PM_OK;
}

pm_status pm_opposite_forbid(struct pm_matrix **a, int *pairs)
{
    struct pm_matrix *with;
    struct pm_triplets t;
    pm_status status;
    int order;

    *pairs = count_pairs(*a);
    if (*pairs == 0)
        return PM_OK;
    if (__builtin_mul_overflow(2, *pairs, &order) ||
        __builtin_add_overflow(order, (*a)->rows, &order))
        return pm_fail(PM_UNABLE, "%d pairs of opposite arcs are too many", *pairs);
    pm_triplets_init(&t, order, order, (*a)->im != NULL);
    PM_TRY_GOTO(status, put_all(&t, *a), done);
    PM_TRY_GOTO(status, pm_matrix_from_triplets(&with, &t), done);
    pm_matrix_free(*a);
    *a = with;
done:
    pm_triplets_clear(&t);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the columns whose signs a sparse walk sums over inside its blocks.
 *
 * Let F be a set of columns.  With the other signs fixed, the sum over the signs of F is computed
 * by eliminating the columns of F one after another.  The cost of a column is exponential not in
 * |F| but in its scope: the columns of F that share a row with it, or with an earlier column
 * (Bertele & Brioschi, Nonserial dynamic programming, 1972; fixing the other columns is
 * conditioning, Dechter, Constraint processing, 2003, chapter 10).  F grows greedily from several
 * first columns, at each step by the column that gives the least work for a sign vector.  The
 * column with the smallest scope is eliminated next. */
#include "engine/sparse/sparse_program.h"

#include "base/bits.h"
#include "engine/glynn/rows.h"
#include "engine/walk.h"

#include <math.h>

enum { STARTS = 16 };

/* Operations of a block besides products: the Gray code step, and the sum. */
static const double BLOCK_WORK = 40;

/* The overhead of an operation, in products. */
static const double OPERATION_WORK = 6;

/* ------------------------------------------------------------------ pattern */

static bool equal_sizes(const struct pm_matrix *a, int i)
{
    const fmpq *const first = a->re + a->start[i];
    bool equal = true;

    for (int k = a->start[i]; k < a->start[i + 1] && equal; k++)
        equal = fmpz_equal(fmpq_denref(a->re + k), fmpq_denref(first)) &&
                fmpz_cmpabs(fmpq_numref(a->re + k), fmpq_numref(first)) == 0 &&
                (a->im == NULL || fmpq_is_zero(a->im + k));
    return equal;
}

/* C(k, k / 2) / 2^k: the probability that k signs add up to zero. */
static double balanced_share(int k)
{
    double share = 1;

    for (int half = 1; half <= k / 2; half++)
        share *= (2.0 * half - 1) / (2.0 * half);
    return share;
}

pm_status pm_sparse_pattern_init(struct pm_pattern *pattern, const struct pm_matrix *a)
{
    if (a->rows != a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", a->rows, a->cols);
    if (a->rows > PM_WALK_MAX)
        return pm_fail(PM_UNABLE, "2^%d sign vectors", a->rows - 1);
    *pattern = (struct pm_pattern){.n = pm_rows_order(a->rows)};
    for (int i = 0; i < a->rows; i++) {
        const int count = a->start[i + 1] - a->start[i];
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            pattern->row[i] |= UINT64_C(1) << a->col[k];
        if (count > 0 && count % 2 == 0 && equal_sizes(a, i))
            pattern->zeros[i] = balanced_share(count);
    }
    for (int i = a->rows; i < pattern->n; i++)
        pattern->row[i] = UINT64_C(1) << i;
    return PM_OK;
}

/* ------------------------------------------------------------------ elimination */

struct elimination {
    int column[PM_FAST];
    double work; /* for a block */
};

/* The work for a bucket: the rows in `rows`, whose scope is `scope`. */
static double bucket_work(const struct pm_pattern *pattern, uint64_t rows, uint64_t fast,
                          uint64_t scope)
{
    const int size = 1 << pm_popcount(scope);
    uint64_t seen[64];
    int count = 0;
    double work = size + OPERATION_WORK;

    for (; rows != 0; rows &= rows - 1) {
        const uint64_t met = pattern->row[__builtin_ctzll(rows)] & fast;
        const int k = pm_popcount(met);
        int at = 0;
        work += 1 + (1 << k) + (k > 1 ? 1 << (k - 1) : 0);
        if (met == scope)
            continue;
        while (at < count && seen[at] != met)
            at++;
        if (at == count) {
            seen[count++] = met;
            work += OPERATION_WORK + (1 << k) + size;
        }
    }
    return work;
}

/* Eliminates the columns `fast`; false if a scope is too large. */
static bool eliminate(struct elimination *e, const struct pm_pattern *pattern, uint64_t fast)
{
    uint64_t near[64] = {0}, rows = 0, left = fast;
    double nonzero = 1, outer = 0, work = 0;

    for (int i = 0; i < pattern->n; i++) {
        const uint64_t met = pattern->row[i] & fast;
        if (met == 0) {
            nonzero *= 1 - pattern->zeros[i];
            outer++;
        } else {
            rows |= UINT64_C(1) << i;
        }
        for (uint64_t rest = met; rest != 0; rest &= rest - 1)
            near[__builtin_ctzll(rest)] |= met;
    }
    for (int done = 0; left != 0; done++) {
        int j = __builtin_ctzll(left);
        for (uint64_t rest = left; rest != 0; rest &= rest - 1)
            if (pm_popcount(near[__builtin_ctzll(rest)]) < pm_popcount(near[j]))
                j = __builtin_ctzll(rest);
        const uint64_t bit = UINT64_C(1) << j, scope = near[j] | bit;
        uint64_t bucket = 0;
        if (pm_popcount(scope) > PM_SCOPE)
            return false;
        for (uint64_t rest = rows; rest != 0; rest &= rest - 1)
            if (pattern->row[__builtin_ctzll(rest)] & bit)
                bucket |= rest & -rest;
        work += bucket_work(pattern, bucket, fast & (left | scope), scope);
        rows &= ~bucket;
        left &= ~bit;
        for (uint64_t rest = scope & ~bit; rest != 0; rest &= rest - 1)
            near[__builtin_ctzll(rest)] = (near[__builtin_ctzll(rest)] | scope) & ~bit;
        e->column[done] = j;
        work += 1 << pm_popcount(scope); /* its message is a factor elsewhere */
    }
    e->work = BLOCK_WORK + 2 * outer + nonzero * work;
    return true;
}

/* Grows a set of columns from one column, without those in `top`; keeps the best of all sets in
 * *best. */
static void grow(struct elimination *best, int *best_fast, double *best_value,
                 const struct pm_pattern *pattern, uint64_t top, int first, int most)
{
    uint64_t fast = UINT64_C(1) << first;

    for (int count = 1; count <= most; count++) {
        struct elimination next, chosen;
        int column = -1;
        if (count == 1) {
            if (!eliminate(&chosen, pattern, fast))
                return;
            column = first;
        }
        for (int j = 0; j < pattern->n && count > 1; j++)
            if (!((fast | top) >> j & 1) && eliminate(&next, pattern, fast | UINT64_C(1) << j) &&
                (column < 0 || next.work < chosen.work)) {
                chosen = next;
                column = j;
            }
        if (column < 0)
            return;
        fast |= UINT64_C(1) << column;
        if (ldexp(chosen.work, -count) < *best_value) {
            *best_value = ldexp(chosen.work, -count);
            *best = chosen;
            *best_fast = count;
        }
    }
}

/* Lists the fast columns in order of elimination, then the others in their order, except those in
 * `top`. */
static void set_columns(struct pm_sparse_order *order, const struct elimination *e, uint64_t top,
                        int n)
{
    uint64_t listed = top;
    int end = order->fast;

    for (int k = 0; k < end; k++) {
        order->column[k] = e->column[k];
        listed |= UINT64_C(1) << e->column[k];
    }
    for (int j = 0; j < n; j++)
        if (!(listed >> j & 1))
            order->column[end++] = j;
}

void pm_sparse_order_choose(struct pm_sparse_order *order, const struct pm_pattern *pattern)
{
    const int n = pattern->n, room = n - pm_sparse_fixed(order) - PM_LOG_LANES - 1;
    const int most = room < PM_FAST ? room : PM_FAST;
    struct elimination best = {.work = 0};
    double value = INFINITY;
    uint64_t top = 0;

    for (int k = n - order->top; k < n; k++)
        top |= UINT64_C(1) << order->column[k];
    uint64_t tried = top;
    for (int start = 0; start < STARTS && start < n - order->top;
         start++) { /* the lightest columns */
        int weight[64] = {0}, lightest = -1;
        for (int i = 0; i < n; i++)
            for (uint64_t rest = pattern->row[i]; rest != 0; rest &= rest - 1)
                weight[__builtin_ctzll(rest)]++;
        for (int j = 0; j < n; j++)
            if (!(tried >> j & 1) && (lightest < 0 || weight[j] < weight[lightest]))
                lightest = j;
        tried |= UINT64_C(1) << lightest;
        grow(&best, &order->fast, &value, pattern, top, lightest, most);
    }
    set_columns(order, &best, top, n);
}

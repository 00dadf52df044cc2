/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling by the dual of an assignment problem (Olschowka and Neumaier, A new pivoting strategy for
 * Gaussian elimination, Linear Algebra Appl. 240, 1996; Duff and Koster, On algorithms for
 * permuting large entries to the diagonal of a sparse matrix, SIAM J. Matrix Anal. Appl. 22, 2001).
 *
 * Let e_ij = log2 |a_ij|.  Choose exponents r_i, c_j with e_ij <= r_i + c_j for all entries, and
 * equality on a transversal.  After scaling, no entry is above 1 and one transversal has only
 * ones.  So no product of entries overflows, and the permanent of nonnegative entries does not
 * underflow to 0, whatever their sizes.  All numbers are integers, so all machines agree.  Method:
 * shortest augmenting paths with a heap, O(n nnz log n) at worst; almost all rows find a tight free
 * column at once. */
#include "model/balance.h"

#include "base/budget.h"
#include "base/heap.h"
#include "model/round.h"

#include <stdlib.h>

static int64_t entry_exponent(const struct pm_matrix *a, int k)
{
    const bool re = !fmpq_is_zero(a->re + k);
    const bool im = a->im != NULL && !fmpq_is_zero(a->im + k);
    const int64_t er = re ? pm_fmpq_exponent(a->re + k) : INT64_MIN;
    const int64_t ei = im ? pm_fmpq_exponent(a->im + k) : INT64_MIN;
    return er > ei ? er : ei;
}

struct assignment {
    const struct pm_matrix *a;
    int64_t *exponent; /* of entries; INT64_MIN: not an edge */
    int64_t *row, *col;
    int *col_of, *row_of; /* the matching; -1: free */
    int64_t *distance;    /* from the row to be matched to each column; -1: not reached */
    int *reached;         /* the columns with a distance */
    int reached_count;
    bool *done;          /* columns whose distance is final */
    int *from;           /* the row from which a column was reached */
    struct pm_heap heap; /* the reached columns, nearest first; a column may be in it twice */
};

static void assignment_clear(struct assignment *s)
{
    PM_FREE(s->exponent, s->col_of, s->row_of, s->distance, s->reached, s->done, s->from,
            s->heap.item);
}

static pm_status assignment_init(struct assignment *s, int64_t *row, int64_t *col,
                                 const struct pm_matrix *a, bool diagonal)
{
    const int nnz = pm_matrix_nnz(a);

    *s = (struct assignment){.a = a, .row = row, .col = col};
    PM_NEW(s->exponent, nnz);
    PM_NEW(s->col_of, a->rows);
    PM_NEW(s->row_of, a->cols);
    PM_NEW(s->distance, a->cols);
    PM_NEW(s->reached, a->cols);
    PM_NEW(s->done, a->cols);
    PM_NEW(s->from, a->cols);
    PM_NEW(s->heap.item, nnz);
    PM_EACH_ENTRY(a, i, k)
        s->exponent[k] = diagonal || a->col[k] != i ? entry_exponent(a, k) : INT64_MIN;
    for (int i = 0; i < a->rows; i++)
        s->col_of[i] = -1;
    for (int j = 0; j < a->cols; j++) {
        s->row_of[j] = -1;
        s->distance[j] = -1;
    }
    return PM_OK;
}

/* row[i] = the smallest value that the entries of row i allow. */
static void rows_fit(struct assignment *s)
{
    const struct pm_matrix *const a = s->a;

    for (int i = 0; i < a->rows; i++) {
        int64_t top = INT64_MIN;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (s->exponent[k] != INT64_MIN && s->exponent[k] - s->col[a->col[k]] > top)
                top = s->exponent[k] - s->col[a->col[k]];
        s->row[i] = top == INT64_MIN ? 0 : top;
    }
}

static void cols_fit(struct assignment *s)
{
    const struct pm_matrix *const a = s->a;

    for (int j = 0; j < a->cols; j++)
        s->col[j] = INT64_MIN;
    PM_EACH_ENTRY(a, i, k)
        if (s->exponent[k] != INT64_MIN && s->exponent[k] - s->row[i] > s->col[a->col[k]])
            s->col[a->col[k]] = s->exponent[k] - s->row[i];
    for (int j = 0; j < a->cols; j++)
        if (s->col[j] == INT64_MIN)
            s->col[j] = 0;
}

/* Updates the distances of the columns of row i, whose own distance is given. */
static void reach(struct assignment *s, int i, int64_t distance)
{
    const struct pm_matrix *const a = s->a;

    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        const int j = a->col[k];
        if (s->exponent[k] == INT64_MIN || s->done[j])
            continue;
        const int64_t through = distance + (s->row[i] + s->col[j] - s->exponent[k]);
        if (s->distance[j] >= 0 && s->distance[j] <= through)
            continue;
        if (s->distance[j] < 0)
            s->reached[s->reached_count++] = j;
        s->distance[j] = through;
        s->from[j] = i;
        pm_heap_put(&s->heap, (uint64_t)through, j);
    }
}

/* Changes the exponents so that the path from row i to the column `end` is tight, and matches along
 * it. */
static void take_path(struct assignment *s, int i, int end)
{
    const int64_t distance = s->distance[end];

    s->row[i] -= distance;
    for (int x = 0; x < s->reached_count; x++) {
        const int j = s->reached[x];
        if (s->done[j]) {
            s->row[s->row_of[j]] -= distance - s->distance[j];
            s->col[j] += distance - s->distance[j];
        }
    }
    for (int j = end, r = -1; r != i;) {
        r = s->from[j];
        const int next = s->col_of[r];
        s->col_of[r] = j;
        s->row_of[j] = r;
        j = next;
    }
}

/* Matches row i along a shortest augmenting path; if there is none, row i stays free. */
static void augment(struct assignment *s, int i)
{
    int end = -1;

    s->heap.count = 0;
    reach(s, i, 0);
    while (s->heap.count > 0 && end < 0) {
        const int j = pm_heap_take(&s->heap).number;
        if (s->done[j])
            continue;
        if (s->row_of[j] < 0) {
            end = j;
        } else {
            s->done[j] = true;
            reach(s, s->row_of[j], s->distance[j]);
        }
    }
    if (end >= 0)
        take_path(s, i, end);
    while (s->reached_count > 0) {
        const int j = s->reached[--s->reached_count];
        s->distance[j] = -1;
        s->done[j] = false;
    }
}

static pm_status balance(int64_t *row, int64_t *col, const struct pm_matrix *a, bool diagonal)
{
    struct assignment s;
    pm_status status = assignment_init(&s, row, col, a, diagonal);

    if (status == PM_OK) {
        for (int j = 0; j < a->cols; j++)
            col[j] = 0;
        rows_fit(&s);
    }
    if (status == PM_OK && a->rows == a->cols) {
        cols_fit(&s);
        rows_fit(&s);
        for (int i = 0; i < a->rows && status == PM_OK; i++) {
            augment(&s, i);
            status = pm_budget_ask();
        }
    }
    assignment_clear(&s);
    return status;
}

pm_status pm_balance(int64_t *row, int64_t *col, const struct pm_matrix *a)
{
    return balance(row, col, a, true);
}

/* e_ij = e_ji <= r_j + c_i as well, so the means of r_i and c_i satisfy the same inequalities. */
pm_status pm_balance_symmetric(int64_t *scale, const struct pm_matrix *a)
{
    int64_t *col;

    PM_NEW(col, a->cols);
    const pm_status status = balance(scale, col, a, false);
    for (int i = 0; i < a->rows; i++) {
        const int64_t both = scale[i] + col[i];
        scale[i] = both / 2 + (both % 2 > 0);
    }
    free(col);
    return status;
}

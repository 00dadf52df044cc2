/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triplets are sorted by two counting passes, first by column, then by row, and duplicates are
 * summed.  Cost: linear in entries, rows and columns. */
#include "model/matrix.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void pm_triplets_init(struct pm_triplets *t, int rows, int cols, bool complex_values)
{
    *t = (struct pm_triplets){.rows = rows, .cols = cols, .complex_values = complex_values};
}

void pm_triplets_clear(struct pm_triplets *t)
{
    for (size_t k = 0; k < t->count; k++) {
        fmpq_clear(t->re + k);
        if (t->im != NULL)
            fmpq_clear(t->im + k);
    }
    PM_FREE(t->row, t->col, t->re, t->im);
    *t = (struct pm_triplets){0};
}

pm_status pm_triplets_reserve(struct pm_triplets *t, size_t count)
{
    PM_TRY(pm_alloc_grow((void **)&t->row, &t->room_row, count, sizeof *t->row));
    PM_TRY(pm_alloc_grow((void **)&t->col, &t->room_col, count, sizeof *t->col));
    PM_TRY(pm_alloc_grow((void **)&t->re, &t->room_re, count, sizeof *t->re));
    if (t->complex_values)
        PM_TRY(pm_alloc_grow((void **)&t->im, &t->room_im, count, sizeof *t->im));
    return PM_OK;
}

/* Bytes that a number needs besides the fmpq itself. */
static uint64_t number_bytes(const fmpq *x)
{
    const fmpz *const parts[] = {fmpq_numref(x), fmpq_denref(x)};
    uint64_t bytes = 0;

    for (int k = 0; k < 2; k++)
        if (COEFF_IS_MPZ(*parts[k]))
            bytes += (uint64_t)fmpz_size(parts[k]) * sizeof(mp_limb_t) + sizeof(__mpz_struct);
    return bytes;
}

pm_status pm_triplets_add(struct pm_triplets *t, int row, int col, const fmpq_t re, const fmpq *im)
{
    if (t->count >= INT_MAX)
        return pm_fail(PM_INPUT, "more than %d entries", INT_MAX);
    PM_TRY(pm_budget_take(number_bytes(re) + (im != NULL ? number_bytes(im) : 0)));
    PM_TRY(pm_triplets_reserve(t, t->count + 1));
    t->row[t->count] = row;
    t->col[t->count] = col;
    fmpq_init(t->re + t->count);
    fmpq_set(t->re + t->count, re);
    if (t->complex_values) {
        fmpq_init(t->im + t->count);
        if (im != NULL)
            fmpq_set(t->im + t->count, im);
    }
    t->count++;
    return PM_OK;
}

pm_status pm_triplets_copy(struct pm_triplets *t, int row, int col, const struct pm_matrix *a,
                           int k)
{
    return pm_triplets_add(t, row, col, a->re + k, pm_matrix_im(a, k));
}

/* order[] = the triplets sorted by row, then by column: two stable counting passes. */
static pm_status triplets_sort(int **out, const struct pm_triplets *t)
{
    pm_status status = PM_OK;
    const int n = (int)t->count, lines = t->rows > t->cols ? t->rows : t->cols;
    int *first = NULL, *order = NULL, *next = NULL;

    PM_NEW_GOTO(status, first, n, done);
    PM_NEW_GOTO(status, order, n, done);
    PM_NEW_GOTO(status, next, (size_t)lines + 1, done);
    PM_TRY_GOTO(status, pm_budget_ask(), done);
    for (int k = 0; k < n; k++)
        next[t->col[k] + 1]++;
    for (int j = 0; j < lines; j++)
        next[j + 1] += next[j];
    for (int k = 0; k < n; k++)
        first[next[t->col[k]]++] = k;
    PM_TRY_GOTO(status, pm_budget_ask(), done);
    memset(next, 0, ((size_t)lines + 1) * sizeof *next);
    for (int k = 0; k < n; k++)
        next[t->row[k] + 1]++;
    for (int i = 0; i < lines; i++)
        next[i + 1] += next[i];
    for (int k = 0; k < n; k++)
        order[next[t->row[first[k]]]++] = first[k];
    *out = order;
    order = NULL;
done:
    PM_FREE(first, order, next);
    return status;
}

/* Sums each group of equal places in `order` into its first triplet.  Then order[0..count) are the
 * places with a nonzero sum. */
static int triplets_sum(struct pm_triplets *t, int *order, bool *complex_values)
{
    int count = 0;

    *complex_values = false;
    for (size_t k = 0, next; k < t->count; k = next) {
        const int head = order[k];
        for (next = k + 1; next < t->count; next++) {
            const int other = order[next];
            if (t->row[other] != t->row[head] || t->col[other] != t->col[head])
                break;
            fmpq_add(t->re + head, t->re + head, t->re + other);
            if (t->im != NULL)
                fmpq_add(t->im + head, t->im + head, t->im + other);
        }
        const bool imaginary = t->im != NULL && !fmpq_is_zero(t->im + head);
        if (imaginary || !fmpq_is_zero(t->re + head))
            order[count++] = head;
        *complex_values |= imaginary;
    }
    return count;
}

pm_status pm_matrix_from_triplets(struct pm_matrix **out, struct pm_triplets *t)
{
    pm_status status;
    struct pm_matrix *a = NULL;
    int *order = NULL;
    bool complex_values;

    PM_TRY(triplets_sort(&order, t));
    PM_TRY_GOTO(status, pm_budget_ask(), done);
    const int count = triplets_sum(t, order, &complex_values);
    PM_TRY_GOTO(status, pm_budget_ask(), done);
    PM_TRY_GOTO(status, pm_matrix_new(&a, t->rows, t->cols, count, complex_values), done);
    for (int k = 0; k < count; k++) {
        a->start[t->row[order[k]]]++;
        a->col[k] = t->col[order[k]];
        fmpq_swap(a->re + k, t->re + order[k]);
        if (complex_values)
            fmpq_swap(a->im + k, t->im + order[k]);
    }
    for (int i = 0, sum = 0; i < t->rows; i++) {
        const int length = a->start[i];
        a->start[i] = sum;
        sum += length;
    }
    *out = a;
done:
    free(order);
    return status;
}

pm_status pm_matrix_from_bytes(struct pm_matrix **out, int rows, int cols, const signed char *entry)
{
    struct pm_triplets t;
    pm_status status = PM_OK;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, rows, cols, false);
    for (int k = 0; k < rows * cols && status == PM_OK; k++) {
        fmpq_set_si(x, entry[k], 1);
        status = pm_triplets_add(&t, k / cols, k % cols, x, NULL);
    }
    PM_THEN(status, pm_matrix_from_triplets(out, &t));
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return status;
}

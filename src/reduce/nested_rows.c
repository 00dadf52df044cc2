/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `nested`: the columns can be ordered so that the entries of each row are in the first
 * places, and entry (i, j) is the product of a value of row i and a value of column j.  Staircases
 * are such matrices, and those of rank one without zeros.  If the rows have b_1 <= b_2 <= ...
 * entries, row i can choose from the b_i - i + 1 columns that the rows before it have left (Ferrers
 * boards: Stanley, Enumerative Combinatorics 1, section 2.4).  So the permanent is the product of
 * these numbers and of all values.  If the matrix is not square, some columns stay unused; then the
 * values of the columns must be equal.
 *
 * Such columns are ordered by their numbers of entries.  Cost: a few passes over the entries, and
 * sorting. */
#include "reduce/rewrite.h"

#include "base/alloc.h"

#include <stdio.h>

/* The order of rows and columns, and working memory. */
struct chain {
    int *row, *column; /* rows by ascending length; columns by descending number of entries */
    int *place;        /* of each column */
    int *length;       /* of the rows, then number of entries of the columns */
};

static void chain_clear(struct chain *c)
{
    PM_FREE(c->row, c->column, c->place, c->length);
}

/* For qsort_r: ascending keys, then ascending numbers. */
static int by_key(const void *x, const void *y, void *keys)
{
    const int p = *(const int *)x, q = *(const int *)y, *const key = keys;
    return key[p] != key[q] ? (key[p] > key[q]) - (key[p] < key[q]) : (p > q) - (p < q);
}

static void sort_lines(int *line, int count, int *key)
{
    for (int k = 0; k < count; k++)
        line[k] = k;
    qsort_r(line, (size_t)count, sizeof *line, by_key, key);
}

/* *nested = whether the entries of each row are in the first places of this order. */
static pm_status chain_find(struct chain *c, bool *nested, const struct pm_matrix *a)
{
    PM_NEW(c->row, a->rows);
    PM_NEW(c->column, a->cols);
    PM_NEW(c->place, a->cols);
    PM_NEW(c->length, (size_t)a->rows + (size_t)a->cols);
    int *const entries = c->length + a->rows;
    for (int i = 0; i < a->rows; i++)
        c->length[i] = a->start[i + 1] - a->start[i];
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        entries[a->col[k]]--;
    sort_lines(c->row, a->rows, c->length);
    sort_lines(c->column, a->cols, entries);
    for (int j = 0; j < a->cols; j++)
        c->place[c->column[j]] = j;
    *nested = c->length[c->row[0]] > 0;
    for (int i = 0; i < a->rows && *nested; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            *nested = *nested && c->place[a->col[k]] < c->length[i];
    return PM_OK;
}

/* True where row i is *ratio times row `longest`, as far as it goes. */
static bool is_multiple(struct pm_gauss *ratio, const struct pm_matrix *a, int i, int longest)
{
    struct pm_gauss x, y;
    bool same = true;

    PM_EACH(pm_gauss_init, &x, &y);
    for (int k = a->start[i], l = a->start[longest]; same && k < a->start[i + 1]; k++) {
        while (a->col[l] != a->col[k])
            l++;
        pm_entry_get(&x, a, l);
        pm_entry_get(&y, a, k);
        if (k == a->start[i])
            pm_gauss_div(ratio, &y, &x);
        pm_gauss_mul(&x, &x, ratio);
        same = pm_gauss_equal(&x, &y);
    }
    PM_EACH(pm_gauss_clear, &x, &y);
    return same;
}

/* True where all entries of the row are equal. */
static bool is_constant(const struct pm_matrix *a, int i)
{
    bool same = true;

    for (int k = a->start[i] + 1; k < a->start[i + 1]; k++)
        same = same && fmpq_equal(a->re + k, a->re + k - 1) &&
               (a->im == NULL || fmpq_equal(a->im + k, a->im + k - 1));
    return same;
}

/* Collects the factors.  The values of the columns are the entries of the longest row; if the
 * matrix is not square, all are equal.  *found is false if the entries are no such products. */
static pm_status collect(struct pm_product *product, bool *found, const struct pm_matrix *a,
                         const struct chain *c)
{
    const int longest = c->row[a->rows - 1], first = a->start[longest];
    struct pm_gauss ratio;
    pm_status status = PM_OK;

    pm_gauss_init(&ratio);
    *found = a->rows == a->cols || is_constant(a, longest);
    for (int t = 0; t < a->rows && *found && status == PM_OK; t++) {
        const int i = c->row[t], k = a->rows == a->cols ? first + t : first;
        *found = is_multiple(&ratio, a, i, longest);
        if (*found)
            status = pm_rewrite_product_add(product, ratio.re, ratio.im);
        if (*found && status == PM_OK)
            status = pm_rewrite_product_add(product, a->re + k, pm_matrix_im(a, k));
        pm_gauss_set_si(&ratio, c->length[i] - t);
        if (*found && status == PM_OK)
            status = pm_rewrite_product_add(product, ratio.re, NULL);
    }
    pm_gauss_clear(&ratio);
    return status;
}

/* True where the rows up to some row have too few columns. */
static bool is_short(const struct chain *c, int rows)
{
    for (int t = 0; t < rows; t++)
        if (c->length[c->row[t]] <= t)
            return true;
    return false;
}

pm_status pm_nested_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    struct chain c = {NULL, NULL, NULL, NULL};
    struct pm_product product;
    bool found = false;
    pm_status status = PM_OK;

    pm_rewrite_product_init(&product);
    if (a->rows == 0)
        goto done;
    PM_TRY_GOTO(status, chain_find(&c, &found, a), done);
    if (!found)
        goto done;
    rewrite->zero = is_short(&c, a->rows);
    if (!rewrite->zero)
        PM_TRY_GOTO(status, collect(&product, &found, a, &c), done);
    rewrite->changed = found;
    if (found)
        pm_rewrite_product_take(&rewrite->factor, &product);
    snprintf(rewrite->note, sizeof rewrite->note, "%d x %d: nested rows of %d to %d entries",
             a->rows, a->cols, c.length[c.row[0]], c.length[c.row[a->rows - 1]]);
done:
    chain_clear(&c);
    pm_rewrite_product_clear(&product);
    return status;
}

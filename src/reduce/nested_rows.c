/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `nested`: all rows are prefixes or suffixes of one order of the columns
 * (model/nested_order.h), and entry (i, j) is the product of a value of row i and a value of column
 * j.  The values of the rows go into the factor.  So do those of the columns if the matrix is
 * square; else they stay, as integers.  The engine `nested` solves the rest.  No other rule may
 * change it, since eliminating a column of two entries would destroy the order.
 *
 * The longest prefix and the longest suffix together contain all nonempty columns.  All prefixes
 * contain the first column, and all suffixes the last one.  So one value can be chosen, or two if
 * no prefix shares a column with a suffix; the other values follow.  Cost: a few passes over the
 * entries. */
#include "reduce/rule.h"

#include "base/alloc.h"
#include "model/nested_order.h"

#include <stdio.h>
#include <stdlib.h>

struct values {
    struct pm_gauss *row, *col; /* 0: not known yet */
    int rows, cols;
};

static struct pm_gauss *numbers_new(int count)
{
    struct pm_gauss *const x = pm_alloc((size_t)count, sizeof *x);

    for (int k = 0; x != NULL && k < count; k++)
        pm_gauss_init(&x[k]);
    return x;
}

static void numbers_free(struct pm_gauss *x, int count)
{
    for (int k = 0; x != NULL && k < count; k++)
        pm_gauss_clear(&x[k]);
    free(x);
}

static void entry_get(struct pm_gauss *x, const struct pm_matrix *a, int k)
{
    pm_gauss_set_parts(x, a->re + k, pm_matrix_im(a, k));
}

/* Finds the value of row i from one of its columns with a known value.  If there is none, its first
 * column gets the value 1. */
static void value_row(struct values *v, const struct pm_matrix *a, int i)
{
    int known = a->start[i];

    while (known < a->start[i + 1] && pm_gauss_is_zero(&v->col[a->col[known]]))
        known++;
    if (known == a->start[i + 1]) {
        known = a->start[i];
        pm_gauss_set_si(&v->col[a->col[known]], 1);
    }
    entry_get(&v->row[i], a, known);
    pm_gauss_div(&v->row[i], &v->row[i], &v->col[a->col[known]]);
}

/* Finds the values of row i's columns. */
static void value_cols(struct values *v, const struct pm_matrix *a, int i)
{
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        struct pm_gauss *const col = &v->col[a->col[k]];
        if (!pm_gauss_is_zero(col))
            continue;
        entry_get(col, a, k);
        pm_gauss_div(col, col, &v->row[i]);
    }
}

/* Finds all values; false where the entries are not such products. */
static bool find_values(struct values *v, const struct pm_matrix *a, const struct pm_nested *n)
{
    const int longest[2] = {n->prefixes - 1, n->rows - 1};
    struct pm_gauss x, product;
    bool right = true;

    for (int side = 0; side < 2; side++)
        if (longest[side] >= (side ? n->prefixes : 0)) {
            value_row(v, a, n->row[longest[side]]);
            value_cols(v, a, n->row[longest[side]]);
        }
    pm_gauss_init(&x);
    pm_gauss_init(&product);
    for (int i = 0; i < a->rows && right; i++) {
        value_row(v, a, i);
        for (int k = a->start[i]; k < a->start[i + 1] && right; k++) {
            entry_get(&x, a, k);
            pm_gauss_mul(&product, &v->row[i], &v->col[a->col[k]]);
            right = pm_gauss_equal(&x, &product);
        }
    }
    pm_gauss_clear(&x);
    pm_gauss_clear(&product);
    return right;
}

/* *content = the largest rational number that divides the real and imaginary parts of all columns'
 * values with integer quotients. */
static void find_content(struct pm_gauss *content, const struct values *v)
{
    pm_gauss_set_si(content, 0);
    for (int j = 0; j < v->cols; j++) {
        fmpq_gcd(content->re, content->re, v->col[j].re);
        fmpq_gcd(content->re, content->re, v->col[j].im);
    }
}

/* *factor = the product of the rows' values; times the product of the columns' values if the matrix
 * is square, else times the columns' content for each row.  Afterwards v->col has the values that
 * stay in the matrix. */
static pm_status take_factor(struct pm_gauss *factor, struct values *v)
{
    struct pm_product product;
    struct pm_gauss content;
    pm_status status = PM_OK;

    pm_product_init(&product);
    pm_gauss_init(&content);
    find_content(&content, v);
    for (int i = 0; i < v->rows && status == PM_OK; i++) {
        if (v->rows < v->cols)
            pm_gauss_mul(&v->row[i], &v->row[i], &content);
        status = pm_product_add(&product, v->row[i].re, v->row[i].im);
    }
    for (int j = 0; j < v->cols && status == PM_OK; j++) {
        if (v->rows < v->cols) {
            pm_gauss_div(&v->col[j], &v->col[j], &content);
            continue;
        }
        status = pm_product_add(&product, v->col[j].re, v->col[j].im);
        pm_gauss_set_si(&v->col[j], 1);
    }
    if (status == PM_OK)
        pm_product_take(factor, &product);
    pm_gauss_clear(&content);
    pm_product_clear(&product);
    return status;
}

/* Outputs the matrix whose entries are the columns' values. */
static pm_status push_rest(struct pm_rewrite *rewrite, const struct pm_matrix *a,
                           const struct values *v)
{
    struct pm_matrix *b;

    PM_TRY(pm_matrix_copy(&b, a));
    for (int k = 0; k < pm_matrix_nnz(b); k++) {
        const struct pm_gauss *const x = &v->col[b->col[k]];
        fmpq_set(b->re + k, x->re);
        if (b->im != NULL)
            fmpq_set(b->im + k, x->im);
    }
    pm_matrix_drop_zero_im(b);
    const pm_status status = pm_rewrite_push(rewrite, b);
    if (status != PM_OK)
        pm_matrix_free(b);
    return status;
}

static pm_status rewrite_nested(struct pm_rewrite *rewrite, const struct pm_matrix *a,
                                const struct pm_nested *n)
{
    struct values v = {.rows = a->rows, .cols = a->cols};
    pm_status status = PM_OK;

    v.row = numbers_new(v.rows);
    v.col = numbers_new(v.cols);
    if (v.row == NULL || v.col == NULL) {
        status = PM_NOMEM;
        goto done;
    }
    if (!find_values(&v, a, n))
        goto done;
    PM_TRY_GOTO(status, take_factor(&rewrite->factor, &v), done);
    PM_TRY_GOTO(status, push_rest(rewrite, a, &v), done);
    rewrite->changed = rewrite->settled = true;
    snprintf(rewrite->note, sizeof rewrite->note, "%d x %d: %d prefixes, %d suffixes", a->rows,
             a->cols, n->prefixes, a->rows - n->prefixes);
done:
    numbers_free(v.row, v.rows);
    numbers_free(v.col, v.cols);
    return status;
}

static bool has_empty_row(const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++)
        if (a->start[i] == a->start[i + 1])
            return true;
    return false;
}

pm_status pm_nested_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    struct pm_nested *nested;

    if (a->rows == 0 || has_empty_row(a))
        return PM_OK;
    PM_TRY(pm_nested_new(&nested, a));
    const pm_status status = nested != NULL ? rewrite_nested(rewrite, a, nested) : PM_OK;
    pm_nested_free(nested);
    return status;
}

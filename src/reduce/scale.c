/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `scale`: every row, then every column, is divided by its content.  The content is the
 * positive rational greatest common divisor of the real and imaginary parts of its entries.  per A
 * is the product of the contents times the permanent of the rest, since it is linear in every row
 * and column (Minc, Permanents, 1978).  Contents include powers of two and common denominators, so
 * the rest has integer entries.  The exact engines rely on that.
 *
 * One pass is enough.  After the rows, every entry is an integer (both parts) and no prime divides
 * a whole row.  Dividing columns by integers keeps the entries integers, and cannot give a row a
 * common prime that it did not have.  So rows and columns are primitive, and a second pass changes
 * nothing.  With fewer rows than columns, a column may stay unused, so its content must stay: only
 * rows are divided.
 *
 * Cost: one gcd and one division for each entry and pass. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <stdio.h>
#include <stdlib.h>

/* Entry k is in line[k].  content[] starts at 0, which is neutral. */
static pm_status contents(fmpq *content, const struct pm_matrix *a, const int *line)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        fmpq *const c = content + line[k];
        if (k % PM_BUDGET_STEPS == PM_BUDGET_STEPS - 1)
            PM_TRY(pm_budget_ask());
        fmpq_gcd(c, c, a->re + k);
        if (a->im != NULL)
            fmpq_gcd(c, c, a->im + k);
    }
    return PM_OK;
}

/* Divides every entry by its line's content.  Contents other than 1 go into the product. */
static pm_status divide(struct pm_matrix *a, struct pm_product *product, int lines, const int *line)
{
    pm_status status = PM_OK;
    fmpq *content;

    PM_NEW(content, lines);
    for (int i = 0; i < lines; i++)
        fmpq_init(content + i);
    PM_TRY_GOTO(status, contents(content, a, line), done);
    for (int i = 0; i < lines; i++)
        if (!fmpq_is_zero(content + i) && !fmpq_is_one(content + i))
            PM_TRY_GOTO(status, pm_rewrite_product_add(product, content + i, NULL), done);
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        const fmpq *const c = content + line[k];
        if (k % PM_BUDGET_STEPS == PM_BUDGET_STEPS - 1)
            PM_TRY_GOTO(status, pm_budget_ask(), done);
        if (fmpq_is_one(c))
            continue;
        fmpq_div(a->re + k, a->re + k, c);
        if (a->im != NULL)
            fmpq_div(a->im + k, a->im + k, c);
    }
done:
    for (int i = 0; i < lines; i++)
        fmpq_clear(content + i);
    free(content);
    return status;
}

pm_status pm_scale_matrix(struct pm_matrix *a, struct pm_gauss *factor, bool *changed)
{
    pm_status status = PM_OK;
    struct pm_product product;
    int *row = NULL;

    pm_rewrite_product_init(&product);
    PM_NEW_GOTO(status, row, pm_matrix_nnz(a), done);
    PM_EACH_ENTRY(a, i, k)
        row[k] = i;
    PM_TRY_GOTO(status, divide(a, &product, a->rows, row), done);
    if (a->rows == a->cols)
        PM_TRY_GOTO(status, divide(a, &product, a->cols, a->col), done);
    pm_rewrite_product_take(factor, &product);
    *changed = product.count > 0;
done:
    free(row);
    pm_rewrite_product_clear(&product);
    return status;
}

/* Writes the factor as 2^k times an odd fraction; of a long fraction, only its length. */
void pm_scale_note_content(struct pm_rewrite *rewrite, int rows, int cols)
{
    enum { SHOWN = 60 };
    fmpq_t odd;
    fmpz_t part;
    char *text = NULL;

    fmpq_init(odd);
    fmpz_init(part);
    fmpq_set(odd, rewrite->factor.re);
    const slong twos = (slong)fmpz_val2(fmpq_numref(odd)) - (slong)fmpz_val2(fmpq_denref(odd));
    fmpz_remove(part, fmpq_numref(odd), (fmpz[]){2});
    fmpz_swap(fmpq_numref(odd), part);
    fmpz_remove(part, fmpq_denref(odd), (fmpz[]){2});
    fmpz_swap(fmpq_denref(odd), part);
    const size_t digits = fmpz_sizeinbase(fmpq_numref(odd), 10);
    const size_t under = fmpz_sizeinbase(fmpq_denref(odd), 10);
    if (digits + under <= SHOWN)
        text = fmpq_get_str(NULL, 10, odd);
    if (text != NULL)
        snprintf(rewrite->note, sizeof rewrite->note, "%d x %d: content 2^%ld times %s", rows, cols,
                 (long)twos, text);
    else
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d x %d: content 2^%ld times a fraction of %zu and %zu digits", rows, cols,
                 (long)twos, digits, under);
    flint_free(text);
    fmpz_clear(part);
    fmpq_clear(odd);
}

pm_status pm_scale_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status;
    struct pm_matrix *b = NULL;

    PM_TRY(pm_matrix_copy(&b, a));
    PM_TRY_GOTO(status, pm_scale_matrix(b, &rewrite->factor, &rewrite->changed), done);
    if (!rewrite->changed)
        goto done;
    pm_scale_note_content(rewrite, a->rows, a->cols);
    PM_TRY_GOTO(status, pm_rewrite_push(rewrite, b), done);
    b = NULL;
done:
    pm_matrix_free(b);
    return status;
}

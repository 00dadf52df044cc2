/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `scale` for hafnians: row and column of a vertex are divided by their content c, the
 * positive rational greatest common divisor of the parts of the entries.  haf A is c times the
 * hafnian of the rest, since every perfect matching uses one edge at the vertex.
 *
 * Two passes over the vertices are enough.  After a vertex has been divided by its content, its
 * entries are integers and stay integers: later contents of its neighbours are those of rows that
 * have an integer there.  So after the first pass all entries are integers.  In the second pass all
 * contents are integers, and dividing an entry by an integer gives its row no new common prime.
 *
 * Cost: one gcd and a few divisions for each entry and pass. */
#include "reduce/rewrite.h"

#include "base/alloc.h"

#include <stdlib.h>

/* x = a part of entry (v, w), divided by the contents found so far of both vertices. */
static void part_left(fmpq_t x, const fmpq *part, const fmpq *content, int v, int w)
{
    fmpq_div(x, part, content + v);
    fmpq_div(x, x, content + w);
}

static void take_content(fmpq *content, const struct pm_matrix *a, int v)
{
    fmpq_t x, common;

    PM_EACH(fmpq_init, x, common);
    for (int k = a->start[v]; k < a->start[v + 1]; k++) {
        part_left(x, a->re + k, content, v, a->col[k]);
        fmpq_gcd(common, common, x);
        if (a->im == NULL)
            continue;
        part_left(x, a->im + k, content, v, a->col[k]);
        fmpq_gcd(common, common, x);
    }
    if (!fmpq_is_zero(common))
        fmpq_mul(content + v, content + v, common);
    PM_EACH(fmpq_clear, x, common);
}

static pm_status multiply_out(struct pm_rewrite *rewrite, const fmpq *content, int vertices)
{
    pm_status status = PM_OK;
    struct pm_product product;

    pm_rewrite_product_init(&product);
    for (int v = 0; status == PM_OK && v < vertices; v++)
        if (!fmpq_is_one(content + v)) {
            rewrite->changed = true;
            status = pm_rewrite_product_add(&product, content + v, NULL);
        }
    pm_rewrite_product_take(&rewrite->factor, &product);
    pm_rewrite_product_clear(&product);
    return status;
}

static void divide(struct pm_matrix *a, const fmpq *content)
{
    PM_EACH_ENTRY(a, v, k) {
        part_left(a->re + k, a->re + k, content, v, a->col[k]);
        if (a->im != NULL)
            part_left(a->im + k, a->im + k, content, v, a->col[k]);
    }
}

pm_status pm_scale_vertices_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status;
    struct pm_matrix *b = NULL;
    fmpq *content;

    PM_NEW(content, a->rows);
    for (int v = 0; v < a->rows; v++) {
        fmpq_init(content + v);
        fmpq_one(content + v);
    }
    for (int pass = 0; pass < 2; pass++)
        for (int v = 0; v < a->rows; v++)
            take_content(content, a, v);
    PM_TRY_GOTO(status, multiply_out(rewrite, content, a->rows), done);
    if (!rewrite->changed)
        goto done;
    pm_scale_note_content(rewrite, a->rows, a->cols);
    PM_TRY_GOTO(status, pm_matrix_copy(&b, a), done);
    divide(b, content);
    PM_TRY_GOTO(status, pm_rewrite_push(rewrite, b), done);
    b = NULL;
done:
    pm_matrix_free(b);
    for (int v = 0; v < a->rows; v++)
        fmpq_clear(content + v);
    free(content);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BTF finds the blocks of square matrices whose permanent need not be 0, and CXSparse those of all
 * others.  Both store columns; they get the rows of a matrix as columns, so no transpose is needed.
 * Cost: a maximum matching (rows x entries at worst, usually almost linear), then linear. */
#include "reduce/decompose.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/sets.h"

#include <btf.h>
#include <cs.h>
#include <stdlib.h>

/* Names the horizontal part: rows and columns from hr and hc on, in the order of the
 * decomposition.  Its blocks are connected components; their names are rows + a column. */
static pm_status name_components(int *row_name, int *col_name, const struct pm_matrix *a,
                                 const cs_did *d)
{
    const int hr = d->cc[3], hc = d->rr[2];
    int *parent;

    PM_NEW(parent, a->cols);
    for (int j = 0; j < a->cols; j++)
        parent[j] = j;
    for (int k = hc; k < a->cols; k++)
        col_name[d->p[k]] = a->rows;
    for (int k = hr; k < a->rows; k++) {
        int root = -1;
        for (int l = a->start[d->q[k]]; l < a->start[d->q[k] + 1]; l++) {
            if (col_name[a->col[l]] != a->rows)
                continue;
            const int other = pm_set_root(parent, a->col[l]);
            if (root >= 0)
                parent[other] = root;
            else
                root = other;
        }
        row_name[d->q[k]] = root; /* temporary */
    }
    for (int k = hr; k < a->rows; k++)
        row_name[d->q[k]] = a->rows + pm_set_root(parent, row_name[d->q[k]]);
    for (int k = hc; k < a->cols; k++)
        col_name[d->p[k]] = a->rows + pm_set_root(parent, d->p[k]);
    free(parent);
    return PM_OK;
}

static pm_status name_blocks(int *row_name, int *col_name, const struct pm_matrix *a,
                             const cs_did *d)
{
    for (int j = 0; j < a->cols; j++)
        col_name[j] = -1;
    for (int block = 0; block < d->nb && d->s[block] < d->cc[3]; block++) {
        for (int k = d->s[block]; k < d->s[block + 1]; k++)
            row_name[d->q[k]] = block;
        for (int k = d->r[block]; k < d->r[block + 1]; k++)
            col_name[d->p[k]] = block;
    }
    return name_components(row_name, col_name, a, d);
}

/* Integers that the libraries take for each line. */
enum { LIBRARY_LINE = 8 };

/* The decomposition of a square matrix in the form of CXSparse.  *full is false, and `d` has no
 * meaning, if some rows cannot be matched. */
static pm_status decompose_square(bool *full, cs_did *d, const struct pm_matrix *a)
{
    const int n = a->rows;
    double work;
    int *room, matched;

    PM_NEW(room, 5 * (size_t)n + 1);
    d->nb = btf_order(n, a->start, a->col, 0, &work, d->p, d->q, d->r, &matched, room);
    free(room);
    *full = matched == n;
    for (int b = 0; *full && b <= d->nb; b++)
        d->s[b] = d->r[b];
    d->rr[2] = d->rr[3] = d->cc[3] = n; /* all rows and columns are in the square part */
    return PM_OK;
}

static pm_status decompose(cs_did **out, const struct pm_matrix *a)
{
    const uint64_t lines = (uint64_t)a->rows + (uint64_t)a->cols;
    /* the libraries do not change these arrays */
    const cs_di pattern = {.nzmax = pm_matrix_nnz(a),
                           .m = a->cols,
                           .n = a->rows,
                           .p = a->start,
                           .i = a->col,
                           .nz = -1};

    PM_TRY(pm_budget_take((LIBRARY_LINE * lines + (uint64_t)pm_matrix_nnz(a)) * sizeof(int)));
    if (a->rows > 0 && a->rows == a->cols && (*out = cs_di_dalloc(a->cols, a->rows)) != NULL) {
        bool full = false;
        const pm_status status = decompose_square(&full, *out, a);
        if (full)
            return PM_OK;
        cs_di_dfree(*out);
        PM_TRY(status);
    }
    *out = cs_di_dmperm(&pattern, 0);
    return *out != NULL
               ? PM_OK
               : pm_fail(PM_NOMEM, "out of memory decomposing a %d x %d matrix", a->rows, a->cols);
}

pm_status pm_decompose(int *row_name, int *col_name, bool *full, const struct pm_matrix *a)
{
    cs_did *d;

    PM_TRY(decompose(&d, a));
    *full = d->cc[2] == 0; /* rows without a partner, and the rows reached from them */
    const pm_status status = *full ? name_blocks(row_name, col_name, a, d) : PM_OK;
    cs_di_dfree(d);
    return status;
}

void pm_decompose_form_clear(struct pm_block_form *form)
{
    PM_FREE(form->row, form->col, form->row_start, form->col_start);
    *form = (struct pm_block_form){0};
}

/* The transpose is upper triangular in the order of the libraries, so `a` is in the reverse order.
 */
pm_status pm_decompose_form_find(struct pm_block_form *form, const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    cs_did *d;

    *form = (struct pm_block_form){0};
    PM_TRY(decompose(&d, a));
    form->blocks = d->nb;
    form->rank = d->rr[3];
    form->vertical = d->cc[2] > 0;
    form->horizontal = d->rr[2] < a->cols;
    PM_NEW_GOTO(status, form->row, a->rows, done);
    PM_NEW_GOTO(status, form->col, a->cols, done);
    PM_NEW_GOTO(status, form->row_start, d->nb + 1, done);
    PM_NEW_GOTO(status, form->col_start, d->nb + 1, done);
    for (int k = 0; k < a->rows; k++)
        form->row[k] = d->q[a->rows - 1 - k];
    for (int k = 0; k < a->cols; k++)
        form->col[k] = d->p[a->cols - 1 - k];
    for (int b = 0; b <= d->nb; b++) {
        form->row_start[b] = a->rows - d->s[d->nb - b];
        form->col_start[b] = a->cols - d->r[d->nb - b];
    }
done:
    cs_di_dfree(d);
    if (status != PM_OK)
        pm_decompose_form_clear(form);
    return status;
}

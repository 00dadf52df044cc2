/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tight sets: rows that have as few neighbours as they are.  In the block upper triangular form of
 * a matrix whose rows can all be covered, those of the last block are one.  Without the entries
 * that these columns have elsewhere, those of the block before are one, too, and so on
 * (reduce/decompose.h).  So all entries between different blocks are left out, and a line is
 * written for each block whose columns have such entries. */
#include "proof/proved_problem.h"

#include "base/alloc.h"
#include "reduce/decompose.h"

#include <stdlib.h>

/* Verifiers refuse more sets times vertices and edges; then no entries are left out. */
static const double MOST = 0x1p32;

/* The entries within blocks. */
static pm_status take_blocks(struct pm_matrix **out, const struct pm_proved_problem *s)
{
    const struct pm_matrix *const a = s->core.a;
    const int *const row_block = s->block, *const col_block = s->block + a->rows;
    struct pm_matrix *b;
    int count = 0;

    PM_TRY(pm_matrix_new(&b, a->rows, a->cols, pm_matrix_nnz(a), a->im != NULL));
    for (int i = 0; i < a->rows; i++) {
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (row_block[i] == col_block[a->col[k]])
                pm_matrix_put(b, count++, a->col[k], a, k);
        b->start[i + 1] = count;
    }
    *out = b;
    return PM_OK;
}

/* Writes to block[] the blocks of the lines, in their order, and lists the tight sets. */
static pm_status list_blocks(struct pm_proved_problem *s, const struct pm_block_form *form)
{
    const struct pm_matrix *const a = s->core.a;
    int *const row_block = s->block, *const col_block = s->block + a->rows;
    bool *crossed;

    for (int b = 0; b < form->blocks; b++) {
        for (int k = form->row_start[b]; k < form->row_start[b + 1]; k++)
            row_block[form->row[k]] = b;
        for (int k = form->col_start[b]; k < form->col_start[b + 1]; k++)
            col_block[form->col[k]] = b;
    }
    PM_NEW(crossed, form->blocks);
    PM_EACH_ENTRY(a, i, k)
        if (col_block[a->col[k]] != row_block[i])
            crossed[col_block[a->col[k]]] = true;
    for (int b = form->blocks - 1, end = 0; b >= 0; b--) {
        if (!crossed[b])
            continue;
        for (int k = form->row_start[b]; k < form->row_start[b + 1]; k++)
            s->tight[end++] = s->vertex[form->row[k]];
        s->tight_end[s->tights++] = end;
    }
    free(crossed);
    return PM_OK;
}

pm_status pm_proved_problem_find_tight(struct pm_proved_problem *s)
{
    const struct pm_matrix *const a = s->core.a;
    struct pm_block_form form;
    struct pm_matrix *within;

    if (s->what != PM_PROVE_VALUE || s->core.kind != PM_PERMANENT || a->rows == 0)
        return PM_OK;
    PM_TRY(pm_decompose_form_find(&form, a));
    pm_status status = PM_OK;
    if (form.rank < a->rows || form.blocks < 2)
        goto done;
    PM_NEW_GOTO(status, s->block, a->rows + a->cols, done);
    PM_NEW_GOTO(status, s->tight, a->rows, done);
    PM_NEW_GOTO(status, s->tight_end, form.blocks, done);
    PM_TRY_GOTO(status, list_blocks(s, &form), done);
    if ((double)s->tights * ((double)s->vertices + s->edges) > MOST) {
        s->tights = 0;
        free(s->block);
        s->block = NULL;
        goto done;
    }
    PM_TRY_GOTO(status, take_blocks(&within, s), done);
    pm_matrix_free(s->own);
    s->core.a = s->own = within;
    status = pm_proved_problem_list_near(s);
done:
    pm_decompose_form_clear(&form);
    return status;
}

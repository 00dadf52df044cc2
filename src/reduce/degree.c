/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `degree`: eliminates rows and columns with one or two entries.
 *
 * One entry a in row i and column j: per A = a per A(i|j).  Two entries in row i, a in column j and
 * b in column k: the row uses one of the two columns, and the other rows use the other one.  So per
 * A is the permanent of the matrix without row i, where one column a A_k + b A_j replaces columns j
 * and k (Forbert & Marx 2003, where the row has no other entries; Karp & Sipser 1981 for unweighted
 * matchings).  Columns are treated in the same way.  Every step reduces order and entries, so the
 * rule terminates.  Sums may cancel; then more rows or columns become light, or an empty one proves
 * the permanent 0.
 *
 * Most of this holds for square matrices only.  With fewer rows than columns, some columns stay
 * unused.  So a column with few entries may stay unmatched.  And merging columns j and k of row i
 * is wrong: when row i uses j, column k may stay unused, and the merged column would count this
 * only once for both ([1 1] has permanent 2, the merged matrix without rows has 1).  Only a row
 * with one entry can be eliminated: its column is always used.
 *
 * Cost: a merge is linear in the two lines, or in the shorter one if the other is long.  So long
 * chains and arrow shapes both take a number of operations that is almost linear in the entries. */
#include "reduce/edit.h"
#include "reduce/reduce.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int lightest_row(const struct pm_matrix *a)
{
    int least = INT_MAX;

    for (int i = 0; i < a->rows; i++)
        if (a->start[i + 1] - a->start[i] < least)
            least = a->start[i + 1] - a->start[i];
    return least;
}

/* Counts columns in batches on the stack, so that nothing can fail. */
int pm_min_degree(const struct pm_matrix *a)
{
    enum { BATCH = 2048 };
    int count[BATCH], least = lightest_row(a);

    for (int first = 0; first < a->cols; first += BATCH) {
        const int batch = a->cols - first < BATCH ? a->cols - first : BATCH;
        memset(count, 0, sizeof count);
        for (int k = 0; k < pm_matrix_nnz(a); k++)
            if (a->col[k] >= first && a->col[k] - first < batch)
                count[a->col[k] - first]++;
        for (int j = 0; j < batch; j++)
            if (count[j] < least)
                least = count[j];
    }
    return a->rows > 0 ? least : 0;
}

static void take_one(struct pm_edit *e, int side, int line)
{
    pm_edit_remove(e, !side, e->entry[e->head[side][line]].line[!side]);
    pm_edit_remove(e, side, line);
}

/* Eliminates a line with entries at the crossing lines j (value a) and k (value b): these become a
 * A_k + b A_j.  Short lines are multiplied out.  This keeps integers without a gcd, and keeps
 * numbers small, since every term of an entry uses each eliminated row and column once.  A long
 * line is not multiplied: a A_k + b A_j is written as *coefficient times (longer + ratio *
 * shorter). */
static void take_two(struct pm_gauss *coefficient, struct pm_edit *e, int side, int line)
{
    enum { SHORT = 8 };
    const struct pm_entry *const x = e->entry + e->head[side][line];
    const struct pm_entry *const y = e->entry + x->next[side];
    const int j = x->line[!side], k = y->line[!side];
    const bool j_stays = e->degree[!side][j] >= e->degree[!side][k];
    const int longer = j_stays ? j : k, shorter = j_stays ? k : j;
    struct pm_gauss ratio;

    pm_gauss_init(&ratio);
    pm_gauss_set(&ratio, j_stays ? &x->value : &y->value);
    pm_gauss_set(coefficient, j_stays ? &y->value : &x->value);
    pm_edit_remove(e, side, line);
    if (e->degree[!side][longer] <= SHORT) {
        pm_edit_scale(e, !side, longer, coefficient);
        pm_gauss_set_si(coefficient, 1);
    } else {
        pm_gauss_div(&ratio, &ratio, coefficient);
    }
    pm_edit_merge(e, !side, longer, shorter, &ratio);
    pm_gauss_clear(&ratio);
}

/* Eliminates until no line is light or the order is `stop`.  *zero: an empty line proves that the
 * permanent is 0. */
static pm_status eliminate(struct pm_edit *e, struct pm_gauss *factor, int stop, int *steps,
                           bool *zero)
{
    pm_status status = PM_OK;
    struct pm_gauss coefficient;
    struct pm_product product;
    int side, line;

    *steps = 0;
    *zero = false;
    pm_product_init(&product);
    pm_gauss_init(&coefficient);
    while (!*zero && e->alive[0] > stop && pm_edit_lightest(e, &side, &line)) {
        const int degree = e->degree[side][line];
        if (degree == 1) {
            pm_gauss_set(&coefficient, &e->entry[e->head[side][line]].value);
            take_one(e, side, line);
        } else if (degree == 2) {
            take_two(&coefficient, e, side, line);
        }
        *zero = degree == 0;
        *steps += degree > 0;
        if (degree > 0 && !pm_gauss_is_one(&coefficient))
            PM_TRY_GOTO(status, pm_product_add(&product, coefficient.re, coefficient.im), done);
    }
    pm_product_take(factor, &product);
done:
    pm_gauss_clear(&coefficient);
    pm_product_clear(&product);
    return status;
}

pm_status pm_degree_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status;
    struct pm_edit e;
    struct pm_matrix *rest = NULL;
    const bool square = a->rows == a->cols;
    int steps;

    if (a->rows == 0 || (square ? pm_min_degree(a) > 2 : lightest_row(a) > 1))
        return PM_OK;
    PM_TRY(pm_edit_init(&e, a));
    PM_TRY_GOTO(status, eliminate(&e, &rewrite->factor, 0, &steps, &rewrite->zero), done);
    rewrite->changed = true;
    if (rewrite->zero) {
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d x %d: an empty row or column is left after %d eliminations", a->rows, a->cols,
                 steps);
        goto done;
    }
    PM_TRY_GOTO(status, pm_edit_matrix(&rest, &e), done);
    snprintf(rewrite->note, sizeof rewrite->note,
             "%d x %d, %d entries -> %d x %d, %d entries, %d eliminations", a->rows, a->cols,
             pm_matrix_nnz(a), rest->rows, rest->cols, pm_matrix_nnz(rest), steps);
    PM_TRY_GOTO(status, pm_rewrite_push(rewrite, rest), done);
    rest = NULL;
done:
    pm_matrix_free(rest);
    pm_edit_clear(&e);
    return status;
}

pm_status pm_degree_reduce(struct pm_matrix **out, struct pm_gauss *factor,
                           const struct pm_matrix *a, int stop, int *steps)
{
    pm_status status;
    struct pm_edit e;
    struct pm_gauss f;
    struct pm_matrix *rest = NULL;
    bool zero, changed;

    pm_gauss_init(&f);
    pm_gauss_set_si(&f, 1);
    PM_TRY_GOTO(status, pm_edit_init(&e, a), clear);
    PM_TRY_GOTO(status, eliminate(&e, &f, stop, steps, &zero), done);
    if (zero) {
        pm_gauss_set_si(&f, 0);
        PM_TRY_GOTO(status, pm_matrix_new(&rest, 0, 0, 0, false), done);
    } else {
        PM_TRY_GOTO(status, pm_edit_matrix(&rest, &e), done);
    }
    if (pm_matrix_is_integer(a) && !pm_matrix_is_integer(rest))
        PM_TRY_GOTO(status, pm_scale_matrix(rest, &f, &changed), done);
    pm_gauss_set(factor, &f);
    *out = rest;
    rest = NULL;
done:
    pm_matrix_free(rest);
    pm_edit_clear(&e);
clear:
    pm_gauss_clear(&f);
    return status;
}

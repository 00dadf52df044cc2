/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse elimination by fronts (Duff and Reid, The multifrontal solution of unsymmetric sets of
 * linear equations, SIAM J. Scientific and Statistical Computing 5, 1984), over residues
 * (eliminate.c) or in ball arithmetic (balls_template.h).  A file that includes this has defined
 * the type N of the numbers, and struct field with the constants of their arithmetic.  Before or
 * after the #include it defines the functions n_*() that front_template.h declares.
 *
 * Every front (front_template.h) eliminates what it can, and passes the rest to its parent.  What a
 * root cannot eliminate is a singular matrix.  So it does not matter if some minors are 0, modulo
 * the prime or because terms cancel (for example, a ring around an odd number of vertices has two
 * matchings of opposite sign).
 *
 * The determinant is the product of the pivots, and the Pfaffian the product of every second pivot,
 * in both cases times the sign of the order of the rows and columns.  Cost: n^1.5 products for a
 * planar graph. */
#pragma once

#include "engine/planar/front_kept_template.h"

#include "base/stop.h"

#include <string.h>

struct job {
    const struct pm_fronts *fronts;
    const struct field *field;
    const signed char *entry_sign;
    const int *entry_col; /* the column of each entry of the matrix */
    const N *entry;
    struct pm_rest *stack;
    int depth;
    int *row_at, *col_at; /* the places of the matrix's rows and columns in the current front */
    int *u, *v; /* the pairs (row, column) of the pivots so far, as vertices; number of pairs */
    int pairs;
    N *product; /* product of the pivots, or of every second one */
    /* product of the determinants or Pfaffians of the matrices that roots could not eliminate */
    N *rest;
    struct kept *kept; /* for each front, the data for the inverse; NULL: it is not wanted */
    bool leave_last;   /* the last front eliminates nothing and is no root: its rest is wanted */
    const int *stop;   /* base/stop.h */
    /* what is shared with other jobs, and the number of this one; NULL: it is the only one */
    const struct pm_switching *alike;
    int set;
};

/* Records the pivots of a front. */
static void record(struct job *job, const struct front *f)
{
    const bool skew = job->fronts->skew;

    for (int t = 0; t < f->done; t += skew ? 2 : 1) {
        job->u[job->pairs] = f->row[t];
        job->v[job->pairs++] = skew ? f->col[t] : job->fronts->n + f->col[t];
        n_product(job->field, job->product, &f->line[t][t]);
    }
}

#ifdef n_is_stable
#include "engine/planar/front_pairs_template.h"
#else

/* Finds all pivots of this front, row by row.  A row whose first `full` columns have become 0 has
 * no pivot, and does not get one later. */
static void find_pivots(const struct job *job, struct front *f)
{
    const struct field *const field = job->field;
    int rows = f->full;

    while (f->done < rows && f->done < f->full && !pm_stop_wanted(job->stop)) {
        const int t = f->done;
        solve_row(field, f, t, 0);
        update_row(field, f, t, 0, t, f->full);
        const int j = choose_pivot(f, t);
        if (j == f->full || (f->skew && place_in(f->row, t + 1, rows, f->col[j]) == rows)) {
            f->solved[t] = t;
            swap_rows(f, t, --rows);
            continue;
        }
        update_row(field, f, t, 0, f->full, f->size);
        take_pivot(field, f, j);
        if (f->skew) {
            const int u = f->row[t], v = f->col[t];
            swap_rows(f, t + 1, place_in(f->row, t + 1, rows, v));
            solve_row(field, f, t + 1, 0);
            update_row(field, f, t + 1, 0, t + 1, f->size);
            take_pivot(field, f, place_in(f->col, t + 1, f->full, u));
        }
    }
}

#endif

/* ------------------------------------------------------------------ what is left */

static void rest_clear(struct pm_rest *rest)
{
    if (!rest->lent) {
        PM_FREE(rest->row, rest->col);
        n_free(rest->value, (size_t)rest->size * (size_t)rest->size);
    }
    *rest = (struct pm_rest){0};
}

/* Makes a matrix of zeros with these rows and columns. */
static pm_status rest_new(struct pm_rest *rest, const int *row, const int *col, int size)
{
    N *value;

    *rest = (struct pm_rest){.size = size};
    PM_NEW(rest->row, size);
    PM_NEW(rest->col, size);
    memcpy(rest->row, row, (size_t)size * sizeof *rest->row);
    memcpy(rest->col, col, (size_t)size * sizeof *rest->col);
    PM_TRY(n_new(&value, (size_t)size * (size_t)size));
    rest->value = value;
    return PM_OK;
}

static N *rest_row(const struct pm_rest *rest, int i)
{
    return (N *)rest->value + (size_t)i * (size_t)rest->size;
}

static pm_status front_rest(struct pm_rest *rest, struct front *f, const struct field *field)
{
    const int t = f->done;

    for (int i = t; i < f->full && f->skew; i++) /* delayed columns in the order of the rows */
        swap_cols(f, i, place_in(f->col, i, f->full, f->row[i]));
    finish_rows(field, f);
    for (int i = f->full; i < f->size && f->skew; i++) /* below the diagonal */
        for (int j = f->full; j < i; j++) {
            n_set(&f->line[i][j], &f->line[j][i]);
            n_mirror(field, &f->line[i][j]);
        }
    PM_TRY(rest_new(rest, f->row + t, f->col + t, f->size - t));
    rest->delayed = f->full - t;
    for (int i = 0; i < rest->size; i++)
        for (int j = 0; j < rest->size; j++)
            n_set(&rest_row(rest, i)[j], &f->line[t + i][t + j]);
    return PM_OK;
}

/* ------------------------------------------------------------------ the tree */

/* Sets the rows and columns of front s: first its own, then those that its children have delayed,
 * then its border. */
static void list_lines(struct job *job, struct front *f, int s, const struct pm_rest *child)
{
    const struct pm_fronts *const fronts = job->fronts;
    const int own = fronts->own_start[s], border = fronts->border_start[s];
    int at = 0;

    for (int k = own; k < fronts->own_start[s + 1]; k++, at++) {
        f->row[at] = fronts->own_row[k];
        f->col[at] = fronts->own_col[k];
    }
    for (int c = 0; c < fronts->children[s]; c++)
        for (int k = 0; k < child[c].delayed; k++, at++) {
            f->row[at] = child[c].row[k];
            f->col[at] = child[c].col[k];
        }
    for (int k = border; k < fronts->border_start[s + 1]; k++, at++) {
        f->row[at] = fronts->border_row[k];
        f->col[at] = fronts->border_col[k];
    }
    for (int k = 0; k < f->size; k++) {
        job->row_at[f->row[k]] = k;
        job->col_at[f->col[k]] = k;
    }
}

/* x *= i^turns */
static void turn(const struct field *field, N *x, int turns)
{
    (void)field; /* real balls do not use it */
    if (turns % 2 != 0)
        n_turn(field, x);
    if (turns / 2 % 2 != 0)
        n_neg(field, x);
}

/* Multiplies x by a factor of an entry (struct pm_signs) that is not 0. */
static void times_factor(const struct field *field, N *x, int factor)
{
    turn(field, x, (factor < 0 ? 2 : 0) + abs(factor) - 1);
}

static void add_entries(struct job *job, struct front *f, int s)
{
    const struct pm_fronts *const fronts = job->fronts;

    for (int at = fronts->entry_start[s]; at < fronts->entry_start[s + 1]; at++) {
        const int k = fronts->entry[at], sign = job->entry_sign[k];
        N *const x = &f->line[job->row_at[fronts->entry_row[at]]][job->col_at[job->entry_col[k]]];
        if (sign == 0)
            continue;
        n_set(x, &job->entry[k]);
        times_factor(job->field, x, sign);
    }
}

/* True if line i of the rest of front c has the wrong sign for this job: row i, or column i. */
static bool is_turned(const struct job *job, int c, const struct pm_rest *rest, int i, int column)
{
    const int at = job->fronts->border_start[c] + i - rest->delayed;

    return rest->lent && i >= rest->delayed &&
           job->alike->turned[job->set ^ job->alike->of[job->set][c]][2 * at + column];
}

/* Adds the rest of front c, a child. */
static void add_rest(struct job *job, struct front *f, int c, const struct pm_rest *rest)
{
    for (int i = 0; i < rest->size; i++) {
        N *const to = f->line[job->row_at[rest->row[i]]];
        const N *const from = rest_row(rest, i);
        const bool turned = is_turned(job, c, rest, i, 0);
        for (int j = 0; j < rest->size; j++) {
            N *const x = &to[job->col_at[rest->col[j]]];
            const bool minus = is_turned(job, c, rest, j, 1) != turned;
            if (minus)
                n_neg(job->field, x);
            n_add(job->field, x, &from[j]);
            if (minus)
                n_neg(job->field, x);
        }
    }
}

/* The number of the job whose elimination in front s and below is also that of job k. */
static int source(const struct job *job, int k, int s)
{
    return job->alike == NULL ? k : job->alike->of[k][s];
}

/* Processes front s for job k of `count` jobs and for those that use it.  *rest is what remains. */
static pm_status front_run(struct pm_rest *rest, struct job *jobs, int count, int k, int s)
{
    struct job *const job = &jobs[k];
    const struct pm_fronts *const fronts = job->fronts;
    const int children = fronts->children[s];
    const struct pm_rest *const child = job->stack + job->depth - children;
    struct front f;
    int full = fronts->own_start[s + 1] - fronts->own_start[s];
    int border = fronts->border_start[s + 1] - fronts->border_start[s];
    pm_status status;

    for (int c = 0; c < children; c++)
        full += child[c].delayed;
    if (job->leave_last && s == fronts->count - 1) {
        border = full;
        full = 0;
    }
    PM_TRY_GOTO(status, front_new(&f, fronts->skew, full, border), done);
    list_lines(job, &f, s, child);
    for (int i = 0; i < fronts->own_start[s + 1] - fronts->own_start[s] && f.skew; i++)
        n_diagonal(job->field, &f.line[i][i]);
    add_entries(job, &f, s);
    for (int i = children, c = s - 1; i-- > 0; c -= fronts->tree[c])
        add_rest(job, &f, c, &child[i]);
    find_pivots(job, &f);
    for (int user = k; user < count; user++)
        if (source(job, user, s) == k)
            record(&jobs[user], &f);
    PM_TRY_GOTO(status, front_rest(rest, &f, job->field), done);
    PM_TRY_GOTO(status, n_watch(job, &f, s, child), done);
    if (job->kept != NULL)
        status = keep_front(&job->kept[s], &f, job->field);
done:
    front_clear(&f);
    return status;
}

/* Processes front s for all jobs: takes the rests of its children from the stacks, and puts its own
 * rests there.  Different eliminations have a thread each. */
static pm_status front_step(struct job *jobs, int count, int threads, int s)
{
    const int children = jobs->fronts->children[s];
    struct pm_failure failure = {.status = PM_OK};
    struct pm_rest *rest;
    int runs = 0;

    PM_NEW(rest, count);
    for (int k = 0; k < count; k++)
        runs += source(jobs, k, s) == k;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads < runs ? threads : runs)
    for (int k = 0; k < count; k++) {
        if (source(jobs, k, s) != k)
            continue;
        const pm_status status = front_run(&rest[k], jobs, count, k, s);
        if (status != PM_OK)
#pragma omp critical(pm_planar_sheets)
            pm_failure_keep(&failure, status);
    }
    for (int k = 0; k < count; k++) {
        struct job *const job = &jobs[k];
        const int from = source(jobs, k, s);
        for (int c = 0; c < children; c++)
            rest_clear(&job->stack[--job->depth]);
        job->stack[job->depth] = rest[from];
        job->stack[job->depth++].lent = from != k;
    }
    free(rest);
    return pm_failure_raise(&failure);
}

/* Multiplies job->rest by the determinant or Pfaffian of the matrix that a root could not
 * eliminate.  A single row or pair gets its place in the order of the pivots, since its minors may
 * be wanted. */
static void root_rest(struct job *job, const struct pm_rest *rest)
{
    const bool skew = job->fronts->skew;

    if (rest->size == 0)
        return;
    n_times_rest(job->field, job->rest, rest->value, rest->size, skew);
    if (rest->size != (skew ? 2 : 1))
        return;
    job->u[job->pairs] = rest->row[0];
    job->v[job->pairs++] = skew ? rest->row[1] : job->fronts->n + rest->col[0];
}

static pm_status job_begin(struct job *job)
{
    const struct pm_fronts *const fronts = job->fronts;

    PM_NEW(job->stack, fronts->count + 1);
    PM_NEW(job->row_at, fronts->n);
    PM_NEW(job->col_at, fronts->n);
    PM_NEW(job->u, fronts->n);
    PM_NEW(job->v, fronts->n);
    return PM_OK;
}

/* Gives *job->product the sign of the order of the pivots. */
static pm_status job_finish(struct job *job)
{
    int sign;

    if (job->pairs < job->fronts->n / (job->fronts->skew ? 2 : 1))
        return PM_OK;
    PM_TRY(pm_pairs_sign(&sign, job->pairs, job->u, job->v));
    if (sign < 0)
        n_neg(job->field, job->product);
    return PM_OK;
}

/* Processes all fronts for `count` jobs that differ in the signs of the entries.
 * Computes *job->product, with the sign of the order of the pivots, and *job->rest. */
static pm_status fronts_run(struct job *jobs, int count, int threads)
{
    const struct pm_fronts *const fronts = jobs->fronts;

    for (int k = 0; k < count; k++)
        PM_TRY(job_begin(&jobs[k]));
    for (int s = 0; s < fronts->count; s++) {
        PM_TRY(front_step(jobs, count, threads, s));
        PM_TRY(pm_go_on(jobs->stop)); /* the front is incomplete if a stop was requested */
        if (fronts->border_start[s + 1] == fronts->border_start[s] &&
            !(jobs->leave_last && s == fronts->count - 1))
            for (int k = 0; k < count; k++)
                root_rest(&jobs[k], &jobs[k].stack[jobs[k].depth - 1]);
    }
    for (int k = 0; k < count; k++)
        PM_TRY(job_finish(&jobs[k]));
    return PM_OK;
}

static void job_clear(struct job *job)
{
    for (int k = 0; k < job->depth; k++)
        rest_clear(&job->stack[k]);
    PM_FREE(job->stack, job->row_at, job->col_at, job->u, job->v);
    for (int s = 0; job->kept != NULL && s < job->fronts->count; s++)
        kept_clear(&job->kept[s]);
    free(job->kept);
}

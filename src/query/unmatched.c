/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares and lists of matchings that leave exactly K lines free.  pm_problem_unmatched() adds lines
 * that are the partners of free lines: to each row of the matrix it adds entries after its own, and
 * to the matrix rows after its own.  What these entries share is the share of a free line. */
#include "base/alloc.h"
#include "base/given.h"
#include "plan/facility.h"
#include "query/call.h"
#include "query/list.h"
#include "query/values.h"

#include <stdlib.h>
#include <string.h>

/* The lines of a side that belong to vertices; the others, which make the matrix square, come after
 * them. */
static int real_lines(const int *vertex, int lines)
{
    while (vertex != NULL && lines > 0 && vertex[lines - 1] < 0)
        lines--;
    return lines;
}

static int real_rows(const struct pm_problem *problem)
{
    return real_lines(problem->row_vertex, problem->a->rows);
}

static int real_cols(const struct pm_problem *problem)
{
    return real_lines(problem->col_vertex, problem->a->cols);
}

/* Sets the shares of the entries of `a`, then of its free rows, then of its free columns, from the
 * shares of all entries of the wider matrix `w`. */
static void gather(struct pm_value *share, const struct pm_problem *problem,
                   const struct pm_matrix *w, const struct pm_value *all)
{
    const struct pm_matrix *const a = problem->a;
    const int rows = real_rows(problem), cols = real_cols(problem);
    struct pm_value *const row = share + pm_matrix_nnz(a), *const col = row + a->rows;

    for (int i = 0; i < rows; i++) {
        const int own = a->start[i + 1] - a->start[i];
        for (int k = 0; k < own; k++)
            pm_value_set(share + a->start[i] + k, all + w->start[i] + k);
        for (int k = w->start[i] + own; k < w->start[i + 1]; k++)
            pm_value_add(row + i, all + k);
    }
    for (int k = w->start[rows]; k < w->start[w->rows] && problem->kind != PM_HAFNIAN; k++)
        if (w->col[k] < cols)
            pm_value_add(col + w->col[k], all + k);
}

static pm_status take(struct pm_values **out, const struct pm_problem *problem,
                      const struct pm_matrix *w, const struct pm_values *all)
{
    const struct pm_matrix *const a = problem->a;
    const size_t lines = (size_t)a->rows + (size_t)(problem->kind == PM_HAFNIAN ? 0 : a->cols);
    struct pm_values *shares;

    PM_TRY(pm_values_new(&shares, (size_t)pm_matrix_nnz(a) + lines, problem, 0, false));
    shares->digits = all->digits;
    shares->type = all->type;
    memcpy(shares->checks, all->checks, sizeof shares->checks);
    gather(shares->value, problem, w, all->value);
    *out = shares;
    return PM_OK;
}

pm_status pm_unmatched_marginals(pm_values **shares, const pm_problem *problem, int free_vertices,
                                 const pm_options *options)
{
    PM_GIVEN(shares, problem);
    struct pm_problem *wider = NULL;
    struct pm_values *all = NULL;
    pm_options asked;

    PM_TRY(pm_facility_options(&asked, PM_ASK_FREE_SHARES, options));
    PM_TRY(pm_query_signs(problem, options));
    PM_TRY(pm_problem_unmatched(&wider, problem, free_vertices));
    pm_status status = pm_marginals(&all, wider, options);
    if (status == PM_OK)
        status = take(shares, problem, wider->a, all);
    else if (status == PM_DOMAIN)
        status = pm_fail(PM_DOMAIN, "the sum over the matchings with exactly %d free vertices is 0",
                         free_vertices);
    pm_values_free(all);
    pm_problem_free(wider);
    return status;
}

/* ------------------------------------------------------------------------ lists */

struct listing {
    pm_visit *visit;
    void *visitor;
    int *partner;
    int lines, others; /* lines with partners, and lines of the other side */
    bool turned;       /* partner[] is of the columns */
};

/* Partners beyond the other side are those of free lines. */
static bool visit_own(void *visitor, const int *partner)
{
    struct listing *const l = visitor;

    for (int i = 0; i < l->lines; i++)
        l->partner[i] = -1;
    for (int i = 0; i < (l->turned ? l->others : l->lines); i++) {
        if (!l->turned)
            l->partner[i] = partner[i] < l->others ? partner[i] : -1;
        else if (partner[i] < l->lines)
            l->partner[partner[i]] = i;
    }
    return l->visit(l->visitor, l->partner);
}

pm_status pm_unmatched_list(const pm_problem *problem, int free_vertices, pm_visit *visit,
                            void *visitor)
{
    PM_GIVEN(problem);
    if (visit == NULL)
        return pm_fail(PM_INPUT, "%s(): visit is NULL", __func__);
    const struct pm_matrix *const a = problem->a;
    const bool turned = a->rows > a->cols;
    const int rows = real_rows(problem), cols = real_cols(problem);
    struct listing l = {.visit = visit,
                        .visitor = visitor,
                        .lines = turned ? cols : rows,
                        .others = turned ? rows : cols,
                        .turned = turned};
    struct pm_problem *wider;

    PM_TRY(pm_problem_unmatched(&wider, problem, free_vertices));
    pm_status status = PM_OK;
    PM_NEW_GOTO(status, l.partner, turned ? a->cols : a->rows, done);
    for (int i = l.lines; i < (turned ? a->cols : a->rows); i++)
        l.partner[i] = -1;
    status = pm_list_matrix(wider->a, wider->kind, rows, cols, visit_own, &l);
done:
    free(l.partner);
    pm_problem_free(wider);
    return status;
}

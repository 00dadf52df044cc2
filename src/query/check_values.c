/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identities between the values of a query.  Long fractions are compared modulo a prime of 61 bits;
 * floating values must satisfy an identity up to the sum of their bounds. */
#include "query/check_values.h"

#include "base/alloc.h"
#include "run/check.h"
#include "run/expand.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

/* The line of entry (i, j) whose entries are added up. */
static int line_of(const struct pm_matrix *a, int i, int j)
{
    return a->rows <= a->cols ? i : j;
}

static int lines_of(const struct pm_matrix *a)
{
    return a->rows <= a->cols ? a->rows : a->cols;
}

static struct pm_value *values_alloc(int count)
{
    struct pm_value *const x = pm_alloc((size_t)count, sizeof *x);

    for (int k = 0; k < count && x != NULL; k++)
        pm_value_init(&x[k]);
    return x;
}

static void values_drop(struct pm_value *x, int count)
{
    for (int k = 0; k < count && x != NULL; k++)
        pm_value_clear(&x[k]);
    free(x);
}

/* -------------------------------------------------------------------- sizes */

/* *two = twice the sum over pairs of entries without a common line: s^2 - sum d^2 + sum a^2, where
 * s is the sum of all entries and d that of a line, or of a vertex.  False: no residue. */
static bool first_sizes(uint64_t *one, uint64_t *two, const struct pm_residues *to,
                        const struct pm_matrix *a, enum pm_kind kind, uint64_t *line)
{
    const bool graph = kind == PM_HAFNIAN;
    uint64_t squares = 0, x;

    *one = 0;
    PM_EACH_ENTRY(a, i, e) {
        const int j = a->col[e];
        if (graph && i >= j)
            continue;
        if (!pm_expand_residues_of(&x, to, a->re + e, NULL))
            return false;
        *one = n_addmod(*one, x, to->p);
        squares = n_addmod(squares, n_mulmod2(x, x, to->p), to->p);
        for (int end = 0; end < 2; end++) {
            uint64_t *const sum = &line[end == 0 ? i : graph ? j : a->rows + j];
            *sum = n_addmod(*sum, x, to->p);
        }
    }
    *two = n_addmod(n_mulmod2(*one, *one, to->p), squares, to->p);
    for (int k = 0; k < a->rows + (graph ? 0 : a->cols); k++)
        *two = n_submod(*two, n_mulmod2(line[k], line[k], to->p), to->p);
    return true;
}

static pm_status check_first_sizes(unsigned *made, const struct pm_values *values,
                                   const struct pm_problem *problem)
{
    const struct pm_residues to = pm_expand_residues_new();
    uint64_t *line, want[3] = {1}, got = 0;
    bool equal = true;

    PM_NEW(line, (size_t)problem->a->rows + (size_t)problem->a->cols);
    const bool known = first_sizes(&want[1], &want[2], &to, problem->a, problem->kind, line);
    free(line);
    for (size_t k = 0; k < 3 && known && equal; k++) {
        if (k < values->count &&
            !pm_expand_residues_of(&got, &to, values->value[k].centre.re, NULL))
            return PM_OK;
        got = k < values->count ? got : 0;
        equal = (k == 2 ? n_addmod(got, got, to.p) : got) == want[k];
    }
    if (!equal)
        return pm_check_failed(PM_CHECK_FIRST,
                               "the sums over few entries differ from their formulas");
    *made |= known ? PM_CHECK_FIRST : 0;
    return PM_OK;
}

pm_status pm_check_sizes(struct pm_values *values, const struct pm_problem *problem)
{
    struct pm_problem *total = NULL;
    struct pm_value sum;
    unsigned made = 0;

    pm_value_init(&sum);
    pm_status status = check_first_sizes(&made, values, problem);
    PM_THEN(status, pm_problem_total(&total, problem));
    for (size_t k = 0; k < values->count && status == PM_OK; k++)
        pm_value_add(&sum, &values->value[k]);
    if (status == PM_OK)
        status = pm_check_answer(
            &made, &sum, total, &(const struct pm_ask){.kind = total->kind, .want = PM_WANT_EXACT});
    pm_check_names(values->checks, made);
    pm_problem_free(total);
    pm_value_clear(&sum);
    return status;
}

/* ------------------------------------------------------------------- shares */

/* Adds the residues of exact shares over each line; false: one has none. */
static bool add_residues(uint64_t *sum, const struct pm_residues *to,
                         const struct pm_values *values, const struct pm_matrix *a)
{
    uint64_t x;

    PM_EACH_ENTRY(a, i, e) {
        const struct pm_gauss *const share = &values->value[e].centre;
        uint64_t *const line = &sum[line_of(a, i, a->col[e])];
        if (!pm_expand_residues_of(&x, to, share->re, share->im))
            return false;
        *line = n_addmod(*line, x, to->p);
    }
    return true;
}

static pm_status check_exact_shares(bool *made, const struct pm_values *values,
                                    const struct pm_matrix *a)
{
    const struct pm_residues to = pm_expand_residues_new();
    const int lines = lines_of(a);
    bool equal = true;
    uint64_t *sum;

    PM_NEW(sum, lines);
    *made = add_residues(sum, &to, values, a);
    for (int k = 0; k < lines && *made; k++)
        equal = equal && sum[k] == 1;
    free(sum);
    return equal ? PM_OK
                 : pm_check_failed(PM_CHECK_LINES, "the shares in a line do not add up to 1");
}

static pm_status check_floating_shares(bool *made, const struct pm_values *values,
                                       const struct pm_matrix *a)
{
    const int lines = lines_of(a);
    struct pm_value *const sum = values_alloc(lines + 1);
    bool equal = true;

    if (sum == NULL)
        return PM_NOMEM;
    pm_gauss_set_si(&sum[lines].centre, 1);
    PM_EACH_ENTRY(a, i, e)
        pm_value_add(&sum[line_of(a, i, a->col[e])], &values->value[e]);
    for (int k = 0; k < lines; k++)
        equal = equal && !pm_value_differs(&sum[k], &sum[lines]);
    values_drop(sum, lines + 1);
    *made = true;
    return equal ? PM_OK
                 : pm_check_failed(PM_CHECK_LINES, "the shares in a line do not add up to 1");
}

pm_status pm_check_shares(struct pm_values *values, const struct pm_problem *problem)
{
    bool made = false;

    PM_TRY((values->digits == 0 ? check_exact_shares : check_floating_shares)(&made, values,
                                                                              problem->a));
    pm_check_names(values->checks, made ? PM_CHECK_LINES : 0);
    return PM_OK;
}

/* ------------------------------------------------------------------- minors */

/* sum[k] = the permanent, by expansion along line k. */
static void expand_lines(struct pm_value *sum, const struct pm_values *values,
                         const struct pm_matrix *a)
{
    struct pm_value x;

    pm_value_init(&x);
    PM_EACH_ENTRY(a, i, e) {
        const size_t at = (size_t)i * (size_t)a->cols + (size_t)a->col[e];
        pm_gauss_set_parts(&x.centre, a->re + e, pm_matrix_im(a, e));
        x.error = (struct pm_mag){0, 0};
        pm_value_mul(&x, &values->value[at]);
        pm_value_add(&sum[line_of(a, i, a->col[e])], &x);
    }
    pm_value_clear(&x);
}

pm_status pm_check_minors(struct pm_values *values, const struct pm_problem *problem)
{
    const int lines = lines_of(problem->a);
    const struct pm_ask ask = {.kind = PM_PERMANENT, .want = PM_WANT_EXACT};
    struct pm_value *const sum = values_alloc(lines);
    pm_status status = sum != NULL ? PM_OK : PM_NOMEM;
    unsigned made = 0;

    if (status == PM_OK)
        expand_lines(sum, values, problem->a);
    for (int k = 1; k < lines && status == PM_OK; k++)
        if (pm_value_differs(&sum[k], &sum[0]))
            status = pm_check_failed(PM_CHECK_LINES, "expansions along two lines differ");
    if (status == PM_OK && lines > 0 && values->digits == 0)
        status = pm_check_answer(&made, &sum[0], problem, &ask);
    pm_check_names(values->checks, made | (lines > 1 ? PM_CHECK_LINES : 0));
    values_drop(sum, lines);
    return status;
}

/* -------------------------------------------------------------------- draws */

static bool has_entry(const struct pm_matrix *a, int row, int col)
{
    int e = a->start[row];

    while (e < a->start[row + 1] && a->col[e] != col)
        e++;
    return e < a->start[row + 1];
}

static bool is_matching(const int *partner, const struct pm_problem *problem, bool *used)
{
    const struct pm_matrix *const a = problem->a;
    const bool turned = a->rows > a->cols;
    const int most = turned ? a->rows : a->cols;

    memset(used, 0, (size_t)most);
    for (int k = 0; k < lines_of(a); k++) {
        const int other = partner[k];
        if (other < 0 || other >= most || used[other] ||
            !has_entry(a, turned ? other : k, turned ? k : other))
            return false;
        used[other] = true;
        if (problem->kind == PM_HAFNIAN && (other == k || partner[other] != k))
            return false;
    }
    return true;
}

pm_status pm_check_draws(const int *partner, size_t count, const struct pm_problem *problem)
{
    const size_t lines = (size_t)lines_of(problem->a);
    bool *used, fine = true;
    char *why = NULL;

    if (partner == NULL && count > 0) {
        PM_TRY(pm_problem_why(&why, problem));
        free(why);
        return why == NULL ? PM_OK : PM_DOMAIN;
    }
    PM_NEW(used, (size_t)problem->a->rows + (size_t)problem->a->cols + 1);
    for (size_t k = 0; k < count && fine; k++)
        fine = is_matching(partner + k * lines, problem, used);
    free(used);
    return fine ? PM_OK : pm_check_failed(PM_CHECK_MATCHING, "a draw is no matching");
}

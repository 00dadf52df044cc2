/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint shares: of several entries, each and all together.  The sum over the matchings with some
 * entries is the product of these entries times the sum over the matchings of the matrix without
 * their lines.  Each sum has a plan of its own; all are exact.  Cost: two sums, and one for each
 * entry. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/text.h"
#include "num/exponential.h"
#include "query/call.h"
#include "query/hafnians.h"
#include "run/pieces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct joint {
    struct pm_query_call call;
    const size_t *entry;
    size_t count;
    size_t *own; /* these entries in the matrix */
};

/* Marks the lines of an entry as left out: rows i, columns rows + j; both as vertices of a
 * symmetric matrix.  False: another chosen entry has one of them. */
static bool take_lines(bool *out, struct pm_gauss *product, const struct pm_matrix *a,
                       enum pm_kind kind, size_t e)
{
    struct pm_gauss entry;
    const int i = pm_matrix_row_of(a, e), j = kind == PM_HAFNIAN ? a->col[e] : a->rows + a->col[e];
    if (i == j || out[i] || out[j])
        return false;
    out[i] = out[j] = true;
    pm_gauss_init(&entry);
    pm_gauss_set_parts(&entry, a->re + e, pm_matrix_im(a, e));
    pm_gauss_mul(product, product, &entry);
    pm_gauss_clear(&entry);
    return true;
}

/* The entry of the matrix that is entry e of the problem, or of that without free vertices, whose
 * rows begin the rows of the other. */
static size_t entry_of(const struct pm_problem *problem, size_t e)
{
    if (problem->base == NULL || e == SIZE_MAX)
        return e;
    const struct pm_matrix *const a = problem->base->a;
    const int i = pm_matrix_row_of(a, e);
    return (size_t)problem->a->start[i] + e - (size_t)a->start[i];
}

/* True if the entries e and f are the same edge. */
static bool is_same(const struct pm_matrix *a, enum pm_kind kind, size_t e, size_t f)
{
    return e == f || (kind == PM_HAFNIAN && a->col[e] == pm_matrix_row_of(a, f) &&
                      a->col[f] == pm_matrix_row_of(a, e));
}

/* value = the sum over the matchings with chosen entry k; after these, the sum with all of them,
 * and the sum over all matchings, which is not 0. */
static pm_status sum_with(void *result, void *self, uint64_t number, const int *stop)
{
    const struct joint *const g = self;
    const struct pm_problem *const problem = g->call.problem;
    const struct pm_matrix *const a = problem->a;
    const size_t *const entry = g->own + (number < g->count ? number : 0);
    const size_t count = number < g->count ? 1 : number == g->count ? g->count : 0;
    struct pm_gauss *const sum = &((struct pm_value *)result)->centre;
    struct pm_planner planner = g->call.planner;
    struct pm_matrix *rest = NULL;
    struct pm_value value;
    pm_status status = PM_OK;
    bool *out = NULL, possible = true;

    planner.policy.limits.stop = stop;
    pm_value_init(&value);
    pm_gauss_set_si(sum, 1);
    PM_NEW_GOTO(status, out, a->rows + a->cols, done);
    for (size_t k = 0; k < count && possible; k++) {
        bool again = false;
        possible = entry[k] != SIZE_MAX;
        for (size_t l = 0; l < k && possible; l++)
            again |= is_same(a, problem->kind, entry[k], entry[l]);
        if (possible)
            possible = again || take_lines(out, sum, a, problem->kind, entry[k]);
    }
    if (!possible) {
        pm_gauss_set_si(sum, 0);
        goto done;
    }
    PM_TRY_GOTO(status, pm_matrix_without(&rest, a, problem->kind, out), done);
    PM_TRY_GOTO(status,
                pm_hafnian_exact_sum(&value, rest, problem->kind, (double)g->count + 2, &planner),
                done);
    pm_gauss_mul(sum, sum, &value.centre);
    if (number > g->count && pm_gauss_is_zero(sum))
        status = pm_fail(PM_DOMAIN, "the answer is 0, so there are no shares");
done:
    pm_value_clear(&value);
    pm_matrix_free(rest);
    free(out);
    return status;
}

/* The plan: the sum over all matchings stands for all sums. */
static pm_status describe(struct pm_query_call *call, size_t count)
{
    struct pm_matrix *whole = NULL;
    struct pm_plan *plan = NULL;
    pm_status status;
    char note[160];
    bool *none;

    PM_NEW(none, call->problem->a->rows + call->problem->a->cols);
    PM_TRY_GOTO(status, pm_matrix_without(&whole, call->problem->a, call->problem->kind, none),
                done);
    PM_TRY_GOTO(status,
                pm_hafnian_exact_sum_plan(&plan, whole, call->problem->kind, &call->planner), done);
    PM_TRY_GOTO(status, plan->status, done);
    const double seconds = (double)(count + 2) * plan->seconds;
    snprintf(note, sizeof note, "at most %zu sums, each with a plan of its own", count + 2);
    status = pm_query_describe(call, pm_plan_engine(plan), note, seconds);
done:
    pm_plan_free(plan);
    pm_matrix_free(whole);
    free(none);
    return status;
}

static pm_status answer(struct pm_query_call *call)
{
    struct joint *const g = (struct joint *)call;
    const struct pm_problem *const base =
        call->problem->base != NULL ? call->problem->base : call->problem;
    struct pm_gauss total, product;
    pm_status status;

    if (call->plan_only)
        return describe(call, g->count);
    PM_NEW(g->own, g->count);
    for (size_t k = 0; k < g->count; k++) {
        if (g->entry[k] >= (size_t)pm_matrix_nnz(base->a) && g->entry[k] != SIZE_MAX)
            return pm_fail(PM_INPUT, "there is no entry %zu", g->entry[k]);
        g->own[k] = entry_of(call->problem, g->entry[k]);
    }
    PM_TRY(pm_values_new(&call->values, g->count + 2, call->problem, 0, false));
    struct pm_value *const share = call->values->value;
    const struct pm_pieces pieces = {.count = g->count + 2,
                                     .each = 1,
                                     .find = sum_with,
                                     .self = call,
                                     .threads = 1,
                                     .stop = call->planner.policy.limits.stop,
                                     .seconds = HUGE_VAL};
    PM_EACH(pm_gauss_init, &total, &product);
    pm_gauss_set_si(&product, 1);
    PM_TRY_GOTO(status, pm_pieces_values(share, &pieces, call->session), done);
    pm_gauss_set(&total, &share[g->count + 1].centre);
    for (size_t k = 0; k <= g->count; k++) {
        pm_gauss_div(&share[k].centre, &share[k].centre, &total);
        if (k < g->count)
            pm_gauss_mul(&product, &product, &share[k].centre);
    }
    pm_gauss_sub(&share[g->count + 1].centre, &share[g->count].centre, &product);
    if (call->values->logs) /* of the difference, since both terms are rounded */
        share[g->count + 1].error =
            pm_mag_mul(pm_mag_add(pm_mag_fmpq(share[g->count].centre.re), pm_mag_fmpq(product.re)),
                       pm_mag_double(1, -PM_LOGS_PROVED));
done:
    PM_EACH(pm_gauss_clear, &total, &product);
    return pm_problem_blame(status, call->problem);
}

/* The numbers of the entries are the key of the question. */
static pm_status name_entries(struct joint *g)
{
    struct pm_text text;
    char *key;

    PM_TRY(pm_text_open(&text));
    for (size_t k = 0; k < g->count; k++)
        fprintf(text.file, k > 0 ? " %zd" : "%zd", (ssize_t)g->entry[k]); /* -1: no entry */
    PM_TRY(pm_text_close(&key, &text, PM_OK));
    g->call.key = key;
    return PM_OK;
}

pm_status pm_joint_marginals(pm_values **out, size_t count, const size_t *entry,
                             const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(out, problem);
    PM_ARGUMENTS_IF(count > 0, entry);
    struct joint joint = {
        {.question = PM_ASK_JOINT, .answer = answer, .problem = problem, .options = options},
        entry,
        count,
        NULL};

    PM_TRY(pm_query_signs(problem, options));
    PM_TRY(name_entries(&joint));
    const pm_status status = pm_query_run(&joint.call);
    free((char *)joint.call.key);
    free(joint.own);
    PM_GIVE(out, joint.call.values, status, pm_values_free);
}

pm_status pm_joint_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                        const pm_options *options)
{
    struct joint joint = {
        {.question = PM_ASK_JOINT, .answer = answer, .problem = problem, .options = options},
        .count = count};

    return pm_query_planned(plan, &joint.call);
}

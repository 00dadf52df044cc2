/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions whose answers are no sums: bounds, estimates, and lists of matchings. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ variants */

/* Copies of the lines of a matrix.  False: there are too many. */
static bool draw_copies(struct instance *more, int *row_times, int *col_times,
                        const struct instance *x, uint64_t seed)
{
    draw_times(row_times, x->rows, &seed);
    draw_times(col_times, x->cols, &seed);
    return x->kind == INSTANCE_MATRIX && instance_copies(more, x, row_times, col_times) &&
           more->rows + more->cols <= 30;
}

static bool value_of_copies(pm_problem *problem, struct pm_gauss *truth, const struct instance *x,
                            uint64_t seed)
{
    struct instance *const more = malloc(sizeof *more);
    int row_times[INSTANCE_LINES], col_times[INSTANCE_LINES];

    const bool able =
        draw_copies(more, row_times, col_times, x, seed) && value_of(truth, more, REFERENCE_FULL);
    if (able)
        test_need(pm_problem_repeat(problem, row_times, col_times));
    free(more);
    return able;
}

/* A variant of the instance, by the seed: itself; with copies; the sum over all matchings, or over
 * those with K free vertices.  *truth = its value.  False: the reference does not have it. */
static bool draw_variant(pm_problem **problem, struct pm_gauss *truth, const struct instance *x,
                         uint64_t seed)
{
    const int left = (int)(seed / 4 % 4);
    pm_problem *one, *wider = NULL;
    bool able;

    test_need(instance_problem(&one, x, false));
    switch (seed % 4) {
    case 0:
        able = value_of_copies(one, truth, x, seed);
        break;
    case 1:
        able = value_of(truth, x, REFERENCE_ALL);
        test_need(able ? pm_problem_total(&wider, one) : PM_OK);
        break;
    case 2:
        able = value_unmatched(truth, x, left);
        test_need(able ? pm_problem_unmatched(&wider, one, left) : PM_OK);
        break;
    default:
        able = value_of(truth, x, REFERENCE_FULL);
    }
    if (wider != NULL || !able)
        pm_problem_free(one);
    *problem = wider != NULL ? wider : one;
    return able;
}

/* -------------------------------------------------------------------- bounds */

static double log10_of(const fmpz_t x)
{
    slong e;
    const double m = fmpz_get_d_2exp(&e, x);

    return log10(m) + (double)e * log10(2);
}

/* The decimal logarithm of the modulus, up to roundings; -infinity for 0. */
static double log10_modulus(const struct pm_gauss *x)
{
    double log = -HUGE_VAL;
    fmpq_t square, other;

    PM_EACH(fmpq_init, square, other);
    fmpq_mul(square, x->re, x->re);
    fmpq_mul(other, x->im, x->im);
    fmpq_add(square, square, other);
    if (!fmpq_is_zero(square))
        log = (log10_of(fmpq_numref(square)) - log10_of(fmpq_denref(square))) / 2;
    PM_EACH(fmpq_clear, other, square);
    return log;
}

enum verdict ask_bounds(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const pm_options options = {.seconds = seconds_for(manner)};
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    pm_problem *problem;
    double bound[2];

    pm_gauss_init(&truth);
    if (draw_variant(&problem, &truth, x, manner->seed)) {
        const double log = log10_modulus(&truth), off = 1e-9 * (1 + fabs(log));
        const pm_status status = pm_bounds(bound, NULL, problem, &options);
        if (status != PM_OK)
            verdict = refused(story, status, manner);
        else if (pm_gauss_is_zero(&truth))
            verdict = bound[0] == -HUGE_VAL ? RIGHT : wrong(story, "10^%g is below 0", bound[0]);
        else
            verdict = bound[0] <= log + off && bound[1] >= log - off
                          ? RIGHT
                          : wrong(story, "10^%.12g is not from 10^%.12g to 10^%.12g", log, bound[0],
                                  bound[1]);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

/* A small problem is solved; its bound holds, whoever computed it. */
enum verdict ask_estimate(char story[STORY], const struct instance *x, const struct manner *manner)
{
    pm_options options = options_of(manner);
    enum verdict verdict = UNABLE;
    pm_answer *answer = NULL;
    struct pm_gauss truth;
    pm_problem *problem;

    options.estimate = 0.2;
    options.delta = 1e-9;
    options.precision = PM_PRECISION_AUTO;
    pm_gauss_init(&truth);
    if (draw_variant(&problem, &truth, x, manner->seed)) {
        const pm_status status = pm_solve(&answer, problem, &options);
        verdict = compare_answer(story, "estimate", status, answer, &truth, manner);
        pm_answer_free(answer);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

/* ---------------------------------------------------------------------- list */

enum { LISTED = 3000 };

/* A list that is added up. */
struct listing {
    const struct instance *x;
    const pm_problem *problem;
    int lines, count;
    int before[INSTANCE_LINES];
    bool over, good; /* over: it is longer than LISTED */
    struct pm_gauss sum, product;
};

static bool visit(void *visitor, const int *partner)
{
    struct listing *const l = visitor;
    const bool turned = pm_problem_rows(l->problem) > pm_problem_cols(l->problem);
    int k = 0;

    while (k < l->lines && l->count > 0 && partner[k] == l->before[k])
        k++;
    l->good = l->good && (l->count == 0 || (k < l->lines && partner[k] > l->before[k]));
    memcpy(l->before, partner, (size_t)l->lines * sizeof *partner);
    pm_gauss_set_si(&l->product, 1);
    for (int i = 0; i < l->lines && l->good; i++) {
        const struct entry *const e =
            entry_of(l->x, l->problem, turned ? partner[i] : i, turned ? i : partner[i]);
        l->good = e != NULL;
        if (l->good && (l->x->kind != INSTANCE_GRAPH || i < partner[i] ||
                        !pm_problem_is_symmetric(l->problem)))
            multiply_entry(&l->product, e);
    }
    pm_gauss_add(&l->sum, &l->sum, &l->product);
    l->over = ++l->count == LISTED;
    return l->good && !l->over;
}

/* The list ascends, and its products add up to the value. */
enum verdict ask_list(char story[STORY], const struct instance *x, const struct manner *manner)
{
    struct listing l = {.x = x, .good = true};
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    pm_problem *problem;

    PM_EACH(pm_gauss_init, &truth, &l.sum, &l.product);
    if (value_of(&truth, x, REFERENCE_FULL)) {
        test_need(instance_problem(&problem, x, false));
        const int rows = pm_problem_rows(problem), cols = pm_problem_cols(problem);
        l.problem = problem;
        l.lines = rows < cols ? rows : cols;
        const pm_status status = pm_list(problem, 0, visit, &l, NULL);
        if (status != PM_OK)
            verdict = refused(story, status, manner);
        else if (!l.good)
            verdict =
                wrong(story, "number %d of the list is no matching, or out of order", l.count);
        else if (!l.over && !pm_gauss_equal(&l.sum, &truth))
            verdict = wrong(story, "the products of %d matchings do not add up", l.count);
        else
            verdict = RIGHT;
        pm_problem_free(problem);
    }
    PM_EACH(pm_gauss_clear, &l.product, &l.sum, &truth);
    return verdict;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of arrays, of several entries together, from logarithms; values from logarithms; matchings
 * with free vertices. */
#include "compare.h"

#include "num/mag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------- free vertices */

/* The sum over the matchings that leave one, two or three lines free. */
enum verdict ask_free(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const int left = (int)(manner->seed % 4);
    const pm_options options = options_of(manner);
    enum verdict verdict = UNABLE;
    pm_answer *answer = NULL;
    struct pm_gauss truth;
    pm_problem *problem, *wider;

    pm_gauss_init(&truth);
    if (value_unmatched(&truth, x, left)) {
        test_need(instance_problem(&problem, x, false));
        test_need(pm_problem_unmatched(&wider, problem, left));
        pm_problem_free(problem);
        const pm_status status = pm_solve(&answer, wider, &options);
        verdict = compare_answer(story, "free", status, answer, &truth, manner);
        pm_answer_free(answer);
        pm_problem_free(wider);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

/* ------------------------------------------------------------ several entries */

static int without(int line, int i, int j)
{
    return line - (line > i) - (j >= 0 && line > j);
}

/* *value = the sum over the matchings with both entries. */
static bool through_both(struct pm_gauss *value, const struct instance *x, const struct entry *e,
                         const struct entry *f)
{
    const bool graph = x->kind == INSTANCE_GRAPH;
    const bool same = e->row == f->row && e->col == f->col;
    const bool meet =
        e->row == f->row || e->col == f->col || (graph && (e->row == f->col || e->col == f->row));
    struct instance *less;

    if (same)
        return value_through(value, x, e->row, e->col, e);
    pm_gauss_set_si(value, 0);
    if (meet)
        return true;
    less = malloc(sizeof *less);
    instance_without(less, x, e->row, e->col);
    const bool able = value_through(value, less, without(f->row, e->row, graph ? e->col : -1),
                                    without(f->col, e->col, graph ? e->row : -1), f);
    multiply_entry(value, e);
    free(less);
    return able;
}

/* The joint share of two entries of the problem. */
enum verdict ask_joint(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const pm_options options = {
        .threads = manner->threads, .seconds = seconds_for(manner), .is_signed = true};
    enum verdict verdict = UNABLE;
    uint64_t seed = manner->seed;
    struct pm_gauss total, truth;
    pm_values *shares = NULL;
    pm_problem *problem;

    PM_EACH(pm_gauss_init, &total, &truth);
    test_need(instance_problem(&problem, x, false));
    const size_t count = pm_problem_entries(problem);
    if (count > 0 && value_of(&total, x, REFERENCE_FULL)) {
        const struct entry *e[2];
        size_t entry[2];
        int row, col;
        for (int k = 0; k < 2; k++) {
            entry[k] = (size_t)test_between(&seed, 0, (int)count - 1);
            pm_problem_entry(problem, entry[k], &row, &col);
            e[k] = entry_of(x, problem, row, col);
        }
        const pm_status status = pm_joint_marginals(&shares, 2, entry, problem, &options);
        if (e[0] == NULL || e[1] == NULL)
            verdict = wrong(story, "an entry of the problem is no entry of the instance");
        else if (pm_gauss_is_zero(&total))
            verdict = status == PM_DOMAIN ? RIGHT : wrong(story, "joint share of a permanent 0");
        else if (status != PM_OK)
            verdict = refused(story, status, manner);
        else if (through_both(&truth, x, e[0], e[1])) {
            pm_gauss_div(&truth, &truth, &total);
            verdict = compare_value(story, "joint share", &shares->value[2], true, &truth);
        }
    }
    pm_values_free(shares);
    pm_problem_free(problem);
    PM_EACH(pm_gauss_clear, &truth, &total);
    return verdict;
}

/* -------------------------------------------------------------------- arrays */

/* An array, and how its shares may differ from the truth besides their bounds. */
struct array {
    const struct instance *x;
    pm_stack stack;
    double *value, *bound;
    int parts;
    double off; /* relative */
    bool sure;  /* a bound of 1e-12 is asked, and possible */
};

static enum verdict compare_entry(char story[STORY], const struct array *a, const char *what,
                                  const struct entry *e, const struct pm_gauss *total)
{
    const int at = e->row * a->x->cols + e->col;
    const double value = a->value[at * a->parts];
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    if (value_through(&truth, a->x, e->row, e->col, e)) {
        pm_gauss_div(&truth, &truth, total);
        verdict =
            a->sure && !(a->bound[at] <= 1e-12 * value + 1e-300)
                ? wrong(story, "%s: %g with a bound of %g", what, value, a->bound[at])
                : compare_double(story, what, a->value,
                                 a->bound[at] + (a->off > 0 ? a->off * fabs(value) + 1e-300 : 0),
                                 a->parts, at, &truth);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

static enum verdict compare_array(char story[STORY], const struct array *a, const char *what,
                                  const struct pm_gauss *total, uint64_t seed)
{
    enum verdict verdict = RIGHT;

    for (int k = 0; k < a->x->rows * a->x->cols && pm_gauss_is_zero(total); k++)
        if (!isnan(a->value[k * a->parts]) || !isinf(a->bound[k]))
            return wrong(story, "%s: %g of a permanent 0", what, a->value[k * a->parts]);
    for (int k = 0; k < a->x->count && verdict == RIGHT && !pm_gauss_is_zero(total); k++)
        if (is_compared(&seed, (size_t)a->x->count))
            verdict = compare_entry(story, a, what, &a->x->entry[k], total);
    return verdict;
}

/* The same by a call for a problem. */
static enum verdict ask_singly(char story[STORY], struct array *a, const struct pm_gauss *total,
                               const struct manner *manner)
{
    const pm_options options = {
        .threads = manner->threads, .seconds = seconds_for(manner), .is_signed = true};
    pm_values *shares = NULL;
    pm_problem *problem;
    enum verdict verdict;

    test_need(pm_problem_dense(&problem, &a->stack, 0));
    const pm_status status = pm_marginals(&shares, problem, &options);
    for (size_t k = 0; status == PM_OK && k < pm_values_count(shares); k++) {
        int i, j;
        double part[2];
        pm_problem_entry(problem, k, &i, &j);
        pm_values_double(shares, k, &part[0], &part[1]);
        const size_t at = (size_t)(i * a->x->cols + j);
        memcpy(a->value + at * (size_t)a->parts, part, (size_t)a->parts * sizeof *part);
        a->bound[at] = pm_mag_get_double(shares->value[k].error) +
                       0x1p-52 * fmax(fabs(part[0]), fabs(part[1])) + 0x1p-1000;
    }
    verdict = status == PM_OK ? compare_array(story, a, "share of one problem", total, manner->seed)
                              : refused(story, status, manner);
    pm_values_free(shares);
    pm_problem_free(problem);
    return verdict;
}

/* data[] = logarithms, where whole lines of the shorter side are multiplied by exp(+-5000), so that
 * each product is multiplied by exp(*sum).  False: an entry has none. */
static bool logs_of(double *data, double *sum, const struct instance *x, uint64_t *seed)
{
    double shift[INSTANCE_LINES], *const given =
                                      malloc((size_t)(x->rows * x->cols + 1) * sizeof *given);
    bool able = x->field != PM_FIELD_COMPLEX && is_nonnegative(x) && doubles_of(given, x);

    for (int k = 0; k < INSTANCE_LINES; k++)
        shift[k] = 5000 * test_between(seed, -1, 1);
    *sum = 0;
    for (int k = 0; k < x->rows && k < x->cols; k++)
        *sum += shift[k];
    for (int k = 0; k < x->rows * x->cols && able; k++)
        data[k] = given[k] > 0
                      ? log(given[k]) + shift[x->rows <= x->cols ? k / x->cols : k % x->cols]
                      : -HUGE_VAL;
    free(given);
    return able;
}

/* The logarithm of the value of entries that are given by their logarithms. */
enum verdict ask_logarithm(char story[STORY], const struct instance *x, const struct manner *manner)
{
    double *const data = malloc((size_t)(x->rows * x->cols + 1) * sizeof *data);
    pm_options options = options_of(manner);
    const pm_stack stack = {
        .entries = PM_ENTRIES_LOGS, .data = data, .count = 1, .rows = x->rows, .cols = x->cols};
    enum verdict verdict = UNABLE;
    uint64_t seed = manner->seed;
    pm_answer *answer = NULL;
    struct pm_gauss truth;
    pm_problem *problem;
    double sum, log, error;

    options.logarithm = true;
    pm_gauss_init(&truth);
    if (logs_of(data, &sum, x, &seed) && value_of(&truth, x, REFERENCE_FULL)) {
        test_need(pm_problem_dense(&problem, &stack, 0));
        pm_status status = pm_solve(&answer, problem, &options);
        PM_THEN(status, pm_answer_log(&log, &error, answer));
        if (status != PM_OK) {
            verdict = refused(story, status, manner);
        } else if (pm_gauss_is_zero(&truth)) {
            verdict = log == -HUGE_VAL ? RIGHT : wrong(story, "logarithm %g of 0", log);
        } else {
            slong e[2]; /* the logarithms of entries have relative errors of 2^-53 */
            const double m[2] = {fmpz_get_d_2exp(&e[0], fmpq_numref(truth.re)),
                                 fmpz_get_d_2exp(&e[1], fmpq_denref(truth.re))};
            const double exact = sum + log1p(m[0] / m[1] - 1) + (double)(e[0] - e[1]) * M_LN2;
            verdict = fabs(log - exact) <= error + 1e-10
                          ? RIGHT
                          : wrong(story, "logarithm %.17g, not %.17g", log, exact);
        }
        pm_answer_free(answer);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&truth);
    free(data);
    return verdict;
}

/* pm_shares(): of doubles, or of logarithms; and the same by pm_marginals(). */
enum verdict ask_array_shares(char story[STORY], const struct instance *x,
                              const struct manner *manner)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1, places = x->rows * x->cols;
    double *const data = malloc((size_t)(2 * places * parts + 2) * sizeof *data);
    uint64_t seed = manner->seed;
    const bool logs = test_between(&seed, 0, 1) == 1;
    struct array a = {.x = x,
                      .stack = {.data = data,
                                .count = 1,
                                .rows = x->rows,
                                .cols = x->cols,
                                .entries = logs         ? PM_ENTRIES_LOGS
                                           : parts == 2 ? PM_ENTRIES_COMPLEX
                                                        : PM_ENTRIES_REAL},
                      .parts = parts,
                      .value = data + places * parts + 1,
                      .off = logs ? 1e-10 : 0,
                      .sure = is_nonnegative(x)};
    enum verdict verdict = UNABLE;
    struct pm_gauss total;
    double sum;

    a.bound = malloc((size_t)(places + 1) * sizeof *a.bound);
    pm_gauss_init(&total);
    if ((logs ? logs_of(data, &sum, x, &seed) : doubles_of(data, x)) &&
        value_of(&total, x, REFERENCE_FULL)) {
        const pm_status status = pm_shares(a.value, a.bound, &a.stack, manner->threads);
        verdict = status != PM_OK ? refused(story, status, manner)
                                  : compare_array(story, &a, "share", &total, manner->seed);
        if (verdict == RIGHT && manner->seed % 4 == 0 && !pm_gauss_is_zero(&total))
            verdict = ask_singly(story, &a, &total, manner);
    }
    pm_gauss_clear(&total);
    PM_FREE(a.bound, data);
    return verdict;
}

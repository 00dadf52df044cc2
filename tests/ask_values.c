/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions that any user can ask, except random matchings and stacks. */
#include "compare.h"

#include "brute.h"
#include "engine/isa/isa.h"

#include <math.h>
#include <stdlib.h>

long answered_on_gpus;

/* Another instruction set and other threads give the same bits.  With a limit of time, more threads
 * may allow a second, more exact way: then their number stays. */
static enum verdict solve_again(char story[STORY], const pm_problem *problem,
                                const pm_answer *first, const pm_options *options)
{
    enum verdict verdict = RIGHT;

    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL && verdict == RIGHT; isa++) {
        pm_options other = *options;
        pm_answer *answer = NULL;
        other.threads = options->seconds > 0 ? options->threads : options->threads % 3 + 1;
        setenv("PM_ISA", (*isa)->name, 1);
        const pm_status status = pm_solve(&answer, problem, &other);
        if (status != PM_OK && status != PM_UNABLE) /* unable: time is short on a busy machine */
            verdict = wrong(story, "%s, %d threads: %s", (*isa)->name, other.threads, pm_message());
        else if (status == PM_OK && !brute_same_bits(&answer->value, &first->value))
            verdict = wrong(story, "other bits by %s, %d threads", (*isa)->name, other.threads);
        pm_answer_free(answer);
    }
    return verdict;
}

/* Solves the problem and frees it.  The bound of a floating answer must leave `bits` bits. */
static enum verdict solve(char story[STORY], pm_problem *problem, const struct pm_gauss *truth,
                          const struct manner *manner, int bits)
{
    const pm_options options = options_of(manner);
    pm_answer *answer = NULL;
    const pm_status status = pm_solve(&answer, problem, &options);
    enum verdict verdict = compare_answer(story, "value", status, answer, truth, manner);

    if (status == PM_OK && pm_answer_units(answer, true) > 0)
        answered_on_gpus++;
    if (verdict == RIGHT && status == PM_OK && bits > 0 && !pm_gauss_is_zero(truth) &&
        !pm_value_within(&answer->value, ldexp(1, -bits)))
        verdict = wrong(story, "a bound of %.3g 2^%ld leaves fewer than %d bits",
                        answer->value.error.m, (long)answer->value.error.e, bits);
    if (verdict == RIGHT && status == PM_OK && manner->engine != NULL && manner->seed % 4 == 0)
        verdict = solve_again(story, problem, answer, &options);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return verdict;
}

/* Floating permanents of square matrices without negative entries have that many bits at least,
 * whatever the sizes of the entries. */
static int promised_bits(const struct instance *x, const struct manner *manner)
{
    if (!is_nonnegative(x) || x->kind == INSTANCE_GRAPH || x->rows != x->cols ||
        manner->epsilon != 0)
        return 0;
    return manner->precision == PM_PRECISION_DOUBLE ? 36
           : manner->precision == PM_PRECISION_DD   ? 80
           : (int)manner->precision == 200          ? 180
                                                    : 0;
}

enum verdict ask_value(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const bool saturating = manner->saturating && x->kind == INSTANCE_GRAPH;
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    pm_problem *problem;

    pm_gauss_init(&truth);
    if (value_of(&truth, x, saturating ? REFERENCE_SATURATING : REFERENCE_FULL)) {
        pm_status status = manner->seed % 2 == 0 ? PM_UNABLE
                                                 : instance_by_arrays(&problem, x, saturating,
                                                                      (unsigned)(manner->seed / 8));
        if (status == PM_UNABLE)
            status = instance_problem(&problem, x, saturating);
        verdict = status == PM_OK ? solve(story, problem, &truth, manner, promised_bits(x, manner))
                                  : refused(story, status, manner);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

/* An instance that is too large for the reference: the answer in this manner against the exact
 * answer of another engine. */
enum verdict ask_agreement(char story[STORY], const struct instance *x, const struct manner *manner)
{
    enum verdict verdict = UNABLE;
    pm_problem *problem, *again;
    pm_answer *other = NULL;
    int engines = 0;

    while (pm_engines[engines] != NULL)
        engines++;
    test_need(instance_problem(&problem, x, false));
    test_need(instance_problem(&again, x, false));
    for (int k = 0; k < engines && other == NULL; k++) {
        const struct pm_engine *const engine =
            pm_engines[(manner->seed + (uint64_t)k) % (uint64_t)engines];
        const pm_options options = {.precision = PM_PRECISION_EXACT,
                                    .engine = engine->name,
                                    .gpus = PM_GPUS_NONE,
                                    .seconds = seconds_for(manner)};
        if (engine == manner->engine)
            continue;
        const pm_status status = pm_solve(&other, again, &options);
        if (status != PM_OK && status != PM_UNABLE)
            verdict = wrong(story, "%s: %s", engine->name, pm_message());
    }
    if (other != NULL && verdict == UNABLE)
        verdict = solve(story, problem, &other->value.centre, manner, 0);
    else
        pm_problem_free(problem);
    if (verdict == RIGHT && x->kind == INSTANCE_MATRIX && x->rows <= 18 && x->cols <= 18)
        verdict = batch_agrees(story, x, &other->value.centre, manner);
    pm_answer_free(other);
    pm_problem_free(again);
    return verdict;
}

enum verdict ask_total(char story[STORY], const struct instance *x, const struct manner *manner)
{
    enum verdict verdict = UNABLE;
    pm_problem *problem, *total;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    if (value_of(&truth, x, REFERENCE_ALL)) {
        test_need(instance_problem(&problem, x, false));
        test_need(pm_problem_total(&total, problem));
        verdict = solve(story, total, &truth, manner, 0);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

/* The matrix with repeated lines, without a plan, and by one. */
enum verdict ask_repeated(char story[STORY], const struct instance *x, const struct manner *manner)
{
    struct instance *const more = malloc(sizeof *more);
    int row_times[INSTANCE_LINES], col_times[INSTANCE_LINES];
    uint64_t state = manner->seed;
    enum verdict verdict = UNABLE;
    const pm_options options = options_of(manner);
    struct pm_gauss truth;
    pm_problem *problem;
    pm_answer *answer = NULL;

    draw_times(row_times, x->rows, &state);
    draw_times(col_times, x->cols, &state);
    pm_gauss_init(&truth);
    if (instance_copies(more, x, row_times, col_times) && more->rows + more->cols <= 30 &&
        value_of(&truth, more, REFERENCE_FULL)) {
        test_need(instance_problem(&problem, x, false));
        test_need(pm_problem_repeat(problem, row_times, col_times));
        const pm_status status = pm_solve(&answer, problem, &options);
        verdict = compare_answer(story, "repeated", status, answer, &truth, manner);
        pm_answer_free(answer);
        if (verdict != WRONG)
            verdict = solve(story, problem, &truth, manner, 0);
        else
            pm_problem_free(problem);
    }
    pm_gauss_clear(&truth);
    free(more);
    return verdict;
}

/* Options that leave the method to the library: small problems need no plan. */
enum verdict ask_small(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const pm_options options = {.precision = manner->precision, .threads = manner->threads};
    enum verdict verdict = UNABLE;
    pm_answer *answer = NULL;
    struct pm_gauss truth;
    pm_problem *problem;

    pm_gauss_init(&truth);
    if (value_of(&truth, x, REFERENCE_FULL)) {
        test_need(instance_problem(&problem, x, false));
        const pm_status status = pm_solve(&answer, problem, &options);
        verdict = compare_answer(story, "small", status, answer, &truth, manner);
        pm_answer_free(answer);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&truth);
    return verdict;
}

/* --------------------------------------------------------------- many values */

/* Compares the shares of the entries of a problem. */
enum verdict compare_shares(char story[STORY], const struct instance *x, const pm_problem *problem,
                            const struct pm_value *share, bool exact, const struct pm_gauss *total,
                            uint64_t seed)
{
    const size_t count = pm_problem_entries(problem);
    enum verdict verdict = RIGHT;
    struct pm_gauss truth;
    char what[80];

    pm_gauss_init(&truth);
    for (size_t k = 0; k < count && verdict == RIGHT; k++) {
        int row, col;
        if (!is_compared(&seed, count))
            continue;
        pm_problem_entry(problem, k, &row, &col);
        const struct entry *const e = entry_of(x, problem, row, col);
        if (e == NULL) {
            verdict = wrong(story, "entry %zu of the problem is no entry of the instance", k);
        } else if (!value_through(&truth, x, e->row, e->col, e)) {
            verdict = UNABLE;
        } else {
            pm_gauss_div(&truth, &truth, total);
            snprintf(what, sizeof what, "share of entry (%d, %d)", e->row + 1, e->col + 1);
            verdict = compare_value(story, what, &share[k], exact, &truth);
        }
    }
    pm_gauss_clear(&truth);
    return verdict;
}

enum verdict ask_marginals(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const pm_options options = {.precision = manner->precision,
                                .threads = manner->threads,
                                .memory = manner->memory,
                                .seconds = seconds_for(manner),
                                .is_signed = true};
    enum verdict verdict = UNABLE;
    pm_values *shares = NULL;
    struct pm_gauss total;
    pm_problem *problem;

    pm_gauss_init(&total);
    if (value_of(&total, x, REFERENCE_FULL)) {
        test_need(instance_problem(&problem, x, false));
        const pm_status status = pm_marginals(&shares, problem, &options);
        if (pm_gauss_is_zero(&total))
            verdict = status == PM_DOMAIN ? RIGHT
                      : status == PM_OK   ? wrong(story, "shares of a permanent 0")
                                          : refused(story, status, manner);
        else if (status != PM_OK)
            verdict = refused(story, status, manner);
        else
            verdict = compare_shares(story, x, problem, shares->value, shares->digits == 0, &total,
                                     manner->seed);
        pm_values_free(shares);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&total);
    return verdict;
}

enum verdict compare_sizes(char story[STORY], const struct sums *truth,
                           const struct pm_value *value, int count)
{
    enum verdict verdict = RIGHT;
    struct pm_value none;
    struct pm_gauss want;
    char what[40];

    pm_value_init(&none);
    pm_gauss_init(&want);
    for (int k = 0; k < truth->sizes && verdict == RIGHT; k++) {
        gauss_of(&want, &truth->size[k]);
        snprintf(what, sizeof what, "matchings of size %d", k);
        verdict = compare_value(story, what, k < count ? &value[k] : &none, true, &want);
    }
    pm_gauss_clear(&want);
    pm_value_clear(&none);
    return verdict;
}

/* A list without negative entries ends with the size of the largest matchings. */
static enum verdict compare_list(char story[STORY], const struct sums *truth,
                                 const pm_values *sizes, bool nonnegative)
{
    const size_t last = sizes->count - 1;

    if (nonnegative && last > 0 && pm_gauss_is_zero(&sizes->value[last].centre))
        return wrong(story, "the list ends with 0 matchings of size %zu", last);
    return compare_sizes(story, truth, sizes->value, (int)sizes->count);
}

/* An engine that is named computes them as one number. */
enum verdict ask_sizes(char story[STORY], const struct instance *x, const struct manner *manner)
{
    static const char *const engines[] = {NULL, NULL, "sweep", "tree"};
    const pm_options options = {.precision = manner->precision,
                                .engine = engines[manner->seed / 8 % 4],
                                .threads = manner->threads,
                                .memory = manner->memory,
                                .seconds = seconds_for(manner)};
    enum verdict verdict = UNABLE;
    pm_values *sizes = NULL;
    struct sums truth;
    pm_problem *problem;

    sums_init(&truth);
    if (x->field != PM_FIELD_COMPLEX && refer(&truth, x, REFERENCE_ALL)) {
        test_need(instance_problem(&problem, x, false));
        const pm_status status = pm_matchings(&sizes, problem, &options);
        verdict = status != PM_OK ? refused(story, status, manner)
                                  : compare_list(story, &truth, sizes, is_nonnegative(x));
        pm_values_free(sizes);
        pm_problem_free(problem);
    }
    sums_clear(&truth);
    return verdict;
}

enum verdict ask_minors(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const pm_options options = {.precision = manner->precision,
                                .threads = manner->threads,
                                .memory = manner->memory,
                                .seconds = seconds_for(manner),
                                .epsilon = manner->epsilon};
    uint64_t seed = manner->seed;
    enum verdict verdict = UNABLE;
    pm_values *minors = NULL;
    struct pm_gauss truth;
    pm_problem *problem;
    char what[80];

    test_need(instance_problem(&problem, x, false));
    const pm_status status = pm_problem_minors(&minors, problem, &options);
    pm_gauss_init(&truth);
    if (status != PM_OK)
        verdict = refused(story, status, manner);
    else
        verdict = RIGHT;
    for (int k = 0; k < x->rows * x->cols && verdict == RIGHT; k++) {
        if (!is_compared(&seed, (size_t)(x->rows * x->cols)))
            continue;
        snprintf(what, sizeof what, "minor (%d, %d)", k / x->cols + 1, k % x->cols + 1);
        verdict = value_through(&truth, x, k / x->cols, k % x->cols, NULL)
                      ? compare_value(story, what, &minors->value[k], minors->digits == 0, &truth)
                      : UNABLE;
    }
    pm_gauss_clear(&truth);
    pm_values_free(minors);
    pm_problem_free(problem);
    return verdict;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions for stacks: doubles with bounds. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The entries as doubles; false: some entry is no double. */
static bool doubles_of(double *data, const struct instance *x)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    bool fit = true;
    mpq_t exact, back;

    mpq_inits(exact, back, NULL);
    memset(data, 0, (size_t)(x->rows * x->cols * parts) * sizeof *data);
    for (int k = 0; k < x->count && fit; k++) {
        const struct entry *const e = &x->entry[k];
        for (int part = 0; part < parts; part++) {
            double *const at = &data[(e->row * x->cols + e->col) * parts + part];
            number_get(exact, part == 0 ? &e->re : &e->im);
            *at = mpq_get_d(exact);
            if (!isfinite(*at)) {
                fit = false;
                break;
            }
            mpq_set_d(back, *at);
            fit = fit && mpq_equal(exact, back);
        }
    }
    mpq_clears(exact, back, NULL);
    return fit;
}

/* Value k of a stack's function as a value; a bound that is not finite promises nothing. */
static enum verdict compare_double(char story[STORY], const char *what, const double *values,
                                   double bound, int parts, int k, const struct pm_gauss *truth)
{
    enum verdict verdict = RIGHT;
    struct pm_value value;

    if (isinf(bound) && bound > 0)
        return RIGHT;
    if (!isfinite(bound) || bound < 0 || !isfinite(values[k * parts]))
        return wrong(story, "%s: %g with a bound of %g", what, values[k * parts], bound);
    pm_value_init(&value);
    test_need(pm_gauss_part_double(value.centre.re, values[k * parts]));
    if (parts == 2)
        test_need(pm_gauss_part_double(value.centre.im, values[k * parts + 1]));
    value.error = pm_mag_double(bound, 0);
    verdict = compare_value(story, what, &value, false, truth);
    pm_value_clear(&value);
    return verdict;
}

static enum verdict ask_stack(char story[STORY], const struct instance *x,
                              const struct manner *manner, bool minors)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1, places = x->rows * x->cols;
    const int count = minors ? places : 1;
    double *const data = malloc((size_t)(places * parts + 1) * sizeof *data);
    double *const values = malloc((size_t)(count * parts + 1) * sizeof *values);
    double *const bounds = malloc((size_t)(count + 1) * sizeof *bounds);
    uint64_t seed = manner->seed;
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    char what[80];

    pm_gauss_init(&truth);
    if (doubles_of(data, x)) {
        const pm_stack stack = {.entries = parts == 2 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL,
                                .data = data,
                                .count = 1,
                                .rows = x->rows,
                                .cols = x->cols,
                                .precision = manner->precision};
        const pm_status status =
            (minors ? pm_minors : pm_batch)(values, bounds, &stack, manner->threads);
        verdict = status == PM_UNABLE ? UNABLE
                  : status != PM_OK   ? wrong(story, "%s: %s", pm_status_name(status), pm_message())
                                      : RIGHT;
    }
    for (int k = 0; k < count && verdict == RIGHT; k++) {
        if (!is_compared(&seed, (size_t)count))
            continue;
        snprintf(what, sizeof what, "%s %d", minors ? "minor" : "permanent", k + 1);
        const bool able = minors ? value_through(&truth, x, k / x->cols, k % x->cols, NULL)
                                 : value_of(&truth, x, REFERENCE_FULL);
        verdict = able ? compare_double(story, what, values, bounds[k], parts, k, &truth) : UNABLE;
    }
    pm_gauss_clear(&truth);
    free(data);
    free(values);
    free(bounds);
    return verdict;
}

enum verdict ask_batch(char story[STORY], const struct instance *x, const struct manner *manner)
{
    return ask_stack(story, x, manner, false);
}

enum verdict ask_batch_minors(char story[STORY], const struct instance *x,
                              const struct manner *manner)
{
    return ask_stack(story, x, manner, true);
}

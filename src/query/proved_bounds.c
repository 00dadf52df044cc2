/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_bounds(): the matrix is reduced; the bounds of its cores (estimate/bounds.h) add up as
 * logarithms. */
#include "base/argument.h"
#include "base/watched.h"
#include "estimate/bounds.h"
#include "model/problem.h"
#include "plan/facility.h"
#include "reduce/reduce.h"

#include <math.h>

struct asked {
    const struct pm_problem *problem;
    pm_options options;
    double *log10_bounds;
    const char **methods;
};

/* x = log2 |z|, z != 0 */
static void bits_of(arb_t x, const struct pm_gauss *z)
{
    acb_t w;

    acb_init(w);
    arb_set_fmpq(acb_realref(w), z->re, PM_LOG_BITS);
    arb_set_fmpq(acb_imagref(w), z->im, PM_LOG_BITS);
    acb_abs(x, w, PM_LOG_BITS);
    arb_log(x, x, PM_LOG_BITS);
    pm_to_bits(x);
    acb_clear(w);
}

/* x += a bound, which may be -inf */
static void add_bits(arb_t x, double bits)
{
    arb_t y;

    arb_init(y);
    arb_set_d(y, bits);
    arb_add(x, x, y, PM_LOG_BITS);
    arb_clear(y);
}

static double to_log10(arb_t bits, bool upper)
{
    arb_t y;

    arb_init(y);
    arb_const_log2(y, PM_LOG_BITS);
    arb_mul(bits, bits, y, PM_LOG_BITS);
    arb_const_log10(y, PM_LOG_BITS);
    arb_div(bits, bits, y, PM_LOG_BITS);
    arb_clear(y);
    return upper ? pm_end_above(bits) : pm_end_below(bits);
}

static pm_status add_up(const struct asked *asked, const struct pm_reduction *r)
{
    bool none = false, any = false; /* of all lower and upper bounds */
    double widest = -1;
    arb_t low, high;

    asked->methods[0] = asked->methods[1] = "exact";
    arb_init(low);
    arb_init(high);
    bits_of(low, &r->factor);
    arb_set(high, low);
    pm_status status = PM_OK;
    for (size_t k = 0; k < r->cores && status == PM_OK; k++) {
        struct pm_bounds b;
        status = pm_bounds_matrix(&b, r->core[k], r->kind[k]);
        if (status != PM_OK)
            break;
        none = none || b.lower == -HUGE_VAL;
        any = any || b.upper == HUGE_VAL;
        if (b.lower > -HUGE_VAL)
            add_bits(low, b.lower);
        if (b.upper < HUGE_VAL)
            add_bits(high, b.upper);
        if (r->core[k]->rows > widest) { /* the methods for the largest core are named */
            widest = r->core[k]->rows;
            asked->methods[0] = b.lower_by;
            asked->methods[1] = b.upper_by;
        }
    }
    asked->log10_bounds[0] = none ? -HUGE_VAL : to_log10(low, false);
    asked->log10_bounds[1] = any ? HUGE_VAL : to_log10(high, true);
    if (asked->problem->field == PM_FIELD_LOGS) { /* rounded weights change much less */
        asked->log10_bounds[0] = nextafter(asked->log10_bounds[0], -HUGE_VAL);
        asked->log10_bounds[1] = nextafter(asked->log10_bounds[1], HUGE_VAL);
    }
    arb_clear(low);
    arb_clear(high);
    return status;
}

static pm_status find(const struct asked *asked, const struct pm_matrix *a)
{
    const struct pm_problem *const problem = asked->problem;
    struct pm_reduction reduction;
    unsigned rules;

    PM_TRY(pm_rules_parse(&rules, asked->options.reduce, asked->options.no_reduce));
    PM_TRY(pm_reduce(&reduction, a, problem->kind, rules));
    pm_status status = PM_OK;
    if (reduction.zero) {
        asked->log10_bounds[0] = asked->log10_bounds[1] = -HUGE_VAL;
        asked->methods[0] = asked->methods[1] = "exact";
    } else
        status = add_up(asked, &reduction);
    pm_reduce_clear(&reduction);
    return status;
}

static pm_status answer(void *call, struct pm_watched *watched)
{
    (void)watched;
    const struct asked *const asked = call;
    const struct pm_matrix *const a = asked->problem->a;
    struct pm_matrix *turned = NULL;

    if (a->rows > a->cols)
        PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = find(asked, turned != NULL ? turned : a);
    pm_matrix_free(turned);
    return status;
}

pm_status pm_bounds(double *log10_bounds, const char **methods, const pm_problem *problem,
                    const pm_options *options)
{
    const char *names[2];
    struct asked asked = {.problem = problem, .log10_bounds = log10_bounds};

    PM_ARGUMENTS(log10_bounds, problem);
    PM_TRY(pm_facility_options(&asked.options, PM_ASK_BOUNDS, options));
    asked.methods = methods != NULL ? methods : names;
    return pm_watched_within(answer, &asked, &asked.options);
}

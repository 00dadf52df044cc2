/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers and their bounds from the sums of all terms. */
#include "engine/multiple/terms.h"

#include "base/alloc.h"
#include "engine/glynn/rounded.h"
#include "engine/stack_answers.h"

#include <math.h>
#include <stdlib.h>

pm_status pm_terms_room_init(struct pm_terms_room *r, const struct pm_batch *b)
{
    const int shape = (b->stack.rows > b->stack.cols ? b->stack.rows : b->stack.cols) + 1;
    const size_t lines = (size_t)(shape < PM_TERM_MOST + 1 ? shape : PM_TERM_MOST + 1);

    PM_NEW(r->entries.entry, lines * lines * (size_t)b->parts * 2);
    return pm_terms_sums_init(&r->sums, b, lines);
}

void pm_terms_room_clear(struct pm_terms_room *r)
{
    free(r->entries.entry);
    pm_terms_sums_clear(&r->sums);
}

/* *mantissa 2^*exp *= d!, with d roundings. */
static void multiply_factorial(double *mantissa, int *exp, int d)
{
    int more;

    for (int k = 2; k <= d; k++) {
        *mantissa = frexp(*mantissa * k, &more);
        *exp += more;
    }
}

/* The divisor of sums, with at most N + d + 1 roundings, and its power of two. */
static double find_divisor(int *exp, const struct pm_terms_entries *e, const struct pm_batch *b)
{
    const struct pm_lines *const l = e->lines;
    double divisor = 1;

    *exp = 0;
    for (int side = 0; side < 2 && b->stack.normalized; side++)
        for (int k = 0; k < l->count[side]; k++)
            if (l->line[side][k] >= 0)
                multiply_factorial(&divisor, exp, l->times[side][k]);
    if (*exp % 2 != 0) {
        divisor *= 2;
        --*exp;
    }
    divisor = sqrt(divisor);
    *exp /= 2;
    multiply_factorial(&divisor, exp, l->ones);
    return divisor;
}

/* The operations that a term takes at most. */
static double products_of(const struct pm_lines *l)
{
    return l->total + l->count[PM_FACTOR] + 2;
}

/* The error of a sum that is divided by `divisor`; `size`: the sum of its bounds; `relative`: the
 * error that roundings make, relative to it. */
static struct pm_mag error_of(const struct pm_terms_entries *e, double size, double relative,
                              double divisor)
{
    const double all = PM_UP * (1 + pm_gamma(4 * e->lines->terms)) * (1 / e->stretch + relative);
    const struct pm_mag rounding = pm_mag_mul(pm_mag_double(size, 0), pm_mag_double(all, 0));

    return pm_mag_div(pm_mag_add(rounding, e->lost), divisor);
}

/* In doubles; `sums`: number of roundings of sums. */
static double rounded_once(const struct pm_terms_entries *e, double sums)
{
    const struct pm_lines *const l = e->lines;

    return pm_gamma((e->parts == 1 ? 1 : 3) * products_of(l) + l->total + 2 * l->count[PM_SIGNED] +
                    l->ones + 8 + sums);
}

/* In double-double, where `many` is the error of a sum of all terms in double: that of the products
 * (terms.h), and of the lowest words of sums, which collect the errors of low words and of errors.
 */
static double rounded_low(const struct pm_terms_entries *e, double many)
{
    const double products = products_of(e->lines), low = products * (0x1p-40 + 4 * PM_BALL_U);

    return PM_UP * (32 * products * PM_BALL_U * low + 8 * many * many * (low + many));
}

static int exponents(const struct pm_terms_entries *e)
{
    int exp = 0;

    for (int side = 0; side < 2; side++)
        for (int k = 0; k < e->lines->count[side]; k++)
            exp += e->lines->times[side][k] * e->exp[side][k];
    return exp;
}

static void deliver_value(const struct pm_terms_entries *e, const struct pm_batch *b, size_t k,
                          const struct pm_terms_sum *sum)
{
    const double many = pm_gamma(e->lines->terms + 2 * PM_TERM_LANES);
    double value[2] = {0, 0};
    int exp;
    const double divisor = find_divisor(&exp, e, b);

    double words = 0; /* what the last roundings are relative to */
    for (int part = 0; part < e->parts; part++) {
        const double rest = sum->middle[part] + sum->low[part];
        value[part] = (sum->high[part] + rest) / divisor;
        words += fabs(sum->high[part]) + fabs(rest);
    }
    const struct pm_mag last = pm_mag_div(
        pm_mag_double(words * PM_UP * pm_gamma(e->lines->total + e->lines->ones + 6), 0), divisor);
    const struct pm_mag bound = pm_mag_add(
        last, error_of(e, sum->size,
                       e->words > e->parts ? rounded_low(e, many)
                                           : rounded_once(e, 6 + 8 * many * many / PM_BALL_U),
                       divisor));
    pm_stack_deliver(b, pm_stack_place(b, k, 0, 0), value, bound, exponents(e) - exp);
}

static void deliver_minors(const struct pm_terms_entries *e, const struct pm_terms_sums *w,
                           const struct pm_batch *b, size_t k)
{
    const struct pm_lines *const l = e->lines;
    const double relative = rounded_once(e, pm_terms_sums_roundings(w));
    int exp;
    const double divisor = find_divisor(&exp, e, b);

    for (int j = 0; j < l->count[PM_FACTOR]; j++) {
        const struct pm_mag bound = error_of(e, pm_terms_sums_size(w, j), relative, divisor);
        for (int i = 0; i < l->count[PM_SIGNED]; i++) {
            const double times = l->times[PM_SIGNED][i] * divisor;
            double value[2] = {0, 0};
            int row, col;
            if (!pm_repeated_lines_at(&row, &col, l, i, j))
                continue;
            for (int part = 0; part < e->parts; part++)
                value[part] = pm_terms_sums_minor(w, i, j, part) / times;
            pm_stack_deliver(b, pm_stack_place(b, k, row, col), value, bound,
                             exponents(e) - e->exp[PM_SIGNED][i] - e->exp[PM_FACTOR][j] - exp);
        }
    }
}

pm_status pm_terms_work(struct pm_terms_room *r, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k, int layers)
{
    struct pm_terms_sum sum;

    PM_TRY(pm_terms_take(&r->entries, b, lines, k, layers));
    if (!r->entries.right) {
        pm_stack_miss_all(b, k);
        return PM_OK;
    }
    pm_terms_sums_begin(&r->sums, &r->entries, b);
    PM_TRY(pm_stack_go_on(b));
    if (b->minors) {
        deliver_minors(&r->entries, &r->sums, b, k);
        return PM_OK;
    }
    pm_terms_sums_all(&sum, &r->sums, b);
    PM_TRY(pm_stack_go_on(b));
    deliver_value(&r->entries, b, k, &sum);
    return PM_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer is written with its bound if the range of doubles and the bound allow it; otherwise it
 * is missing, which is NaN. */
#include "engine/stack_answers.h"

#include "engine/accuracy.h"
#include "engine/stack_load.h"

#include <float.h>
#include <math.h>

size_t pm_stack_place(const struct pm_batch *b, size_t k, int i, int j)
{
    const size_t rows = (size_t)b->stack.rows, cols = (size_t)b->stack.cols;

    if (!b->minors)
        return k;
    return k * rows * cols +
           (b->turned ? (size_t)j * rows + (size_t)i : (size_t)i * cols + (size_t)j);
}

/* The exponent of the lowest bit of the parts of an entry; HIGHEST if it is 0. */
enum { HIGHEST = 2000 };

static int lowest_bit(const struct pm_batch *b, size_t k, int i, int j)
{
    double z[2];
    int least = HIGHEST;

    pm_stack_entry(z, b, k, i, j);
    for (int part = 0; part < b->parts; part++) {
        int e;
        const double x = frexp(z[part], &e);
        const int here = x != 0 ? e - 53 + __builtin_ctzll((uint64_t)ldexp(fabs(x), 53)) : HIGHEST;
        least = here < least ? here : least;
    }
    return b->stack.entries == PM_ENTRIES_INTEGER && least < HIGHEST ? 0 : least;
}

bool pm_stack_round(double value[2], const struct pm_batch *b, size_t place, struct pm_mag bound,
                    int64_t exp)
{
    const size_t k = place / pm_stack_answers(b);
    int64_t unit = HIGHEST * (int64_t)b->degree;

    for (int i = 0; i < b->stack.rows && b->degree > 0; i++)
        for (int j = 0; j < b->stack.cols; j++) {
            const int64_t here = lowest_bit(b, k, i, j) * (int64_t)b->degree;
            unit = here < unit ? here : unit;
            if (!pm_mag_is_less(bound, pm_mag_double(0.5, unit - exp)))
                return false;
        }
    for (int part = 0; part < b->parts; part++)
        value[part] =
            pm_times_power(rint(pm_times_power(value[part], exp - unit)), unit - exp) + 0.0;
    return b->degree > 0;
}

bool pm_stack_suffices(const struct pm_batch *b, const double value[2], struct pm_mag bound)
{
    const double epsilon = b->stack.epsilon > 0 ? b->stack.epsilon : PM_USUAL_EPSILON;

    return b->stack.precision != PM_PRECISION_AUTO || pm_mag_is_zero(bound) ||
           pm_mag_is_less(bound, pm_mag_double(pm_stack_size(value, 1, b->parts) * epsilon, 0));
}

bool pm_stack_offer(const struct pm_batch *b, size_t place, const double value[2],
                    struct pm_mag bound, int64_t exp)
{
    double nearest[2] = {value[0], value[1]};

    if (pm_stack_suffices(b, value, bound))
        pm_stack_write(b, place, value, bound, exp);
    else if (pm_stack_round(nearest, b, place, bound, exp))
        pm_stack_write(b, place, nearest, (struct pm_mag){0, 0}, exp);
    else
        return false;
    return true;
}

void pm_stack_deliver(const struct pm_batch *b, size_t place, const double value[2],
                      struct pm_mag bound, int64_t exp)
{
    if (!pm_stack_offer(b, place, value, bound, exp))
        pm_stack_miss(b, place);
}

/* 0 if value and bound, times 2^exp, are in the range of doubles; else the exponent of the larger.
 */
static int64_t unit_of(const struct pm_batch *b, const double value[2], struct pm_mag bound,
                       int64_t exp)
{
    int64_t top = INT64_MIN;
    bool fits = true;

    for (int part = 0; part < b->parts; part++)
        if (value[part] != 0) {
            const int64_t e = pm_exponent(value[part]) + exp;
            fits = fits && e >= DBL_MIN_EXP && e <= DBL_MAX_EXP;
            top = e > top ? e : top;
        }
    if (!pm_mag_is_zero(bound)) {
        fits =
            fits && bound.e + exp < DBL_MAX_EXP && (top > INT64_MIN || bound.e + exp > DBL_MIN_EXP);
        top = bound.e + exp > top ? bound.e + exp : top;
    }
    return fits ? 0 : top;
}

void pm_stack_write(const struct pm_batch *b, size_t place, const double value[2],
                    struct pm_mag bound, int64_t exp)
{
    bool finite = true;

    if ((!pm_mag_is_finite(bound) || bound.e + exp > DBL_MAX_EXP) &&
        !pm_mag_is_less(bound, pm_mag_double(pm_stack_size(value, 1, b->parts) / 2,
                                             0))) { /* it is vague, too */
        pm_stack_miss(b, place);
        return;
    }
    if (b->stack.exponents != NULL) {
        const int64_t unit = unit_of(b, value, bound, exp);
        b->stack.exponents[place] = unit;
        exp -= unit;
    }
    if (!pm_mag_is_zero(bound))
        bound.e += exp;
    for (int part = 0; part < b->parts; part++) {
        const double here = pm_times_power(value[part], exp);
        b->value[place * (size_t)b->parts + (size_t)part] = here;
        finite = finite && isfinite(here);
        if (value[part] != 0 && fabs(here) < DBL_MIN)
            bound = pm_mag_add(bound, PM_MAG_UNDERFLOW);
    }
    if (b->bound != NULL)
        b->bound[place] = finite ? pm_mag_get_double(bound) : HUGE_VAL;
}

void pm_stack_miss(const struct pm_batch *b, size_t place)
{
    for (int part = 0; part < b->parts; part++)
        b->value[place * (size_t)b->parts + (size_t)part] = NAN;
    if (b->stack.exponents != NULL)
        b->stack.exponents[place] = 0;
    if (b->bound != NULL)
        b->bound[place] = HUGE_VAL;
}

void pm_stack_miss_all(const struct pm_batch *b, size_t k)
{
    for (size_t a = 0; a < pm_stack_answers(b); a++)
        pm_stack_miss(b, k * pm_stack_answers(b) + a);
}

size_t pm_stack_answers(const struct pm_batch *b)
{
    const size_t cols = (size_t)b->stack.cols + (b->stack.loops != NULL);

    return b->minors ? (size_t)b->stack.rows * cols : 1;
}

bool pm_stack_is_missing(const struct pm_batch *b, size_t k)
{
    const size_t count = pm_stack_answers(b) * (size_t)b->parts;
    bool missing = false;

    for (size_t a = k * count; a < (k + 1) * count; a++)
        missing = missing || isnan(b->value[a]);
    return missing;
}

bool pm_stack_misses(const struct pm_batch *b)
{
    bool missing = false;

    for (size_t k = 0; k < b->stack.count && !missing; k++)
        missing = pm_stack_is_missing(b, k);
    return missing;
}

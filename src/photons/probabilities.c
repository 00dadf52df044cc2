/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_photons_probabilities(): squares of the amplitudes that pm_batch() finds, each with an
 * exponent of its own. */
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "engine/stack_load.h"

#include <math.h>
#include <string.h>

struct amplitudes {
    struct pm_batch b;
    int *times[2]; /* of rows and of columns, without photons where the numbers differ */
    bool *same;    /* whether as many photons leave as enter */
    double *value, *bound;
    int64_t *exponent;
};

static int lines_of(const struct amplitudes *a, int side)
{
    return side == 0 ? a->b.stack.rows : a->b.stack.cols;
}

static pm_status take_photons(struct amplitudes *a)
{
    const size_t count = a->b.stack.count;

    for (int side = 0; side < 2; side++) {
        const int lines = lines_of(a, side);
        const int *const from = side == 0 ? a->b.stack.row_times : a->b.stack.col_times;
        PM_NEW(a->times[side], count * (size_t)lines);
        for (size_t at = 0; at < count * (size_t)lines; at++)
            a->times[side][at] = from != NULL ? from[at] : 1;
    }
    PM_NEW(a->same, count);
    for (size_t k = 0; k < count; k++) {
        int total[2];
        for (int side = 0; side < 2; side++)
            PM_TRY(pm_stack_total(&total[side], &a->b, side, k));
        a->same[k] = total[0] == total[1];
        for (int side = 0; side < 2 && !a->same[k]; side++) {
            const size_t lines = (size_t)lines_of(a, side);
            memset(a->times[side] + k * lines, 0, lines * sizeof **a->times);
        }
    }
    return PM_OK;
}

/* The amplitude's modulus is within the bound, and so its square is found from the modulus. */
static void square(arb_t x, const struct amplitudes *a, size_t k)
{
    const double *const z = a->value + k * (size_t)a->b.parts;
    arb_t part;

    arb_init(part);
    arb_zero(x);
    for (int side = 0; side < a->b.parts; side++) {
        arb_set_d(part, z[side]);
        arb_addmul(x, part, part, PM_PROBABILITY_BITS);
    }
    arb_sqrt(x, x, PM_PROBABILITY_BITS);
    arb_set_d(part, a->bound[k]);
    arb_add_error(x, part);
    arb_sqr(x, x, PM_PROBABILITY_BITS);
    arb_mul_2exp_si(x, x, (slong)(2 * a->exponent[k]));
    arb_clear(part);
}

static pm_status find_amplitudes(struct amplitudes *a, const struct pm_probabilities *p)
{
    const size_t count = a->b.stack.count;
    pm_stack asked = a->b.stack;
    struct pm_deadline deadline;

    PM_NEW(a->value, count * (size_t)a->b.parts);
    PM_NEW(a->bound, count);
    PM_NEW(a->exponent, count);
    PM_TRY(take_photons(a));
    asked.size = sizeof asked;
    asked.strided = true;
    asked.row_times = a->times[0];
    asked.col_times = a->times[1];
    asked.normalized = true;
    asked.epsilon = p->options.epsilon / 4;
    asked.exponents = a->exponent;
    pm_probability_deadline_set(&deadline, &asked, &p->options);
    return pm_probability_deadline_status(&deadline,
                                          pm_batch(a->value, a->bound, &asked, p->options.threads));
}

static void write_all(const struct amplitudes *a, const struct pm_probabilities *p)
{
    arb_t x;

    arb_init(x);
    for (size_t k = 0; k < p->count; k++) {
        if (a->same[k])
            square(x, a, k);
        else
            arb_zero(x);
        pm_probability_write(p, k, x);
    }
    arb_clear(x);
}

pm_status pm_photons_probabilities(double *values, double *bounds, const pm_stack *stack,
                                   const pm_options *options)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    struct amplitudes a = {.times = {NULL, NULL}};
    struct pm_probabilities p;

    PM_TRY(pm_probability_take(&p, values, bounds, stack->count, options));
    PM_TRY(pm_stack_take(&a.b, stack));
    const pm_status status = find_amplitudes(&a, &p);
    if (status == PM_OK)
        write_all(&a, &p);
    PM_FREE(a.times[0], a.times[1], a.same, a.value, a.bound, a.exponent);
    return status;
}

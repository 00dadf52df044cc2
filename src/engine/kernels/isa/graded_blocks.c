/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of the graded walk (engine/graded/blocks.h), 16 sign vectors each, in three grades: single
 * precision, double, compensated.  Every number is computed by one expression whatever the width of
 * the vectors. */
#include "engine/graded/blocks.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/isa/pairs.h"

enum { LANES = PM_GRADED_LANES, LOW = PM_GRADED_LOW };

/* ------------------------------------------------------------------ single precision */

#define SHRINK(s)                                                                                  \
    p##s = f_mul(p##s, shrink);                                                                    \
    q##s = f_mul(q##s, shrink);
#define ROW_SHRINKS()                                                                              \
    if (single->shrink[i] != 1) {                                                                  \
        const VF shrink = f_all(single->shrink[i]);                                                \
        EACH(SHRINK)                                                                               \
    }

/* The signed sum over PASS sums of unrolled columns from `first` on. */
KERNEL VF single_pass(const struct pm_graded_single *single, const struct pm_graded_near *group,
                      int lane, int first)
{
    VF sign = f_mul(f_all(single->start), f_load(group->sign + lane));
    const float *low = single->low + first;
    int i = 0;

    EACH(START)
    for (; i < single->ones; i++, low += LOW) {
        const VF y = f_load(group->x[i] + lane);
        EACH(ROW_ONE)
        ROW_SHRINKS()
    }
    for (; i < single->zeros; i++, low += LOW) {
        const VF y = f_load(group->x[i] + lane);
        EACH(ROW_ZERO)
        ROW_SHRINKS()
    }
    for (; i < single->n; i++, low += LOW) {
        const VF y = f_load(group->x[i] + lane), pivot = f_all(single->pivot[i]);
        EACH(ROW_ANY)
        ROW_SHRINKS()
    }
    EACH(GAP)
    return PAIR_SUM(f_sub);
}

int64_t ISA_NAME(pm_graded_single)(const struct pm_graded_single *single,
                                   const struct pm_graded_near *group)
{
    int64_t sum = 0;

    for (int lane = 0; lane < LANES; lane += SINGLE_WIDTH) {
        VF r = single_pass(single, group, lane, 0);
        for (int first = PASS; first < LOW; first += PASS)
            r = f_sub(r, single_pass(single, group, lane, first));
        sum += f_total(f_mul(r, f_all(single->finish)));
    }
    return sum;
}

/* ------------------------------------------------------------------ plain blocks */

/* Adding and taking off this rounds numbers below 2^51 to integers. */
#define INTEGER 0x1.8p52

KERNEL V v_round(V x, double grid)
{
    return v_sub(v_add(x, v_all(INTEGER * grid)), v_all(INTEGER * grid));
}

/* The signed sum over PASS sums of unrolled columns from `first` on. */
KERNEL V plain_pass(const struct pm_graded_leaf *leaf, const struct pm_graded_group *group,
                    int lane, int first)
{
    V sign = v_mul(v_all(leaf->start), v_widen(group->sign + lane));
    const double *low = leaf->low + first;
    int i = 0;

    EACH(START)
    for (; i < leaf->ones; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane);
        EACH(ROW_ONE)
    }
    for (; i < leaf->zeros; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane);
        EACH(ROW_ZERO)
    }
    for (; i < leaf->n; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane), pivot = v_all(leaf->pivot[i]);
        EACH(ROW_ANY)
    }
    EACH(GAP)
    return PAIR_SUM(v_sub);
}

void ISA_NAME(pm_graded_leaf)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                              const struct pm_graded_group *group)
{
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        V r = plain_pass(leaf, group, lane, 0);
        for (int first = PASS; first < LOW; first += PASS)
            r = v_sub(r, plain_pass(leaf, group, lane, first));
        const V high = v_round(r, 1), low = v_round(v_sub(r, high), PM_GRADED_SECOND);
        v_store(sum[0] + lane, v_add(v_load(sum[0] + lane), high));
        v_store(sum[1] + lane, v_add(v_load(sum[1] + lane), low));
    }
}

/* ------------------------------------------------------------------ compensated blocks */

/* p + *e times t + r: the error of p t is kept (Ogita, Rump & Oishi, Accurate sum and dot product,
 * SIAM J. Scientific Computing 26, 2005, for products as for sums). */
KERNEL V times(V *e, V p, V t, V r)
{
    const V product = v_mul(p, t);

    *e = v_fma(*e, t, v_fma(p, r, v_fms(p, t, product)));
    return product;
}

void ISA_NAME(pm_graded_fine)(double high[PM_GRADED_LANES], double low[PM_GRADED_LANES],
                              const struct pm_graded_leaf *leaf,
                              const struct pm_graded_group *group, const double *rest)
{
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        const V sign = v_mul(v_all(leaf->fine_start), v_widen(group->sign + lane));
        V sum = v_all(0), tail = v_all(0);
        for (int s = 0; s < LOW; s++) {
            V p = __builtin_parity((unsigned)s) ? v_sub(v_all(0), sign) : sign,
              q = v_sub(v_all(0), p);
            V e = v_all(0), f = v_all(0);
            for (int i = 0; i < leaf->n; i++) {
                const V t = v_add(v_load(group->y[i] + lane), v_all(leaf->low[i * LOW + s]));
                const V r = v_add(v_load(rest + i * LANES + lane), v_all(leaf->rest[i * LOW + s]));
                const V pivot = v_all(leaf->pivot[i]), off = v_all(leaf->off[i]);
                p = times(&e, p, v_add(t, pivot), v_add(r, off));
                q = times(&f, q, v_sub(t, pivot), v_sub(r, off));
            }
            v_gather(&sum, &tail, p);
            v_gather(&sum, &tail, q);
            tail = v_add(tail, v_add(e, f));
        }
        v_store(high + lane, sum);
        v_store(low + lane, tail);
    }
}

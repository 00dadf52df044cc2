/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk over floating numbers.  Row sums are exact (glynn/rounded.c), so every factor t +-
 * pivot enters a product with a single rounding.  Instructions for each row and sign vector: 1.5
 * for real numbers (two fused multiply-adds and one addition for each pair of sign vectors that
 * differ in the pivot column; the Gray code step costs one more for a whole block), 5 for complex
 * ones, 7 and 29 in double-double. */
#include "base/bits.h"
#include "engine/dense/dense_walk.h"
#include "engine/glynn/row_sums.h"

/* Number of sign vectors of a pass over the rows.  Each has two products that stay in registers, of
 * which AVX-512 has 32 and other sets 16. */
#ifdef PM_ISA_AVX512
enum { PASS = 8 / WORDS };
#else
enum { PASS = WORDS == 4 ? 2 : 4 / WORDS };
#endif

/* Does something for each sign vector of a pass. */
#define EACH(s) UNROLL for (int s = 0; s < PASS; s++)

/* The signed sum of the products of sign vectors first .. first + PASS - 1.  With `move`, the row
 * sums first take a Gray code step. */
KERNEL N pass(const struct pm_dense_strands *w, double *x, int first, V sign, const double *step,
              V direction, bool move)
{
    const double *low = w->low + first;
    N p[PASS], q[PASS];
    int i = 0;

    EACH(s)
    p[s] = q[s] = n_real(sign);
    for (; i < w->ones; i++, low += WORDS * PM_BLOCK) {
        const N y = row_sum(x, i, step, direction, move);
        EACH(s)
        {
            const N t = n_plus(y, low + s, PM_BLOCK);
            p[s] = n_times_plus(p[s], t);
            q[s] = n_times_minus(q[s], t);
        }
    }
    for (; i < w->zeros; i++, low += WORDS * PM_BLOCK) {
        const N y = row_sum(x, i, step, direction, move);
        EACH(s)
        {
            const N t = n_plus(y, low + s, PM_BLOCK);
            p[s] = n_times(p[s], t);
            q[s] = n_times(q[s], t);
        }
    }
    for (; i < w->n; i++, low += WORDS * PM_BLOCK) {
        const N y = row_sum(x, i, step, direction, move);
        EACH(s)
        {
            const N t = n_plus(y, low + s, PM_BLOCK);
            p[s] = n_times(p[s], n_plus(t, w->pivot + WORDS * i, 1));
            q[s] = n_times(q[s], n_minus(t, w->pivot + WORDS * i, 1));
        }
    }
    EACH(s)
    p[s] = n_sub(p[s], q[s]);
    return n_signed_sum(p, PASS);
}

/* An upper bound of start prod sqrt(width), with four chains of products for any width of
 * vectors. */
KERNEL V patch_bound(const struct pm_dense_strands *w, const double *x, const double *centre)
{
    V chain[4] = {v_all(1), v_all(1), v_all(1), v_all(1)};
    int i = 0;

    for (; i + 4 <= w->n; i += 4) {
        chain[0] = v_mul(chain[0], width(w->reach, x, centre, i));
        chain[1] = v_mul(chain[1], width(w->reach, x, centre, i + 1));
        chain[2] = v_mul(chain[2], width(w->reach, x, centre, i + 2));
        chain[3] = v_mul(chain[3], width(w->reach, x, centre, i + 3));
    }
    for (; i < w->n; i++)
        chain[0] = v_mul(chain[0], width(w->reach, x, centre, i));
    return v_mul(v_mul(v_all(w->start), v_root_above(v_mul(chain[0], chain[1]))),
                 v_root_above(v_mul(chain[2], chain[3])));
}

/* Walks the lanes x[...][0 .. WIDTH - 1]. */
static void lanes_walk(struct pm_strands_sum *sum, int lane, const struct pm_dense_strands *w,
                       double *x)
{
    const long blocks = 1L << w->log_blocks;
    N r[PM_BLOCK / PASS];
    V bound = v_all(0);
    struct sums sums;

    sums_clear(&sums);
    for (long g = 0; g < blocks; g++) {
        const int bit = g == 0 ? 0 : pm_gray_bit((uint64_t)g);
        const bool minus = pm_gray((uint64_t)g) >> bit & 1;
        const double *const step = w->step + (long)bit * w->n * WORDS;
        const V sign = v_all(g & 1 ? -w->start : w->start);
        r[0] = pass(w, x, 0, sign, step, v_all(g == 0 ? 0 : minus ? -1 : 1), true);
        for (int k = 1; k < PM_BLOCK / PASS; k++)
            r[k] = pass(w, x, k * PASS, sign, step, sign, false);
        sums_gather(&sums, n_signed_sum(r, PM_BLOCK / PASS));
        if (g % (1 << w->log_patch) == 0)
            bound = v_add(bound, patch_bound(w, x, w->centre[g >> w->log_patch & 1]));
    }
    for (int k = 0; k < PARTS; k++) {
        v_store(&sum->high[k][lane], sums.high[k]);
        v_store(&sum->low[k][lane], sums_low(&sums, k));
    }
    v_store(&sum->bound[lane], bound);
}

pm_dense_strands_walk NUMBER_NAME(pm_dense_walk);

void NUMBER_NAME(pm_dense_walk)(struct pm_strands_sum *sum, const struct pm_dense_strands *w,
                                double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum, lane, w, x + lane);
}

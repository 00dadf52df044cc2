/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The range of products in single precision.
 *
 * Tests.  W_i = sum of |entries| + gap of row i bounds every factor.  Products begin with 2^START
 * at most, and after some rows, before their W_i multiply to 2^MOST_GROWTH and while all partial
 * products of W_i are above 2^LEAST_GROWTH, are shrunk by the power of two that brings the product
 * of W_i to 1 or below: so nothing overflows, and what is lost where products underflow, 2^-150 for
 * each of up to 128 operations, has grown by no more than 2^8 in the end, to 2^-135.  Thresholds
 * are above 2^LEAST_EDGE (sample.c) and units of sums 2^-21 of these or more, so this is less than
 * the half unit that part.c adds for every node and block.  The narrow reach is that of most
 * matrices; where a threshold is lower, products begin higher and are shrunk more often.
 *
 * Blocks.  A block of that grade has prod (|y_i| + gap_i) <= E, as its bound is at most the second
 * edge. Its factors are at most |y_i| + l_i <= k_i (|y_i| + gap_i), l_i the sum of |entries| of its
 * free columns, k_i = max(1, l_i / gap_i), and at most W_i, the sum of |entries| and gap of the
 * row.  So with K = prod k_i the product of the first m factors is at most
 *
 *     M_m = min(prod_(i<=m) W_i, K E / prod_(i>m) gap_i).
 *
 * Powers of two after some rows keep M_m times their product near 2^AFTER there and below 2^MOST
 * everywhere: nothing overflows, and products of blocks far below E stay clear of subnormal
 * numbers, which are slow on some processors.  What is lost where a product underflows after row m,
 * 2^-150, grows by the product of the other factors, at most G_m = min(prod_(i>m) W_i, K E /
 * prod_(i<=m) gap_i): a range is only good if all that stays far below the unit of sums. */
#include "engine/graded/graded.h"

#include <math.h>
#include <stdlib.h>

static const struct {
    int start, most_growth; /* 126 together at most: no product is above 2^126 */
} reaches[] = {[PM_GRADED_NARROW] = {60, 60}, [PM_GRADED_WIDE] = {100, 26}};

enum { LEAST_GROWTH = -8 };

static pm_status fill_shrink(struct pm_graded *d, int most)
{
    float *const shrink = (float *)d->level[0].shrink;
    double m = 1;
    int e, growth = 0;

    d->shrunk = 0;
    for (int k = 0; k < d->n; k++) {
        frexp(d->width[k], &e);
        if (e > most || e <= LEAST_GROWTH)
            return pm_fail(PM_UNABLE, "row sums leave the range of single precision");
        shrink[k] = 1;
        if (growth + e > most || growth + e <= LEAST_GROWTH) {
            shrink[k - 1] = ldexpf(1, -growth);
            d->shrunk += growth;
            growth = 0;
        }
        m = frexp(m * d->width[k], &e);
        growth += e;
    }
    shrink[d->n - 1] = ldexpf(1, -growth);
    d->shrunk += growth;
    return PM_OK;
}

pm_status pm_graded_test_range(struct pm_graded *d, enum pm_graded_reach reach)
{
    static const double rounded = 0x1p-24;
    const int start = reaches[reach].start;

    PM_TRY(fill_shrink(d, reaches[reach].most_growth));
    for (int l = 0; l < d->levels; l++) {
        int exp;
        const double m = frexp(d->constant[l], &exp) * (1 + (2 * d->n + 8) * rounded);
        d->level[l].start = ldexpf(pm_graded_above(m), start - 1);
        exp += d->shrunk - (start - 1);
        if (abs(exp) > PM_GRADED_MOST_EXPONENT)
            return pm_fail(PM_UNABLE, "bounds leave the range of double");
        d->test_unit[l] = ldexp(1, exp);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ blocks */

enum {
    AFTER = 62, /* log2 of M_m after a power of two */
    MOST = 122,
    LEAST = 20, /* below this a power of two brings it back to AFTER */
    UNDERFLOW_BITS =
        -136, /* log2 of what is lost in a block: 32 products of 64 rows, 2^-150 each */
    MOST_FINISH = 120,
};

/* Logarithms to base 2, of all rows before a row. */
struct sums {
    double width[PM_GRADED_ROWS + 1], gap[PM_GRADED_ROWS + 1];
    double whole; /* K E */
};

static void sum_up(struct sums *s, const struct pm_graded *d)
{
    const struct pm_graded_level *const level = &d->level[0];

    *s = (struct sums){.whole = log2(level->edge[PM_GRADE_SINGLE] / level->start) + d->shrunk + 1};
    for (int i = 0; i < d->n; i++) {
        const double free = fabs(d->leaf.pivot[i]) + fabs(d->leaf.low[i * PM_GRADED_LOW]);
        s->whole += fmax(0, log2(free / level->gap[i]));
        s->width[i + 1] = s->width[i] + log2(d->width[i]);
        s->gap[i + 1] = s->gap[i] + log2(level->gap[i]);
    }
}

bool pm_graded_single_range(struct pm_graded *d)
{
    struct pm_graded_single *const single = &d->single;
    float *const shrink = (float *)single->shrink;
    double lost[PM_GRADED_ROWS], most_lost = -INFINITY;
    struct sums s;
    int scale = AFTER; /* log2 of what products are multiplied by so far */

    sum_up(&s, d);
    single->start = ldexpf(1, scale);
    for (int m = 1; m <= d->n; m++) {
        const double all = s.width[d->n] - s.width[m], rest = s.gap[d->n] - s.gap[m];
        const double size = fmin(s.width[m], s.whole - rest);
        const double next =
            m == d->n ? size : fmin(s.width[m + 1], s.whole - (s.gap[d->n] - s.gap[m + 1]));
        int step = 0;
        if (size + scale > MOST)
            return false;
        if (next + scale > MOST || size + scale < LEAST)
            step = AFTER - (int)ceil(size + scale);
        if (step < -126 || step > 126)
            return false;
        lost[m - 1] = fmin(all, s.whole - s.gap[m]) - scale;
        shrink[m - 1] = ldexpf(1, step);
        scale += step;
    }
    for (int m = 0; m < d->n; m++)
        most_lost = fmax(most_lost, lost[m] + scale + UNDERFLOW_BITS);
    int edge;
    frexp(d->largest[PM_GRADE_SINGLE], &edge);
    const int finish = PM_GRADED_SINGLE_BITS - (edge - 1) - (int)d->exp - scale;
    if (finish > MOST_FINISH || finish < -MOST_FINISH || most_lost + finish > -2)
        return false;
    single->finish = ldexpf(1, finish);
    return true;
}

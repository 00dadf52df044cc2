/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses powers of two for products in single precision, and proves that the products stay in
 * range.
 *
 * Tests.  Let W_i be the sum of |entries| of row i plus the gap of row i.  Every factor of row i is
 * at most W_i.  A product begins with at most 2^start.  After some rows, products are multiplied by
 * a power of two.  It makes the product of the W_i, times all powers so far, at most 1.  The rows
 * are chosen so that this scaled product of the W_i stays between 2^LEAST_GROWTH and 2^most, where
 * start + most = MOST_TEST.  So nothing overflows.  An underflow loses at most 2^-150 in each of up
 * to 128 operations.  Later factors increase this loss by at most 2^8, to 2^-135.  Thresholds are
 * at least 2^-107 (LEAST_EDGE, graded_choice.c), and a unit of the sums is 2^-20 of a threshold.
 * So the loss is less than the half unit that graded_part.c adds for every node and block.
 *
 * These multiplications take place only after groups of PM_GRADED_RUN rows and after the last row,
 * so that a kernel need not check every row.  W_i is below 2^13: glynn/rows.c divides a row by at
 * least 2^-12 of its sum, the gap is at most that sum, and line sums of scaled matrices are near 1.
 * So the product of the W_i of a group is at most 2^52.  start is as large as the group with the
 * largest product allows.
 *
 * Blocks.  A block of grade SINGLE has prod (|y_i| + gap_i) <= E, since its bound is at most the
 * second edge.  Its factors are at most |y_i| + l_i <= k_i (|y_i| + gap_i), where l_i is the sum of
 * |entries| of its free columns and k_i = max(1, l_i / gap_i).  The factors are also at most W_i.
 * So with K = prod k_i, the product of the first m factors is at most
 *
 *     M_m = min(prod_(i<=m) W_i, K E / prod_(i>m) gap_i).
 *
 * After some rows there is a power of two.  These powers bring M_m times their product to 2^AFTER
 * at these rows, and keep it below 2^MOST everywhere.  So nothing overflows.  Products of blocks
 * far below E do not become subnormal numbers, which are slow on some processors.  If a product
 * underflows after row m, the loss of 2^-150 grows by the product of the other factors, which is at
 * most G_m = min(prod_(i>m) W_i, K E / prod_(i<=m) gap_i).  The powers are used only if all these
 * losses stay far below the unit of sums. */
#include "engine/graded/graded_walk.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_TEST = 126, /* start + most: no product in a test is above 2^MOST_TEST */
    LEAST_MOST = 26,
    LEAST_GROWTH = -8,
};

/* True if products stay within the range during rows i .. end - 1.  log has n + 1 elements;
 * 2^log[i] is the least power of two that is at least the product of the W_i of the first i rows.
 * 2^-shrunk is the product of all powers of two so far. */
static bool is_within(const int64_t *log, int i, int end, int64_t shrunk, int64_t most)
{
    for (; i < end; i++)
        if (log[i + 1] - shrunk > most || log[i + 1] - shrunk <= LEAST_GROWTH)
            return false;
    return true;
}

static void shrink_before(struct pm_graded *d, const int64_t *log, int row)
{
    const int growth = (int)(log[row] - d->shrunk);

    ((float *)d->level[0].shrink)[row - 1] = ldexpf(1, -growth);
    d->shrunk += growth;
}

/* The end of the run that begins with row k. */
static int run_end(const struct pm_graded *d, int k)
{
    return k + PM_GRADED_RUN < d->n ? k + PM_GRADED_RUN : d->n;
}

/* log[i + 1] = log2 of the product of the W_i of the rows first .. i, rounded up. */
static void log_widths(int64_t *log, const struct pm_graded *d, int first, int end)
{
    struct pm_mag product = pm_mag_double(1, 0);

    for (int i = first; i < end; i++) {
        product = pm_mag_mul(product, pm_mag_double(d->width[i], 0));
        log[i + 1] = product.e;
    }
}

static int64_t largest_run(const struct pm_graded *d)
{
    int64_t log[PM_GRADED_ROWS + 1], most = LEAST_MOST;

    for (int k = 0; k < d->n; k = run_end(d, k)) {
        log_widths(log, d, k, run_end(d, k));
        for (int i = k; i < run_end(d, k); i++)
            most = log[i + 1] > most ? log[i + 1] : most;
    }
    return most;
}

static pm_status fill_shrink(struct pm_graded *d, const int64_t *log, int64_t most)
{
    d->shrunk = 0;
    for (int i = 0; i < d->n; i++)
        ((float *)d->level[0].shrink)[i] = 1;
    for (int k = 0; k < d->n; k = run_end(d, k)) {
        if (k > 0 && !is_within(log, k, run_end(d, k), d->shrunk, most))
            shrink_before(d, log, k);
        if (!is_within(log, k, run_end(d, k), d->shrunk, most))
            return pm_fail(PM_UNABLE, "row sums leave the range of single precision");
    }
    shrink_before(d, log, d->n);
    return PM_OK;
}

pm_status pm_graded_test_range(struct pm_graded *d)
{
    int64_t log[PM_GRADED_ROWS + 1] = {0};

    log_widths(log, d, 0, d->n);
    const int64_t most = largest_run(d);
    const int start = (int)(MOST_TEST - most);
    PM_TRY(fill_shrink(d, log, most));
    for (int l = 0; l < d->levels; l++) {
        const struct pm_mag bound = pm_mag_mul(pm_mag_double(d->constant[l], 0),
                                               pm_mag_up(1 + pm_gamma_single(2 * d->n + 8), 0));
        const int exp = (int)(bound.e + d->shrunk - (start - 1));
        d->level[l].start = ldexpf(pm_float_above(bound.m), start - 1);
        if (abs(exp) > PM_GRADED_MOST_EXPONENT)
            return pm_fail(PM_UNABLE, "bounds leave the range of double");
        d->test_unit[l] = ldexp(1, exp);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ blocks */

enum {
    AFTER = 20,      /* log2 of M_m times all powers so far, just after a power of two; with a lower
                      * value, more rows can follow before the next power */
    HIGH_AFTER = 62, /* is used instead if the losses by underflow are too large with AFTER */
    MOST = 122,
    DROP = 42,             /* M_m may fall by this power of two before it is raised again */
    UNDERFLOW_BITS = -136, /* log2 of the losses in a block, rounded up: 2^-150 for each of 64 rows
                            * of 32 products */
    MOST_FINISH = 120,
};

/* width[m]: log2 of the product of the W_i of the first m rows; gap[m]: the same for the gaps. */
struct sums {
    double width[PM_GRADED_ROWS + 1], gap[PM_GRADED_ROWS + 1];
    double whole; /* log2 of K E */
};

static void sum_up(struct sums *s, const struct pm_graded *d)
{
    const struct pm_graded_level *const level = &d->level[0];

    *s = (struct sums){.whole = log2((double)level->edge[PM_GRADE_SINGLE] / (double)level->start) +
                                d->shrunk + 1};
    for (int i = 0; i < d->n; i++) {
        const double free = fabs(d->leaf.pivot[i]) + fabs(d->leaf.low[i * PM_GRADED_LOW]);
        s->whole += fmax(0, log2(free / level->gap[i]));
        s->width[i + 1] = s->width[i] + log2(d->width[i]);
        s->gap[i + 1] = s->gap[i] + log2(level->gap[i]);
    }
}

/* Returns log2 of M_m. */
static double size_of(const struct sums *s, int n, int m)
{
    return fmin(s->width[m], s->whole - (s->gap[n] - s->gap[m]));
}

/* Returns log2 of the power of two after row m.  `scale` is log2 of the product of all earlier
 * powers and of the start. */
static int choose_step(const struct sums *s, int n, int m, int after, int scale)
{
    const double size = size_of(s, n, m);
    double most = size;

    if (m % PM_GRADED_RUN != 0 && m < n)
        return 0;
    for (int next = m + 1; next <= n && next <= m + PM_GRADED_RUN; next++)
        most = fmax(most, size_of(s, n, next));
    if (most + scale <= MOST && size + scale >= after - DROP)
        return 0;
    return after - (int)ceil(size + scale);
}

static bool set_single_range(struct pm_graded *d, const struct sums *s, int after)
{
    struct pm_graded_single *const single = &d->single;
    float *const shrink = (float *)single->shrink;
    double lost[PM_GRADED_ROWS], most_lost = -INFINITY;
    int edge, scale = after; /* scale: log2 of the product of the start and all powers so far */

    single->start = ldexpf(1, scale);
    for (int m = 1; m <= d->n; m++) {
        const int step = choose_step(s, d->n, m, after, scale);
        if (size_of(s, d->n, m) + scale > MOST || abs(step) > 126)
            return false;
        lost[m - 1] = fmin(s->width[d->n] - s->width[m], s->whole - s->gap[m]) - scale;
        shrink[m - 1] = ldexpf(1, step);
        scale += step;
    }
    for (int m = 0; m < d->n; m++)
        most_lost = fmax(most_lost, lost[m] + scale + UNDERFLOW_BITS);
    frexp(d->largest[PM_GRADE_SINGLE], &edge);
    const int finish = PM_GRADED_SINGLE_BITS - (edge - 1) - (int)d->exp - scale;
    if (abs(finish) > MOST_FINISH || most_lost + finish > -2)
        return false;
    single->finish = ldexpf(1, finish);
    return true;
}

bool pm_graded_single_range(struct pm_graded *d)
{
    struct sums s;

    sum_up(&s, d);
    return set_single_range(d, &s, AFTER) || set_single_range(d, &s, HIGH_AFTER);
}

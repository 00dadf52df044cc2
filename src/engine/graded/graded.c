/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graded precision: the permanent of a non-negative matrix is computed with a guaranteed relative
 * error, for a fraction of the work of a full walk.
 *
 * Glynn's formula, as the dense engine uses it (dense.c), adds up 2^(n-1) products of row sums.
 * For a non-negative matrix, most of these products hardly matter.  If rows and columns are scaled
 * to sums of 1, and k columns have the sign minus, the row sums are near 1 - 2 k/n.  Their product
 * is tiny unless k is small or large.  So the engine works in four steps:
 *
 * 1. Scale the matrix, and prove a lower bound of its permanent (sinkhorn.c: Sinkhorn; van der
 *    Waerden's conjecture, Egorychev 1981, Falikman 1981).
 * 2. Walk through the sign vectors as a tree.  A node has fixed signs for the highest columns; K
 *    columns are free.  Hoelder's inequality bounds the sum of |products| below the node
 *    (graded_tables.c).
 * 3. Skip nodes whose bound is below a threshold, and add their bounds to the error.  The
 *    thresholds come from a sample with a fixed seed (thresholds.c) and are constants of the plan.
 *    The proof does not depend on the sample, since the bounds of all skipped nodes are added up.
 * 4. Pack the other nodes into groups of sixteen for the vector units (graded_walk.c), and test
 *    their children.  The lowest nodes are blocks of 16 sign vectors.  A block is computed in
 *    single precision, in double precision, or in double precision with compensation, depending on
 *    how large its rounding errors may be (graded_blocks_kernel.c; graded_nodes.h defines
 *    every operation).  If the sample predicts that almost all blocks below a node will be computed
 *    in double precision, all of them are computed so, without tests.
 *
 * The guarantee.  Let S be the sum over all sign vectors of the scaled and rounded matrix, L > 0
 * the proved lower bound of S, and B_b the bound of a node b.  A grade is one of the three ways to
 * compute a block.  Then
 *
 *     |computed - S| <= sum of B_b over skipped nodes
 *                     + sum over grades g of c_g sum of B_b over blocks b of this grade
 *                     + c_w sum of B_b over nodes b that are computed whole, without tests
 *                     + one unit of the corresponding sum for every test and every block.
 *
 * The permanent is F times the same sum for exact entries, where F is an exact product of scaling
 * factors and powers of two.  The derivations are in these files:
 *
 *     L      sinkhorn.c: van der Waerden's bound, or Schrijver's, after a scaling that is known
 *            exactly.  The bound is reduced by the deviation of the line sums from 1.
 *     B_b    graded_tables.c: Hoelder's inequality and a chord.  B_b is computed in single
 *            precision.  It allows for rounding errors of 2^-22 of the row's sum in each row sum,
 *            and of a factor of (1 + 2^-24)^(2 n) in the product.  single_range.c proves that
 *            nothing overflows, and that underflow loses less than half a unit of the sum to which
 *            B_b is added.
 *     c_g    graded_tables.c: about 3 n 2^-24 / slope for single precision, n 2^-53 + the rounding
 *            of the entries for double precision, and four times the square of the latter with
 *            compensation.  For a random matrix of order 48, these are 1.4e-5, 3.6e-13 and 5.2e-25.
 *     c_w    As for double precision, with the constants of the larger node.
 *     units  graded_nodes.h and graded_part.c: numbers are rounded to multiples of a unit, by at
 *            most half a unit, before they are added up.  So all sums are exact, and the bits of a
 *            part do not depend on the order of additions.
 *     S      halves.c and rounding_loss.c: entries are rounded to about 99 bits of their row's sum,
 *            which changes S by at most a proved factor.
 *     F      graded_tables.c: rounded to 160 bits, with a relative error of at most 2^-150.
 *
 * The walk computes all sums on the right side of the inequality.  They are rounded upwards and
 * become the error of the part (graded_part.c).  Thresholds are chosen so that the expected total
 * of these sums is below epsilon L.
 *
 * A step is the work that the dense walk needs for one row of one sign vector. */
#include "base/alloc.h"
#include "base/stop.h"
#include "engine/graded/graded_gpu.h"
#include "engine/glynn/rows.h"
#include "engine/graded/graded_walk.h"
#include "engine/walk.h"
#include "engine/abilities.h"

#include <math.h>
#include <stdio.h>

enum {
    LOG_UNITS = 24, /* log2 of the largest number of units */
    ROOT = 22,      /* least number of free columns of a unit's root, if there are so many */
};

/* The largest error from rounding the entries, as a fraction of epsilon. */
static const double ROUNDING_SHARE = 0.05;
static const double SETUP_STEPS = 2e4; /* steps of preparation, for each entry of the matrix */

static int choose_root(int n)
{
    int root = ROOT;

    if (n - 1 < root)
        return n - 1;
    while (n - 1 - root > LOG_UNITS)
        root += PM_GRADED_STEP;
    return root;
}

pm_status pm_graded_new(struct pm_graded **out, const struct pm_matrix *a,
                        const struct pm_graded_wish *wish)
{
    struct pm_scaled scaled;
    struct pm_graded *d;
    pm_status status;

    PM_TRY(pm_sinkhorn_init(&scaled, a));
    PM_NEW_GOTO(status, d, 1, done);
    fmpz_init(d->factor);
    d->n = pm_rows_order(a->rows);
    d->root = wish->root > 0 ? wish->root : choose_root(d->n);
    d->top = d->n - 1 - d->root;
    d->kernels = pm_graded_kernels_of(pm_isa_find(NULL));
    status = pm_graded_tables(d, &scaled);
    if (status == PM_OK && d->rounding > ROUNDING_SHARE * wish->epsilon)
        status = pm_fail(PM_UNABLE, "entries are too unequal for epsilon = %g", wish->epsilon);
    PM_THEN(status, pm_graded_choose(d, wish->epsilon));
    if (status == PM_OK)
        *out = d;
    else
        pm_graded_free(d);
done:
    pm_sinkhorn_clear(&scaled);
    return status;
}

void pm_graded_free(void *graded)
{
    struct pm_graded *const d = graded;

    if (d == NULL)
        return;
    fmpz_clear(d->factor);
    PM_FREE(d->memory, d);
}

/* Decimal logarithm of the lower bound of the permanent. */
static double least_log10(const struct pm_graded *d)
{
    signed long exp;
    const double factor = fmpz_get_d_2exp(&exp, d->factor);

    return log10(d->low * factor) + log10(2) * (double)(exp + d->exp + d->shift);
}

/* The largest bound of a node of this grade, as a fraction of the permanent's lower bound. */
static double edge_of(const struct pm_graded *d, int level, enum pm_grade grade)
{
    return d->level[level].edge[grade] * d->test_unit[level] / d->low;
}

/* Writes the fraction of the terms in each grade, and then the thresholds as fractions of the
 * permanent's lower bound. */
static void describe(char *note, size_t size, const struct pm_graded *d, double epsilon)
{
    const double *const share = d->choice.shares.blocks;
    size_t used = (size_t)snprintf(
        note, size,
        "epsilon %.3g: %.3g of the terms in single, %.2g in double, %.2g compensated; the "
        "core's permanent is at least 10^%.2f; of that, in single to %.2g, in double to %.2g, "
        "skips "
        "blocks below",
        epsilon, share[PM_GRADE_SINGLE], share[PM_GRADE_PLAIN], share[PM_GRADE_FINE],
        least_log10(d), edge_of(d, 0, PM_GRADE_SINGLE), edge_of(d, 0, PM_GRADE_PLAIN));

    for (int l = 0; l < d->levels && used < size; l++)
        used += (size_t)snprintf(note + used, size - used, "%s%.2g", l == 0 ? " " : ", ",
                                 d->limit[l] / d->low);
    if (used < size && d->whole > 0)
        snprintf(note + used, size - used, "; untested below nodes of 2^%d from %.2g to %.2g",
                 d->level[d->whole].columns, edge_of(d, d->whole, PM_GRADE_SINGLE),
                 edge_of(d, d->whole, PM_GRADE_PLAIN));
    else if (used < size)
        snprintf(note + used, size - used, "; all blocks tested");
}

/* Of random matrices of orders 34 to 60 with any epsilon up to 0.3, at least 2^-6 of the work for
 * all sign vectors was left.  Half of that is taken for a lower bound, which takes no time. */
static double graded_floor(const struct pm_core *core)
{
    return ldexp(core->a->rows, core->a->rows - 1 - 7);
}

static pm_status graded_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_graded_wish wish = {.epsilon = limits->epsilon};
    struct pm_graded *d;

    (void)number;
    if (!(limits->epsilon > 0))
        return pm_fail(PM_UNABLE, "epsilon is 0, so no sign vector may be skipped");
    PM_TRY(pm_walk_subsets(cost, core, core->a->rows));
    PM_TRY(pm_graded_new(&d, core->a, &wish));
    pm_walk_cost(cost, UINT64_C(1) << (d->n - 1), d->root,
                 d->n * pm_graded_steps(&d->choice.shares));
    cost->steps += SETUP_STEPS * d->n * d->n;
    cost->peak =
        d->n * ldexp(PM_GRADED_WORK[PM_GRADE_PLAIN] + PM_GRADED_TEST_WORK / (1 << PM_GRADED_LEAF),
                     d->root);
    cost->choice = d;
    describe(cost->note, sizeof cost->note, d, limits->epsilon);
    return PM_OK;
}

static pm_status graded_open(void **out, const struct pm_core *core, const struct pm_cost *cost,
                             const struct pm_ring *ring, const struct pm_limits *limits)
{
    const struct pm_isa *isa;
    struct pm_graded *d;

    (void)core;
    (void)ring;
    PM_TRY(pm_isa_chosen(&isa, limits->isa));
    PM_NEW(d, 1);
    *d = *(const struct pm_graded *)cost->choice; /* the tables still belong to cost->choice */
    d->kernels = pm_graded_kernels_of(isa);
    d->stop = limits->stop;
    *out = d;
    return PM_OK;
}

static pm_status graded_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct pm_graded *const d = job;
    struct pm_graded_sums sums;

    for (uint64_t k = 0; k < count && !pm_stop_wanted(d->stop); k++) {
        pm_graded_sums(&sums, d, first + k);
        PM_TRY(pm_graded_part(&part[k], &sums, d));
    }
    return pm_go_on(d->stop);
}

static const struct pm_engine_gpu graded_gpu = {
    .rate = {[PM_REAL] = 8e12}, /* measured: 7.3e12 to 8.5e12, for orders 62 and 54 */
    .least = 1,
    .most = 1 << PM_GRADED_LOG_LAUNCH,
    .recipe = pm_graded_device_recipe,
    .open = pm_graded_device_new,
    .work = pm_graded_device_add,
    .close = pm_graded_device_free,
};

static const struct pm_engine_more more = {
    .forget = pm_graded_free,
    .gpu = &graded_gpu,
};

const struct pm_engine pm_engine_graded = {
    .name = "graded",
    .what = "non-negative: proves what can be skipped, computes the rest as finely as it deserves",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_REAL_BIT,
    .figures = {.steady = true,
                .look = 0.05,
                .rate = {[PM_REAL] = 2.4e10},
                .portable = {[PM_REAL] = 42}}, /* measured with order 30 */
    .floor = graded_floor,
    .cost = graded_cost,
    .open = graded_open,
    .work = graded_work,
    .close = free,
    .more = &more,
};

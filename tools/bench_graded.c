/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench graded: what graded precision skips, and what that saves.
 *
 * Matrices: random ones with entries k / 1000 in (0, 1), and all ones, whose permanent is n!.  A
 * case that takes no longer than --time (60 seconds of one thread if it is not given) is computed
 * whole.  Of the others, units are sampled: a unit is numbered by the signs of the highest columns,
 * and how much of it is computed depends above all on how many of these are -, so every number of -
 * has its units, which are weighted by how many there are.  Shares of terms and seconds are those
 * of the sample, then.  Time against epsilon 0 is that of the dense walk, of which a few units are
 * enough, since they all take the same; every time is processor time of one thread. */
#include "base/alloc.h"
#include "bench.h"
#include "engine/graded/graded.h"
#include "num/fold.h"
#include "num/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SAMPLED_ROOT = 22, /* free columns of a sampled unit */
    EACH = 3,          /* units for every number of signs */
    DENSE_UNITS = 3,
};

static const double default_seconds = 60;
static const double epsilons[] = {1e-6, 1e-12};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

pm_status bench_graded_matrix(struct pm_matrix **a, int n, bool ones)
{
    struct pm_triplets t;
    pm_status status = PM_OK;
    uint64_t state = UINT64_C(88172645463325252);
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, n, n, false);
    for (int k = 0; k < n * n && status == PM_OK; k++) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        if (ones)
            fmpq_one(x);
        else
            fmpq_set_si(x, 1 + (slong)((state * UINT64_C(2685821657736338717)) >> 33) % 999, 1000);
        status = pm_triplets_add(&t, k / n, k % n, x, NULL);
    }
    if (status == PM_OK)
        status = pm_matrix_from_triplets(a, &t);
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return status;
}

/* What a case took, for one sign vector on average. */
struct cost {
    double seconds, blocks[PM_GRADES], tested;
};

static void cost_add(struct cost *sum, const struct pm_graded *d, const struct pm_graded_sums *sums,
                     double seconds, double weight)
{
    const double each = weight / ldexp(1, d->root), block = 1 << PM_GRADED_LEAF;
    uint64_t tested = 0;

    for (int l = 0; l < d->levels; l++)
        tested += (uint64_t)sums->tested[l];
    sum->seconds += seconds * each;
    for (int g = 0; g < PM_GRADES; g++)
        sum->blocks[g] += (double)sums->blocks[g] * block * each;
    sum->tested += (double)tested * each;
}

/* A unit whose number has `minus` bits, chosen by `state`. */
static uint64_t draw_unit(uint64_t *state, int top, int minus)
{
    uint64_t unit = 0;

    for (int j = 0, left = minus; j < top; j++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if ((double)(*state >> 33) * (top - j) < (double)left * 0x1p31) {
            unit |= UINT64_C(1) << j;
            left--;
        }
    }
    return unit;
}

static pm_status sample(struct cost *cost, const struct pm_graded *d)
{
    uint64_t state = 1;
    double weight = ldexp(1, -d->top); /* of the units with so many - */

    for (int minus = 0; minus <= d->top; minus++) {
        for (int k = 0; k < EACH; k++) {
            struct pm_graded_sums sums = {.single = 0};
            struct pm_part part;
            const uint64_t unit = draw_unit(&state, d->top, minus);
            const double start = now();
            PM_TRY(pm_graded_unit(&part, &sums, d, unit));
            cost_add(cost, d, &sums, now() - start, weight / EACH);
        }
        weight *= (double)(d->top - minus) / (minus + 1);
    }
    return PM_OK;
}

/* All units; *value is the permanent. */
static pm_status whole(struct cost *cost, struct pm_value *value, const struct pm_graded *d)
{
    const struct pm_ring ring = pm_ring_of(PM_REAL);
    const uint64_t units = pm_graded_units(d);
    struct pm_graded_sums sums = {.single = 0};
    struct pm_fold fold;
    struct pm_part part;
    pm_status status = PM_OK;
    const double start = now();

    pm_fold_init(&fold, &ring);
    for (uint64_t unit = 0; unit < units && status == PM_OK; unit++) {
        status = pm_graded_unit(&part, &sums, d, unit);
        if (status == PM_OK)
            status = pm_fold_add(&fold, 0, unit, &part);
    }
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    cost_add(cost, d, &sums, now() - start, 1 / (double)units);
    return status == PM_OK ? pm_value_set_part(value, &part, 0) : status;
}

/* Seconds of the dense walk for a sign vector. */
static pm_status dense(double *seconds, const struct pm_matrix *a)
{
    struct pm_dense_rows rows;
    struct pm_dense *d = NULL;
    struct pm_part part;

    PM_TRY(pm_dense_rows_init(&rows, a, 1));
    const pm_status status = pm_dense_new(&d, &rows, 1);
    pm_dense_rows_clear(&rows);
    *seconds = HUGE_VAL;
    for (uint64_t k = 0; status == PM_OK && k < DENSE_UNITS; k++) {
        const double start = now();
        d->isa = pm_isa_find(NULL);
        pm_dense_unit(&part, d, k % pm_dense_units(pm_dense_order(a->rows)));
        *seconds =
            fmin(*seconds, (now() - start) / ldexp(1, pm_dense_log_unit(pm_dense_order(a->rows))));
    }
    pm_dense_free(d);
    return status;
}

/* |value - n!| / n!, and the proved bound; a negative number where it is not known. */
static double true_error(const struct pm_value *value, int n, bool ones)
{
    fmpq_t truth;

    if (!ones)
        return -1;
    fmpq_init(truth);
    fmpz_fac_ui(fmpq_numref(truth), (ulong)n);
    fmpq_div(truth, value->centre.re, truth);
    fmpq_sub_si(truth, truth, 1);
    const double error = fabs(fmpq_get_d(truth));
    fmpq_clear(truth);
    return error;
}

static double relative_bound(const struct pm_value *value)
{
    const struct pm_mag size = pm_mag_fmpq(value->centre.re);
    return size.m > 0 ? ldexp(value->error.m / size.m, (int)(value->error.e - size.e)) : HUGE_VAL;
}

static void put_number(const char *format, int width, double x)
{
    if (x >= 0)
        printf(format, x);
    else
        printf(" %*s", width, "-");
}

static pm_status put_case(int n, bool ones, double epsilon, double limit)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon,
                                        .root = n - 1 > SAMPLED_ROOT ? SAMPLED_ROOT : 0};
    struct cost cost = {.seconds = 0};
    struct pm_value value;
    struct pm_matrix *a;
    struct pm_graded *d = NULL;
    double each = 0, bound = -1, error = -1;
    pm_status status;

    PM_TRY(bench_graded_matrix(&a, n, ones));
    pm_value_init(&value);
    const double start = now();
    PM_TRY_GOTO(status, pm_graded_new(&d, a, &wish), done);
    const double setup = now() - start;
    PM_TRY_GOTO(status, dense(&each, a), done);
    if (each * ldexp(2, n - 1) <= limit) {
        PM_TRY_GOTO(status, whole(&cost, &value, d), done);
        bound = relative_bound(&value);
        error = true_error(&value, n, ones);
    } else {
        PM_TRY_GOTO(status, sample(&cost, d), done);
    }
    printf("%-7s %3d %6.0e %8.2g %8.4f %8.4f %8.5f %8.4f %8.3f %9.3g %9.3g %7.2f",
           ones ? "ones" : "random", n, epsilon, 1 - d->shares.blocks[PM_GRADE_SKIP],
           cost.blocks[PM_GRADE_SINGLE], cost.blocks[PM_GRADE_PLAIN], cost.blocks[PM_GRADE_FINE],
           cost.tested, setup, each * ldexp(1, n - 1), cost.seconds * ldexp(1, n - 1),
           each / cost.seconds);
    put_number(" %9.2g", 9, bound);
    put_number(" %9.2g", 9, error);
    putchar('\n');
    fflush(stdout);
done:
    pm_graded_free(d);
    pm_value_clear(&value);
    pm_matrix_free(a);
    return status;
}

static void print_head(void)
{
    printf("%-7s %3s %6s %8s %8s %8s %8s %8s %8s %9s %9s %7s %9s %9s\n", "matrix", "n", "eps",
           "foreseen", "single", "double", "compens.", "tests", "plan s", "eps 0 s", "seconds",
           "faster", "bound", "error");
}

int bench_graded(const struct cli *cli, int count, const char *const *operand)
{
    static const int usual[] = {24, 28, 32, 40, 48, 54, 62}, large[] = {48, 54, 56, 60, 62, 64};
    const bool gpu = cli->solve.gpus > 0;
    const double limit = cli->solve.seconds > 0 ? cli->solve.seconds : default_seconds;
    int order[16], orders = count;
    pm_status status = PM_OK;

    for (int k = 0; k < count; k++) {
        order[k] = atoi(operand[k]);
        if (order[k] < 2 || order[k] > PM_GRADED_ROWS)
            return cli_usage(cli->program, "graded: an order is 2 to %d, not '%s'", PM_GRADED_ROWS,
                             operand[k]);
    }
    if (count == 0) {
        orders = (int)(gpu ? sizeof large / sizeof *large : sizeof usual / sizeof *usual);
        memcpy(order, gpu ? large : usual, (size_t)orders * sizeof *order);
    }
    if (gpu)
        status = bench_graded_gpu(orders, order);
    else
        print_head();
    for (int k = 0; k < orders && !gpu; k++)
        for (int ones = 0; ones < 2; ones++)
            for (size_t e = 0; e < sizeof epsilons / sizeof *epsilons && status == PM_OK; e++)
                status = put_case(order[k], ones, epsilons[e], limit);
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "graded");
}

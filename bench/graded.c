/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench graded: what graded precision skips, and what that saves.
 *
 * Matrices: random ones with entries k / 1000 in (0, 1); all ones, whose permanent is n!; and
 * diagonal ones, 1 + k / 1000 there and k / 10^6 elsewhere, all of whose terms are about equal, so
 * that none can be skipped: what the time is above that of epsilon 0 is the price of trying.  A
 * case that takes no longer than --time (60 seconds of one thread if it is not given) is computed
 * whole.  Of the others, units are sampled: a unit is numbered by the signs of the highest columns,
 * and how much of it is computed depends above all on how many of these are -, so every number of -
 * has its units, which are weighted by how many there are.  Shares of terms and seconds are those
 * of the sample, then.  One round of it takes seconds; others follow while --time lasts.
 *
 * Time against epsilon 0 is that of the dense walk, whose units all take the same; some of them run
 * in between, so that both are measured on the same machine whatever else it does.  Every time is
 * processor time of one thread.  Seconds on other machines are steps, by the work of each grade and
 * the shares that were counted, over the rates in the descriptions that --plan --machine uses. */
#include "base/alloc.h"
#include "base/clock.h"
#include "bench.h"
#include "engine/graded/graded.h"
#include "num/fold.h"
#include "num/value.h"
#include "plan/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLED_ROOT = 25, /* free columns of a unit that is sampled where the walk has larger ones, */
    LARGER = 49,       /* of orders above this one */
    EACH = 3,          /* units for every number of signs, in as many rounds */
    DENSE_UNITS = 3,   /* at least */
};

static const double default_seconds = 60;
static const double RIVAL = 0.25; /* time of the dense walk beside that of the graded one */
static const char *const machines[] = {"h200", "8xh200"};

enum { MACHINES = sizeof machines / sizeof *machines };

const char *const bench_graded_name[BENCH_GRADED_KINDS] = {
    [BENCH_RANDOM] = "random",
    [BENCH_ONES] = "ones",
    [BENCH_DIAGONAL] = "diagonal",
};

double bench_graded_epsilon(enum bench_graded_kind kind, int which)
{
    static const double epsilons[] = {1e-6, 1e-12};

    return which < (kind == BENCH_DIAGONAL ? 1 : 2) ? epsilons[which] : 0;
}

static void set_entry(fmpq_t x, enum bench_graded_kind kind, bool diagonal, slong k)
{
    if (kind == BENCH_ONES)
        fmpq_one(x);
    else if (kind == BENCH_DIAGONAL && diagonal)
        fmpq_set_si(x, 1000 + k, 1000);
    else
        fmpq_set_si(x, k, kind == BENCH_DIAGONAL ? 1000000 : 1000);
}

pm_status bench_graded_matrix(struct pm_matrix **a, int n, enum bench_graded_kind kind)
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
        const slong drawn = 1 + (slong)((state * UINT64_C(2685821657736338717)) >> 33) % 999;
        set_entry(x, kind, k / n == k % n, drawn);
        status = pm_triplets_add(&t, k / n, k % n, x, NULL);
    }
    if (status == PM_OK)
        status = pm_matrix_from_triplets(a, &t);
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return status;
}

/* ------------------------------------------------------------------ epsilon 0 */

/* The dense walk, a unit now and then. */
struct rival {
    struct pm_dense *d;
    int n;
    uint64_t units; /* done */
    double seconds;
};

static pm_status rival_init(struct rival *r, const struct pm_matrix *a)
{
    struct pm_dense_rows rows;

    *r = (struct rival){.n = pm_dense_order(a->rows)};
    PM_TRY(pm_dense_rows_init(&rows, a, 1));
    const pm_status status = pm_dense_new(&r->d, &rows, 1);
    pm_dense_rows_clear(&rows);
    if (status == PM_OK)
        r->d->isa = pm_isa_find(NULL);
    return status;
}

/* Runs until it has taken that long. */
static void rival_run(struct rival *r, double seconds)
{
    while (r->units < DENSE_UNITS || r->seconds < seconds) {
        struct pm_part part;
        const double start = pm_clock();
        pm_dense_unit(&part, r->d, r->units++ % pm_dense_units(r->n));
        r->seconds += pm_clock() - start;
    }
}

/* Seconds for a sign vector. */
static double rival_each(const struct rival *r)
{
    return r->seconds / (double)r->units / ldexp(1, pm_dense_log_unit(r->n));
}

/* ------------------------------------------------------------------ what a case takes */

/* What a case took, for one sign vector on average. */
struct cost {
    double seconds;
    struct pm_graded_shares shares;
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
        sum->shares.blocks[g] += (double)sums->blocks[g] * block * each;
    sum->shares.whole += (double)sums->whole * ldexp(1, d->level[d->whole].columns) * each;
    sum->shares.tested += (double)tested * each;
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

/* A unit for every number of -. */
static pm_status sample_round(struct cost *cost, const struct pm_graded *d, struct rival *rival,
                              uint64_t *state, double *spent)
{
    double weight = ldexp(1, -d->top); /* of the units with so many - */

    for (int minus = 0; minus <= d->top; minus++) {
        struct pm_graded_sums sums = {.single = 0};
        struct pm_part part;
        const uint64_t unit = draw_unit(state, d->top, minus);
        const double start = pm_clock();
        PM_TRY(pm_graded_unit(&part, &sums, d, unit));
        const double seconds = pm_clock() - start;
        cost_add(cost, d, &sums, seconds, weight);
        *spent += seconds;
        rival_run(rival, RIVAL * *spent);
        weight *= (double)(d->top - minus) / (minus + 1);
    }
    return PM_OK;
}

static pm_status sample(struct cost *cost, const struct pm_graded *d, struct rival *rival,
                        double limit)
{
    uint64_t state = 1;
    double spent = 0;
    int rounds = 0;

    do
        PM_TRY(sample_round(cost, d, rival, &state, &spent));
    while (++rounds < EACH && spent * (1 + 1.0 / rounds) < limit);
    cost->seconds /= rounds;
    for (int g = 0; g < PM_GRADES; g++)
        cost->shares.blocks[g] /= rounds;
    cost->shares.whole /= rounds;
    cost->shares.tested /= rounds;
    return PM_OK;
}

/* All units; *value is the permanent. */
static pm_status whole(struct cost *cost, struct pm_value *value, const struct pm_graded *d,
                       struct rival *rival)
{
    const struct pm_ring ring = pm_ring_of(PM_REAL);
    const uint64_t units = pm_graded_units(d);
    struct pm_graded_sums sums = {.single = 0};
    struct pm_fold fold;
    struct pm_part part;
    double spent = 0;
    pm_status status = PM_OK;

    pm_fold_init(&fold, &ring);
    for (uint64_t unit = 0; unit < units && status == PM_OK; unit++) {
        const double start = pm_clock();
        status = pm_graded_unit(&part, &sums, d, unit);
        if (status == PM_OK)
            status = pm_fold_add(&fold, 0, unit, &part);
        spent += pm_clock() - start;
        rival_run(rival, RIVAL * spent);
    }
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    cost_add(cost, d, &sums, spent, 1 / (double)units);
    return status == PM_OK ? pm_value_set_part(value, &part, 0) : status;
}

/* |value - n!| / n!, and the proved bound; a negative number where it is not known. */
static double true_error(const struct pm_value *value, int n, enum bench_graded_kind kind)
{
    fmpq_t truth;

    if (kind != BENCH_ONES)
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

/* Seconds that machines take for what was counted. */
static pm_status put_machines(const struct pm_graded *d, const struct cost *cost)
{
    const double steps = d->n * ldexp(pm_graded_steps(&cost->shares), d->n - 1);

    for (int k = 0; k < MACHINES; k++) {
        struct pm_machine *machine;
        PM_TRY(pm_machine_describe(&machine, machines[k]));
        printf(" %9.3g", steps / pm_machine_rate(machine, pm_engine_find("graded"), PM_REAL,
                                                 pm_graded_units(d)));
        pm_machine_free(machine);
    }
    return PM_OK;
}

static pm_status put_case(int n, enum bench_graded_kind kind, double epsilon, double limit)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon, .root = n > LARGER ? SAMPLED_ROOT : 0};
    struct rival rival = {.d = NULL};
    struct cost cost = {.seconds = 0};
    struct pm_value value;
    struct pm_matrix *a;
    struct pm_graded *d = NULL;
    double bound = -1, error = -1;
    pm_status status;

    PM_TRY(bench_graded_matrix(&a, n, kind));
    pm_value_init(&value);
    const double start = pm_clock();
    PM_TRY_GOTO(status, pm_graded_new(&d, a, &wish), done);
    const double setup = pm_clock() - start;
    PM_TRY_GOTO(status, rival_init(&rival, a), done);
    rival_run(&rival, 0);
    if (rival_each(&rival) * ldexp(2, n - 1) <= limit) {
        PM_TRY_GOTO(status, whole(&cost, &value, d, &rival), done);
        bound = relative_bound(&value);
        error = true_error(&value, n, kind);
    } else {
        PM_TRY_GOTO(status, sample(&cost, d, &rival, limit), done);
    }
    const double *const share = cost.shares.blocks, each = rival_each(&rival);
    printf("%-8s %3d %6.0e %8.2g %8.4f %8.4f %8.5f %8.4f %8.3f %9.3g %9.3g %7.2f",
           bench_graded_name[kind], n, epsilon, 1 - d->shares.blocks[PM_GRADE_SKIP],
           share[PM_GRADE_SINGLE], share[PM_GRADE_PLAIN], share[PM_GRADE_FINE], cost.shares.tested,
           setup, each * ldexp(1, n - 1), cost.seconds * ldexp(1, n - 1), each / cost.seconds);
    PM_TRY_GOTO(status, put_machines(d, &cost), done);
    put_number(" %9.2g", 9, bound);
    put_number(" %9.2g", 9, error);
    putchar('\n');
    fflush(stdout);
done:
    pm_dense_free(rival.d);
    pm_graded_free(d);
    pm_value_clear(&value);
    pm_matrix_free(a);
    return status;
}

static void print_head(void)
{
    printf("%-8s %3s %6s %8s %8s %8s %8s %8s %8s %9s %9s %7s", "matrix", "n", "eps", "foreseen",
           "single", "double", "compens.", "tests", "plan s", "eps 0 s", "seconds", "faster");
    for (int k = 0; k < MACHINES; k++)
        printf(" %7s s", machines[k]);
    printf(" %9s %9s\n", "bound", "error");
}

/* The table of this machine's processor. */
static pm_status put_table(int orders, const int *order, double limit)
{
    print_head();
    for (int k = 0; k < orders; k++)
        for (enum bench_graded_kind kind = 0; kind < BENCH_GRADED_KINDS; kind++) {
            double epsilon;
            for (int e = 0; (epsilon = bench_graded_epsilon(kind, e)) > 0; e++)
                PM_TRY(put_case(order[k], kind, epsilon, limit));
        }
    return PM_OK;
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
    if (status == PM_UNABLE && gpu)
        fprintf(stderr, "pm-bench: %s; seconds of GPUs are predicted\n", pm_message());
    if (!gpu || status == PM_UNABLE)
        status = put_table(orders, order, limit);
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "graded");
}

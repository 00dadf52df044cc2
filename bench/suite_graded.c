/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench graded: how much graded precision skips, and how much time that saves.
 *
 * Matrices: random ones with entries k / 1000 in (0, 1); all ones, whose permanent is n!; and
 * diagonal ones, with 1 + k / 1000 there and k / 10^6 elsewhere.  In the last, all terms are about
 * equal, so none can be skipped, and the excess over the time of epsilon 0 is the cost of trying.
 * A case that takes at most --time (default: 60 seconds of one thread) is computed completely.  Of
 * the others, units are sampled.  A unit is numbered by the signs of the highest columns, and its
 * work depends mostly on the number of minus signs.  So for every number of minus signs some units
 * are computed and weighted by how many such units there are.  Then fractions of terms and seconds
 * are estimates.  One round of sampling takes seconds; more rounds follow while --time lasts.
 *
 * "Time against epsilon 0" compares with the dense walk, whose units all take the same time.  Some
 * of them run in between, so that both are measured on the same machine under the same load.  Every
 * time is processor time of one thread.  Seconds on other machines are steps, from the work of each
 * grade and the counted fractions, divided by the rates in the descriptions for --plan
 * --machine. */
#include "base/clock.h"
#include "bench/bench.h"
#include "bench/measured.h"
#include "engine/graded/graded_walk.h"
#include "num/fold.h"
#include "num/value.h"
#include "plan/machine.h"

#include <math.h>

enum {
    SAMPLED_ROOT = 25, /* free columns of a sampled unit; the walk has larger ones */
    LARGER = 49,       /* for orders above this */
    EACH = 3,          /* units in each round for every number of signs */
    DENSE_UNITS = 3,   /* least number */
};

static const double RIVAL = 0.25; /* time of the dense walk, as a fraction of that of the graded
                                   * one */

/* In the last kind, rows have only one large entry, and nothing can be skipped. */
enum kind { RANDOM, ONES, DIAGONAL };

static const struct graded_case {
    const char *name;
    enum kind kind;
    double epsilon;
} cases[] = {
    {"random", RANDOM, 1e-6}, {"random", RANDOM, 1e-12},    {"ones", ONES, 1e-6},
    {"ones", ONES, 1e-12},    {"diagonal", DIAGONAL, 1e-6},
};

struct draws {
    enum kind kind;
    uint64_t state;
};

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct draws *const d = context;
    const long k = 1 + bench_draw(&d->state, 999);

    (void)im;
    if (d->kind == ONES)
        fmpq_one(re);
    else if (d->kind == RANDOM)
        fmpq_set_si(re, k, 1000);
    else
        fmpq_set_si(re, i == j ? 1000000 + 1000 * k : k, 1000000);
    return true;
}

/* ------------------------------------------------------------------ epsilon 0 */

/* The dense walk, one unit now and then. */
struct rival {
    struct pm_sign_walk *walk;
    int n;
    uint64_t units; /* number of units done */
    double seconds;
};

static pm_status rival_init(struct rival *r, const struct pm_matrix *a)
{
    *r = (struct rival){.n = pm_rows_order(a->rows)};
    return bench_walk(&r->walk, a, PM_REAL);
}

/* Runs until it has taken this many seconds. */
static void rival_run(struct rival *r, double seconds)
{
    while (r->units < DENSE_UNITS || r->seconds < seconds) {
        struct pm_part part;
        const double start = pm_clock();
        pm_sign_walk_unit(&part, r->walk, r->units++ % pm_dense_units(r->n));
        r->seconds += pm_clock() - start;
    }
}

/* Seconds for a sign vector. */
static double rival_each(const struct rival *r)
{
    return r->seconds / (double)r->units / ldexp(1, pm_dense_log_unit(r->n));
}

/* ------------------------------------------------------------------ what a case takes */

/* The cost of a case, for one sign vector on average. */
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

/* A random unit whose number has `minus` bits that are 1. */
static uint64_t draw_unit(uint64_t *state, int top, int minus)
{
    uint64_t unit = 0;

    for (int j = 0, left = minus; j < top; j++) {
        if (bench_draw(state, top - j) < left) {
            unit |= UINT64_C(1) << j;
            left--;
        }
    }
    return unit;
}

/* One unit for every number of minus signs. */
static pm_status sample_round(struct cost *cost, const struct pm_graded *d, struct rival *rival,
                              uint64_t *state, double *spent)
{
    double weight = ldexp(1, -d->top); /* fraction of the units with this many minus signs */

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

/* Computes all units; *value is the permanent. */
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

/* |value - n!| / n!. */
static double true_error(const struct pm_value *value, int n)
{
    fmpq_t truth;

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

/* The seconds that a machine would need for the counted work. */
static pm_status machine_seconds(double *seconds, const char *name, const struct pm_graded *d,
                                 const struct cost *cost)
{
    struct pm_machine *machine;

    PM_TRY(pm_machine_describe(&machine, name));
    *seconds = d->n * ldexp(pm_graded_steps(&cost->shares), d->n - 1) /
               pm_machine_rate(machine, pm_engine_find("graded"), PM_REAL, pm_graded_units(d));
    pm_machine_free(machine);
    return PM_OK;
}

static const struct table_column columns[] = {
    {"matrix", -8},  {"n", 3},        {"eps", 6},    {"foreseen", 8}, {"single", 8},  {"double", 8},
    {"compens.", 8}, {"tests", 8},    {"plan s", 8}, {"eps 0 s", 9},  {"seconds", 9}, {"faster", 7},
    {"h200 s", 9},   {"8xh200 s", 9}, {"bound", 9},  {"error", 9},    {NULL, 0},
};

static pm_status put_case(struct table *t, const struct bench *b, int n,
                          const struct graded_case *c)
{
    const struct pm_graded_wish wish = {.epsilon = c->epsilon,
                                        .root = n > LARGER ? SAMPLED_ROOT : 0};
    struct draws draws = {.kind = c->kind, .state = 1};
    struct rival rival = {.walk = NULL};
    struct cost cost = {.seconds = 0};
    struct pm_value value;
    struct pm_matrix *a;
    struct pm_graded *d = NULL;
    double bound = NAN, error = NAN, one, eight;
    pm_status status;

    PM_TRY(bench_matrix(&a, n, false, entry, &draws));
    pm_value_init(&value);
    const double start = pm_clock();
    PM_TRY_GOTO(status, pm_graded_new(&d, a, &wish), done);
    const double setup = pm_clock() - start;
    PM_TRY_GOTO(status, rival_init(&rival, a), done);
    rival_run(&rival, 0);
    if (rival_each(&rival) * ldexp(2, n - 1) <= b->limit) {
        PM_TRY_GOTO(status, whole(&cost, &value, d, &rival), done);
        bound = relative_bound(&value);
        error = c->kind == ONES ? true_error(&value, n) : NAN;
    } else {
        PM_TRY_GOTO(status, sample(&cost, d, &rival, b->limit), done);
    }
    PM_TRY_GOTO(status, machine_seconds(&one, "h200", d, &cost), done);
    PM_TRY_GOTO(status, machine_seconds(&eight, "8xh200", d, &cost), done);
    const double *const share = cost.shares.blocks, each = rival_each(&rival);
    table_put(t, "%s\t%d\t%.0e\t%.2g\t%.4f\t%.4f\t%.5f\t%.4f\t%.3f\t%.3g\t%.3g\t%.2f", c->name, n,
              c->epsilon, 1 - d->choice.shares.blocks[PM_GRADE_SKIP], share[PM_GRADE_SINGLE],
              share[PM_GRADE_PLAIN], share[PM_GRADE_FINE], cost.shares.tested, setup,
              each * ldexp(1, n - 1), cost.seconds * ldexp(1, n - 1), each / cost.seconds);
    table_put(t, "%.3g\t%.3g\t%.2g\t%.2g\n", one, eight, bound, error);
done:
    pm_sign_walk_free(rival.walk);
    pm_graded_free(d);
    pm_value_clear(&value);
    pm_matrix_free(a);
    return status;
}

int bench_graded(const struct bench *b)
{
    pm_status status = PM_OK;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (int k = 0; k < b->orders && status == PM_OK; k++)
        for (size_t c = 0; c < sizeof cases / sizeof *cases && status == PM_OK; c++)
            status = put_case(&t, b, b->order[k], &cases[c]);
    return bench_end(b, status);
}

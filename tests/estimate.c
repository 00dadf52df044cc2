/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested bounds, guided draws, draws of signs and estimates against the definition. */
#include "brute.h"
#include "base/chance.h"
#include "estimate/guided.h"
#include "estimate/nested_bound.h"
#include "estimate/sign_draws.h"
#include "model/problem.h"

#include <math.h>

enum {
    CASES = 1000,
    MOST = 6,         /* the largest order */
    COVERED = 2000,   /* estimates with delta 0.2 */
    COVERED_BAD = 485 /* 400 are expected at most; more than this have a probability below 1e-6 */
};

static const double NEAR = 1 + 1e-12; /* rounding in the test itself */

/* ------------------------------------------------------------------------------ nested */

/* h[c][i] = the factor of row i for the columns from c on, from the tables. */
static void find_factors(double h[MOST + 1][MOST], const struct pm_nested *n)
{
    for (int i = 0; i < n->p->rows; i++)
        h[0][i] = n->factor[i];
    for (int c = 0; c < n->count; c++) {
        for (int i = 0; i < n->p->rows; i++)
            h[c + 1][i] = h[c][i];
        for (int at = n->start[c]; at < n->start[c + 1]; at++)
            h[c + 1][n->row[at]] = at < n->last[c] ? n->gain[at] * n->factor[n->row[at]] : 0;
    }
}

/* The sum over the rows of the set that column c can take, of the products that are left. */
static double after(const struct pm_nested *n, double h[MOST + 1][MOST], int c, unsigned set)
{
    double sum = 0;

    for (int at = n->start[c]; at < n->start[c + 1]; at++) {
        double term = n->entry[n->of[at]];
        if (!(set >> n->row[at] & 1))
            continue;
        for (int i = 0; i < n->p->rows; i++)
            if ((set >> i & 1) && i != n->row[at])
                term *= h[c + 1][i];
        sum += term;
    }
    return sum;
}

static int count_outside(const struct pm_nested *n)
{
    double h[MOST + 1][MOST];
    int outside = 0;

    find_factors(h, n);
    for (int c = 0; c < n->count; c++)
        for (unsigned set = 1; set < 1u << n->p->rows; set++) {
            double before = 1;
            for (int i = 0; i < n->p->rows; i++)
                before *= set >> i & 1 ? h[c][i] : 1;
            outside += !(after(n, h, c, set) <= before * NEAR);
        }
    return outside;
}

/* Draws are matchings of the matrix, with a weight of at most 1; their mean, times the bound, is
 * the permanent. */
static bool draws_fit(const struct pm_nested *n, double permanent, double bound, int draws)
{
    struct pm_nested_draw d;
    double sum = 0, squares = 0;
    bool fit = true;

    test_need(pm_nested_draw_init(&d, n));
    for (int k = 0; k < draws; k++) {
        uint64_t state = pm_chance_stream(1, (uint64_t)k);
        const double x = pm_nested_draw(&d, n, &state);
        unsigned taken = 0;
        for (int i = 0; i < n->p->rows && x > 0; i++) {
            fit = fit && n->p->row_of[d.taken[i]] == i;
            taken |= 1u << n->p->a->col[d.taken[i]];
        }
        fit = fit && x <= NEAR && (x == 0 || taken == (1u << n->p->rows) - 1);
        sum += x;
        squares += x * x;
    }
    pm_nested_draw_clear(&d);
    const double mean = sum / draws;
    const double error = sqrt(fmax(squares / draws - mean * mean, 0) / draws);
    /* six deviations, and what rare draws may have left out */
    return fit && fabs(mean - permanent / bound) <= 6 * error + 12.0 / draws;
}

static double log_of(const struct pm_nested *n)
{
    arb_t x;

    arb_init(x);
    pm_nested_log(x, n);
    const double log = pm_end_above(x);
    arb_clear(x);
    return log;
}

/* Multiplies entries by powers of two, which makes some rows uneven. */
static void spread(struct pm_matrix *a, uint64_t *state)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        fmpq_mul_2exp(a->re + k, a->re + k, (ulong)test_between(state, 0, 8));
}

static void check_nested(struct test *t)
{
    uint64_t state = 5;
    int outside = 0, below = 0, odd = 0, exact = 0, cases = 0;

    for (int round = 0; round < test_rounds(CASES); round++) {
        const int rows = test_between(&state, 1, MOST), percent = test_between(&state, 30, 100);
        struct pm_matrix *const a = brute_positive(&state, rows, percent, round % 2 == 0);
        struct pm_positive p;
        struct pm_nested n;
        struct pm_gauss value;
        if (round % 3 == 0)
            spread(a, &state);
        pm_gauss_init(&value);
        brute_permanent(&value, a);
        const double permanent = fmpq_get_d(value.re);
        pm_gauss_clear(&value);
        test_need(pm_positive_init(&p, a));
        const int most = test_between(&state, 0, 3);
        if (permanent > 0) {
            test_need(pm_nested_init(&n, &p, 1e6, 1e6, most));
            const double bound = exp(log_of(&n));
            outside += count_outside(&n);
            below += !(permanent <= bound * NEAR);
            odd += !draws_fit(&n, permanent, bound, 200);
            exact += n.count == 0 && permanent < bound * (1 - 1e-9);
            cases++;
            pm_nested_clear(&n);
        }
        pm_positive_clear(&p);
        pm_matrix_free(a);
    }
    CHECK(t, outside == 0, "%d matrices: %d prefixes are not nested", cases, outside);
    CHECK(t, below == 0, "%d bounds are below the permanent", below);
    CHECK(t, odd == 0, "%d have draws that do not fit", odd);
    CHECK(t, exact == 0, "%d bounds are not exact although all columns are tracked", exact);
}

/* ------------------------------------------------------------------------------ guided */

/* The mean of the draws, times 2^(about + exp), is the value times 2^shift; all draws are equal to
 * it if all vertices are counted exactly. */
static bool guided_fits(const struct pm_guided *g, double value, int64_t shift, int draws)
{
    struct pm_guided_draw *d;
    double sum = 0, squares = 0, off = 0;

    test_need(pm_guided_draw_new(&d, g));
    for (int k = 0; k < draws; k++) {
        uint64_t state = pm_chance_stream(2, (uint64_t)k);
        double drawn;
        test_need(pm_guided_draw(&drawn, d, &state));
        const double x = ldexp(drawn, (int)(g->about + g->exp - shift));
        sum += x;
        squares += x * x;
        off = fmax(off, fabs(x - value));
    }
    pm_guided_draw_free(d);
    const double mean = sum / draws, error = sqrt(fmax(squares / draws - mean * mean, 0) / draws);
    if (g->end == g->graph.vertices)
        return off <= 1e-12 * value;
    return fabs(mean - value) <= 6 * error + 20 * value / draws;
}

/* Entries far below the range of double, and some 2^48 times as large as others. */
static int64_t make_tiny(struct pm_matrix *a, enum pm_kind kind, uint64_t *state)
{
    enum { TINY = 1500 };

    PM_EACH_ENTRY(a, i, k) {
        const int less = 12 * test_between(state, 0, 4);
        if (kind == PM_PERMANENT || a->col[k] > i)
            fmpq_div_2exp(a->re + k, a->re + k, TINY + (ulong)less);
        else if (a->col[k] < i)
            fmpq_set(a->re + k, a->re + pm_matrix_entry(a, a->col[k], i));
    }
    return -TINY * (int64_t)(kind == PM_PERMANENT ? a->rows : a->rows / 2);
}

static void check_guided(struct test *t)
{
    uint64_t state = 11;
    int odd = 0, some = 0;

    for (int round = 0; round < test_rounds(CASES); round++) {
        const enum pm_kind kind = round % 2 == 0 ? PM_PERMANENT : PM_HAFNIAN;
        const int n = test_between(&state, 1, MOST), percent = test_between(&state, 40, 100);
        struct pm_matrix *const a =
            kind == PM_PERMANENT ? brute_positive(&state, n, percent, false)
                                 : brute_symmetric(&state, n + 2, percent,
                                                   round % 4 == 1 ? BRUTE_PATTERN : BRUTE_INTEGER);
        struct pm_guided g;
        struct pm_gauss value;
        for (int k = 0; k < pm_matrix_nnz(a); k++)
            fmpq_abs(a->re + k, a->re + k);
        const int64_t shift = round % 5 < 2 ? make_tiny(a, kind, &state) : 0;
        pm_gauss_init(&value);
        brute_value(&value, a, kind);
        test_need(pm_guided_init(&g, a, kind));
        if (round % 3 != 0)
            g.end = 2 * test_between(&state, 0, 2);
        fmpq_mul_2exp(value.re, value.re, (ulong)-shift);
        odd += !guided_fits(&g, fmpq_get_d(value.re), shift, 1000);
        some += !fmpq_is_zero(value.re);
        pm_guided_clear(&g);
        pm_gauss_clear(&value);
        pm_matrix_free(a);
    }
    CHECK(t, odd == 0 && some > 0, "%d of %d means of guided draws are off (%d are above 0)", odd,
          test_rounds(CASES), some);
}

/* ------------------------------------------------------------------------------- signs */

/* Replaces rows by copies of others, and then exchanges rows and columns. */
static void repeat_lines(struct pm_matrix **a, uint64_t *state, bool turned)
{
    struct pm_matrix *b;
    int nnz = 0;

    const int n = (*a)->rows, kinds = test_between(state, 1, n);
    for (int i = 0; i < n; i++)
        nnz += (*a)->start[i % kinds + 1] - (*a)->start[i % kinds];
    test_need(pm_matrix_new(&b, n, n, nnz, (*a)->im != NULL));
    for (int i = 0, k = 0; i < n; i++) {
        for (int p = (*a)->start[i % kinds]; p < (*a)->start[i % kinds + 1]; p++)
            pm_matrix_put(b, k++, (*a)->col[p], *a, p);
        b->start[i + 1] = k;
    }
    pm_matrix_free(*a);
    *a = b;
    if (turned) {
        test_need(pm_matrix_transpose(a, b));
        pm_matrix_free(b);
    }
}

/* All draws have a modulus of at most 1; a unit is at least the permanent, and 20000 draws miss it
 * by at most 0.07 units but for a probability of 1e-9 (Hoeffding). */
static void check_signs(struct test *t)
{
    enum { DRAWS = 20000 };
    uint64_t state = 13;
    int large = 0, off = 0, low = 0, equal = 0;

    for (int round = 0; round < test_rounds(CASES) / 10; round++) {
        const int n = test_between(&state, 1, MOST);
        const int rows = round % 5 == 4 ? test_between(&state, 1, n) : n;
        struct pm_matrix *a =
            brute_random(&state, rows, n, 90, (enum brute_entries)(round % BRUTE_KINDS));
        if (round % 2 == 1 && rows == n)
            repeat_lines(&a, &state, round % 4 == 1);
        struct pm_sign_draws s;
        arb_t log;
        struct pm_gauss value;
        double z[2 * MOST], sum[2] = {0, 0};
        if (pm_matrix_nnz(a) > 0) {
            pm_gauss_init(&value);
            brute_permanent(&value, a);
            test_need(pm_sign_draws_init(&s, a, HUGE_VAL));
            arb_init(log);
            pm_sign_draws_log(log, &s);
            pm_sub_log_factorial(log, n - rows);
            const double unit = exp(pm_end_above(log));
            arb_clear(log);
            equal += s.repeats;
            for (uint64_t k = 0; k < DRAWS; k++) {
                uint64_t stream = pm_chance_stream(4, k);
                double x[2];
                pm_sign_draws_next(x, z, &s, &stream);
                large += !(hypot(x[0], x[1]) <= 1 + s.loose);
                sum[0] += x[0] / DRAWS, sum[1] += x[1] / DRAWS;
            }
            const double re = fmpq_get_d(value.re) / unit, im = fmpq_get_d(value.im) / unit;
            off += !(hypot(sum[0] - re, sum[1] - im) <= 0.07);
            low += !(hypot(re, im) <= 1 && s.above < 1.01);
            pm_sign_draws_clear(&s);
            pm_gauss_clear(&value);
        }
        pm_matrix_free(a);
    }
    CHECK(t, large == 0, "%d draws of signs are above 1", large);
    CHECK(t, off == 0, "%d means of signs are off", off);
    CHECK(t, low == 0, "%d powers of norms are below the permanent", low);
    CHECK(t, equal > 0, "no matrix has equal lines");
}

/* ---------------------------------------------------------------------------- coverage */

static void check_coverage(struct test *t)
{
    enum { MATRICES = 20 };
    uint64_t state = 9;
    int bad = 0, outside = 0, above = 0, far = 0;
    const int each = test_rounds(COVERED) / MATRICES;

    for (int k = 0; k < MATRICES; k++) {
        const int n = test_between(&state, 7, 9);
        struct pm_matrix *const a = brute_positive(&state, n, 60, true);
        struct pm_problem *problem;
        struct pm_gauss value;
        double log10_bounds[2];
        pm_gauss_init(&value);
        for (int i = 0; i < n; i++) /* there is a matching */
            fmpq_add_si(a->re + a->start[i], a->re + a->start[i], 1);
        brute_permanent(&value, a);
        const double permanent = fmpq_get_d(value.re);
        test_need(pm_problem_wrap(&problem, PM_FIELD_INTEGER, a));
        test_need(pm_bounds(log10_bounds, NULL, problem, NULL));
        outside += permanent > 0 && !(log10_bounds[0] <= log10(permanent) + 1e-12 &&
                                      log10(permanent) - 1e-12 <= log10_bounds[1]);
        for (int seed = 0; seed < each && permanent > 0; seed++) {
            pm_options options = PM_OPTIONS_DEFAULT;
            pm_answer *answer;
            double re;
            options.estimate = 0.3;
            options.delta = 0.2;
            options.engine = "estimate";
            options.no_reduce = "all";
            options.threads = 1;
            options.seed = (uint64_t)seed;
            test_need(pm_solve(&answer, problem, &options));
            pm_answer_double(answer, &re, NULL);
            bad += !(fabs(re - permanent) <= 0.3 * permanent);
            pm_answer_free(answer);
            options.unproved = true;
            test_need(pm_solve(&answer, problem, &options));
            const double least = exp(pm_answer_estimate_least(answer));
            above += !(least <= permanent);
            far += !(least > permanent / 8);
            pm_answer_free(answer);
        }
        pm_gauss_clear(&value);
        pm_problem_free(problem);
    }
    CHECK(t, bad <= COVERED_BAD * test_rounds(COVERED) / COVERED,
          "%d of %d estimates with delta 0.2 are off by more than epsilon", bad, each * MATRICES);
    CHECK(t, outside == 0, "%d permanents lie outside their bounds", outside);
    CHECK(t, above <= COVERED_BAD * test_rounds(COVERED) / COVERED && far < each,
          "%d of %d likely lower bounds are too large, %d are small", above, each * MATRICES, far);
}

int main(void)
{
    struct test t = {0};

    check_nested(&t);
    check_guided(&t);
    check_signs(&t);
    check_coverage(&t);
    return test_done(&t);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals by the decay of correlations, and ratios in balls, against sums in rational numbers
 * over all matchings, on random weighted graphs; and known totals. */
#include "brute.h"
#include "base/budget.h"
#include "estimate/ball_ratio.h"
#include "estimate/decay.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

enum { CASES = 1500, VERTICES = 9 };

/* A graph as a table of weights; alone[v] is the weight of v where it is free. */
struct table {
    int n;
    fmpq_t weight[VERTICES][VERTICES], alone[VERTICES];
};

static void table_init(struct table *t, int n)
{
    t->n = n;
    for (int u = 0; u < n; u++) {
        fmpq_init(t->alone[u]);
        for (int v = 0; v < n; v++)
            fmpq_init(t->weight[u][v]);
    }
}

static void table_clear(struct table *t)
{
    for (int u = 0; u < t->n; u++) {
        fmpq_clear(t->alone[u]);
        for (int v = 0; v < t->n; v++)
            fmpq_clear(t->weight[u][v]);
    }
}

/* sum = that over the matchings of the vertices from `first` on that are not in `out`. */
static void expand(fmpq_t sum, const struct table *t, int first, unsigned out)
{
    fmpq_t part;

    while (first < t->n && (out >> first & 1) != 0)
        first++;
    fmpq_set_si(sum, first == t->n, 1);
    if (first == t->n)
        return;
    fmpq_init(part);
    expand(part, t, first + 1, out);
    fmpq_mul(sum, part, t->alone[first]);
    for (int v = first + 1; v < t->n; v++)
        if ((out >> v & 1) == 0 && !fmpq_is_zero(t->weight[first][v])) {
            expand(part, t, first + 1, out | 1u << v);
            fmpq_mul(part, part, t->weight[first][v]);
            fmpq_add(sum, sum, part);
        }
    fmpq_clear(part);
}

static void draw_weight(fmpq_t x, int range, uint64_t *state)
{
    const int exp = test_between(state, 0, 2) == 0 ? test_between(state, -range, range) : 0;

    fmpq_set_si(x, test_between(state, 1, 6), (ulong)test_between(state, 1, 3));
    if (exp < 0)
        fmpq_div_2exp(x, x, (ulong)-exp);
    else
        fmpq_mul_2exp(x, x, (ulong)exp);
}

/* Draws a graph.  rows > 0: bipartite, with so many vertices in the first side. */
static void draw(struct table *t, int rows, uint64_t *state)
{
    static const int percents[] = {0, 20, 40, 70, 100}, ranges[] = {0, 3, 40, 996};
    const int percent = percents[test_between(state, 0, 4)];
    const int range = ranges[test_between(state, 0, 3)];
    const bool loops = test_between(state, 0, 1) == 0;

    for (int u = 0; u < t->n; u++) {
        fmpq_one(t->alone[u]);
        if (loops && test_between(state, 0, 2) == 0)
            draw_weight(t->alone[u], range, state);
        if (loops && test_between(state, 0, 9) == 0)
            fmpq_zero(t->alone[u]);
        for (int v = u + 1; v < t->n; v++) {
            if (test_between(state, 1, 100) > percent || (rows > 0 && (u < rows) == (v < rows)))
                continue;
            draw_weight(t->weight[u][v], range, state);
            fmpq_set(t->weight[v][u], t->weight[u][v]);
        }
    }
}

/* The matrix of the graph: symmetric, or that of its two sides. */
static struct pm_matrix *matrix_of(const struct table *t, int rows)
{
    struct pm_triplets triplets;
    struct pm_matrix *a;
    const int height = rows > 0 ? rows : t->n, width = rows > 0 ? t->n - rows : t->n;

    pm_triplets_init(&triplets, height, width, false);
    for (int u = 0; u < height; u++)
        for (int v = 0; v < width; v++) {
            const fmpq *const x = t->weight[u][rows > 0 ? rows + v : v];
            if (!fmpq_is_zero(x))
                test_need(pm_triplets_add(&triplets, u, v, x, NULL));
        }
    test_need(pm_matrix_from_triplets(&a, &triplets));
    pm_triplets_clear(&triplets);
    return a;
}

/* True if 2^lower <= x <= 2^upper. */
static bool lies_between(const fmpq_t x, double lower, double upper)
{
    arb_t y;

    if (fmpq_is_zero(x))
        return lower == -HUGE_VAL;
    arb_init(y);
    arb_set_fmpq(y, x, PM_LOG_BITS);
    arb_log(y, y, PM_LOG_BITS);
    pm_to_bits(y);
    const bool holds = pm_end_above(y) >= lower && pm_end_below(y) <= upper;
    arb_clear(y);
    return holds;
}

/* True if the quotient x / y, or 0 for y = 0, is in the range. */
static bool contains(struct pm_range r, const fmpq_t x, const fmpq_t y)
{
    fmpq_t quotient, end;
    bool holds = true;

    if (fmpq_is_zero(y))
        return true;
    PM_EACH(fmpq_init, quotient, end);
    fmpq_div(quotient, x, y);
    arf_t f;
    arf_init(f);
    arf_set_d(f, r.low);
    arf_get_fmpq(end, f);
    holds = holds && fmpq_cmp(end, quotient) <= 0;
    if (r.high < HUGE_VAL) {
        arf_set_d(f, r.high);
        arf_get_fmpq(end, f);
        holds = holds && fmpq_cmp(end, quotient) >= 0;
    }
    arf_clear(f);
    PM_EACH(fmpq_clear, quotient, end);
    return holds;
}

/* Steps up to which runs are continued, so that all depths come. */
static double next_steps(double steps)
{
    return steps < 64 ? steps + 3 : 2 * steps;
}

/* The bounds of the sum at every depth; false: one is wrong, or they become wider. */
static bool check_sum(const struct table *t, const struct pm_matrix *a, enum pm_kind kind,
                      const fmpq *alone, int threads)
{
    struct pm_bounds before = {.lower = -HUGE_VAL, .upper = HUGE_VAL}, b;
    struct pm_decay d;
    bool right = true;
    fmpq_t sum;

    fmpq_init(sum);
    expand(sum, t, 0, 0);
    test_need(pm_decay_init(&d, a, kind, alone, false));
    for (double steps = 1; steps < 1e6 && right; steps = next_steps(steps)) {
        test_need(pm_decay_run(&d, &(struct pm_decay_limits){.threads = threads, .steps = steps}));
        pm_decay_sum(&b, &d);
        right = lies_between(sum, b.lower, b.upper) && b.lower >= before.lower &&
                b.upper <= before.upper;
        before = b;
    }
    pm_decay_clear(&d);
    fmpq_clear(sum);
    return right;
}

/* The sum over the matchings with this edge, or in which u = v is free. */
static void with(fmpq_t sum, const struct table *t, int u, int v)
{
    expand(sum, t, 0, 1u << u | 1u << v);
    fmpq_mul(sum, sum, u == v ? t->alone[u] : t->weight[u][v]);
}

static bool check_shares(const struct table *t, const struct pm_matrix *a, enum pm_kind kind,
                         const fmpq *alone)
{
    const int other = kind == PM_HAFNIAN ? 0 : a->rows;
    struct pm_range entry[VERTICES * VERTICES], line[VERTICES], mean;
    struct pm_decay d;
    bool right = true;
    fmpq_t sum, part, edges;

    PM_EACH(fmpq_init, sum, part, edges);
    expand(sum, t, 0, 0);
    test_need(pm_decay_init(&d, a, kind, alone, true));
    for (double steps = 1; steps < 1e5 && right; steps = steps * 5 + 2) {
        test_need(pm_decay_run(&d, &(struct pm_decay_limits){.threads = 1, .steps = steps}));
        test_need(pm_decay_shares(entry, line, &mean, &d, a, kind));
        fmpq_zero(edges);
        PM_EACH_ENTRY(a, i, k) {
            with(part, t, i, other + a->col[k]);
            right = right && contains(entry[k], part, sum);
            if (kind == PM_PERMANENT || a->col[k] < i)
                fmpq_add(edges, edges, part);
        }
        for (int v = 0; v < t->n; v++) {
            with(part, t, v, v);
            right = right && contains(line[v], part, sum);
        }
        right = right && contains(mean, edges, sum);
    }
    pm_decay_clear(&d);
    PM_EACH(fmpq_clear, sum, part, edges);
    return right;
}

/* The ratio of each vertex in the graph without those before it, from balls of every radius; *used
 * counts them. */
static bool check_balls(const struct table *t, const struct pm_matrix *a, enum pm_kind kind,
                        const fmpq *alone, int *used)
{
    struct pm_decay_graph g;
    struct pm_ball ball;
    struct pm_range r;
    bool right = true;
    fmpq_t sum, without, scale;
    int vertex[VERTICES];

    PM_EACH(fmpq_init, sum, without, scale);
    test_need(pm_decay_graph_init(&g, a, kind, alone));
    test_need(pm_ball_init(&ball, &g));
    for (int v = 0; v < t->n; v++)
        vertex[g.number[v]] = v;
    unsigned out = 0;
    for (int i = 0; i < t->n; i++) {
        expand(sum, t, 0, out);
        out |= 1u << vertex[i];
        expand(without, t, 0, out);
        /* the ratio of the scaled graph: the scale is known from a weight of the vertex alone */
        if (fmpq_is_zero(t->alone[vertex[i]]) ||
            fmpz_divisible_si(fmpq_denref(t->alone[vertex[i]]), 3)) /* it is rounded */
            continue;
        arf_t f;
        arf_init(f);
        arf_set_d(f, g.alone[i].high);
        arf_get_fmpq(scale, f);
        arf_clear(f);
        fmpq_div(scale, t->alone[vertex[i]], scale);
        fmpq_mul(without, without, scale);
        for (int radius = 1; radius < 6; radius++)
            if (pm_ball_find(&ball, i, radius) && pm_ball_ratio(&r, &ball, radius)) {
                right = right && contains(r, without, sum);
                ++*used;
            }
    }
    pm_ball_clear(&ball);
    pm_decay_graph_clear(&g);
    PM_EACH(fmpq_clear, sum, without, scale);
    return right;
}

static void random_graphs(struct test *t)
{
    uint64_t state = 1;
    int sums = 0, shares = 0, balls = 0, used = 0;
    const int cases = test_rounds(CASES);

    for (int k = 0; k < cases; k++) {
        struct table g;
        table_init(&g, test_between(&state, 1, VERTICES));
        const int rows = test_between(&state, 0, 1) * test_between(&state, 0, g.n - 1);
        const enum pm_kind kind = rows > 0 ? PM_PERMANENT : PM_HAFNIAN;
        draw(&g, rows, &state);
        struct pm_matrix *const a = matrix_of(&g, rows);
        const fmpq *const alone = *g.alone;
        sums += check_sum(&g, a, kind, alone, 1 + k % 2);
        shares += check_shares(&g, a, kind, alone);
        balls += check_balls(&g, a, kind, alone, &used);
        pm_matrix_free(a);
        table_clear(&g);
    }
    CHECK(t, sums == cases, "bounds of %d of %d sums", sums, cases);
    CHECK(t, shares == cases, "bounds of the shares of %d of %d graphs", shares, cases);
    CHECK(t, balls == cases && used > cases, "%d ratios in balls of %d of %d graphs", used, balls,
          cases);
}

/* Paths of two edges, of which the product of one is not a normal double: its share is not proved
 * by the relative error of a quotient. */
static void tiny_products(struct test *t)
{
    enum { PATHS = 40 };
    static const ulong divided[] = {1750, 200, 150}; /* by so many times 2 */
    int right = 0;

    for (int k = 0; k < PATHS; k++) {
        struct table g;
        table_init(&g, 3);
        for (int v = 0; v < 3; v++) {
            fmpq_set_si(g.alone[v], 1, v == 2 ? 3 : 1); /* a third is rounded */
            fmpq_div_2exp(g.alone[v], g.alone[v], divided[v]);
        }
        fmpq_set_si(g.weight[0][1], PATHS + 1 + k, PATHS + 1);
        fmpq_div_2exp(g.weight[0][1], g.weight[0][1], 1798);
        fmpq_set(g.weight[1][0], g.weight[0][1]);
        fmpq_one(g.weight[1][2]);
        fmpq_one(g.weight[2][1]);
        struct pm_matrix *const a = matrix_of(&g, 0);
        right += check_shares(&g, a, PM_HAFNIAN, *g.alone);
        pm_matrix_free(a);
        table_clear(&g);
    }
    CHECK(t, right == PATHS, "shares of %d of %d products below the range", right, PATHS);
}

static bool entry_of_cycle(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const int n = *(const int *)context;

    (void)im;
    fmpq_one(re);
    return abs(i - j) == 1 || abs(i - j) == n - 1;
}

/* Counts the questions of threads that another one has started. */
static bool of_others(void *asked)
{
    if (omp_get_thread_num() > 0)
        __atomic_add_fetch((int *)asked, 1, __ATOMIC_RELAXED);
    return false;
}

static bool at_once(void *asked)
{
    (void)asked;
    return true;
}

/* The bytes that a run with so many threads takes from its budget. */
static uint64_t taken_by(int threads, int *others, const struct pm_matrix *a)
{
    struct pm_budget budget = {.stop = of_others, .asked = others, .memory = 1 << 30};
    const int wanted = 2;
    struct pm_decay d;

    test_need(pm_decay_init(&d, a, PM_HAFNIAN, NULL, false));
    pm_budget_open(&budget);
    test_need(pm_neighbourhoods_split(&d, &wanted, threads));
    test_need(pm_budget_close(&budget, PM_OK));
    pm_decay_clear(&d);
    return budget.taken;
}

/* The threads of a run take from the budget of who starts them, and ask it. */
static void budget_of_threads(struct test *t)
{
    int n = 400, others = 0;
    struct pm_matrix *const a = brute_made(n, n, false, entry_of_cycle, &n);
    const uint64_t one = taken_by(1, &others, a);
    uint64_t three = 0;
    struct pm_decay d;

    /* On a busy machine one thread may do all the work; then it is tried again. */
    for (int k = 0; k < 10000 && others == 0; k++)
        three = taken_by(3, &others, a);
    CHECK(t, three - one >= 2 * 6 * (size_t)n * sizeof n && others > 0,
          "three threads take %llu bytes, one %llu; two asked %d times", (unsigned long long)three,
          (unsigned long long)one, others);
    struct pm_budget budget = {.stop = at_once};
    test_need(pm_decay_init(&d, a, PM_HAFNIAN, NULL, false));
    pm_budget_open(&budget);
    const pm_status status =
        pm_decay_run(&d, &(struct pm_decay_limits){.threads = 3, .steps = HUGE_VAL});
    CHECK(t, pm_budget_close(&budget, status) == PM_STOPPED, "a run is stopped");
    pm_decay_clear(&d);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0};

    random_graphs(&t);
    tiny_products(&t);
    budget_of_threads(&t);
    return test_done(&t);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `pairs` on random graphs with small pieces that hang on two or three vertices. */
#include "brute.h"
#include "base/budget.h"
#include "reduce/reduce.h"

/* Joins some vertices first .. end - 1 with each other, and with the `others`. */
static void join_some(struct pm_triplets *t, int first, int end, const int *others, int count,
                      uint64_t *state)
{
    fmpq_t x;

    fmpq_init(x);
    for (int u = first; u < end; u++)
        for (int k = 0; k < u - first + count; k++) {
            const int v = k < count ? others[k] : first + k - count;
            if (test_between(state, 0, 9) < 3)
                continue;
            fmpq_set_si(x, test_between(state, -3, 9), (ulong)test_between(state, 1, 2));
            fmpq *const im = t->complex_values ? x : NULL;
            test_need(pm_triplets_add(t, u, v, x, im));
            test_need(pm_triplets_add(t, v, u, x, im));
        }
    fmpq_clear(x);
}

/* Three different vertices. */
static void draw_ends(int *end, int vertices, uint64_t *state)
{
    for (int k = 0; k < 3; k++)
        do
            end[k] = test_between(state, 0, vertices - 1);
        while ((k > 0 && end[k] == end[0]) || (k > 1 && end[k] == end[1]));
}

/* A random graph of 7 vertices, with pieces of 4 and 5 vertices on three of these; the ends of the
 * first one may be among those of the second. */
static struct pm_matrix *graph_with_large_pieces(bool complex_values, uint64_t *state)
{
    enum { N = 16, BASE = 7, MIDDLE = 11 };
    struct pm_triplets t;
    struct pm_matrix *a;
    int end[3];

    pm_triplets_init(&t, N, N, complex_values);
    join_some(&t, 0, BASE, NULL, 0, state);
    draw_ends(end, BASE, state);
    join_some(&t, BASE, MIDDLE, end, 3, state);
    draw_ends(end, BASE, state);
    join_some(&t, MIDDLE, N, end, 3, state);
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    return a;
}

/* A random graph of 8 vertices, with pieces of 2 to 4 vertices on pairs of these. */
static struct pm_matrix *graph_with_pieces(bool complex_values, uint64_t *state)
{
    enum { N = 16, BASE = 8 };
    struct pm_triplets t;
    struct pm_matrix *a;

    pm_triplets_init(&t, N, N, complex_values);
    join_some(&t, 0, BASE, NULL, 0, state);
    for (int first = BASE, size; first < N; first += size) {
        const int u = test_between(state, 0, BASE - 1), v = test_between(state, 0, BASE - 2);
        const int pair[2] = {u, v + (v >= u)};
        size = test_between(state, 2, N - first < 4 ? N - first : 4);
        size += N - first - size == 1;
        join_some(&t, first, first + size, pair, 2, state);
    }
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    return a;
}

/* The rule keeps the hafnian, which is computed by its definition. */
static void check_random(struct test *t, bool large)
{
    const int rounds = test_rounds(300);
    int changed = 0, wrong = 0;
    uint64_t state = 2;
    unsigned rules;

    test_need(pm_rules_parse(&rules, "pairs", NULL));
    for (int k = 0; k < rounds; k++) {
        struct pm_matrix *const a =
            (large ? graph_with_large_pieces : graph_with_pieces)(k % 3 == 0, &state);
        struct pm_gauss want, part;
        struct pm_reduction r;

        PM_EACH(pm_gauss_init, &want, &part);
        brute_value(&want, a, PM_HAFNIAN);
        test_need(pm_reduce(&r, a, PM_HAFNIAN, rules));
        for (size_t c = 0; c < r.cores; c++) {
            brute_value(&part, r.core[c], r.kind[c]);
            pm_gauss_mul(&r.factor, &r.factor, &part);
        }
        changed += r.steps > 0;
        wrong += !pm_gauss_equal(&r.factor, &want);
        PM_EACH(pm_gauss_clear, &want, &part);
        pm_reduce_clear(&r);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && changed > rounds / 2, "pairs%s: %d of %d changed graphs are wrong",
          large ? " with three ends" : "", wrong, changed);
}

/* Counts the questions, and says yes to the eighteenth. */
static bool stop_later(void *asked)
{
    return ++*(int *)asked == 18;
}

/* Every vertex asks whether to go on, not only every matrix. */
static void check_stop(struct test *t)
{
    int asked = 0;
    uint64_t state = 2;
    unsigned rules;
    struct pm_reduction r;
    struct pm_budget budget = {.stop = stop_later, .asked = &asked};
    struct pm_matrix *const a = graph_with_pieces(false, &state);

    test_need(pm_rules_parse(&rules, "pairs", NULL));
    pm_budget_open(&budget);
    const pm_status status = pm_budget_close(&budget, pm_reduce(&r, a, PM_HAFNIAN, rules));
    CHECK(t, status == PM_STOPPED && asked == 18, "pairs: status %d after %d questions", status,
          asked);
    if (status == PM_OK)
        pm_reduce_clear(&r);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0};

    check_random(&t, false);
    check_random(&t, true);
    check_stop(&t);
    return test_done(&t);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reduction rules for hafnians against the definition, and their messages for graphs without a
 * perfect matching. */
#include "reduce/reduce.h"

#include "brute.h"

#include <string.h>

/* ------------------------------------------------------------ random matrices */

struct shape {
    const struct pm_matrix *half;
    int kind, cut; /* 1: two parts; 2: bipartite; 3: few edges; 0: any */
};

/* Entry (i, j) of a random symmetric matrix of that shape. */
static bool shaped_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct shape *const s = context;
    const int u = i > j ? i : j, v = i > j ? j : i;
    struct pm_gauss x;

    if ((s->kind == 1 && (u < s->cut) != (v < s->cut)) ||
        (s->kind == 2 && (u < s->cut) == (v < s->cut)) || (s->kind == 3 && u > v + 3))
        return false;
    pm_gauss_init(&x);
    brute_entry(&x, s->half, u, v);
    fmpq_swap(re, x.re);
    fmpq_swap(im, x.im);
    pm_gauss_clear(&x);
    return true;
}

static struct pm_matrix *any_graph(uint64_t *state)
{
    const int n = test_between(state, 0, 10), percent = test_between(state, 10, 90);
    const int kind = test_between(state, 0, 3), cut = n > 0 ? test_between(state, 0, n) : 0;
    struct pm_matrix *const half = brute_random(
        state, n, n, percent, (enum brute_entries)test_between(state, 0, BRUTE_KINDS - 1));
    struct shape shape = {half, kind, cut};
    struct pm_matrix *const a = brute_made(n, n, true, shaped_place, &shape);

    pm_matrix_free(half);
    return a;
}

static bool is_symmetric(const struct pm_matrix *a)
{
    struct pm_matrix *b;
    bool same = true;

    test_need(pm_matrix_transpose(&b, a));
    same =
        a->rows == a->cols && memcmp(a->start, b->start, sizeof(int) * ((size_t)a->rows + 1)) == 0;
    for (int k = 0; same && k < pm_matrix_nnz(a); k++)
        same = a->col[k] == b->col[k] && fmpq_equal(a->re + k, b->re + k) &&
               (a->im == NULL || fmpq_equal(a->im + k, b->im + k));
    for (int i = 0; same && i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            same &= a->col[k] != i;
    pm_matrix_free(b);
    return same;
}

/* -------------------------------------------------------------------- exactness */

/* Rules take matrices without a diagonal. */
static struct pm_matrix *without_diagonal(struct pm_matrix *a)
{
    struct pm_reduction r;

    test_need(pm_reduce(&r, a, PM_HAFNIAN, 0));
    pm_matrix_free(a);
    a = NULL;
    if (r.cores == 1) {
        a = r.core[0];
        r.cores = 0;
    }
    pm_reduction_clear(&r);
    return a;
}

static bool rewrites_well(const struct pm_rule *rule, const struct pm_matrix *a)
{
    struct pm_rewrite w, again;
    struct pm_gauss want, x;
    bool good;

    pm_gauss_init(&want);
    pm_gauss_init(&x);
    brute_hafnian(&want, a);
    pm_rewrite_init(&w);
    good = rule->apply[PM_HAFNIAN](&w, a) == PM_OK && (!w.zero || w.changed);
    if (w.zero)
        pm_gauss_set_si(&w.factor, 0);
    for (size_t k = 0; k < w.count; k++) {
        pm_rewrite_init(&again);
        good &= w.permanent[k] || is_symmetric(w.out[k]);
        good &= w.permanent[k] ||
                (rule->apply[PM_HAFNIAN](&again, w.out[k]) == PM_OK && !again.changed);
        brute_value(&x, w.out[k], w.permanent[k] ? PM_PERMANENT : PM_HAFNIAN);
        pm_gauss_mul(&w.factor, &w.factor, &x);
        pm_rewrite_clear(&again);
    }
    good &= w.changed ? w.note[0] != '\0' && pm_gauss_equal(&w.factor, &want)
                      : w.count == 0 && pm_gauss_is_one(&w.factor);
    pm_rewrite_clear(&w);
    pm_gauss_clear(&want);
    pm_gauss_clear(&x);
    return good;
}

static void test_alone(struct test *t)
{
    uint64_t state = 11;

    for (const struct pm_rule *rule = pm_rules; rule->name != NULL; rule++) {
        int bad = 0, tried = 0;
        if (rule->apply[PM_HAFNIAN] == NULL)
            continue;
        for (int trial = 0; trial < 2000; trial++) {
            struct pm_matrix *const a = without_diagonal(any_graph(&state));
            if (a == NULL)
                continue;
            tried++;
            bad += !rewrites_well(rule, a);
            pm_matrix_free(a);
        }
        CHECK(t, bad == 0 && tried > 500, "%s alone on %d graphs (%d bad)", rule->name, tried, bad);
    }
}

/* True if the factor times the values of the cores is the hafnian, and each core is of the kind
 * that it states. */
static bool reduces_well(const struct pm_matrix *a, unsigned rules)
{
    struct pm_reduction r;
    struct pm_gauss want, x;
    bool good;

    if (pm_reduce(&r, a, PM_HAFNIAN, rules) != PM_OK)
        return false;
    pm_gauss_init(&want);
    pm_gauss_init(&x);
    brute_hafnian(&want, a);
    good = !r.zero || (r.cores == 0 && (r.steps > 0 || a->rows == 2));
    for (size_t k = 0; k < r.cores; k++) {
        good &= r.kind[k] == PM_PERMANENT || is_symmetric(r.core[k]);
        good &= !pm_rules_have(rules, "scale") || pm_matrix_is_integer(r.core[k]);
        brute_value(&x, r.core[k], r.kind[k]);
        pm_gauss_mul(&r.factor, &r.factor, &x);
    }
    good &= pm_gauss_equal(&r.factor, &want);
    pm_gauss_clear(&want);
    pm_gauss_clear(&x);
    pm_reduction_clear(&r);
    return good;
}

static void test_sets(struct test *t)
{
    static const char *const sets[] = {
        "all",          "none",          "components",
        "degree",       "edmonds",       "scale",
        "degree,scale", "dm,components", "edmonds,components,degree"};
    uint64_t state = 12;

    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        unsigned rules;
        int bad = 0;
        test_need(pm_rules_parse(&rules, sets[k], NULL));
        for (int trial = 0; trial < 1500; trial++) {
            struct pm_matrix *const a = any_graph(&state);
            bad += !reduces_well(a, rules);
            pm_matrix_free(a);
        }
        CHECK(t, bad == 0, "rules %s: factor times cores on 1500 graphs (%d bad)", sets[k], bad);
    }
}

/* ---------------------------------------------------------------- named graphs */

static bool lettered_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const char edge[] = {(char)('a' + i), (char)('a' + j), '\0'};
    const char turned[] = {edge[1], edge[0], '\0'};

    (void)im;
    fmpq_one(re);
    return strstr(context, edge) != NULL || strstr(context, turned) != NULL;
}

/* Edges are pairs of letters. */
static struct pm_matrix *graph(int n, const char *edges)
{
    return brute_made(n, n, false, lettered_place, (void *)edges);
}

static void test_notes(struct test *t)
{
    static const struct {
        int n;
        const char *edges, *rules, *words;
    } rows[] = {
        {3, "ab bc ca", "all", "3 vertices, an odd number"},
        {4, "ab bc ca", "components", "component of vertex 1 has 3 vertices"},
        {4, "bc cd db", "components", "vertex 1 is isolated"},
        {6, "ab ac ad ef", "components",
         "component of vertex 1 is bipartite with sides of 1 and 3"},
        /* Three triangles with a common vertex: removing one vertex leaves three odd components
         * (Tutte). */
        {10, "ab bc ca de ef fd gh hi ig aj dj gj", "edmonds",
         "without vertex 10 there are at least 2 components of odd size"},
        /* Two triangles joined by an edge, which every perfect matching contains. */
        {6, "ab bc ca de ef fd ad", "edmonds", "6 vertices, 7 edges: 4 edges are in no perfect"},
    };
    struct pm_reduction r;
    unsigned rules;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct pm_matrix *const a = graph(rows[k].n, rows[k].edges);
        test_need(pm_rules_parse(&rules, rows[k].rules, NULL));
        test_need(pm_reduce(&r, a, PM_HAFNIAN, rules));
        CHECK(t, r.steps == 1 && strstr(r.step[0].note, rows[k].words) != NULL, "%s: %s",
              rows[k].edges, r.steps > 0 ? r.step[0].note : "no step");
        pm_reduction_clear(&r);
        pm_matrix_free(a);
    }
}

/* A hub with N spokes on a path: many merges in a row must take nearly linear time. */
static void test_long(struct test *t)
{
    enum { N = 200000 };
    struct pm_triplets tr;
    struct pm_matrix *a = NULL;
    struct pm_reduction r;
    unsigned rules;
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    pm_triplets_init(&tr, N + 2, N + 2, false);
    for (int v = 0; v < N; v++) { /* hub N, joined to 0 .. N - 1; path 0 .. N - 1, N + 1 */
        pm_triplets_add(&tr, v, N, one, NULL);
        pm_triplets_add(&tr, N, v, one, NULL);
        const int w = v + 1 < N ? v + 1 : N + 1;
        pm_triplets_add(&tr, v, w, one, NULL);
        pm_triplets_add(&tr, w, v, one, NULL);
    }
    test_need(pm_matrix_from_triplets(&a, &tr));
    test_need(pm_rules_parse(&rules, "degree", NULL));
    /* The hub is matched with one of the vertices at odd distance from the end.  The rest is a
     * path. */
    CHECK(t,
          pm_reduce(&r, a, PM_HAFNIAN, rules) == PM_OK && r.cores == 0 &&
              fmpz_cmp_ui(fmpq_numref(r.factor.re), N / 2) == 0,
          "a hub with %d spokes on a path", N);
    pm_reduction_clear(&r);
    pm_matrix_free(a);
    pm_triplets_clear(&tr);
    fmpq_clear(one);
}

int main(void)
{
    struct test t = {0};

    test_alone(&t);
    test_sets(&t);
    test_notes(&t);
    test_long(&t);
    return test_done(&t);
}
